/* watch_store_pages.c: pages, their passages and their changes in the store. A
 * page has one row, the latest version; its passages are replaced as a whole.
 * Hashes are unsigned in memory and signed in SQLite; casts keep the bits.
 */
#include "watch/watch_store_inside.h"

#include <stdlib.h>
#include <string.h>

/* All zero afterwards, and safe for a page that was never loaded. */
void
watched_page_done(watched_page *page)
{
  free(page->url);
  free(page->title);
  free(page->etag);
  free(page->modified);
  free(page->charset);
  free(page->body);
  passages_done(&page->passages);
  memset(page, 0, sizeof *page);
}

/* One row of `passage`. False when memory ends. */
static bool
load_passage(sqlite3_stmt *row, passages *out)
{
  const char *text = (const char *)sqlite3_column_text(row, 1);
  passage *made = !text ? NULL
                        : passages_add(out, text, strlen(text),
                                       (uint64_t)sqlite3_column_int64(row, 0));
  if (!made)
    return false;
  made->region = (uint64_t)sqlite3_column_int64(row, 2);
  made->box = (uint64_t)sqlite3_column_int64(row, 3);
  made->traits = (uint8_t)sqlite3_column_int(row, 4);
  made->box_count = (uint8_t)sqlite3_column_int(row, 5);
  return true;
}

/* All passages of a page in their order, indexed. */
static exit_code
load_passages(watch_store *store, watched_page *page)
{
  sqlite3_stmt *made = sql_prepare(
      &store->file, "SELECT key, text, slot, box, signs, crowd FROM passage"
                    " WHERE page = ?1 ORDER BY place");
  exit_code code = EXIT_FINE;
  sql_bind(made, "i", page->id);
  while (code == EXIT_FINE && sql_next_row(&store->file, made, &code))
    if (!load_passage(made, &page->passages))
      code = report_out_of_memory();
  sqlite3_finalize(made);
  if (code == EXIT_FINE && !passages_seal(&page->passages))
    code = report_out_of_memory();
  return code;
}

/* One row of `page`. False when memory ends. */
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

/* An address that the store does not know comes back empty, with its url set
 * and id 0. */
exit_code
watch_store_load(watch_store *store, const char *url, watched_page *out)
{
  memset(out, 0, sizeof *out);
  sqlite3_stmt *made =
      sql_prepare(&store->file, "SELECT id, title, etag, modified,"
                                " charset, body FROM page"
                                " WHERE url = ?1");
  exit_code code = EXIT_FINE;
  sql_bind(made, "t", url);
  if (sql_next_row(&store->file, made, &code) && !load_row(made, out))
    code = report_out_of_memory();
  sqlite3_finalize(made);
  out->url = strdup(url);
  if (!out->url && code == EXIT_FINE)
    code = report_out_of_memory();
  if (code == EXIT_FINE && out->id)
    code = load_passages(store, out);
  if (code != EXIT_FINE)
    watched_page_done(out);
  return code;
}

/* Insert a page or update it; first_round is never changed. */
static exit_code
save_row(watch_store *store, const char *site, int64_t round,
         watched_page *page)
{
  exit_code code = sql_do(
      &store->file,
      "INSERT INTO page(url, host, title, etag, modified, charset, body,"
      " first_round, last_round) VALUES(?1,?2,?3,?4,?5,?6,?7,?8,?8)"
      " ON CONFLICT(url) DO UPDATE SET title=?3, etag=?4, modified=?5,"
      " charset=?6, body=?7, last_round=?8",
      "ttttttbi", page->url, site, page->title, page->etag, page->modified,
      page->charset, page->body ? page->body : "", page->len, round);
  if (code == EXIT_FINE && page->id == 0)
    page->id = sqlite3_last_insert_rowid(store->file.base);
  return code;
}

/* Place `place` of the list of passages. */
static exit_code
save_passage(watch_store *store, const watched_page *page, size_t place)
{
  const passage *one = &page->passages.items[place];
  return sql_do(&store->file,
                "INSERT INTO passage(page, place, key, text, slot, box,"
                " signs, crowd) VALUES(?1,?2,?3,?4,?5,?6,?7,?8)",
                "iiitiiii", page->id, (int64_t)place, (int64_t)one->key,
                one->text, (int64_t)one->region, (int64_t)one->box,
                (int64_t)one->traits, (int64_t)one->box_count);
}

/* The round is one transaction, so nobody sees the page between the two
 * statements. */
exit_code
watch_store_save(watch_store *store, const char *site, int64_t round,
                 watched_page *page)
{
  TRY(save_row(store, site, round, page));
  TRY(sql_do(&store->file, "DELETE FROM passage WHERE page = ?1", "i",
             page->id));
  for (size_t i = 0; i < page->passages.count; i++)
    TRY(save_passage(store, page, i));
  return EXIT_FINE;
}

/* Changes are kept after they are reported: the store is also a log. */
exit_code
watch_store_change(watch_store *store, int64_t round, const watched_page *page,
                   const char *kind, const char *text)
{
  return sql_do(
      &store->file,
      "INSERT INTO change(round, page, kind, text) VALUES(?1,?2,?3,?4)", "iitt",
      round, page->id, kind, text);
}
