/* review_frame.c: see the header. One pass over the nodes with a stack of open
 * elements; nothing recurses. Three rules keep a frame harmless: only listed
 * elements and attributes are written, every text is escaped, and every address
 * is one of ours (review_frame.h). The policy of the response is a second wall.
 */
#include "lab/review/review_frame.h"

#include "common/system/ascii_text.h"
#include "common/system/need.h"

#include <stdlib.h>
#include <string.h>

/* How an element is written. */
typedef enum element_way {
  WAY_KEEP,     /* as it is */
  WAY_EMPTY,    /* as it is; it has no end tag */
  WAY_SKIP,     /* not, with all that is in it */
  WAY_INLINE,   /* as a span */
  WAY_BLOCK,    /* as a div */
  WAY_VERBATIM, /* as pre */
  WAY_STYLE,
  WAY_LINK,   /* a style sheet, or nothing */
  WAY_THROUGH /* only what is in it */
} element_way;

/* Elements of HTML by what becomes of them, each list in the order of names.
 * What is in no list is written as a span. */
static const char *const kept[] = {
    "a",       "abbr",    "acronym",  "address",    "article",    "aside",
    "b",       "bdi",     "bdo",      "big",        "blockquote", "button",
    "caption", "center",  "cite",     "code",       "colgroup",   "dd",
    "del",     "details", "dfn",      "dir",        "div",        "dl",
    "dt",      "em",      "fieldset", "figcaption", "figure",     "font",
    "footer",  "h1",      "h2",       "h3",         "h4",         "h5",
    "h6",      "header",  "hgroup",   "i",          "ins",        "kbd",
    "legend",  "li",      "main",     "mark",       "menu",       "meter",
    "nav",     "nobr",    "ol",       "optgroup",   "option",     "p",
    "picture", "pre",     "progress", "q",          "rp",         "rt",
    "ruby",    "s",       "samp",     "search",     "section",    "select",
    "small",   "span",    "strike",   "strong",     "sub",        "summary",
    "sup",     "table",   "tbody",    "td",         "tfoot",      "th",
    "thead",   "time",    "tr",       "tt",         "u",          "ul",
    "var"};
static const char *const empty[] = {"br", "col", "hr", "img", "input", "wbr"};
static const char *const skipped[] = {
    "applet",  "area",     "audio",    "base",     "basefont", "bgsound",
    "canvas",  "embed",    "frame",    "frameset", "iframe",   "meta",
    "noembed", "noframes", "noscript", "object",   "param",    "portal",
    "script",  "source",   "template", "title",    "track",    "video"};
static const char *const as_div[] = {"dialog", "form", "marquee", "textarea"};
static const char *const as_pre[] = {"listing", "plaintext", "xmp"};
static const char *const unwrapped[] = {"body", "head", "html"};
static const char *const styles[] = {"style"};
static const char *const linked[] = {"link"};

#define LIST(names, way)                                                       \
  {                                                                            \
    names, sizeof names / sizeof *(names), way                                 \
  }
static const struct {
  const char *const *names;
  size_t count;
  element_way way;
} lists[] = {LIST(kept, WAY_KEEP),       LIST(empty, WAY_EMPTY),
             LIST(skipped, WAY_SKIP),    LIST(as_div, WAY_BLOCK),
             LIST(as_pre, WAY_VERBATIM), LIST(unwrapped, WAY_THROUGH),
             LIST(styles, WAY_STYLE),    LIST(linked, WAY_LINK)};

/* Attributes that change how an element looks, and cannot load or start
 * anything.
 */
static const char *const attributes[] = {
    "align", "alt",     "bgcolor", "border",  "cellpadding", "cellspacing",
    "class", "clear",   "color",   "colspan", "cols",        "compact",
    "dir",   "face",    "height",  "hidden",  "hspace",      "id",
    "lang",  "noshade", "nowrap",  "open",    "reversed",    "rowspan",
    "rules", "size",    "span",    "start",   "style",       "text",
    "title", "type",    "valign",  "value",   "vspace",      "width",
};

static bool
is_listed(pith_slice name, const char *const *list, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (text_is(name, list[i]))
      return true;
  return false;
}

#define IS_LISTED(name, list)                                                  \
  is_listed(name, list, sizeof list / sizeof *(list))

