/* Blocks and their roles through the public interface. */
#include <pith_experimental.h>

#include <stdio.h>
#include <string.h>

static int failures;

static const char html[] =
    "<body><nav><a href=/>Home</a></nav>"
    "<article><h1>Head</h1><p>The text of the page is in this paragraph, which"
    " has a full sentence. And here is another one.</p></article>"
    "<div class=\"promo-box\"><p>Buy now</p></div>"
    "<p hidden>Waits for a script</p>";

typedef struct wanted_block {
  const char *text;
  unsigned with;    /* roles it has */
  unsigned without; /* and has not */
  bool hidden;
} wanted_block;

static const wanted_block wanted[] = {
    {"Home", PITH_ROLE_NAVIGATION, PITH_ROLE_ARTICLE, false},
    {"Head", PITH_ROLE_ARTICLE, PITH_ROLE_NAVIGATION, false},
    {"The text", PITH_ROLE_ARTICLE, PITH_ROLE_ASIDE, false},
    {"Buy now", PITH_ROLE_ASIDE, PITH_ROLE_ARTICLE, false},
    {"Waits", 0, PITH_ROLE_ASIDE, true},
};

static void
check_block(pith_page *page, pith_blocks *blocks, uint32_t index)
{
  const wanted_block *row = &wanted[index];
  pith_text_block block = pith_blocks_get(blocks, index);
  pith_slice text;
  uint32_t roles = 0;
  pith_status got = pith_blocks_text(blocks, index, &text);
  pith_status status = pith_blocks_roles(blocks, index, &roles);
  if (got != PITH_OK || status != PITH_OK || text.len < strlen(row->text) ||
      memcmp(text.data, row->text, strlen(row->text)) != 0 ||
      (roles & row->with) != row->with || (roles & row->without) != 0 ||
      block.hidden != row->hidden || block.first >= block.end ||
      pith_node_get_kind(page, block.first) != PITH_NODE_TEXT) {
    failures++;
    printf("block %u: '%.*s', roles %x\n", (unsigned)index, (int)text.len,
           text.data, (unsigned)roles);
  }
}

int
main(void)
{
  pith_context *context;
  pith_page *page;
  pith_blocks *blocks;
  pith_slice bytes;
  uint32_t roles = 1;
  bytes.data = html;
  bytes.len = sizeof html - 1;
  if (pith_context_new(NULL, &context) != PITH_OK ||
      pith_page_parse(context, bytes, NULL, &page, NULL) != PITH_OK ||
      pith_blocks_new(page, NULL, &blocks) != PITH_OK)
    return 1;
  failures += pith_blocks_count(blocks) != 5;
  for (uint32_t i = 0; i < 5 && failures == 0; i++)
    check_block(page, blocks, i);
  /* Beyond the last block there is nothing. */
  failures += pith_blocks_roles(blocks, 5, &roles) != PITH_OK || roles != 0;
  pith_blocks_free(blocks);
  pith_page_free(page);
  pith_context_free(context);
  return failures > 0;
}
