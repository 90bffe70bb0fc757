/* lexbor_tree.c: lexbor's tree in the html5lib format.
 *
 * Loaded as a library into the Python process that has selectolax's extension
 * module, which exports lexbor's functions. Declarations are ours and name only
 * what is used. Two things have no accessor and are read from the structs of
 * the pinned version: the namespace, the fourth word of a node or attribute,
 * and a template's contents. lexbor_tree.py proves on a known page that they
 * are there.
 */
#include "tree_text.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct lxb_document lxb_document;
typedef struct lxb_attr lxb_attr;
typedef struct lxb_node {
  void *events;
  uintptr_t local_name;
  uintptr_t prefix;
  uintptr_t space;
} lxb_node;

enum { LXB_ELEMENT = 1, LXB_TEXT = 3, LXB_CDATA = 4, LXB_COMMENT = 8 };
enum { LXB_INSTRUCTION = 7, LXB_DOCTYPE = 10 };
enum { LXB_NS_HTML = 2, LXB_NS_MATH = 3, LXB_NS_SVG = 4 };

lxb_document *lxb_html_document_create(void);
lxb_document *lxb_html_document_destroy(lxb_document *document);
unsigned lxb_html_document_parse(lxb_document *document,
                                 const unsigned char *html, size_t len);
lxb_node *lxb_dom_node_first_child_noi(lxb_node *node);
lxb_node *lxb_dom_node_next_noi(lxb_node *node);
lxb_node *lxb_dom_node_parent_noi(lxb_node *node);
int lxb_dom_node_type_noi(lxb_node *node);
char *lxb_dom_node_text_content(lxb_node *node, size_t *len);
const char *lxb_dom_element_qualified_name(lxb_node *node, size_t *len);
lxb_attr *lxb_dom_element_first_attribute_noi(lxb_node *node);
lxb_attr *lxb_dom_element_next_attribute_noi(lxb_attr *attr);
const char *lxb_dom_attr_qualified_name(lxb_attr *attr, size_t *len);
const char *lxb_dom_attr_value_noi(lxb_attr *attr, size_t *len);
const char *lxb_dom_processing_instruction_target_noi(lxb_node *node,
                                                      size_t *len);
const char *lxb_dom_document_type_name_noi(lxb_node *node, size_t *len);
const char *lxb_dom_document_type_public_id_noi(lxb_node *node, size_t *len);
const char *lxb_dom_document_type_system_id_noi(lxb_node *node, size_t *len);

enum { MOST_ATTRIBUTES = 4096, MOST_TEMPLATES = 512 };

/* Where a template element keeps the fragment with its contents. */
enum { CONTENT_OFFSET = 0xB0 };

/* A walk over a tree. A template's contents hang off a fragment that has no
 * parent, so the templates on the way down are kept to find the way up. */
typedef struct walk {
  lxb_node *node;
  size_t depth;
  lxb_node *templates[MOST_TEMPLATES];
  size_t template_count;
} walk;

int lexbor_tree_batch(const char *list);

static const char *
namespace_prefix(const lxb_node *node)
{
  if (node->space == LXB_NS_SVG)
    return "svg ";
  return node->space == LXB_NS_MATH ? "math " : "";
}

static int
is_template(lxb_node *node)
{
  size_t len;
  if (lxb_dom_node_type_noi(node) != LXB_ELEMENT || node->space != LXB_NS_HTML)
    return 0;
  const char *name = lxb_dom_element_qualified_name(node, &len);
  return len == 8 && memcmp(name, "template", 8) == 0;
}

/* "xlink:href" is displayed as "xlink href" where the prefix is a namespace,
 * which lexbor keeps in the attribute's own namespace field. */
static char *
display_name(lxb_attr *attr)
{
  size_t len;
  const char *name = lxb_dom_attr_qualified_name(attr, &len);
  uintptr_t space = ((const lxb_node *)(void *)attr)->space;
  char *copy = calloc(len + 7, 1);
  if (!copy)
    return NULL;
  memcpy(copy, name, len);
  char *colon = strchr(copy, ':');
  if (colon && space > LXB_NS_SVG)
    *colon = ' ';
  else if (space > LXB_NS_SVG && strcmp(copy, "xmlns") == 0)
    memcpy(copy, "xmlns xmlns", 11);
  return copy;
}

