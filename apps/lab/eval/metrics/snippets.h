/* snippets.h: which of the listed pieces of text are in a text.
 *
 * As bench/score.py of the data has it: both in lower case, every run of white
 * space as one blank, none at the ends.
 */
#ifndef EVAL_SNIPPETS_H
#define EVAL_SNIPPETS_H

#include "common/json/json_scan.h"

#include "pith.h"

/* A text made ready, kept from page to page. Starts zeroed. */
typedef struct snippet_room {
  char *text; /* owned, ended by NUL; NUL in the text itself is U+0001 */
  size_t text_capacity;
  char *piece; /* owned */
  size_t piece_capacity;
  char *low; /* owned */
  size_t low_capacity;
} snippet_room;

void snippet_room_done(snippet_room *room);

/* Make a text ready. */
void snippets_prepare(snippet_room *room, pith_slice text);

/* The share of the strings of a JSON array that are in the text; NAN of none.
 */
double snippets_share(snippet_room *room, json_text array);

#endif
