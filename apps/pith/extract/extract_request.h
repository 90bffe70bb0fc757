/* extract_request.h: the arguments of `pith extract` and `pith explain`. */
#ifndef PITH_EXTRACT_EXTRACT_REQUEST_H
#define PITH_EXTRACT_EXTRACT_REQUEST_H

#include "common/options/request.h"

/* Read the arguments of `command` and check that they go together. False when
 * there is nothing left to do; `code` is then the exit code. Otherwise release
 * it by request_done(). */
bool extract_request_read(command_id command, int argc, char *const *argv,
                          app_request *out, exit_code *code);

#endif
