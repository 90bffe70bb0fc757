/*
 * See class_memo.h. A value has one place in the table, by its length and its
 * ends; the last one that came is the one that is there.
 */
#include "page/element/class_memo.h"

#include "base/hash64.h"
#include "base/slice.h"
#include "page/element/attribute.h"
#include "page/text/text_tally.h"

#define CLASS_SEED 0x636C6173u /* "clas" */

enum { NAME_MOST = 64 };

/* The hash of a name with its runs of digits folded. */
uint64_t
pith__name_folded(pith_slice name, uint64_t seed)
{
  char folded[NAME_MOST];
  size_t len = 0;
  for (size_t i = 0; i < name.len && len < NAME_MOST; i++) {
    bool digit = pith__is_digit(name.data[i]);
    if (digit && i > 0 && pith__is_digit(name.data[i - 1]))
      continue;
    folded[len++] = digit ? '0' : name.data[i];
  }
  return pith__hash64(folded, len, seed);
}

void
pith__class_memo_begin(pith_class_memo *memo)
{
  memset(memo->values, 0, sizeof memo->values);
}

/* All that is ever asked about a class, worked out together: a value that
 * comes once comes many times. */
static void
read_class(pith_slice value, pith_class *class)
{
  size_t at = 0;
  pith_slice word;
  class->some = pith__word_next(value, &at, &word);
  class->first = class->some ? pith__name_folded(word, CLASS_SEED) : 0;
  class->hints = pith__name_hints(value);
  class->count =
      (uint8_t)pith__name_parts(value, 0, class->tokens, PITH_NAME_TOKENS);
}

const pith_class *
pith__class_look(pith_class_memo *memo, pith_slice value)
{
  static const pith_class none = {.some = false};
  if (value.len == 0)
    return &none;
  uint32_t place =
      pith__word_hash(value.data, value.len) % PITH_CLASSES_REMEMBERED;
  if (!pith__slice_equal(memo->values[place], value)) {
    read_class(value, &memo->classes[place]);
    memo->values[place] = value;
  }
  return &memo->classes[place];
}
