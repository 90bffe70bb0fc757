/*
 * Rendering of pith.h: the verdicts of a page are in bytes as it arrived, the
 * renderers want them in text offsets; otherwise this only passes things on.
 */
#include "api/workspace.h"

#include "base/slice.h"
#include "render/render.h"

void
pith_render_options_default(pith_render_options *style)
{
  memset(style, 0, sizeof *style);
  style->size = sizeof *style;
  style->links = true;
  style->images = true;
  style->tables = true;
  style->sanitize = true;
}

static pith_render_settings
read_style(const pith_render_options *given)
{
  pith_render_options mine;
  pith_render_settings options;
  pith_render_options_default(&mine);
  if (given)
    memcpy(&mine, given, given->size < sizeof mine ? given->size : sizeof mine);
  pith__render_defaults(&options);
  options.links = mine.links;
  options.images = mine.images;
  options.tables = mine.tables;
  options.sanitize = mine.sanitize;
  options.highlight = mine.highlight;
  if (mine.base_url)
    options.base_url = pith__slice_of(mine.base_url);
  return options;
}

/* The verdicts of the page as ranges of its text. */
static void
map_verdicts(pith_workspace *work, pith_verdicts *out)
{
  for (uint32_t i = 0; i < work->verdicts.count; i++) {
    pith_verdict verdict = work->verdicts.items[i];
    pith_span span;
    span.from = pith__decode_text_offset(&work->decoded, verdict.span.from);
    span.to = pith__decode_text_offset(&work->decoded, verdict.span.to);
    pith__verdicts_add(out, span, verdict.label, verdict.score, verdict.reason);
  }
}

static pith_status
render(const pith_render_page *page, pith_format format,
       const pith_render_settings *options, pith_workspace *work)
{
  pith_buffer *out = &work->rendered;
  switch (format) {
  case PITH_FORMAT_TEXT:
    return pith__render_text(page, options, out);
  case PITH_FORMAT_MARKDOWN:
    return pith__render_markdown(page, options, out);
  case PITH_FORMAT_HTML:
    return pith__render_html(page, options, out);
  case PITH_FORMAT_MARKED:
    return pith__render_marked(page, options, out, &work->marks_present);
  }
  return PITH_USAGE;
}

pith_status
pith_page_render(pith_page *page, pith_format format,
                 const pith_render_options *style, pith_slice *out)
{
  pith_workspace *work = page->work;
  pith_render_settings options = read_style(style);
  pith_verdicts verdicts;
  if (work->hidden_classified)
    options.view = PITH_VIEW_JUDGED;
  *out = pith__slice("", 0);
  pith__verdicts_init(&verdicts, &work->memory);
  map_verdicts(work, &verdicts);
  pith_status status = PITH_OK;
  if (verdicts.failed)
    status = pith__memory_status(&work->memory);
  if (status == PITH_OK) {
    pith_render_page what = {&work->tree, &verdicts, &work->decoded,
                             &work->memory};
    pith__buffer_clear(&work->rendered);
    status = render(&what, format, &options, work);
  }
  pith__verdicts_done(&verdicts);
  if (status == PITH_OK && work->rendered.len > 0)
    *out = pith__buffer_slice(&work->rendered);
  return status;
}

bool
pith_page_marks_present(const pith_page *page)
{
  return page->work->marks_present;
}
