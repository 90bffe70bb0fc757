/* number.c: see the header.
 *
 * Integers are added up digit by digit and refused as soon as they pass their
 * limit, so nothing overflows. Decimals go through strtod(), after a look at
 * their bytes: programs never call setlocale(), so the point is a point, and
 * what strtod() takes beside plain numbers (blanks, "inf", "0x1p3") is not
 * among the bytes.
 */
#include "common/system/number.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DECIMAL_MOST = 64 }; /* bytes of a decimal */

/* Digits from the beginning of a text; how many bytes they are, 0 when there
 * are none or when their number is above `most`. */
static size_t
read_digits(const char *text, size_t len, uint64_t most, uint64_t *out)
{
  size_t at = 0;
  uint64_t number = 0;
  for (; at < len && text[at] >= '0' && text[at] <= '9'; at++) {
    uint64_t digit = (uint64_t)(text[at] - '0');
    if (number > most / 10 || number * 10 > most - digit)
      return 0;
    number = number * 10 + digit;
  }
  *out = number;
  return at;
}

bool
number_read_bytes(const char *text, size_t len, uint64_t most, uint64_t *out)
{
  uint64_t number = 0;
  size_t used = read_digits(text, len, most, &number);
  if (used == 0 || used != len)
    return false;
  *out = number;
  return true;
}

bool
number_read(const char *text, uint64_t most, uint64_t *out)
{
  return number_read_bytes(text, strlen(text), most, out);
}

/* The most negative number of all is refused; nobody needs it. */
bool
number_read_signed(const char *text, int64_t least, int64_t most, int64_t *out)
{
  uint64_t number;
  bool negative = text[0] == '-';
  const char *digits = text + (negative || text[0] == '+');
  if (!number_read(digits, INT64_MAX, &number))
    return false;
  int64_t value = negative ? -(int64_t)number : (int64_t)number;
  if (value < least || value > most)
    return false;
  *out = value;
  return true;
}

/* 1 for no suffix, 0 for one that is none. */
static uint64_t
suffix_factor(const char *suffix)
{
  static const char letters[] = "kKmMgG";
  static const uint64_t factors[] = {1000, 1000000, 1000000000};
  if (*suffix == '\0')
    return 1;
  const char *found = strchr(letters, *suffix);
  return found && suffix[1] == '\0' ? factors[(found - letters) / 2] : 0;
}

/* Decimal units, as disks and networks have them. */
bool
number_read_count(const char *text, uint64_t most, uint64_t *out)
{
  uint64_t number = 0;
  size_t used = read_digits(text, strlen(text), most, &number);
  uint64_t factor = suffix_factor(text + used);
  if (used == 0 || factor == 0 || number > most / factor)
    return false;
  *out = number * factor;
  return true;
}

/* Copied, since strtod() needs an end. */
bool
number_read_decimal_bytes(const char *text, size_t len, double *out)
{
  char copy[DECIMAL_MOST];
  char *end;
  if (len == 0 || len >= sizeof copy)
    return false;
  memcpy(copy, text, len);
  copy[len] = '\0';
  if (strspn(copy, "+-.0123456789eE") != len)
    return false;
  double number = strtod(copy, &end);
  if (end != copy + len || !isfinite(number))
    return false;
  *out = number;
  return true;
}

bool
number_read_decimal(const char *text, double *out)
{
  return number_read_decimal_bytes(text, strlen(text), out);
}

/* Times are kept in milliseconds; fractions of one are rounded. */
bool
number_read_time(const char *text, uint64_t most, uint64_t *milliseconds)
{
  static const struct {
    const char *unit;
    double milliseconds;
  } units[] = {{"", 1000},   {"s", 1000},    {"ms", 1},
               {"m", 60000}, {"h", 3600000}, {"d", 86400000}};
  double number;
  size_t len = strspn(text, ".0123456789");
  if (!number_read_decimal_bytes(text, len, &number))
    return false;
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (strcmp(text + len, units[i].unit) == 0 &&
        number * units[i].milliseconds <= (double)most) {
      *milliseconds = (uint64_t)(number * units[i].milliseconds + 0.5);
      return true;
    }
  return false;
}

int
number_hex_digit(char c)
{
  char lower = (char)(c | 0x20);
  return c >= '0' && c <= '9'           ? c - '0'
         : lower >= 'a' && lower <= 'f' ? lower - 'a' + 10
                                        : -1;
}
