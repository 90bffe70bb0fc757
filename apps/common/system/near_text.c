/* near_text.c: see the header.
 *
 * A chain holds the entries that are equal in one band, the newest first. How
 * far one is walked has a ceiling, and so has the number of entries, so that
 * pages made to meet in one chain cost no more than others.
 */
#include "common/system/near_text.h"

#include "common/system/ascii_text.h"
#include "common/system/fnv.h"
#include "common/system/grow.h"
#include "common/system/sorted.h"

#include <stdlib.h>
#include <string.h>

enum {
  WORDS_LEAST = 12, /* fewer words are alike by chance */
  BITS_MOST = 5,    /* that texts may differ in */
  BANDS = BITS_MOST + 1,
  CHAINS = 1 << 11, /* of a band */
  WALK_MOST = 2048,
  ENTRIES_MOST = 4 << 20 /* some 200 MB */
};

/* --- fingerprints --------------------------------------------------------- */

/* Everything but ASCII letters and digits and bytes of other characters
 * separates words. */
static bool
is_word_byte(unsigned char c)
{
  return c >= 0x80 || text_is_letter((char)c) || text_is_digit((char)c);
}

/* The next word of a text; empty at its end. Scripts without blanks between
 * words (U+3000 to U+DFFF, three bytes each) have a word a character. */
static pith_slice
next_word(pith_slice text, size_t *at)
{
  while (*at < text.len && !is_word_byte((unsigned char)text.data[*at]))
    ++*at;
  size_t from = *at;
  while (*at < text.len && is_word_byte((unsigned char)text.data[*at])) {
    unsigned char c = (unsigned char)text.data[*at];
    bool whole = c >= 0xE3 && c <= 0xED && *at + 3 <= text.len;
    if (whole && *at > from)
      break;
    *at += whole ? 3 : 1;
    if (whole)
      break;
  }
  return (pith_slice){text.data + from, *at - from};
}

/* A hash whose bits are independent of each other; FNV alone has weak ones. */
static uint64_t
hash_word(pith_slice word)
{
  uint64_t hash = FNV_START;
  for (size_t i = 0; i < word.len; i++) {
    char c = text_lower(word.data[i]);
    hash = fnv_add(hash, &c, 1);
  }
  hash ^= hash >> 33;
  hash *= 0xFF51AFD7ED558CCDu;
  return hash ^ hash >> 33;
}

/* The pairs of neighbours, as hashes. */
typedef struct word_pairs {
  uint64_t *items; /* owned */
  size_t count, capacity;
} word_pairs;

/* Pairs, because single words are half the same in all texts of a language.
 * False without memory. */
static bool
read_pairs(pith_slice text, word_pairs *out)
{
  size_t at = 0;
  pith_slice word = next_word(text, &at);
  uint64_t last = hash_word(word);
  while ((word = next_word(text, &at)).len > 0) {
    uint64_t hash = hash_word(word);
    uint64_t pair = (last * 0x9E3779B97F4A7C15u ^ hash) * 0xC4CEB9FE1A85EC53u;
    if (!GROW(out->items, out->capacity, out->count + 1))
      return false;
    out->items[out->count++] = pair ^ pair >> 29;
    last = hash;
  }
  return true;
}

/* Each different pair votes for its bits, once: else a phrase of every
 * row of a table would decide alone. */
static uint64_t
vote(const word_pairs *pairs)
{
  int64_t votes[64] = {0};
  uint64_t fingerprint = 0;
  for (size_t i = 0; i < pairs->count; i++)
    for (unsigned bit = 0;
         bit < 64 && (i == 0 || pairs->items[i] != pairs->items[i - 1]); bit++)
      votes[bit] += pairs->items[i] >> bit & 1 ? 1 : -1;
  for (unsigned bit = 0; bit < 64; bit++)
    fingerprint |= (uint64_t)(votes[bit] > 0) << bit;
  return fingerprint ? fingerprint : 1;
}

/* A text for which memory has ended is as one that is too short. */
uint64_t
near_fingerprint(pith_slice text)
{
  word_pairs pairs = {NULL, 0, 0};
  uint64_t fingerprint = 0;
  if (read_pairs(text, &pairs) && pairs.count + 1 >= WORDS_LEAST) {
    qsort(pairs.items, pairs.count, sizeof *pairs.items, order_uint64);
    fingerprint = vote(&pairs);
  }
  free(pairs.items);
  return fingerprint;
}

/* --- the table ------------------------------------------------------------ */

typedef struct near_entry {
  uint64_t fingerprint;
  char *name;           /* owned */
  uint32_t next[BANDS]; /* in the chain of each band: number + 1; 0: the end */
} near_entry;

struct near_table {
  near_entry *entries;
  size_t count, capacity;
  uint32_t heads[BANDS][CHAINS]; /* number + 1 of the newest entry */
};

near_table *
near_table_new(void)
{
  return calloc(1, sizeof(near_table));
}

void
near_table_free(near_table *table)
{
  for (size_t i = 0; table && i < table->count; i++)
    free(table->entries[i].name);
  if (table)
    free(table->entries);
  free(table);
}

/* The bits of a band: four of 11, two of 10. */
static uint32_t
band_of(uint64_t fingerprint, unsigned band)
{
  unsigned from = band < 4 ? 11 * band : 44 + 10 * (band - 4);
  return (uint32_t)(fingerprint >> from) & (band < 4 ? 0x7FF : 0x3FF);
}

static unsigned
count_bits(uint64_t bits)
{
  unsigned count = 0;
  for (; bits; bits &= bits - 1)
    count++;
  return count;
}

/* The first entry that is near, by the order they came in; their count: none.
 */
static size_t
find_near(const near_table *table, uint64_t fingerprint)
{
  size_t first = table->count;
  for (unsigned band = 0; band < BANDS; band++) {
    uint32_t at = table->heads[band][band_of(fingerprint, band)];
    for (unsigned walked = 0; at && walked < WALK_MOST; walked++) {
      const near_entry *entry = &table->entries[at - 1];
      if (at - 1 < first &&
          count_bits(entry->fingerprint ^ fingerprint) <= BITS_MOST)
        first = at - 1;
      at = entry->next[band];
    }
  }
  return first;
}

/* Without memory nothing is added. */
static void
add_entry(near_table *table, uint64_t fingerprint, const char *name)
{
  char *copy = strdup(name);
  if (!copy || !GROW_UP_TO(table->entries, table->capacity, table->count + 1,
                           ENTRIES_MOST)) {
    free(copy);
    return;
  }
  near_entry *entry = &table->entries[table->count++];
  *entry = (near_entry){.fingerprint = fingerprint, .name = copy};
  for (unsigned band = 0; band < BANDS; band++) {
    uint32_t *head = &table->heads[band][band_of(fingerprint, band)];
    entry->next[band] = *head;
    *head = (uint32_t)table->count;
  }
}

const char *
near_table_take(near_table *table, uint64_t fingerprint, const char *name)
{
  if (!fingerprint)
    return NULL;
  size_t near = find_near(table, fingerprint);
  if (near < table->count)
    return table->entries[near].name;
  add_entry(table, fingerprint, name);
  return NULL;
}
