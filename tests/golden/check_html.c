/*
 * check-html: what must hold for marked and cleaned HTML of every page.
 *
 *     check_html [ROUNDS] < LIST       (a file name a line)
 *     check_html pairs < LIST          (a page, a tab, the page cleaned)
 *
 * Each page is given verdicts by dice: whole elements, and ranges of bytes that
 * respect nothing. Then
 *
 *   marked minus the marks (by the expression of the format) is the page;
 *   marked parses to the same text, with pith-nav elements around some of it;
 *   cleaned HTML is a subsequence of the page, and has no more open or
 * unmatched elements than the page.
 *
 * Of pairs only the last is checked, with the verdicts of whoever made them.
 *
 * The dice are the same in every run. Exit 1 when something does not hold.
 */
#include "api/workspace.h"
#include "base/slice.h"
#include "render/html/insertion_point.h"
#include "render/html/text_spans.h"
#include "render/render.h"
#include "render/html/byte_mask.h"
#include "html/token/tag_scan.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct faults {
  uint64_t open;      /* elements without an end tag that should have one */
  uint64_t unmatched; /* end tags that close nothing */
  uint64_t marks;     /* pith-nav elements */
} faults;

static uint32_t
roll(uint64_t *dice, uint32_t sides)
{
  *dice = *dice * 6364136223846793005u + 1442695040888963407u;
  return sides == 0 ? 0 : (uint32_t)((*dice >> 33) % sides);
}

static bool
must_close(const pith_tree_node *node)
{
  unsigned properties = pith__tag_properties[node->tag];
  if (node->space != PITH_NAMESPACE_HTML)
    return false;
  return !(properties & (PITH_PROPERTY_VOID | PITH_PROPERTY_IMPLIED_END |
                         PITH_PROPERTY_THOROUGH_END)) &&
         node->tag != PITH_TAG_HTML && node->tag != PITH_TAG_BODY &&
         node->tag != PITH_TAG_HEAD;
}

static void
count_faults_of_node(const pith_tree *tree, uint32_t n, pith_byte_mask *known,
                     faults *out)
{
  const pith_tree_node *node = &tree->nodes[n];
  pith_text_spans pieces;
  pith_span piece;
  if (node->kind == PITH_NODE_TEXT) {
    pith__text_spans_init(&pieces, tree, n);
    while (pith__text_spans_next(&pieces, &piece))
      pith__byte_mask_set(known, piece.from, piece.to);
    return;
  }
  if (node->kind != PITH_NODE_ELEMENT) {
    pith__byte_mask_set(known, node->from, node->close_to);
    return;
  }
  pith__byte_mask_set(known, node->from, node->open_to);
  pith__byte_mask_set(known, node->close_from, node->close_to);
  bool opened = node->open_to > node->from;
  bool closed = node->close_to > node->close_from;
  out->open += opened && !closed && must_close(node);
  out->unmatched += closed && !opened && must_close(node);
  out->marks +=
      pith__slice_equal(pith__tree_name(tree, n), pith__slice_of("pith-nav"));
}

/* Count what is wrong with a parsed page. */
static faults
count_faults(const pith_tree *tree, pith_memory *memory)
{
  faults out = {0, 0, 0};
  pith_byte_mask known;
  pith_slice text = {tree->store.text, tree->store.text_len};
  pith_region region;
  pith__region_init(&region, memory);
  if (!pith__byte_mask_init(&known, &region, (uint32_t)text.len))
    exit(3);
  for (uint32_t n = 1; n < tree->count; n++)
    if (tree->nodes[n].kind != PITH_NODE_CONTENT)
      count_faults_of_node(tree, n, &known, &out);
  for (uint32_t i = 0; i + 2 < text.len; i++)
    out.unmatched += !pith__byte_mask_has(&known, i) && text.data[i] == '<' &&
                     text.data[i + 1] == '/' &&
                     pith__is_letter(text.data[i + 2]);
  pith__region_done(&region);
  return out;
}

static void
add_verdicts(const pith_tree *tree, uint64_t *dice, pith_verdicts *verdicts)
{
  static const char *const reasons[] = {"chain", "dice-1", "x"};
  uint32_t count = 1 + roll(dice, 12);
  pith__verdicts_clear(verdicts);
  for (uint32_t i = 0; i < count; i++) {
    const pith_tree_node *node = &tree->nodes[roll(dice, tree->count)];
    pith_span span = {node->from, node->close_to};
    if (roll(dice, 3) == 0) {
      span.from = roll(dice, tree->store.text_len);
      span.to = span.from + roll(dice, 2000);
      if (span.to > tree->store.text_len)
        span.to = tree->store.text_len;
    }
    pith__verdicts_add(verdicts, span, roll(dice, 5) > 0 ? 1 : 0,
                       (float)roll(dice, 101) / 100.0F, reasons[roll(dice, 3)]);
  }
  pith__verdicts_settle(verdicts);
}

