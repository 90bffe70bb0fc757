/*
 * Offers of metadata: brought into form, compared by rank, kept.
 *
 * Values of JSON-LD and of careless `meta` elements hold character references
 * that were meant to be resolved; they are, once.
 */
#include "metadata/metadata.h"

#include "base/slice.h"
#include "page/element/attribute.h"
#include "html/token/charref.h"
#include "page/element/address.h"
#include "page/text/characters.h"

/* Longer values are no titles and no names. */
#define VALUE_MAX  1000
#define AUTHOR_MAX 120
#define TAG_MAX    80
#define LIST_MAX   1000

/* The keys and their names, in the order of the record (docs/formats/json.md),
 * which is free while the numbers of pith_meta are fixed. A new key: pith.h, a
 * row here, and where pages declare it. */
static const struct key_row {
  pith_meta key;
  const char *name;
} keys[] = {
    {PITH_META_CANONICAL, "canonical"},
    {PITH_META_TITLE, "title"},
    {PITH_META_BYLINE, "byline"},
    {PITH_META_AUTHORS, "authors"},
    {PITH_META_DATE, "date"},
    {PITH_META_DATE_SOURCE, "date_source"},
    {PITH_META_MODIFIED, "modified"},
    {PITH_META_DESCRIPTION, "description"},
    {PITH_META_IMAGE, "image"},
    {PITH_META_TAGS, "tags"},
    {PITH_META_SECTION, "section"},
    {PITH_META_LANGUAGE, "lang"},
    {PITH_META_LANGUAGE_SOURCE, "lang_source"},
    {PITH_META_SITE_NAME, "site_name"},
    {PITH_META_LICENSE, "license"},
    {PITH_META_AMP, "amp"},
    {PITH_META_FEEDS, "feeds"},
};

#define KEY_COUNT (sizeof keys / sizeof keys[0])

_Static_assert(KEY_COUNT <= PITH_META_ROOM, "raise PITH_META_ROOM");

const char *
pith__metadata_name(pith_meta key)
{
  for (size_t i = 0; i < KEY_COUNT; i++)
    if (keys[i].key == key)
      return keys[i].name;
  return NULL;
}

bool
pith__metadata_is_list(pith_meta key)
{
  return key == PITH_META_AUTHORS || key == PITH_META_TAGS ||
         key == PITH_META_FEEDS;
}

bool
pith__metadata_key(uint32_t index, pith_meta *key)
{
  if (index < KEY_COUNT)
    *key = keys[index].key;
  return index < KEY_COUNT;
}

void
pith__metadata_init(pith_metadata_reader *metadata, pith_memory *memory)
{
  memset(metadata, 0, sizeof *metadata);
  pith__buffer_init(&metadata->words, memory);
  pith__buffer_init(&metadata->base, memory);
  pith__buffer_init(&metadata->scratch, memory);
}

void
pith__metadata_done(pith_metadata_reader *metadata)
{
  pith__buffer_done(&metadata->words);
  pith__buffer_done(&metadata->base);
  pith__buffer_done(&metadata->scratch);
}

/* Values are spans of one buffer, because that buffer moves when it grows. */
pith_slice
pith__metadata_get(const pith_metadata_reader *metadata, pith_meta field)
{
  pith_span span = {0, 0};
  if ((size_t)field < KEY_COUNT)
    span = metadata->values[field];
  const char *words = metadata->words.data;
  return words ? pith__slice(words + span.from, span.to - span.from)
               : pith__slice_of("");
}

/* A failure must not be lost when the buffer is cleared for the next use. */
pith_buffer *
pith__metadata_scratch(pith_metadata_reader *metadata)
{
  metadata->failed |= metadata->scratch.failed;
  pith__buffer_clear(&metadata->scratch);
  return &metadata->scratch;
}

/* --- forms ---------------------------------------------------------------- */

/* Append with character references resolved and white space normal, no more
 * than `most` bytes; false, with nothing appended, when there is nothing or
 * too much. */
static bool
append_normal(pith_buffer *out, pith_slice value, size_t most)
{
  if (value.len == 0)
    return false;
  const char *p = value.data, *end = p + value.len;
  size_t start = out->len, len;
  bool blank = false;
  while (p < end) {
    uint32_t code = pith__character_at(p, end, &len);
    if (code == '&') {
      pith_charref reference = pith__charref_read(p, end, false);
      if (reference.len > 0) {
        code = reference.codes[0];
        len = reference.len;
      }
    }
    p += len;
    if (pith__character_is_blank(code) || code < ' ') {
      blank = true;
      continue;
    }
    if (blank && out->len > start)
      pith__buffer_append_char(out, ' ');
    blank = false;
    pith__buffer_append_code_point(out, code);
    if (out->len - start > most)
      break;
  }
  bool fits = out->len > start && out->len - start <= most;
  if (!fits)
    out->len = start;
  return fits;
}

