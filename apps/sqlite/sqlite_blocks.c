/* sqlite_blocks.c: pith_blocks(html [, method]) as a table.
 *
 *   block  first  last  boilerplate  score  reason  words  text
 *
 * `first` and `last` are offsets into the page as it arrived, `last` behind its
 * last byte. The rows of a page are made when it is asked for and kept until
 * the next one.
 */
#include "sqlite_blocks.h"

#include <stdlib.h>
#include <string.h>

SQLITE_EXTENSION_INIT3

enum {
  COLUMN_BLOCK,
  COLUMN_FIRST,
  COLUMN_LAST,
  COLUMN_BOILERPLATE,
  COLUMN_SCORE,
  COLUMN_REASON,
  COLUMN_WORDS,
  COLUMN_TEXT,
  COLUMN_HTML,
  COLUMN_METHOD
};

typedef struct blocks_table {
  sqlite3_vtab base; /* must be first */
  sqlite_shared *shared;
} blocks_table;

/* One scan over the blocks of one page. Released in the order blocks, page,
 * html: each borrows from the next. */
typedef struct blocks_cursor {
  sqlite3_vtab_cursor base; /* must be first */
  sqlite3_value *html;      /* owned; lends its bytes to the page */
  pith_page *page;
  pith_blocks *blocks;
  const pith_verdict *verdicts; /* lent by the page */
  uint32_t verdict_count;
  uint32_t at;
} blocks_cursor;

/* --- what is shared ------------------------------------------------------- */

/* One library context for a connection: SQLite calls a connection from one
 * thread at a time. */
sqlite_shared *
sqlite_shared_new(void)
{
  sqlite_shared *shared = malloc(sizeof *shared);
  if (!shared)
    return NULL;
  shared->holders = 1;
  if (pith_context_new(NULL, &shared->context) == PITH_OK)
    return shared;
  free(shared);
  return NULL;
}

/* Functions and tables are released in any order. */
sqlite_shared *
sqlite_shared_hold(sqlite_shared *shared)
{
  shared->holders++;
  return shared;
}

/* No atomic count: all holders belong to one connection. */
void
sqlite_shared_release(sqlite_shared *shared)
{
  if (--shared->holders > 0)
    return;
  pith_context_free(shared->context);
  free(shared);
}

/* Text is UTF-8 already; a blob may be in any encoding. */
pith_status
sqlite_open_page(sqlite_shared *shared, sqlite3_value *value,
                 const char *method, pith_page **out)
{
  pith_options options;
  pith_options style;
  pith_options_default(&options);
  pith_options_default(&style);
  style.method = method;
  bool bytes = sqlite3_value_type(value) == SQLITE_BLOB;
  pith_slice html;
  html.data = bytes ? sqlite3_value_blob(value)
                    : (const char *)sqlite3_value_text(value);
  html.len = (size_t)sqlite3_value_bytes(value);
  if (!html.data)
    html = (pith_slice){"", 0};
  if (!bytes)
    options.encoding = "utf-8";
  pith_status status =
      pith_page_parse(shared->context, html, &options, out, NULL);
  if (status != PITH_OK)
    return status;
  status = pith_page_classify(*out, &style);
  if (status == PITH_OK)
    return PITH_OK;
  pith_page_free(*out);
  *out = NULL;
  return status;
}

/* What SQLite shows to its user. */
static const char *
status_text(pith_status status)
{
  return status == PITH_USAGE
             ? "pith: no such method for one page; use auto, sentence or dom"
             : pith_status_text(status);
}

/* Memory has a code of its own in SQLite, all else a text. */
void
sqlite_report_status(sqlite3_context *out, pith_status status)
{
  if (status == PITH_NOMEM)
    sqlite3_result_error_nomem(out);
  else
    sqlite3_result_error(out, status_text(status), -1);
}

/* --- the table ------------------------------------------------------------ */

