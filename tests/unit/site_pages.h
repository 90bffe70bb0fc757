/*
 * Pages for tests of sites: texts of HTML to trees, profiles and models, with
 * everything released at the end.
 */
#ifndef PITH_TESTS_UNIT_SITE_PAGES_H
#define PITH_TESTS_UNIT_SITE_PAGES_H

#include "page/profile/page_profile.h"
#include "decode/decode.h"
#include "html/tree/tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A page and what is made from it. Kept until site_page_done(). */
typedef struct site_page {
  pith_decoded decoded;
  pith_tree tree;
  pith_page_profile profile;
} site_page;

/* Parse and make the profile; false when memory ends. */
static inline bool
site_page_init(site_page *page, pith_memory *memory, pith_slice html)
{
  static const pith_decode_hints hints = {NULL, NULL, NULL};
  pith_options options;
  pith_options_default(&options);
  pith_tree_options tree_options = {.limits = pith__tree_limits(&options)};
  memset(page, 0, sizeof *page);
  pith__decode_init(&page->decoded, memory);
  pith__tree_init(&page->tree, memory);
  pith__page_profile_init(&page->profile, memory);
  return pith__decode(&page->decoded, html, &hints) == PITH_OK &&
         pith__tree_build(&page->tree, page->decoded.text, &tree_options) ==
             PITH_OK &&
         pith__page_profile_make(&page->profile, &page->tree) == PITH_OK;
}

static inline void
site_page_done(site_page *page)
{
  pith__page_profile_done(&page->profile);
  pith__tree_done(&page->tree);
  pith__decode_done(&page->decoded);
}

/* Page number `number` of a made-up site: a frame, and a text of its own. The
 * result is valid until the next call. */
static inline pith_slice
site_page_text(uint32_t number)
{
  static char html[2048];
  int len = snprintf(
      html, sizeof html,
      "<html><head><title>Page %u</title></head><body>"
      "<ul class=menu><li><a href=a>Home</a></li><li><a href=b>News</a></li>"
      "<li><a href=c>About us</a></li></ul><div class=text><h1>Page %u</h1>"
      "<p>The %u apples of garden %u were counted by %u children. Nobody "
      "found number %u, and they looked behind wall %u too.</p></div>"
      "<div class=foot><p>Made with patience by the people of the "
      "village.</p></div></body></html>",
      number, number, number * 7 + 1, number * 3, number + 5, number * 11,
      number * 13);
  return (pith_slice){html, (size_t)len};
}

#endif
