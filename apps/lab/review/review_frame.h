/* review_frame.h: a page as the review shows it: what it looks like, and
 * nothing that does anything.
 *
 * The page is written anew from its tree: elements and attributes of two lists
 * stay, everything else goes. Scripts, frames, plug-ins, forms, links, styles
 * that load something, `meta`, `base` and `svg` are not on the lists, so the
 * order of the tags, comments, namespaces and unfinished markup of a hostile
 * page mean nothing: what comes out is well formed and ours. Where a link led
 * is told by data-href, which no browser follows.
 *
 * Marks (<pith-nav data-reason="pN">, see review_pieces.h) become
 * <pith-nav data-p="N">; the review page colours them.
 */
#ifndef SERVER_REVIEW_FRAME_H
#define SERVER_REVIEW_FRAME_H

#include "common/output/text_out.h"

#include "pith.h"

/* Write a page, parsed from marked HTML, as UTF-8 to `out`, in memory. With
 * `marks` the marks in it are ours. */
pith_status review_frame_write(text_out *out, const pith_page *page,
                               bool marks);

/* Write CSS without what loads anything: functions that take an address, rules
 * that import, escapes that could hide either. */
void review_frame_css(text_out *out, pith_slice css);

#endif
