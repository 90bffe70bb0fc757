/*
 * Dates and bylines that a page shows. Pages are full of dates (related
 * articles, comments, the day in the header), so one is taken only where it
 * belongs to the headline:
 *
 *     a `time` or an element named as a date, the cheaper the nearer
 *     text before the first paragraph, and little of it
 *     the path of the address
 *     far away only where all that are marked name the same day
 *
 * Without such a date the page has none; the first that comes along would be
 * wrong too often.
 */
#include "metadata/metadata.h"

#include "base/slice.h"
#include "page/element/attribute.h"

enum {
  BEFORE = 60,      /* nodes before the headline that may hold its date */
  AFTER = 160,      /* and behind it */
  FAR = 300,        /* of an element that is marked as a date */
  BEHIND_TEXT = 90, /* what a date behind the first paragraph costs more */
  PLAIN_TEXT = 30,  /* what a date costs that is not marked as one */
  DATE_TEXT = 160,  /* bytes of a text with a date, at most */
  PARAGRAPH = 240,  /* bytes of a text that begins the article */
  LABEL_NODES = 6,
  LABEL_TEXT = 40,
  CARD_NODES = 40, /* of the announcement of another article */
  CLIMB = 8
};

/* The best date so far: the cheapest. */
typedef struct best_date {
  uint32_t cost;
  uint8_t rank;
  char date[32];
} best_date;

/* Whether a text holds one of these, in any case of ASCII. */
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
      "update:",
      "modified",
      "last edit",
      "revised",
      "aktualisiert",
      "zuletzt",
      "ge\xC3\xA4ndert",
      "mis \xC3\xA0 jour",
      "mise \xC3\xA0 jour",
      "actualizad",
      "atualizad",
      "aggiorna",
      "bijgewerkt",
      "uppdaterad",
      "opdateret",
      "oppdatert",
      "p\xC3\xA4ivitetty",
      "g\xC3\xBCncelle",
      "zaktualizowan",
      "aktualiz",
      "friss\xC3\xADt",
      "actualizat",
      "diperbarui",
      "\xD0\xBE\xD0\xB1\xD0\xBD\xD0\xBE\xD0\xB2",
      "\xD0\xBE\xD0\xBD\xD0\xBE\xD0\xB2",
      "\xCE\xB5\xCE\xBD\xCE\xB7\xCE\xBC",
      "\xE6\x9B\xB4\xE6\x96\xB0",
      "\xEC\x88\x98\xEC\xA0\x95",
      NULL};
  return has_word(text, words);
}

/* Dates of rights are years of the site, not days of the article. */
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

/* A date of publication in a text with any number of dates; those of changes
 * are offered as such. What is written before a date decides what it is. */
static bool
find_published(pith_metadata_reader *metadata, pith_slice text,
               pith_slice label, char date[32])
{
  /* "Published May 1 | Updated May 3": each date has its own words, and the
   * label of the first may be in an element before. */
  bool day_first = is_day_first(metadata);
  if (text.len > DATE_TEXT || is_foreign(text))
    return false;
  while (pith__date_find(&text, day_first, date, &label)) {
    if (!is_update(label))
      return true;
    pith__metadata_offer(metadata, PITH_META_MODIFIED, PITH_RANK_TEXT,
                         pith__slice_of(date));
  }
  return false;
}

/* Whether the element is named for changes, as "entry-date updated" is not:
 * there the dates of publication and of the last change are the same. */
static bool
is_named_update(const pith_tree *tree, uint32_t node)
{
  pith_slice value;
  if (pith__attribute_get(tree, node, "itemprop", &value) &&
      pith__slice_is(value, "datemodified"))
    return true;
  for (int i = 0; i < 3 && node != PITH_NODE_NONE && node > 0; i++) {
    if (pith__attribute_get(tree, node, "class", &value) &&
        (pith__class_has(value, "update") || pith__class_has(value, "modif") ||
         pith__class_has(value, "changed")) &&
        !pith__class_has(value, "date") && !pith__class_has(value, "publi"))
      return true;
    node = tree->nodes[node].parent;
  }
  return false;
}

