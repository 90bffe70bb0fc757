/* token_stop.c: the words that every page has, of a few languages.
 *
 * A query leaves them out when it has others: they cost the most and help the
 * least. The index has them all, and a phrase in quotes keeps them.
 */
#include "lab/search/words/token_words.h"

#include "common/system/sorted.h"

#include "pith.h"

#include <string.h>

/* In the order of their bytes, as strcmp() compares them, which the binary
 * search below relies on. In the form that cutting has: small letters. */
static const char *const words[] = {
    "a",      "aber",   "about",  "after", "al",    "all",    "also",  "an",
    "and",    "any",    "are",    "as",    "at",    "att",    "au",    "auch",
    "auf",    "aus",    "aux",    "av",    "avec",  "be",     "been",  "bei",
    "bis",    "but",    "by",     "can",   "ce",    "ces",    "cette", "che",
    "como",   "con",    "could",  "da",    "dans",  "das",    "dat",   "de",
    "del",    "dem",    "den",    "der",   "des",   "det",    "di",    "did",
    "die",    "do",     "does",   "dos",   "du",    "durch",  "een",   "ein",
    "eine",   "einem",  "einen",  "einer", "eines", "el",     "elle",  "elles",
    "em",     "en",     "es",     "est",   "et",    "for",    "fra",   "from",
    "för",    "für",    "gegen",  "gli",   "haben", "had",    "has",   "hat",
    "have",   "he",     "her",    "het",   "him",   "his",    "how",   "i",
    "ich",    "if",     "ihr",    "il",    "ils",   "im",     "in",    "into",
    "is",     "ist",    "it",     "its",   "je",    "just",   "la",    "las",
    "le",     "les",    "lo",     "los",   "may",   "me",     "mit",   "more",
    "most",   "my",     "más",    "nach",  "ne",    "nicht",  "no",    "noch",
    "non",    "not",    "nous",   "nur",   "não",   "o",      "och",   "oder",
    "of",     "on",     "one",    "only",  "op",    "or",     "os",    "other",
    "ou",     "our",    "out",    "over",  "par",   "para",   "pas",   "per",
    "por",    "pour",   "på",     "que",   "qui",   "sa",     "se",    "ses",
    "she",    "should", "sich",   "sie",   "sind",  "so",     "som",   "some",
    "son",    "sono",   "su",     "such",  "sur",   "sus",    "te",    "than",
    "that",   "the",    "their",  "them",  "then",  "there",  "these", "they",
    "this",   "those",  "to",     "too",   "tra",   "um",     "uma",   "un",
    "una",    "unas",   "und",    "une",   "uno",   "unos",   "unter", "up",
    "us",     "van",    "very",   "von",   "vor",   "vous",   "war",   "was",
    "we",     "were",   "what",   "when",  "where", "which",  "who",   "whom",
    "why",    "wie",    "will",   "wir",   "wird",  "with",   "would", "y",
    "you",    "your",   "zu",     "zum",   "zur",   "à",      "är",    "è",
    "über",   "а",      "без",    "будет", "будто", "бы",     "был",   "была",
    "были",   "было",   "быть",   "в",     "вам",   "вас",    "вдруг", "ведь",
    "во",     "вот",    "все",    "всех",  "вы",    "где",    "да",    "даже",
    "для",    "до",     "его",    "ее",    "ей",    "ему",    "если",  "есть",
    "еще",    "ж",      "же",     "за",    "зачем", "здесь",  "и",     "из",
    "или",    "их",     "к",      "как",   "какой", "когда",  "кто",   "куда",
    "ли",     "меня",   "мне",    "может", "можно", "мой",    "мы",    "на",
    "надо",   "не",     "него",   "нее",   "ней",   "нет",    "ни",    "нибудь",
    "ним",    "ничего", "но",     "ну",    "о",     "об",     "один",  "он",
    "она",    "они",    "опять",  "от",    "по",    "под",    "потом", "потому",
    "почти",  "при",    "раз",    "с",     "сам",   "себе",   "себя",  "со",
    "совсем", "так",    "там",    "тебя",  "тем",   "теперь", "то",    "тогда",
    "того",   "тоже",   "только", "тут",   "ты",    "у",      "уж",    "уже",
    "чего",   "чем",    "что",    "чтоб",  "чтобы", "эта",    "эти",   "это",
    "этого",  "этом",   "этот",   "я",
};

/* A stop word and a slice, by bytes. */
static int
compare(const void *item, const void *key)
{
  const char *word = *(const char *const *)item;
  const pith_slice *wanted = key;
  int order = strncmp(word, wanted->data, wanted->len);
  return order == 0 && word[wanted->len] != '\0' ? 1 : order;
}

/* The list has whole words, so a word is looked up as it was before stemming.
 * O(log n). */
bool
token_is_stop_word(const char *word, size_t len)
{
  size_t found;
  sorted_range(words, sizeof words / sizeof *words, sizeof *words,
               &(pith_slice){word, len}, compare, &found);
  return found > 0;
}
