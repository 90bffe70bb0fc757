/*
 * See style_value.h. A table shows which property is read by which function; a
 * shorthand sets the parts that matter, top and bottom.
 *
 *     margin: 1em auto 0     margin-top 100 em, margin-bottom 0
 *     font: bold 12px/1 x    font-size 1200 pixels
 *
 * Numbers are hundredths in 32 bits and clamped, so that no later product of
 * two of them overflows 64. What is not understood sets nothing, and the
 * declaration before it stays, as in browsers. Left and right are not read:
 * blocks are found by what is above and below.
 */
#include "page/style/style_value.h"

#include "page/element/attribute.h"
#include "page/style/style_scan.h"
#include "tables/style_colours.h"

/* Sums of a few such numbers still fit 32 bits. */
#define NUMBER_MOST 100000000 /* hundredths; a million */

typedef struct known_word {
  const char *name;
  pith_style_word word;
} known_word;

/* Only what changes how blocks are cut. Values that lay out alike share a word:
 * an inline-flex is an inline-block from outside. */
static const known_word known_words[] = {
    {"none", PITH_WORD_NONE},
    {"inline", PITH_WORD_INLINE},
    {"inline-block", PITH_WORD_INLINE_BLOCK},
    {"inline-flex", PITH_WORD_INLINE_BLOCK},
    {"inline-grid", PITH_WORD_INLINE_BLOCK},
    {"inline-table", PITH_WORD_INLINE_BLOCK},
    {"block", PITH_WORD_BLOCK},
    {"flow-root", PITH_WORD_BLOCK},
    {"list-item", PITH_WORD_LIST_ITEM},
    {"table", PITH_WORD_TABLE},
    {"table-row", PITH_WORD_ROW},
    {"table-row-group", PITH_WORD_ROW_GROUP},
    {"table-cell", PITH_WORD_CELL},
    {"flex", PITH_WORD_FLEX},
    {"grid", PITH_WORD_GRID},
    {"contents", PITH_WORD_CONTENTS},
    {"hidden", PITH_WORD_HIDDEN},
    {"collapse", PITH_WORD_HIDDEN},
    {"visible", PITH_WORD_VISIBLE},
    {"static", PITH_WORD_STATIC},
    {"relative", PITH_WORD_RELATIVE},
    {"absolute", PITH_WORD_ABSOLUTE},
    {"fixed", PITH_WORD_FIXED},
    {"sticky", PITH_WORD_STICKY},
    {"left", PITH_WORD_LEFT},
    {"right", PITH_WORD_RIGHT},
    {"auto", PITH_WORD_AUTO},
    {"inherit", PITH_WORD_INHERIT},
    {"bold", PITH_WORD_BOLD},
    {"bolder", PITH_WORD_BOLDER},
    {"lighter", PITH_WORD_LIGHTER},
    {"normal", PITH_WORD_NORMAL},
    {"column", PITH_WORD_COLUMN},
    {"column-reverse", PITH_WORD_COLUMN},
    {"smaller", PITH_WORD_SMALLER},
    {"larger", PITH_WORD_LARGER},
};

static bool
is(pith_slice text, const char *word)
{
  return pith__slice_equal_folded(text, pith__slice_of(word));
}

/* PITH_WORD_OTHER for words that no property here has. The list is short, and
 * most values are numbers. */
static pith_style_word
find_word(pith_slice text)
{
  for (size_t i = 0; i < sizeof known_words / sizeof known_words[0]; i++)
    if (is(text, known_words[i].name))
      return known_words[i].word;
  return PITH_WORD_OTHER;
}

/* A decimal number at `*at`, in hundredths; false when there is none.
 *
 *     "-1.5em"  ──►  -150, *at before "em"
 *
 * Digits behind the second decimal are read and have no effect. An exponent is
 * not read: it makes the unit unknown, and with it the value. */
