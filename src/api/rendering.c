/*
 * The output formats, one table: what a format is called, what its file and
 * its media type are, and the function that writes it. Every list of formats
 * is read from here. A new format is a number in pith.h, a renderer of
 * render/render.h and a row.
 */
#include "api/record.h"
#include "api/shell.h"

#include "base/slice.h"
#include "render/render.h"

/* A page on its way into a format. */
typedef struct rendering {
  pith_workspace *work;
  const pith_options *options;
  pith_render_page page;
  pith_render_settings settings;
  size_t front_matter; /* bytes before the page itself */
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
  settings.players = options->links;
  settings.tables = options->tables;
  settings.highlight = options->highlight;
  const char *base = options->base_url ? options->base_url : options->url;
  if (base)
    settings.base_url = pith__slice_of(base);
  return settings;
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

/* Whether a document of ours, HTML or XML, has a word in its body. The first
 * `<body` or `<main>` is the tag, since text before it has its `<` escaped. */
static bool
body_has_words(pith_slice document)
{
  bool inside = false;
  for (size_t i = 0; i < document.len; i++) {
    pith_slice rest = pith__slice(document.data + i, document.len - i);
    const char *end;
    if (*rest.data != '<') {
      if (inside && !pith__is_space(*rest.data))
        return true;
      continue;
    }
    inside = inside || pith__slice_starts(rest, "<body") ||
             pith__slice_starts(rest, "<main>");
    end = memchr(rest.data, '>', rest.len);
    i += end ? (size_t)(end - rest.data) : rest.len;
  }
  return false;
}

/* A result without a word is worth a warning in every format that is made of
 * words; verdicts have emptied the page, or it shows nothing. */
static void
note_empty(pith_workspace *work, pith_format format, size_t front_matter)
{
  pith_slice made = pith__buffer_slice(&work->rendered);
  bool empty = false;
  if (format == PITH_FORMAT_TEXT || format == PITH_FORMAT_MARKDOWN ||
      format == PITH_FORMAT_CSV)
    empty = made.len == front_matter;
  else if (format == PITH_FORMAT_HTML || format == PITH_FORMAT_TEI ||
           format == PITH_FORMAT_XML)
    empty = !body_has_words(made);
  else
    return;
  work->emptied = empty && is_cut(work);
  work->empty = empty && !work->emptied;
}

static pith_status
render_text(rendering *in)
{
  return pith__render_text(&in->page, &in->settings, &in->work->rendered);
}

/* The address that the caller gave, empty: none. */
static pith_slice
address_of(const rendering *in)
{
  const pith_options *options = in->options;
  const char *url = options->url ? options->url : options->base_url;
  return pith__slice_of(url ? url : "");
}

static pith_status
read_metadata(rendering *in)
{
  return pith__metadata_read(&in->work->metadata, &in->work->tree,
                             address_of(in));
}

/* Front matter is before the page and parsed apart from it. */
static pith_status
render_markdown(rendering *in)
{
  pith_status status = PITH_OK;
  if (in->options->front_matter == PITH_FRONT_MATTER_YAML) {
    status = read_metadata(in);
    pith__record_front_matter(&in->work->rendered, &in->work->metadata,
                              address_of(in));
    in->front_matter = in->work->rendered.len;
  }
  if (status == PITH_OK)
    status =
        pith__render_markdown(&in->page, &in->settings, &in->work->rendered);
  return status;
}

/* The header is made of metadata; the address is the one the caller gave. */
static pith_status
read_header(rendering *in, pith_tei_header *out)
{
  pith_metadata_reader *metadata = &in->work->metadata;
  pith_slice from = address_of(in);
  pith_status status = read_metadata(in);
  *out = (pith_tei_header){
      pith__metadata_get(metadata, PITH_META_TITLE),
      pith__metadata_get(metadata, PITH_META_BYLINE),
      pith__metadata_get(metadata, PITH_META_SITE_NAME),
      from.len > 0 ? from : pith__metadata_get(metadata, PITH_META_CANONICAL),
      pith__metadata_get(metadata, PITH_META_DATE),
      pith__metadata_get(metadata, PITH_META_DESCRIPTION),
      pith__metadata_get(metadata, PITH_META_LANGUAGE),
      pith__metadata_get(metadata, PITH_META_TAGS)};
  return status;
}

static pith_status
render_tei(rendering *in)
{
  pith_tei_header header;
  pith_status status = read_header(in, &header);
  if (status == PITH_OK)
    status = pith__render_tei(&in->page, &in->settings, &header,
                              &in->work->rendered);
  return status;
}

static pith_status
render_xml(rendering *in)
{
  pith_tei_header header;
  pith_status status = read_header(in, &header);
  if (status == PITH_OK)
    status = pith__render_xml(&in->page, &in->settings, &header,
                              &in->work->rendered);
  return status;
}

/* A cell as RFC 4180 has it: in quotes, and those inside of it doubled. Tags
 * are a line each. */
static void
write_cell(pith_buffer *out, pith_slice value, const char *end)
{
  const char *quote;
  pith__buffer_append(out, "\"", 1);
  while (value.len > 0 && (quote = memchr(value.data, '"', value.len))) {
    size_t len = (size_t)(quote - value.data) + 1;
    pith__buffer_append(out, value.data, len);
    pith__buffer_append(out, "\"", 1);
    value = pith__slice(value.data + len, value.len - len);
  }
  pith__buffer_append(out, value.data, value.len);
  pith__buffer_append(out, end, strlen(end));
}

/* The text is rendered last, into the buffer of the record, and only then is it
 * known whether the page is empty. */
static pith_status
render_csv(rendering *in)
{
  static const char columns[] =
      "id,url,title,author,date,site_name,language,description,tags,text\r\n";
  pith_buffer *text = &in->work->record;
  pith_buffer *out = &in->work->rendered;
  pith_tei_header header;
  pith_status status = read_header(in, &header);
  if (status != PITH_OK)
    return status;
  pith__buffer_clear(text);
  pith__buffer_append(out, columns, sizeof columns - 1);
  const char *id = in->options->id;
  write_cell(out, pith__slice_of(id ? id : ""), "\",");
  const pith_slice cells[] = {header.url,         header.title, header.author,
                              header.date,        header.site,  header.language,
                              header.description, header.tags};
  for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++)
    write_cell(out, cells[i], "\",");
  status = pith__render_text(&in->page, &in->settings, text);
  write_cell(out, pith__buffer_slice(text), "\"\r\n");
  in->front_matter = text->len > 0 ? 0 : out->len;
  return status == PITH_OK && out->failed ? pith__memory_status(out->memory)
                                          : status;
}

