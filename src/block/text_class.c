/*
 * See text_class.h.
 */
#include "block/text_class.h"

#include <stdbool.h>

/* The classes of ASCII, sixteen a row. */
const char pith__ascii_classes[129] = "---------  -  --"
                                      "----------------"
                                      " .)----)-)--,-.-"
                                      "0000000000-,---."
                                      "-aaaaaaaaaaaaaaa"
                                      "aaaaaaaaaaa--)-_"
                                      "-aaaaaaaaaaaaaaa"
                                      "aaaaaaaaaaa-----";

typedef struct code_range {
  uint32_t from, to;
  pith_text_class class;
} code_range;

/* Beyond ASCII, in rising order; what is in no range is a letter. */
static const code_range ranges[] = {
    {0x80, 0x9F, PITH_TEXT_SIGN},
    {0xA0, 0xA0, PITH_TEXT_SPACE},
    {0xA1, 0xA9, PITH_TEXT_SIGN},
    {0xAB, 0xB4, PITH_TEXT_SIGN},
    {0xB6, 0xB9, PITH_TEXT_SIGN},
    {0xBB, 0xBB, PITH_TEXT_CLOSER},
    {0xBC, 0xBF, PITH_TEXT_SIGN},
    {0xD7, 0xD7, PITH_TEXT_SIGN},
    {0xF7, 0xF7, PITH_TEXT_SIGN},
    {0x589, 0x589, PITH_TEXT_WIDE_STOP},
    {0x60C, 0x60C, PITH_TEXT_COMMA},
    {0x61F, 0x61F, PITH_TEXT_WIDE_STOP},
    {0x6D4, 0x6D4, PITH_TEXT_WIDE_STOP},
    {0x964, 0x965, PITH_TEXT_WIDE_STOP},
    {0xF0D, 0xF0E, PITH_TEXT_WIDE_STOP},
    {0x104A, 0x104B, PITH_TEXT_WIDE_STOP},
    {0x1362, 0x1362, PITH_TEXT_WIDE_STOP},
    {0x1367, 0x1368, PITH_TEXT_WIDE_STOP},
    {0x17D4, 0x17D5, PITH_TEXT_WIDE_STOP},
    {0x2000, 0x200A, PITH_TEXT_SPACE},
    {0x200B, 0x2018, PITH_TEXT_SIGN},
    {0x2019, 0x201D, PITH_TEXT_CLOSER},
    {0x201E, 0x2025, PITH_TEXT_SIGN},
    {0x2026, 0x2026, PITH_TEXT_STOP},
    {0x2027, 0x202E, PITH_TEXT_SIGN},
    {0x202F, 0x202F, PITH_TEXT_SPACE},
    {0x2030, 0x203B, PITH_TEXT_SIGN},
    {0x203C, 0x203D, PITH_TEXT_STOP},
    {0x203E, 0x2046, PITH_TEXT_SIGN},
    {0x2047, 0x2049, PITH_TEXT_STOP},
    {0x204A, 0x2BFF, PITH_TEXT_SIGN},
    {0x2E00, 0x2E7F, PITH_TEXT_SIGN},
    {0x2E80, 0x2FFF, PITH_TEXT_IDEOGRAPH},
    {0x3000, 0x3000, PITH_TEXT_SPACE},
    {0x3001, 0x3001, PITH_TEXT_COMMA},
    {0x3002, 0x3002, PITH_TEXT_WIDE_STOP},
    {0x3003, 0x3004, PITH_TEXT_SIGN},
    {0x3005, 0x3007, PITH_TEXT_IDEOGRAPH},
    {0x3008, 0x3020, PITH_TEXT_SIGN},
    {0x3021, 0x3029, PITH_TEXT_IDEOGRAPH},
    {0x302A, 0x3030, PITH_TEXT_SIGN},
    {0x3031, 0x3035, PITH_TEXT_IDEOGRAPH},
    {0x3036, 0x303F, PITH_TEXT_SIGN},
    {0x3040, 0xA4CF, PITH_TEXT_IDEOGRAPH},
    {0xAC00, 0xD7A3, PITH_TEXT_LETTER},
    {0xE000, 0xF8FF, PITH_TEXT_SIGN},
    {0xF900, 0xFAFF, PITH_TEXT_IDEOGRAPH},
    {0xFE00, 0xFE0F, PITH_TEXT_SIGN},
    {0xFEFF, 0xFEFF, PITH_TEXT_SIGN},
    {0xFF01, 0xFF01, PITH_TEXT_WIDE_STOP},
    {0xFF02, 0xFF0B, PITH_TEXT_SIGN},
    {0xFF0C, 0xFF0C, PITH_TEXT_COMMA},
    {0xFF0D, 0xFF0D, PITH_TEXT_SIGN},
    {0xFF0E, 0xFF0E, PITH_TEXT_WIDE_STOP},
    {0xFF0F, 0xFF0F, PITH_TEXT_SIGN},
    {0xFF10, 0xFF19, PITH_TEXT_DIGIT},
    {0xFF1A, 0xFF1E, PITH_TEXT_SIGN},
    {0xFF1F, 0xFF1F, PITH_TEXT_WIDE_STOP},
    {0xFF20, 0xFF20, PITH_TEXT_SIGN},
    {0xFF3B, 0xFF40, PITH_TEXT_SIGN},
    {0xFF5B, 0xFF60, PITH_TEXT_SIGN},
    {0xFF61, 0xFF61, PITH_TEXT_WIDE_STOP},
    {0xFF62, 0xFF65, PITH_TEXT_SIGN},
    {0xFF66, 0xFF9D, PITH_TEXT_IDEOGRAPH},
    {0x1F000, 0x1FAFF, PITH_TEXT_SIGN},
    {0x20000, 0x3FFFF, PITH_TEXT_IDEOGRAPH},
};

pith_text_class
pith__text_class_of(uint32_t code)
{
  size_t low = 0, high = sizeof ranges / sizeof ranges[0];
  while (low < high) {
    size_t middle = (low + high) / 2;
    if (code > ranges[middle].to)
      low = middle + 1;
    else
      high = middle;
  }
  bool inside =
      low < sizeof ranges / sizeof ranges[0] && code >= ranges[low].from;
  return inside ? ranges[low].class : PITH_TEXT_LETTER;
}