/* Whether a small element announces another article: it has a heading that is
 * a link, or in one. */
static bool
is_card(const pith_tree *tree, uint32_t node)
{
  uint32_t end = tree->nodes[node].end;
  if (end - node > CARD_NODES)
    return false;
  bool link = tree->nodes[node].tag == PITH_TAG_A, heading = false;
  for (uint32_t n = node + 1; n < end; n++) {
    pith_tag tag = (pith_tag)tree->nodes[n].tag;
    if (tree->nodes[n].kind != PITH_NODE_ELEMENT)
      continue;
    link |= tag == PITH_TAG_A;
    heading |= tag == PITH_TAG_H2 || tag == PITH_TAG_H3 || tag == PITH_TAG_H4;
  }
  return link && heading;
}

/* Whether what is inside the node belongs to something else than the article:
 * a quotation, a picture, the announcement of another article, a reader. */
static bool
is_elsewhere(const pith_metadata_reader *metadata, uint32_t node)
{
  static const char *const names[] = {
      "related", "recent",    "latest",  "popular",  "recommend", "tweet",
      "twitter", "instagram", "weather", "upcoming", "wp_rp"};
  const pith_tree *tree = metadata->tree;
  uint32_t headline = metadata->headline;
  pith_slice value;
  if (pith__metadata_in_comment(tree, node))
    return true;
  for (int i = 0; i < CLIMB && node != PITH_NODE_NONE && node > 0; i++) {
    const pith_tree_node *at = &tree->nodes[node];
    if (at->tag == PITH_TAG_BODY || (headline >= node && headline < at->end))
      return false; /* names of the article itself */
    if (at->tag == PITH_TAG_BLOCKQUOTE || at->tag == PITH_TAG_FIGCAPTION)
      return true;
    for (size_t k = 0; k < sizeof names / sizeof *names; k++)
      if ((pith__attribute_get(tree, node, "class", &value) &&
           pith__class_has(value, names[k])) ||
          (pith__attribute_get(tree, node, "id", &value) &&
           pith__class_has(value, names[k])))
        return true;
    if (headline > 0 && is_card(tree, node))
      return true;
    node = at->parent;
  }
  return false;
}

/* The first long text behind the headline: the article has begun. */
static uint32_t
first_paragraph(const pith_metadata_reader *metadata)
{
  const pith_tree *tree = metadata->tree;
  uint32_t n = metadata->headline, end = n + AFTER;
  for (; n < end && n < tree->count; n++)
    if (tree->nodes[n].kind == PITH_NODE_TEXT &&
        tree->nodes[tree->nodes[n].parent].tag != PITH_TAG_SCRIPT &&
        tree->nodes[tree->nodes[n].parent].tag != PITH_TAG_STYLE &&
        pith__tree_text(tree, n).len > PARAGRAPH)
      return n;
  return end;
}

/* How far a node is from the headline. Before it counts more: there are the
 * dates of today. */
static uint32_t
cost_of(const pith_metadata_reader *metadata, uint32_t node, uint32_t paragraph)
{
  uint32_t headline = metadata->headline;
  if (node < headline)
    return 3 * (headline - node);
  return node - headline + (node > paragraph ? BEHIND_TEXT : 0);
}

/* The date of an element that is marked as one: for machines or in its text. */
static bool
read_marked(pith_metadata_reader *metadata, uint32_t node, char date[32])
{
  const pith_tree *tree = metadata->tree;
  pith_slice text = pith__metadata_text(metadata, node), value;
  pith_slice label = label_before(tree, node);
  bool update =
      is_named_update(tree, node) || is_update(label) ||
      (is_update(text) && !pith__date_find(&text, false, date, &value));
  if (is_foreign(text))
    return false;
  /* What is written for machines is more exact than what is shown, but only
   * the shown text has the word that makes it the date of a change. */
  if ((pith__attribute_get(tree, node, "datetime", &value) ||
       pith__attribute_get(tree, node, "content", &value)) &&
      pith__date_normalize(value, date)) {
    update = update || is_update(pith__metadata_text(metadata, node));
    if (update)
      pith__metadata_offer(metadata, PITH_META_MODIFIED, PITH_RANK_NEAR, value);
    return !update;
  }
  return !update &&
         find_published(metadata, pith__metadata_text(metadata, node), label,
                        date);
}

