/*
 * See text_class.h. ASCII and the three blocks of punctuation are tables of one
 * letter each, which read like what they classify; the rest is ranges. Hashes
 * in site model files depend on what is white space here: a change makes old
 * models useless.
 */
#include "page/text/text_class.h"

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

/* The punctuation that texts beyond ASCII are full of, in the same way. */
static const char general[] = "           -----" /* from U+2000 on */
                              "---------)))))--"
                              "------.-------- "
                              "------------..--"
                              "-------...------";
static const char wide[] = " ,!--iii--------" /* from U+3000 on */
                           "----------------"
                           "-iiiiiiiii------"
                           "-iiiii----------";
static const char full_width[] = "a!----------,-!-" /* from U+FF00 on */
                                 "0000000000-----!"
                                 "-aaaaaaaaaaaaaaa"
                                 "aaaaaaaaaaa-----"
                                 "-aaaaaaaaaaaaaaa"
                                 "aaaaaaaaaaa-----"
                                 "-!----iiiiiiiiii";

typedef struct code_range {
  uint32_t from, to;
  pith_text_class class;
} code_range;

/* The rest, in rising order; what is in no range is a letter. */
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
    {0x2050, 0x2BFF, PITH_TEXT_SIGN},
    {0x2E00, 0x2E7F, PITH_TEXT_SIGN},
    {0x2E80, 0x2FFF, PITH_TEXT_IDEOGRAPH},
    {0x3040, 0xA4CF, PITH_TEXT_IDEOGRAPH},
    {0xAC00, 0xD7A3, PITH_TEXT_LETTER},
    {0xE000, 0xF8FF, PITH_TEXT_SIGN},
    {0xF900, 0xFAFF, PITH_TEXT_IDEOGRAPH},
    {0xFE00, 0xFE0F, PITH_TEXT_SIGN},
    {0xFEFF, 0xFEFF, PITH_TEXT_SIGN},
    {0xFF70, 0xFF9D, PITH_TEXT_IDEOGRAPH},
    {0x1F000, 0x1FAFF, PITH_TEXT_SIGN},
    {0x20000, 0x3FFFF, PITH_TEXT_IDEOGRAPH},
};

/* Halving. Letters are what is in no range: a new script is letters until
 * somebody says otherwise. */
static pith_text_class
class_by_range(uint32_t code)
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

pith_text_class
pith__text_class_of(uint32_t code)
{
  if (code - 0x3000 < sizeof wide - 1)
    return (pith_text_class)wide[code - 0x3000];
  if (code - 0xFF00 < sizeof full_width - 1)
    return (pith_text_class)full_width[code - 0xFF00];
  if (code - 0x2000 < sizeof general - 1)
    return (pith_text_class)general[code - 0x2000];
  return class_by_range(code);
}
