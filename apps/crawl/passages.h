/* passages.h: what a page says, cut into passages that can be compared.
 *
 * A passage is the text of one block: a paragraph, a heading, an item, a row.
 * Left out is what the verdicts of the page call navigation; what is not shown;
 * and what says of itself that it is framing: `nav`, and elements whose class,
 * id or role names a menu, advertising, a cookie wall or buttons for sharing,
 * and links that are paid for.
 */
#ifndef CRAWL_PASSAGES_H
#define CRAWL_PASSAGES_H

#include "web_url.h"

typedef struct passage {
  char *text;   /* owned; white space as single blanks, ended by NUL */
  uint64_t key; /* passage_key.h */
} passage;

typedef struct passages {
  passage *items;
  size_t count;
  size_t capacity;
  uint64_t *keys; /* of all items in order, once sealed; NULL before */
} passages;

void passages_done(passages *list);

/* Add one; the text is copied. False when memory ends. */
bool passages_add(passages *list, const char *text, size_t len, uint64_t key);

/* Read the passages of a judged page, in its order, each key once, and seal the
 * list. False when memory ends. */
bool passages_read(const pith_page *page, passages *out);

/* A list is complete: make it quick to ask. False when memory ends. */
bool passages_seal(passages *list);

/* Whether a sealed list has a key. */
bool passages_have(const passages *list, uint64_t key);

#endif