/* A paragraph that is longer than what is written around a date. Only `p` is
 * looked at: themes put whole headers into a `div`, with share buttons and
 * counters around the date. */
static bool
is_prose(pith_metadata_reader *metadata, uint32_t node)
{
  const pith_tree *tree = metadata->tree;
  while (node > 0 && node != PITH_NODE_NONE &&
         tree->nodes[node].tag != PITH_TAG_P) {
    if (tree->nodes[node].tag == PITH_TAG_DIV ||
        tree->nodes[node].tag == PITH_TAG_BODY)
      return false;
    node = tree->nodes[node].parent;
  }
  return node > 0 && node != PITH_NODE_NONE &&
         pith__metadata_text(metadata, node).len > DATE_TEXT;
}

/* Of equals the first stays: pages name their date before they repeat it. */
static void
take_cheaper(best_date *best, uint32_t cost, uint8_t rank, const char *date)
{
  if (cost >= best->cost)
    return;
  best->cost = cost;
  best->rank = rank;
  memcpy(best->date, date, sizeof best->date);
}

/* One more date far from the headline: those that say they are of publication
 * count before the others, and only if all of them name the same day. */
static void
note_far(best_date *far, uint8_t rank, const char *date)
{
  bool same = memcmp(far->date, date, 10) == 0;
  if (rank < far->rank) {
    far->cost = 1;
    far->rank = rank;
    memcpy(far->date, date, sizeof far->date);
  } else if (rank == far->rank && !same) {
    far->cost = FAR;
  }
}

/* Elements that are marked as dates: the one at the headline, else the only
 * one there is. */
static void
consider_marked(pith_metadata_reader *metadata, uint32_t paragraph,
                best_date *best)
{
  best_date far = {FAR, PITH_RANK_NONE, ""};
  uint32_t inner = 0; /* where the best element ends */
  pith_slice value;
  for (uint32_t i = 0; i < metadata->marked_dates; i++) {
    uint32_t node = metadata->date_nodes[i];
    uint8_t rank = metadata->date_ranks[i];
    uint32_t cost =
        metadata->headline ? cost_of(metadata, node, paragraph) : FAR;
    char date[32] = "";
    if (is_elsewhere(metadata, node) || !read_marked(metadata, node, date))
      continue;
    cost = rank < PITH_RANK_NEAR && cost < FAR ? cost / 2 : cost;
    /* A `time` inside of the best is the same date, more exactly. */
    bool inside = node < inner &&
                  pith__attribute_get(metadata->tree, node, "datetime", &value);
    if (inside || cost < best->cost)
      inner = metadata->tree->nodes[node].end;
    take_cheaper(best, inside ? best->cost - 1 : cost, rank, date);
    note_far(&far, rank, date);
  }
  if (best->date[0] == 0 && far.cost < FAR)
    *best = far;
}

/* Texts without a mark are read last, since a nearer mark makes them needless.
 * Text from the headline to the first paragraph, and a little before. Prose
 * that mentions a date is none. */
