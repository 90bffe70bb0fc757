/*
 * TEI P5 from a flow. See docs/formats/tei.md.
 *
 *     HEADING 2 · RUN "Tea" · LIST_OPEN · ITEM_OPEN · PARAGRAPH · RUN "green"
 *
 *     <div><head>Tea</head><list><item><p>green</p></item></list></div>
 *
 * TEI allows a `head` only at the start of a division. So a heading outside
 * lists and quotes begins a `div`, after it ended those of its level and
 * below; any other heading is an `ab`. Nothing may follow a `div` in what it
 * is part of but another one, and nothing does. Plain XML has no divisions, and
 * `<head rend="h2">` wherever a heading is.
 */
#include "base/slice.h"
#include "base/utf8_validate.h"
#include "page/element/address.h"
#include "page/element/attribute.h"
#include "render/flow/flow_writer.h"

typedef struct tei_writer {
  const pith_flow *flow; /* borrowed */
  const pith_tree *tree; /* borrowed */
  bool links;
  pith_buffer *out;     /* borrowed */
  pith_buffer base;     /* owned: the base of addresses */
  pith_buffer address;  /* owned: the one being written */
  uint32_t containers;  /* quotes and lists that are open */
  uint8_t divisions[6]; /* levels of the headings that began them, rising */
  uint32_t division_count;
  uint32_t link;   /* `a` element of the `ref` that is open, or 0 */
  bool row_open;   /* a row has its first cell */
  bool row_header; /* the row is one of `thead` */
  bool failed;     /* the address found no memory */
  bool plain;      /* XML without divisions: `doc` instead of `TEI` */
} tei_writer;

/* --- text ----------------------------------------------------------------- */

static void
write_raw(pith_buffer *out, const char *markup)
{
  pith__buffer_append(out, markup, strlen(markup));
}

/* The length of a character at the start of valid UTF-8 that XML 1.0 ("Char")
 * forbids: controls, U+FFFE, U+FFFF. 0 when it is allowed. */
static size_t
forbidden_length(const char *at, size_t len)
{
  unsigned char c = (unsigned char)*at;
  if (c < ' ')
    return c != '\t' && c != '\n';
  return len >= 3 && memcmp(at, "\xEF\xBF", 2) == 0 &&
                 (unsigned char)at[2] >= 0xBE
             ? 3
             : 0;
}

/* Append valid UTF-8 as character data that is right in attributes, too. */
static void
write_valid(pith_buffer *out, const char *text, size_t len)
{
  static const char signs[] = "&<>\"";
  static const char *const names[] = {"&amp;", "&lt;", "&gt;", "&quot;"};
  size_t plain = 0; /* start of a run that needs no change */
  for (size_t i = 0; i < len;) {
    const char *sign = text[i] ? strchr(signs, text[i]) : NULL;
    size_t skip = sign ? 1 : forbidden_length(text + i, len - i);
    if (skip == 0) {
      i++;
      continue;
    }
    pith__buffer_append(out, text + plain, i - plain);
    if (sign)
      write_raw(out, names[sign - signs]);
    plain = i += skip;
  }
  pith__buffer_append(out, text + plain, len - plain);
}

/* Words of the page are valid UTF-8; addresses that the caller passed may not
 * be, and get U+FFFD for each wrong byte. */
static void
write_text(pith_buffer *out, pith_slice text)
{
  while (text.len > 0) {
    size_t valid = pith__utf8_valid_prefix(text.data, text.len);
    write_valid(out, text.data, valid);
    if (valid < text.len) {
      write_raw(out, "\xEF\xBF\xBD");
      valid++;
    }
    text = pith__slice(text.data + valid, text.len - valid);
  }
}

/* `<open>text<close>`, or nothing for no text. */
static void
write_part(pith_buffer *out, const char *open, pith_slice text,
           const char *close)
{
  if (text.len == 0)
    return;
  write_raw(out, open);
  write_text(out, text);
  write_raw(out, close);
}

