/*
 * See role_name.h. Words are distinguished by their beginnings, since
 * authors write comment, comments, comment-list and commentArea.
 *
 *     relatedPosts col-4
 *     ^      ^     ^        words start here
 *
 * Hardly any word means something. So where words start is found by bits, 32
 * bytes at once, and the first four letters of each are looked up in a set of
 * those that begin a stem, before the word is compared with any.
 */
#include "page/element/role_name.h"

#include "base/simd_words.h"
#include "base/slice.h"

/* Bytes of a word that may be looked at, and so of a piece of a value. */
enum { WORD_MOST = 16, PIECE_MOST = PITH_CASE_BYTES + WORD_MOST };

typedef struct name_row {
  const char *stem; /* how the word begins */
  uint32_t role;
  bool whole; /* the word is the stem, or its plural */
} name_row;

/* The names that authors give to parts of a page, and what each is for. Sorted
 * by first letter; in a letter the first row that fits counts. This is the one
 * place that names navigation, adverts, comments and the like: sentence, dom
 * and, through pith_blocks_roles(), watch read it. `auto` reads no list, it has
 * learnt names from labelled pages. */
static const name_row names[] = {
    {"aside", PITH_ROLE_ASIDE, false},
    {"ad", PITH_ROLE_ASIDE, true},
    {"advert", PITH_ROLE_ASIDE, false},
    {"adsense", PITH_ROLE_ASIDE, false},
    {"article", PITH_ROLE_ARTICLE, false},
    {"author", PITH_ROLE_BYLINE, false},
    {"breadcrumb", PITH_ROLE_NAVIGATION, false},
    {"byline", PITH_ROLE_BYLINE, false},
    {"banner", PITH_ROLE_ASIDE, false},
    {"comment", PITH_ROLE_COMMENTS, false},
    {"content", PITH_ROLE_ARTICLE, true},
    {"cookie", PITH_ROLE_NOTICE, false},
    {"consent", PITH_ROLE_NOTICE, false},
    {"copyright", PITH_ROLE_FOOTER, false},
    {"colophon", PITH_ROLE_FOOTER, false},
    {"disqus", PITH_ROLE_COMMENTS, false},
    {"entry", PITH_ROLE_ARTICLE, false},
    {"footer", PITH_ROLE_FOOTER, false},
    {"foot", PITH_ROLE_FOOTER, true},
    {"gdpr", PITH_ROLE_NOTICE, false},
    {"legal", PITH_ROLE_FOOTER, true},
    {"main", PITH_ROLE_ARTICLE, true},
    {"masthead", PITH_ROLE_NAVIGATION, false},
    {"menu", PITH_ROLE_NAVIGATION, false},
    {"meta", PITH_ROLE_BYLINE, true},
    {"modal", PITH_ROLE_NOTICE, false},
    {"nav", PITH_ROLE_NAVIGATION, true},
    {"navbar", PITH_ROLE_NAVIGATION, false},
    {"navigation", PITH_ROLE_NAVIGATION, false},
    {"newsletter", PITH_ROLE_ASIDE, false},
    {"outbrain", PITH_ROLE_ASIDE, false},
    {"pager", PITH_ROLE_NAVIGATION, false},
    {"pagination", PITH_ROLE_NAVIGATION, false},
    {"popular", PITH_ROLE_ASIDE, false},
    {"popup", PITH_ROLE_NOTICE, false},
    {"post", PITH_ROLE_ARTICLE, true},
    {"promo", PITH_ROLE_ASIDE, false},
    {"recommend", PITH_ROLE_ASIDE, false},
    {"related", PITH_ROLE_ASIDE, false},
    {"replies", PITH_ROLE_COMMENTS, false},
    {"respond", PITH_ROLE_COMMENTS, true},
    {"share", PITH_ROLE_ASIDE, false},
    {"sharing", PITH_ROLE_ASIDE, false},
    {"shoutbox", PITH_ROLE_COMMENTS, false},
    {"sidebar", PITH_ROLE_ASIDE, false},
    {"social", PITH_ROLE_ASIDE, false},
    {"sponsor", PITH_ROLE_ASIDE, false},
    {"story", PITH_ROLE_ARTICLE, true},
    {"subscribe", PITH_ROLE_ASIDE, false},
    {"taboola", PITH_ROLE_ASIDE, false},
    {"tag", PITH_ROLE_BYLINE, true},
    {"toolbar", PITH_ROLE_NAVIGATION, false},
    {"trending", PITH_ROLE_ASIDE, false},
    {"widget", PITH_ROLE_ASIDE, true},
};

