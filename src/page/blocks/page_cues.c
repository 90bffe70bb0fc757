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
    {"qapage", PITH_CUE_ANSWERS},
    {"question", PITH_CUE_ANSWERS},
    {"answer", PITH_CUE_ANSWERS},
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
    /* Threads: who wrote, what, in answer to what. */
    {"avatar", PITH_CUE_MEMBER},
    {"member", PITH_CUE_MEMBER},
    {"joined", PITH_CUE_MEMBER},
    {"signature", PITH_CUE_MEMBER},
    {"message", PITH_CUE_MESSAGE},
    {"postbody", PITH_CUE_MESSAGE},
    {"posts", PITH_CUE_MESSAGE},
    {"answer", PITH_CUE_ANSWER},
    {"answers", PITH_CUE_ANSWER},
    {"question", PITH_CUE_ANSWER},
    {"vote", PITH_CUE_ANSWER},
    {"votes", PITH_CUE_ANSWER},
    {"quote", PITH_CUE_QUOTE},
    {"blockquote", PITH_CUE_QUOTE},
    /* Names that programs for documentation give. */
    {"docs", PITH_CUE_GUIDE},
    {"doc", PITH_CUE_GUIDE},
    {"toc", PITH_CUE_GUIDE},
    {"sphinx", PITH_CUE_GUIDE},
    {"admonition", PITH_CUE_GUIDE},
    {"headerlink", PITH_CUE_GUIDE},
    /* Landing pages of companies: parts that praise. */
    {"feature", PITH_CUE_FEATURE},
    {"features", PITH_CUE_FEATURE},
    {"services", PITH_CUE_FEATURE},
    {"testimonial", PITH_CUE_FEATURE},
    {"testimonials", PITH_CUE_FEATURE},
    {"pricing", PITH_CUE_FEATURE},
    {"cta", PITH_CUE_FEATURE},
    /* Lists of posts. */
    {"excerpt", PITH_CUE_EXCERPT},
    {"teaser", PITH_CUE_EXCERPT},
    {"summary", PITH_CUE_EXCERPT},
    {"archive", PITH_CUE_EXCERPT},
    {"category", PITH_CUE_EXCERPT},
    /* Shelves of a shop, then its products. */
    {"filter", PITH_CUE_FILTER},
    {"filters", PITH_CUE_FILTER},
    {"facet", PITH_CUE_FILTER},
    {"sort", PITH_CUE_FILTER},
    {"collection", PITH_CUE_FILTER},
    {"gallery", PITH_CUE_GALLERY},
    {"variant", PITH_CUE_GALLERY},
    {"quantity", PITH_CUE_GALLERY},
};

typedef struct hint_word {
  const char *word;
  pith_cue_hint cue;
} hint_word;

/* Words of addresses and of the names of programs that make pages. They are
 * compared whole, so "category" does not match "categorical". A word that
 * several kinds have in their addresses ("p", "view", "page") shows nothing and
 * is not here. The table is searched once for each word of at most two
 * addresses and a generator, so it may be a plain list. */
