/* review_losses.h: what a line of lost.jsonl tells of its page.
 *
 *     {"id":..., "losses":[{"run","topic","query","class",...,"spans":[...]}],
 *      "html_b64":...}
 *
 * `pith search experiment` writes such lines (docs/lab/experiment.md): each
 * loss is a search that finds the page lower, or not at all, since its
 * boilerplate was cut. What is told is written anew member by member, so that
 * the browser gets JSON whatever the line is.
 */
#ifndef SERVER_REVIEW_LOSSES_H
#define SERVER_REVIEW_LOSSES_H

#include "lab/review/review_source.h"
#include "common/output/text_out.h"

/* Whether losses are reviewed: the first page of some site tells of some. */
bool review_losses_present(const review_source *source);

/* Write the losses of a page as values of an array, none where the page has
 * none. Fails as page_list_read() does. */
exit_code review_losses_write(const review_source *source,
                              const review_place *place, text_out *out);

#endif