static bool
read_number(pith_slice text, size_t *at, int32_t *out)
{
  size_t i = *at;
  int64_t number = 0, scale = 100;
  bool digits = false, point = false;
  bool minus = i < text.len && text.data[i] == '-';
  if (i < text.len && (text.data[i] == '-' || text.data[i] == '+'))
    i++;
  for (; i < text.len; i++) {
    char c = text.data[i];
    if (c == '.' && !point)
      point = true;
    else if (!pith__is_digit(c))
      break;
    else {
      digits = true;
      if (!point && number < NUMBER_MOST)
        number = number * 10 + (c - '0') * 100;
      else if (point && (scale /= 10) > 0)
        number += (c - '0') * scale;
    }
  }
  if (!digits)
    return false;
  if (number > NUMBER_MOST)
    number = NUMBER_MOST;
  *out = (int32_t)(minus ? -number : number);
  *at = i;
  return true;
}

typedef struct length_unit {
  const char *name;
  pith_style_unit unit;
  int32_t times; /* and divided by 100 */
} length_unit;

/* Factors are hundredths of the unit: 133 for a point, because 96 pixels are 72
 * points. The commonest units are first, since the table is searched in order.
 */
static const length_unit length_units[] = {
    {"px", PITH_UNIT_PIXELS, 100},  {"em", PITH_UNIT_EM, 100},
    {"rem", PITH_UNIT_REM, 100},    {"%", PITH_UNIT_PERCENT, 100},
    {"", PITH_UNIT_NUMBER, 100},    {"pt", PITH_UNIT_PIXELS, 133},
    {"ex", PITH_UNIT_EM, 50},       {"ch", PITH_UNIT_EM, 50},
    {"pc", PITH_UNIT_PIXELS, 1600}, {"in", PITH_UNIT_PIXELS, 9600},
    {"cm", PITH_UNIT_PIXELS, 3780}, {"mm", PITH_UNIT_PIXELS, 378},
    {"vw", PITH_UNIT_PIXELS, 1200}, {"vh", PITH_UNIT_PIXELS, 800},
};

/* Units of the screen use that of PITH_SCREEN_WIDTH; an ex or ch is half an
 * em. A unit that is not in the table makes the whole value wrong. */
bool
pith__style_length(pith_slice word, pith_style_declaration *out)
{
  size_t at = 0;
  int32_t number;
  if (!read_number(word, &at, &number))
    return false;
  pith_slice name = pith__slice(word.data + at, word.len - at);
  for (size_t i = 0; i < sizeof length_units / sizeof length_units[0]; i++)
    if (is(name, length_units[i].name)) {
      int64_t value = (int64_t)number * length_units[i].times / 100;
      if (value > NUMBER_MOST || value < -NUMBER_MOST)
        value = value < 0 ? -NUMBER_MOST : NUMBER_MOST;
      out->unit = (uint8_t)length_units[i].unit;
      out->value = (int32_t)value;
      return true;
    }
  return false;
}

/* -1 for what is no digit. */
static int
hex_digit(char c)
{
  if (pith__is_digit(c))
    return c - '0';
  char low = pith__lower(c);
  return low >= 'a' && low <= 'f' ? low - 'a' + 10 : -1;
}

/* #rgb, #rgba, #rrggbb, #rrggbbaa. Alpha counts only when it is 0; three digits
 * are each doubled, as in CSS. */
static bool
read_hex(pith_slice word, int32_t *rgb)
{
  int32_t digits[8];
  size_t count = word.len - 1;
  if (count != 3 && count != 4 && count != 6 && count != 8)
    return false;
  for (size_t i = 0; i < count; i++)
    if ((digits[i] = hex_digit(word.data[i + 1])) < 0)
      return false;
  if ((count == 4 && digits[3] == 0) ||
      (count == 8 && digits[6] == 0 && digits[7] == 0)) {
    *rgb = PITH_COLOUR_NONE;
    return true;
  }
  *rgb = 0;
  for (size_t i = 0; i < 6; i++)
    *rgb = *rgb << 4 | digits[count < 6 ? i / 2 : i];
  return true;
}

/* rgb(1, 2, 3), rgba(1, 2, 3, 0.5), with percentages too. The separators are
 * not checked: a comma, a blank and a slash are all something that is no
 * number. The numbers are hundredths, a percentage is brought to 0 to 255
 * first. */