/* BCP 47 in its usual case: "en_us" becomes "en-US". What is no language tag
 * is not taken. */
static bool
append_language(pith_buffer *out, pith_slice value)
{
  size_t start = out->len, part = 0;
  value = pith__slice_trim(value);
  for (size_t i = 0; i < value.len; i++) {
    char c = value.data[i];
    if (c == ',' || c == ';' || c == ' ')
      break; /* a list: the first will do */
    if (c == '-' || c == '_') {
      pith__buffer_append_char(out, '-');
      part = out->len - start;
      continue;
    }
    if (!pith__is_letter(c) && !pith__is_digit(c))
      break;
    pith__buffer_append_char(out, pith__lower(c));
  }
  size_t len = out->len - start;
  if (out->failed || len == 0) {
    out->len = start;
    return false;
  }
  char *tag = out->data + start;
  const char *dash = memchr(tag, '-', len);
  size_t primary = dash ? (size_t)(dash - tag) : len;
  if (primary < 2 || primary > 3 || len > 35 || pith__is_digit(tag[0])) {
    out->len = start;
    return false;
  }
  if (part > 0 && len - part == 2) /* a country */
    for (size_t i = part; i < len; i++)
      tag[i] = (char)(tag[i] - (pith__is_letter(tag[i]) ? 'a' - 'A' : 0));
  return true;
}

pith_slice
pith__metadata_without_by(pith_slice name)
{
  static const char *const words[] = {
      "by ",
      "by: ",
      "author: ",
      "von ",
      "written by ",
      "par ",
      "por ",
      "\xD0\x90\xD0\xB2\xD1\x82\xD0\xBE\xD1\x80: ", /* Автор */
      "\xE4\xBD\x9C\xE8\x80\x85\xEF\xBC\x9A",       /* 作者： */
      "\xE4\xBD\x9C\xE8\x80\x85:"};
  name = pith__slice_trim(name);
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (pith__slice_starts(name, words[i])) {
      size_t len = strlen(words[i]);
      return pith__slice_trim(pith__slice(name.data + len, name.len - len));
    }
  return name;
}

/* Addresses, mail addresses and templates that were never filled in are no
 * names. */
static bool
is_name(pith_slice name)
{
  return name.len > 1 && name.len <= AUTHOR_MAX &&
         !pith__slice_starts(name, "http") &&
         !pith__slice_starts(name, "www.") && !pith__slice_starts(name, "/") &&
         !memchr(name.data, '@', name.len) && !memchr(name.data, '{', name.len);
}

/* An address that stays relative is of no use to a reader elsewhere. */
static bool
append_address(pith_metadata_reader *metadata, pith_slice value)
{
  pith_buffer *out = &metadata->words;
  size_t start = out->len;
  if (!pith__address_resolve(value, pith__buffer_slice(&metadata->base), out))
    return false;
  pith_slice address = {out->data + start, out->len - start};
  if (!out->failed && (pith__slice_starts(address, "http:") ||
                       pith__slice_starts(address, "https:")))
    return true;
  out->len = start;
  return false;
}

/* Append a value in the form of its field; false when it does not fit. */
static bool
append_value(pith_metadata_reader *metadata, pith_meta field, pith_slice value)
{
  pith_buffer *out = &metadata->words;
  char date[32];
  switch (field) {
  case PITH_META_DATE:
  case PITH_META_MODIFIED:
    if (!pith__date_normalize(value, date))
      return false;
    pith__buffer_append(out, date, strlen(date));
    return true;
  case PITH_META_LANGUAGE:
    return append_language(out, value);
  case PITH_META_CANONICAL:
  case PITH_META_IMAGE:
  case PITH_META_AMP:
  case PITH_META_FEEDS:
    return append_address(metadata, value);
  case PITH_META_AUTHORS:
    value = pith__metadata_without_by(value);
    return is_name(value) && append_normal(out, value, AUTHOR_MAX);
  case PITH_META_TAGS:
    return append_normal(out, value, TAG_MAX);
  default:
    return append_normal(out, value, VALUE_MAX);
  }
}

/* A value is written before it is known to fit: what does not fit leaves the
 * buffer as it was. */
