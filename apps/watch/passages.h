/* passages.h: what a page says, cut into passages that can be compared.
 *
 * A passage is the text of one block: a paragraph, a heading, an item, a row.
 * Left out is what the verdicts of the page call navigation; what is not shown;
 * and what says of itself that it is boilerplate: `nav`, and elements whose
 * class, id or role names a menu, advertising, a cookie wall or buttons for
 * sharing, and links that are paid for. On a page without verdicts nothing is
 * navigation.
 */
#ifndef CRAWL_PASSAGES_H
#define CRAWL_PASSAGES_H

#include "common/web/web_url.h"

#include <stdint.h>

/* What is to be seen of a passage and its box (passage_place.h). */
enum {
  PASSAGE_LINK = 1,    /* it has nothing but links, or hardly */
  PASSAGE_SIBLING = 2, /* and they lead to pages of its own layer */
  PASSAGE_AWAY = 4,    /* the box has links, and all lead away */
  PASSAGE_INWARD = 8   /* the box has links into the site */
};

typedef struct passage {
  char *text;    /* owned; white space as single blanks, ended by NUL */
  uint64_t key;  /* passage_key.h */
  uint64_t slot; /* passage_place.h, for links and what leads away another */
  uint64_t box;  /* the slot of its box; 0: it has none */
  uint8_t signs;
  uint8_t crowd; /* boxes of this kind on the page, at most CROWD_MOST */
} passage;

enum { CROWD_MOST = 8 };

/* A key and where it stands in the list. */
typedef struct passage_index {
  uint64_t key;
  size_t place;
} passage_index;

typedef struct passages {
  passage *items;
  size_t count;
  size_t capacity;
  passage_index *keys; /* of all items, ordered, once sealed; NULL before */
} passages;

void passages_done(passages *list);

/* Add one; the text is copied. Lends it; NULL when memory ends. */
passage *passages_add(passages *list, const char *text, size_t len,
                      uint64_t key);

/* Add a copy of one of another list. False when memory ends. */
bool passages_copy(passages *list, const passage *one);

/* Read the passages of a page that came from `address`, in its order, each key
 * once, and seal the list. False when memory ends. */
bool passages_read(const pith_page *page, const web_url *address,
                   passages *out);

/* A list is complete: make it quick to ask. False when memory ends. */
bool passages_seal(passages *list);

/* The passage of a sealed list with a key, lent; NULL: there is none. */
const passage *passages_find(const passages *list, uint64_t key);

#endif
