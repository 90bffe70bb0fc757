/* review_frame.c: see the header. */
#include "lab/review/review_frame.h"

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
  WAY_THROUGH /* only what is in it */
} element_way;

typedef struct element_rule {
  const char *name;
  element_way way;
} element_rule;

/* In the order of names. What is not here is written as a span. */
static const element_rule rules[] = {
    {"a", WAY_KEEP},
    {"abbr", WAY_KEEP},
    {"acronym", WAY_KEEP},
    {"address", WAY_KEEP},
    {"applet", WAY_SKIP},
    {"area", WAY_SKIP},
    {"article", WAY_KEEP},
    {"aside", WAY_KEEP},
    {"audio", WAY_SKIP},
    {"b", WAY_KEEP},
    {"base", WAY_SKIP},
    {"basefont", WAY_SKIP},
    {"bdi", WAY_KEEP},
    {"bdo", WAY_KEEP},
    {"bgsound", WAY_SKIP},
    {"big", WAY_KEEP},
    {"blockquote", WAY_KEEP},
    {"body", WAY_THROUGH},
    {"br", WAY_EMPTY},
    {"button", WAY_KEEP},
    {"canvas", WAY_SKIP},
    {"caption", WAY_KEEP},
    {"center", WAY_KEEP},
    {"cite", WAY_KEEP},
    {"code", WAY_KEEP},
    {"col", WAY_EMPTY},
    {"colgroup", WAY_KEEP},
    {"dd", WAY_KEEP},
    {"del", WAY_KEEP},
    {"details", WAY_KEEP},
    {"dfn", WAY_KEEP},
    {"dialog", WAY_BLOCK},
    {"dir", WAY_KEEP},
    {"div", WAY_KEEP},
    {"dl", WAY_KEEP},
    {"dt", WAY_KEEP},
    {"em", WAY_KEEP},
    {"embed", WAY_SKIP},
    {"fieldset", WAY_KEEP},
    {"figcaption", WAY_KEEP},
    {"figure", WAY_KEEP},
    {"font", WAY_KEEP},
    {"footer", WAY_KEEP},
    {"form", WAY_BLOCK},
    {"frame", WAY_SKIP},
    {"frameset", WAY_SKIP},
    {"h1", WAY_KEEP},
    {"h2", WAY_KEEP},
    {"h3", WAY_KEEP},
    {"h4", WAY_KEEP},
    {"h5", WAY_KEEP},
    {"h6", WAY_KEEP},
    {"head", WAY_THROUGH},
    {"header", WAY_KEEP},
    {"hgroup", WAY_KEEP},
    {"hr", WAY_EMPTY},
    {"html", WAY_THROUGH},
    {"i", WAY_KEEP},
    {"iframe", WAY_SKIP},
    {"img", WAY_EMPTY},
    {"input", WAY_EMPTY},
    {"ins", WAY_KEEP},
    {"kbd", WAY_KEEP},
    {"label", WAY_INLINE},
    {"legend", WAY_KEEP},
    {"li", WAY_KEEP},
    {"link", WAY_SKIP},
    {"listing", WAY_VERBATIM},
    {"main", WAY_KEEP},
    {"map", WAY_INLINE},
    {"mark", WAY_KEEP},
    {"marquee", WAY_BLOCK},
    {"menu", WAY_KEEP},
    {"meta", WAY_SKIP},
    {"meter", WAY_KEEP},
    {"nav", WAY_KEEP},
    {"nobr", WAY_KEEP},
    {"noembed", WAY_SKIP},
    {"noframes", WAY_SKIP},
    {"noscript", WAY_SKIP},
    {"object", WAY_SKIP},
    {"ol", WAY_KEEP},
    {"optgroup", WAY_KEEP},
    {"option", WAY_KEEP},
    {"output", WAY_INLINE},
    {"p", WAY_KEEP},
    {"param", WAY_SKIP},
    {"picture", WAY_KEEP},
    {"plaintext", WAY_VERBATIM},
    {"portal", WAY_SKIP},
    {"pre", WAY_KEEP},
    {"progress", WAY_KEEP},
    {"q", WAY_KEEP},
    {"rp", WAY_KEEP},
    {"rt", WAY_KEEP},
    {"ruby", WAY_KEEP},
    {"s", WAY_KEEP},
    {"samp", WAY_KEEP},
    {"script", WAY_SKIP},
    {"search", WAY_KEEP},
    {"section", WAY_KEEP},
    {"select", WAY_KEEP},
    {"small", WAY_KEEP},
    {"source", WAY_SKIP},
    {"span", WAY_KEEP},
    {"strike", WAY_KEEP},
    {"strong", WAY_KEEP},
    {"style", WAY_STYLE},
    {"sub", WAY_KEEP},
    {"summary", WAY_KEEP},
    {"sup", WAY_KEEP},
    {"table", WAY_KEEP},
    {"tbody", WAY_KEEP},
    {"td", WAY_KEEP},
    {"template", WAY_SKIP},
    {"textarea", WAY_BLOCK},
    {"tfoot", WAY_KEEP},
    {"th", WAY_KEEP},
    {"thead", WAY_KEEP},
    {"time", WAY_KEEP},
    {"title", WAY_SKIP},
    {"tr", WAY_KEEP},
    {"track", WAY_SKIP},
    {"tt", WAY_KEEP},
    {"u", WAY_KEEP},
    {"ul", WAY_KEEP},
    {"var", WAY_KEEP},
    {"video", WAY_SKIP},
    {"wbr", WAY_EMPTY},
    {"xmp", WAY_VERBATIM},
};

