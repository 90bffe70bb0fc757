/* pith_sqlite.c: pith inside any SQLite: .load pith_sqlite
 *
 *   pith_text(html), pith_markdown(html), pith_json(html)
 *       its content; a method may follow: pith_text(html, 'sentence')
 *   SELECT * FROM pith_blocks(html)
 *       a row a block: what it is, how sure, why (sqlite_blocks.c)
 *   CREATE VIRTUAL TABLE t USING fts5(text, tokenize = 'pith')
 *       words, stems and pairs as `pith search` has them (token_fts5.h)
 *
 * A BLOB is a page as it was served, whose encoding is found out; TEXT is UTF-8
 * whatever it declares. The result of NULL is NULL. Everything that is kept
 * belongs to one connection.
 */
#include "sqlite_blocks.h"

#include "lab/search/words/token_fts5.h"

#include <stdlib.h>
#include <string.h>

SQLITE_EXTENSION_INIT1

typedef struct page_function {
  sqlite_shared *shared; /* counted */
  pith_format form;
} page_function;

/* The result is copied by SQLite, since the page goes. */
static void
write_page(sqlite3_context *out, pith_format form, pith_page *page)
{
  pith_slice text;
  pith_status status = pith_page_render(page, form, NULL, &text);
  if (status == PITH_OK && form == PITH_FORMAT_JSON)
    text.len--; /* without the end of the line */
  if (status != PITH_OK)
    sqlite_report_status(out, status);
  else
    sqlite3_result_text64(out, text.len > 0 ? text.data : "", text.len,
                          SQLITE_TRANSIENT, SQLITE_UTF8);
}

/* NULL in, NULL out, as SQL functions do. */
static void
run_function(sqlite3_context *out, int count, sqlite3_value **values)
{
  const page_function *function = sqlite3_user_data(out);
  pith_page *page;
  const char *method =
      count > 1 ? (const char *)sqlite3_value_text(values[1]) : NULL;
  if (count < 1 || count > 2) {
    sqlite3_result_error(out, "pith: a page, and perhaps a method", -1);
    return;
  }
  if (sqlite3_value_type(values[0]) == SQLITE_NULL)
    return;
  pith_status status =
      sqlite_open_page(function->shared, values[0], method, &page);
  if (status != PITH_OK) {
    sqlite_report_status(out, status);
    return;
  }
  write_page(out, function->form, page);
  pith_page_free(page);
}

/* Each function holds the shared context. */
static void
end_function(void *state)
{
  page_function *function = state;
  sqlite_shared_release(function->shared);
  free(function);
}

/* Deterministic: SQLite may use it in indexes. */
static int
add_function(sqlite3 *base, const char *name, pith_format form,
             sqlite_shared *shared)
{
  page_function *function = malloc(sizeof *function);
  if (!function)
    return SQLITE_NOMEM;
  *function = (page_function){sqlite_shared_hold(shared), form};
  /* It ends the function itself when it fails. */
  return sqlite3_create_function_v2(
      base, name, -1, SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS,
      function, run_function, NULL, NULL, end_function);
}

/* Without FTS5 in this SQLite there is no tokenizer, and the rest works. */
static int
add_tokenizer(sqlite3 *base)
{
  fts5_api *api = NULL;
  sqlite3_stmt *made = NULL;
  if (sqlite3_prepare_v2(base, "SELECT fts5(?1)", -1, &made, NULL) ==
      SQLITE_OK) {
    sqlite3_bind_pointer(made, 1, (void *)&api, "fts5_api_ptr", NULL);
    sqlite3_step(made);
  }
  sqlite3_finalize(made);
  if (!api)
    return SQLITE_OK;
  return api->xCreateTokenizer(api, "pith", NULL, token_fts5_functions(), NULL);
}

/* The name that SQLite makes of the file's. */
__attribute__((visibility("default"))) int
sqlite3_pithsqlite_init(sqlite3 *base, char **why,
                        const sqlite3_api_routines *api);

int
sqlite3_pithsqlite_init(sqlite3 *base, char **why,
                        const sqlite3_api_routines *api)
{
  (void)why;
  SQLITE_EXTENSION_INIT2(api);
  sqlite_shared *shared = sqlite_shared_new();
  if (!shared)
    return SQLITE_NOMEM;
  int code = add_function(base, "pith_text", PITH_FORMAT_TEXT, shared);
  if (code == SQLITE_OK)
    code = add_function(base, "pith_markdown", PITH_FORMAT_MARKDOWN, shared);
  if (code == SQLITE_OK)
    code = add_function(base, "pith_json", PITH_FORMAT_JSON, shared);
  if (code == SQLITE_OK)
    code = sqlite_blocks_add(base, shared);
  if (code == SQLITE_OK)
    code = add_tokenizer(base);
  sqlite_shared_release(shared);
  return code;
}
