/*
 * markdown-back: is what we write in Markdown the content of the page?
 *
 *     markdown_back [--show] < LIST       (a file name a line)
 *
 * Each page is rendered as text, and as Markdown; md4c makes HTML of the
 * Markdown, and that is rendered as text again. The two texts must have the
 * same words in the same order: bullets, numbers and tables included, because
 * both are our own text. White space may differ, and so may the dashes below
 * the header of a table, which Markdown always has after one row.
 *
 * Links and images are on, so this proves too that they add no words. Prints a
 * line for every page that differs and one with the totals; exit 1 when some
 * page differs.
 */
#include "api/workspace.h"
#include "base/slice.h"
#include "render/render.h"

#include <md4c-html.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct bytes {
  char *data;
  size_t len;
  size_t capacity;
} bytes;

static void
append(const MD_CHAR *text, MD_SIZE len, void *state)
{
  bytes *all = state;
  if (len == 0)
    return;
  if (all->len + len > all->capacity) {
    all->capacity = (all->len + len) * 2;
    all->data = realloc(all->data, all->capacity);
    if (!all->data)
      exit(3);
  }
  memcpy(all->data + all->len, text, len);
  all->len += len;
}

static bool
read_file(const char *path, bytes *all)
{
  char part[1 << 14];
  size_t got;
  FILE *file = fopen(path, "rb");
  all->len = 0;
  if (!file)
    return false;
  while ((got = fread(part, 1, sizeof part, file)) > 0)
    append(part, (MD_SIZE)got, all);
  fclose(file);
  return true;
}

/* Render `html` as text into `text`, and as Markdown into `markdown` unless
 * that is NULL. */
static bool
render(pith_context *context, const bytes *html, const char *encoding,
       bytes *text, bytes *markdown)
{
  pith_page *page;
  pith_options options;
  pith_buffer out;
  pith_render_settings how;
  pith_options_default(&options);
  options.encoding = encoding;
  if (pith_page_parse(context, pith__slice(html->data, html->len), &options,
                      &page, NULL) != PITH_OK)
    return false;
  pith_workspace *work = page->work;
  pith_render_page input = {&work->tree, NULL, &work->decoded, &work->memory};
  pith__render_defaults(&how);
  pith__buffer_init(&out, &work->memory);
  bool done = pith__render_text(&input, &how, &out) == PITH_OK;
  text->len = 0;
  append(out.data, (MD_SIZE)out.len, text);
  if (markdown) {
    pith__buffer_clear(&out);
    done = done && pith__render_markdown(&input, &how, &out) == PITH_OK;
    markdown->len = 0;
    append(out.data, (MD_SIZE)out.len, markdown);
  }
  pith__buffer_done(&out);
  pith_page_free(page);
  return done;
}

/* The next word of the text; the rule of a table is no word, nor is the sign of
 * a quote, which is once a line. */
static pith_slice
next_word(const bytes *text, size_t *at)
{
  for (;;) {
    while (*at < text->len && pith__is_space(text->data[*at]))
      ++*at;
    size_t start = *at, dashes = 0;
    while (*at < text->len && !pith__is_space(text->data[*at]))
      dashes += text->data[(*at)++] == '-';
    size_t len = *at - start;
    bool quote = len == 1 && text->data[start] == '>';
    if (len == 0 || (!quote && (dashes < 3 || dashes < len)))
      return pith__slice(text->data + start, len);
  }
}

/* The place in `a` of the first word that differs; SIZE_MAX if none does. */
static size_t
first_difference(const bytes *a, const bytes *b, size_t *other)
{
  size_t i = 0, j = 0;
  for (;;) {
    size_t before = i;
    *other = j;
    pith_slice one = next_word(a, &i), two = next_word(b, &j);
    if (!pith__slice_equal(one, two))
      return before;
    if (one.len == 0)
      return SIZE_MAX;
  }
}

static void
show(const char *name, const bytes *text, size_t at)
{
  size_t from = at > 60 ? at - 60 : 0;
  size_t to = at + 100 < text->len ? at + 100 : text->len;
  printf("  %s: ...%.*s...\n", name, (int)(to - from), text->data + from);
}

int
main(int count, char **words)
{
  char path[4096];
  bytes html = {0}, text = {0}, markdown = {0}, back = {0}, again = {0};
  size_t pages = 0, equal = 0, unread = 0;
  bool wordy = count > 1 && strcmp(words[1], "--show") == 0;
  pith_context *context;
  if (pith_context_new(NULL, &context) != PITH_OK)
    return 3;
  while (fgets(path, sizeof path, stdin)) {
    size_t at, other;
    path[strcspn(path, "\n")] = '\0';
    if (!read_file(path, &html) ||
        !render(context, &html, NULL, &text, &markdown)) {
      unread++;
      continue;
    }
    pages++;
    back.len = 0;
    md_html(markdown.data, (MD_SIZE)markdown.len, append, &back,
            MD_FLAG_TABLES | MD_FLAG_STRIKETHROUGH, 0);
    if (!render(context, &back, "utf-8", &again, NULL))
      return 3;
    at = first_difference(&text, &again, &other);
    equal += at == SIZE_MAX;
    if (at == SIZE_MAX)
      continue;
    printf("%s: differs at %zu\n", path, at);
    if (wordy) {
      show("text", &text, at);
      show("back", &again, other);
    }
  }
  printf("%zu pages, %zu equal, %zu not read\n", pages, equal, unread);
  free(html.data);
  free(text.data);
  free(markdown.data);
  free(back.data);
  free(again.data);
  pith_context_free(context);
  return equal < pages;
}