static const hint_word hint_words[] = {
    {"forum", PITH_HINT_FORUM},
    {"forums", PITH_HINT_FORUM},
    {"thread", PITH_HINT_FORUM},
    {"threads", PITH_HINT_FORUM},
    {"topic", PITH_HINT_FORUM},
    {"viewtopic", PITH_HINT_FORUM},
    {"showthread", PITH_HINT_FORUM},
    {"discussion", PITH_HINT_FORUM},
    {"discussions", PITH_HINT_FORUM},
    {"community", PITH_HINT_FORUM},
    {"question", PITH_HINT_FORUM},
    {"questions", PITH_HINT_FORUM},
    {"answers", PITH_HINT_FORUM},
    {"issues", PITH_HINT_FORUM},
    {"t", PITH_HINT_FORUM},
    /* generators */
    {"phpbb", PITH_HINT_FORUM},
    {"vbulletin", PITH_HINT_FORUM},
    {"xenforo", PITH_HINT_FORUM},
    {"discourse", PITH_HINT_FORUM},
    /* Manuals, then the programs that make them. */
    {"docs", PITH_HINT_GUIDE},
    {"doc", PITH_HINT_GUIDE},
    {"documentation", PITH_HINT_GUIDE},
    {"reference", PITH_HINT_GUIDE},
    {"manual", PITH_HINT_GUIDE},
    {"guide", PITH_HINT_GUIDE},
    {"guides", PITH_HINT_GUIDE},
    {"api", PITH_HINT_GUIDE},
    {"wiki", PITH_HINT_GUIDE},
    {"tutorial", PITH_HINT_GUIDE},
    {"mkdocs", PITH_HINT_GUIDE},
    {"docusaurus", PITH_HINT_GUIDE},
    {"docfx", PITH_HINT_GUIDE},
    {"pkgdown", PITH_HINT_GUIDE},
    {"doxygen", PITH_HINT_GUIDE},
    /* Shops name their shelves and their goods; "item" is one of the goods. */
    {"product", PITH_HINT_PRODUCT},
    {"products", PITH_HINT_PRODUCT},
    {"shop", PITH_HINT_PRODUCT},
    {"store", PITH_HINT_PRODUCT},
    {"item", PITH_HINT_PRODUCT},
    {"dp", PITH_HINT_PRODUCT},
    {"woocommerce", PITH_HINT_PRODUCT},
    /* Lists, of posts as of goods. */
    {"category", PITH_HINT_LIST},
    {"categories", PITH_HINT_LIST},
    {"collection", PITH_HINT_LIST},
    {"collections", PITH_HINT_LIST},
    {"tag", PITH_HINT_LIST},
    {"tags", PITH_HINT_LIST},
    {"search", PITH_HINT_LIST},
    {"archive", PITH_HINT_LIST},
    {"list", PITH_HINT_LIST},
    /* Papers and blogs. */
    {"news", PITH_HINT_ARTICLE},
    {"article", PITH_HINT_ARTICLE},
    {"articles", PITH_HINT_ARTICLE},
    {"story", PITH_HINT_ARTICLE},
    {"blog", PITH_HINT_ARTICLE},
    {"post", PITH_HINT_ARTICLE},
    /* Companies about themselves. */
    {"service", PITH_HINT_SERVICE},
    {"services", PITH_HINT_SERVICE},
    {"solutions", PITH_HINT_SERVICE},
    {"about", PITH_HINT_SERVICE},
    {"contact", PITH_HINT_SERVICE},
    {"pricing", PITH_HINT_SERVICE},
    {"features", PITH_HINT_SERVICE},
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

/* Each time counts: /forum/forum-rules/topic is surer than /forum. */
static void
note_hint(pith_page_cues *cues, pith_slice word)
{
  for (size_t i = 0; i < sizeof hint_words / sizeof hint_words[0]; i++)
    if (pith__slice_is(word, hint_words[i].word))
      cues->hints[hint_words[i].cue]++;
}

/* Addresses are ASCII, or escaped so. */
static bool
is_word_byte(char byte)
{
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
         (byte >= '0' && byte <= '9');
}

/* Bytes of an address or a generator that are read: the telling words come
 * early, and a hostile page may have megabytes. */
enum { HINT_BYTES = 400 };

/* The words of a text; returns how many. Escapes such as %20 give words that no
 * table has. */
static uint32_t
note_words(pith_page_cues *cues, pith_slice text)
{
  size_t len = text.len < HINT_BYTES ? text.len : HINT_BYTES, from = 0;
  uint32_t words = 0;
  for (size_t at = 0; at <= len; at++) {
    if (at < len && is_word_byte(text.data[at]))
      continue;
    if (at > from) {
      note_hint(cues, pith__slice(text.data + from, at - from));
      words++;
    }
    from = at + 1;
  }
  return words;
}

/* The first address that the page gives itself counts; the canonical link and
 * og:url mostly say the same. */
static void
note_address(pith_page_cues *cues, pith_slice address)
{
  if (cues->address == 0)
    cues->address = note_words(cues, address);
}

/* Of all links only the canonical one is the page's own address. */
static void
note_link(pith_page_cues *cues, const pith_tree *tree, uint32_t node)
{
  pith_slice rel, address;
  if (pith__attribute_get(tree, node, "rel", &rel) &&
      pith__slice_is(rel, "canonical") &&
      pith__attribute_get(tree, node, "href", &address))
    note_address(cues, address);
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
  else if (pith__slice_equal(name, pith__slice_of("og:url")))
    note_address(cues, value);
  else if (pith__slice_is(name, "generator"))
    note_words(cues, value);
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
  case PITH_TAG_LINK:
    note_link(cues, tree, node);
    break;
  case PITH_TAG_TIME:
    cues->times++;
    break;
  case PITH_TAG_BLOCKQUOTE:
    cues->quotes++;
    break;
  case PITH_TAG_CODE:
    cues->codes++;
    break;
  case PITH_TAG_SECTION:
    cues->sections++;
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
    [PITH_TAG_PRE] = true,   [PITH_TAG_LINK] = true,
    [PITH_TAG_TIME] = true,  [PITH_TAG_BLOCKQUOTE] = true,
    [PITH_TAG_CODE] = true,  [PITH_TAG_SECTION] = true,
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