/* ` name="number"` */
static void
write_number(pith_buffer *out, const char *name, uint32_t number)
{
  char digits[10]; /* of the largest 32-bit number */
  size_t at = sizeof digits;
  do
    digits[--at] = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  write_part(out, name, pith__slice(digits + at, sizeof digits - at), "\"");
}

/* --- runs and links ------------------------------------------------------- */

/* `code` holds nothing but text, so it is the innermost. */
static void
write_run(tei_writer *tei, const pith_flow_op *op)
{
  static const struct {
    uint8_t style;
    const char *open, *close;
  } marks[] = {{PITH_STYLE_DELETED, "<del>", "</del>"},
               {PITH_STYLE_STRONG, "<hi rend=\"bold\">", "</hi>"},
               {PITH_STYLE_EM, "<hi rend=\"italic\">", "</hi>"},
               {PITH_STYLE_MATH, "<formula notation=\"TeX\">", "</formula>"},
               {PITH_STYLE_CODE, "<code>", "</code>"}};
  size_t count = sizeof marks / sizeof marks[0];
  /* A formula that is set as code is a formula. */
  uint8_t style = op->bits & PITH_STYLE_MATH
                      ? (uint8_t)(op->bits & ~PITH_STYLE_CODE)
                      : op->bits;
  for (size_t i = 0; i < count; i++)
    if (style & marks[i].style)
      write_raw(tei->out, marks[i].open);
  write_text(tei->out, pith__flow_words(tei->flow, op));
  for (size_t i = count; i-- > 0;)
    if (style & marks[i].style)
      write_raw(tei->out, marks[i].close);
}

/* End the link that is open and begin another one; 0 begins none. An address
 * that leads nowhere makes no link. */
static void
change_link(tei_writer *tei, uint32_t link)
{
  pith_slice href;
  if (tei->link == link)
    return;
  if (tei->link != 0)
    write_raw(tei->out, "</ref>");
  tei->link = 0;
  pith__buffer_clear(&tei->address);
  if (link == 0 || !tei->links ||
      !pith__attribute_get(tei->tree, link, "href", &href))
    return;
  bool useful = pith__address_resolve(href, pith__buffer_slice(&tei->base),
                                      &tei->address);
  tei->failed |= tei->address.failed;
  if (!useful || tei->address.failed)
    return;
  write_part(tei->out, "<ref target=\"", pith__buffer_slice(&tei->address),
             "\">");
  tei->link = link;
}

/* The inline operations from `at` on; returns the last of them. */
static uint32_t
write_inline(tei_writer *tei, uint32_t at)
{
  const pith_flow *flow = tei->flow;
  for (; at < flow->count && pith__flow_is_inline(&flow->ops[at]); at++) {
    const pith_flow_op *op = &flow->ops[at];
    if (op->kind == PITH_FLOW_BREAK) {
      write_raw(tei->out, "<lb/>");
    } else if (op->kind == PITH_FLOW_RUN) {
      change_link(tei, op->c);
      write_run(tei, op);
    }
  }
  change_link(tei, 0);
  return at - 1;
}

/* --- blocks --------------------------------------------------------------- */

/* End the divisions of this level and below; level 0 ends all. */
static void
end_divisions(tei_writer *tei, uint8_t level)
{
  while (tei->division_count > 0 &&
         tei->divisions[tei->division_count - 1] >= level) {
    write_raw(tei->out, "</div>\n");
    tei->division_count--;
  }
}

static uint32_t
write_heading(tei_writer *tei, uint32_t at)
{
  uint8_t level = tei->flow->ops[at].bits;
  bool divides = tei->containers == 0;
  if (tei->plain) { /* readers of this form take the level from `rend` */
    write_number(tei->out, "<head rend=\"h", level);
    write_raw(tei->out, ">");
    at = write_inline(tei, at + 1);
    write_raw(tei->out, "</head>\n");
    return at;
  }
  if (divides) {
    end_divisions(tei, level);
    tei->divisions[tei->division_count++] = level;
  }
  write_raw(tei->out, divides ? "<div>\n<head>" : "<ab type=\"head\">");
  at = write_inline(tei, at + 1);
  write_raw(tei->out, divides ? "</head>\n" : "</ab>\n");
  return at;
}

