/*
 * The layer method, default profile: frames and boxes in the text of the page.
 *
 *     div.post { dl.author { a "ann" | "Posts: 12" }    frame
 *                div.text  { "The harbour froze." }
 *                div.up    { a "Top" } }                frame
 *     div.post { dl.author { a "bob" | "Posts: 7" }     frame
 *                ...
 *
 * Posts are no partners of each other: how many there are differs, and they
 * are in no place that a matching of pages would find. What gives a frame
 * away is that the page has several elements of its kind, that there is a link
 * in each, the same words in nearly all, and running text in none.
 *
 * A box is between paragraphs, on this page only. It has no running text
 * either, and begins with a link that partners have too: "Continue reading".
 */
#ifndef PITH_METHOD_LAYER_LAYER_RECORDS_H
#define PITH_METHOD_LAYER_LAYER_RECORDS_H

#include "base/region.h"
#include "method/layer/layer_weigh.h"

/* Set votes[n].field of the texts in frames and boxes of `main`, the element
 * with the text of the page. Memory is taken from the region. PITH_NOMEM,
 * PITH_LIMIT. n log n steps. */
pith_status pith__layer_records_find(pith_region *region,
                                     const pith_layer_page *page, uint32_t main,
                                     pith_layer_weigher *weigher);

#endif
