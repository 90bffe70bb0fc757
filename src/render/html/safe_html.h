/*
 * Between the files that make safe HTML:
 *
 *   safe_html.c     the walk over the tree, and where tags are written
 *   safe_element.c  the allow-list of elements and attributes
 *   safe_text.c     characters and addresses
 */
#ifndef PITH_RENDER_HTML_SAFE_HTML_H
#define PITH_RENDER_HTML_SAFE_HTML_H

#include "render/removed.h"
#include "render/render.h"

/* What becomes of an element of HTML. */
typedef enum pith_safe_way {
  PITH_SAFE_THROUGH, /* only what is in it is written */
  PITH_SAFE_KEEP,    /* start tag, contents, end tag */
  PITH_SAFE_VOID,    /* a start tag */
  PITH_SAFE_CELL,    /* kept, but never without its row */
  PITH_SAFE_PART     /* a part of a table, kept only where it belongs */
} pith_safe_way;

/* Which attributes an element may have, beside those that all may have. */
typedef enum pith_safe_attributes {
  PITH_SAFE_NO_MORE = 0,
  PITH_SAFE_OF_ALL = 1 << 0,
  PITH_SAFE_OF_LINK = 1 << 1,
  PITH_SAFE_OF_IMAGE = 1 << 2,
  PITH_SAFE_OF_CELL = 1 << 3,
  PITH_SAFE_OF_LIST = 1 << 4,
  PITH_SAFE_OF_TIME = 1 << 5,
  PITH_SAFE_OF_DETAILS = 1 << 6,
  PITH_SAFE_OF_CODE = 1 << 7,
  PITH_SAFE_OF_MEDIA = 1 << 8
} pith_safe_attributes;

/* A row of the allow-list. */
typedef struct pith_safe_rule {
  uint8_t way;         /* pith_safe_way */
  bool ends_paragraph; /* its start tag closes an open `p` */
  uint16_t attributes; /* an OR of pith_safe_attributes */
  uint16_t parent;     /* PITH_SAFE_PART, _CELL: what it must be in; `tbody`
                          stands for `thead` and `tfoot` as well */
  const char *name;    /* what is written; NULL: nothing */
} pith_safe_rule;

/* An element that is open in the output. */
typedef struct pith_safe_open {
  const pith_safe_rule *rule; /* way is THROUGH: nothing is written for it */
  uint32_t node;
  uint32_t end;        /* the node behind its last descendant */
  uint32_t paragraph;  /* as in the writer, to be restored */
  int32_t number;      /* `li`: its own; `ol`: of its next item, by the page */
  int32_t due;         /* `ol`: what a browser would give the next item */
  bool link, verbatim; /* as in the writer, to be restored */
} pith_safe_open;

/* Start tags are written late, when something is found that is to be shown:
 * open[0 .. written) have theirs, the others wait. So an element in which the
 * cut left nothing is never written. */
typedef struct pith_safe_writer {
  const pith_tree *tree;               /* borrowed */
  const pith_render_settings *options; /* borrowed */
  pith_removed removed;
  bool has_formula;     /* some are drawn twice: see flow/special_content.h */
  pith_memory *memory;  /* borrowed */
  pith_buffer *out;     /* borrowed */
  pith_buffer base;     /* owned: the base of addresses */
  pith_buffer address;  /* owned: the one being written */
  pith_buffer scratch;  /* owned: text that is cut in part */
  pith_safe_open *open; /* owned */
  uint32_t depth, capacity, written;
  uint32_t paragraph; /* depth of the `p` that a block would close, or 0 */
  bool link;          /* inside an `a` */
  bool verbatim;      /* inside a `pre`: white space counts */
  char space;         /* white space that is due before what comes next, or 0 */
  size_t start;       /* where the body begins in the output */
  bool failed;
} pith_safe_writer;

/* The rule of an element of HTML; lent for the life of the program. */
const pith_safe_rule *pith__safe_rule(pith_tag tag);

/* `<name attributes>` of a node by its rule; `number` is the value of an item,
 * negative where none has to be written. */
void pith__safe_start_tag(pith_safe_writer *writer, uint32_t node,
                          const pith_safe_rule *rule, int32_t number);

/* Text with what means something in HTML escaped, also right in quoted
 * attributes (HTML, "Serializing HTML fragments", "escaping a string"). */
void pith__safe_text(pith_buffer *out, pith_slice text);

/* ` name="value"` */
void pith__safe_attribute(pith_buffer *out, const char *name, pith_slice value);

/* Whether an address may be followed: made absolute by the base it is http,
 * https, mailto, tel, or without a scheme. It is then in `address`. */
bool pith__safe_leads(pith_safe_writer *writer, pith_slice address);

/* ` name="address"` for such an address, or for one inside the page. */
bool pith__safe_address(pith_safe_writer *writer, const char *name,
                        pith_slice address);

/* The document up to the start tag of its body: language, title, and the
 * metadata that name the page. */
void pith__safe_head(pith_safe_writer *writer);

#endif
