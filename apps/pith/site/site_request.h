/* site_request.h: the arguments of `pith site`, learn, apply, merge and
 * inspect. */
#ifndef PITH_SITE_SITE_REQUEST_H
#define PITH_SITE_SITE_REQUEST_H

#include "common/options/request.h"

/* Read the arguments of `command` and check that they go together. False when
 * there is nothing left to do; `code` is then the exit code. Otherwise release
 * it by request_done(). */
bool site_request_read(command_id command, int argc, char *const *argv,
                       app_request *out, exit_code *code);

#endif
