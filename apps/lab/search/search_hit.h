/* search_hit.h: a page that was found, as members of a JSON object; the same
 * for `search query --json` and /v1/search. */
#ifndef SEARCH_SEARCH_HIT_H
#define SEARCH_SEARCH_HIT_H

#include "common/json/json_out.h"
#include "lab/search/query/query_snippet.h"

/* Write v, rank, score, id, url, title, snippet and highlights, which are byte
 * ranges within the snippet. All is borrowed. */
void search_hit_write(json_out *json, size_t rank, const search_hit *hit,
                      const search_page *page, const query_snippet *snippet);

/* Write why it was found: "why", a list of words with how often each is in
 * content and in boilerplate, and the words of the page in both. */
void search_why_write(json_out *json, const search_page *page,
                      const query_snippet *snippet);

#endif
