/*
 * The prose that a page keeps for its scripts, for pages that show none: texts
 * of linked data, and strings of the state that a framework embeds.
 *
 *     <div id="__next"></div>
 *     <script id="__NEXT_DATA__" type="application/json">
 *       {"props":{"post":{"body":"<p>It rained all day.</p>"}}}</script>
 *
 * What is found is HTML, so that it can be rendered like a page.
 */
#ifndef PITH_PAGE_DECLARED_SHELL_TEXT_H
#define PITH_PAGE_DECLARED_SHELL_TEXT_H

#include "base/buffer.h"
#include "html/tree/tree.h"

typedef struct pith_shell_text {
  const char *source; /* "linked-data", "state"; NULL: nothing was found */
  uint32_t words;
} pith_shell_text;

/* Append the prose of the scripts of `tree` to `html`: of linked data, or else
 * of embedded state. Fails with PITH_NOMEM or PITH_LIMIT. */
pith_status pith__shell_text(const pith_tree *tree, pith_buffer *html,
                             pith_shell_text *out);

/* Whether the page has an element that frameworks fill. */
bool pith__shell_is_mount(const pith_tree *tree);

#endif
