/*
 * See sentence_stop.h. One pass by classes of characters, with a state:
 *
 *     NOTHING ──► WORD ──► SHUT          a word, closers behind it
 *                   │        │
 *                   └──► . ◄─┘
 *                        │
 *              STOPPED or SHORTENED      until white space, or more of the word
 *
 * The word before a dot is looked at only when there is a dot, by going back
 * in the text, over the border of two pieces if need be. Plain ASCII, most of
 * most texts, is read by bits (base/simd_words.h): words are counted where they
 * begin, and only stops and what follows them are looked at one by one.
 */
#include "page/text/sentence_stop.h"

#include "base/bits.h"
#include "base/simd_words.h"
#include "base/slice.h"
#include "page/text/text_class.h"

enum { NOTHING, WORD, WIDE, SHUT, STOPPED, SHORTENED };

/* A sentence has at least so many words, or characters without spaces. At the
 * end of a text, so many words make one even before an abbreviation. */
enum { WORDS_LEAST = 4, WIDE_LEAST = 8, WORDS_BEFORE_SHORT = 8 };

/* Bytes of the longest abbreviation, and how many begin with a letter. */
enum { ABBREVIATION_MOST = 8, LETTER_MOST = 8, CYRILLIC_MOST = 16 };

/* What a dot behind does not end a sentence, in lower case, by the first
 * letter. Single letters need no entry. */
static const char abbreviations[26][LETTER_MOST][ABBREVIATION_MOST] = {
    ['a' - 'a'] = {"abs", "al", "approx", "apr", "art", "aug", "av"},
    ['b' - 'a'] = {"bd", "bzw"},
    ['c' - 'a'] = {"ca", "cf", "co", "col", "corp"},
    ['d' - 'a'] = {"dec", "dept", "dr"},
    ['e' - 'a'] = {"ed", "est", "etc", "evtl"},
    ['f' - 'a'] = {"feb", "ff", "fig", "ft"},
    ['g' - 'a'] = {"gen", "ggf", "godz", "gov"},
    ['h' - 'a'] = {"hon"},
    ['i' - 'a'] = {"inc", "inkl", "itd", "itp"},
    ['j' - 'a'] = {"jan", "jr", "jul", "jun"},
    ['l' - 'a'] = {"ltd"},
    ['m' - 'a'] = {"mar", "max", "min", "mme", "mr", "mrs", "ms", "mt"},
    ['n' - 'a'] = {"no", "nov", "np", "nr"},
    ['o' - 'a'] = {"oct"},
    ['p' - 'a'] = {"pl", "pp", "prof"},
    ['r' - 'a'] = {"rep", "rev"},
    ['s' - 'a'] = {"sen", "sep", "sept", "sgt", "sr", "sra", "st", "str"},
    ['t' - 'a'] = {"tel", "tzw"},
    ['u' - 'a'] = {"ul", "usw"},
    ['v' - 'a'] = {"vol", "vs"},
    ['z' - 'a'] = {"zzgl"},
};

/* The same in Cyrillic. */
static const char cyrillic[CYRILLIC_MOST][ABBREVIATION_MOST] = {
    "\xD0\xB3\xD0\xB3",                 /* gg, years */
    "\xD1\x80\xD1\x83\xD0\xB1",         /* rub */
    "\xD1\x82\xD1\x8B\xD1\x81",         /* tys, thousand */
    "\xD0\xBC\xD0\xBB\xD0\xBD",         /* mln */
    "\xD0\xBC\xD0\xBB\xD1\x80\xD0\xB4", /* mlrd */
    "\xD1\x83\xD0\xBB",                 /* ul, street */
    "\xD1\x82\xD0\xB5\xD0\xBB",         /* tel */
    "\xD1\x81\xD1\x82\xD1\x80",         /* str, page */
    "\xD1\x80\xD0\xB8\xD1\x81",         /* ris, figure */
    "\xD0\xB8\xD0\xBC",                 /* im, named after */
    "\xD1\x81\xD0\xBC",                 /* sm, see */
    "\xD0\xB4\xD1\x80",                 /* dr, others */
    "\xD0\xBD\xD0\xB0\xD0\xBF\xD1\x80", /* napr, for instance */
    "\xD1\x82\xD0\xB4",                 /* td, and so on */
    "\xD1\x82\xD0\xBF",                 /* tp, and the like */
};

/* Bytes beyond ASCII count as letters: the word is only compared with
 * abbreviations, which are letters. */
static bool
is_word_byte(char c)
{
  unsigned char byte = (unsigned char)c;
  return byte >= 0x80 || pith__ascii_classes[byte] == PITH_TEXT_LETTER ||
         pith__ascii_classes[byte] == PITH_TEXT_DIGIT;
}

/* The end of the word that ends at `end`, with what was kept of it from the
 * piece before: at most one byte more than fits an abbreviation. */
