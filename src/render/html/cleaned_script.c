/*
 * What could run in the reader's browser: scripts, handlers (`onclick`),
 * addresses that are scripts, documents in attributes (`srcdoc`), and comments
 * that old browsers read as markup.
 *
 * Tags are read again from the source. The tree keeps one attribute of each
 * name and drops some tags altogether, but another parser, or the same one
 * after something was taken out, may see what it dropped.
 */
#include "render/html/cleaned.h"

#include "base/slice.h"
#include "page/element/attribute.h"
#include "html/token/charref.h"
#include "page/element/address.h"
#include "render/html/text_spans.h"
#include "html/token/tag_scan.h"

/* With this many attributes some may have been dropped. */
#define MANY_ATTRIBUTES 64

/* Values longer than this are not looked at further for what they begin with.
 */
#define VALUE_START 256

/* The whole text of the page. */
static pith_slice
text_of(const pith_cleaner *cleaner)
{
  return pith__slice(cleaner->tree->store.text, cleaner->tree->store.text_len);
}

/* Whether "javascript:" is anywhere in a value; for attributes that hold
 * more than one thing. */
static bool
mentions_script(pith_slice value)
{
  static const pith_slice word = {"javascript:", 11};
  for (size_t i = 0; i + word.len <= value.len; i++)
    if (pith__slice_equal_folded(pith__slice(value.data + i, word.len), word))
      return true;
  return false;
}

/* Handlers (`on...`), documents (`srcdoc`), and every attribute whose value
 * is a script. Any attribute is checked, not a list of known ones: new ones
 * appear. */
static bool
is_dangerous(pith_slice name, pith_slice value)
{
  if (name.len > 2 && pith__lower(name.data[0]) == 'o' &&
      pith__lower(name.data[1]) == 'n')
    return true;
  if (pith__slice_is(name, "srcdoc"))
    return true;
  if (pith__slice_is(name, "style") || pith__slice_is(name, "values") ||
      pith__slice_is(name, "srcset"))
    return mentions_script(value);
  return pith__address_is_script(value);
}

/* The beginning of a value with its character references resolved:
 * `&#106;avascript:` is an address like any other. Only ASCII matters. */
static pith_slice
resolve(pith_slice value, char start[VALUE_START + 8])
{
  const char *p = value.data, *end = p + value.len;
  size_t len = 0;
  if (value.len == 0 || !memchr(p, '&', value.len))
    return value;
  while (p < end && len < VALUE_START) {
    pith_charref reference = {0, {0, 0}};
    if (*p == '&')
      reference = pith__charref_read(p, end, true);
    /* Only ASCII matters here. */
    start[len++] = reference.len == 0          ? *p
                   : reference.codes[0] < 0x80 ? (char)reference.codes[0]
                                               : '?';
    p += reference.len > 0 ? reference.len : 1;
  }
  return pith__slice(start, len);
}

/* A '/' that was between attributes may be before the '>' now, where it
 * would end the element. Strike those in [from, to). */
static void
strike_slashes(pith_cleaner *cleaner, uint32_t from, uint32_t to)
{
  const char *text = cleaner->tree->store.text;
  for (uint32_t i = from; i < to; i++)
    if (text[i] == '/')
      pith__byte_mask_set(&cleaner->removed_bytes, i, i + 1);
}

/* Remove the dangerous attributes of the tag at `from`. Blanks before them
 * stay, so that their neighbours do not become one attribute. */
static void
clean_tag(pith_cleaner *cleaner, uint32_t from)
{
  pith_tag_scan scan;
  pith_tag_part part;
  char start[VALUE_START + 8];
  const char *text = cleaner->tree->store.text;
  pith__tag_scan_init(&scan, text_of(cleaner), from);
  uint32_t kept = scan.at, last = scan.at;
  while (pith__tag_scan_next(&scan, &part)) {
    pith_slice name = {text + part.name.from, part.name.to - part.name.from};
    pith_slice value = {text + part.value.from,
                        part.value.to - part.value.from};
    last = part.to;
    if (is_dangerous(name, resolve(value, start)))
      pith__byte_mask_set(&cleaner->removed_bytes, part.name.from, part.to);
    else
      kept = part.to;
  }
  bool self_closing = scan.at - 2 >= last && text[scan.at - 2] == '/';
  if (last > kept && !self_closing)
    strike_slashes(cleaner, kept, last);
}