/* Of other namespaces only the text inside is written, and of SVG nothing. */
static element_way
way_of(const pith_page *page, pith_node node)
{
  pith_slice name = pith_node_name(page, node);
  if (pith_node_namespace(page, node) != PITH_NAMESPACE_HTML)
    return text_is(name, "svg") ? WAY_SKIP : WAY_THROUGH;
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    if (is_listed(name, lists[i].names, lists[i].count))
      return lists[i].way;
  return WAY_INLINE;
}

/* --- text and attributes -------------------------------------------------- */

/* Escapes what could end a text or a quoted attribute. NUL is no character
 * of HTML. */
static void
write_escaped(text_out *out, pith_slice text)
{
  const char *from = text.data;
  const char *end = text.data + text.len;
  for (const char *at = from; at < end; at++) {
    const char *name = NULL;
    if (*at == '&')
      name = "&amp;";
    else if (*at == '<')
      name = "&lt;";
    else if (*at == '>')
      name = "&gt;";
    else if (*at == '"')
      name = "&quot;";
    else if (*at == '\0')
      name = " ";
    if (name) {
      text_out_bytes(out, from, (size_t)(at - from));
      text_out_text(out, name);
      from = at + 1;
    }
  }
  if (from < end)
    text_out_bytes(out, from, (size_t)(end - from));
}

/* Types of controls that could show a picker or a file dialog are left out;
 * ids that begin with "pith" are ours. */
static bool
may_stay(pith_slice name, pith_slice value)
{
  static const char *const types[] = {"text",   "checkbox", "radio", "submit",
                                      "button", "search",   "reset", "number",
                                      "disc",   "circle",   "square"};
  if (!IS_LISTED(name, attributes) ||
      (text_is(name, "id") && text_begins(value, "pith")))
    return false;
  /* The types of lists are one letter: 1, a, I. */
  return !text_is(name, "type") || value.len <= 1 || IS_LISTED(value, types);
}

static void
write_attribute(text_out *out, const pith_attribute *attribute,
                const review_links *links)
{
  text_out_text(out, " ");
  text_out_bytes(out, attribute->name.data, attribute->name.len);
  text_out_text(out, "=\"");
  if (text_is(attribute->name, "style")) {
    /* CSS inside an attribute: filtered first, then escaped. A text that cannot
     * be filtered, for want of memory, is left out. */
    pith_slice css = attribute->value;
    text_out clean;
    text_out_init(&clean, -1);
    review_css_write(&clean, css, links);
    if (clean.error)
      out->error = clean.error;
    else
      write_escaped(out, (pith_slice){clean.data, clean.len});
    text_out_done(&clean);
  } else
    write_escaped(out, attribute->value);
  text_out_text(out, "\"");
}

/* An image that the page carries in itself, in a format that is only pixels. */
static bool
is_own_image(pith_slice source)
{
  static const char *const heads[] = {"data:image/png;", "data:image/jpeg;",
                                      "data:image/gif;", "data:image/webp;"};
  for (size_t i = 0; i < sizeof heads / sizeof heads[0]; i++)
    if (source.len > strlen(heads[i]) &&
        memcmp(source.data, heads[i], strlen(heads[i])) == 0)
      return true;
  return false;
}

static void
write_named(text_out *out, const char *name, pith_slice value)
{
  text_out_text(out, name);
  write_escaped(out, value);
  text_out_text(out, "\"");
}

/* A link to a part of the page; false, and nothing written, when the part is
 * not there. */
static bool
write_part(text_out *out, const char *name, pith_slice reference, bool css,
           const review_links *links)
{
  text_out found;
  text_out_init(&found, -1);
  bool there = links && links->write(links, reference, css, &found);
  if (there)
    write_named(out, name, (pith_slice){found.data, found.len});
  text_out_done(&found);
  return there;
}

/* The elements that had a picture behind them before there was CSS. */
static bool
has_background(pith_slice name)
{
  static const char *const names[] = {"body", "table", "td", "th", "tr"};
  return IS_LISTED(name, names);
}

/* What only some elements get. Targets of links and images are kept as data,
 * for people who inspect the frame; pixels are shown that the page carries
 * itself, or that lie beside it. Controls are disabled: nothing can be typed
 * into a page under review. */
