/*
 * A page and its verdicts in, a readable form of it out.
 *
 *   tree + verdicts ──┬─► flow ──┬─► text
 *                     │          ├─► Markdown
 *                     │          └─► TEI, XML
 *                     ├─► HTML, by an allow-list
 *                     ├─► cleaned HTML, the input minus what was removed
 *                     └─► marked HTML, the input plus marks
 *
 * What a verdict calls navigation is removed; everything else that a reader
 * would see is kept, so an empty list keeps the whole page. All renderers
 * append to a buffer, take time linear in the page, do not recurse, and fail
 * with PITH_NOMEM or PITH_LIMIT only.
 */
#ifndef PITH_RENDER_RENDER_H
#define PITH_RENDER_RENDER_H

#include "base/buffer.h"
#include "page/element/display.h"
#include "decode/decode.h"
#include "html/tree/tree.h"
#include "verdict/verdict.h"

/* What is rendered. All of it is borrowed for the call. */
typedef struct pith_render_page {
  const pith_tree *tree;
  const pith_verdicts *verdicts; /* settled, in text offsets; NULL: none */
  pith_decoded *decoded;         /* the text of the tree, and its bytes */
  pith_memory *memory;           /* for what is needed on the way */
} pith_render_page;

/* Where the headline goes: the heading that the title of the page names. */
typedef enum pith_headline_place {
  PITH_HEADLINE_AS_IS = 0, /* as the verdicts have it */
  PITH_HEADLINE_FIRST = 1, /* first and once, whatever verdicts say */
  PITH_HEADLINE_NEVER = 2  /* left out */
} pith_headline_place;

/* How. pith__render_defaults() fills it. Links and images only add to the
 * output: the words are the same with and without them. */
typedef struct pith_render_settings {
  bool links;   /* Markdown: [text](address) */
  bool images;  /* Markdown: ![text](address) */
  bool players; /* Markdown: links to video and audio, which have words */
  bool tables;  /* text, Markdown: data tables; false leaves them out */
  bool alt;     /* text, Markdown: the alternative text of images as text */
  pith_display_view view; /* text, Markdown: whether hidden is hidden */
  bool highlight; /* marked: a style block at the end that tints the marks */
  pith_headline_place headline; /* text, Markdown, TEI */
  pith_slice title;    /* the headline of a page without one; may be empty */
  pith_slice base_url; /* addresses are made absolute with it; may be empty */
} pith_render_settings;

/* Links off for text and on for Markdown is the renderer's business: here all
 * of links, images and tables are on, the rest is off. */
void pith__render_defaults(pith_render_settings *options);

/* Plain text; see docs/formats/text.md. */
pith_status pith__render_text(const pith_render_page *page,
                              const pith_render_settings *options,
                              pith_buffer *out);

/* CommonMark with pipe tables; see docs/formats/markdown.md. */
pith_status pith__render_markdown(const pith_render_page *page,
                                  const pith_render_settings *options,
                                  pith_buffer *out);

/* What a TEI document says about its page; lent for the call, empty: unknown.
 * The date is that of metadata, ISO 8601. */
typedef struct pith_tei_header {
  pith_slice title, author, site, url, date;
  pith_slice description, language, tags; /* XML only; tags a line each */
} pith_tei_header;

/* TEI P5, well-formed for every page; see docs/formats/tei.md. */
pith_status pith__render_tei(const pith_render_page *page,
                             const pith_render_settings *options,
                             const pith_tei_header *header, pith_buffer *out);

/* The same body in a plain document, metadata as attributes; see
 * docs/formats/xml.md. */
pith_status pith__render_xml(const pith_render_page *page,
                             const pith_render_settings *options,
                             const pith_tei_header *header, pith_buffer *out);

/* A new document in UTF-8, written from the tree by an allow-list of elements
 * and attributes: safe to show; see docs/formats/html.md. */
pith_status pith__render_html(const pith_render_page *page,
                              const pith_render_settings *options,
                              pith_buffer *out);

/* The bytes of the page minus what was removed, still balanced, scripts and
 * all; see docs/formats/cleaned.md. */
pith_status pith__render_cleaned(const pith_render_page *page,
                                 pith_buffer *out);

/* The bytes of the page with a mark around every text and image that would be
 * removed; see docs/formats/marked.md. *marks_present is set when the page had
 * marks before and was passed through as it is. */
pith_status pith__render_marked(const pith_render_page *page,
                                const pith_render_settings *options,
                                pith_buffer *out, bool *marks_present);

#endif