static bool
read_rgb(pith_slice word, int32_t *rgb)
{
  size_t at = 0;
  int32_t numbers[4] = {0, 0, 0, 100};
  uint32_t count = 0;
  while (at < word.len && word.data[at] != '(')
    at++;
  while (at < word.len && count < 4) {
    if (!read_number(word, &at, &numbers[count])) {
      at++;
      continue;
    }
    bool share = at < word.len && word.data[at] == '%';
    if (share && count < 3)
      numbers[count] = numbers[count] / 100 * 255;
    count++;
  }
  if (count < 3)
    return false;
  *rgb = 0;
  for (uint32_t i = 0; i < 3; i++) {
    int32_t part = numbers[i] / 100;
    *rgb = *rgb << 8 | (part < 0 ? 0 : part > 255 ? 255 : part);
  }
  if (numbers[3] <= 0)
    *rgb = PITH_COLOUR_NONE;
  return true;
}

/* The table is sorted by name. No name has more than 23 letters. By halving, on
 * a folded copy: the table is in lower case. */
static bool
find_colour(pith_slice word, int32_t *rgb)
{
  uint32_t low = 0, high = PITH_STYLE_COLOURS;
  char name[24];
  if (word.len >= sizeof name)
    return false;
  for (size_t i = 0; i < word.len; i++)
    name[i] = pith__lower(word.data[i]);
  name[word.len] = '\0';
  while (low < high) {
    uint32_t middle = low + (high - low) / 2;
    int order = strcmp(pith__style_colours[middle].name, name);
    if (order == 0) {
      *rgb = (int32_t)pith__style_colours[middle].rgb;
      return true;
    }
    if (order < 0)
      low = middle + 1;
    else
      high = middle;
  }
  return false;
}

/* Fully transparent is no colour, so that the background behind it counts. */
bool
pith__style_colour(pith_slice word, int32_t *rgb)
{
  if (word.len > 1 && word.data[0] == '#')
    return read_hex(word, rgb);
  if (word.len > 5 && is(pith__slice(word.data, 3), "rgb"))
    return read_rgb(word, rgb);
  if (is(word, "transparent")) {
    *rgb = PITH_COLOUR_NONE;
    return true;
  }
  return find_colour(word, rgb);
}

/* --- one property --------------------------------------------------------- */

/* For properties whose values are words only. */
static bool
read_word(pith_slice value, pith_style_declaration *out)
{
  out->unit = PITH_UNIT_WORD;
  out->value = (int32_t)find_word(value);
  return out->value != PITH_WORD_OTHER;
}

/* A length, or a word such as auto. */
static bool
read_length(pith_slice value, pith_style_declaration *out)
{
  return pith__style_length(value, out) || read_word(value, out);
}

/* `inherit` and the like set nothing: colours are inherited anyway. */
static bool
read_colour(pith_slice value, pith_style_declaration *out)
{
  out->unit = PITH_UNIT_COLOUR;
  return pith__style_colour(value, &out->value);
}

/* A border is as wide as its first length, 3 px by a word, 0 for none. Colours
 * are passed over; a width in another unit than pixels counts as none. What
 * matters is whether a line is drawn between two blocks. */
static bool
read_border(pith_slice value, pith_style_declaration *out)
{
  size_t at = 0;
  pith_slice word;
  bool line = false;
  out->unit = PITH_UNIT_PIXELS;
  out->value = 0;
  while (pith__css_word(value, &at, &word)) {
    pith_style_declaration length;
    if (is(word, "none") || is(word, "hidden")) {
      out->value = 0;
      return true;
    }
    if (pith__style_length(word, &length)) {
      out->value = length.unit == PITH_UNIT_PIXELS ? length.value : 0;
      return true;
    }
    line |= is(word, "solid") || is(word, "dashed") || is(word, "dotted") ||
            is(word, "double");
  }
  if (line)
    out->value = 300;
  return true;
}

/* Absolute words by the usual table of browsers. A number without a unit is no
 * size, but for 0. */
static bool
read_font_size(pith_slice value, pith_style_declaration *out)
{
  static const struct {
    const char *name;
    int32_t pixels;
  } sizes[] = {{"xx-small", 9}, {"x-small", 10}, {"small", 13},
               {"medium", 16},  {"large", 18},   {"x-large", 24},
               {"xx-large", 32}};
  for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
    if (is(value, sizes[i].name)) {
      out->unit = PITH_UNIT_PIXELS;
      out->value = sizes[i].pixels * 100;
      return true;
    }
  if (pith__style_length(value, out))
    return out->value == 0 || (out->value > 0 && out->unit != PITH_UNIT_NUMBER);
  return read_word(value, out);
}