static size_t
word_before(const pith_sentences *in, pith_slice text, size_t end,
            char out[PITH_STOP_WORD_MOST + 1])
{
  size_t from = end, len = 0;
  while (from > 0 && end - from <= PITH_STOP_WORD_MOST &&
         is_word_byte(text.data[from - 1]))
    from--;
  if (from == 0) {
    len = in->word_len;
    memcpy(out, in->word, len);
  }
  for (; from < end && len <= PITH_STOP_WORD_MOST; from++)
    out[len++] = pith__lower(text.data[from]);
  return len;
}

/* All of the list is looked at: that is faster than to guess where to stop. */
static bool
is_in_list(const char list[][ABBREVIATION_MOST], size_t count,
           const char word[ABBREVIATION_MOST])
{
  bool found = false;
  for (size_t i = 0; i < count; i++)
    found |= memcmp(list[i], word, ABBREVIATION_MOST) == 0;
  return found;
}

/* Whether a dot behind the word, with zeros behind it, shortens it. */
static bool
is_shortened(const char word[ABBREVIATION_MOST], size_t len)
{
  if (len <= 1 || (len == 2 && (unsigned char)word[0] >= 0x80))
    return true;
  if ((unsigned char)word[0] >= 0x80)
    return is_in_list(cyrillic, CYRILLIC_MOST, word);
  return word[0] >= 'a' && word[0] <= 'z' &&
         is_in_list(abbreviations[word[0] - 'a'], LETTER_MOST, word);
}

/* Whether a dot at `at` shortens the word before it. */
static bool
shortens(const pith_sentences *in, pith_slice text, size_t at)
{
  char word[PITH_STOP_WORD_MOST + 1] = {0};
  size_t len;
  if (at >= PITH_WORD_BYTES) {
    len = pith__word_run(text.data + at);
    if (len > 1 && len <= ABBREVIATION_MOST)
      pith__word_end(text.data + at, (unsigned)len, word);
  } else {
    len = word_before(in, text, at, word);
  }
  return len <= ABBREVIATION_MOST && is_shortened(word, len);
}

/* A sentence ends here, if what was read since the last one is enough. */
static void
end_sentence(pith_sentences *in)
{
  if (in->since >= WORDS_LEAST || in->since_wide >= WIDE_LEAST) {
    in->sentences++;
    in->sentence_words += in->since;
  }
  in->since = 0;
  in->since_wide = 0;
  in->half = false;
}

/* A word begins. */
static void
count_word(pith_sentences *in)
{
  in->words++;
  in->since++;
}

/* So many characters of a script without spaces, at least one: every second
 * begins a word. */
static void
read_wide(pith_sentences *in, uint32_t count)
{
  bool half = in->state == WIDE && in->half;
  uint32_t words = (count + !half) / 2;
  in->since_wide += count;
  in->words += words;
  in->since += words;
  in->half = half != (count % 2 == 1);
  in->state = WIDE;
}

/* A stop at `at` that wants white space behind it. */
static void
read_stop(pith_sentences *in, pith_slice text, size_t at)
{
  if (in->state == STOPPED || in->state == SHORTENED || in->state == NOTHING)
    return;
  if (text.data[at] == '.' && in->state == WORD && shortens(in, text, at))
    in->state = SHORTENED;
  else
    in->state = STOPPED;
}

/* A character that is part of no word. */
static void
read_other(pith_sentences *in, pith_slice text, size_t at,
           pith_text_class class)
{
  if (class == PITH_TEXT_STOP) {
    read_stop(in, text, at);
  } else if (class == PITH_TEXT_CLOSER) {
    if (in->state == WORD || in->state == WIDE)
      in->state = SHUT;
  } else {
    if (class == PITH_TEXT_WIDE_STOP || in->state == STOPPED)
      end_sentence(in);
    in->state = NOTHING;
  }
}

/* Past most ideographs. */
static size_t
skip_ideographs(pith_slice text, size_t i, size_t room)
{
  unsigned run = PITH_WIDE_BYTES;
  while (run == PITH_WIDE_BYTES && i < text.len &&
         room - i >= PITH_WIDE_BYTES) {
    run = pith__wide_run(text.data + i);
    i += run;
  }
  return i < text.len ? i : text.len;
}

void
pith__sentences_start(pith_sentences *in)
{
  memset(in, 0, sizeof *in);
}

/* Read character by character from `i` on, at least to `to`; returns where it
 * ended. */
static size_t
read_characters(pith_sentences *in, pith_slice text, size_t room, size_t i,
                size_t to)
{
  size_t len;
  while (i < to) {
    pith_text_class class = pith__text_class_at(text.data + i, &len);
    if (class == PITH_TEXT_LETTER || class == PITH_TEXT_DIGIT ||
        class == PITH_TEXT_JOINER) {
      if (in->state != WORD)
        count_word(in);
      in->state = WORD;
      i = pith__text_skip_letters(text, i + len);
      continue;
    }
    if (class == PITH_TEXT_IDEOGRAPH) {
      size_t end = skip_ideographs(text, i + len, room);
      read_wide(in, (uint32_t)(1 + (end - i - len) / 3));
      i = end;
    } else {
      read_other(in, text, i, class);
      i += len;
    }
  }
  return i;
}