static void
consider_text(pith_metadata_reader *metadata, uint32_t paragraph,
              best_date *best)
{
  const pith_tree *tree = metadata->tree;
  uint32_t headline = metadata->headline;
  uint32_t n = headline > BEFORE ? headline - BEFORE : 1;
  for (; n < paragraph && n < tree->count; n++) {
    const pith_tree_node *at = &tree->nodes[n];
    uint32_t cost = cost_of(metadata, n, paragraph) + PLAIN_TEXT;
    char date[32];
    if (n == headline)
      n = at->end - 1;
    if (at->kind != PITH_NODE_TEXT || cost >= best->cost ||
        tree->nodes[at->parent].tag == PITH_TAG_SCRIPT ||
        tree->nodes[at->parent].tag == PITH_TAG_TITLE ||
        tree->nodes[at->parent].tag == PITH_TAG_STYLE)
      continue;
    pith_slice text = pith__slice_trim(pith__tree_text(tree, n));
    if (text.len >= 6 && text.len <= DATE_TEXT &&
        find_published(metadata, text, label_before(tree, n), date) &&
        !is_named_update(tree, at->parent) &&
        !is_elsewhere(metadata, at->parent) && !is_prose(metadata, at->parent))
      take_cheaper(best, cost, PITH_RANK_TEXT, date);
  }
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
  /* What the page declares is certain; the rest is looked for without it. */
  best_date best = {FAR, PITH_RANK_NONE, ""};
  char date[32];
  if (metadata->ranks[PITH_META_DATE] < PITH_RANK_MICRODATA)
    return;
  uint32_t paragraph = metadata->headline ? first_paragraph(metadata) : 0;
  consider_marked(metadata, paragraph, &best);
  if (metadata->headline > 0)
    consider_text(metadata, paragraph, &best);
  if (best.date[0])
    pith__metadata_offer(metadata, PITH_META_DATE, best.rank,
                         pith__slice_of(best.date));
  check_month(metadata, own_address(metadata, page_url));
  if (pith__date_in_address(own_address(metadata, page_url), date) &&
      !is_same_day(pith__metadata_get(metadata, PITH_META_DATE), date)) {
    metadata->ranks[PITH_META_DATE] = PITH_RANK_NONE; /* it is more certain */
    pith__metadata_offer(metadata, PITH_META_DATE, PITH_RANK_ADDRESS,
                         pith__slice_of(date));
  }
}

/* Words inside names that begin with a small letter, blanks around each. */
static bool
is_particle(pith_slice word)
{
  static const char particles[] =
      " von van de der den da di du del la le bin al el ten ter zu dos ";
  char key[8] = " ";
  if (word.len > sizeof key - 3)
    return false;
  memcpy(key + 1, word.data, word.len);
  key[word.len + 1] = ' ';
  key[word.len + 2] = 0;
  return strstr(particles, key) != NULL;
}

/* Whether a text begins with two words of a name: "Ann Lee | 13 June", and not
 * "Anfang an war klar", which begins a sentence. */
static bool
begins_with_name(pith_slice text)
{
  size_t at = 0;
  int capitals = 0;
  pith_slice word;
  while (capitals < 2 && pith__word_next(text, &at, &word)) {
    char first = word.data[0];
    bool ends = strchr(",;|:/", word.data[word.len - 1]) != NULL;
    if ((first >= 'A' && first <= 'Z') || (unsigned char)first >= 0xC3)
      capitals++;
    else if (capitals == 0 || !is_particle(word))
      return false;
    if (ends)
      break;
  }
  return capitals == 2;
}

void
pith__metadata_visible_byline(pith_metadata_reader *metadata)
{
  const pith_tree *tree = metadata->tree;
  uint32_t headline = metadata->headline;
  if (headline == 0 || metadata->ranks[PITH_META_AUTHORS] != PITH_RANK_NONE)
    return;
  /* Behind the first paragraph "By" begins sentences, and lists of related
   * articles have bylines of their own. */
  uint32_t end = first_paragraph(metadata);
  for (uint32_t n = tree->nodes[headline].end; n < end && n < tree->count;
       n++) {
    const pith_tree_node *at = &tree->nodes[n];
    if (at->kind != PITH_NODE_TEXT)
      continue;
    /* One byline is enough: the next is that of a photographer. */
    pith_slice text = pith__slice_trim(pith__tree_text(tree, n));
    if (pith__slice_is(text, "by")) /* the name is in an element of its own */
      text = pith__metadata_text(metadata, at->parent);
    pith_slice names = pith__metadata_without_by(text);
    if (names.len == text.len || text.len > DATE_TEXT ||
        !begins_with_name(names) || is_elsewhere(metadata, at->parent))
      continue;
    pith__metadata_add_names(metadata, PITH_RANK_LOOKS, names);
    return;
  }
}