static pith_status
render_html(rendering *in)
{
  return pith__render_html(&in->page, &in->settings, &in->work->rendered);
}

static pith_status
render_cleaned(rendering *in)
{
  return pith__render_cleaned(&in->page, &in->work->rendered);
}

static pith_status
render_marked(rendering *in)
{
  return pith__render_marked(&in->page, &in->settings, &in->work->rendered,
                             &in->work->marks_present);
}

typedef struct format_row {
  pith_format_facts facts;
  pith_status (*render)(rendering *in); /* NULL: the record */
} format_row;

static const format_row rows[] = {
    {{"text", PITH_FORMAT_TEXT, ".txt", "text/plain; charset=utf-8"},
     render_text},
    {{"md", PITH_FORMAT_MARKDOWN, ".md", "text/markdown; charset=utf-8"},
     render_markdown},
    {{"html", PITH_FORMAT_HTML, "", "text/html; charset=utf-8"}, render_html},
    {{"cleaned", PITH_FORMAT_CLEANED, "", "text/html"}, render_cleaned},
    {{"marked", PITH_FORMAT_MARKED, "", "text/html"}, render_marked},
    {{"tei", PITH_FORMAT_TEI, ".xml", "application/tei+xml; charset=utf-8"},
     render_tei},
    {{"xml", PITH_FORMAT_XML, ".xml", "application/xml"}, render_xml},
    {{"csv", PITH_FORMAT_CSV, ".csv", "text/csv; charset=utf-8"}, render_csv},
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

/* Text has the headline where the method leaves it, because records have the
 * title as a member of its own; documents begin with it. */
static pith_headline_place
headline_place(pith_format format, pith_title title)
{
  bool document = format == PITH_FORMAT_MARKDOWN || format == PITH_FORMAT_TEI ||
                  format == PITH_FORMAT_XML;
  if (title == PITH_TITLE_NEVER)
    return PITH_HEADLINE_NEVER;
  return document || title == PITH_TITLE_ALWAYS ? PITH_HEADLINE_FIRST
                                                : PITH_HEADLINE_AS_IS;
}

/* Metadata has the title of a page without a headline. */
static pith_status
read_title(rendering *in, const format_row *row)
{
  pith_status status = PITH_OK;
  in->settings.headline = headline_place(row->facts.format, in->options->title);
  if (in->options->title == PITH_TITLE_ALWAYS) {
    status = read_metadata(in);
    in->settings.title =
        pith__metadata_get(&in->work->metadata, PITH_META_TITLE);
  }
  return status;
}

/* The prose of a shell is no part of its bytes, so only formats that are made
 * of words have it. */
static bool
shows_prose(const pith_workspace *work, pith_format format)
{
  return work->shell.source && format != PITH_FORMAT_HTML &&
         format != PITH_FORMAT_CLEANED && format != PITH_FORMAT_MARKED;
}

/* As a page of its own, without verdicts. */
static pith_status
render_prose(rendering *in, const format_row *row)
{
  pith_tree tree;
  rendering prose = *in;
  pith_status status = pith__shell_tree(in->work, &tree);
  prose.page.tree = &tree;
  prose.page.verdicts = NULL;
  if (status == PITH_OK)
    status = row->render(&prose);
  in->front_matter = prose.front_matter;
  pith__tree_done(&tree);
  return status;
}

static pith_status
render(pith_workspace *work, const format_row *row, const pith_options *options)
{
  rendering in = {work,
                  options,
                  {&work->tree, &work->verdicts, &work->decoded, &work->memory},
                  read_settings(options),
                  0};
  if (work->hidden_classified)
    in.settings.view = PITH_VIEW_CLASSIFIED;
  pith__buffer_clear(&work->rendered);
  pith_status status = read_title(&in, row);
  if (status != PITH_OK)
    return status;
  status = shows_prose(work, row->facts.format) ? render_prose(&in, row)
                                                : row->render(&in);
  if (status == PITH_OK)
    note_empty(work, row->facts.format, in.front_matter);
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
