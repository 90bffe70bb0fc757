/* review_frame.h: a page as the review shows it: how it looks, and nothing that
 * runs, loads or leads anywhere.
 *
 * The page is written anew from its tree: elements and attributes of two lists
 * stay, everything else goes. Scripts, frames, plug-ins, forms, links, styles
 * that load something, `meta`, `base` and `svg` are not on the lists, so the
 * order of the tags, comments, namespaces and unfinished markup of a hostile
 * page mean nothing: what comes out is well formed and ours. The
 * target of a link is in data-href, which no browser follows. Style sheets,
 * images and fonts that lie beside the page (review_parts.h) are referred to
 * there.
 *
 * Marks (<pith-nav data-reason="pN">, see review_segments.h) become
 * <pith-nav data-p="N">; the review page colours them.
 */
#ifndef REVIEW_FRAME_H
#define REVIEW_FRAME_H

#include "common/output/text_out.h"

#include "pith.h"

/* Where addresses of a style sheet lead. `write` writes the address that takes
 * the place of `reference`, without quotes, brackets or spaces in it; false:
 * there is none. */
typedef struct review_links {
  bool (*write)(const struct review_links *links, pith_slice reference,
                bool css, text_out *out);
  pith_slice base; /* the address of the style sheet or page */
} review_links;

/* review_css.c: every address in a style sheet is given to `links`; what else
 * could load, import or run something, and names that are ours, become words
 * that mean nothing. Write a style sheet, or the value of a style attribute.
 * Without `links` no address stays. */
void review_css_write(text_out *out, pith_slice css, const review_links *links);

/* Write a page, parsed from marked HTML, as UTF-8 to `out`, in memory. With
 * `marks` the marks in it are ours. `links` is where its parts are; NULL:
 * nowhere. */
pith_status review_frame_write(text_out *out, const pith_page *page, bool marks,
                               const review_links *links);

/* What <base> declares as the address of the page; false: nothing. Lent by the
 * page. */
bool review_frame_base(const pith_page *page, pith_slice *out);

#endif
