/*
 * Metadata from JSON-LD: what pages declare to search engines.
 *
 *     {"@graph": [{"@type": "Article", "headline": "...",
 *                  "author": {"@id": "#ann"}},
 *                 {"@type": "Person", "@id": "#ann", "name": "Ann"}]}
 *
 * Objects are read from a stream of events into a stack of frames; when one
 * ends, it is either a part of the object around it (an author's name) or is a
 * candidate itself. Frames beyond a fixed depth are passed over. Names are
 * remembered by their "@id", because authors are often given that way.
 */
#include "metadata/metadata.h"

#include "base/slice.h"
#include "base/json_read.h"

#define DEPTH_MAX 24
#define NAMES_MAX 32

typedef enum linked_key {
  KEY_OTHER, /* what is under it is not about this page */
  KEY_TOP,   /* no key, "@graph", "mainEntity" */
  KEY_TYPE,
  KEY_ID,
  KEY_HEADLINE,
  KEY_NAME,
  KEY_DATE,
  KEY_DESCRIPTION,
  KEY_LANGUAGE,
  KEY_URL,
  KEY_AUTHOR,
  KEY_PUBLISHER,
  KEY_PART_OF,
  KEY_PAGE,
  KEY_MODIFIED,
  KEY_IMAGE,
  KEY_KEYWORDS,
  KEY_SECTION,
  KEY_LICENSE,
  KEY_COUNT
} linked_key;

static const struct key_name {
  const char *name;
  linked_key key;
} key_names[] = {
    {"@graph", KEY_TOP},
    {"mainEntity", KEY_TOP},
    {"@type", KEY_TYPE},
    {"@id", KEY_ID},
    {"headline", KEY_HEADLINE},
    {"name", KEY_NAME},
    {"datePublished", KEY_DATE},
    {"description", KEY_DESCRIPTION},
    {"inLanguage", KEY_LANGUAGE},
    {"url", KEY_URL},
    {"author", KEY_AUTHOR},
    {"creator", KEY_AUTHOR},
    {"publisher", KEY_PUBLISHER},
    {"sourceOrganization", KEY_PUBLISHER},
    {"isPartOf", KEY_PART_OF},
    {"mainEntityOfPage", KEY_PAGE},
    {"dateModified", KEY_MODIFIED},
    {"image", KEY_IMAGE},
    {"thumbnailUrl", KEY_IMAGE},
    {"keywords", KEY_KEYWORDS},
    {"articleSection", KEY_SECTION},
    {"license", KEY_LICENSE},
};

typedef enum linked_type {
  TYPE_OTHER,
  TYPE_SITE,
  TYPE_PAGE,
  TYPE_ARTICLE
} linked_type;

/* An object that is open. Values are slices of the JSON, escapes in them; the
 * author may be a list, so it is gathered in the reader. */
typedef struct frame {
  linked_key via; /* the key it is under */
  linked_key key; /* the key read last in it */
  linked_type type;
  pith_slice values[KEY_COUNT];
} frame;

typedef struct known_name {
  pith_slice id;
  pith_slice name;
} known_name;

/* An author or a keyword of a candidate: a name, or an "@id" to look up. */
typedef struct author {
  uint32_t depth; /* of the object that has it */
  linked_key key;
  pith_slice name;
  pith_slice id;
} author;

typedef struct linked_reader {
  pith_metadata_reader *metadata;
  frame frames[DEPTH_MAX];
  uint32_t depth;   /* frames in use */
  uint32_t skipped; /* objects open beyond that */
  known_name names[NAMES_MAX];
  uint32_t name_count;
  author authors[NAMES_MAX];
  uint32_t author_count;

  /* The best candidate so far, and its authors at the front of the list. */
  frame best;
  bool has_best;
  uint32_t best_authors;
} linked_reader;

/* Keys are compared exactly: JSON-LD is case-sensitive. */
static linked_key
key_of(pith_slice name)
{
  for (size_t i = 0; i < sizeof key_names / sizeof key_names[0]; i++)
    if (pith__slice_equal(name, pith__slice_of(key_names[i].name)))
      return key_names[i].key;
  return KEY_OTHER;
}

static bool
ends_with(pith_slice text, const char *end)
{
  size_t len = strlen(end);
  return text.len >= len && memcmp(text.data + text.len - len, end, len) == 0;
}

/* Schema.org types by their endings, so that NewsArticle, BlogPosting and
 * the like need no list. */
static linked_type
type_of(pith_slice name)
{
  if (ends_with(name, "Article") || ends_with(name, "Posting") ||
      ends_with(name, "Report") || ends_with(name, "Recipe") ||
      ends_with(name, "Review"))
    return TYPE_ARTICLE;
  if (ends_with(name, "Page"))
    return TYPE_PAGE;
  return ends_with(name, "WebSite") ? TYPE_SITE : TYPE_OTHER;
}