/* The length of a mark at p, 0 when there is none; the expression
 *   </pith-nav>|<pith-nav data-reason="[a-z0-9-]{1,32}"
 *   data-score="[0-9.]{1,4}">
 */
static size_t
mark_length(const char *p, const char *end)
{
  static const char close[] = "</pith-nav>";
  static const char open[] = "<pith-nav data-reason=\"";
  static const char score[] = "\" data-score=\"";
  const char *at = p;
  size_t count = 0;
  if ((size_t)(end - p) >= sizeof close - 1 &&
      memcmp(p, close, sizeof close - 1) == 0)
    return sizeof close - 1;
  if ((size_t)(end - p) < sizeof open - 1 ||
      memcmp(p, open, sizeof open - 1) != 0)
    return 0;
  for (at += sizeof open - 1; at < end && *at != '"'; at++, count++)
    if (!((*at >= 'a' && *at <= 'z') || pith__is_digit(*at) || *at == '-'))
      return 0;
  if (count < 1 || count > 32 || (size_t)(end - at) < sizeof score - 1 ||
      memcmp(at, score, sizeof score - 1) != 0)
    return 0;
  count = 0;
  for (at += sizeof score - 1; at < end && *at != '"'; at++, count++)
    if (!pith__is_digit(*at) && *at != '.')
      return 0;
  if (count < 1 || count > 4 || end - at < 2 || at[1] != '>')
    return 0;
  return (size_t)(at + 2 - p);
}

/* Whether `marked` without its marks is `bytes`. UTF-16 is looked at in steps
 * of two bytes. */
static bool
minus_marks_is(pith_slice marked, pith_slice bytes, pith_code_unit unit)
{
  const char *p = marked.data, *end = p + marked.len;
  size_t at = 0, step = unit == PITH_UNIT_BYTE || unit == PITH_UNIT_SHIFTED ||
                                unit == PITH_UNIT_NONE
                            ? 1
                            : 2;
  char narrow[128];
  while (p < end) {
    size_t len;
    if (step == 1) {
      len = mark_length(p, end);
    } else {
      size_t count = 0;
      for (const char *q = p; q + 1 < end && count < sizeof narrow; q += 2)
        narrow[count++] = q[unit == PITH_UNIT_BIG];
      bool wide = end - p > 1 && p[unit != PITH_UNIT_BIG] != '\0';
      len = wide ? 0 : mark_length(narrow, narrow + count) * 2;
    }
    if (len > 0) {
      p += len;
      continue;
    }
    for (size_t i = 0; i < step && p < end; i++, p++, at++)
      if (at >= bytes.len || *p != bytes.data[at])
        return false;
  }
  return at == bytes.len;
}

static bool
is_subsequence(pith_slice part, pith_slice whole)
{
  size_t at = 0;
  for (size_t i = 0; i < part.len; i++, at++) {
    while (at < whole.len && whole.data[at] != part.data[i])
      at++;
    if (at >= whole.len)
      return false;
  }
  return true;
}

/* The text of a page, to compare. */
static bool
same_text(const pith_tree *a, const pith_tree *b, pith_memory *memory)
{
  pith_buffer texts[2];
  const pith_tree *trees[2] = {a, b};
  for (int i = 0; i < 2; i++) {
    pith__buffer_init(&texts[i], memory);
    for (uint32_t n = 0; n < trees[i]->count; n++)
      if (trees[i]->nodes[n].kind == PITH_NODE_TEXT) {
        pith_slice text = pith__tree_text(trees[i], n);
        pith__buffer_append(&texts[i], text.data, text.len);
      }
  }
  bool same = pith__slice_equal(pith__buffer_slice(&texts[0]),
                                pith__buffer_slice(&texts[1]));
  pith__buffer_done(&texts[0]);
  pith__buffer_done(&texts[1]);
  return same;
}

static const char *
check_marked(pith_context *context, const pith_render_page *page,
             uint64_t *marks)
{
  pith_buffer out;
  pith_render_settings how;
  pith_options options;
  bool present;
  pith_page *again;
  const char *complaint = NULL;
  pith_code_unit unit = pith__code_unit_of(page->decoded->encoding);
  pith__render_defaults(&how);
  pith__buffer_init(&out, page->memory);
  if (pith__render_marked(page, &how, &out, &present) != PITH_OK)
    return "marked: no memory";
  if (!present &&
      !minus_marks_is(pith__buffer_slice(&out), page->decoded->bytes, unit))
    complaint = "marked minus marks is not the page";
  pith_options_default(&options);
  options.encoding = pith__encoding_name(page->decoded->encoding);
  if (!complaint && pith_page_parse(context, pith__buffer_slice(&out), &options,
                                    &again, NULL) == PITH_OK) {
    *marks += count_faults(&again->work->tree, page->memory).marks;
    if (page->tree->limits_hit == 0 && again->work->tree.limits_hit == 0 &&
        !same_text(page->tree, &again->work->tree, page->memory))
      complaint = "marked does not parse to the same text";
    pith_page_free(again);
  }
  pith__buffer_done(&out);
  return complaint;
}