void
pith__metadata_offer(pith_metadata_reader *metadata, pith_meta field,
                     uint8_t rank, pith_slice value)
{
  uint32_t from = (uint32_t)metadata->words.len;
  if (value.len == 0 || rank >= metadata->ranks[field] ||
      !append_value(metadata, field, value) || metadata->words.failed)
    return;
  metadata->values[field].from = from;
  metadata->values[field].to = (uint32_t)metadata->words.len;
  metadata->ranks[field] = rank;
}

/* Whether the value at the end of the words, from `at`, is in the list. */
static bool
is_listed(const pith_buffer *words, pith_span list, uint32_t at)
{
  size_t len = words->len - at;
  for (uint32_t from = list.from; from < list.to;) {
    const char *end = memchr(words->data + from, '\n', list.to - from);
    uint32_t to = end ? (uint32_t)(end - words->data) : list.to;
    if (to - from == len &&
        memcmp(words->data + from, words->data + at, len) == 0)
      return true;
    from = to + 1;
  }
  return false;
}

/* The list is written anew at the end of the words, where it can grow; the new
 * value is behind it already and moved up. */
void
pith__metadata_add(pith_metadata_reader *metadata, pith_meta field,
                   uint8_t rank, pith_slice value)
{
  pith_buffer *words = &metadata->words;
  pith_span *list = &metadata->values[field];
  if (rank != metadata->ranks[field]) {
    pith__metadata_offer(metadata, field, rank, value);
    return;
  }
  uint32_t from = (uint32_t)words->len, len = list->to - list->from;
  if (len > LIST_MAX || !pith__buffer_reserve(words, len + 1))
    return;
  pith__buffer_append(words, words->data + list->from, len);
  pith__buffer_append_char(words, '\n');
  uint32_t at = (uint32_t)words->len;
  if (append_value(metadata, field, value) && !words->failed &&
      !is_listed(words, *list, at)) {
    list->from = from;
    list->to = (uint32_t)words->len;
  } else {
    words->len = from;
  }
}

void
pith__metadata_add_all(pith_metadata_reader *metadata, pith_meta field,
                       uint8_t rank, pith_slice values)
{
  size_t from = 0;
  for (size_t i = 0; i <= values.len; i++)
    if (i == values.len || strchr(",;", values.data[i])) {
      pith__metadata_add(
          metadata, field, rank,
          pith__slice_trim(pith__slice(values.data + from, i - from)));
      from = i + 1;
    }
}

/* A separator of names at `at`: its length, 0 for none. */
static size_t
name_separator(pith_slice text, size_t at)
{
  static const char *const separators[] = {" and ",
                                           " und ",
                                           " et ",
                                           " y ",
                                           " e ",
                                           " & ",
                                           ",",
                                           ";",
                                           "|",
                                           "/",
                                           "\n",
                                           "\xC2\xB7",
                                           "\xE2\x80\xA2",
                                           "\xE2\x80\x93",
                                           "\xE2\x80\x94",
                                           " - ",
                                           " on ",
                                           " in ",
                                           " \xD0\xB8 "};
  for (size_t i = 0; i < sizeof separators / sizeof *separators; i++) {
    pith_slice part = pith__slice_of(separators[i]);
    if (pith__slice_has_at(text, at, part))
      return part.len;
  }
  return 0;
}

/* One to five words without a digit, the first of which begins with a capital
 * or is not Latin. */
static bool
looks_like_name(pith_slice name)
{
  int words = 1;
  name = pith__metadata_without_by(name);
  for (size_t i = 0; i < name.len; i++) {
    if (pith__is_digit(name.data[i]) || name.data[i] == ':')
      return false;
    words += name.data[i] == ' ' && i > 0 && name.data[i - 1] != ' ';
  }
  return name.len > 2 && words <= 5 && words > (name.data[0] < 0) - 1 &&
         !(name.data[0] >= 'a' && name.data[0] <= 'z');
}

/* What follows the first thing that is no name (a date, a section) is none. */
void
pith__metadata_add_names(pith_metadata_reader *metadata, uint8_t rank,
                         pith_slice text)
{
  pith_buffer clean;
  pith__buffer_init(&clean, metadata->words.memory);
  append_normal(&clean, text, VALUE_MAX);
  pith_slice all = pith__metadata_without_by(pith__buffer_slice(&clean));
  for (size_t i = 0, from = 0; all.len > 0 && i <= all.len; i++) {
    size_t separator = i < all.len ? name_separator(all, i) : 1;
    if (separator == 0)
      continue;
    pith_slice name = pith__slice_trim(pith__slice(all.data + from, i - from));
    if (name.len > 0 && !looks_like_name(name))
      break;
    pith__metadata_add(metadata, PITH_META_AUTHORS, rank, name);
    i += separator - 1;
    from = i + 1;
  }
  metadata->failed |= clean.failed;
  pith__buffer_done(&clean);
}

