/*
 * The language of a page that declares none, by its letters and its most
 * frequent words. A script of one language decides by itself; Latin and
 * Cyrillic need words. Only the beginning of the text is read. What is not
 * certain is not offered.
 */
#include "metadata/metadata.h"

#include "base/slice.h"
#include "page/text/characters.h"

enum {
  READ_MOST = 6000, /* bytes */
  WORD_MOST = 12,
  HITS_LEAST = 4 /* frequent words of a language, to be certain of it */
};

/* Frequent words, blanks around each, that few other languages share. */
static const struct language_row {
  const char *tag;
  const char *words;
} languages[] = {
    {"en", " the and of to is that with was for are this from have "},
    {"de", " der die und das ist nicht mit den ein eine auf von auch sich "},
    {"fr", " le les des est une dans pour que qui sur avec pas sont au "},
    {"es", " el los las que una por con para del es como se su "},
    {"it", " il che di per una con del non della sono gli anche dei "},
    {"pt", " o os que uma para com do da em n\xC3\xA3o dos mais ao "},
    {"nl", " het een van en dat niet op zijn voor met ook bij naar "},
    {"sv", " och att det som \xC3\xA4r f\xC3\xB6r av inte den har med ett "},
    {"da", " og det er af til den ikke som med har p\xC3\xA5 et blev "},
    {"no", " og det er av til den ikke som med har p\xC3\xA5 et ble "},
    {"fi", " ja on ei ett\xC3\xA4 se oli ovat mutta kun my\xC3\xB6s "},
    {"pl", " w nie na si\xC4\x99 jest z do \xC5\xBC"
           "e przez oraz jak "},
    {"cs", " je se na \xC5\xBE"
           "e v s do pro jako kter\xC3\xBD byl "},
    {"hu", " a az \xC3\xA9s hogy nem is egy volt meg csak "},
    {"ro", " \xC5\x9Fi \xC8\x99i de la cu pe este nu din pentru care "},
    {"tr", " ve bir bu i\xC3\xA7in ile da de olarak olan daha "},
    {"id", " yang dan di dengan untuk dari ini tidak pada adalah "},
    {"vi", " v\xC3\xA0 c\xE1\xBB\xA7"
           "a l\xC3\xA0 c\xC3\xB3 kh\xC3\xB4ng cho "
           "nh\xE1\xBB\xAFng "},
    {"ru", " \xD0\xB8 \xD0\xB2 \xD0\xBD\xD0\xB5 \xD0\xBD\xD0\xB0 "
           "\xD1\x87\xD1\x82\xD0\xBE \xD1\x81 \xD0\xBA\xD0\xB0\xD0\xBA "
           "\xD1\x8D\xD1\x82\xD0\xBE \xD0\xBF\xD0\xBE "},
    {"uk", " \xD1\x96 \xD1\x82\xD0\xB0 \xD1\x89\xD0\xBE \xD1\x83 "
           "\xD0\xB7 \xD0\xB2\xD1\x96\xD0\xB4 \xD0\xB4\xD0\xBE "},
    {"bg", " \xD0\xB8 \xD0\xBD\xD0\xB0 \xD0\xB5 \xD0\xB4\xD0\xB0 "
           "\xD0\xBE\xD1\x82 \xD1\x81\xD0\xB5 \xD0\xB7\xD0\xB0 "},
};

enum { LANGUAGE_COUNT = sizeof languages / sizeof *languages };

typedef struct tally {
  uint32_t han, kana, hangul, greek, hebrew, arabic, persian, thai, devanagari;
  uint32_t letters;
  uint32_t hits[LANGUAGE_COUNT];
} tally;

/* Blocks of Unicode, "Blocks.txt". */
static void
count_letter(tally *t, uint32_t code)
{
  t->letters++;
  t->han += code >= 0x4E00 && code <= 0x9FFF;
  t->kana += code >= 0x3041 && code <= 0x30FF;
  t->hangul += code >= 0xAC00 && code <= 0xD7A3;
  t->greek += code >= 0x370 && code <= 0x3FF;
  t->hebrew += code >= 0x5D0 && code <= 0x5EA;
  t->arabic += code >= 0x620 && code <= 0x6FF;
  t->persian += code == 0x67E || code == 0x686 || code == 0x698 ||
                code == 0x6AF || code == 0x6CC;
  t->thai += code >= 0xE01 && code <= 0xE5B;
  t->devanagari += code >= 0x900 && code <= 0x97F;
}

static void
count_word(tally *t, const char *word, size_t len)
{
  char key[WORD_MOST + 3] = " ";
  if (len == 0 || len > WORD_MOST)
    return;
  for (size_t i = 0; i < len; i++)
    key[i + 1] = pith__lower(word[i]);
  key[len + 1] = ' ';
  for (int i = 0; i < LANGUAGE_COUNT; i++)
    t->hits[i] += strstr(languages[i].words, key) != NULL;
}

static void
count_text(tally *t, pith_slice text)
{
  const char *p = text.data, *end = p + text.len, *word = p;
  size_t len;
  for (; p < end; p += len) {
    uint32_t code = pith__character_at(p, end, &len);
    if (pith__character_is_word(code)) {
      count_letter(t, code);
      continue;
    }
    count_word(t, word, (size_t)(p - word));
    word = p + len;
  }
  count_word(t, word, (size_t)(end - word));
}

/* A script that one language uses; NULL: words decide. */
static const char *
by_script(const tally *t)
{
  uint32_t most = t->letters / 3;
  if (t->kana > t->letters / 10)
    return "ja";
  if (t->hangul > most)
    return "ko";
  if (t->han > most)
    return "zh";
  if (t->greek > most)
    return "el";
  if (t->hebrew > most)
    return "he";
  if (t->arabic > most)
    return t->persian * 50 > t->arabic ? "fa" : "ar";
  if (t->thai > most)
    return "th";
  return t->devanagari > most ? "hi" : NULL;
}

/* The language with the most hits, if no other comes near. */
static const char *
by_words(const tally *t)
{
  int best = 0;
  uint32_t second = 0;
  for (int i = 1; i < LANGUAGE_COUNT; i++)
    if (t->hits[i] > t->hits[best])
      best = i;
  for (int i = 0; i < LANGUAGE_COUNT; i++)
    if (i != best && t->hits[i] > second)
      second = t->hits[i];
  return t->hits[best] >= HITS_LEAST && t->hits[best] > second
             ? languages[best].tag
             : NULL;
}

void
pith__metadata_detect_language(pith_metadata_reader *metadata)
{
  const pith_tree *tree = metadata->tree;
  size_t seen = 0;
  tally t;
  memset(&t, 0, sizeof t);
  for (uint32_t n = 1; n < tree->count && seen < READ_MOST; n++) {
    const pith_tree_node *at = &tree->nodes[n];
    pith_tag parent = (pith_tag)tree->nodes[at->parent].tag;
    if (at->kind != PITH_NODE_TEXT || parent == PITH_TAG_SCRIPT ||
        parent == PITH_TAG_STYLE)
      continue;
    pith_slice text = pith__tree_text(tree, n);
    text.len = text.len > READ_MOST ? READ_MOST : text.len;
    count_text(&t, text);
    seen += text.len;
  }
  const char *tag = by_script(&t);
  tag = tag ? tag : by_words(&t);
  if (tag)
    pith__metadata_offer(metadata, PITH_META_LANGUAGE, PITH_RANK_LOOKS,
                         pith__slice_of(tag));
}
