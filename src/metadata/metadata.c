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
#define BYLINE_MAX 500

/* The keys and their names, in the order of the record (docs/formats/json.md),
 * which is free while the numbers of pith_meta are fixed. A new key: pith.h, a
 * row here, and where pages declare it. */
static const struct key_row {
  pith_meta key;
  const char *name;
} keys[] = {
    {PITH_META_CANONICAL, "canonical"},     {PITH_META_TITLE, "title"},
    {PITH_META_BYLINE, "byline"},           {PITH_META_DATE, "date"},
    {PITH_META_DESCRIPTION, "description"}, {PITH_META_LANGUAGE, "lang"},
    {PITH_META_SITE_NAME, "site_name"},
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

/* "By Ann", "Von Ann", "Автор: Ann" name Ann. */
static pith_slice
without_by(pith_slice name)
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
    if (!pith__date_normalize(value, date))
      return false;
    pith__buffer_append(out, date, strlen(date));
    return true;
  case PITH_META_LANGUAGE:
    return append_language(out, value);
  case PITH_META_CANONICAL:
    return append_address(metadata, value);
  case PITH_META_BYLINE:
    value = without_by(value);
    return is_name(value) && append_normal(out, value, AUTHOR_MAX);
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

/* Whether the name is in the list already. */
static bool
is_listed(pith_slice list, pith_slice name)
{
  for (size_t i = 0; i + name.len <= list.len; i++)
    if (pith__slice_has_at(list, i, name))
      return true;
  return false;
}

void
pith__metadata_add_author(pith_metadata_reader *metadata, uint8_t rank,
                          pith_slice name)
{
  pith_buffer *words = &metadata->words;
  pith_span *list = &metadata->values[PITH_META_BYLINE];
  if (rank != metadata->ranks[PITH_META_BYLINE]) {
    pith__metadata_offer(metadata, PITH_META_BYLINE, rank, name);
    return;
  }
  name = without_by(name);
  if (!is_name(name) || list->to - list->from > BYLINE_MAX ||
      is_listed(pith__metadata_get(metadata, PITH_META_BYLINE), name))
    return;
  /* Write the list anew at the end, where it can grow. */
  uint32_t from = (uint32_t)words->len, len = list->to - list->from;
  if (!pith__buffer_reserve(words, len + 2))
    return;
  bool commas = memchr(words->data + list->from, ',', len) ||
                memchr(name.data, ',', name.len);
  pith__buffer_append(words, words->data + list->from, len);
  pith__buffer_append(words, commas ? "; " : ", ", 2);
  if (append_normal(words, name, AUTHOR_MAX) && !words->failed) {
    list->from = from;
    list->to = (uint32_t)words->len;
  }
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

void
pith__metadata_confirm_title(pith_metadata_reader *metadata, pith_slice heading)
{
  pith_buffer *words = &metadata->words;
  size_t start = words->len, step;
  if (!append_normal(words, heading, VALUE_MAX) || words->failed)
    return;
  pith_slice title = pith__metadata_get(metadata, PITH_META_TITLE);
  pith_slice wanted = {words->data + start, words->len - start};
  words->len = start;
  if (title.len <= wanted.len || !pith__slice_has_at(title, 0, wanted))
    return;
  const char *p = title.data + wanted.len, *end = title.data + title.len;
  while (p < end && *p == ' ')
    p++;
  if (p < end && is_separator(pith__character_at(p, end, &step)))
    metadata->values[PITH_META_TITLE].to =
        metadata->values[PITH_META_TITLE].from + (uint32_t)wanted.len;
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

void
pith__metadata_clear(pith_metadata_reader *metadata)
{
  pith__buffer_clear(&metadata->words);
  pith__buffer_clear(&metadata->base);
  pith__buffer_clear(&metadata->scratch);
  metadata->failed = false;
  memset(metadata->values, 0, sizeof metadata->values);
  memset(metadata->ranks, PITH_RANK_NONE, sizeof metadata->ranks);
}

/* Elements first, then what depends on them: the title without the site's
 * name, and the date in the address as a last resort. */
pith_status
pith__metadata_read(pith_metadata_reader *metadata, const pith_tree *tree,
                    pith_slice page_url)
{
  char date[32];
  pith__metadata_clear(metadata);
  metadata->tree = tree;
  pith__address_base(tree, page_url, &metadata->base);
  pith__metadata_elements(metadata);
  strip_site(metadata);
  pith_slice canonical = pith__metadata_get(metadata, PITH_META_CANONICAL);
  if (pith__date_in_address(page_url.len > 0 ? page_url : canonical, date))
    pith__metadata_offer(metadata, PITH_META_DATE, PITH_RANK_NONE - 1,
                         pith__slice_of(date));
  bool failed = metadata->words.failed || metadata->base.failed ||
                metadata->scratch.failed || metadata->failed;
  if (!failed)
    return PITH_OK;
  pith__metadata_clear(metadata);
  return pith__memory_status(metadata->words.memory);
}
