/*
 * Metadata from elements: `title`, `html lang`, `link`, `meta` of all kinds,
 * microdata, `time`, headings and bylines. One pass over the tree; JSON-LD is
 * handed on where it is met.
 */
#include "metadata/metadata.h"

#include "base/slice.h"
#include "page/element/attribute.h"
#include "page/text/characters.h"

/* How much of an element is read for its text. */
#define TEXT_MAX   400
#define NAMES_MAX  160
#define CLIMB      8 /* elements around a candidate that are looked at */
#define TEXT_NODES 64

static const struct meta_name {
  const char *name; /* lower case, of `name`, `property` or `itemprop` */
  uint8_t field;
  uint8_t rank;
} meta_names[] = {
    {"citation_title", PITH_META_TITLE, PITH_RANK_FIRST},
    {"og:title", PITH_META_TITLE, PITH_RANK_SHARED},
    {"twitter:title", PITH_META_TITLE, PITH_RANK_TWITTER},
    {"dc.title", PITH_META_TITLE, PITH_RANK_TWITTER},
    {"headline", PITH_META_TITLE, PITH_RANK_MICRODATA},
    {"citation_author", PITH_META_AUTHORS, PITH_RANK_FIRST},
    {"author", PITH_META_AUTHORS, PITH_RANK_PLAIN},
    {"article:author", PITH_META_AUTHORS, PITH_RANK_PLAIN},
    {"parsely-author", PITH_META_AUTHORS, PITH_RANK_PLAIN},
    {"sailthru.author", PITH_META_AUTHORS, PITH_RANK_PLAIN},
    {"dc.creator", PITH_META_AUTHORS, PITH_RANK_PLAIN},
    {"byl", PITH_META_AUTHORS, PITH_RANK_PLAIN},
    {"citation_publication_date", PITH_META_DATE, PITH_RANK_FIRST},
    {"citation_date", PITH_META_DATE, PITH_RANK_FIRST},
    {"article:published_time", PITH_META_DATE, PITH_RANK_SHARED},
    {"og:published_time", PITH_META_DATE, PITH_RANK_SHARED},
    {"datepublished", PITH_META_DATE, PITH_RANK_PLAIN},
    {"parsely-pub-date", PITH_META_DATE, PITH_RANK_PLAIN},
    {"sailthru.date", PITH_META_DATE, PITH_RANK_PLAIN},
    {"dc.date.issued", PITH_META_DATE, PITH_RANK_PLAIN},
    {"dc.date", PITH_META_DATE, PITH_RANK_PLAIN},
    {"pubdate", PITH_META_DATE, PITH_RANK_PLAIN},
    {"publishdate", PITH_META_DATE, PITH_RANK_PLAIN},
    {"publish-date", PITH_META_DATE, PITH_RANK_PLAIN},
    {"date", PITH_META_DATE, PITH_RANK_PLAIN},
    {"article:modified_time", PITH_META_MODIFIED, PITH_RANK_SHARED},
    {"og:updated_time", PITH_META_MODIFIED, PITH_RANK_SHARED},
    {"datemodified", PITH_META_MODIFIED, PITH_RANK_PLAIN},
    {"dc.date.modified", PITH_META_MODIFIED, PITH_RANK_PLAIN},
    {"last-modified", PITH_META_MODIFIED, PITH_RANK_PLAIN},
    {"og:image", PITH_META_IMAGE, PITH_RANK_SHARED},
    {"og:image:url", PITH_META_IMAGE, PITH_RANK_SHARED},
    {"twitter:image", PITH_META_IMAGE, PITH_RANK_TWITTER},
    {"twitter:image:src", PITH_META_IMAGE, PITH_RANK_TWITTER},
    {"image", PITH_META_IMAGE, PITH_RANK_MICRODATA},
    {"article:tag", PITH_META_TAGS, PITH_RANK_SHARED},
    {"keywords", PITH_META_TAGS, PITH_RANK_PLAIN},
    {"news_keywords", PITH_META_TAGS, PITH_RANK_PLAIN},
    {"article:section", PITH_META_SECTION, PITH_RANK_SHARED},
    {"section", PITH_META_SECTION, PITH_RANK_PLAIN},
    {"dc.rights", PITH_META_LICENSE, PITH_RANK_PLAIN},
    {"dcterms.license", PITH_META_LICENSE, PITH_RANK_PLAIN},
    {"og:description", PITH_META_DESCRIPTION, PITH_RANK_SHARED},
    {"description", PITH_META_DESCRIPTION, PITH_RANK_PLAIN},
    {"twitter:description", PITH_META_DESCRIPTION, PITH_RANK_TWITTER},
    {"language", PITH_META_LANGUAGE, PITH_RANK_PLAIN},
    {"og:locale", PITH_META_LANGUAGE, PITH_RANK_LOOKS},
    {"og:site_name", PITH_META_SITE_NAME, PITH_RANK_FIRST},
    {"application-name", PITH_META_SITE_NAME, PITH_RANK_PLAIN},
    {"og:url", PITH_META_CANONICAL, PITH_RANK_SHARED},
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
    if (at->field == PITH_META_AUTHORS)
      pith__metadata_add(metadata, PITH_META_AUTHORS, at->rank, content);
    else if (at->field == PITH_META_TAGS)
      pith__metadata_add_all(metadata, PITH_META_TAGS, at->rank, content);
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
    pith__metadata_offer(metadata, PITH_META_LANGUAGE, PITH_RANK_PLAIN,
                         content);
}

