/*
 * See page_cues.h. One walk over the elements finds cues and what the page
 * declares about itself; names of elements are counted over the tokens that the
 * block list has already made, so no attribute is read twice.
 *
 * Both tables are small on purpose. A cue is worth a column only if a page of
 * the training data is classified better by it; docs/lab has what was tried.
 */
#include "page/blocks/page_cues.h"

#include "base/slice.h"
#include "page/element/attribute.h"

#include <string.h>

typedef struct type_name {
  const char *name;
  pith_cue_type type;
} type_name;

/* Types of schema.org, in lower case. Several that mean the same kind of page
 * share a cue. */
static const type_name type_names[] = {
    {"article", PITH_CUE_ARTICLE},
    {"newsarticle", PITH_CUE_ARTICLE},
    {"blogposting", PITH_CUE_ARTICLE},
    {"techarticle", PITH_CUE_ARTICLE},
    {"product", PITH_CUE_PRODUCT},
    {"productgroup", PITH_CUE_PRODUCT},
    {"offer", PITH_CUE_PRODUCT},
    {"itemlist", PITH_CUE_LIST},
    {"collectionpage", PITH_CUE_LIST},
    {"searchresultspage", PITH_CUE_LIST},
    {"discussionforumposting", PITH_CUE_FORUM},
    {"comment", PITH_CUE_FORUM},
    {"recipe", PITH_CUE_RECIPE},
    {"howto", PITH_CUE_RECIPE},
    {"faqpage", PITH_CUE_QUESTIONS},
    {"qapage", PITH_CUE_QUESTIONS},
    {"localbusiness", PITH_CUE_BUSINESS},
    {"service", PITH_CUE_BUSINESS},
    {"breadcrumblist", PITH_CUE_CRUMBS},
    {"videoobject", PITH_CUE_VIDEO},
    {"event", PITH_CUE_EVENT},
};

typedef struct element_name {
  const char *name;
  pith_cue_name cue;
} element_name;

/* Tokens of classes and ids, as page/element/name_tokens.h cuts them:
 * "product-price" counts as product and as price. */
static const element_name element_names[] = {
    {"price", PITH_CUE_PRICE},
    {"cart", PITH_CUE_CART},
    {"basket", PITH_CUE_CART},
    {"product", PITH_CUE_PRODUCT_NAME},
    {"products", PITH_CUE_PRODUCT_NAME},
    {"post", PITH_CUE_POST},
    {"reply", PITH_CUE_REPLY},
    {"comment", PITH_CUE_COMMENT},
    {"comments", PITH_CUE_COMMENT},
    {"author", PITH_CUE_AUTHOR},
    {"username", PITH_CUE_AUTHOR},
    {"thread", PITH_CUE_THREAD},
    {"topic", PITH_CUE_THREAD},
    {"forum", PITH_CUE_THREAD},
    {"card", PITH_CUE_CARD},
    {"tile", PITH_CUE_CARD},
    {"code", PITH_CUE_CODE},
    {"highlight", PITH_CUE_CODE},
    {"hero", PITH_CUE_HERO},
    {"banner", PITH_CUE_HERO},
    {"result", PITH_CUE_RESULT},
    {"results", PITH_CUE_RESULT},
    {"pagination", PITH_CUE_PAGINATION},
    {"pager", PITH_CUE_PAGINATION},
    {"sidebar", PITH_CUE_SIDEBAR},
    {"widget", PITH_CUE_SIDEBAR},
};

enum { NAME_COUNT = sizeof element_names / sizeof element_names[0] };

/* A type may be in several rows of a page; each counts, because a list of ten
 * products is no product page. */
static void
note_type(pith_page_cues *cues, pith_slice name)
{
  for (size_t i = 0; i < sizeof type_names / sizeof type_names[0]; i++)
    if (pith__slice_equal_folded(name, pith__slice_of(type_names[i].name)))
      cues->types[type_names[i].type]++;
}

/* What linked data names as types, and declares. */
static void
read_linked_data(pith_page_cues *cues, pith_page_declared *declared,
                 pith_slice text)
{
  pith_linked_reader reader;
  pith_linked_string string;
  pith__linked_reader_init(&reader, text);
  while (pith__linked_next(&reader, &string)) {
    if (pith__slice_equal(string.key, pith__slice_of("@type")))
      note_type(cues, string.text);
    else
      pith__page_declared_linked(declared, &string);
  }
}

/* Linked data is a script of its own type, with one text. A script without a
 * text, or whose text is not its first child, has no data. */