static void
write_extra(text_out *out, const pith_page *page, pith_node node,
            pith_slice name, const review_links *links)
{
  pith_slice value;
  if (text_is(name, "a") &&
      pith_node_attribute_find(page, node, "href", &value))
    write_named(out, " data-href=\"", value);
  if (text_is(name, "img") &&
      pith_node_attribute_find(page, node, "src", &value)) {
    if (is_own_image(value))
      write_named(out, " src=\"", value);
    else if (!write_part(out, " src=\"", value, false, links))
      write_named(out, " data-src=\"", value);
  }
  if (has_background(name) &&
      pith_node_attribute_find(page, node, "background", &value))
    write_part(out, " background=\"", value, false, links);
  if (text_is(name, "input") || text_is(name, "button") ||
      text_is(name, "select"))
    text_out_text(out, " disabled");
}

/* --- the tree ------------------------------------------------------------- */

/* An element whose end tag is still to come. */
typedef struct open_element {
  pith_node end;
  pith_slice name; /* empty: nothing was opened */
} open_element;

typedef struct frame {
  text_out *out;
  const pith_page *page;
  open_element *open; /* owned */
  uint32_t depth;
  bool marks;
  uint32_t removed;          /* bytes of marks so far, which the page has not */
  const review_links *links; /* NULL: none */
} frame;

/* Attributes first, then those that only some elements get. */
static void
open_tag(frame *in, pith_node node, pith_slice name)
{
  text_out_text(in->out, "<");
  text_out_bytes(in->out, name.data, name.len);
  text_out *out = in->out;
  const pith_page *page = in->page;
  uint32_t count = pith_node_attribute_count(page, node);
  for (uint32_t i = 0; i < count; i++) {
    pith_attribute attribute = pith_node_attribute(page, node, i);
    if (may_stay(attribute.name, attribute.value))
      write_attribute(out, &attribute, in->links);
  }
  write_extra(in->out, in->page, node, name, in->links);
  text_out_text(in->out, ">");
}

/* Remember the end tag, with an empty name for none. */
static void
push(frame *in, pith_node node, pith_slice name)
{
  in->open[in->depth++] = (open_element){pith_node_end(in->page, node), name};
}

/* End tags of all elements that end before `node`. */
static void
pop_until(frame *in, pith_node node)
{
  while (in->depth > 0 && in->open[in->depth - 1].end <= node) {
    pith_slice name = in->open[--in->depth].name;
    if (name.len == 0)
      continue;
    text_out_text(in->out, "</");
    text_out_bytes(in->out, name.data, name.len);
    text_out_text(in->out, ">");
  }
}

/* Where the text of a mark lies in the page: a mark is bytes that were put
 * between those of the page, in its order. The end mark has one form; in UTF-16
 * it is longer, and no place is written. */
static void
write_place(frame *in, pith_node node)
{
  pith_node child = pith_node_first_child(in->page, node);
  const char *encoding = pith_page_encoding(in->page, NULL);
  if (child == PITH_NODE_NONE || strncmp(encoding, "UTF-16", 6) == 0)
    return;
  pith_span mark = pith_node_span(in->page, node);
  pith_span text = pith_node_span(in->page, child);
  in->removed += text.from - mark.from;
  text_out_text(in->out, " data-from=\"");
  text_out_number(in->out, text.from - in->removed, 0);
  text_out_text(in->out, "\" data-to=\"");
  text_out_number(in->out, text.to - in->removed, 0);
  text_out_text(in->out, "\"");
  in->removed += (uint32_t)strlen("</pith-nav>");
}

/* A mark of ours, data-reason="pN". Only its digits are copied: the page may
 * have elements of that name itself. */
static bool
open_mark(frame *in, pith_node node)
{
  pith_slice reason;
  if (!in->marks || !text_is(pith_node_name(in->page, node), "pith-nav") ||
      !pith_node_attribute_find(in->page, node, "data-reason", &reason) ||
      reason.len < 2 || reason.len > 11)
    return false;
  text_out_text(in->out, "<pith-nav data-p=\"");
  for (size_t i = 1; i < reason.len; i++)
    if (reason.data[i] >= '0' && reason.data[i] <= '9')
      text_out_bytes(in->out, reason.data + i, 1);
  text_out_text(in->out, "\"");
  write_place(in, node);
  text_out_text(in->out, ">");
  push(in, node, text_slice("pith-nav"));
  return true;
}

static void
write_style_element(frame *in, pith_node node)
{
  pith_node child = pith_node_first_child(in->page, node);
  text_out_text(in->out, "<style>");
  review_css_write(in->out, pith_node_text(in->page, child), in->links);
  text_out_text(in->out, "</style>");
}

/* A style sheet that lies beside the page. Alternates are for people to choose.
 */
