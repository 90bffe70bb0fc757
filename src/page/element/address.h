/*
 * Addresses of links and images: made absolute, and only such as may be
 * followed without running anything.
 */
#ifndef PITH_PAGE_ELEMENT_ADDRESS_H
#define PITH_PAGE_ELEMENT_ADDRESS_H

#include "base/buffer.h"
#include "html/tree/tree.h"

/* Whether an address runs something instead of leading somewhere: javascript:,
 * vbscript:, data:text/html. Blanks and controls in between do not hide it. */
bool pith__address_is_script(pith_slice address);

/* Whether an address is worth writing down: not empty, at most 8 KB, and not
 * of a kind that leads nowhere (scripts, data:, about:, blob:). */
bool pith__address_is_useful(pith_slice address);

/* Append `address` without white space and, where `base` is not empty, made
 * absolute (RFC 3986, "Reference Resolution"). False, with nothing appended,
 * when it is not useful. A base longer than 8 KB is not used. */
bool pith__address_resolve(pith_slice address, pith_slice base,
                           pith_buffer *out);

/* The base of a page's addresses: its `base` element seen from `page_url`, or
 * `page_url` itself. Appended to `out`. */
void pith__address_base(const pith_tree *tree, pith_slice page_url,
                        pith_buffer *out);

#endif