/* The first word of a shorthand that one reader takes. At most 16 words: a
 * value may be a megabyte long. */
static bool
read_first(pith_slice value,
           bool (*read)(pith_slice value, pith_style_declaration *out),
           pith_style_declaration *out)
{
  size_t at = 0;
  pith_slice word;
  for (int words = 0; words < 16 && pith__css_word(value, &at, &word); words++)
    if (read(word, out))
      return true;
  return false;
}

/* The colour may be anywhere in the shorthand. `none` paints nothing, and ends
 * what another rule painted. */
static bool
read_background(pith_slice value, pith_style_declaration *out)
{
  out->unit = PITH_UNIT_COLOUR;
  if (is(value, "none")) {
    out->value = PITH_COLOUR_NONE;
    return true;
  }
  return read_first(value, read_colour, out);
}

/* `font`: the size is the first length, with a line height behind a slash. */
static bool
read_font(pith_slice value, pith_style_declaration *out)
{
  size_t at = 0;
  pith_slice word;
  for (int words = 0; words < 16 && pith__css_word(value, &at, &word);
       words++) {
    const char *slash = memchr(word.data, '/', word.len);
    if (slash)
      word.len = (size_t)(slash - word.data);
    if (pith__style_length(word, out) && out->unit != PITH_UNIT_NUMBER)
      return out->value >= 0;
  }
  return false;
}

/* The first word that is known: `inline flow-root`, `row wrap`. */
static bool
read_flow(pith_slice value, pith_style_declaration *out)
{
  return read_first(value, read_word, out);
}

/* clip: rect(0 0 0 0) and its kin hide what has them. */
static bool
read_clip(pith_slice value, pith_style_declaration *out)
{
  out->unit = PITH_UNIT_WORD;
  out->value = is(value, "auto") || is(value, "none") ? PITH_WORD_AUTO
                                                      : PITH_WORD_HIDDEN;
  return value.len > 4 && (out->value == PITH_WORD_AUTO ||
                           is(pith__slice(value.data, 4), "rect"));
}

/* One reader serves both halves of a pair: the words of the shorthand are
 * separated before it is called. */
typedef struct property_row {
  const char *name;
  bool (*read)(pith_slice value, pith_style_declaration *out);
  uint8_t first;  /* pith_style_property */
  uint8_t second; /* for a shorthand of two; else PITH_STYLE_PROPERTIES */
} property_row;

#define ONE PITH_STYLE_PROPERTIES

static const property_row properties[] = {
    {"display", read_flow, PITH_STYLE_DISPLAY, ONE},
    {"visibility", read_word, PITH_STYLE_VISIBILITY, ONE},
    {"opacity", pith__style_length, PITH_STYLE_OPACITY, ONE},
    {"position", read_word, PITH_STYLE_POSITION, ONE},
    {"float", read_word, PITH_STYLE_FLOAT, ONE},
    {"font-size", read_font_size, PITH_STYLE_FONT_SIZE, ONE},
    {"font-weight", read_length, PITH_STYLE_FONT_WEIGHT, ONE},
    {"font", read_font, PITH_STYLE_FONT_SIZE, ONE},
    {"color", read_colour, PITH_STYLE_COLOUR, ONE},
    {"background-color", read_colour, PITH_STYLE_BACKGROUND, ONE},
    {"background", read_background, PITH_STYLE_BACKGROUND, ONE},
    {"margin-top", read_length, PITH_STYLE_MARGIN_TOP, ONE},
    {"margin-bottom", read_length, PITH_STYLE_MARGIN_BOTTOM, ONE},
    {"margin", read_length, PITH_STYLE_MARGIN_TOP, PITH_STYLE_MARGIN_BOTTOM},
    {"padding-top", read_length, PITH_STYLE_PADDING_TOP, ONE},
    {"padding-bottom", read_length, PITH_STYLE_PADDING_BOTTOM, ONE},
    {"padding", read_length, PITH_STYLE_PADDING_TOP, PITH_STYLE_PADDING_BOTTOM},
    {"border-top", read_border, PITH_STYLE_BORDER_TOP, ONE},
    {"border-bottom", read_border, PITH_STYLE_BORDER_BOTTOM, ONE},
    {"border-top-width", read_border, PITH_STYLE_BORDER_TOP, ONE},
    {"border-bottom-width", read_border, PITH_STYLE_BORDER_BOTTOM, ONE},
    {"border", read_border, PITH_STYLE_BORDER_TOP, PITH_STYLE_BORDER_BOTTOM},
    {"width", read_length, PITH_STYLE_WIDTH, ONE},
    {"height", read_length, PITH_STYLE_HEIGHT, ONE},
    {"left", read_length, PITH_STYLE_LEFT, ONE},
    {"top", read_length, PITH_STYLE_TOP, ONE},
    {"text-indent", read_length, PITH_STYLE_INDENT, ONE},
    {"clip", read_clip, PITH_STYLE_CLIP, ONE},
    {"flex-direction", read_word, PITH_STYLE_FLEX_DIRECTION, ONE},
    {"flex-flow", read_flow, PITH_STYLE_FLEX_DIRECTION, ONE},
};

