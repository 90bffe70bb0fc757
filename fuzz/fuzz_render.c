/*
 * Any bytes through all renderers: what comes out is the same the second
 * time, text and Markdown are valid UTF-8, marked HTML minus its marks is the
 * page byte for byte, cleaned HTML is a part of the page, metadata
 * is lines of valid UTF-8.
 *
 * The first bytes choose: [0] options, [1] the encoding or 0 to find out, [2]
 * how many verdicts, then two bytes a verdict, from and length.
 */
#include "base/slice.h"
#include "base/utf8_validate.h"
#include "metadata/metadata.h"
#include "render/render.h"

#include "../tests/golden/safe_oracle.h"

#include <assert.h>
#include <stdlib.h>

typedef struct fuzz_page {
  pith_memory memory;
  pith_decoded decoded;
  pith_tree tree;
  pith_verdicts verdicts;
  pith_render_settings options;
} fuzz_page;

typedef pith_status (*renderer)(const pith_render_page *page,
                                const pith_render_settings *options,
                                pith_buffer *out);

static pith_status
render_marked(const pith_render_page *page, const pith_render_settings *options,
              pith_buffer *out)
{
  bool present;
  return pith__render_marked(page, options, out, &present);
}

static pith_status
render_cleaned(const pith_render_page *page,
               const pith_render_settings *options, pith_buffer *out)
{
  (void)options;
  return pith__render_cleaned(page, out);
}

static pith_status
render_tei(const pith_render_page *page, const pith_render_settings *options,
           pith_buffer *out)
{
  pith_tei_header header = {.title = page->decoded->text};
  return pith__render_tei(page, options, &header, out);
}

/* Render twice into `out`; the second time must give the same. */
static void
render_twice(fuzz_page *page, renderer render, pith_buffer *out)
{
  pith_render_page input = {&page->tree, &page->verdicts, &page->decoded,
                            &page->memory};
  pith_buffer again;
  pith__buffer_init(&again, &page->memory);
  pith_status first = render(&input, &page->options, out);
  pith_status second = render(&input, &page->options, &again);
  assert(first == PITH_OK && second == PITH_OK);
  assert(
      pith__slice_equal(pith__buffer_slice(out), pith__buffer_slice(&again)));
  pith__buffer_done(&again);
}

static void
check_text(fuzz_page *page, renderer render)
{
  pith_buffer out;
  pith__buffer_init(&out, &page->memory);
  render_twice(page, render, &out);
  assert(out.len == 0 || pith__utf8_valid_prefix(out.data, out.len) == out.len);
  assert(out.len == 0 || out.data[out.len - 1] == '\n');
  assert(out.len == 0 || memchr(out.data, '\x1B', out.len) == NULL);
  pith__buffer_done(&out);
}

/* The length of a mark at p in steps of `step` bytes, of which `low` is the
 * ASCII one; 0 when there is none. Ours have reason "fuzz", score "0.5". */
static size_t
mark_length(const char *p, const char *end, size_t step, size_t low)
{
  static const char *const marks[] = {
      "</pith-nav>", "<pith-nav data-reason=\"fuzz\" data-score=\"0.5\">"};
  for (int i = 0; i < 2; i++) {
    size_t len = strlen(marks[i]), at = 0;
    while (at < len && (size_t)(end - p) >= (at + 1) * step &&
           p[at * step + low] == marks[i][at] &&
           (step == 1 || p[at * step + 1 - low] == '\0'))
      at++;
    if (at == len)
      return len * step;
  }
  return 0;
}

static void
check_marked(fuzz_page *page)
{
  pith_slice bytes = page->decoded.bytes;
  const char *name = pith__encoding_name(page->decoded.encoding);
  bool big = strcmp(name, "utf-16be") == 0;
  bool wide = big || strcmp(name, "utf-16le") == 0;
  size_t step = wide ? 2 : 1, at = 0;
  pith_buffer out;
  bool highlight = page->options.highlight;
  page->options.highlight = false;
  pith__buffer_init(&out, &page->memory);
  render_twice(page, render_marked, &out);
  const char *p = out.data, *end = p ? p + out.len : p;
  while (p < end) {
    size_t mark = mark_length(p, end, step, big);
    /* A page may hold marks itself: then it is passed through. */
    if (mark > 0 && out.len > bytes.len) {
      p += mark;
      continue;
    }
    for (size_t i = 0; i < step && p < end; i++)
      assert(at < bytes.len && *p++ == bytes.data[at++]);
  }
  assert(at == bytes.len);
  page->options.highlight = highlight;
  pith__buffer_done(&out);
}

