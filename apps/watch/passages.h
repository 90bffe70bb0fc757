/* passages.h: the content of a page, cut into passages that can be compared.
 *
 * A passage is the text of one block of the library: a paragraph, a heading, an
 * item; the cells of a table row are one passage. Left out are blocks that the
 * verdicts of the page label navigation; that are not shown; that the library
 * gives a role of boilerplate (menus, advertising, cookie walls, buttons for
 * sharing); and paid links. On a page without verdicts nothing is navigation.
 */
#ifndef WATCH_PASSAGES_H
#define WATCH_PASSAGES_H

#include "common/web/web_url.h"

#include "pith_experimental.h"

#include <stdint.h>

/* Traits of a passage and its box (page_layout.h). Stored, so the values stay.
 */
enum {
  PASSAGE_LINK = 1,    /* at least four fifths of it are links */
  PASSAGE_SIBLING = 2, /* which lead to pages of its own layer */
  PASSAGE_AWAY = 4,    /* the box has links, and all lead away */
  PASSAGE_INWARD = 8   /* the box has links into the site */
};

typedef struct passage {
  char *text;      /* owned; white space as single blanks, ended by NUL */
  uint64_t key;    /* passage_key.h */
  uint64_t region; /* page_layout.h; links have one of their own */
  uint64_t box;    /* the region of its box; 0: none */
  uint8_t traits;
  uint8_t box_count; /* such boxes on the page, at most BOX_COUNT_MOST */
} passage;

enum { BOX_COUNT_MOST = 8 };

/* A key and where it all_now in the list. */
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
bool passages_read(pith_page *page, const web_url *address, passages *out);

/* The list is complete: index it for passages_find(). False when memory ends.
 */
bool passages_seal(passages *list);

/* The passage of a sealed list with a key, lent; NULL: there is none. */
const passage *passages_find(const passages *list, uint64_t key);

#endif