/* One hidden column takes the page. */
static int
connect(sqlite3 *base, void *state, int count, const char *const *arguments,
        sqlite3_vtab **out, char **why)
{
  (void)count;
  (void)arguments;
  (void)why;
  int code = sqlite3_declare_vtab(
      base, "CREATE TABLE pith_blocks(block INTEGER, first INTEGER,"
            " last INTEGER, boilerplate INTEGER, score REAL, reason TEXT,"
            " words INTEGER, text TEXT, html HIDDEN, method HIDDEN)");
  if (code != SQLITE_OK)
    return code;
  sqlite3_vtab_config(base, SQLITE_VTAB_INNOCUOUS);
  blocks_table *table = sqlite3_malloc(sizeof *table);
  if (!table)
    return SQLITE_NOMEM;
  memset(table, 0, sizeof *table);
  table->shared = sqlite_shared_hold(state);
  *out = &table->base;
  return SQLITE_OK;
}

/* The table has no state but the shared context. */
static int
disconnect(sqlite3_vtab *base)
{
  blocks_table *table = (blocks_table *)base;
  sqlite_shared_release(table->shared);
  sqlite3_free(table);
  return SQLITE_OK;
}

/* The page must be given; idxNum is 1 when the method is too. A plan without
 * the page returns no rows, so its cost is set too high to be chosen. */
static int
best_index(sqlite3_vtab *base, sqlite3_index_info *info)
{
  int html = -1;
  int method = -1;
  (void)base;
  for (int i = 0; i < info->nConstraint; i++) {
    if (info->aConstraint[i].op != SQLITE_INDEX_CONSTRAINT_EQ)
      continue;
    int column = info->aConstraint[i].iColumn;
    if (column != COLUMN_HTML && column != COLUMN_METHOD)
      continue;
    if (!info->aConstraint[i].usable)
      return SQLITE_CONSTRAINT;
    if (column == COLUMN_HTML)
      html = i;
    else
      method = i;
  }
  info->idxNum = method >= 0;
  info->estimatedCost = html >= 0 ? 1000 : 1e12;
  if (html < 0)
    return SQLITE_OK;
  info->aConstraintUsage[html].argvIndex = 1;
  info->aConstraintUsage[html].omit = 1;
  if (method >= 0) {
    info->aConstraintUsage[method].argvIndex = 2;
    info->aConstraintUsage[method].omit = 1;
  }
  return SQLITE_OK;
}

/* SQLite may have several cursors open on one page. */
static int
open_cursor(sqlite3_vtab *base, sqlite3_vtab_cursor **out)
{
  (void)base;
  blocks_cursor *cursor = sqlite3_malloc(sizeof *cursor);
  if (!cursor)
    return SQLITE_NOMEM;
  memset(cursor, 0, sizeof *cursor);
  *out = &cursor->base;
  return SQLITE_OK;
}

/* Verdicts go with the page. */
static void
drop_page(blocks_cursor *cursor)
{
  pith_blocks_free(cursor->blocks);
  pith_page_free(cursor->page);
  sqlite3_value_free(cursor->html);
  cursor->blocks = NULL;
  cursor->page = NULL;
  cursor->html = NULL;
  cursor->at = 0;
}

/* With its page. */
static int
close_cursor(sqlite3_vtab_cursor *base)
{
  drop_page((blocks_cursor *)base);
  sqlite3_free(base);
  return SQLITE_OK;
}

/* A new page for the cursor; the old one is dropped first. */
static int
start_rows(sqlite3_vtab_cursor *base, int number, const char *text, int count,
           sqlite3_value **values)
{
  blocks_cursor *cursor = (blocks_cursor *)base;
  blocks_table *table = (blocks_table *)base->pVtab;
  (void)text;
  drop_page(cursor);
  if (count == 0 || sqlite3_value_type(values[0]) == SQLITE_NULL)
    return SQLITE_OK;
  const char *method =
      number && count > 1 ? (const char *)sqlite3_value_text(values[1]) : NULL;
  cursor->html = sqlite3_value_dup(values[0]);
  if (!cursor->html)
    return SQLITE_NOMEM;
  pith_status status =
      sqlite_open_page(table->shared, cursor->html, method, &cursor->page);
  if (status == PITH_OK) {
    cursor->verdicts = pith_page_verdicts(cursor->page, &cursor->verdict_count);
    status = pith_blocks_new(cursor->page, NULL, &cursor->blocks);
  }
  if (status == PITH_OK)
    return SQLITE_OK;
  sqlite3_free(table->base.zErrMsg);
  table->base.zErrMsg = sqlite3_mprintf("%s", status_text(status));
  return status == PITH_NOMEM ? SQLITE_NOMEM : SQLITE_ERROR;
}

