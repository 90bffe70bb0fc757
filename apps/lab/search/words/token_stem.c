/* token_stem.c: see the header.
 *
 * A text has few different words, so a table of the last stem in each of a few
 * thousand places answers nine times of ten; it holds short words only.
 */
#include "lab/search/words/token_stem.h"

#include <stdlib.h>
#include <string.h>

/* A language without an algorithm still has a row: its script keeps its words
 * from the stemmer of another language. */
typedef struct language_row {
  const char *code;
  const char *algorithm; /* of libstemmer; NULL: none */
  token_script script;
} language_row;

/* No file has these numbers, so rows may move; the first is the unknown. */
static const language_row languages[] = {
    {"", NULL, SCRIPT_OTHER},           {"en", "english", SCRIPT_LATIN},
    {"ru", "russian", SCRIPT_CYRILLIC}, {"de", "german", SCRIPT_LATIN},
    {"fr", "french", SCRIPT_LATIN},     {"es", "spanish", SCRIPT_LATIN},
    {"it", "italian", SCRIPT_LATIN},    {"pt", "portuguese", SCRIPT_LATIN},
    {"nl", "dutch", SCRIPT_LATIN},      {"sv", "swedish", SCRIPT_LATIN},
    {"da", "danish", SCRIPT_LATIN},     {"no", "norwegian", SCRIPT_LATIN},
    {"nb", "norwegian", SCRIPT_LATIN},  {"nn", "norwegian", SCRIPT_LATIN},
    {"fi", "finnish", SCRIPT_LATIN},    {"hu", "hungarian", SCRIPT_LATIN},
    {"ro", "romanian", SCRIPT_LATIN},   {"tr", "turkish", SCRIPT_LATIN},
    {"ca", "catalan", SCRIPT_LATIN},    {"eu", "basque", SCRIPT_LATIN},
    {"id", "indonesian", SCRIPT_LATIN}, {"ga", "irish", SCRIPT_LATIN},
    {"lt", "lithuanian", SCRIPT_LATIN}, {"el", "greek", SCRIPT_GREEK},
    {"ar", "arabic", SCRIPT_ARABIC},    {"hy", "armenian", SCRIPT_ARMENIAN},
    {"hi", "hindi", SCRIPT_DEVANAGARI}, {"ne", "nepali", SCRIPT_DEVANAGARI},
    {"ta", "tamil", SCRIPT_TAMIL},      {"yi", "yiddish", SCRIPT_HEBREW},
    {"pl", NULL, SCRIPT_LATIN},         {"cs", NULL, SCRIPT_LATIN},
    {"sk", NULL, SCRIPT_LATIN},         {"sl", NULL, SCRIPT_LATIN},
    {"hr", NULL, SCRIPT_LATIN},         {"et", NULL, SCRIPT_LATIN},
    {"lv", NULL, SCRIPT_LATIN},         {"vi", NULL, SCRIPT_LATIN},
    {"la", NULL, SCRIPT_LATIN},         {"uk", NULL, SCRIPT_CYRILLIC},
    {"be", NULL, SCRIPT_CYRILLIC},      {"bg", NULL, SCRIPT_CYRILLIC},
    {"sr", NULL, SCRIPT_CYRILLIC},      {"mk", NULL, SCRIPT_CYRILLIC},
    {"kk", NULL, SCRIPT_CYRILLIC},      {"fa", NULL, SCRIPT_ARABIC},
    {"ur", NULL, SCRIPT_ARABIC},        {"he", NULL, SCRIPT_HEBREW},
    {"mr", NULL, SCRIPT_DEVANAGARI},
};

enum { LANGUAGE_COUNT = sizeof languages / sizeof *languages };

_Static_assert((int)LANGUAGE_COUNT <= (int)LANGUAGE_MOST,
               "room for all languages");

/* Only the first part of a tag counts: "pt-BR" and "pt_PT" are "pt". Codes of
 * three letters are unknown. Linear over some fifty rows. */
unsigned
token_language_find(const char *code, size_t len)
{
  if (len < 2 || (len > 2 && code[2] != '-' && code[2] != '_'))
    return LANGUAGE_UNKNOWN;
  for (unsigned i = 1; i < LANGUAGE_COUNT; i++)
    if ((code[0] | 32) == languages[i].code[0] &&
        (code[1] | 32) == languages[i].code[1])
      return i;
  return LANGUAGE_UNKNOWN;
}

const char *
token_language_code(unsigned language)
{
  return language < LANGUAGE_COUNT ? languages[language].code : NULL;
}

