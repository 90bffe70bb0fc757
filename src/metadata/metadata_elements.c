/*
 * Metadata from elements: `title`, `html lang`, `link`, `meta` of all kinds,
 * microdata, `time`, headings and bylines. One pass over the tree; JSON-LD is
 * handed on where it is met.
 *
 * Ranks, smaller is better. Machine-readable and about the article first,
 * then about the page, then what only looks like it.
 */
#include "metadata/metadata.h"

#include "base/slice.h"
#include "page/element/attribute.h"
#include "page/text/characters.h"

enum {
  RANK_FIRST = 10,     /* means exactly this: scholarly meta, canonical link */
  RANK_SHARED = 15,    /* what is shown where the page is shared */
  RANK_PLAIN = 30,     /* meta name="author" and the like */
  RANK_MICRODATA = 40, /* itemprop */
  RANK_TWITTER = 45,
  RANK_MARKED = 50, /* rel="author", time with a date */
  RANK_TITLE = 70,  /* the title element */
  RANK_LOOKS = 80   /* class names, the first heading */
};

/* How much of an element is read for its text. */
#define TEXT_MAX   400
#define TEXT_NODES 64

static const struct meta_name {
  const char *name; /* lower case, of `name`, `property` or `itemprop` */
  uint8_t field;
  uint8_t rank;
} meta_names[] = {
    {"citation_title", PITH_META_TITLE, RANK_FIRST},
    {"og:title", PITH_META_TITLE, RANK_SHARED},
    {"twitter:title", PITH_META_TITLE, RANK_TWITTER},
    {"dc.title", PITH_META_TITLE, RANK_TWITTER},
    {"headline", PITH_META_TITLE, RANK_MICRODATA},
    {"citation_author", PITH_META_BYLINE, RANK_FIRST},
    {"author", PITH_META_BYLINE, RANK_PLAIN},
    {"article:author", PITH_META_BYLINE, RANK_PLAIN},
    {"parsely-author", PITH_META_BYLINE, RANK_PLAIN},
    {"sailthru.author", PITH_META_BYLINE, RANK_PLAIN},
    {"dc.creator", PITH_META_BYLINE, RANK_PLAIN},
    {"byl", PITH_META_BYLINE, RANK_PLAIN},
    {"citation_publication_date", PITH_META_DATE, RANK_FIRST},
    {"citation_date", PITH_META_DATE, RANK_FIRST},
    {"article:published_time", PITH_META_DATE, RANK_SHARED},
    {"og:published_time", PITH_META_DATE, RANK_SHARED},
    {"datepublished", PITH_META_DATE, RANK_PLAIN},
    {"parsely-pub-date", PITH_META_DATE, RANK_PLAIN},
    {"sailthru.date", PITH_META_DATE, RANK_PLAIN},
    {"dc.date.issued", PITH_META_DATE, RANK_PLAIN},
    {"dc.date", PITH_META_DATE, RANK_PLAIN},
    {"pubdate", PITH_META_DATE, RANK_PLAIN},
    {"publishdate", PITH_META_DATE, RANK_PLAIN},
    {"publish-date", PITH_META_DATE, RANK_PLAIN},
    {"date", PITH_META_DATE, RANK_PLAIN},
    {"og:description", PITH_META_DESCRIPTION, RANK_SHARED},
    {"description", PITH_META_DESCRIPTION, RANK_PLAIN},
    {"twitter:description", PITH_META_DESCRIPTION, RANK_TWITTER},
    {"language", PITH_META_LANGUAGE, RANK_PLAIN},
    {"og:locale", PITH_META_LANGUAGE, RANK_LOOKS},
    {"og:site_name", PITH_META_SITE_NAME, RANK_FIRST},
    {"application-name", PITH_META_SITE_NAME, RANK_PLAIN},
    {"og:url", PITH_META_CANONICAL, RANK_SHARED},
};

/* One `meta` name may serve several fields. Authors are added one by one:
 * pages repeat the element for each. */
