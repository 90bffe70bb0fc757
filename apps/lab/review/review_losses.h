/* review_losses.h: the losses that a line of lost.jsonl lists for its page.
 *
 *     {"id":..., "losses":[{"run","topic","query","class",...,"spans":[...]}],
 *      "html_b64":...}
 *
 * `pith search experiment` writes such lines (docs/lab/experiment.md): each
 * loss is a search that finds the page lower, or not at all, since its
 * boilerplate was cut. What is shown is written anew member by member, so that
 * the browser gets JSON whatever the line is.
 */
#ifndef REVIEW_LOSSES_H
#define REVIEW_LOSSES_H

#include "lab/review/review_source.h"
#include "common/json/json_out.h"

/* Whether losses are reviewed: the first page of some site has some. */
bool review_losses_present(const review_source *source);

/* Write the losses of a page as values of an array, none where the page has
 * none. Fails as page_list_read() does. */
exit_code review_losses_write(const review_source *source,
                              const review_place *place, json_out *json);

#endif
