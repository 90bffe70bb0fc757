/* index_page.h: a parsed page made ready for the index, in any thread.
 *
 *     pith_page ──► verdicts of every method ──► text in pieces ──► words
 *                                     └──────────► runs, spans, links
 *
 * What is left for the one thread that writes is to hand it to SQLite.
 */
#ifndef SEARCH_INDEX_PAGE_H
#define SEARCH_INDEX_PAGE_H

#include "lab/search/index/index_shape.h"
#include "lab/search/words/token_words.h"

#include "pith.h"

/* Texts and bytes are owned, kept in memory (no descriptor). */
typedef struct index_page {
  text_out title;       /* as it is */
  text_out body;        /* all visible text */
  text_out title_words; /* cut, as token_fts5.h has it */
  text_out body_words;
  text_out shape; /* index_shape.h, as the next two */
  text_out spans;
  text_out links;
  uint64_t target; /* key of the address that links to it have */
  unsigned language;
  uint32_t words[2];              /* of title and body */
  uint32_t content[METHODS_MOST]; /* words of the body that are content */
} index_page;

/* What a page is made ready with; all borrowed. */
typedef struct index_page_tools {
  token_stems *stems;
  uint32_t methods;
  bool no_boilerplate; /* leave out what the first method cuts */
  /* Sets the verdicts of a page by a method. */
  pith_status (*classify)(void *state, uint32_t method, pith_page *page);
  void *state;
} index_page_tools;

/* Make a page ready. PITH_NOMEM, PITH_LIMIT; release it by index_page_done() in
 * any case. `address` is where it came from; one that is only `made` up gives
 * way to the one that the page declares. */
pith_status index_page_make(const index_page_tools *tools, pith_page *page,
                            const char *address, bool made, index_page *out);
void index_page_done(index_page *page);

/* Cut a text into `out` for the tokenizer of FTS5; returns how many places it
 * has. `starts` (may be NULL) gets where each word begins; it has *start_count
 * already, and may have room for none. */
typedef struct word_starts {
  uint32_t *items; /* owned */
  size_t count;
  size_t room;
} word_starts;

uint32_t index_cut_words(token_stems *stems, unsigned language,
                         const char *text, size_t len, text_out *out,
                         word_starts *starts);

#endif
