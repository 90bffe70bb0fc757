/* explain_vips.h: a page in, its visual blocks on the terminal out.
 *
 *     page.html: vips, pdoc 5, 7 blocks, 5 leaves, 412 characters
 *      1         0-2210     412
 *      8  10  3    120-402       80 * Home | News | Contact
 *
 * A line a block, indented by its depth: degree of coherence, the rule that
 * decided, the weight of the separator before it, its bytes, its characters,
 * and for a leaf a star and its first words.
 */
#ifndef CLI_EXPLAIN_VIPS_H
#define CLI_EXPLAIN_VIPS_H

#include "common/output/text_out.h"

#include "pith.h"

/* Write the blocks of `page`, called `name`. PITH_NOMEM, PITH_LIMIT. */
pith_status explain_vips(const char *name, pith_page *page, uint32_t pdoc,
                         text_out *out);

#endif