/* A row begins with its first cell: TEI has no row without one. */
static uint32_t
write_cell(tei_writer *tei, uint32_t at)
{
  const pith_flow_op *op = &tei->flow->ops[at];
  if (!tei->row_open)
    write_raw(tei->out, tei->row_header ? "<row role=\"label\">" : "<row>");
  tei->row_open = true;
  write_raw(tei->out, op->bits & 1 ? "<cell role=\"label\"" : "<cell");
  if (op->a > 1)
    write_number(tei->out, " cols=\"", op->a);
  if (op->b > 1)
    write_number(tei->out, " rows=\"", op->b);
  write_raw(tei->out, ">");
  at = write_inline(tei, at + 1);
  write_raw(tei->out, "</cell>");
  return at;
}

static void
end_row(tei_writer *tei)
{
  if (tei->row_open)
    write_raw(tei->out, "</row>\n");
  tei->row_open = false;
}

/* The tags of a container or table. What a term of a definition list means is
 * not set apart. A rule is a gap between blocks, as in text. */
static void
write_tag(tei_writer *tei, const pith_flow_op *op)
{
  static const char *const tags[PITH_FLOW_KINDS] = {
      [PITH_FLOW_QUOTE_OPEN] = "<quote>\n",
      [PITH_FLOW_QUOTE_CLOSE] = "</quote>\n",
      [PITH_FLOW_LIST_OPEN] = "<list>\n",
      [PITH_FLOW_LIST_CLOSE] = "</list>\n",
      [PITH_FLOW_ITEM_OPEN] = "<item>\n",
      [PITH_FLOW_ITEM_CLOSE] = "</item>\n",
      [PITH_FLOW_TABLE_OPEN] = "<table>\n",
      [PITH_FLOW_TABLE_CLOSE] = "</table>\n"};
  if (op->kind == PITH_FLOW_QUOTE_OPEN || op->kind == PITH_FLOW_LIST_OPEN)
    tei->containers++;
  if (op->kind == PITH_FLOW_QUOTE_CLOSE || op->kind == PITH_FLOW_LIST_CLOSE)
    tei->containers--;
  if (op->kind == PITH_FLOW_ROW || op->kind == PITH_FLOW_TABLE_CLOSE)
    end_row(tei);
  if (op->kind == PITH_FLOW_ROW)
    tei->row_header = op->bits & 1;
  if (op->kind == PITH_FLOW_LIST_OPEN && (op->bits & PITH_LIST_ORDERED))
    write_raw(tei->out, "<list rend=\"numbered\">\n");
  else if (tags[op->kind])
    write_raw(tei->out, tags[op->kind]);
}

/* A body is never empty in TEI. */
static void
write_body(tei_writer *tei)
{
  const pith_flow *flow = tei->flow;
  size_t start = tei->out->len;
  for (uint32_t i = 0; i < flow->count; i++) {
    const pith_flow_op *op = &flow->ops[i];
    switch ((pith_flow_kind)op->kind) {
    case PITH_FLOW_PARAGRAPH:
      write_raw(tei->out, "<p>");
      i = write_inline(tei, i + 1);
      write_raw(tei->out, "</p>\n");
      break;
    case PITH_FLOW_HEADING:
      i = write_heading(tei, i);
      break;
    case PITH_FLOW_CODE:
      write_part(
          tei->out,
          tei->plain ? "<code>" : "<ab type=\"code\" xml:space=\"preserve\">",
          pith__flow_words(flow, op), tei->plain ? "</code>\n" : "</ab>\n");
      break;
    case PITH_FLOW_CELL:
      i = write_cell(tei, i);
      break;
    default:
      write_tag(tei, op);
      break;
    }
  }
  end_divisions(tei, 0);
  if (tei->out->len == start && !tei->plain)
    write_raw(tei->out, "<p/>\n");
}