static void
write_attributes(lxb_node *node, size_t depth, tree_text *out)
{
  static tree_attribute list[MOST_ATTRIBUTES];
  size_t count = 0;
  lxb_attr *attr = lxb_dom_element_first_attribute_noi(node);
  for (; attr && count < MOST_ATTRIBUTES; count++) {
    tree_attribute *entry = &list[count];
    entry->name = display_name(attr);
    entry->value_len = 0;
    entry->value = lxb_dom_attr_value_noi(attr, &entry->value_len);
    if (!entry->value)
      entry->value = "";
    attr = lxb_dom_element_next_attribute_noi(attr);
  }
  tree_text_attributes(out, depth, list, count);
  for (size_t i = 0; i < count; i++)
    free(list[i].name);
}

static void
write_doctype(lxb_node *node, tree_text *out)
{
  size_t len;
  const char *name = lxb_dom_document_type_name_noi(node, &len);
  const char *public_id = lxb_dom_document_type_public_id_noi(node, &len);
  const char *system_id = lxb_dom_document_type_system_id_noi(node, &len);
  tree_text_doctype(out, name ? name : "", public_id ? public_id : "",
                    system_id ? system_id : "");
}

/* The html5lib format has no such node; "<?target data>" is ours. */
static void
write_instruction(lxb_node *node, size_t depth, tree_text *out)
{
  char line[4096];
  size_t target_len = 0, len = 0;
  const char *target =
      lxb_dom_processing_instruction_target_noi(node, &target_len);
  const char *data = lxb_dom_node_text_content(node, &len);
  int size = snprintf(line, sizeof line, "?%.*s %.*s", (int)target_len, target,
                      (int)len, data);
  size_t shown = size < (int)sizeof line ? (size_t)size : sizeof line - 1;
  tree_text_element(out, depth, "", line, shown);
}

static void
write_node(lxb_node *node, size_t depth, tree_text *out)
{
  size_t len = 0;
  const char *data;
  switch (lxb_dom_node_type_noi(node)) {
  case LXB_ELEMENT:
    data = lxb_dom_element_qualified_name(node, &len);
    tree_text_element(out, depth, namespace_prefix(node), data, len);
    write_attributes(node, depth, out);
    break;
  case LXB_TEXT:
  case LXB_CDATA:
    data = lxb_dom_node_text_content(node, &len);
    tree_text_text(out, depth, data, len);
    break;
  case LXB_COMMENT:
    data = lxb_dom_node_text_content(node, &len);
    tree_text_comment(out, depth, data, len);
    break;
  case LXB_INSTRUCTION:
    write_instruction(node, depth, out);
    break;
  case LXB_DOCTYPE:
    write_doctype(node, out);
    break;
  default:
    break;
  }
}

static lxb_node *
template_content(lxb_node *element)
{
  lxb_node *content;
  memcpy(&content, (char *)element + CONTENT_OFFSET, sizeof content);
  return content;
}

/* Goes to the first child, through the contents of a template if it is one.
 * Returns 0 when there is none. */
static int
go_down(walk *at, tree_text *out)
{
  lxb_node *from = at->node;
  size_t levels = 1;
  if (is_template(from) && at->template_count < MOST_TEMPLATES) {
    tree_text_content(out, at->depth + 1);
    at->templates[at->template_count++] = from;
    from = template_content(from);
    levels = 2;
  }
  lxb_node *child = lxb_dom_node_first_child_noi(from);
  if (!child) {
    if (levels == 2)
      at->template_count--;
    return 0;
  }
  at->node = child;
  at->depth += levels;
  return 1;
}

/* Goes to the parent, or from a template's contents to the template. */
static void
go_up(walk *at)
{
  lxb_node *parent = lxb_dom_node_parent_noi(at->node);
  at->depth--;
  if (at->template_count > 0) {
    lxb_node *last = at->templates[at->template_count - 1];
    if (parent == template_content(last)) {
      parent = last;
      at->depth--;
      at->template_count--;
    }
  }
  at->node = parent;
}

/* Writes everything below `root`, which is not written itself. */
static void
write_below(lxb_node *root, tree_text *out)
{
  walk at = {.node = lxb_dom_node_first_child_noi(root)};
  if (!at.node)
    return;
  for (;;) {
    write_node(at.node, at.depth, out);
    if (go_down(&at, out))
      continue;
    while (!lxb_dom_node_next_noi(at.node)) {
      if (lxb_dom_node_parent_noi(at.node) == root)
        return;
      go_up(&at);
    }
    at.node = lxb_dom_node_next_noi(at.node);
  }
}

static int
write_page(const char *html, size_t len, tree_text *out)
{
  lxb_document *document = lxb_html_document_create();
  if (!document)
    return 1;
  int status =
      lxb_html_document_parse(document, (const unsigned char *)html, len) != 0;
  if (status == 0)
    write_below((lxb_node *)(void *)document, out);
  lxb_html_document_destroy(document);
  return status;
}

int
lexbor_tree_batch(const char *list)
{
  return tree_text_batch(list, write_page);
}