enum { NAME_COUNT = sizeof names / sizeof *names };

/* A whole word may have an s behind it: ad and ads, tag and tags. */
static bool
fits(const name_row *row, const char *word, size_t len)
{
  size_t stem = 0;
  for (; row->stem[stem]; stem++)
    if (stem == len || row->stem[stem] != pith__lower(word[stem]))
      return false;
  return !row->whole || len == stem ||
         (len == stem + 1 && pith__lower(word[stem]) == 's');
}

static bool
is_capital(char c)
{
  return c >= 'A' && c <= 'Z';
}

/* The filter lets some words pass that begin like a stem; here they are
 * compared. */
static uint32_t
role_of_word(const pith_role_words *words, const char *word, size_t len)
{
  size_t letter = (size_t)(pith__lower(word[0]) - 'a');
  for (size_t i = words->from[letter]; i < words->from[letter + 1]; i++)
    if (fits(&names[i], word, len))
      return names[i].role;
  return 0;
}

/* The first four letters of a word in lower case; zeros behind a shorter. */
static uint32_t
beginning_of(const char *word, size_t len)
{
  const unsigned char *b = (const unsigned char *)word;
  uint32_t four =
      b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
  uint64_t kept = ((uint64_t)1 << 8 * (len < 4 ? len : 4)) - 1;
  return (four | 0x20202020u) & (uint32_t)kept;
}

static uint32_t
place_of(uint32_t beginning)
{
  return beginning * 0x9E3779B1u >> 22;
}

static void
note_beginning(pith_role_words *words, const char *stem, size_t len)
{
  uint32_t place = place_of(beginning_of(stem, len));
  words->begin[place / 64] |= (uint64_t)1 << place % 64;
}

void
pith__role_words_init(pith_role_words *words)
{
  memset(words, 0, sizeof *words);
  size_t i = 0;
  for (int letter = 0; letter < 26; letter++) {
    words->from[letter] = (uint8_t)i;
    for (; i < NAME_COUNT && names[i].stem[0] == 'a' + letter; i++) {
      char stem[WORD_MOST] = {0};
      size_t len = strlen(names[i].stem);
      memcpy(stem, names[i].stem, len);
      note_beginning(words, stem, len);
      stem[len] = 's';
      note_beginning(words, stem, len + 1);
    }
  }
  words->from[26] = (uint8_t)i;
}

static uint64_t
first_bits(size_t count)
{
  return ((uint64_t)1 << count) - 1;
}

/* The roles of the words that start in the first `until` of `count` bytes at
 * p, PIECE_MOST of which can be read; `before` is in front of them. */
static uint32_t
roles_of_piece(const pith_role_words *words, const char *p, size_t count,
               size_t until, char before)
{
  pith_case_bits bits = pith__case_bits(p);
  uint64_t capital = bits.capital & first_bits(count);
  uint64_t small = bits.small & first_bits(count), letter = capital | small;
  uint64_t start = (capital & ~(capital << 1 | is_capital(before))) |
                   (small & ~(letter << 1 | pith__is_letter(before)));
  uint64_t inner = letter & ~start;
  uint32_t role = 0;
  start &= inner >> 1; /* words of one letter mean nothing */
  for (start &= first_bits(until); start; start &= start - 1) {
    unsigned at = (unsigned)__builtin_ctzll(start);
    size_t len = 1 + (size_t)__builtin_ctzll(~(inner >> (at + 1)));
    uint32_t place = place_of(beginning_of(p + at, len));
    if (words->begin[place / 64] >> place % 64 & 1)
      role |= role_of_word(words, p + at, len);
  }
  return role;
}

uint32_t
pith__role_of_names(const pith_role_words *words, pith_slice value, size_t room)
{
  uint32_t role = 0;
  for (size_t at = 0; at < value.len;) {
    char copy[PIECE_MOST] = {0}, before = at > 0 ? value.data[at - 1] : ' ';
    const char *p = value.data + at;
    size_t left = value.len - at;
    if (room - at < PIECE_MOST)
      p = memcpy(copy, p, left < PIECE_MOST ? left : PIECE_MOST);
    if (left <= PITH_CASE_BYTES)
      return role | roles_of_piece(words, p, left, left, before);
    role |= roles_of_piece(words, p, PITH_CASE_BYTES, WORD_MOST, before);
    at += WORD_MOST;
  }
  return role;
}