static void
offer_named(pith_metadata_reader *metadata, pith_slice name, pith_slice content)
{
  for (size_t i = 0; i < sizeof meta_names / sizeof meta_names[0]; i++) {
    const struct meta_name *at = &meta_names[i];
    if (!pith__slice_is(name, at->name))
      continue;
    if (at->field == PITH_META_BYLINE)
      pith__metadata_add_author(metadata, at->rank, content);
    else
      pith__metadata_offer(metadata, (pith_meta)at->field, at->rank, content);
  }
}

/* `property` is OpenGraph, `name` is HTML, `itemprop` is microdata; pages
 * mix them up, so all three are read. */
static void
read_meta(pith_metadata_reader *metadata, uint32_t node)
{
  static const char *const kinds[] = {"property", "name", "itemprop"};
  const pith_tree *tree = metadata->tree;
  pith_slice content, name;
  if (!pith__attribute_get(tree, node, "content", &content))
    return;
  for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
    if (pith__attribute_get(tree, node, kinds[i], &name))
      offer_named(metadata, pith__slice_trim(name), content);
  if (pith__attribute_get(tree, node, "http-equiv", &name) &&
      pith__slice_is(pith__slice_trim(name), "content-language"))
    pith__metadata_offer(metadata, PITH_META_LANGUAGE, RANK_PLAIN, content);
}

/* The text of an element, its beginning, in the scratch buffer. Bounded in
 * nodes and bytes, because any element may be read. */
static pith_slice
element_text(pith_metadata_reader *metadata, uint32_t node)
{
  const pith_tree *tree = metadata->tree;
  pith_buffer *scratch = pith__metadata_scratch(metadata);
  uint32_t end = tree->nodes[node].end;
  if (end - node > TEXT_NODES)
    end = node + TEXT_NODES;
  for (uint32_t n = node + 1; n < end && scratch->len < TEXT_MAX; n++) {
    if (tree->nodes[n].kind != PITH_NODE_TEXT)
      continue;
    pith_slice text = pith__tree_text(tree, n);
    pith__buffer_append(scratch, text.data, text.len);
    pith__buffer_append_char(scratch, ' ');
  }
  return pith__slice_trim(pith__buffer_slice(scratch));
}

/* Reading the text costs more than the rest, so the rank is checked first. */
static void
offer_text(pith_metadata_reader *metadata, pith_meta field, uint8_t rank,
           uint32_t node)
{
  if (rank < metadata->ranks[field])
    pith__metadata_offer(metadata, field, rank, element_text(metadata, node));
}

/* A `time` marked as the date of publication ranks above any other `time`. */
static void
read_time(pith_metadata_reader *metadata, uint32_t node)
{
  const pith_tree *tree = metadata->tree;
  pith_slice value, unused;
  uint8_t rank = RANK_MARKED + 1;
  if (!pith__attribute_get(tree, node, "datetime", &value))
    return;
  if (pith__attribute_get(tree, node, "pubdate", &unused) ||
      pith__attribute_has_word(tree, node, "class", "published") ||
      pith__attribute_has_word(tree, node, "class", "entry-date"))
    rank = RANK_MARKED;
  pith__metadata_offer(metadata, PITH_META_DATE, rank, value);
}

static void
read_microdata(pith_metadata_reader *metadata, uint32_t node,
               pith_slice property)
{
  const pith_tree *tree = metadata->tree;
  pith_slice value;
  if (pith__slice_is(property, "datepublished")) {
    if (pith__attribute_get(tree, node, "datetime", &value) ||
        pith__attribute_get(tree, node, "content", &value))
      pith__metadata_offer(metadata, PITH_META_DATE, RANK_MICRODATA, value);
    else
      offer_text(metadata, PITH_META_DATE, RANK_MICRODATA, node);
  } else if (pith__slice_is(property, "headline")) {
    offer_text(metadata, PITH_META_TITLE, RANK_MICRODATA, node);
  } else if (pith__slice_is(property, "author")) {
    offer_text(metadata, PITH_META_BYLINE, RANK_MICRODATA, node);
  }
}

