/*
 * The public questions about encodings, and the standard's rule for a `meta`
 * start tag (WHATWG HTML, "The rules for parsing tokens in HTML content", in
 * head), asked of a finished tree.
 *
 * What surprises: a tree is in document order, while the rule means the first
 * `meta` the parser met. Misplaced ones can change places in a tree, so the
 * smallest source offset wins, not the first node.
 */
#include "api/workspace.h"

#include "base/slice.h"
#include "decode/prescan.h"

/* `*out` is set only when the attribute is there. */
static bool
find_value(const pith_tree *tree, const pith_tree_node *node, const char *name,
           pith_slice *out)
{
  const pith_attr *attr = pith__attr_find(
      &tree->store, node->data, node->attributes, pith__slice_of(name));
  if (attr)
    *out = pith__attr_value(&tree->store, attr);
  return attr != NULL;
}

/* The encoding one `meta` declares; false when it declares none we know.
 * `charset` is first, as in the standard; a label in it that nobody knows does
 * not hide a `content` with a good one. */
static bool
meta_encoding(const pith_tree *tree, const pith_tree_node *node,
              pith_encoding *out)
{
  pith_slice value;
  pith_slice label;
  if (find_value(tree, node, "charset", &value) &&
      pith__encoding_find(value, out))
    return true;
  return find_value(tree, node, "http-equiv", &value) &&
         pith__slice_is(value, "content-type") &&
         find_value(tree, node, "content", &value) &&
         pith__prescan_content(value, &label) &&
         pith__encoding_find(label, out);
}

/* O(nodes), and only for pages where the parser has seen such a `meta`. */
bool
pith__late_meta(const pith_tree *tree, pith_encoding *out)
{
  uint32_t first = UINT32_MAX;
  if (!tree->has_meta_encoding)
    return false;
  for (uint32_t i = 0; i < tree->count; i++) {
    const pith_tree_node *node = &tree->nodes[i];
    pith_encoding encoding;
    if (node->kind == PITH_NODE_ELEMENT && node->tag == PITH_TAG_META &&
        node->space == PITH_NAMESPACE_HTML && node->from < first &&
        meta_encoding(tree, node, &encoding)) {
      first = node->from;
      *out = pith__encoding_for_meta(encoding);
    }
  }
  return first != UINT32_MAX;
}

/* Parse without believing anything, and see which `meta` turns up. `*name` is
 * the encoding to read with, and stays the answer when the page declares none.
 */
static pith_status
find_by_parsing(pith_workspace *work, pith_slice html,
                const pith_options *options, const char **name)
{
  pith_encoding encoding;
  pith_decode_hints hints = {*name, NULL, NULL};
  pith_tree_options tree_options = {.limits = pith__tree_limits(options)};
  pith_status status = pith__decode(&work->decoded, html, &hints);
  if (status == PITH_OK)
    status = pith__tree_build(&work->tree, work->decoded.text, &tree_options);
  if (status == PITH_OK && pith__late_meta(&work->tree, &encoding))
    *name = pith__encoding_name(encoding);
  return status;
}

const char *
pith_page_encoding(const pith_page *page, pith_encoding_source *source)
{
  const pith_decoded *decoded = &page->work->decoded;
  if (source)
    *source = decoded->source;
  return pith__encoding_name(decoded->encoding);
}

const char *
pith_encoding_for_label(pith_slice label)
{
  pith_encoding encoding;
  if (!pith__encoding_find(label, &encoding))
    return NULL;
  return pith__encoding_name(encoding);
}

/* windows-1252 is the standard's fallback, and reads every byte; a `meta` is
 * ASCII, so it is found with any encoding that contains ASCII. */
pith_status
pith_encoding_declared(pith_context *context, pith_slice html,
                       const char **name)
{
  pith_encoding encoding;
  pith_options options;
  *name = "windows-1252";
  if (pith__decode_declared(html, &encoding)) {
    *name = pith__encoding_name(encoding);
    return PITH_OK;
  }
  pith_options_default(&options);
  options.max_bytes = UINT32_MAX; /* the caller holds them already */
  pith__options_read(&options, &options);
  if (html.len > options.max_bytes)
    return PITH_LIMIT;
  pith_workspace *work = pith__workspace_take(context, options.max_memory);
  if (!work)
    return PITH_NOMEM;
  pith_status status = find_by_parsing(work, html, &options, name);
  pith__workspace_return(work);
  return status;
}