/* Attributes that say how a thing looks and cannot load or start one. */
static const char *const attributes[] = {
    "align", "alt",     "bgcolor", "border",  "cellpadding", "cellspacing",
    "class", "clear",   "color",   "colspan", "cols",        "compact",
    "dir",   "face",    "height",  "hidden",  "hspace",      "id",
    "lang",  "noshade", "nowrap",  "open",    "reversed",    "rowspan",
    "rules", "size",    "span",    "start",   "style",       "text",
    "title", "type",    "valign",  "value",   "vspace",      "width",
};

static bool
is_word(pith_slice text, const char *word)
{
  return text.len == strlen(word) && memcmp(text.data, word, text.len) == 0;
}

static int
compare_name(pith_slice name, const char *with)
{
  size_t len = strlen(with);
  int order = memcmp(name.data, with, name.len < len ? name.len : len);
  return order ? order : (name.len > len) - (name.len < len);
}

static element_way
way_of(const pith_page *page, pith_node node)
{
  pith_slice name = pith_node_name(page, node);
  size_t low = 0;
  size_t high = sizeof rules / sizeof rules[0];
  if (pith_node_namespace(page, node) != PITH_NAMESPACE_HTML)
    return is_word(name, "svg") ? WAY_SKIP : WAY_THROUGH;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    int order = compare_name(name, rules[middle].name);
    if (order == 0)
      return rules[middle].way;
    if (order > 0)
      low = middle + 1;
    else
      high = middle;
  }
  return WAY_INLINE;
}

/* --- text and attributes -------------------------------------------------- */

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

static char
lower(char c)
{
  return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool
is_hex(char c)
{
  return (c >= '0' && c <= '9') || (lower(c) >= 'a' && lower(c) <= 'f');
}

/* Whether `word` (lower case) stands at `at`, case ignored. */
static bool
word_at(const char *at, const char *end, const char *word)
{
  for (; *word; word++, at++)
    if (at == end || lower(*at) != *word)
      return false;
  return true;
}

/* What takes an address or runs something; "(" is part of the word. */
static bool
loads(const char *at, const char *end)
{
  static const char *const words[] = {
      "url(",        "src(",        "image(",     "image-set(",
      "expression(", "cross-fade(", "element(",   "-moz-binding",
      "behavior",    "javascript:", "url-prefix("};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (word_at(at, end, words[i]))
      return true;
  return false;
}

/* Behind an escape: at most six hex digits and a space, or one character. */
static const char *
after_escape(const char *at, const char *end)
{
  const char *from = ++at;
  while (at < end && at - from < 6 && is_hex(*at))
    at++;
  if (at > from)
    return at < end && *at == ' ' ? at + 1 : at;
  return at < end ? at + 1 : at;
}

void
review_frame_css(text_out *out, pith_slice css)
{
  const char *end = css.data + css.len;
  for (const char *at = css.data; at < end;) {
    if (*at == '\\') {
      text_out_text(out, " "); /* not nothing: "u\zrl(" must not close up */
      at = after_escape(at, end);
      continue;
    }
    if (*at == '<' || *at == '\0') {
      text_out_text(out, " ");
      at += word_at(at, end, "<!--") ? 4 : 1;
      continue;
    }
    text_out_bytes(out, at, *at == '@');
    if (loads(at, end) || (*at == '@' && !word_at(at, end, "@media")))
      text_out_text(out, "pith-no-");
    text_out_bytes(out, at, *at != '@');
    at++;
  }
}

/* CSS inside an attribute: filtered first, then escaped. */
static void
write_style_attribute(text_out *out, pith_slice css)
{
  text_out clean;
  text_out_init(&clean, -1);
  review_frame_css(&clean, css);
  if (clean.error)
    out->error = clean.error;
  else
    write_escaped(out, (pith_slice){clean.data, clean.len});
  text_out_done(&clean);
}

static bool
may_stay(pith_slice name, pith_slice value)
{
  static const char *const types[] = {"text",   "checkbox", "radio", "submit",
                                      "button", "search",   "reset", "number",
                                      "disc",   "circle",   "square"};
  bool known = false;
  for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++)
    known = known || is_word(name, attributes[i]);
  if (!known || (is_word(name, "id") && value.len >= 4 &&
                 memcmp(value.data, "pith", 4) == 0))
    return false;
  if (!is_word(name, "type"))
    return true;
  bool fits = value.len <= 1; /* of lists: 1, a, I */
  for (size_t i = 0; i < sizeof types / sizeof types[0]; i++)
    fits = fits || is_word(value, types[i]);
  return fits;
}