/* The byline is the authors in one line: "A, B", or "A, X; B, Y" when names
 * hold commas. */
static void
join_authors(pith_metadata_reader *metadata)
{
  pith_buffer *words = &metadata->words;
  pith_slice list = pith__metadata_get(metadata, PITH_META_AUTHORS);
  pith_span *byline = &metadata->values[PITH_META_BYLINE];
  if (list.len == 0 || !pith__buffer_reserve(words, 2 * list.len))
    return;
  list = pith__metadata_get(metadata, PITH_META_AUTHORS);
  const char *between = memchr(list.data, ',', list.len) ? "; " : ", ";
  byline->from = (uint32_t)words->len;
  for (size_t i = 0; i < list.len; i++) {
    if (list.data[i] == '\n')
      pith__buffer_append(words, between, 2);
    else
      pith__buffer_append_char(words, list.data[i]);
  }
  byline->to = (uint32_t)words->len;
}

/* --- the title without the site ------------------------------------------- */

/* Signs between the title and the name of the site. */
static bool
is_separator(uint32_t code)
{
  return code == '|' || code == '-' || code == ':' || code == 0xB7 ||
         code == 0xBB || code == 0xAB || code == 0x2013 || code == 0x2014 ||
         code == 0x2022 || code == 0x203A;
}

/* How many bytes at the end of `title` only separate: blanks and signs, of
 * which there must be one. */
static size_t
separator_length(pith_slice title)
{
  size_t len = 0;
  bool sign = false;
  while (len < title.len) {
    const char *end = title.data + title.len - len;
    uint32_t code = pith__character_before(title.data, end);
    if (!is_separator(code) && code != ' ')
      break;
    sign |= is_separator(code);
    len += code < 0x80 ? 1 : code < 0x800 ? 2 : 3;
  }
  return sign ? len : 0;
}

bool
pith__metadata_confirm_title(pith_metadata_reader *metadata, pith_slice heading)
{
  pith_buffer *words = &metadata->words;
  size_t start = words->len, step;
  if (!append_normal(words, heading, VALUE_MAX) || words->failed)
    return false;
  pith_slice title = pith__metadata_get(metadata, PITH_META_TITLE);
  pith_slice wanted = {words->data + start, words->len - start};
  words->len = start;
  if (pith__slice_equal(title, wanted))
    return true;
  if (title.len <= wanted.len || !pith__slice_has_at(title, 0, wanted))
    return false;
  const char *p = title.data + wanted.len, *end = title.data + title.len;
  while (p < end && *p == ' ')
    p++;
  if (p == end || !is_separator(pith__character_at(p, end, &step)))
    return false;
  metadata->values[PITH_META_TITLE].to =
      metadata->values[PITH_META_TITLE].from + (uint32_t)wanted.len;
  return true;
}

/* "Tea - The Site" is "Tea" on a site called "The Site". */
static void
strip_site(pith_metadata_reader *metadata)
{
  pith_slice title = pith__metadata_get(metadata, PITH_META_TITLE);
  pith_slice site = pith__metadata_get(metadata, PITH_META_SITE_NAME);
  if (site.len == 0 || title.len <= site.len ||
      !pith__slice_has_at(title, title.len - site.len, site))
    return;
  title.len -= site.len;
  size_t separator = separator_length(title);
  if (separator > 0 && title.len > separator)
    metadata->values[PITH_META_TITLE].to -= (uint32_t)(site.len + separator);
}

/* The title element of a page without a heading to compare it with: what is
 * behind its last separator, blanks around it, is the site's if it is the
 * shorter part and has at most five words. It is offered as such. */