/* --- values --------------------------------------------------------------- */

/* Authors beyond the limit are dropped: no page has that many. */
static void
add_author(linked_reader *reader, author one)
{
  if (reader->author_count < NAMES_MAX)
    reader->authors[reader->author_count++] = one;
}

/* A string under a key of the innermost object. The first value of a key
 * wins; of types the best. */
static void
take_string(linked_reader *reader, pith_slice text)
{
  static const pith_slice none = {NULL, 0};
  if (reader->depth == 0 || reader->skipped > 0)
    return;
  frame *top = &reader->frames[reader->depth - 1];
  if (top->key == KEY_TYPE) {
    linked_type type = type_of(text);
    top->type = type > top->type ? type : top->type;
  } else if (top->key == KEY_AUTHOR || top->key == KEY_KEYWORDS) {
    author one = {reader->depth, top->key, text, none};
    add_author(reader, one);
  } else if (top->values[top->key].len == 0) {
    top->values[top->key] = text;
  }
}

/* Objects beyond the depth limit are counted, not read, so that their ends
 * match. */
static void
open_object(linked_reader *reader)
{
  if (reader->skipped > 0 || reader->depth == DEPTH_MAX) {
    reader->skipped++;
    return;
  }
  linked_key via =
      reader->depth > 0 ? reader->frames[reader->depth - 1].key : KEY_TOP;
  frame *top = &reader->frames[reader->depth++];
  memset(top, 0, sizeof *top);
  top->via = via;
}

/* --- the end of an object ------------------------------------------------- */

/* Objects refer to each other by "@id", in any order: names are kept until
 * the end. */
static void
remember_name(linked_reader *reader, const frame *object)
{
  if (object->values[KEY_ID].len > 0 && object->values[KEY_NAME].len > 0 &&
      reader->name_count < NAMES_MAX) {
    known_name one = {object->values[KEY_ID], object->values[KEY_NAME]};
    reader->names[reader->name_count++] = one;
  }
}

/* Keep the authors of the object that ends as those of the best candidate:
 * they are the last in the list. */
static void
keep_authors(linked_reader *reader)
{
  uint32_t first = reader->author_count;
  while (first > reader->best_authors &&
         reader->authors[first - 1].depth == reader->depth)
    first--;
  uint32_t count = reader->author_count - first;
  memmove(reader->authors, reader->authors + first,
          count * sizeof *reader->authors);
  reader->author_count = reader->best_authors = count;
}

/* Authors of an object that was not chosen are forgotten. */
static void
drop_authors(linked_reader *reader)
{
  while (reader->author_count > reader->best_authors &&
         reader->authors[reader->author_count - 1].depth >= reader->depth)
    reader->author_count--;
}

/* A candidate ends: is it better than the best? An article is better than a
 * page. A WebSite only names the site. */
static void
consider(linked_reader *reader, const frame *object)
{
  if (object->type == TYPE_SITE) {
    pith_slice name = object->values[KEY_NAME];
    if (reader->best.values[KEY_PART_OF].len == 0)
      reader->best.values[KEY_PART_OF] = name;
    return;
  }
  if (object->type < TYPE_PAGE ||
      (reader->has_best && object->type <= reader->best.type))
    return;
  pith_slice site = reader->best.values[KEY_PART_OF];
  reader->best = *object;
  if (reader->best.values[KEY_PART_OF].len == 0)
    reader->best.values[KEY_PART_OF] = site;
  reader->has_best = true;
  keep_authors(reader);
}

/* What an object says about the one around it, by the key it is under: the
 * name of an author, publisher or site. */
static void
report(linked_reader *reader, const frame *object)
{
  frame *outer = &reader->frames[reader->depth - 2];
  pith_slice name = object->values[KEY_NAME];
  author by = {reader->depth - 1, KEY_AUTHOR, name, object->values[KEY_ID]};
  switch (object->via) {
  case KEY_AUTHOR:
    add_author(reader, by);
    break;
  case KEY_IMAGE:
    if (outer->values[KEY_IMAGE].len == 0)
      outer->values[KEY_IMAGE] = object->values[KEY_URL];
    break;
  case KEY_PUBLISHER:
    if (outer->values[KEY_PUBLISHER].len == 0)
      outer->values[KEY_PUBLISHER] = name;
    break;
  case KEY_PART_OF:
    if (object->type == TYPE_SITE)
      outer->values[KEY_PART_OF] = name;
    break;
  case KEY_PAGE:
    outer->values[KEY_PAGE] = object->values[KEY_ID];
    break;
  default:
    break;
  }
}

