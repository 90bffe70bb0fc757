/* query_parse.h: what somebody asks for, as phrases and a formula over them.
 *
 *     tin* "garden gate" AND (green OR blue) NOT NEAR(red door, 5)
 *
 * Words beside each other want one of them, one with a star all that begin so;
 * AND binds closer than OR, and OR closer than that. `a NOT b` and `a AND NOT
 * b` want a without b. Everything is cut into the words of the index first, so
 * a query holds nothing that FTS5 could take for more than a word.
 *
 * The formula is postfix, so that it is evaluated without recursion: operands
 * are pushed, operators take the two on top.
 */
#ifndef SEARCH_QUERY_PARSE_H
#define SEARCH_QUERY_PARSE_H

#include "common/output/text_out.h"
#include "lab/search/words/token_stem.h"

/* What is too long for a query. */
enum { PHRASES_MOST = 64, QUERY_BYTES_MOST = 16384, STEPS_MOST = 512 };

typedef enum query_kind {
  QUERY_PHRASE, /* `first` is its number */
  QUERY_NEAR,   /* phrases [first, first + count), within `distance` words */
  QUERY_PASSED, /* a word that says nothing: left out */
  QUERY_OR,
  QUERY_AND,
  QUERY_NOT
} query_kind;

typedef struct query_step {
  query_kind kind;
  uint32_t first;
  uint32_t count;
  uint32_t distance;
} query_step;

typedef struct query_phrase {
  size_t from; /* in `text`: as token_fts5.h has it */
  size_t len;
  uint32_t words; /* places that it takes */
  uint32_t nth;   /* how many like it come before it in its NEAR */
  bool part;      /* words that begin so are meant too */
  bool ranks;     /* it is wanted, not only excluded */
} query_phrase;

typedef struct query {
  text_out text;
  query_phrase phrases[PHRASES_MOST];
  uint32_t phrase_count;
  query_step steps[STEPS_MOST];
  uint32_t step_count;
} query;

/* Whether two phrases of a query are the same: one of NEAR has a number of its
 * own even if it is known already. */
static inline bool
query_phrase_is(const query_phrase *one, const query_phrase *other)
{
  return one->from == other->from;
}

/* How words are cut. */
typedef struct query_tools {
  token_stems *stems;
  uint64_t
      languages; /* of the pages, by bits: words are stemmed as each does */
} query_tools;

/* Read a query. False when it is none: *why says so.
 * Release it by query_done() in any case. */
bool query_parse(const query_tools *tools, const char *text, size_t len,
                 query *out, const char **why);

/* Read plain words: nothing is special, each is wanted. Words beyond the limit
 * are passed over. */
void query_plain(const query_tools *tools, const char *text, size_t len,
                 query *out);
void query_done(query *q);

#endif