static void
write_attribute(text_out *out, const pith_attribute *attribute)
{
  text_out_text(out, " ");
  text_out_bytes(out, attribute->name.data, attribute->name.len);
  text_out_text(out, "=\"");
  if (is_word(attribute->name, "style"))
    write_style_attribute(out, attribute->value);
  else
    write_escaped(out, attribute->value);
  text_out_text(out, "\"");
}

static void
write_attributes(text_out *out, const pith_page *page, pith_node node)
{
  uint32_t count = pith_node_attribute_count(page, node);
  for (uint32_t i = 0; i < count; i++) {
    pith_attribute attribute = pith_node_attribute(page, node, i);
    if (may_stay(attribute.name, attribute.value))
      write_attribute(out, &attribute);
  }
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

/* What only some elements get. */
static void
write_extra(text_out *out, const pith_page *page, pith_node node,
            pith_slice name)
{
  pith_slice value;
  if (is_word(name, "a") &&
      pith_node_attribute_find(page, node, "href", &value))
    write_named(out, " data-href=\"", value);
  if (is_word(name, "img") &&
      pith_node_attribute_find(page, node, "src", &value)) {
    if (is_own_image(value))
      write_named(out, " src=\"", value);
    else
      write_named(out, " data-src=\"", value);
  }
  if (is_word(name, "input") || is_word(name, "button") ||
      is_word(name, "select"))
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
} frame;

static pith_slice
word(const char *text)
{
  return (pith_slice){text, strlen(text)};
}

static void
open_tag(frame *in, pith_node node, pith_slice name)
{
  text_out_text(in->out, "<");
  text_out_bytes(in->out, name.data, name.len);
  write_attributes(in->out, in->page, node);
  write_extra(in->out, in->page, node, name);
  text_out_text(in->out, ">");
}

static void
push(frame *in, pith_node node, pith_slice name)
{
  in->open[in->depth++] = (open_element){pith_node_end(in->page, node), name};
}

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

/* A mark of ours: data-reason="pN". */
static bool
open_mark(frame *in, pith_node node)
{
  pith_slice reason;
  if (!in->marks || !is_word(pith_node_name(in->page, node), "pith-nav") ||
      !pith_node_attribute_find(in->page, node, "data-reason", &reason) ||
      reason.len < 2 || reason.len > 11)
    return false;
  text_out_text(in->out, "<pith-nav data-p=\"");
  for (size_t i = 1; i < reason.len; i++)
    if (reason.data[i] >= '0' && reason.data[i] <= '9')
      text_out_bytes(in->out, reason.data + i, 1);
  text_out_text(in->out, "\">");
  push(in, node, word("pith-nav"));
  return true;
}

static void
write_style_element(frame *in, pith_node node)
{
  pith_node child = pith_node_first_child(in->page, node);
  text_out_text(in->out, "<style>");
  review_frame_css(in->out, pith_node_text(in->page, child));
  text_out_text(in->out, "</style>");
}

static bool
is_hidden_input(const pith_page *page, pith_node node)
{
  pith_slice type;
  return pith_node_attribute_find(page, node, "type", &type) && type.len == 6 &&
         word_at(type.data, type.data + 6, "hidden");
}

/* Write an element; gives the node to go on with. */
static pith_node
write_element(frame *in, pith_node node)
{
  pith_slice name = pith_node_name(in->page, node);
  if (open_mark(in, node))
    return node + 1;
  if (is_word(name, "input") && is_hidden_input(in->page, node))
    return pith_node_end(in->page, node);
  switch (way_of(in->page, node)) {
  case WAY_SKIP:
    return pith_node_end(in->page, node);
  case WAY_STYLE:
    write_style_element(in, node);
    return pith_node_end(in->page, node);
  case WAY_EMPTY:
    open_tag(in, node, name);
    return pith_node_end(in->page, node);
  case WAY_THROUGH:
    name = word("");
    break;
  case WAY_INLINE:
    name = word("span");
    break;
  case WAY_BLOCK:
    name = word("div");
    break;
  case WAY_VERBATIM:
    name = word("pre");
    break;
  case WAY_KEEP:
    break;
  }
  if (name.len > 0)
    open_tag(in, node, name);
  push(in, node, name);
  return node + 1;
}

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
        is_word(pith_node_name(page, node), name))
      return node;
  return PITH_NODE_NONE;
}

pith_status
review_frame_write(text_out *out, const pith_page *page, bool marks)
{
  frame in = {.out = out, .page = page, .marks = marks};
  in.open = calloc((size_t)pith_page_depth(page) + 8, sizeof *in.open);
  if (!in.open)
    return PITH_NOMEM;
  if (pith_page_quirks(page) != 2)
    text_out_text(out, "<!doctype html>");
  open_tag(&in, find_element(page, "html"), word("html"));
  text_out_text(out, "<head><meta charset=\"utf-8\">"
                     "<style id=\"pith-style\"></style></head>");
  open_tag(&in, find_element(page, "body"), word("body"));
  write_tree(&in);
  text_out_text(out, "</body></html>");
  free(in.open);
  return out->error ? PITH_NOMEM : PITH_OK;
}
