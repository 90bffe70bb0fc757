/*
 * What the files of this folder share, and nobody else includes.
 */
#ifndef PITH_HTML_RECOVER_PARTS_H
#define PITH_HTML_RECOVER_PARTS_H

#include "html/recover/recover.h"

/* One look at a tree. Bytes are read from the text it was built of, and edits
 * go to the copy: offsets are the same in both. */
typedef struct pith_recover_look {
  pith_recovery *recovery; /* borrowed, as the tree */
  const pith_tree *tree;
  pith_slice text;
  uint64_t budget; /* nodes that may be looked at more than once */
} pith_recover_look;

/* --- edits.c -------------------------------------------------------------- */

/* Note a repair at `from`. `name` is lent for the life of the program. */
void pith__repair_note(pith_recover_look *look, const char *name,
                       uint32_t from);

/* Make [from, to) a comment: at least three bytes, whole characters. */
void pith__repair_hide(pith_recover_look *look, pith_span span);

/* Make [from, to) white space. */
void pith__repair_blank(pith_recover_look *look, pith_span span);

/* Overwrite the bytes at `at` with these. */
void pith__repair_put(pith_recover_look *look, uint32_t at, const char *bytes);

/* --- swallow.c ------------------------------------------------------------ */

/* Look at a node that may hold more than it should, and repair it. */
void pith__swallow_element(pith_recover_look *look, uint32_t node);
void pith__swallow_comment(pith_recover_look *look, uint32_t node);

/* Look at a tag that may hold more tags in a value, and repair the quote. */
void pith__swallow_tag(pith_recover_look *look, pith_span tag);

/* A tag at the end of the page that a quote keeps open has no node. */
void pith__swallow_last_tag(pith_recover_look *look);

/* --- xml_page.c ----------------------------------------------------------- */

/* Whether an XML serialiser has written the page: every void element closes
 * itself, some other element does, and none is written as an empty pair. */
bool pith__is_xml_page(const pith_tree *tree);

/* Whether the start tag [from, to) ends in a '/' that is no value's. */
bool pith__closes_itself(pith_slice text, pith_span tag);

#endif
