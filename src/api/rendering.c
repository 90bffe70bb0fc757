/*
 * Rendering of pith.h: the verdicts of a page are in bytes as it arrived, the
 * renderers want them in text offsets; otherwise this only passes things on.
 */
#include "api/workspace.h"

#include "base/slice.h"
#include "render/render.h"

static pith_render_settings
read_settings(const pith_options *options)
{
  pith_render_settings settings;
  pith__render_defaults(&settings);
  settings.links = options->links;
  settings.images = options->images;
  settings.tables = options->tables;
  settings.sanitize = options->sanitize;
  settings.highlight = options->highlight;
  if (options->base_url)
    settings.base_url = pith__slice_of(options->base_url);
  return settings;
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
pith_page_render(pith_page *page, pith_format format, const pith_options *given,
                 pith_slice *out)
{
  pith_workspace *work = page->work;
  pith_options options;
  pith_verdicts verdicts;
  *out = pith__slice("", 0);
  pith__options_read(given, &options);
  if (pith__is_cancelled(&options))
    return PITH_CANCELLED;
  pith_render_settings settings = read_settings(&options);
  if (work->hidden_classified)
    settings.view = PITH_VIEW_JUDGED;
  pith__verdicts_init(&verdicts, &work->memory);
  map_verdicts(work, &verdicts);
  pith_status status = PITH_OK;
  if (verdicts.failed)
    status = pith__memory_status(&work->memory);
  if (status == PITH_OK) {
    pith_render_page what = {&work->tree, &verdicts, &work->decoded,
                             &work->memory};
    pith__buffer_clear(&work->rendered);
    status = render(&what, format, &settings, work);
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
