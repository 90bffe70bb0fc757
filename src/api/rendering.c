/*
 * The output formats, one table: what a format is called, what its file and
 * its media type are, and the function that writes it. Every list of formats
 * is read from here. A new format is a number in pith.h, a renderer of
 * render/render.h and a row.
 */
#include "api/record.h"

#include "base/slice.h"
#include "render/render.h"

/* A page on its way into a format. */
typedef struct rendering {
  pith_workspace *work;
  const pith_options *options;
  pith_render_page page;
  pith_render_settings settings;
} rendering;

/* Links are resolved against base_url, or else against the address of the page.
 */
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
  const char *base = options->base_url ? options->base_url : options->url;
  if (base)
    settings.base_url = pith__slice_of(base);
  return settings;
}

/* The verdicts of the page as ranges of its text. Back from bytes to the text
 * that the tree was built from. Verdicts may come from a caller, so a span can
 * begin in the middle of a character. */
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

/* Whether a verdict of the page removes something. */
static bool
is_cut(const pith_workspace *work)
{
  for (uint32_t i = 0; i < work->verdicts.count; i++)
    if (work->verdicts.items[i].label == PITH_NAVIGATION)
      return true;
  return false;
}

/* Text is what decides whether verdicts have emptied the page: an empty page
 * without verdicts is not worth a warning. */
static pith_status
render_text(rendering *in)
{
  pith_workspace *work = in->work;
  pith_status status =
      pith__render_text(&in->page, &in->settings, &work->rendered);
  if (status == PITH_OK)
    work->emptied = work->rendered.len == 0 && is_cut(work);
  return status;
}

static pith_status
render_markdown(rendering *in)
{
  return pith__render_markdown(&in->page, &in->settings, &in->work->rendered);
}

/* The header is made of metadata; the address is the one the caller gave. */
static pith_status
render_tei(rendering *in)
{
  pith_metadata_reader *metadata = &in->work->metadata;
  const pith_options *options = in->options;
  const char *url = options->url ? options->url : options->base_url;
  pith_slice from = pith__slice_of(url ? url : "");
  pith_status status = pith__metadata_read(metadata, &in->work->tree, from);
  pith_tei_header header = {
      pith__metadata_get(metadata, PITH_META_TITLE),
      pith__metadata_get(metadata, PITH_META_BYLINE),
      pith__metadata_get(metadata, PITH_META_SITE_NAME),
      url ? from : pith__metadata_get(metadata, PITH_META_CANONICAL),
      pith__metadata_get(metadata, PITH_META_DATE)};
  if (status == PITH_OK)
    status = pith__render_tei(&in->page, &in->settings, &header,
                              &in->work->rendered);
  return status;
}

static pith_status
render_cleaned(rendering *in)
{
  return pith__render_html(&in->page, &in->settings, &in->work->rendered);
}

static pith_status
render_marked(rendering *in)
{
  return pith__render_marked(&in->page, &in->settings, &in->work->rendered,
                             &in->work->marks_present);
}

/* "html" and "cleaned" are one renderer under two names, both part of the
 * contract. */
typedef struct format_row {
  pith_format_facts facts;
  pith_status (*render)(rendering *in); /* NULL: the record */
} format_row;

static const format_row rows[] = {
    {{"text", PITH_FORMAT_TEXT, ".txt", "text/plain; charset=utf-8"},
     render_text},
    {{"md", PITH_FORMAT_MARKDOWN, ".md", "text/markdown; charset=utf-8"},
     render_markdown},
    {{"html", PITH_FORMAT_HTML, "", "text/html"}, render_cleaned},
    {{"cleaned", PITH_FORMAT_CLEANED, "", "text/html"}, render_cleaned},
    {{"marked", PITH_FORMAT_MARKED, "", "text/html"}, render_marked},
    {{"tei", PITH_FORMAT_TEI, ".xml", "application/tei+xml; charset=utf-8"},
     render_tei},
    {{"json", PITH_FORMAT_JSON, ".json", "application/json"}, NULL},
};

#define ROW_COUNT (sizeof rows / sizeof rows[0])

const pith_format_facts *
pith_format_describe(uint32_t index)
{
  return index < ROW_COUNT ? &rows[index].facts : NULL;
}

const pith_format_facts *
pith_format_find(const char *name)
{
  for (size_t i = 0; i < ROW_COUNT; i++)
    if (strcmp(name, rows[i].facts.name) == 0)
      return &rows[i].facts;
  return NULL;
}

/* By number, which need not be the place in the table. */
static const format_row *
find_row(pith_format format)
{
  for (size_t i = 0; i < ROW_COUNT; i++)
    if (rows[i].facts.format == format)
      return &rows[i];
  return NULL;
}

static pith_status
render_record(pith_page *page, const pith_options *options, pith_slice *out)
{
  pith_buffer *record = &page->work->record;
  pith__buffer_clear(record);
  pith_status status = pith__record_write(page, options, record);
  if (status == PITH_OK)
    *out = pith__buffer_slice(record);
  return status;
}

/* The mapped verdicts live for one rendering: `rendered` is kept, they are not.
 */
static pith_status
render(pith_workspace *work, const format_row *row, const pith_options *options)
{
  pith_verdicts verdicts;
  rendering in = {work,
                  options,
                  {&work->tree, &verdicts, &work->decoded, &work->memory},
                  read_settings(options)};
  if (work->hidden_classified)
    in.settings.view = PITH_VIEW_JUDGED;
  pith__verdicts_init(&verdicts, &work->memory);
  map_verdicts(work, &verdicts);
  pith__buffer_clear(&work->rendered);
  pith_status status =
      verdicts.failed ? pith__memory_status(&work->memory) : row->render(&in);
  pith__verdicts_done(&verdicts);
  return status;
}

/* The record renders text itself, into `rendered`, and therefore has a buffer
 * of its own; see render_record(). */
pith_status
pith_page_render(pith_page *page, pith_format format, const pith_options *given,
                 pith_slice *out)
{
  pith_workspace *work = page->work;
  const format_row *row = find_row(format);
  pith_options options;
  *out = pith__slice("", 0);
  pith__options_read(given, &options);
  if (pith__is_cancelled(&options))
    return PITH_CANCELLED;
  if (!row)
    return PITH_USAGE;
  if (!row->render)
    return render_record(page, &options, out);
  pith_status status = render(work, row, &options);
  if (status == PITH_OK && work->rendered.len > 0)
    *out = pith__buffer_slice(&work->rendered);
  return status;
}

bool
pith_page_marks_present(const pith_page *page)
{
  return page->work->marks_present;
}
