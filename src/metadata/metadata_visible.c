/*
 * Dates that a page shows. Pages are full of dates (related articles, comments,
 * the day in the header), so one is taken only where it belongs to the
 * headline:
 *
 *     a `time` or an element named as a date that is near the headline
 *     the path of the address
 *     text near the headline: before the first paragraph, and little of it
 *
 * Without such a date the page has none; the first that comes along would be
 * wrong too often.
 */
#include "metadata/metadata.h"

#include "base/slice.h"
#include "page/element/attribute.h"

enum {
  BEFORE = 60,     /* nodes before the headline that may hold its date */
  AFTER = 160,     /* and behind it */
  FAR = 300,       /* of an element that is marked as a date */
  DATE_TEXT = 160, /* bytes of a text with a date, at most */
  PARAGRAPH = 240 /* bytes of a text that begins the article */,
  LABEL_NODES = 6,
  LABEL_TEXT = 40
};

/* Whether the words of a text say that its date is none of publication. */
static bool
has_word(pith_slice text, const char *const *words)
{
  for (; *words; words++) {
    size_t len = strlen(*words);
    for (size_t i = 0; i + len <= text.len; i++)
      if (pith__slice_starts(pith__slice(text.data + i, len), *words))
        return true;
  }
  return false;
}

/* "Updated", in the languages that pages use most. */
static bool
is_update(pith_slice text)
{
  static const char *const words[] = {
      "updated",
      "modified",
      "last edit",
      "aktualisiert",
      "zuletzt ge\xC3\xA4ndert",
      "mis \xC3\xA0 jour",
      "actualizado",
      "atualizado",
      "aggiornato",
      "bijgewerkt",
      "zaktualizowano",
      "\xD0\xBE\xD0\xB1\xD0\xBD\xD0\xBE\xD0\xB2",
      "\xE6\x9B\xB4\xE6\x96\xB0",
      NULL};
  return has_word(text, words);
}

static bool
is_foreign(pith_slice text)
{
  static const char *const words[] = {"copyright", "\xC2\xA9", "(c)", NULL};
  return has_word(text, words);
}

/* English names the month first in America only; without a country it is not
 * known. All other languages name the day first. */
static bool
is_day_first(const pith_metadata_reader *metadata)
{
  pith_slice lang = pith__metadata_get(metadata, PITH_META_LANGUAGE);
  if (lang.len < 2 || pith__slice_starts(lang, "en-us") ||
      pith__slice_is(lang, "en"))
    return false;
  return true;
}

/* Offer the date of a text as that of publication or of the last change.
 * Returns whether it was one of publication. */
static bool
offer_in_text(pith_metadata_reader *metadata, pith_slice text, uint8_t rank)
{
  char date[32];
  text = pith__slice_trim(text);
  if (text.len < 8 || text.len > DATE_TEXT || is_foreign(text) ||
      !pith__date_find(text, is_day_first(metadata), date))
    return false;
  bool update = is_update(text);
  pith__metadata_offer(metadata, update ? PITH_META_MODIFIED : PITH_META_DATE,
                       rank, pith__slice_of(date));
  return !update;
}

/* The text before a node, if it is short and near: a label such as "Last
 * updated:". */
static pith_slice
label_before(const pith_tree *tree, uint32_t node)
{
  static const pith_slice none = {NULL, 0};
  for (uint32_t n = node - 1; n > 0 && node - n < LABEL_NODES; n--) {
    if (tree->nodes[n].kind != PITH_NODE_TEXT)
      continue;
    pith_slice text = pith__slice_trim(pith__tree_text(tree, n));
    if (text.len > 0)
      return text.len < LABEL_TEXT ? text : none;
  }
  return none;
}

/* The distance of a node from the headline: behind it counts less. */
static uint32_t
distance(const pith_metadata_reader *metadata, uint32_t node)
{
  uint32_t headline = metadata->headline;
  return node > headline ? node - headline : 2 * (headline - node);
}

/* The elements that look like a date, the nearest to the headline first. A page
 * without a headline must have only one. A <time> inside of one is the same
 * date, more exactly. */
