/*
 * WHATWG HTML, "Character reference state" and what follows it.
 *
 * A named reference is the longest name of the table that the text starts
 * with: "&notit;" is "&not" and "it;". The candidates are a range of sorted
 * rows which each further character narrows by two binary searches; the
 * longest name has 32 characters, so a reference costs a bounded amount of
 * work whatever follows it.
 */
#include "html/token/charref.h"

#include "base/slice.h"
#include "base/utf8.h"
#include "tables/entities.h"

/* What the numbers 0x80-0x9F mean: windows-1252, as browsers always read
 * them; 0 where that code page has nothing and the number is taken as it is. */
static const uint16_t windows_1252[32] = {
    0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
    0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178,
};

/* HTML, "Numeric character reference end state". */
static uint32_t
number_to_code(uint32_t number)
{
  if (number >= 0x80 && number <= 0x9F && windows_1252[number - 0x80])
    return windows_1252[number - 0x80];
  if (number == 0 || number > 0x10FFFF ||
      (number >= 0xD800 && number <= 0xDFFF))
    return PITH_REPLACEMENT;
  return number;
}

/* The value of a digit, 16 for any other character. */
static uint32_t
digit_value(char c)
{
  if (pith__is_digit(c))
    return (uint32_t)(c - '0');
  char lower = pith__lower(c);
  return lower >= 'a' && lower <= 'f' ? (uint32_t)(lower - 'a' + 10) : 16;
}

/* HTML, "Numeric character reference state" and the states after it. The
 * semicolon may be missing. */
static pith_charref
read_number(const char *p, const char *end)
{
  pith_charref none = {0, {0, 0}};
  const char *digit = p + 2;
  uint32_t base = 10;
  if (digit < end && (*digit == 'x' || *digit == 'X')) {
    base = 16;
    digit++;
  }
  const char *first = digit;
  uint32_t number = 0;
  for (; digit < end && digit_value(*digit) < base; digit++) {
    number = number * base + digit_value(*digit);
    if (number > 0x10FFFF)
      number = 0x110000; /* too large stays too large, without overflow */
  }
  if (digit == first)
    return none;
  if (digit < end && *digit == ';')
    digit++;
  pith_charref found = {(size_t)(digit - p), {number_to_code(number), 0}};
  return found;
}

/* The character at `depth` of a row's name, 0 behind its end. */
static unsigned char
name_char(uint32_t row, uint32_t depth)
{
  const pith_entity *entity = &pith__entities[row];
  return depth < entity->len
             ? (unsigned char)pith__entity_names[entity->name + depth]
             : 0;
}

/* The first row in [low, high) whose character at `depth` is at least c. */
static uint32_t
lower_bound(uint32_t low, uint32_t high, uint32_t depth, unsigned c)
{
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    if (name_char(middle, depth) < c)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The row of the longest name at p, or PITH_ENTITY_COUNT. */
static uint32_t
longest_name(const char *p, const char *end)
{
  uint32_t found = PITH_ENTITY_COUNT;
  unsigned char initial = (unsigned char)*p;
  if (initial >= 128)
    return found;
  uint32_t low = pith__entity_first[initial];
  uint32_t high = pith__entity_first[initial + 1];
  for (uint32_t depth = 1; low < high; depth++) {
    /* A name that ends here sorts before all that go on. */
    if (pith__entities[low].len == depth)
      found = low;
    if (p + depth >= end || p[depth] == '\0')
      break;
    unsigned char c = (unsigned char)p[depth];
    low = lower_bound(low, high, depth, c);
    high = lower_bound(low, high, depth, c + 1u);
  }
  return found;
}

/* The few references that most pages are full of, without a search. */
static pith_charref
read_common(const char *p, const char *end)
{
  static const struct {
    char name[8];
    uint8_t len;
    uint8_t code;
  } common[] = {{"&amp;", 5, '&'},
                {"&quot;", 6, '"'},
                {"&nbsp;", 6, 0xA0},
                {"&lt;", 4, '<'},
                {"&gt;", 4, '>'}};
  pith_charref found = {0, {0, 0}};
  if (end - p < 6)
    return found;
  for (size_t i = 0; i < sizeof common / sizeof *common; i++) {
    if (memcmp(p, common[i].name, common[i].len) == 0) {
      found.len = common[i].len;
      found.codes[0] = common[i].code;
      break;
    }
  }
  return found;
}

/* HTML, "Named character reference state": in an attribute `&copy=1` is
 * text, so that old addresses keep working. */
static bool
is_cut_short(const char *after, const char *end)
{
  return after < end &&
         (*after == '=' || pith__is_letter(*after) || pith__is_digit(*after));
}

/* The longest name wins; without a semicolon only the old names match, which
 * the table knows. */
static pith_charref
read_named(const char *p, const char *end, bool in_attribute)
{
  pith_charref result = read_common(p, end);
  if (result.len > 0)
    return result;
  uint32_t row = longest_name(p + 1, end);
  if (row == PITH_ENTITY_COUNT)
    return result;
  const pith_entity *entity = &pith__entities[row];
  const char *after = p + 1 + entity->len;
  if (in_attribute && after[-1] != ';' && is_cut_short(after, end))
    return result;
  result.len = 1u + entity->len;
  result.codes[0] = entity->first;
  result.codes[1] = entity->second;
  return result;
}

/* Length 0: the '&' is text. */
pith_charref
pith__charref_read(const char *p, const char *end, bool in_attribute)
{
  pith_charref none = {0, {0, 0}};
  if (end - p < 2)
    return none;
  if (p[1] == '#')
    return read_number(p, end);
  if (!pith__is_letter(p[1]))
    return none;
  return read_named(p, end, in_attribute);
}