/* What is wrong with a page that was cleaned; NULL for nothing. */
static const char *
check_balance(pith_context *context, const pith_render_page *page,
              pith_slice cleaned)
{
  pith_options options;
  pith_page *again;
  faults before = count_faults(page->tree, page->memory);
  pith_options_default(&options);
  options.encoding = pith__encoding_name(page->decoded->encoding);
  if (pith_page_parse(context, cleaned, &options, &again, NULL) != PITH_OK)
    return "cleaned cannot be parsed";
  faults after = count_faults(&again->work->tree, page->memory);
  pith_page_free(again);
  if (after.open > before.open)
    return "cleaned has more open elements";
  if (after.unmatched > before.unmatched)
    return "cleaned has more unmatched end tags";
  return NULL;
}

static const char *
check_cleaned(pith_context *context, const pith_render_page *page)
{
  pith_buffer out;
  const char *complaint;
  pith__buffer_init(&out, page->memory);
  if (pith__render_cleaned(page, &out) != PITH_OK)
    return "cleaned: no memory";
  if (!is_subsequence(pith__buffer_slice(&out), page->decoded->bytes))
    complaint = "cleaned is not a part of the page";
  else
    complaint = check_balance(context, page, pith__buffer_slice(&out));
  pith__buffer_done(&out);
  return complaint;
}

static pith_slice
read_file(const char *path)
{
  FILE *file = fopen(path, "rb");
  size_t len = 0, capacity = 1 << 20, got;
  char *data = malloc(capacity);
  while (file && data &&
         (got = fread(data + len, 1, capacity - len, file)) > 0) {
    len += got;
    if (len == capacity)
      data = realloc(data, capacity *= 2);
  }
  if (file)
    fclose(file);
  return pith__slice(data, len);
}

typedef struct totals {
  size_t checks;
  size_t failures;
  uint64_t marks;
} totals;

static void
check_page(pith_context *context, const char *path, int rounds, totals *sums)
{
  pith_slice html = read_file(path);
  pith_page *page;
  pith_verdicts verdicts;
  uint64_t dice = html.len * 2654435761u + 1;
  if (html.data &&
      pith_page_parse(context, html, NULL, &page, NULL) == PITH_OK) {
    pith_workspace *work = page->work;
    pith__verdicts_init(&verdicts, &work->memory);
    for (int i = 0; i < rounds; i++) {
      pith_render_page input = {&work->tree, &verdicts, &work->decoded,
                                &work->memory};
      add_verdicts(&work->tree, &dice, &verdicts);
      const char *complaints[2] = {check_marked(context, &input, &sums->marks),
                                   check_cleaned(context, &input)};
      for (int k = 0; k < 2; k++)
        if (complaints[k]) {
          printf("%s: round %d: %s\n", path, i, complaints[k]);
          sums->failures++;
        }
      sums->checks++;
    }
    pith__verdicts_done(&verdicts);
    pith_page_free(page);
  }
  free((char *)(uintptr_t)html.data);
}

/* A page and what a command made of it. */
static void
check_pair(pith_context *context, char *paths, totals *sums)
{
  char *tab = strchr(paths, '\t');
  pith_page *page;
  if (!tab)
    return;
  *tab = '\0';
  pith_slice html = read_file(paths), cleaned = read_file(tab + 1);
  if (pith_page_parse(context, html, NULL, &page, NULL) == PITH_OK) {
    pith_workspace *work = page->work;
    pith_render_page input = {&work->tree, NULL, &work->decoded, &work->memory};
    const char *complaint = check_balance(context, &input, cleaned);
    if (complaint)
      printf("%s: %s\n", paths, complaint);
    sums->failures += complaint != NULL;
    sums->checks++;
    pith_page_free(page);
  }
  free((char *)(uintptr_t)html.data);
  free((char *)(uintptr_t)cleaned.data);
}

int
main(int count, char **words)
{
  char path[8192];
  totals sums = {0, 0, 0};
  bool pairs = count > 1 && strcmp(words[1], "pairs") == 0;
  int rounds = count > 1 ? (int)strtol(words[1], NULL, 10) : 1;
  pith_context *context;
  if (pith_context_new(NULL, &context) != PITH_OK)
    return 3;
  while (fgets(path, sizeof path, stdin)) {
    path[strcspn(path, "\n")] = '\0';
    if (pairs)
      check_pair(context, path, &sums);
    else
      check_page(context, path, rounds, &sums);
  }
  printf("%zu checks, %zu failures, %llu marks\n", sums.checks, sums.failures,
         (unsigned long long)sums.marks);
  pith_context_free(context);
  return sums.failures > 0;
}