static void
offer_marked(pith_metadata_reader *metadata)
{
  const pith_tree *tree = metadata->tree;
  uint32_t best = 0, nearest = FAR;
  for (uint32_t i = 0; i < metadata->marked_dates; i++) {
    uint32_t node = metadata->date_nodes[i];
    uint32_t far = metadata->headline ? distance(metadata, node) : FAR - 1;
    pith_slice text = pith__metadata_text(metadata, node);
    pith_slice value;
    char date[32];
    bool machine = pith__attribute_get(tree, node, "datetime", &value);
    bool is_date =
        machine ? pith__date_normalize(value, date)
                : text.len <= DATE_TEXT && pith__date_find(text, false, date);
    bool inside = machine && best > 0 && node < tree->nodes[best].end;
    if ((far >= nearest && !inside) || !is_date || is_update(text) ||
        is_foreign(text) || is_update(label_before(tree, node)) ||
        (metadata->headline == 0 && metadata->marked_dates > 1))
      continue;
    nearest = far < nearest ? far : nearest;
    best = node;
  }
  pith_slice value;
  if (best > 0 && pith__attribute_get(tree, best, "datetime", &value))
    pith__metadata_offer(metadata, PITH_META_DATE, PITH_RANK_NEAR, value);
  else if (best > 0)
    offer_in_text(metadata, pith__metadata_text(metadata, best),
                  PITH_RANK_NEAR);
}

/* Text in nodes [from, to) up to the first paragraph. */
static bool
offer_near(pith_metadata_reader *metadata, uint32_t from, uint32_t to)
{
  const pith_tree *tree = metadata->tree;
  for (uint32_t n = from; n < to && n < tree->count; n++) {
    const pith_tree_node *at = &tree->nodes[n];
    if (at->kind != PITH_NODE_TEXT ||
        tree->nodes[at->parent].tag == PITH_TAG_SCRIPT ||
        tree->nodes[at->parent].tag == PITH_TAG_STYLE)
      continue;
    pith_slice text = pith__tree_text(tree, n);
    if (text.len > PARAGRAPH)
      return false;
    if (text.len >= 8 && text.len <= DATE_TEXT &&
        !is_update(label_before(tree, n)) &&
        !pith__metadata_in_comment(tree, at->parent) &&
        offer_in_text(metadata, text, PITH_RANK_TEXT))
      return true;
  }
  return false;
}

/* Whether two dates name the same day. */
static bool
is_same_day(pith_slice a, const char *b)
{
  return a.len >= 10 && memcmp(a.data, b, 10) == 0;
}

/* The month of a date, as pith__month_in_address() counts. */
static int
month_of(pith_slice date)
{
  const char *d = date.data;
  return date.len < 7 ? 0
                      : ((d[0] - '0') * 1000 + (d[1] - '0') * 100 +
                         (d[2] - '0') * 10 + d[3] - '0') *
                                12 +
                            (d[5] - '0') * 10 + d[6] - '0';
}

/* The address of the page, else the one it declares. That one is in the words,
 * which move with every offer: look it up each time. */
static pith_slice
own_address(const pith_metadata_reader *metadata, pith_slice page_url)
{
  return page_url.len > 0 ? page_url
                          : pith__metadata_get(metadata, PITH_META_CANONICAL);
}

/* A date that was not declared and is more than a month from that of the
 * address is another article's. */
static void
check_month(pith_metadata_reader *metadata, pith_slice address)
{
  pith_slice date = pith__metadata_get(metadata, PITH_META_DATE);
  int wanted = pith__month_in_address(address), month = month_of(date);
  if (wanted == 0 || month == 0 ||
      (month - wanted >= -1 && month - wanted <= 1))
    return;
  metadata->ranks[PITH_META_DATE] = PITH_RANK_NONE;
  metadata->values[PITH_META_DATE].to = metadata->values[PITH_META_DATE].from;
}

void
pith__metadata_visible_dates(pith_metadata_reader *metadata,
                             pith_slice page_url)
{
  uint32_t headline = metadata->headline;
  char date[32];
  if (metadata->ranks[PITH_META_DATE] < PITH_RANK_MICRODATA)
    return;
  offer_marked(metadata);
  check_month(metadata, own_address(metadata, page_url));
  if (pith__date_in_address(own_address(metadata, page_url), date) &&
      !is_same_day(pith__metadata_get(metadata, PITH_META_DATE), date)) {
    metadata->ranks[PITH_META_DATE] = PITH_RANK_NONE; /* it is more certain */
    pith__metadata_offer(metadata, PITH_META_DATE, PITH_RANK_ADDRESS,
                         pith__slice_of(date));
  }
  if (headline == 0 || metadata->ranks[PITH_META_DATE] < PITH_RANK_TEXT)
    return;
  if (!offer_near(metadata, headline, headline + AFTER))
    offer_near(metadata, headline > BEFORE ? headline - BEFORE : 1, headline);
  check_month(metadata, own_address(metadata, page_url));
}