/* The text of an element, its beginning, in the scratch buffer. Bounded in
 * nodes and bytes, because any element may be read. */
pith_slice
pith__metadata_text(pith_metadata_reader *metadata, uint32_t node)
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
    pith__metadata_offer(metadata, field, rank,
                         pith__metadata_text(metadata, node));
}

/* A word begins behind anything but a letter, or with a capital behind a small
 * letter; "update" is then no "date". */
bool
pith__class_has(pith_slice classes, const char *part)
{
  size_t len = strlen(part);
  for (size_t i = 0; i + len <= classes.len; i++) {
    if (pith__lower(classes.data[i]) != part[0] ||
        !pith__slice_starts(pith__slice(classes.data + i, len), part))
      continue;
    char before = i > 0 ? classes.data[i - 1] : ' ';
    bool hump = classes.data[i] < 'a' && before >= 'a' && before <= 'z';
    if (hump || !pith__is_letter(before))
      return true;
  }
  return false;
}

/* Whether a name is that of what readers wrote, not of the link to it. */
static bool
is_comment_name(pith_slice name)
{
  return (pith__class_has(name, "comment") ||
          pith__class_has(name, "review")) &&
         !pith__class_has(name, "comments-link") &&
         !pith__class_has(name, "comments-count") &&
         !pith__class_has(name, "comment-count");
}

/* Whether an element is in what a reader wrote, which has authors and dates of
 * its own. Asked of candidates only. */
bool
pith__metadata_in_comment(const pith_tree *tree, uint32_t node)
{
  pith_slice value;
  for (int i = 0; i < CLIMB && node != PITH_NODE_NONE && node > 0; i++) {
    if ((pith__attribute_get(tree, node, "class", &value) ||
         pith__attribute_get(tree, node, "id", &value)) &&
        is_comment_name(value))
      return true;
    if (pith__attribute_get(tree, node, "itemprop", &value) &&
        (pith__slice_is(value, "comment") || pith__slice_is(value, "review")))
      return true;
    node = tree->nodes[node].parent;
  }
  return false;
}

/* A byline is short; what is longer is the text about an author. */
static void
offer_names(pith_metadata_reader *metadata, uint8_t rank, uint32_t node)
{
  if (rank > metadata->ranks[PITH_META_AUTHORS] ||
      pith__metadata_in_comment(metadata->tree, node))
    return;
  pith_slice text = pith__metadata_text(metadata, node);
  if (text.len < NAMES_MAX)
    pith__metadata_add_names(metadata, rank, text);
}

