/* index_store.h: the SQLite file of an index: tables, facts, statements.
 *
 *   fact         methods, totals, languages, whether the last run was finished
 *   page         a row a page: id, address, title, text
 *   shape, span, link, anchor   what index_shape.h says, by page
 *   word         FTS5 over title and body; anchor_word over link texts. Both
 *                without content of their own: the texts are in `page`
 *
 * docs/formats/search-index.md has the details. A run writes in transactions
 * that leave an index behind that can be asked and continued, so it may be
 * killed at any moment. Included only where SQLite is there.
 */
#ifndef SEARCH_INDEX_STORE_H
#define SEARCH_INDEX_STORE_H

#include "lab/search/index/index_shape.h"
#include "lab/search/search_index.h"
#include "common/system/sql_file.h"

enum { METHOD_NAME_MOST = 32 };

/* Sums over all pages, for the length of an average one. */
typedef struct index_totals {
  int64_t pages;
  int64_t words[SEARCH_FIELDS];
  int64_t content[SEARCH_FIELDS][METHODS_MOST]; /* of body and anchors */
  uint64_t languages; /* bits: there are pages in it (token_stem.h) */
} index_totals;

typedef struct index_store {
  sql_file file;
  char methods[METHODS_MOST][METHOD_NAME_MOST];
  uint32_t method_count;
  bool no_boilerplate; /* the text that the first method cuts is not there */
  bool finished;       /* the run that wrote it last came to its end */
  index_totals totals;
  uint64_t steps;      /* of SQLite's machine, in thousands, since the last */
  uint64_t steps_most; /* index_store_rest(); more end the statement */
} index_store;

/* Open an index: to write it, making it with these methods if it is not there,
 * or to read it. The methods of an index cannot change: EXIT_INPUT after a
 * message. Close it by index_store_close() in any case. */
exit_code index_store_create(index_store *store, const char *path);
exit_code index_store_read(index_store *store, const char *path);
void index_store_close(index_store *store);

/* Begin to count steps anew: what comes is another question. */
void index_store_rest(index_store *store);

/* What FTS5 offers to whoever extends it; NULL when SQLite lacks it. */
fts5_api *index_store_fts5(const index_store *store);

/* Write the totals, inside the transaction that is open. */
exit_code index_store_save(index_store *store);

#endif