static void
check_cleaned(fuzz_page *page)
{
  pith_slice bytes = page->decoded.bytes;
  size_t at = 0;
  pith_buffer out;
  pith__buffer_init(&out, &page->memory);
  render_twice(page, render_cleaned, &out);
  for (size_t i = 0; i < out.len; i++, at++) {
    while (at < bytes.len && bytes.data[at] != out.data[i])
      at++;
    assert(at < bytes.len);
  }
  pith__buffer_done(&out);
}

/* Safe HTML holds nothing but what is allowed, however it is read. */
static void
check_safe(fuzz_page *page)
{
  pith_buffer out;
  pith__buffer_init(&out, &page->memory);
  render_twice(page, pith__render_html, &out);
  assert(!safe_complaint(pith__buffer_slice(&out)));
  pith__buffer_done(&out);
}

static void
check_metadata(fuzz_page *page)
{
  pith_metadata_reader metadata;
  pith__metadata_init(&metadata, &page->memory);
  pith_status status =
      pith__metadata_read(&metadata, &page->tree, page->options.base_url);
  assert(status == PITH_OK);
  for (int i = 0; pith__metadata_name((pith_meta)i); i++) {
    pith_slice value = pith__metadata_get(&metadata, (pith_meta)i);
    assert(value.len == 0 ||
           pith__utf8_valid_prefix(value.data, value.len) == value.len);
    assert(value.len == 0 || pith__metadata_is_list((pith_meta)i) ||
           !memchr(value.data, '\n', value.len));
  }
  pith__metadata_done(&metadata);
}

static bool
load(fuzz_page *page, pith_slice html, const char *encoding)
{
  pith_options defaults;
  pith_tree_options how;
  pith_decode_hints hints = {encoding, NULL, NULL};
  memset(&how, 0, sizeof how);
  pith_options_default(&defaults);
  how.limits = pith__tree_limits(&defaults);
  return pith__decode(&page->decoded, html, &hints) == PITH_OK &&
         pith__tree_build(&page->tree, page->decoded.text, &how) == PITH_OK;
}

static void
add_verdicts(fuzz_page *page, const uint8_t *choices, size_t count)
{
  size_t len = page->decoded.text.len;
  for (size_t i = 0; i < count && len > 0; i++) {
    size_t from = choices[2 * i] * len / 256;
    size_t to = from + 1 + choices[2 * i + 1] % 64u;
    pith_span span = {(uint32_t)from, (uint32_t)(to < len ? to : len)};
    pith__verdicts_add(&page->verdicts, span,
                       choices[2 * i + 1] < 224 ? PITH_NAVIGATION
                                                : PITH_CONTENT,
                       0.5F, "fuzz");
  }
  pith__verdicts_settle(&page->verdicts);
}

static void
choose_options(pith_render_settings *options, uint8_t bits)
{
  pith__render_defaults(options);
  options->links = bits & 1;
  options->images = bits & 2;
  options->tables = bits & 4;
  options->alt = bits & 8;
  options->view = bits & 16 ? PITH_VIEW_ALL : PITH_VIEW_SHOWN;
  options->highlight = bits & 64;
  if (bits & 128)
    options->base_url = pith__slice_of("http://h.example/a/../b?c#d");
}

static void
check_all(fuzz_page *page)
{
  check_text(page, pith__render_text);
  check_text(page, pith__render_markdown);
  check_text(page, render_tei);
  check_marked(page);
  check_cleaned(page);
  check_safe(page);
  check_metadata(page);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const char *const encodings[] = {
      NULL,        "utf-8",   "utf-16le",     "utf-16be", "iso-2022-jp",
      "shift_jis", "gb18030", "windows-1251", "big5",     "replacement"};
  fuzz_page page;
  if (size < 3 || size < 3 + 2 * (size_t)(data[2] % 16))
    return 0;
  size_t verdicts = data[2] % 16, head = 3 + 2 * verdicts;
  pith__memory_init(&page.memory, NULL, (size_t)1 << 28);
  pith__decode_init(&page.decoded, &page.memory);
  pith__tree_init(&page.tree, &page.memory);
  pith__verdicts_init(&page.verdicts, &page.memory);
  choose_options(&page.options, data[0]);
  pith_slice html = {(const char *)data + head, size - head};
  if (load(&page, html,
           encodings[data[1] % (sizeof encodings / sizeof encodings[0])])) {
    add_verdicts(&page, data + 3, verdicts);
    check_all(&page);
  }
  pith__verdicts_done(&page.verdicts);
  pith__tree_done(&page.tree);
  pith__decode_done(&page.decoded);
  assert(page.memory.used == 0);
  return 0;
}