/* Bytes whose bits are looked at together; of them, so many beyond ASCII are
 * too many to go from one to the next, and one of a script without spaces at
 * their beginning means that there are. */
enum { BITS = 64, HIGH_MOST = 16, WIDE_FIRST = 0xE3 };

static uint64_t
first_bits(unsigned count)
{
  return count < BITS ? ((uint64_t)1 << count) - 1 : ~(uint64_t)0;
}

/* `count` bytes without a stop, the state before them being none of one. */
static void
read_plain(pith_sentences *in, uint64_t word, uint64_t shut, unsigned count)
{
  word &= first_bits(count);
  uint64_t starts = word & ~(word << 1 | (in->state == WORD));
  if (starts) {
    uint32_t words = pith__count_bits(starts);
    in->words += words;
    in->since += words;
  }
  uint64_t others = ~shut & first_bits(count);
  if (others == 0) {
    if (in->state == WORD || in->state == WIDE)
      in->state = SHUT;
    return;
  }
  unsigned last = BITS - 1 - (unsigned)__builtin_clzll(others);
  if (!(word >> last & 1))
    in->state = NOTHING;
  else
    in->state = last + 1 == count ? WORD : SHUT;
}

/* Behind a stop: past closers and more stops, and what ends the sentence.
 * Returns the first of `count` bytes that is something else. */
static unsigned
read_behind_stop(pith_sentences *in, const pith_word_bits *bits, unsigned from,
                 unsigned count)
{
  uint64_t others =
      ~(bits->shut | bits->stop) & first_bits(count) & ~first_bits(from);
  if (others == 0)
    return count;
  unsigned next = (unsigned)__builtin_ctzll(others);
  if (bits->word >> next & 1)
    return next;
  if (in->state == STOPPED)
    end_sentence(in);
  in->state = NOTHING;
  return next + 1;
}

/* `count` bytes of ASCII at text.data + at. */
static void
read_bits(pith_sentences *in, pith_slice text, size_t at,
          const pith_word_bits *bits, unsigned count)
{
  for (unsigned from = 0; from < count;) {
    if (in->state == STOPPED || in->state == SHORTENED) {
      unsigned next = read_behind_stop(in, bits, from, count);
      if (next >= count)
        return;
      from = next;
    }
    uint64_t stops = bits->stop & first_bits(count) & ~first_bits(from);
    unsigned to = stops ? (unsigned)__builtin_ctzll(stops) : count;
    if (to > from)
      read_plain(in, bits->word >> from, bits->shut >> from, to - from);
    if (to < count)
      read_stop(in, text, at + to);
    from = to + 1;
  }
}

/* Sixty-four bytes at a time by bits while they are ASCII; a run of others
 * character by character, all of it when there are many, else only the next
 * one. */
static void
read_piece(pith_sentences *in, pith_slice text, size_t room)
{
  for (size_t i = 0; i < text.len;) {
    size_t left = text.len - i < BITS ? text.len - i : BITS;
    if ((unsigned char)text.data[i] >= WIDE_FIRST) {
      i = read_characters(in, text, room, i, i + left);
      continue;
    }
    pith_word_bits bits = pith__word_bits(text.data + i, left, room - i);
    bits.high &= first_bits((unsigned)left);
    unsigned plain =
        bits.high ? (unsigned)__builtin_ctzll(bits.high) : (unsigned)left;
    read_bits(in, text, i, &bits, plain);
    i += plain;
    if (plain < left) {
      bool many = pith__count_bits(bits.high) > HIGH_MOST;
      i = read_characters(in, text, room, i, i + (many ? left - plain : 1));
    }
  }
}

/* The word that the piece before ended in goes on in `text`, or ends with its
 * first dot: keep the end of it. */
static void
keep_word(pith_sentences *in, pith_slice text)
{
  char word[PITH_STOP_WORD_MOST + 1];
  if (in->state != WORD ||
      !(text.data[0] == '.' || is_word_byte(text.data[0]))) {
    in->word_len = 0;
    return;
  }
  in->word_len = (uint8_t)word_before(in, in->last, in->last.len, word);
  memcpy(in->word, word, in->word_len);
}

void
pith__sentences_read(pith_sentences *in, pith_slice text, size_t room)
{
  if (text.len == 0)
    return;
  keep_word(in, text);
  read_piece(in, text, room);
  in->last = text;
}

void
pith__sentences_blank(pith_sentences *in)
{
  if (in->state == STOPPED)
    end_sentence(in);
  in->state = NOTHING;
}

void
pith__sentences_end(pith_sentences *in)
{
  if (in->state == STOPPED ||
      (in->state == SHORTENED && in->since >= WORDS_BEFORE_SHORT))
    end_sentence(in);
  in->state = NOTHING;
}
