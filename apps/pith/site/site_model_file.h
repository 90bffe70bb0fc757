/* site_model_file.h: site models on disk. All report failures on stderr. */
#ifndef CLI_SITE_MODEL_FILE_H
#define CLI_SITE_MODEL_FILE_H

#include "common/output/message.h"

#include "pith_site.h"

/* Read a model, to be released by pith_site_model_free(). EXIT_INPUT when the
 * file cannot be read or is damaged. */
exit_code model_file_read(pith_context *context, const char *path,
                          pith_site_model **out);

/* The same, finished: ready to be opened as a site, or to be looked at. */
exit_code model_file_finished(pith_context *context, const char *path,
                              pith_site_model **out);

/* Write a model: the whole file or nothing. */
exit_code model_file_write(pith_site_model *model, const char *path);

#endif