static void
strip_last_part(pith_metadata_reader *metadata)
{
  static const char *const separators[] = {" | ",
                                           " - ",
                                           " \xC2\xBB ",
                                           " \xC2\xB7 ",
                                           " :: ",
                                           " \xE2\x80\x93 ",
                                           " \xE2\x80\x94 ",
                                           " \xE2\x80\xA2 "};
  pith_slice title = pith__metadata_get(metadata, PITH_META_TITLE);
  size_t at = 0, behind = 0;
  for (size_t i = 1; i + 3 < title.len; i++)
    for (size_t k = 0; k < sizeof separators / sizeof *separators; k++)
      if (pith__slice_has_at(title, i, pith__slice_of(separators[k]))) {
        at = i;
        behind = i + strlen(separators[k]);
      }
  size_t words = 1;
  for (size_t i = behind; i < title.len; i++)
    words += title.data[i] == ' ';
  if (at == 0 || title.len - behind >= at || words > 5)
    return;
  metadata->values[PITH_META_TITLE].to =
      metadata->values[PITH_META_TITLE].from + (uint32_t)at;
  if (metadata->ranks[PITH_META_SITE_NAME] == PITH_RANK_NONE) {
    metadata->values[PITH_META_SITE_NAME].from =
        metadata->values[PITH_META_TITLE].from + (uint32_t)behind;
    metadata->values[PITH_META_SITE_NAME].to =
        metadata->values[PITH_META_TITLE].from + (uint32_t)title.len;
    metadata->ranks[PITH_META_SITE_NAME] = PITH_RANK_LOOKS;
  }
}

/* The title without the site's name: by that name, by the headline, or by its
 * form where it is that of the title element. */
static void
settle_title(pith_metadata_reader *metadata)
{
  bool confirmed =
      metadata->headline > 0 &&
      pith__metadata_confirm_title(
          metadata, pith__metadata_text(metadata, metadata->headline));
  uint32_t before = metadata->values[PITH_META_TITLE].to;
  strip_site(metadata);
  if (!confirmed && before == metadata->values[PITH_META_TITLE].to &&
      metadata->ranks[PITH_META_TITLE] == PITH_RANK_TITLE)
    strip_last_part(metadata);
}

/* A value of ours, which needs no form. */
static void
set_word(pith_metadata_reader *metadata, pith_meta field, const char *word)
{
  metadata->values[field].from = (uint32_t)metadata->words.len;
  pith__buffer_append(&metadata->words, word, strlen(word));
  metadata->values[field].to = (uint32_t)metadata->words.len;
}

/* Where the date comes from, by the rank that only this source has. */
static void
name_date_source(pith_metadata_reader *metadata)
{
  static const struct source_row {
    uint8_t rank;
    const char *name;
  } sources[] = {
      {PITH_RANK_ARTICLE, "json-ld"},     {PITH_RANK_PAGE, "json-ld"},
      {PITH_RANK_MICRODATA, "microdata"}, {PITH_RANK_MARKED, "time"},
      {PITH_RANK_NEAR, "time"},           {PITH_RANK_ADDRESS, "url"},
      {PITH_RANK_TEXT, "text"},           {PITH_RANK_LOOKS, "text"}};
  const char *name = "meta";
  if (metadata->ranks[PITH_META_DATE] == PITH_RANK_NONE)
    return;
  for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
    if (sources[i].rank == metadata->ranks[PITH_META_DATE])
      name = sources[i].name;
  set_word(metadata, PITH_META_DATE_SOURCE, name);
}

/* What is declared is believed; else the text decides, if it can. */
static void
settle_language(pith_metadata_reader *metadata)
{
  bool declared = metadata->ranks[PITH_META_LANGUAGE] != PITH_RANK_NONE;
  if (!declared)
    pith__metadata_detect_language(metadata);
  if (metadata->ranks[PITH_META_LANGUAGE] != PITH_RANK_NONE)
    set_word(metadata, PITH_META_LANGUAGE_SOURCE,
             declared ? "declared" : "text");
}

void
pith__metadata_clear(pith_metadata_reader *metadata)
{
  pith__buffer_clear(&metadata->words);
  pith__buffer_clear(&metadata->base);
  pith__buffer_clear(&metadata->scratch);
  metadata->failed = false;
  metadata->headline = metadata->marked_dates = 0;
  memset(metadata->values, 0, sizeof metadata->values);
  memset(metadata->ranks, PITH_RANK_NONE, sizeof metadata->ranks);
}

/* Elements first, then what depends on them: the title without the site's
 * name, the dates at the headline, the byline of the authors. */
pith_status
pith__metadata_read(pith_metadata_reader *metadata, const pith_tree *tree,
                    pith_slice page_url)
{
  pith__metadata_clear(metadata);
  metadata->tree = tree;
  pith__address_base(tree, page_url, &metadata->base);
  pith__metadata_elements(metadata);
  settle_title(metadata);
  settle_language(metadata);
  pith__metadata_visible_dates(metadata, page_url);
  pith__metadata_visible_byline(metadata);
  name_date_source(metadata);
  join_authors(metadata);
  bool failed = metadata->words.failed || metadata->base.failed ||
                metadata->scratch.failed || metadata->failed;
  if (!failed)
    return PITH_OK;
  pith__metadata_clear(metadata);
  return pith__memory_status(metadata->words.memory);
}