/* NULL for all that changes no block, which is most of any sheet. In order, as
 * the table is short; names in the source ignore case. */
static const property_row *
find_property(pith_slice name)
{
  for (size_t i = 0; i < sizeof properties / sizeof properties[0]; i++)
    if (is(name, properties[i].name))
      return &properties[i];
  return NULL;
}

/* Take "!important" off the end of a value. Blanks are allowed between the mark
 * and the word (CSS Cascade, "Important Declarations"). */
static bool
drop_important(pith_slice *value)
{
  static const char word[] = "important";
  size_t len = sizeof word - 1, at = value->len - len;
  if (value->len <= len || !is(pith__slice(value->data + at, len), word))
    return false;
  pith_slice rest = pith__slice_trim(pith__slice(value->data, at));
  if (rest.len == 0 || rest.data[rest.len - 1] != '!')
    return false;
  *value = pith__slice_trim(pith__slice(rest.data, rest.len - 1));
  return true;
}

/* The third word of `margin` is below, or the first when there are fewer. */
static bool
read_pair(const property_row *row, pith_slice value,
          pith_style_declaration out[PITH_STYLE_SHORTHAND])
{
  size_t at = 0;
  pith_slice words[3];
  uint32_t count = 0;
  if (row->read == read_border)
    return read_border(value, &out[0]) && read_border(value, &out[1]);
  while (count < 3 && pith__css_word(value, &at, &words[count]))
    count++;
  return count > 0 && row->read(words[0], &out[0]) &&
         row->read(words[count == 3 ? 2 : 0], &out[1]);
}

/* One name and value. Both halves of a pair get the same importance. Returns
 * how many were written to `out`: 0 for one that sets nothing here, 2 for a
 * shorthand of top and bottom. */
static uint32_t
read_declaration(pith_slice name, pith_slice value,
                 pith_style_declaration out[PITH_STYLE_SHORTHAND])
{
  const property_row *row = find_property(name);
  if (!row)
    return 0;
  bool important = drop_important(&value);
  bool pair = row->second != ONE;
  if (!(pair ? read_pair(row, value, out) : row->read(value, &out[0])))
    return 0;
  out[0].property = row->first;
  out[1].property = row->second;
  out[0].important = out[1].important = important;
  return pair ? 2 : 1;
}

/* Declarations that set nothing are passed over here, so callers see only such
 * as count. Rules nested in a block are passed over as a whole. */
uint32_t
pith__style_next(pith_slice text, size_t *at,
                 pith_style_declaration out[PITH_STYLE_SHORTHAND])
{
  while (*at < text.len) {
    pith__css_skip(text, at);
    pith_slice whole = pith__css_until(text, at, ";{}");
    if (*at < text.len && text.data[*at] == '{') {
      pith__css_block(text, at); /* a rule in a rule */
      continue;
    }
    ++*at;
    const char *colon = memchr(whole.data, ':', whole.len);
    if (whole.len == 0 || !colon)
      continue;
    size_t len = (size_t)(colon - whole.data);
    pith_slice name = pith__slice_trim(pith__slice(whole.data, len));
    pith_slice value =
        pith__slice_trim(pith__slice(colon + 1, whole.len - len - 1));
    uint32_t count = read_declaration(name, value, out);
    if (count > 0)
      return count;
  }
  return 0;
}