static void
write_style_sheet(frame *in, pith_node node)
{
  pith_slice rel;
  pith_slice value;
  const pith_page *page = in->page;
  if (!pith_node_attribute_find(page, node, "rel", &rel) ||
      !text_is_word(text_trim(rel), "stylesheet") ||
      !pith_node_attribute_find(page, node, "href", &value) ||
      !write_part(in->out, "<link rel=\"stylesheet\" href=\"", value, true,
                  in->links))
    return;
  if (pith_node_attribute_find(page, node, "media", &value))
    write_named(in->out, " media=\"", value);
  text_out_text(in->out, ">");
}

/* Hidden inputs hold tokens and state; a reader never sees them. */
static bool
is_hidden_input(const pith_page *page, pith_node node)
{
  pith_slice type;
  return pith_node_attribute_find(page, node, "type", &type) &&
         text_is_word(type, "hidden");
}

/* Write an element. Returns the node to go on with: its first child, or the one
 * after its last. */
static pith_node
write_element(frame *in, pith_node node)
{
  pith_slice name = pith_node_name(in->page, node);
  if (open_mark(in, node))
    return node + 1;
  if (text_is(name, "input") && is_hidden_input(in->page, node))
    return pith_node_end(in->page, node);
  switch (way_of(in->page, node)) {
  case WAY_LINK:
    write_style_sheet(in, node);
    return pith_node_end(in->page, node);
  case WAY_SKIP:
    return pith_node_end(in->page, node);
  case WAY_STYLE:
    write_style_element(in, node);
    return pith_node_end(in->page, node);
  case WAY_EMPTY:
    open_tag(in, node, name);
    return pith_node_end(in->page, node);
  case WAY_THROUGH:
    name = text_slice("");
    break;
  case WAY_INLINE:
    name = text_slice("span");
    break;
  case WAY_BLOCK:
    name = text_slice("div");
    break;
  case WAY_VERBATIM:
    name = text_slice("pre");
    break;
  case WAY_KEEP:
    break;
  }
  if (name.len > 0)
    open_tag(in, node, name);
  push(in, node, name);
  return node + 1;
}

/* Nodes are in document order, so a start tag is written when a node is met,
 * and end tags when the next node lies beyond. */
static void
write_tree(frame *in)
{
  uint32_t count = pith_page_node_count(in->page);
  for (pith_node node = 0; node < count;) {
    pop_until(in, node);
    switch (pith_node_get_kind(in->page, node)) {
    case PITH_NODE_ELEMENT:
      node = write_element(in, node);
      break;
    case PITH_NODE_TEXT:
      write_escaped(in->out, pith_node_text(in->page, node));
      node++;
      break;
    case PITH_NODE_CONTENT: /* of a template, which is skipped */
    case PITH_NODE_COMMENT:
    case PITH_NODE_DOCTYPE:
    case PITH_NODE_DOCUMENT:
      node++;
      break;
    }
  }
  pop_until(in, count);
}

/* The first element of a name; PITH_NODE_NONE, which has no attributes. */
static pith_node
find_element(const pith_page *page, const char *name)
{
  uint32_t count = pith_page_node_count(page);
  for (pith_node node = 0; node < count; node++)
    if (pith_node_get_kind(page, node) == PITH_NODE_ELEMENT &&
        text_is(pith_node_name(page, node), name))
      return node;
  return PITH_NODE_NONE;
}

bool
review_frame_base(const pith_page *page, pith_slice *out)
{
  return pith_node_attribute_find(page, find_element(page, "base"), "href",
                                  out);
}

/* The stack is as deep as the tree, whose depth the parser limits. Quirks
 * mode is kept by leaving the doctype out. */
pith_status
review_frame_write(text_out *out, const pith_page *page, bool marks,
                   const review_links *links)
{
  frame in = {.out = out, .page = page, .marks = marks, .links = links};
  in.open = need((size_t)pith_page_depth(page) + 8, sizeof *in.open);
  if (pith_page_quirks(page) != 2)
    text_out_text(out, "<!doctype html>");
  open_tag(&in, find_element(page, "html"), text_slice("html"));
  text_out_text(out, "<head><meta charset=\"utf-8\">"
                     "<style id=\"pith-style\"></style></head>");
  open_tag(&in, find_element(page, "body"), text_slice("body"));
  write_tree(&in);
  text_out_text(out, "</body></html>");
  free(in.open);
  return out->error ? PITH_NOMEM : PITH_OK;
}