/* Elements that look like a date are noted; which of them is that of the page
 * is decided when the headline is known (metadata_visible.c). */
static void
note_date(pith_metadata_reader *metadata, uint32_t node, uint8_t rank)
{
  size_t room = sizeof metadata->date_nodes / sizeof *metadata->date_nodes;
  uint32_t count = metadata->marked_dates;
  /* An element may be a `time` and microdata at once: the better counts. */
  if (count > 0 && metadata->date_nodes[count - 1] == node) {
    if (rank < metadata->date_ranks[count - 1])
      metadata->date_ranks[count - 1] = rank;
    return;
  }
  if (count == room)
    return;
  metadata->date_ranks[count] = rank;
  metadata->date_nodes[metadata->marked_dates++] = node;
}

/* The value of an element with a date: for machines, or its text. */
static pith_slice
date_value(pith_metadata_reader *metadata, uint32_t node)
{
  pith_slice value;
  if (pith__attribute_get(metadata->tree, node, "datetime", &value) ||
      pith__attribute_get(metadata->tree, node, "content", &value))
    return value;
  return pith__metadata_text(metadata, node);
}

/* A `time` marked as the date of publication ranks above any other `time`. */
static void
read_time(pith_metadata_reader *metadata, uint32_t node)
{
  const pith_tree *tree = metadata->tree;
  pith_slice classes, unused;
  pith__attribute_get(tree, node, "class", &classes);
  bool published = pith__class_has(classes, "published") ||
                   pith__class_has(classes, "entry-date") ||
                   pith__attribute_get(tree, node, "pubdate", &unused);
  if (!published && (pith__class_has(classes, "updated") ||
                     pith__class_has(classes, "modified")))
    pith__metadata_offer(metadata, PITH_META_MODIFIED, PITH_RANK_MARKED,
                         date_value(metadata, node));
  else
    note_date(metadata, node, published ? PITH_RANK_MARKED : PITH_RANK_NEAR);
}

static void
read_microdata(pith_metadata_reader *metadata, uint32_t node,
               pith_slice property)
{
  if (pith__metadata_in_comment(metadata->tree, node))
    return;
  if (pith__slice_is(property, "datepublished")) {
    note_date(metadata, node, PITH_RANK_MICRODATA);
  } else if (pith__slice_is(property, "datemodified")) {
    pith__metadata_offer(metadata, PITH_META_MODIFIED, PITH_RANK_MICRODATA,
                         date_value(metadata, node));
  } else if (pith__slice_is(property, "headline")) {
    offer_text(metadata, PITH_META_TITLE, PITH_RANK_MICRODATA, node);
  } else if (pith__slice_is(property, "author")) {
    offer_names(metadata, PITH_RANK_MICRODATA, node);
  }
}

/* Whether a link leads to a feed. */
static bool
is_feed(const pith_tree *tree, uint32_t node)
{
  pith_slice type;
  return pith__attribute_get(tree, node, "type", &type) &&
         (pith__slice_is(type, "application/rss+xml") ||
          pith__slice_is(type, "application/atom+xml") ||
          pith__slice_is(type, "application/feed+json"));
}

