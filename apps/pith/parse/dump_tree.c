/* dump_tree.c: a page in, its tree in the format of the html5lib suites out.
 *
 * Nodes are numbered in document order, so the dump is a loop. The depth of a
 * node follows from the one before it: one down, or up as many levels as its
 * parent is away. All the climbing together is as long as the tree is large.
 */
#include "pith/parse/parse_show.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The parser keeps at most 1,023 of one tag, so none is left out.
 * The array is part of the writer, so a dump allocates nothing for each
 * element. */
enum { MOST_ATTRIBUTES = 1024 };

typedef struct tree_writer {
  text_out *out;
  const pith_page *page;
  bool spans;
  int digits; /* of the largest offset, when spans are shown */
  pith_attribute attributes[MOST_ATTRIBUTES]; /* of one element, to sort */
} tree_writer;

static void
write_slice(text_out *out, pith_slice text)
{
  text_out_bytes(out, text.data, text.len);
}

/* Text as it is, or on one line where people read it. */
static void
write_data(const tree_writer *writer, pith_slice text)
{
  if (!writer->spans) {
    write_slice(writer->out, text);
    return;
  }
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    char escape[5];
    snprintf(escape, sizeof escape, "\\x%02x", (unsigned char)c);
    if (c == '\n' || c == '\t')
      text_out_text(writer->out, c == '\n' ? "\\n" : "\\t");
    else if ((unsigned char)c < ' ' || c == '\x7F')
      text_out_text(writer->out, escape);
    else
      text_out_bytes(writer->out, &c, 1);
  }
}

/* A node that the parser inserted has no bytes of its own: blanks instead of
 * offsets keep the columns aligned. */
static void
write_span(const tree_writer *writer, pith_span span)
{
  if (!writer->spans)
    return;
  if (span.from == span.to) {
    text_out_repeat(writer->out, ' ', (size_t)writer->digits);
    text_out_text(writer->out, "-");
    text_out_repeat(writer->out, ' ', (size_t)writer->digits);
  } else {
    text_out_number(writer->out, span.from, writer->digits);
    text_out_text(writer->out, "-");
    text_out_number(writer->out, span.to, -writer->digits);
  }
  text_out_text(writer->out, " ");
}

/* The beginning of every line; `level` is 0 for children of the root. */
static void
begin_line(const tree_writer *writer, uint32_t level, pith_span span)
{
  write_span(writer, span);
  text_out_text(writer->out, "| ");
  text_out_repeat(writer->out, ' ', (size_t)level * 2);
}

/* Bytes of UTF-8 compare like code points, but UTF-16 sorts what needs a
 * surrogate pair (lead bytes F0 to F4) before U+E000 and above (EE and EF). */
static int
utf16_rank(char byte)
{
  int value = (unsigned char)byte;
  return value == 0xEE || value == 0xEF ? value + 8 : value;
}

/* Compares as UTF-16 code units do, which is the order of the suites. */
static int
compare_slices(pith_slice a, pith_slice b)
{
  size_t len = a.len < b.len ? a.len : b.len;
  for (size_t i = 0; i < len; i++)
    if (a.data[i] != b.data[i])
      return utf16_rank(a.data[i]) - utf16_rank(b.data[i]);
  return (a.len > b.len) - (a.len < b.len);
}

/* A name as it is shown: the prefix, a blank, the rest. */
static size_t
shown_name(const pith_attribute *attribute, char *out, size_t size)
{
  size_t prefix = attribute->prefix.len;
  size_t len = attribute->name.len;
  if (prefix + 1 + len > size)
    len = size - prefix - 1;
  memcpy(out, attribute->prefix.data, prefix);
  out[prefix] = ' ';
  memcpy(out + prefix + 1, attribute->name.data, len);
  return prefix + 1 + len;
}

/* Only a few names have a prefix, and they are short; the others are compared
 * in place. A longer one is cut, which may change the order of two names but
 * reads no byte out of bounds. */
static int
compare_attributes(const void *left, const void *right)
{
  const pith_attribute *a = left;
  const pith_attribute *b = right;
  char a_name[64];
  char b_name[64];
  pith_slice a_shown = a->name;
  pith_slice b_shown = b->name;
  if (a->prefix.len > 0) {
    a_shown.len = shown_name(a, a_name, sizeof a_name);
    a_shown.data = a_name;
  }
  if (b->prefix.len > 0) {
    b_shown.len = shown_name(b, b_name, sizeof b_name);
    b_shown.data = b_name;
  }
  return compare_slices(a_shown, b_shown);
}

/* From the name to the end of the value; an attribute without one has only the
 * span of its name. */
