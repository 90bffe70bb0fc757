/* review_missing.c: `pith review` of a program that was built without SQLite or
 * libmicrohttpd: it says what to install.
 */
#include "review_server.h"

exit_code
review_serve(const review_request *request)
{
  (void)request;
  return say_built_without("review", "SQLite or libmicrohttpd",
                           "libsqlite3-dev and libmicrohttpd-dev");
}
