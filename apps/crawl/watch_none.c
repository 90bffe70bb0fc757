/* watch_none.c: `pith watch` of a program that was built without SQLite, which
 * its store needs: the command says what to install. The other watch files that
 * work with the store are empty then.
 */
#include "watch.h"

#ifndef PITH_HAVE_SQLITE

exit_code
watch_store_open(const char *path, watch_store **out)
{
  *out = NULL;
  message("%s: this program was built without SQLite; install libsqlite3-dev "
          "and build it anew",
          path);
  return EXIT_ENVIRONMENT;
}

void
watch_store_close(watch_store *store)
{
  (void)store;
}

/* Never reached: there is no store to call them with. */

exit_code
watch_round(const watch_tools *tools, watch_summary *summary)
{
  (void)tools;
  (void)summary;
  return EXIT_ENVIRONMENT;
}

exit_code
watch_report(watch_store *store, bool json)
{
  (void)store;
  (void)json;
  return EXIT_ENVIRONMENT;
}

#endif
