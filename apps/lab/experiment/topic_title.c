/* topic_title.c: what a title says beside what its site repeats.
 *
 *     Repair of watches | Workshop | Example      counted over all titles:
 *     Prices            | Workshop | Example      "Example", "Workshop Example"
 *     ──► "Repair of watches", "Prices"
 *
 * Beginnings and ends of titles are kept as hashes, so that memory grows with
 * the number of words, not with their length.
 */
#include "lab/experiment/topic_title.h"

#include "common/system/ascii_text.h"
#include "common/system/need.h"
#include "common/system/sorted.h"

#include <stdlib.h>
#include <string.h>

/* Longer titles are looked at this far from both ends. */
enum { WORDS_MOST = 24, LEAST_TITLES = 3, SHARE = 100 };

/* The words of a title, without what separates them. */
typedef struct title_words {
  pith_slice items[WORDS_MOST];
  size_t count;
} title_words;

/* The length of a sign at `at` that parts words; 0 when there is none. */
static size_t
parting_length(const char *at)
{
  static const char *const signs[] = {
      "—",  "–",  "·",  "•",  "»",        "«",           "›",  "‹",
      "→",  "：", "｜", "、", "，",       "。",          "（", "）",
      "【", "】", "《", "》", "\xC2\xA0", "\xE3\x80\x80"};
  if ((unsigned char)*at <= ' ' || strchr("|/\\:;,_-()[]<>\"~+=*", *at))
    return *at != '\0';
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
    size_t len = strlen(signs[i]);
    if (strncmp(at, signs[i], len) == 0)
      return len;
  }
  return 0;
}

/* Cut a title into words. Of one that has too many the last are kept apart
 * from the rest: it is too long to be a question anyway. */
static void
cut_words(const char *title, title_words *out)
{
  const char *at = title;
  out->count = 0;
  while (*at && out->count < WORDS_MOST) {
    size_t len;
    while (*at && (len = parting_length(at)) > 0)
      at += len;
    const char *from = at;
    while (*at && parting_length(at) == 0)
      at++;
    if (at > from)
      out->items[out->count++] = (pith_slice){from, (size_t)(at - from)};
  }
}

/* A mark at the end of each word keeps "ab c" and "a bc" apart. */
static uint64_t
mix(uint64_t hash, const char *data, size_t len)
{
  for (size_t i = 0; i < len; i++) /* FNV-1a; letters of ASCII small */
    hash = (hash ^ (unsigned char)text_lower(data[i])) * 0x100000001B3u;
  return (hash ^ 0x1F) * 0x100000001B3u;
}

/* Beginnings and ends are counted apart, and sites do not mix. */
static uint64_t
start_hash(const char *site, bool last)
{
  uint64_t hash = mix(0xCBF29CE484222325u, site, strlen(site));
  return mix(hash, last ? "<" : ">", 1);
}

/* A hash for each beginning of one, two, three ... words, and for each end. */
void
title_ends_add(title_ends *ends, const char *site, const char *title)
{
  title_words words;
  cut_words(title, &words);
  for (int last = 0; last < 2; last++) {
    uint64_t hash = start_hash(site, last);
    for (size_t i = 0; i < words.count; i++) {
      pith_slice word = words.items[last ? words.count - 1 - i : i];
      hash = mix(hash, word.data, word.len);
      *NEED_ITEM(ends, items, count, capacity) = hash;
    }
  }
}

/* Needed before title_own_part(). */
void
title_ends_sort(title_ends *ends)
{
  if (ends->count > 0)
    qsort(ends->items, ends->count, sizeof *ends->items, order_uint64);
}

void
title_ends_done(title_ends *ends)
{
  free(ends->items);
  *ends = (title_ends){NULL, 0, 0};
}

/* How many titles of the site begin (or end) with these words. */
static size_t
times_seen(const title_ends *ends, uint64_t hash)
{
  size_t found;
  sorted_range(ends->items, ends->count, sizeof *ends->items, &hash,
               order_uint64, &found);
  return found;
}

/* How many words from one end of the title the site repeats. */
static size_t
repeated_words(const title_ends *ends, const char *site,
               const title_words *words, bool last, size_t least)
{
  size_t repeated = 0;
  uint64_t hash = start_hash(site, last);
  for (size_t i = 0; i < words->count; i++) {
    pith_slice word = words->items[last ? words->count - 1 - i : i];
    hash = mix(hash, word.data, word.len);
    if (times_seen(ends, hash) < least)
      break;
    repeated = i + 1;
  }
  return repeated;
}

/* The part between what the site repeats at both ends; empty when nothing of
 * its own is left. */
pith_slice
title_own_part(const title_ends *ends, const char *site, const char *title,
               size_t pages)
{
  title_words words;
  size_t least = pages / SHARE > LEAST_TITLES ? pages / SHARE : LEAST_TITLES;
  cut_words(title, &words);
  size_t first = repeated_words(ends, site, &words, false, least);
  size_t last = repeated_words(ends, site, &words, true, least);
  if (first + last >= words.count)
    return (pith_slice){title, 0};
  pith_slice end = words.items[words.count - 1 - last];
  const char *from = words.items[first].data;
  return (pith_slice){from, (size_t)(end.data + end.len - from)};
}