static pith_span
attribute_span(const pith_attribute *attribute)
{
  pith_span span = attribute->name_span;
  if (attribute->value_span.to > span.to)
    span.to = attribute->value_span.to;
  return span;
}

/* Sorted, because the suites list attributes by name, whatever the order of the
 * source. */
static void
write_attributes(tree_writer *writer, pith_node node, uint32_t level)
{
  uint32_t count = pith_node_attribute_count(writer->page, node);
  if (count > MOST_ATTRIBUTES)
    count = MOST_ATTRIBUTES;
  for (uint32_t i = 0; i < count; i++)
    writer->attributes[i] = pith_node_attribute(writer->page, node, i);
  qsort(writer->attributes, count, sizeof writer->attributes[0],
        compare_attributes);
  for (uint32_t i = 0; i < count; i++) {
    const pith_attribute *attribute = &writer->attributes[i];
    begin_line(writer, level, attribute_span(attribute));
    if (attribute->prefix.len > 0) {
      write_slice(writer->out, attribute->prefix);
      text_out_text(writer->out, " ");
    }
    write_slice(writer->out, attribute->name);
    text_out_text(writer->out, "=\"");
    write_data(writer, attribute->value);
    text_out_text(writer->out, "\"\n");
  }
}

static void
write_element(tree_writer *writer, pith_node node, uint32_t level)
{
  static const char *const prefixes[] = {"<", "<svg ", "<math "};
  text_out_text(writer->out, prefixes[pith_node_namespace(writer->page, node)]);
  write_slice(writer->out, pith_node_name(writer->page, node));
  text_out_text(writer->out, ">\n");
  write_attributes(writer, node, level + 1);
}

/* Missing and empty identifiers look the same in this format; both are left out
 * unless one of them has text. */
static void
write_doctype(const tree_writer *writer, pith_node node)
{
  pith_doctype doctype = pith_node_doctype(writer->page, node);
  text_out_text(writer->out, "<!DOCTYPE ");
  write_slice(writer->out, doctype.name);
  if (doctype.public_id.len > 0 || doctype.system_id.len > 0) {
    text_out_text(writer->out, " \"");
    write_data(writer, doctype.public_id);
    text_out_text(writer->out, "\" \"");
    write_data(writer, doctype.system_id);
    text_out_text(writer->out, "\"");
  }
  text_out_text(writer->out, ">\n");
}

/* Between two marks. The text may contain them: the format of the suites has no
 * escapes. */
static void
write_around(const tree_writer *writer, const char *before, pith_slice data,
             const char *after)
{
  text_out_text(writer->out, before);
  write_data(writer, data);
  text_out_text(writer->out, after);
}

/* A line, or for an element with attributes several. "content" is the document
 * fragment of a template. */
static void
write_node(tree_writer *writer, pith_node node, uint32_t level)
{
  pith_slice text = pith_node_text(writer->page, node);
  pith_span span = {0, 0};
  if (writer->spans)
    span = pith_node_span(writer->page, node);
  begin_line(writer, level, span);
  switch (pith_node_get_kind(writer->page, node)) {
  case PITH_NODE_ELEMENT:
    write_element(writer, node, level);
    return;
  case PITH_NODE_TEXT:
    write_around(writer, "\"", text, "\"\n");
    return;
  case PITH_NODE_COMMENT:
    write_around(writer, "<!-- ", text, " -->\n");
    return;
  case PITH_NODE_DOCTYPE:
    write_doctype(writer, node);
    return;
  case PITH_NODE_CONTENT:
    text_out_text(writer->out, "content\n");
    return;
  case PITH_NODE_DOCUMENT:
    return;
  }
}

/* Starts at node 1: node 0 is the document, whose children are at level 0. Its
 * span ends at the last offset, which decides how wide the columns of offsets
 * are. */
void
dump_tree(text_out *out, const pith_page *page, bool spans)
{
  tree_writer writer;
  char digits[16];
  uint32_t count = pith_page_node_count(page);
  uint32_t depth = 0; /* of node - 1 */
  writer.out = out;
  writer.page = page;
  writer.spans = spans;
  writer.digits = snprintf(digits, sizeof digits, "%lu",
                           (unsigned long)pith_node_span(page, 0).to);
  for (pith_node node = 1; node < count; node++) {
    pith_node parent = pith_node_parent(page, node);
    pith_node last = node - 1;
    /* Climb from the node before to this one's parent; a first child climbs not
     * at all. */
    for (; last != parent; depth--)
      last = pith_node_parent(page, last);
    write_node(&writer, node, depth);
    depth++;
  }
}
