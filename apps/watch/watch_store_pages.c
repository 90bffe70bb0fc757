/* watch_store_pages.c: pages, what they say and what changed, in the store. */
#include "watch/watch_store_inside.h"

#include <stdlib.h>
#include <string.h>

void
watched_page_done(watched_page *page)
{
  free(page->url);
  free(page->title);
  free(page->etag);
  free(page->modified);
  free(page->charset);
  free(page->body);
  passages_done(&page->said);
  memset(page, 0, sizeof *page);
}

static bool
load_passage(sqlite3_stmt *row, passages *out)
{
  const char *text = (const char *)sqlite3_column_text(row, 1);
  passage *made = !text ? NULL
                        : passages_add(out, text, strlen(text),
                                       (uint64_t)sqlite3_column_int64(row, 0));
  if (!made)
    return false;
  made->slot = (uint64_t)sqlite3_column_int64(row, 2);
  made->box = (uint64_t)sqlite3_column_int64(row, 3);
  made->signs = (uint8_t)sqlite3_column_int(row, 4);
  made->crowd = (uint8_t)sqlite3_column_int(row, 5);
  return true;
}

static exit_code
load_passages(watch_store *store, watched_page *page)
{
  sqlite3_stmt *made = sql_prepare(
      &store->file, "SELECT key, text, slot, box, signs, crowd FROM passage"
                    " WHERE page = ?1 ORDER BY place");
  exit_code code = EXIT_FINE;
  if (made)
    sqlite3_bind_int64(made, 1, page->id);
  while (code == EXIT_FINE && sql_next_row(&store->file, made, &code))
    if (!load_passage(made, &page->said))
      code = say_no_memory();
  sqlite3_finalize(made);
  if (code == EXIT_FINE && !passages_seal(&page->said))
    code = say_no_memory();
  return code;
}

static bool
load_row(sqlite3_stmt *row, watched_page *out)
{
  out->id = sqlite3_column_int64(row, 0);
  return sql_copy_text(row, 1, &out->title) &&
         sql_copy_text(row, 2, &out->etag) &&
         sql_copy_text(row, 3, &out->modified) &&
         sql_copy_text(row, 4, &out->charset) &&
         (out->body = sql_copy_bytes(row, 5, &out->len)) != NULL;
}

exit_code
watch_store_load(watch_store *store, const char *url, watched_page *out)
{
  memset(out, 0, sizeof *out);
  sqlite3_stmt *made =
      sql_prepare(&store->file, "SELECT id, title, etag, modified,"
                                " charset, body FROM page"
                                " WHERE url = ?1");
  exit_code code = EXIT_FINE;
  if (made)
    sql_bind_text(made, 1, url);
  if (sql_next_row(&store->file, made, &code) && !load_row(made, out))
    code = say_no_memory();
  sqlite3_finalize(made);
  out->url = strdup(url);
  if (!out->url && code == EXIT_FINE)
    code = say_no_memory();
  if (code == EXIT_FINE && out->id)
    code = load_passages(store, out);
  if (code != EXIT_FINE)
    watched_page_done(out);
  return code;
}

static exit_code
save_row(watch_store *store, const char *site, int64_t round,
         watched_page *page)
{
  sqlite3_stmt *made = sql_prepare(
      &store->file,
      "INSERT INTO page(url, host, title, etag, modified, charset, body,"
      " first_round, last_round) VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?8)"
      " ON CONFLICT(url) DO UPDATE SET title=?3, etag=?4, modified=?5,"
      " charset=?6, body=?7, last_round=?8");
  if (made) {
    sql_bind_text(made, 1, page->url);
    sql_bind_text(made, 2, site);
    sql_bind_text(made, 3, page->title);
    sql_bind_text(made, 4, page->etag);
    sql_bind_text(made, 5, page->modified);
    sql_bind_text(made, 6, page->charset);
    sqlite3_bind_blob64(made, 7, page->body ? page->body : "", page->len,
                        SQLITE_STATIC);
    sqlite3_bind_int64(made, 8, round);
  }
  exit_code code = sql_finish(&store->file, made);
  if (code == EXIT_FINE && page->id == 0)
    page->id = sqlite3_last_insert_rowid(store->file.base);
  return code;
}

static exit_code
save_passage(watch_store *store, const watched_page *page, size_t place)
{
  const passage *one = &page->said.items[place];
  sqlite3_stmt *made = sql_prepare(
      &store->file, "INSERT INTO passage(page, place, key, text, slot, box,"
                    " signs, crowd) VALUES(?1,?2,?3,?4,?5,?6,?7,?8)");
  if (made) {
    sqlite3_bind_int64(made, 1, page->id);
    sqlite3_bind_int64(made, 2, (int64_t)place);
    sqlite3_bind_int64(made, 3, (int64_t)one->key);
    sql_bind_text(made, 4, one->text);
    sqlite3_bind_int64(made, 5, (int64_t)one->slot);
    sqlite3_bind_int64(made, 6, (int64_t)one->box);
    sqlite3_bind_int(made, 7, one->signs);
    sqlite3_bind_int(made, 8, one->crowd);
  }
  return sql_finish(&store->file, made);
}

exit_code
watch_store_save(watch_store *store, const char *site, int64_t round,
                 watched_page *page)
{
  exit_code code = save_row(store, site, round, page);
  if (code != EXIT_FINE)
    return code;
  sqlite3_stmt *made =
      sql_prepare(&store->file, "DELETE FROM passage WHERE page = ?1");
  if (made)
    sqlite3_bind_int64(made, 1, page->id);
  code = sql_finish(&store->file, made);
  for (size_t i = 0; i < page->said.count && code == EXIT_FINE; i++)
    code = save_passage(store, page, i);
  return code;
}

exit_code
watch_store_change(watch_store *store, int64_t round, const watched_page *page,
                   const char *kind, const char *text)
{
  sqlite3_stmt *made = sql_prepare(
      &store->file,
      "INSERT INTO change(round, page, kind, text) VALUES(?1,?2,?3,?4)");
  if (made) {
    sqlite3_bind_int64(made, 1, round);
    sqlite3_bind_int64(made, 2, page->id);
    sql_bind_text(made, 3, kind);
    sql_bind_text(made, 4, text);
  }
  return sql_finish(&store->file, made);
}