/* Rows are blocks, in the order of the page. */
static int
next_row(sqlite3_vtab_cursor *base)
{
  ((blocks_cursor *)base)->at++;
  return SQLITE_OK;
}

/* Behind the last block. */
static int
at_end(sqlite3_vtab_cursor *base)
{
  const blocks_cursor *cursor = (const blocks_cursor *)base;
  return !cursor->blocks || cursor->at >= pith_blocks_count(cursor->blocks);
}

/* The verdict on the block at hand; NULL: none. Verdicts are in the order of
 * the page and do not overlap. */
static const pith_verdict *
find_verdict(const blocks_cursor *cursor, uint32_t offset)
{
  uint32_t low = 0;
  uint32_t high = cursor->verdict_count;
  while (low < high) {
    uint32_t middle = (low + high) / 2;
    if (cursor->verdicts[middle].span.to <= offset)
      low = middle + 1;
    else
      high = middle;
  }
  return low < cursor->verdict_count &&
                 cursor->verdicts[low].span.from <= offset
             ? &cursor->verdicts[low]
             : NULL;
}

/* A column without a result is NULL: a block without a verdict has no score and
 * no reason, and is no boilerplate. */
static void
report_verdict(sqlite3_context *out, const pith_verdict *said, int column)
{
  if (column == COLUMN_BOILERPLATE)
    sqlite3_result_int(out, said && said->label == PITH_NAVIGATION);
  else if (said && column == COLUMN_SCORE)
    sqlite3_result_double(out, (double)said->score);
  else if (said && said->reason)
    sqlite3_result_text(out, said->reason, -1, SQLITE_STATIC);
}

/* Columns are worked out when they are read. */
static int
read_column(sqlite3_vtab_cursor *base, sqlite3_context *out, int column)
{
  blocks_cursor *cursor = (blocks_cursor *)base;
  pith_text_block block = pith_blocks_get(cursor->blocks, cursor->at);
  pith_slice text;
  switch (column) {
  case COLUMN_BLOCK:
    sqlite3_result_int64(out, cursor->at);
    break;
  case COLUMN_FIRST:
    sqlite3_result_int64(out, block.span.from);
    break;
  case COLUMN_LAST:
    sqlite3_result_int64(out, block.span.to);
    break;
  case COLUMN_WORDS:
    sqlite3_result_int64(out, block.words);
    break;
  case COLUMN_TEXT:
    if (pith_blocks_text(cursor->blocks, cursor->at, &text) != PITH_OK)
      return SQLITE_NOMEM;
    sqlite3_result_text64(out, text.len > 0 ? text.data : "", text.len,
                          SQLITE_TRANSIENT, SQLITE_UTF8);
    break;
  case COLUMN_BOILERPLATE:
  case COLUMN_SCORE:
  case COLUMN_REASON:
    report_verdict(out, find_verdict(cursor, block.span.from), column);
    break;
  default: /* what was given */
    break;
  }
  return SQLITE_OK;
}

/* The number of the block. */
static int
read_rowid(sqlite3_vtab_cursor *base, sqlite3_int64 *out)
{
  *out = ((const blocks_cursor *)base)->at;
  return SQLITE_OK;
}

/* Releases the share of the context. */
static void
end_module(void *state)
{
  sqlite_shared_release(state);
}

/* The module owns a share of the context. */
int
sqlite_blocks_add(sqlite3 *base, sqlite_shared *shared)
{
  static const sqlite3_module functions = {
      .xConnect = connect, /* without xCreate it is there without CREATE */
      .xBestIndex = best_index,
      .xDisconnect = disconnect,
      .xOpen = open_cursor,
      .xClose = close_cursor,
      .xFilter = start_rows,
      .xNext = next_row,
      .xEof = at_end,
      .xColumn = read_column,
      .xRowid = read_rowid,
  };
  return sqlite3_create_module_v2(base, "pith_blocks", &functions,
                                  sqlite_shared_hold(shared), end_module);
}