/* The canonical address, in the words of the page itself. */
static void
read_link(pith_metadata_reader *metadata, uint32_t node)
{
  pith_slice href;
  if (pith__attribute_has_word(metadata->tree, node, "rel", "canonical") &&
      pith__attribute_get(metadata->tree, node, "href", &href))
    pith__metadata_offer(metadata, PITH_META_CANONICAL, RANK_FIRST, href);
}

/* JSON-LD is handed on where it is met. */
static void
read_script(pith_metadata_reader *metadata, uint32_t node)
{
  const pith_tree *tree = metadata->tree;
  pith_slice type;
  if (pith__attribute_get(tree, node, "type", &type) &&
      pith__slice_is(pith__slice_trim(type), "application/ld+json") &&
      tree->nodes[node].end > node + 1)
    pith__metadata_linked(metadata, pith__tree_text(tree, node + 1));
}

/* The language of the document. */
static void
read_root(pith_metadata_reader *metadata, uint32_t node)
{
  pith_slice lang;
  if (pith__attribute_get(metadata->tree, node, "lang", &lang) ||
      pith__attribute_get(metadata->tree, node, "xml:lang", &lang))
    pith__metadata_offer(metadata, PITH_META_LANGUAGE, RANK_FIRST, lang);
}

/* Things that any element may have. */
static void
read_attributes(pith_metadata_reader *metadata, uint32_t node)
{
  const pith_tree *tree = metadata->tree;
  pith_slice property;
  if (pith__attribute_get(tree, node, "itemprop", &property))
    read_microdata(metadata, node, pith__slice_trim(property));
  if (tree->nodes[node].tag == PITH_TAG_A &&
      pith__attribute_has_word(tree, node, "rel", "author"))
    offer_text(metadata, PITH_META_BYLINE, RANK_MARKED, node);
  if (RANK_LOOKS < metadata->ranks[PITH_META_BYLINE] &&
      (pith__attribute_has_word(tree, node, "class", "byline") ||
       pith__attribute_has_word(tree, node, "class", "author")))
    offer_text(metadata, PITH_META_BYLINE, RANK_LOOKS, node);
}

/* One element. `meta`, `link`, `script` and `title` cannot be anything else,
 * so their attributes are not looked at for microdata. */
static void
read_element(pith_metadata_reader *metadata, uint32_t node)
{
  const pith_tree_node *at = &metadata->tree->nodes[node];
  switch ((pith_tag)at->tag) {
  case PITH_TAG_HTML:
    read_root(metadata, node);
    break;
  case PITH_TAG_META:
    read_meta(metadata, node);
    return;
  case PITH_TAG_LINK:
    read_link(metadata, node);
    return;
  case PITH_TAG_SCRIPT:
    read_script(metadata, node);
    return;
  case PITH_TAG_TITLE:
    offer_text(metadata, PITH_META_TITLE, RANK_TITLE, node);
    return;
  case PITH_TAG_H1:
    offer_text(metadata, PITH_META_TITLE, RANK_LOOKS, node);
    if (metadata->ranks[PITH_META_TITLE] == RANK_TITLE)
      pith__metadata_confirm_title(metadata, element_text(metadata, node));
    break;
  case PITH_TAG_TIME:
    read_time(metadata, node);
    break;
  default:
    break;
  }
  if (at->attributes > 0)
    read_attributes(metadata, node);
}

/* One pass over the tree; the order of offers does not matter but among
 * equal ranks. */
void
pith__metadata_elements(pith_metadata_reader *metadata)
{
  const pith_tree *tree = metadata->tree;
  for (uint32_t n = 1; n < tree->count; n++) {
    const pith_tree_node *node = &tree->nodes[n];
    if (node->kind == PITH_NODE_ELEMENT && node->space == PITH_NAMESPACE_HTML)
      read_element(metadata, n);
  }
}
