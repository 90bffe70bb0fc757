/* review_frame.h: a page as the review shows it: how it looks, and nothing that
 * runs, loads or leads anywhere.
 *
 * The page is written anew from its tree: elements and attributes of two lists
 * stay, everything else goes. Scripts, frames, plug-ins, forms, links, styles
 * that load something, `meta`, `base` and `svg` are not on the lists, so the
 * order of the tags, comments, namespaces and unfinished markup of a hostile
 * page mean nothing: what comes out is well formed and ours. The
 * target of a link is in data-href, which no browser follows.
 *
 * Marks (<pith-nav data-reason="pN">, see review_segments.h) become
 * <pith-nav data-p="N">; the review page colours them.
 */
#ifndef REVIEW_FRAME_H
#define REVIEW_FRAME_H

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
