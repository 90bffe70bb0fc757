/*
 * Ranges of code points, by hand: the few that matter to rendering, not all of
 * Unicode. Every list is in rising order and searched by halving.
 */
#include "page/text/characters.h"

#include "base/utf8.h"
#include "base/utf8_validate.h"

typedef struct range {
  uint32_t first, last;
} range;

/* East Asian wide and full-width characters, and the emoji blocks. */
static const range wide_ranges[] = {
    {0x1100, 0x115F},   {0x2E80, 0x303E},   {0x3041, 0x33FF},
    {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0xA000, 0xA4CF},
    {0xA960, 0xA97F},   {0xAC00, 0xD7A3},   {0xF900, 0xFAFF},
    {0xFE30, 0xFE6F},   {0xFF01, 0xFF60},   {0xFFE0, 0xFFE6},
    {0x1F300, 0x1F64F}, {0x1F680, 0x1F6FF}, {0x1F900, 0x1F9FF},
    {0x20000, 0x3FFFD},
};

/* Combining marks of the common scripts, joiners, variation selectors. */
static const range zero_ranges[] = {
    {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x0610, 0x061A},
    {0x064B, 0x065F}, {0x0E31, 0x0E31}, {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E},
    {0x200B, 0x200F}, {0x202A, 0x202E}, {0x2060, 0x2064}, {0x20D0, 0x20F0},
    {0xFE00, 0xFE0F}, {0xFEFF, 0xFEFF},
};

/* Letters without a gap of punctuation or symbols between them. */
static const range word_ranges[] = {
    {'0', '9'},       {'A', 'Z'},       {'a', 'z'},       {0x00C0, 0x00D6},
    {0x00D8, 0x00F6}, {0x00F8, 0x02AF}, {0x0388, 0x03CE}, {0x0400, 0x0481},
    {0x048A, 0x0527}, {0x0561, 0x0586}, {0x05D0, 0x05EA}, {0x0620, 0x063F},
    {0x0641, 0x064A}, {0x0671, 0x06D3}, {0x0904, 0x0939}, {0x0E01, 0x0E30},
    {0x10D0, 0x10F0}, {0x1E00, 0x1EFF}, {0x3041, 0x3096}, {0x30A1, 0x30FA},
    {0x3400, 0x4DB5}, {0x4E00, 0x9FA5}, {0xAC00, 0xD7A3}, {0xFF10, 0xFF19},
    {0xFF21, 0xFF3A}, {0xFF41, 0xFF5A}, {0xFF66, 0xFF9D}, {0x20000, 0x2A6D6},
};

static const range blank_ranges[] = {
    {'\t', '\r'},     {' ', ' '},       {0x0085, 0x0085}, {0x00A0, 0x00A0},
    {0x1680, 0x1680}, {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F},
    {0x205F, 0x205F}, {0x3000, 0x3000},
};

static const range joining_ranges[] = {
    {0x2E80, 0x2FDF}, {0x3000, 0x30FF}, {0x31F0, 0x31FF},
    {0x3400, 0x4DBF}, {0x4E00, 0x9FFF}, {0xF900, 0xFAFF},
    {0xFE30, 0xFE4F}, {0xFF01, 0xFF60}, {0x20000, 0x3FFFD},
};

/* Halving: the longest list has 28 ranges, so five steps. */
static bool
is_in(const range *ranges, size_t count, uint32_t code)
{
  size_t low = 0, high = count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    if (code > ranges[middle].last)
      low = middle + 1;
    else
      high = middle;
  }
  return low < count && code >= ranges[low].first;
}

uint32_t
pith__character_at(const char *p, const char *end, size_t *len)
{
  unsigned char lead = (unsigned char)*p;
  *len = 1;
  if (lead < 0x80)
    return lead;
  size_t length = pith__utf8_sequence(p, (size_t)(end - p));
  if (length == 0)
    return PITH_REPLACEMENT;
  uint32_t code = lead & (0x7Fu >> length);
  for (size_t i = 1; i < length; i++)
    code = code << 6 | ((unsigned char)p[i] & 0x3F);
  *len = length;
  return code;
}

/* At most three bytes back. A stray continuation byte is taken as it is, and
 * becomes U+FFFD. */
uint32_t
pith__character_before(const char *start, const char *p)
{
  const char *at = p - 1;
  size_t len;
  while (at > start && p - at < 4 && ((unsigned char)*at & 0xC0) == 0x80)
    at--;
  return pith__character_at(at, p, &len);
}

/* Below U+0300 nothing is wide and nothing combines, which is most of most
 * texts. */
unsigned
pith__character_width(uint32_t code)
{
  if (code < 0x300)
    return 1;
  if (is_in(zero_ranges, sizeof zero_ranges / sizeof zero_ranges[0], code))
    return 0;
  return is_in(wide_ranges, sizeof wide_ranges / sizeof wide_ranges[0], code)
             ? 2
             : 1;
}

size_t
pith__text_width(const char *data, size_t len)
{
  const char *end = data + len;
  size_t width = 0, step;
  for (const char *p = data; p < end; p += step)
    width += pith__character_width(pith__character_at(p, end, &step));
  return width;
}

/* By Unicode's White_Space, unlike the five characters that HTML calls white
 * space. */
bool
pith__character_is_blank(uint32_t code)
{
  return is_in(blank_ranges, sizeof blank_ranges / sizeof blank_ranges[0],
               code);
}

bool
pith__character_is_word(uint32_t code)
{
  return is_in(word_ranges, sizeof word_ranges / sizeof word_ranges[0], code);
}

/* Ranges, not tables: only Latin, Greek and Cyrillic have words that run
 * together for want of a space. */
bool
pith__character_is_capital(uint32_t code)
{
  return (code >= 'A' && code <= 'Z') ||
         (code >= 0xC0 && code <= 0xDE && code != 0xD7) ||
         (code >= 0x391 && code <= 0x3A9) || (code >= 0x410 && code <= 0x42F);
}

bool
pith__character_ends_word(uint32_t code)
{
  return (code >= 'a' && code <= 'z') ||
         (code >= 0xDF && code <= 0xFF && code != 0xF7) ||
         (code >= 0x3B1 && code <= 0x3C9) || (code >= 0x430 && code <= 0x44F) ||
         code == '.' || code == '!' || code == '?' || code == ')';
}

bool
pith__character_joins_lines(uint32_t code)
{
  return code >= 0x2E80 &&
         is_in(joining_ranges, sizeof joining_ranges / sizeof joining_ranges[0],
               code);
}
