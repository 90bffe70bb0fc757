/* site_model_file.c: see the header. */
#include "pith/site/site_model_file.h"

#include "common/output/output_tree.h"
#include "common/input/read_input.h"

/* More than any model has; a file beyond it is refused before it is read. */
enum { MODEL_BYTES_MOST = 1 << 30 };

/* Models are learnt again in seconds and not converted. */
static exit_code
refuse(const char *path, pith_status status)
{
  message("%s: %s", path,
          status == PITH_FORMAT ? "no site model, or damaged; "
                                  "make it anew with pith learn"
                                : pith_status_text(status));
  return status == PITH_NOMEM ? EXIT_ENVIRONMENT : EXIT_INPUT;
}

/* The bytes are released at once: a model copies what it keeps. */
exit_code
model_file_read(pith_context *context, const char *path, pith_site_model **out)
{
  input_bytes input;
  *out = NULL;
  exit_code code = read_input(path, MODEL_BYTES_MOST, &input);
  if (code != EXIT_FINE)
    return code;
  pith_slice bytes = {input.data, input.len};
  pith_status status = pith_site_model_load(context, bytes, out);
  if (status != PITH_OK)
    code = refuse(input.name, status);
  input_bytes_done(&input);
  return code;
}

/* *out is set even when finishing fails; the caller frees it in any case. */
exit_code
model_file_finished(pith_context *context, const char *path,
                    pith_site_model **out)
{
  exit_code code = model_file_read(context, path, out);
  if (code != EXIT_FINE)
    return code;
  pith_status status = pith_site_model_finish(*out);
  return status == PITH_OK ? EXIT_FINE : refuse(path, status);
}

/* Beside its place and renamed: a model that is being applied by another
 * process is never half written. */
exit_code
model_file_write(pith_site_model *model, const char *path)
{
  pith_slice bytes;
  pith_status status = pith_site_model_save(model, &bytes);
  if (status != PITH_OK)
    return refuse(path, status);
  return output_file_write(path, bytes.data, bytes.len);
}