/* A look at the attributes of the tree saves reading most tags again. The
 * tree keeps the first of several attributes of one name, and no more than
 * its limit. */
static bool
needs_cleaning(const pith_tree *tree, const pith_tree_node *node)
{
  if (node->attributes >= MANY_ATTRIBUTES)
    return true;
  for (uint32_t i = 0; i < node->attributes; i++) {
    const pith_attr *attr = &tree->store.attrs[node->data + i];
    if (is_dangerous(pith__attr_name(&tree->store, attr),
                     pith__attr_value(&tree->store, attr)))
      return true;
  }
  return false;
}

/* `<!--[if IE]>`: old browsers read the comment as markup. */
static bool
is_conditional(const pith_tree *tree, uint32_t n)
{
  pith_slice data = pith__slice_trim(pith__tree_text(tree, n));
  return data.len > 3 && data.data[0] == '[' &&
         pith__slice_is(pith__slice(data.data + 1, 2), "if");
}

/* Bytes that belong to a text node need no further look. */
static void
note_text(pith_cleaner *cleaner, uint32_t n)
{
  pith_text_spans spans;
  pith_span span;
  pith__text_spans_init(&spans, cleaner->tree, n);
  while (pith__text_spans_next(&spans, &span))
    pith__byte_mask_set(&cleaner->known, span.from, span.to);
}

/* Scripts go as a whole; other tags are read again if they may be dangerous. */
static void
clean_element(pith_cleaner *cleaner, const pith_tree_node *node)
{
  pith__byte_mask_set(&cleaner->known, node->from, node->open_to);
  pith__byte_mask_set(&cleaner->known, node->close_from, node->close_to);
  if (node->tag == PITH_TAG_SCRIPT)
    pith__byte_mask_set(&cleaner->removed_bytes, node->from, node->close_to);
  else if (node->open_to > node->from && needs_cleaning(cleaner->tree, node))
    clean_tag(cleaner, node->from);
}

static void
clean_node(pith_cleaner *cleaner, uint32_t n)
{
  const pith_tree_node *node = &cleaner->tree->nodes[n];
  switch ((pith_node_kind)node->kind) {
  case PITH_NODE_TEXT:
    note_text(cleaner, n);
    break;
  case PITH_NODE_ELEMENT:
    clean_element(cleaner, node);
    break;
  case PITH_NODE_COMMENT:
    pith__byte_mask_set(&cleaner->known, node->from, node->close_to);
    if (is_conditional(cleaner->tree, n))
      pith__byte_mask_set(&cleaner->removed_bytes, node->from, node->close_to);
    break;
  case PITH_NODE_DOCTYPE:
    pith__byte_mask_set(&cleaner->known, node->from, node->close_to);
    break;
  default:
    break;
  }
}

static bool
is_script_tag(pith_slice text, uint32_t from)
{
  uint32_t at = from + 1;
  if (at < text.len && text.data[at] == '/')
    at++;
  return text.len - at > 6 &&
         pith__slice_is(pith__slice(text.data + at, 6), "script") &&
         !pith__is_letter(text.data[at + 6]);
}

/* Tags in [from, to), which the parser ignored. Another parser, or the same
 * one after something was removed, may read them. */
static void
clean_unknown(pith_cleaner *cleaner, uint32_t from, uint32_t to)
{
  pith_slice text = text_of(cleaner);
  while (from < to) {
    if (text.data[from] != '<' || !pith__is_markup(text, from)) {
      from++;
      continue;
    }
    uint32_t end = pith__markup_end(text, from);
    if (is_script_tag(text, from))
      pith__byte_mask_set(&cleaner->removed_bytes, from, end);
    else if (pith__is_letter(text.data[from + 1]))
      clean_tag(cleaner, from);
    from = end;
  }
}

/* First the nodes, which mark the bytes they account for; then the bytes
 * that no node accounts for. */
void
pith__cleaner_scripts(pith_cleaner *cleaner)
{
  uint32_t len = cleaner->tree->store.text_len;
  for (uint32_t n = 1; n < cleaner->tree->count; n++)
    clean_node(cleaner, n);
  for (uint32_t at = 0, end; at < len; at = end) {
    end = pith__byte_mask_run(&cleaner->known, at);
    if (!pith__byte_mask_has(&cleaner->known, at))
      clean_unknown(cleaner, at, end);
  }
}
