/* index_write.h: pages into the store of an index, one thread at a time.
 *
 * Pages are written in batches, each a transaction. What a batch has added to
 * the totals is written with it, so a batch is in the index or it is not.
 * Included only where SQLite is there.
 */
#ifndef SEARCH_INDEX_WRITE_H
#define SEARCH_INDEX_WRITE_H

#include "lab/search/index/index_page.h"
#include "lab/search/index/index_store.h"

/* A page that the index had before. */
typedef struct known_page {
  uint64_t name; /* hash of it */
  int64_t id;
  uint64_t digest;
  bool seen; /* it is still there */
} known_page;

enum { STATEMENTS = 12 };

typedef struct index_writer {
  index_store *store; /* borrowed */
  token_stems *stems; /* owned: for taking out old words */
  sqlite3_stmt *made[STATEMENTS];
  known_page *known; /* owned, by hash */
  size_t known_count;
  bool open;           /* a batch is */
  uint64_t batch_size; /* bytes of text in it */
  size_t added;
  size_t changed;
  size_t removed;
} index_writer;

/* Begin: reads which pages are known. Ends by index_writer_done() in any case;
 * what was not committed is lost then. */
exit_code index_writer_begin(index_writer *writer, index_store *store);
void index_writer_done(index_writer *writer);

/* The page of this name as the index had it; NULL: new. Any thread, for many
 * pages at once. */
known_page *index_writer_find(const index_writer *writer, const char *name);

/* What is known of a page beside index_page. Borrowed for the call. */
typedef struct page_facts {
  const char *name;
  const char *url; /* "" when unknown */
  uint64_t target; /* key of its address */
  uint64_t digest; /* of its bytes */
  uint32_t bytes;
  known_page *before; /* NULL: a new page */
} page_facts;

exit_code index_writer_put(index_writer *writer, const page_facts *facts,
                           const index_page *page);

/* Remove the known pages that were not seen. */
exit_code index_writer_remove_unseen(index_writer *writer);

/* Take the link texts of a page out, if it has any. */
exit_code index_writer_drop_anchor(index_writer *writer, int64_t id,
                                   unsigned language);

/* Write the batch. */
exit_code index_writer_commit(index_writer *writer);

/* Begin a batch unless one is open. */
exit_code index_writer_start_batch(index_writer *writer);

/* The language whose code a column holds. */
unsigned index_column_language(sqlite3_stmt *row, int column);

/* 64-bit hash of bytes. */
uint64_t index_digest(const char *data, size_t len);

/* Bring the texts of links to the pages they lead to (index_anchors.c). */
exit_code index_anchors_write(index_writer *writer);

#endif
