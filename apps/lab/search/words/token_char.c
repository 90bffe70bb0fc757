/* token_char.c: characters as the index sees them: class, folded form, script.
 *
 * Input is any bytes. What is no character is a separator of one byte, never an
 * error: pages of unknown encodings are indexed as far as they can be read.
 */
#include "lab/search/words/token_char.h"

#include "common/system/sorted.h"
#include "common/system/utf8_character.h"

#include "lab/search/words/token_table.inc"

_Static_assert((int)CLASS_UNIT == (int)TOKEN_UNIT, "classes as generated");

/* A character of `bytes` bytes whose first one has the upper bits `code`;
 * UINT32_MAX when the others are none, or encode what fewer bytes can. */
static uint32_t
read_rest(const unsigned char *text, size_t len, unsigned bytes, uint32_t code)
{
  static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
  if (len < bytes)
    return UINT32_MAX;
  for (unsigned i = 1; i < bytes; i++) {
    if ((text[i] & 0xC0) != 0x80)
      return UINT32_MAX;
    code = code << 6 | (text[i] & 0x3F);
  }
  return code < least[bytes] || code > 0x10FFFF ? UINT32_MAX : code;
}

/* One byte for what is no UTF-8, so that reading always goes on. */
static uint32_t
read_code(const unsigned char *text, size_t len, unsigned *bytes)
{
  *bytes = 1;
  if (text[0] < 0x80)
    return text[0];
  unsigned wanted = text[0] >= 0xF0 ? 4 : text[0] >= 0xE0 ? 3 : 2;
  if (text[0] < 0xC2 || text[0] > 0xF4)
    return UINT32_MAX;
  uint32_t code = read_rest(text, len, wanted, text[0] & (0x7Fu >> wanted));
  if (code != UINT32_MAX)
    *bytes = wanted;
  return code;
}

/* Class and folded form come from a generated table of two levels. */
token_char
token_char_read(const char *text, size_t len)
{
  token_char out;
  out.code = read_code((const unsigned char *)text, len, &out.bytes);
  out.fold = out.code;
  out.class = CLASS_OTHER;
  if (out.code < TOKEN_END) {
    unsigned kind = token_pages[token_page_of[out.code >> 6]][out.code & 63];
    out.class = (token_class)token_kinds[kind].class;
    out.fold = out.code + (uint32_t)token_kinds[kind].fold;
  }
  return out;
}

/* Of the first letter of a word; it decides which stemmer may touch the
 * word. */
token_script
token_script_of(uint32_t code)
{
  static const struct {
    uint32_t first;
    uint32_t last;
    token_script script;
  } ranges[] = {
      {0x0041, 0x024F, SCRIPT_LATIN},    {0x1E00, 0x1EFF, SCRIPT_LATIN},
      {0x0400, 0x052F, SCRIPT_CYRILLIC}, {0x0370, 0x03FF, SCRIPT_GREEK},
      {0x1F00, 0x1FFF, SCRIPT_GREEK},    {0x0600, 0x06FF, SCRIPT_ARABIC},
      {0x0750, 0x077F, SCRIPT_ARABIC},   {0x0530, 0x058F, SCRIPT_ARMENIAN},
      {0x0590, 0x05FF, SCRIPT_HEBREW},   {0x0900, 0x097F, SCRIPT_DEVANAGARI},
      {0x0B80, 0x0BFF, SCRIPT_TAMIL},
  };
  for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
    if (code >= ranges[i].first && code <= ranges[i].last)
      return ranges[i].script;
  return SCRIPT_OTHER;
}

/* A letter and a mark that Unicode also has as one character: "e" and the
 * acute accent. */
uint32_t
token_char_join(uint32_t letter, uint32_t mark)
{
  if (mark < 0x300 || mark > 0x3FF || letter > 0xFFFF)
    return 0;
  uint32_t key = letter << 8 | (mark - 0x300);
  size_t low = sorted_first(token_pairs, TOKEN_PAIRS, sizeof *token_pairs, &key,
                            order_uint32);
  return low < TOKEN_PAIRS && token_pairs[low][0] == key ? token_pairs[low][1]
                                                         : 0;
}

/* The code is valid: it came from the tables. */
unsigned
token_char_write(uint32_t code, char *out)
{
  return (unsigned)utf8_write(code, out);
}
