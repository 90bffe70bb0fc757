/* sqlite_blocks.h: what the functions of pith_sqlite.c share, and the table
 * function pith_blocks. */
#ifndef SQLITE_SQLITE_BLOCKS_H
#define SQLITE_SQLITE_BLOCKS_H

#include "pith_experimental.h"

#include <sqlite3ext.h>

/* What a connection keeps between pages; ends with the last that holds it. */
typedef struct sqlite_shared {
  pith_context *context;
  unsigned holders;
} sqlite_shared;

sqlite_shared *sqlite_shared_new(void); /* held once; NULL: no memory */
sqlite_shared *sqlite_shared_hold(sqlite_shared *shared);
void sqlite_shared_release(sqlite_shared *shared);

/* Parse and classify the page that a value holds, by a method or, with NULL,
 * the usual one. The value is borrowed for the life of the page. */
pith_status sqlite_open_page(sqlite_shared *shared, sqlite3_value *value,
                             const char *method, pith_page **out);

/* Report to SQLite why a page has no result. */
void sqlite_report_status(sqlite3_context *out, pith_status status);

/* Add the table function. Returns a code of SQLite. */
int sqlite_blocks_add(sqlite3 *base, sqlite_shared *shared);

#endif