/* The addresses that the page declares: its own, AMP, feeds, licence. */
static void
read_link(pith_metadata_reader *metadata, uint32_t node)
{
  const pith_tree *tree = metadata->tree;
  pith_slice href;
  if (!pith__attribute_get(tree, node, "href", &href))
    return;
  if (pith__attribute_has_word(tree, node, "rel", "canonical"))
    pith__metadata_offer(metadata, PITH_META_CANONICAL, PITH_RANK_FIRST, href);
  else if (pith__attribute_has_word(tree, node, "rel", "amphtml"))
    pith__metadata_offer(metadata, PITH_META_AMP, PITH_RANK_FIRST, href);
  else if (pith__attribute_has_word(tree, node, "rel", "license"))
    pith__metadata_offer(metadata, PITH_META_LICENSE, PITH_RANK_FIRST, href);
  else if (pith__attribute_has_word(tree, node, "rel", "image_src"))
    pith__metadata_offer(metadata, PITH_META_IMAGE, PITH_RANK_TWITTER, href);
  else if (pith__attribute_has_word(tree, node, "rel", "alternate") &&
           is_feed(tree, node))
    pith__metadata_add(metadata, PITH_META_FEEDS, PITH_RANK_FIRST, href);
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
    pith__metadata_offer(metadata, PITH_META_LANGUAGE, PITH_RANK_FIRST, lang);
}

/* Links that say what they are for. */
static void
read_anchor(pith_metadata_reader *metadata, uint32_t node)
{
  const pith_tree *tree = metadata->tree;
  pith_slice rel, href;
  if (!pith__attribute_get(tree, node, "rel", &rel))
    return;
  if (pith__attribute_has_word(tree, node, "rel", "author"))
    offer_names(metadata, PITH_RANK_MARKED, node);
  if (pith__attribute_has_word(tree, node, "rel", "tag"))
    pith__metadata_add(metadata, PITH_META_TAGS, PITH_RANK_MARKED,
                       pith__metadata_text(metadata, node));
  if (pith__attribute_has_word(tree, node, "rel", "license") &&
      pith__attribute_get(tree, node, "href", &href))
    pith__metadata_offer(metadata, PITH_META_LICENSE, PITH_RANK_MARKED, href);
}

/* Whether a word of the classes begins so in small letters. "AuthorBio" and the
 * like are mostly boxes about an author. */
static bool
has_small_word(pith_slice classes, pith_slice word)
{
  for (size_t i = 0; i + word.len <= classes.len; i++)
    if (pith__slice_has_at(classes, i, word) &&
        (i == 0 || !pith__is_letter(classes.data[i - 1])))
      return true;
  return false;
}

/* Names of classes that mean a byline or a date. */
static void
read_class(pith_metadata_reader *metadata, uint32_t node, pith_slice classes)
{
  if (PITH_RANK_LOOKS < metadata->ranks[PITH_META_AUTHORS] &&
      (has_small_word(classes, pith__slice_of("byline")) ||
       has_small_word(classes, pith__slice_of("author"))))
    offer_names(metadata, PITH_RANK_LOOKS, node);
  if (PITH_RANK_MARKED < metadata->ranks[PITH_META_DATE] &&
      (pith__class_has(classes, "date") || pith__class_has(classes, "publi") ||
       pith__class_has(classes, "posted") || pith__class_has(classes, "meta") ||
       pith__class_has(classes, "time")))
    note_date(metadata, node, PITH_RANK_NEAR);
}

/* Things that any element may have. */
static void
read_attributes(pith_metadata_reader *metadata, uint32_t node)
{
  const pith_tree *tree = metadata->tree;
  pith_slice value;
  if (pith__attribute_get(tree, node, "itemprop", &value))
    read_microdata(metadata, node, pith__slice_trim(value));
  if (tree->nodes[node].tag == PITH_TAG_A)
    read_anchor(metadata, node);
  if (pith__attribute_get(tree, node, "class", &value))
    read_class(metadata, node, value);
}

/* The headline is the first `h1` that the title begins with, or the first. */
static void
read_heading(pith_metadata_reader *metadata, uint32_t node)
{
  offer_text(metadata, PITH_META_TITLE, PITH_RANK_LOOKS, node);
  if (metadata->headline == 0 ||
      pith__metadata_confirm_title(metadata,
                                   pith__metadata_text(metadata, node)))
    metadata->headline = node;
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
    offer_text(metadata, PITH_META_TITLE, PITH_RANK_TITLE, node);
    return;
  case PITH_TAG_H1:
    read_heading(metadata, node);
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
