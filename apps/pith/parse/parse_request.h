/* parse_request.h: the arguments of `pith parse`. */
#ifndef PITH_PARSE_PARSE_REQUEST_H
#define PITH_PARSE_PARSE_REQUEST_H

#include "common/options/request.h"

/* Read the arguments and check that they go together. False when there is
 * nothing left to do; `code` is then the exit code. Otherwise release it by
 * request_done(). */
bool parse_request_read(int argc, char *const *argv, app_request *out,
                        exit_code *code);

#endif
