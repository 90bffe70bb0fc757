/* watch_missing.c: `pith watch` of a program that was built without SQLite: it
 * says what to install.
 */
#include "watch.h"

exit_code
watch_store_open(const char *path, watch_store **out)
{
  *out = NULL;
  return say_built_without(path, "SQLite", "libsqlite3-dev");
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