static void
note_script(pith_page_cues *cues, pith_page_declared *declared,
            const pith_tree *tree, uint32_t node)
{
  pith_slice type;
  if (tree->nodes[node].end == node + 1 ||
      tree->nodes[node + 1].kind != PITH_NODE_TEXT ||
      !pith__attribute_get(tree, node, "type", &type) ||
      !pith__slice_equal_folded(type, pith__slice_of("application/ld+json")))
    return;
  read_linked_data(cues, declared, pith__tree_text(tree, node + 1));
}

/* og:type has values such as product.item, so its beginning is enough. The last
 * `meta` of a page wins; any other value is known to be another kind. */
static void
note_kind(pith_page_cues *cues, pith_slice value)
{
  if (pith__slice_equal_folded(value, pith__slice_of("website")))
    cues->kind = PITH_KIND_WEBSITE;
  else if (pith__slice_equal_folded(value, pith__slice_of("article")))
    cues->kind = PITH_KIND_ARTICLE;
  else if (value.len >= 7 && memcmp(value.data, "product", 7) == 0)
    cues->kind = PITH_KIND_PRODUCT;
  else
    cues->kind = PITH_KIND_OTHER;
}

/* Open Graph has `property`, all others `name`. */
static void
note_meta(pith_page_cues *cues, pith_page_declared *declared,
          const pith_tree *tree, uint32_t node)
{
  pith_slice name, value;
  if ((!pith__attribute_get(tree, node, "property", &name) &&
       !pith__attribute_get(tree, node, "name", &name)) ||
      !pith__attribute_get(tree, node, "content", &value))
    return;
  if (pith__slice_equal(name, pith__slice_of("og:type")))
    note_kind(cues, value);
  else
    pith__page_declared_meta(declared, name, value);
}

/* The few elements that matter; tag_matters[] keeps all others away from the
 * switch. */
static void
note_element(pith_page_cues *cues, pith_page_declared *declared,
             const pith_tree *tree, uint32_t node)
{
  switch ((pith_tag)tree->nodes[node].tag) {
  case PITH_TAG_META:
    note_meta(cues, declared, tree, node);
    break;
  case PITH_TAG_SCRIPT:
    note_script(cues, declared, tree, node);
    break;
  case PITH_TAG_TITLE:
    if (tree->nodes[node].end > node + 1)
      pith__page_declared_add(declared, PITH_DECLARED_NAME,
                              pith__tree_text(tree, node + 1));
    break;
  case PITH_TAG_ARTICLE:
    cues->articles++;
    break;
  case PITH_TAG_TABLE:
    cues->tables++;
    break;
  case PITH_TAG_FORM:
    cues->forms++;
    break;
  case PITH_TAG_PRE:
    cues->pres++;
    break;
  default:
    break;
  }
}

/* Elements that note_element() looks at: few of those that a page has. */
static const bool tag_matters[PITH_TAG_COUNT] = {
    [PITH_TAG_META] = true,  [PITH_TAG_SCRIPT] = true,
    [PITH_TAG_TITLE] = true, [PITH_TAG_ARTICLE] = true,
    [PITH_TAG_TABLE] = true, [PITH_TAG_FORM] = true,
    [PITH_TAG_PRE] = true,
};

/* Names are found by their hashes, and most are distinguished by ten bits.
 *
 *     maybe   1024 flags, by the lowest ten bits of a hash: most tokens fail
 *             here, and the short list is searched for the few that are left */
static void
count_names(pith_page_cues *cues, const pith_block_list *list)
{
  uint32_t hashes[NAME_COUNT];
  bool maybe[1024] = {false};
  for (size_t i = 0; i < NAME_COUNT; i++) {
    const char *name = element_names[i].name;
    hashes[i] = pith__word_hash(name, strlen(name));
    maybe[hashes[i] & 1023] = true;
  }
  for (uint32_t t = 0; t < list->token_count; t++) {
    if (!maybe[list->tokens[t] & 1023])
      continue;
    for (size_t i = 0; i < NAME_COUNT; i++)
      if (hashes[i] == list->tokens[t])
        cues->names[element_names[i].cue]++;
  }
}

/* O(nodes + tokens). Node 0 is the document. */
void
pith__page_cues_find(pith_page_cues *cues, pith_page_declared *declared,
                     const pith_tree *tree, const pith_block_list *list)
{
  memset(cues, 0, sizeof *cues);
  for (uint32_t n = 1; n < tree->count; n++)
    if (tag_matters[tree->nodes[n].tag] &&
        tree->nodes[n].kind == PITH_NODE_ELEMENT)
      note_element(cues, declared, tree, n);
  count_names(cues, list);
}