/* SCRIPT_OTHER beyond the last language, so that any number is safe. */
token_script
token_language_script(unsigned language)
{
  return language < LANGUAGE_COUNT ? languages[language].script : SCRIPT_OTHER;
}

/* The language whose algorithm a word gets. */
static unsigned
choose_language(unsigned page, token_script script)
{
  static const char *const usual[SCRIPTS] = {
      [SCRIPT_LATIN] = "en",    [SCRIPT_CYRILLIC] = "ru",
      [SCRIPT_GREEK] = "el",    [SCRIPT_ARABIC] = "ar",
      [SCRIPT_ARMENIAN] = "hy", [SCRIPT_DEVANAGARI] = "hi",
      [SCRIPT_TAMIL] = "ta",
  };
  if (page < LANGUAGE_COUNT && languages[page].script == script)
    return page;
  return usual[script] ? token_language_find(usual[script], 2)
                       : LANGUAGE_UNKNOWN;
}

#ifdef PITH_HAVE_STEMMER

#include <libstemmer.h>

/* A place takes 60 bytes, the table half a megabyte. */
enum { PLACES = 8192, WORD_MOST = 27 };

/* The last word that fell on a place, and its stem. Direct-mapped: a newer word
 * replaces the older one, which costs time and never a result. */
typedef struct place {
  unsigned char language; /* 0: empty */
  unsigned char len;
  unsigned char stem_len;
  char word[WORD_MOST];
  char stem[WORD_MOST + 3]; /* a stem may be longer than its word */
} place;

struct token_stems {
  struct sb_stemmer *algorithms[LANGUAGE_COUNT];
  place places[PLACES];
};

token_stems *
token_stems_new(void)
{
  return calloc(1, sizeof(token_stems));
}

void
token_stems_free(token_stems *stems)
{
  for (unsigned i = 0; stems && i < LANGUAGE_COUNT; i++)
    sb_stemmer_delete(stems->algorithms[i]);
  free(stems);
}

/* FNV-1a over the bytes, begun with the language: the same word has other stems
 * in other languages. */
static place *
place_of(token_stems *stems, unsigned language, const char *word, size_t len)
{
  uint32_t hash = language * 0x9E3779B1u;
  for (size_t i = 0; i < len; i++)
    hash = (hash ^ (unsigned char)word[i]) * 0x01000193u;
  return &stems->places[(hash ^ hash >> 15) % PLACES];
}

/* Stemmers are made at the first word that needs them: most collections have
 * one or two languages. Without memory the word is its own stem. The result is
 * lent by libstemmer until its next call. */
static const char *
run_algorithm(token_stems *stems, unsigned language, const char *word,
              size_t len, size_t *out_len)
{
  struct sb_stemmer **algorithm = &stems->algorithms[language];
  if (!*algorithm)
    *algorithm = sb_stemmer_new(languages[language].algorithm, "UTF_8");
  const sb_symbol *stem =
      *algorithm
          ? sb_stemmer_stem(*algorithm, (const sb_symbol *)word, (int)len)
          : NULL;
  *out_len = stem ? (size_t)sb_stemmer_length(*algorithm) : 0;
  if (*out_len > 0)
    return (const char *)stem;
  *out_len = len;
  return word;
}

const char *
token_stem(token_stems *stems, unsigned language, token_script script,
           const char *word, size_t len, size_t *out_len)
{
  language = choose_language(language, script);
  *out_len = len;
  if (!languages[language].algorithm)
    return word;
  if (len > WORD_MOST)
    return run_algorithm(stems, language, word, len, out_len);
  place *known = place_of(stems, language, word, len);
  if (known->language != language || known->len != len ||
      memcmp(known->word, word, len) != 0) {
    const char *stem = run_algorithm(stems, language, word, len, out_len);
    if (*out_len > sizeof known->stem)
      return stem;
    known->language = (unsigned char)language;
    known->len = (unsigned char)len;
    known->stem_len = (unsigned char)*out_len;
    memcpy(known->stem, stem, *out_len);
    memcpy(known->word, word, len);
  }
  *out_len = known->stem_len;
  return known->stem;
}

#else /* without libstemmer: the same interface, every word is its own stem */

/* A struct needs a member, and callers a pointer that is not NULL. */
struct token_stems {
  char nothing;
};

token_stems *
token_stems_new(void)
{
  return calloc(1, sizeof(token_stems));
}

void
token_stems_free(token_stems *stems)
{
  free(stems);
}

const char *
token_stem(token_stems *stems, unsigned language, token_script script,
           const char *word, size_t len, size_t *out_len)
{
  (void)stems;
  (void)choose_language(language, script);
  *out_len = len;
  return word;
}

#endif
