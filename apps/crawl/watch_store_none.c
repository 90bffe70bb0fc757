/* watch_store_none.c: the store of a program that was built without SQLite says
 * what to install.
 */
#include "watch_store.h"

#ifndef PITH_HAVE_SQLITE

#include <string.h>

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
watch_store_begin(watch_store *store, const char *time, int64_t *round)
{
  (void)store;
  (void)time;
  *round = 0;
  return EXIT_ENVIRONMENT;
}

exit_code
watch_store_end(watch_store *store, bool keep)
{
  (void)store;
  (void)keep;
  return EXIT_ENVIRONMENT;
}

exit_code
watch_store_load(watch_store *store, const char *url, watched_page *out)
{
  (void)store;
  (void)url;
  memset(out, 0, sizeof *out);
  return EXIT_ENVIRONMENT;
}

exit_code
watch_store_save(watch_store *store, const char *site, int64_t round,
                 watched_page *page)
{
  (void)store;
  (void)site;
  (void)round;
  (void)page;
  return EXIT_ENVIRONMENT;
}

exit_code
watch_store_change(watch_store *store, int64_t round, const watched_page *page,
                   const char *kind, const char *text)
{
  (void)store;
  (void)round;
  (void)page;
  (void)kind;
  (void)text;
  return EXIT_ENVIRONMENT;
}

exit_code
watch_store_model(watch_store *store, const char *site, char **bytes,
                  size_t *len)
{
  (void)store;
  (void)site;
  *bytes = NULL;
  *len = 0;
  return EXIT_ENVIRONMENT;
}

exit_code
watch_store_set_model(watch_store *store, const char *site, int64_t round,
                      pith_slice bytes)
{
  (void)store;
  (void)site;
  (void)round;
  (void)bytes;
  return EXIT_ENVIRONMENT;
}

exit_code
watch_store_turns(watch_store *store, const char *site, slot_history *out)
{
  (void)store;
  (void)site;
  memset(out, 0, sizeof *out);
  return EXIT_ENVIRONMENT;
}

exit_code
watch_store_set_turns(watch_store *store, const char *site, int64_t round,
                      const slot_history *turned)
{
  (void)store;
  (void)site;
  (void)round;
  (void)turned;
  return EXIT_ENVIRONMENT;
}

exit_code
watch_store_tell(watch_store *store, change_sink sink, void *state)
{
  (void)store;
  (void)sink;
  (void)state;
  return EXIT_ENVIRONMENT;
}

exit_code
watch_store_told(watch_store *store)
{
  (void)store;
  return EXIT_ENVIRONMENT;
}

#endif
