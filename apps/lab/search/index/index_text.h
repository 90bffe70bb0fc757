/* index_text.h: the visible text of a page, with the way back to its bytes.
 *
 * All of it, content and boilerplate, in the order of the page: blanks
 * collapsed, a line break between blocks. Pieces tile it; each comes from one
 * range of bytes and lies on one side of every border that methods have drawn,
 * so that a verdict holds for all of a piece or for nothing of it.
 */
#ifndef SEARCH_INDEX_TEXT_H
#define SEARCH_INDEX_TEXT_H

#include "common/output/text_out.h"

#include "pith.h"

typedef struct text_piece {
  uint32_t text_from; /* bytes of the text; the next one begins where it ends */
  pith_span bytes;    /* of the page as it arrived */
} text_piece;

/* A link to another page. */
typedef struct text_link {
  uint64_t target; /* key of its address (index_address.h) */
  uint32_t from;   /* what it says: bytes of the text */
  uint32_t to;
} text_link;

typedef struct index_text {
  text_out text; /* kept in memory */
  text_piece *pieces;
  size_t piece_count;
  size_t piece_room;
  text_link *links;
  size_t link_count;
  size_t link_room;
} index_text;

/* Read a page that came from `address`. `borders` are the offsets where
 * verdicts begin and end, rising. All is borrowed for the call.
 * Release it by index_text_done(). */
void index_text_read(const pith_page *page, const char *address,
                     const uint32_t *borders, size_t border_count,
                     index_text *out);
void index_text_done(index_text *text);

#endif
