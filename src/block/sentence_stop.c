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
 * in the text; a word that goes over the border of two pieces is remembered.
 */
#include "block/sentence_stop.h"

#include "base/slice.h"
#include "block/text_class.h"

enum { NOTHING, WORD, WIDE, SHUT, STOPPED, SHORTENED };

/* A sentence has at least so many words, or characters without spaces. At the
 * end of a text, so many words make one even before an abbreviation. */
enum { WORDS_LEAST = 4, WIDE_LEAST = 8, WORDS_BEFORE_SHORT = 8 };

/* What a dot behind does not end a sentence, in lower case; by length, so that
 * few are compared. Single letters need no entry. */
static const char *const abbreviations[] = {
    "mr",
    "ms",
    "dr",
    "st",
    "vs",
    "co",
    "jr",
    "sr",
    "no",
    "pp",
    "ed",
    "al",
    "cf",
    "ca",
    "nr",
    "bd",
    "ff",
    "ul",
    "np",
    "av",
    "pl",
    "mt",
    "ft",
    "bzw",
    "usw",
    "mrs",
    "inc",
    "ltd",
    "vol",
    "fig",
    "etc",
    "est",
    "gen",
    "col",
    "sgt",
    "rep",
    "sen",
    "gov",
    "rev",
    "hon",
    "jan",
    "feb",
    "mar",
    "apr",
    "jun",
    "jul",
    "aug",
    "sep",
    "oct",
    "nov",
    "dec",
    "tel",
    "abs",
    "art",
    "mme",
    "sra",
    "itd",
    "itp",
    "tzw",
    "prof",
    "corp",
    "dept",
    "sept",
    "approx",
    "min",
    "max",
    "str",
    "evtl",
    "ggf",
    "inkl",
    "zzgl",
    "godz",
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

/* Whether a dot behind the word shortens it. */
static bool
is_shortened(const char *word, size_t len)
{
  if (len > PITH_STOP_WORD_MOST)
    return false;
  if (len <= 1 || (len == 2 && (unsigned char)word[0] >= 0x80))
    return true;
  for (size_t i = 0; i < sizeof abbreviations / sizeof *abbreviations; i++)
    if (abbreviations[i][0] == word[0] && strlen(abbreviations[i]) == len &&
        memcmp(abbreviations[i], word, len) == 0)
      return true;
  return false;
}

/* A sentence ends here, if what was read since the last one is enough. */
static void
end_sentence(pith_sentences *in)
{
  if (in->since >= WORDS_LEAST || in->since_wide >= WIDE_LEAST) {
    in->sentences++;
    in->sentence_words += in->since;
    in->stopped = true;
  }
  in->since = 0;
  in->since_wide = 0;
  in->half = false;
}

static void
count_word(pith_sentences *in)
{
  in->words++;
  in->since++;
  in->stopped = false;
}

static void
read_wide(pith_sentences *in)
{
  in->since_wide++;
  if (in->state != WIDE || !in->half)
    count_word(in);
  in->half = in->state != WIDE || !in->half;
  in->state = WIDE;
}

/* A stop at `at` that wants white space behind it. */
static void
read_stop(pith_sentences *in, pith_slice text, size_t at)
{
  char word[PITH_STOP_WORD_MOST + 1];
  if (in->state == STOPPED || in->state == SHORTENED || in->state == NOTHING)
    return;
  bool dot = text.data[at] == '.';
  if (dot && in->state == WORD &&
      is_shortened(word, word_before(in, text, at, word)))
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

/* Past the letters of a word, of which the first has been noted. */
static size_t
skip_letters(pith_slice text, size_t i)
{
  while (i < text.len) {
    unsigned char c = (unsigned char)text.data[i];
    if (c < 0x80 && pith__ascii_classes[c] == PITH_TEXT_LETTER)
      i++;
    else if (c >= PITH_TWO_BYTE_LETTERS && c < PITH_TWO_BYTE_LETTERS_END)
      i += 2;
    else
      break;
  }
  return i;
}

void
pith__sentences_start(pith_sentences *in)
{
  memset(in, 0, sizeof *in);
}

void
pith__sentences_read(pith_sentences *in, pith_slice text)
{
  size_t i = 0, len;
  while (i < text.len) {
    pith_text_class class = pith__text_class_at(text.data + i, &len);
    if (class == PITH_TEXT_LETTER || class == PITH_TEXT_DIGIT ||
        class == PITH_TEXT_JOINER) {
      if (in->state != WORD)
        count_word(in);
      in->state = WORD;
      i = skip_letters(text, i + len);
      continue;
    }
    if (class == PITH_TEXT_IDEOGRAPH)
      read_wide(in);
    else
      read_other(in, text, i, class);
    i += len;
  }
  if (in->state != WORD)
    in->word_len = 0;
  else if (text.len > 0)
    in->word_len = (uint8_t)word_before(in, text, text.len, in->word);
}

void
pith__sentences_end(pith_sentences *in)
{
  if (in->state == STOPPED ||
      (in->state == SHORTENED && in->since >= WORDS_BEFORE_SHORT))
    end_sentence(in);
  in->state = NOTHING;
}