/* Title, publication and source are required. `when` is a day: TEI takes a
 * time only with its seconds. */
static void
write_header(pith_buffer *out, const pith_tei_header *header)
{
  pith_slice day = header->date;
  day.len = day.len > 10 ? 10 : day.len;
  write_raw(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
                 "<TEI xmlns=\"http://www.tei-c.org/ns/1.0\">\n"
                 "<teiHeader>\n<fileDesc>\n<titleStmt>\n<title>");
  write_text(out, header->title);
  write_raw(out, "</title>\n");
  write_part(out, "<author>", header->author, "</author>\n");
  write_raw(out, "</titleStmt>\n<publicationStmt>");
  write_part(out, "<publisher>", header->site, "</publisher>");
  if (header->site.len == 0)
    write_raw(out, "<p/>");
  write_raw(out, "</publicationStmt>\n<sourceDesc><bibl>");
  write_part(out, "<ptr target=\"", header->url, "\"/>");
  write_part(out, "<date when=\"", day, "\">");
  write_part(out, "", header->date, "</date>");
  write_raw(out, "</bibl></sourceDesc>\n</fileDesc>\n</teiHeader>\n"
                 "<text>\n<body>\n");
}

/* Tags are a line each; readers of XML split at semicolons. */
static void
write_tags(pith_buffer *out, pith_slice tags)
{
  size_t from = out->len;
  write_part(out, " tags=\"", tags, "\"");
  for (size_t i = from; i < out->len && !out->failed; i++)
    if (out->data[i] == '\n')
      out->data[i] = ';';
}

/* Unknown values are left out: an empty attribute would be a claim. Line ends
 * in a value become blanks when it is read, which is what they were. */
static void
write_doc(pith_buffer *out, const pith_tei_header *header)
{
  write_raw(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<doc");
  write_part(out, " sitename=\"", header->site, "\"");
  write_part(out, " title=\"", header->title, "\"");
  write_part(out, " author=\"", header->author, "\"");
  write_part(out, " date=\"", header->date, "\"");
  write_part(out, " url=\"", header->url, "\"");
  write_part(out, " description=\"", header->description, "\"");
  write_part(out, " language=\"", header->language, "\"");
  write_tags(out, header->tags);
  write_raw(out, ">\n<main>\n");
}

/* Images are left out, as in text. */
static pith_status
render(const pith_render_page *page, const pith_render_settings *options,
       const pith_tei_header *header, bool plain, pith_buffer *out)
{
  pith_render_settings mine = *options;
  pith_flow flow;
  tei_writer tei;
  mine.images = false;
  memset(&tei, 0, sizeof tei);
  tei.flow = &flow;
  tei.tree = page->tree;
  tei.links = options->links;
  tei.out = out;
  tei.plain = plain;
  pith__flow_init(&flow, page->memory);
  pith__buffer_init(&tei.base, page->memory);
  pith__buffer_init(&tei.address, page->memory);
  if (options->links)
    pith__address_base(page->tree, options->base_url, &tei.base);
  pith_status status = pith__flow_build(&flow, page, &mine);
  if (status == PITH_OK) {
    if (plain)
      write_doc(out, header);
    else
      write_header(out, header);
    write_body(&tei);
    write_raw(out, plain ? "</main>\n</doc>\n" : "</body>\n</text>\n</TEI>\n");
    if (tei.failed || tei.base.failed || out->failed)
      status = pith__memory_status(page->memory);
  }
  pith__buffer_done(&tei.base);
  pith__buffer_done(&tei.address);
  pith__flow_done(&flow);
  return status;
}

pith_status
pith__render_tei(const pith_render_page *page,
                 const pith_render_settings *options,
                 const pith_tei_header *header, pith_buffer *out)
{
  return render(page, options, header, false, out);
}

/* The one difference is what is around the blocks, so one writer does both. */
pith_status
pith__render_xml(const pith_render_page *page,
                 const pith_render_settings *options,
                 const pith_tei_header *header, pith_buffer *out)
{
  return render(page, options, header, true, out);
}
