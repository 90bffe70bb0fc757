/*
 * check-safe: what must hold for safe HTML of every page, and of pages that
 * were damaged on purpose.
 *
 *     check_safe ROUNDS [OUTPUTS] < LIST       (a file name a line)
 *
 * Each page is taken as it is and then, ROUNDS times, with up to 12 mutations
 * (fuzz/html_mutator.h), in an encoding by dice and with verdicts by dice. The
 * output must pass safe_oracle.h, and a page without verdicts must come back
 * from its own output unchanged: what is parsed again is what was written.
 *
 * Every output is written to OUTPUTS too, its length on a line before it: for a
 * parser that is not ours (safe_parse5.mjs).
 *
 * The dice are the same in every run. Exit 1 when something does not hold.
 */
#include "../../fuzz/html_mutator.h"
#include "base/slice.h"
#include "render/render.h"
#include "safe_oracle.h"

#include <stdio.h>
#include <stdlib.h>

#define ROOM ((size_t)1 << 18) /* larger pages are cut there */

typedef struct parsed {
  pith_memory memory;
  pith_decoded decoded;
  pith_tree tree;
  pith_verdicts verdicts;
} parsed;

static bool
parse(parsed *page, pith_slice html, const char *encoding)
{
  pith_options defaults;
  pith_tree_options how = {.scripting = false};
  pith_decode_hints hints = {encoding, NULL, NULL};
  pith_options_default(&defaults);
  how.limits = pith__tree_limits(&defaults);
  pith__memory_init(&page->memory, NULL, (size_t)1 << 30);
  pith__decode_init(&page->decoded, &page->memory);
  pith__tree_init(&page->tree, &page->memory);
  pith__verdicts_init(&page->verdicts, &page->memory);
  return pith__decode(&page->decoded, html, &hints) == PITH_OK &&
         pith__tree_build(&page->tree, page->decoded.text, &how) == PITH_OK;
}

static void
done(parsed *page)
{
  pith__verdicts_done(&page->verdicts);
  pith__tree_done(&page->tree);
  pith__decode_done(&page->decoded);
}

static void
add_verdicts(parsed *page, uint64_t *dice)
{
  uint32_t len = page->tree.store.text_len;
  for (uint32_t i = mutator_roll(dice, 6); i > 0 && len > 0; i--) {
    const pith_tree_node *node =
        &page->tree.nodes[mutator_roll(dice, page->tree.count)];
    pith_span span = {node->from, node->close_to};
    if (mutator_roll(dice, 3) == 0) {
      span.from = mutator_roll(dice, len);
      span.to = span.from + 1 + mutator_roll(dice, len - span.from);
    }
    pith__verdicts_add(&page->verdicts, span, PITH_NAVIGATION, 0.5F, "dice");
  }
  pith__verdicts_settle(&page->verdicts);
}

static bool
render(parsed *page, pith_buffer *out)
{
  pith_render_page input = {&page->tree, &page->verdicts, &page->decoded,
                            &page->memory};
  pith_render_settings how;
  pith__render_defaults(&how);
  pith__buffer_clear(out);
  return pith__render_html(&input, &how, out) == PITH_OK;
}

/* Output parsed and written again must be the same. Trees that hit a limit are
 * not the page's. */
static const char *
check_again(const parsed *page, pith_slice html)
{
  parsed again;
  pith_buffer out;
  const char *complaint = NULL;
  if (page->tree.limits_hit)
    return NULL;
  bool good = parse(&again, html, NULL);
  pith__buffer_init(&out, &again.memory);
  if (!good || !render(&again, &out))
    complaint = "cannot be read again";
  else if (!again.tree.limits_hit &&
           !pith__slice_equal(pith__buffer_slice(&out), html))
    complaint = "comes back changed";
  if (complaint && getenv("PITH_SHOW"))
    fprintf(stderr, "%.*s\n---\n%.*s\n", (int)html.len, html.data, (int)out.len,
            out.data);
  pith__buffer_done(&out);
  done(&again);
  return complaint;
}

/* What is wrong with one page; NULL for nothing. `outputs` may be NULL. */
static const char *
check(pith_slice html, const char *encoding, uint64_t *dice, FILE *outputs)
{
  parsed page;
  pith_buffer out;
  const char *complaint = NULL;
  bool good = parse(&page, html, encoding);
  pith__buffer_init(&out, &page.memory);
  if (good && mutator_roll(dice, 2))
    add_verdicts(&page, dice);
  if (!good || !render(&page, &out))
    complaint = "no output";
  else
    complaint = safe_complaint(pith__buffer_slice(&out));
  if (outputs) {
    fprintf(outputs, "%zu\n", out.len);
    fwrite(out.data, 1, out.len, outputs);
  }
  if (!complaint)
    complaint = check_again(&page, pith__buffer_slice(&out));
  pith__buffer_done(&out);
  done(&page);
  return complaint;
}

static size_t
read_page(const char *path, char *page)
{
  FILE *file = fopen(path, "rb");
  size_t len = file ? fread(page, 1, ROOM / 2, file) : 0;
  if (file)
    fclose(file);
  return len;
}

static void
report(const char *path, int round, pith_slice page, const char *complaint)
{
  const char *folder = getenv("PITH_FINDINGS");
  char name[2 * 8192];
  printf("%s: round %d: %s\n", path, round, complaint);
  if (!folder)
    return;
  const char *base = strrchr(path, '/');
  snprintf(name, sizeof name, "%s/%s.%d", folder, base ? base + 1 : path,
           round);
  FILE *file = fopen(name, "wb");
  if (file) {
    fwrite(page.data, 1, page.len, file);
    fclose(file);
  }
}

int
main(int count, char **words)
{
  static const char *const encodings[] = {NULL,          NULL,        "utf-8",
                                          "utf-16le",    "utf-16be",  "gb18030",
                                          "iso-2022-jp", "shift_jis", "big5"};
  static char page[ROOM], damaged[ROOM];
  char path[8192];
  size_t checks = 0, failures = 0;
  int rounds = count > 1 ? (int)strtol(words[1], NULL, 10) : 1;
  FILE *outputs = count > 2 ? fopen(words[2], "wb") : NULL;
  while (fgets(path, sizeof path, stdin)) {
    path[strcspn(path, "\n")] = '\0';
    size_t len = read_page(path, page);
    uint64_t dice = len * 2654435761u + 1;
    for (int i = 0; i <= rounds; i++) {
      size_t now = len;
      const char *encoding = NULL;
      memcpy(damaged, page, len);
      for (uint32_t k = i == 0 ? 0 : 1 + mutator_roll(&dice, 12); k > 0; k--)
        now = mutate_html(damaged, now, ROOM, &dice);
      if (i > 0)
        encoding = encodings[mutator_roll(&dice, 9)];
      const char *complaint =
          check(pith__slice(damaged, now), encoding, &dice, outputs);
      if (complaint && getenv("PITH_SHOW"))
        fprintf(stderr, "encoding %s\n", encoding ? encoding : "-");
      if (complaint)
        report(path, i, pith__slice(damaged, now), complaint);
      failures += complaint != NULL;
      checks++;
    }
  }
  if (outputs && fclose(outputs) != 0)
    failures++;
  printf("safe html: %zu pages, %zu failures\n", checks, failures);
  return failures > 0;
}