/* The end of an object: remember, consider, report, in this order. */
static void
close_object(linked_reader *reader)
{
  if (reader->skipped > 0) {
    reader->skipped--;
    return;
  }
  if (reader->depth == 0)
    return;
  frame object = reader->frames[reader->depth - 1];
  remember_name(reader, &object);
  if (object.via == KEY_TOP)
    consider(reader, &object);
  drop_authors(reader);
  if (reader->depth > 1)
    report(reader, &object);
  reader->depth--;
}

/* --- offers --------------------------------------------------------------- */

/* JSON escapes are resolved only for what is used. */
static void
offer(linked_reader *reader, pith_meta field, uint8_t rank, pith_slice json)
{
  pith_buffer *scratch = pith__metadata_scratch(reader->metadata);
  pith__json_unescape(json, scratch);
  pith__metadata_offer(reader->metadata, field, rank,
                       pith__buffer_slice(scratch));
}

/* Empty when no object had this "@id". */
static pith_slice
name_by_id(const linked_reader *reader, pith_slice id)
{
  static const pith_slice none = {NULL, 0};
  for (uint32_t i = 0; i < reader->name_count; i++)
    if (pith__slice_equal(reader->names[i].id, id))
      return reader->names[i].name;
  return none;
}

/* All authors and keywords of the best candidate, at the same rank, so that
 * they become lists. */
static void
offer_authors(linked_reader *reader, uint8_t rank)
{
  for (uint32_t i = 0; i < reader->best_authors; i++) {
    const author *one = &reader->authors[i];
    pith_slice name =
        one->name.len > 0 ? one->name : name_by_id(reader, one->id);
    pith_buffer *scratch = pith__metadata_scratch(reader->metadata);
    pith__json_unescape(name, scratch);
    if (one->key == KEY_KEYWORDS)
      pith__metadata_add_all(reader->metadata, PITH_META_TAGS, rank,
                             pith__buffer_slice(scratch));
    else
      pith__metadata_add(reader->metadata, PITH_META_AUTHORS, rank,
                         pith__buffer_slice(scratch));
  }
}

/* The site's name is offered even when no candidate was found. */
static void
make_offers(linked_reader *reader)
{
  const frame *best = &reader->best;
  uint8_t rank =
      best->type == TYPE_ARTICLE ? PITH_RANK_ARTICLE : PITH_RANK_PAGE;
  pith_slice publisher = best->values[KEY_PUBLISHER];
  offer(reader, PITH_META_SITE_NAME, PITH_RANK_ARTICLE,
        best->values[KEY_PART_OF].len > 0 ? best->values[KEY_PART_OF]
                                          : publisher);
  if (!reader->has_best)
    return;
  offer(reader, PITH_META_TITLE, rank,
        best->values[KEY_HEADLINE].len > 0 ? best->values[KEY_HEADLINE]
                                           : best->values[KEY_NAME]);
  offer(reader, PITH_META_DATE, rank, best->values[KEY_DATE]);
  offer(reader, PITH_META_MODIFIED, rank, best->values[KEY_MODIFIED]);
  offer(reader, PITH_META_IMAGE, rank, best->values[KEY_IMAGE]);
  offer(reader, PITH_META_SECTION, rank, best->values[KEY_SECTION]);
  offer(reader, PITH_META_LICENSE, rank, best->values[KEY_LICENSE]);
  offer(reader, PITH_META_DESCRIPTION, rank, best->values[KEY_DESCRIPTION]);
  offer(reader, PITH_META_LANGUAGE, PITH_RANK_PAGE, best->values[KEY_LANGUAGE]);
  offer(reader, PITH_META_CANONICAL, PITH_RANK_PAGE,
        best->values[KEY_URL].len > 0 ? best->values[KEY_URL]
                                      : best->values[KEY_PAGE]);
  offer_authors(reader, rank);
}

void
pith__metadata_linked(pith_metadata_reader *metadata, pith_slice json)
{
  linked_reader reader;
  pith_json_reader events;
  memset(&reader, 0, sizeof reader);
  reader.metadata = metadata;
  pith__json_reader_init(&events, json);
  for (;;) {
    pith_json_event event = pith__json_next(&events);
    if (event.kind == PITH_JSON_END)
      break;
    if (event.kind == PITH_JSON_OBJECT_OPEN)
      open_object(&reader);
    else if (event.kind == PITH_JSON_OBJECT_CLOSE)
      close_object(&reader);
    else if (event.kind == PITH_JSON_STRING)
      take_string(&reader, event.text);
    else if (event.kind == PITH_JSON_KEY && reader.depth > 0 &&
             reader.skipped == 0)
      reader.frames[reader.depth - 1].key = key_of(event.text);
  }
  while (reader.depth > 0 || reader.skipped > 0) /* a text cut short */
    close_object(&reader);
  make_offers(&reader);
}
