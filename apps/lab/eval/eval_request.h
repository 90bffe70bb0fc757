/* eval_request.h: the arguments of `pith eval`. */
#ifndef LAB_EVAL_EVAL_REQUEST_H
#define LAB_EVAL_EVAL_REQUEST_H

#include "common/options/request.h"

/* Read the arguments and check that they go together. False when there is
 * nothing left to do; `code` is then the exit code. Otherwise release it by
 * request_done(). */
bool eval_request_read(int argc, char *const *argv, app_request *out,
                       exit_code *code);

/* The method that --versus names; NULL: it names a file. */
const char *eval_request_versus_method(const app_request *in);

/* What to write to a file, by its extension. */
typedef enum eval_format {
  EVAL_HTML,
  EVAL_JSON,
  EVAL_CSV,
  EVAL_UNKNOWN
} eval_format;

eval_format eval_format_of(const char *path);

#endif
