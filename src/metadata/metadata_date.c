/*
 * Dates as pages write them, to ISO 8601. The text is cut into numbers, names
 * of months and signs; the shape of what comes out decides:
 *
 *     2024-05-01T08:30:00+02:00    year month day, then a time
 *     20240501                     the same
 *     Wed, 01 May 2024 08:30 GMT   day month-name year
 *     May 1, 2024                  month-name day year
 *     31.05.2024                   day first; so is 31/05/2024
 *     2024年5月1日                  year month day
 *
 * 01/05/2024 could be two days and is not taken, unless the language of the
 * page decides.
 */
#include "metadata/metadata.h"

#include "base/slice.h"
#include "page/element/attribute.h"
#include "page/text/characters.h"

#include <stdio.h>

/* How many words a date with the name of a month may have. */
#define NAMED_WORDS 8

typedef struct date_time {
  int year, month, day;
  int hour, minute, second; /* -1: unknown */
  int zone;                 /* minutes east of Greenwich */
  bool has_zone;
} date_time;

/* A reader of one text. */
typedef struct text_scan {
  const char *p;
  const char *end;
} text_scan;

/* The beginnings of the names of months in twenty languages: English, German,
 * French, Spanish, Italian, Portuguese, Dutch, Swedish, Danish, Norwegian,
 * Finnish, Polish, Czech, Hungarian, Romanian, Turkish, Greek, Russian,
 * Ukrainian, Indonesian. Enough of each to be unique; of two that fit, the
 * longer comes later and counts. */
static const struct month_name {
  const char *start; /* lower case */
  int month;
} month_names[] = {
    {"jan", 1},
    {"ene", 1},
    {"gen", 1},
    {"oca", 1},
    {"sty", 1},
    {"ian", 1},
    {"feb", 2},
    {"fev", 2},
    {"lut", 2},
    {"mar", 3},
    {"mrz", 3},
    {"maa", 3},
    {"apr", 4},
    {"abr", 4},
    {"avr", 4},
    {"nis", 4},
    {"kwi", 4},
    {"may", 5},
    {"mai", 5},
    {"mei", 5},
    {"maj", 5},
    {"jun", 6},
    {"giu", 6},
    {"haz", 6},
    {"cze", 6},
    {"iun", 6},
    {"jul", 7},
    {"lug", 7},
    {"lip", 7},
    {"iul", 7},
    {"aug", 8},
    {"ago", 8},
    {"aou", 8},
    {"sie", 8},
    {"srp", 8},
    {"agu", 8},
    {"sep", 9},
    {"eyl", 9},
    {"wrz", 9},
    {"oct", 10},
    {"okt", 10},
    {"ott", 10},
    {"eki", 10},
    {"nov", 11},
    {"kas", 11},
    {"dec", 12},
    {"dez", 12},
    {"dic", 12},
    {"des", 12},
    {"gru", 12},
    {"ledn", 1},
    {"f\xC3\xA9v", 2}, /* fév */
    {"\xC5\x9Fub", 2}, /* şub */
    {"\xC3\xBAno", 2}, /* úno */
    {"f\xC3\xA9v", 2}, /* fév */
    {"m\xC3\xA4r", 3}, /* mär */
    {"dubn", 4},
    {"\xC3\xA1pr", 4}, /* ápr */
    {"magg", 5},
    {"m\xC3\xA1j", 5}, /* máj */
    {"juin", 6},
    {"j\xC3\xBAn", 6}, /* jún */
    {"juil", 7},
    {"temm", 7},
    {"j\xC3\xBAl", 7}, /* júl */
    {"ao\xC3\xBB", 8}, /* aoû */
    {"a\xC4\x9Fu", 8}, /* ağu */
    {"elok", 8},
    {"sett", 9},
    {"sete", 9},
    {"syys", 9},
    {"outu", 10},
    {"pa\xC5\xBA", 10}, /* paź */
    {"list", 11},
    {"d\xC3\xA9"
     "c",
     12}, /* déc */
    {"aral", 12},
    {"pros", 12},
    {"\xD1\x81i\xD1\x87", 1}, /* сiч */
    {"tammi", 1},
    {"helmi", 2},
    {"b\xC5\x99"
     "ez",
     3},                /* břez */
    {"m\xC3\xA1rc", 3}, /* márc */
    {"duben", 4},
    {"huhti", 4},
    {"kv\xC4\x9Bt", 5}, /* květ */
    {"touko", 5},
    {"kes\xC3\xA4", 6}, /* kesä */
    {"szept", 9},
    {"\xC5\x99\xC3\xADj", 10}, /* říj */
    {"lokak", 10},
    {"joulu", 12},
    {"\xD1\x8F\xD0\xBD\xD0\xB2", 1}, /* янв */
    {"\xD1\x81\xD1\x96\xD1\x87", 1}, /* січ */
    {"\xCE\xB9\xCE\xB1\xCE\xBD", 1}, /* ιαν */
    {"\xD1\x84\xD0\xB5\xD0\xB2", 2}, /* фев */
    {"\xD0\xBB\xD1\x8E\xD1\x82", 2}, /* лют */
    {"\xCF\x86\xCE\xB5\xCE\xB2", 2}, /* φεβ */
    {"\xD0\xBC\xD0\xB0\xD1\x80", 3}, /* мар */
    {"\xD0\xB1\xD0\xB5\xD1\x80", 3}, /* бер */
    {"\xCE\xBC\xCE\xB1\xCF\x81", 3}, /* μαρ */
    {"\xCE\xBC\xCE\xAC\xCF\x81", 3}, /* μάρ */
    {"\xD0\xB0\xD0\xBF\xD1\x80", 4}, /* апр */
    {"\xD0\xBA\xD0\xB2\xD1\x96", 4}, /* кві */
    {"\xCE\xB1\xCF\x80\xCF\x81", 4}, /* απρ */
    {"\xD0\xBC\xD0\xB0\xD1\x8F", 5}, /* мая */
    {"\xD0\xBC\xD0\xB0\xD0\xB9", 5}, /* май */
    {"\xCE\xBC\xCE\xB1\xCE\x90", 5}, /* μαΐ */
    {"\xCE\xBC\xCE\xAC\xCE\xB9", 5}, /* μάι */
    {"\xCE\xBC\xCE\xB1\xCF\x8A", 5}, /* μαϊ */
    {"\xD0\xB8\xD1\x8E\xD0\xBD", 6}, /* июн */
    {"\xC4\x8D"
     "ervn",
     6},                              /* červn */
    {"\xD0\xB8\xD1\x8E\xD0\xBB", 7},  /* июл */
    {"\xD0\xBB\xD0\xB8\xD0\xBF", 7},  /* лип */
    {"hein\xC3\xA4", 7},              /* heinä */
    {"\xD0\xB0\xD0\xB2\xD0\xB3", 8},  /* авг */
    {"\xCE\xB1\xCF\x85\xCE\xB3", 8},  /* αυγ */
    {"\xCE\xB1\xCF\x8D\xCE\xB3", 8},  /* αύγ */
    {"\xD1\x81\xD0\xB5\xD0\xBD", 9},  /* сен */
    {"\xD0\xB2\xD0\xB5\xD1\x80", 9},  /* вер */
    {"\xCF\x83\xCE\xB5\xCF\x80", 9},  /* σεπ */
    {"\xD0\xBE\xD0\xBA\xD1\x82", 10}, /* окт */
    {"\xD0\xB6\xD0\xBE\xD0\xB2", 10}, /* жов */
    {"\xCE\xBF\xCE\xBA\xCF\x84", 10}, /* οκτ */
    {"\xD0\xBD\xD0\xBE\xD1\x8F", 11}, /* ноя */
    {"\xCE\xBD\xCE\xBF\xCE\xB5", 11}, /* νοε */
    {"\xCE\xBD\xCE\xBF\xCE\xAD", 11}, /* νοέ */
    {"marras", 11},
    {"\xD0\xB4\xD0\xB5\xD0\xBA", 12}, /* дек */
    {"\xCE\xB4\xCE\xB5\xCE\xBA", 12}, /* δεκ */
    {"\xC4\x8D"
     "erven",
     6},                                     /* červen */
    {"z\xC3\xA1\xC5\x99\xC3\xAD", 9},        /* září */
    {"\xD0\xBA\xD0\xB2\xD1\x96\xD1\x82", 4}, /* квіт */
    {"\xD1\x82\xD1\x80\xD0\xB0\xD0\xB2", 5}, /* трав */
    {"\xD1\x87\xD0\xB5\xD1\x80\xD0\xB2", 6}, /* черв */
    {"\xCE\xB9\xCE\xBF\xCF\x85\xCE\xBD", 6}, /* ιουν */
    {"\xCE\xB9\xCE\xBF\xCF\x8D\xCE\xBD", 6}, /* ιούν */
    {"\xCE\xB9\xCE\xBF\xCF\x85\xCE\xBB", 7}, /* ιουλ */
    {"\xCE\xB9\xCE\xBF\xCF\x8D\xCE\xBB", 7}, /* ιούλ */
    {"\xC4\x8D"
     "ervenc",
     7},                                      /* červenc */
    {"\xD1\x81\xD0\xB5\xD1\x80\xD0\xBF", 8},  /* серп */
    {"\xD0\xBB\xD0\xB8\xD1\x81\xD1\x82", 11}, /* лист */
    {"\xD0\xB3\xD1\x80\xD1\x83\xD0\xB4", 12}, /* груд */
};

/* --- pieces --------------------------------------------------------------- */

/* Up to `most` digits; returns how many there were. */
static int
read_number(text_scan *scan, int most, int *number)
{
  int digits = 0;
  *number = 0;
  while (scan->p < scan->end && digits < most && pith__is_digit(*scan->p)) {
    *number = *number * 10 + (*scan->p++ - '0');
    digits++;
  }
  return digits;
}

/* What has not been read yet. */
static pith_slice
rest_of(const text_scan *scan)
{
  return pith__slice(scan->p, (size_t)(scan->end - scan->p));
}

/* Go behind these bytes if they come next. */
static bool
take_bytes(text_scan *scan, const char *bytes)
{
  pith_slice wanted = pith__slice_of(bytes);
  if (!pith__slice_has_at(rest_of(scan), 0, wanted))
    return false;
  scan->p += wanted.len;
  return true;
}

/* Go behind the character if it comes next. */
static bool
take(text_scan *scan, char c)
{
  if (scan->p >= scan->end || *scan->p != c)
    return false;
  scan->p++;
  return true;
}

/* Blanks, commas, full stops and the like, but no letters or digits. */
static void
skip_signs(text_scan *scan)
{
  while (take_bytes(scan, "\xC2\xA0") ||
         (scan->p < scan->end &&
          (pith__is_space(*scan->p) || strchr(",./|-", *scan->p)) && scan->p++))
    continue;
}

/* Go behind the letters here; all bytes above ASCII count as letters. */
static void
skip_word(text_scan *scan)
{
  while (scan->p < scan->end &&
         (pith__is_letter(*scan->p) || (unsigned char)*scan->p >= 0x80))
    scan->p++;
}

/* Whether the text begins with `start`. Capitals of ASCII, Cyrillic and Greek
 * count as small letters; those of Cyrillic and Greek are 0x20 apart in their
 * second byte, with a carry into the first. */
static bool
starts_folded(pith_slice text, const char *start)
{
  size_t len = strlen(start), i = 0;
  if (text.len < len)
    return false;
  if (len > 1 && ((unsigned char)start[0] & 0xFC) == 0xD0 &&
      text.data[0] != start[0]) {
    return text.data[0] == '\xD0' && (unsigned char)text.data[1] < 0xB0 &&
           ((unsigned char)text.data[1] ^ 0x20) == (unsigned char)start[1] &&
           memcmp(text.data + 2, start + 2, len - 2) == 0;
  }
  if (len > 1 && (unsigned char)start[0] >= 0xCE &&
      (unsigned char)start[0] <= 0xD1) {
    unsigned char got = (unsigned char)text.data[1];
    unsigned char want = (unsigned char)start[1];
    if (text.data[0] != start[0] || (got != want && got + 0x20 != want))
      return false;
    i = 2;
  }
  for (; i < len; i++)
    if (pith__lower(text.data[i]) != start[i])
      return false;
  return true;
}

/* The month that a word names, and go behind the word; 0 if it names none. */
static int
read_month_name(text_scan *scan)
{
  int month = 0;
  for (size_t i = 0; i < sizeof month_names / sizeof month_names[0]; i++)
    if (starts_folded(rest_of(scan), month_names[i].start))
      month = month_names[i].month; /* a longer name comes later */
  if (month > 0)
    skip_word(scan);
  return month;
}

/* --- time ----------------------------------------------------------------- */

/* "Z", "GMT", "UTC" or an offset such as +02:00. Names of other zones are
 * not unique and are ignored. */
static void
read_zone(text_scan *scan, date_time *moment)
{
  int hours, minutes = 0;
  while (take(scan, ' '))
    continue;
  if (take(scan, 'Z') || take(scan, 'z') || take_bytes(scan, "GMT") ||
      take_bytes(scan, "UTC")) {
    moment->has_zone = true;
    return;
  }
  if (scan->p >= scan->end || (*scan->p != '+' && *scan->p != '-'))
    return;
  int sign = *scan->p++ == '-' ? -1 : 1;
  if (read_number(scan, 2, &hours) != 2)
    return;
  take(scan, ':');
  read_number(scan, 2, &minutes);
  if (hours <= 14 && minutes < 60) {
    moment->zone = sign * (hours * 60 + minutes);
    moment->has_zone = true;
  }
}

/* A time such as "T08:30:00.123+0200" or " 8:30 pm", if there is one. A date
 * without a time is complete, so a time that makes no sense is ignored. */
static void
read_time(text_scan *scan, date_time *moment)
{
  int hour, minute, second = -1, fraction;
  while (scan->p < scan->end && (pith__is_space(*scan->p) || *scan->p == ',' ||
                                 *scan->p == 'T' || *scan->p == 't'))
    scan->p++;
  if (read_number(scan, 2, &hour) == 0 || !take(scan, ':') ||
      read_number(scan, 2, &minute) != 2)
    return;
  if (take(scan, ':') && read_number(scan, 2, &second) != 2)
    return;
  if (take(scan, '.'))
    while (read_number(scan, 9, &fraction) > 0)
      continue;
  while (take(scan, ' '))
    continue;
  if (scan->end - scan->p >= 2 && pith__lower(scan->p[1]) == 'm') {
    char half = pith__lower(*scan->p);
    if (half == 'p' && hour < 12)
      hour += 12;
    else if (half == 'a' && hour == 12)
      hour = 0;
    if (half == 'p' || half == 'a')
      scan->p += 2;
  }
  if (hour > 23 || minute > 59 || second > 60)
    return;
  moment->hour = hour;
  moment->minute = minute;
  moment->second = second;
  read_zone(scan, moment);
}

/* --- date ----------------------------------------------------------------- */

/* Whether the day exists. The year is bounded so that prices and numbers of
 * articles are not taken for one. */
static bool
is_day(const date_time *moment)
{
  static const int days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  bool leap = (moment->year % 4 == 0 && moment->year % 100 != 0) ||
              moment->year % 400 == 0;
  if (moment->year < 1500 || moment->year > 2100 || moment->month < 1 ||
      moment->month > 12 || moment->day < 1)
    return false;
  if (moment->month == 2 && moment->day == 29)
    return leap;
  return moment->day <= days[moment->month - 1];
}

/* A sign between the numbers of a date; the Chinese, Japanese and Korean
 * signs for year and month are such. */
static bool
take_separator(text_scan *scan)
{
  static const char *const signs[] = {"-",
                                      "/",
                                      ". ",
                                      ".",
                                      "\xE5\xB9\xB4",
                                      "\xE6\x9C\x88",
                                      "\xEB\x85\x84 ",
                                      "\xEB\x85\x84",
                                      "\xEC\x9B\x94 ",
                                      "\xEC\x9B\x94"};
  for (size_t i = 0; i < sizeof signs / sizeof signs[0]; i++)
    if (take_bytes(scan, signs[i]))
      return true;
  return false;
}

/* 2024-05-01, 2024/5/1, 20240501; ISO 8601 and East Asia. */
static bool
read_year_first(text_scan *scan, date_time *moment)
{
  static const char sun[] = "\xE6\x97\xA5"; /* the sign for day */
  if (read_number(scan, 4, &moment->year) != 4)
    return false;
  bool separated = take_separator(scan);
  int digits = read_number(scan, 2, &moment->month);
  if (digits == 0 || (!separated && digits != 2))
    return false;
  if (separated && !take_separator(scan))
    return false;
  digits = read_number(scan, 2, &moment->day);
  take_bytes(scan, sun);
  bool ends = scan->p >= scan->end || !pith__is_digit(*scan->p);
  return digits > 0 && (separated || digits == 2) && ends && is_day(moment);
}

/* 31.05.2024, 31/05/2024; not 01/05/2024, which is read in two ways. */
static bool
read_day_first(text_scan *scan, date_time *moment)
{
  int first, second;
  if (read_number(scan, 2, &first) == 0 || scan->p >= scan->end)
    return false;
  char sign = *scan->p;
  if (!take_separator(scan) || read_number(scan, 2, &second) == 0 ||
      !take(scan, sign))
    return false;
  take(scan, ' ');
  if (read_number(scan, 4, &moment->year) != 4)
    return false;
  bool month_first = second > 12;
  if (sign == '/' && first <= 12 && second <= 12 && first != second)
    return false;
  moment->day = month_first ? second : first;
  moment->month = month_first ? first : second;
  return is_day(moment);
}

/* A number of a named date: a year has four digits. False when it is neither
 * year nor day. */
static bool
take_number(text_scan *scan, date_time *moment)
{
  int number, digits = read_number(scan, 4, &number);
  if (digits == 4 && moment->year == 0)
    moment->year = number;
  else if (digits <= 2 && moment->day == 0)
    moment->day = number;
  else
    return false;
  skip_word(scan); /* "1st", "1er" */
  return scan->p >= scan->end || *scan->p != ':';
}

/* 1 May 2024; May 1st, 2024; with or without the name of a day before. Words
 * that are no month are skipped, up to a limit. */
static bool
read_named(text_scan *scan, date_time *moment)
{
  for (int words = 0; words < NAMED_WORDS && scan->p < scan->end; words++) {
    const char *before = scan->p;
    skip_signs(scan);
    if (scan->p < scan->end && pith__is_digit(*scan->p)) {
      if (!take_number(scan, moment))
        return false;
    } else {
      int month = read_month_name(scan);
      if (moment->month == 0)
        moment->month = month;
      skip_word(scan);
    }
    if (moment->year && moment->month && moment->day)
      return is_day(moment);
    scan->p += scan->p == before;
  }
  return false;
}

/* ISO 8601, as precise as the source. The remainders only show the compiler
 * that the numbers fit. */
static void
write_moment(const date_time *moment, char out[32])
{
  int at = snprintf(out, 32, "%04d-%02d-%02d", moment->year % 10000,
                    moment->month % 100, moment->day % 100);
  if (moment->hour < 0)
    return;
  at += snprintf(out + at, 32 - (size_t)at, "T%02d:%02d", moment->hour % 100,
                 moment->minute % 100);
  if (moment->second >= 0)
    at += snprintf(out + at, 32 - (size_t)at, ":%02d", moment->second % 100);
  if (!moment->has_zone)
    return;
  int zone = moment->zone < 0 ? -moment->zone : moment->zone;
  if (zone == 0)
    snprintf(out + at, 32 - (size_t)at, "Z");
  else
    snprintf(out + at, 32 - (size_t)at, "%c%02d:%02d",
             moment->zone < 0 ? '-' : '+', zone / 60 % 100, zone % 60);
}

/* Reads a date of one shape; false when it is none. */
typedef bool (*date_shape)(text_scan *, date_time *);

/* The first shape that fits wins; they exclude each other but for the order
 * of day and month. */
bool
pith__date_normalize(pith_slice text, char out[32])
{
  static const date_time nothing = {0, 0, 0, -1, -1, -1, 0, false};
  static const date_shape shapes[] = {read_year_first, read_day_first,
                                      read_named};
  text = pith__slice_trim(text);
  if (text.len < 8 || text.len > 100)
    return false;
  for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
    text_scan scan = {text.data, text.data + text.len};
    date_time moment = nothing;
    if (shapes[i](&scan, &moment)) {
      read_time(&scan, &moment);
      write_moment(&moment, out);
      return true;
    }
  }
  return false;
}

/* The date in the path of an address, the last resort: /2024/05/01/. */
bool
pith__date_in_address(pith_slice address, char out[32])
{
  for (size_t i = 0; i + 10 < address.len; i++) {
    if (address.data[i] != '/' || !pith__is_digit(address.data[i + 1]))
      continue;
    text_scan scan = {address.data + i + 1, address.data + address.len};
    date_time moment = {0, 0, 0, -1, -1, -1, 0, false};
    if (read_year_first(&scan, &moment) && scan.p < scan.end &&
        (*scan.p == '/' || *scan.p == '-' || *scan.p == '.')) {
      write_moment(&moment, out);
      return true;
    }
  }
  return false;
}

/* --- dates inside a text ---------------------------------------------------
 */

/* Words between the parts of a date: "1 de mayo de 2024", "1st of May". */
static void
skip_between(text_scan *scan)
{
  static const char *const words[] = {"de ", "del ", "of ", "th ",
                                      "st ", "nd ",  "rd "};
  skip_signs(scan);
  for (size_t i = 0; i < sizeof words / sizeof *words; i++)
    if (take_bytes(scan, words[i]))
      skip_signs(scan);
}

/* Day, name of a month and year in any order, with nothing else between. */
static bool
read_adjacent(text_scan *scan, date_time *moment)
{
  for (int part = 0; part < 3; part++) {
    if (part > 0)
      skip_between(scan);
    if (scan->p >= scan->end)
      return false;
    if (pith__is_digit(*scan->p)) {
      if (!take_number(scan, moment))
        return false;
    } else if (moment->month > 0 ||
               (moment->month = read_month_name(scan)) == 0) {
      return false;
    }
  }
  return is_day(moment);
}

/* 05/06/2024 where the language says which is the day. */
static bool
read_by_language(text_scan *scan, date_time *moment)
{
  char sign;
  if (read_number(scan, 2, &moment->day) == 0 || scan->p >= scan->end)
    return false;
  sign = *scan->p++;
  if ((sign != '/' && sign != '-') ||
      read_number(scan, 2, &moment->month) == 0 || !take(scan, sign) ||
      read_number(scan, 4, &moment->year) != 4)
    return false;
  return is_day(moment);
}

/* 25.4.24 and 12/27/24, in texts that hold little else: the century is this
 * one. With slashes the day must be too large for a month. */
static bool
read_short(text_scan *scan, date_time *moment)
{
  int first, second;
  if (read_number(scan, 2, &first) == 0 || scan->p >= scan->end)
    return false;
  char sign = *scan->p++;
  if ((sign != '.' && sign != '/') || read_number(scan, 2, &second) == 0 ||
      !take(scan, sign) || read_number(scan, 2, &moment->year) != 2 ||
      (scan->p < scan->end && (pith__is_digit(*scan->p) || *scan->p == sign)) ||
      (sign == '/' && first <= 12 && second <= 12 && first != second))
    return false;
  moment->year += 2000;
  moment->day = second > 12 ? second : first;
  moment->month = second > 12 ? first : second;
  return moment->year < 2050 && is_day(moment);
}

/* Parts of words and of longer numbers begin no date. */
static bool
may_begin(pith_slice text, size_t at)
{
  unsigned char c = (unsigned char)text.data[at];
  uint32_t before =
      at > 0 ? pith__character_before(text.data, text.data + at) : ' ';
  if (pith__is_digit((char)c))
    return (before > 0x7F || !pith__is_digit((char)before)) && before != '.' &&
           before != '/';
  return (pith__is_letter((char)c) || c >= 0xC3) &&
         !pith__character_is_word(before);
}

bool
pith__date_find(pith_slice *text, bool day_first, char out[32],
                pith_slice *label)
{
  static const date_time nothing = {0, 0, 0, -1, -1, -1, 0, false};
  static const date_shape shapes[] = {read_year_first, read_day_first,
                                      read_adjacent, read_short,
                                      read_by_language};
  size_t count = sizeof shapes / sizeof *shapes - !day_first;
  for (size_t at = 0; at + 6 <= text->len; at++) {
    for (size_t i = 0; i < count && may_begin(*text, at); i++) {
      text_scan scan = {text->data + at, text->data + text->len};
      date_time moment = nothing;
      if (!shapes[i](&scan, &moment) || moment.year < 1990 ||
          (scan.p < scan.end && pith__is_digit(*scan.p)))
        continue;
      read_time(&scan, &moment);
      write_moment(&moment, out);
      if (at > 0)
        *label = pith__slice(text->data, at);
      *text = rest_of(&scan);
      return true;
    }
  }
  return false;
}

/* "/2024/05/": a year and a month, each a folder of its own. */
int
pith__month_in_address(pith_slice address)
{
  for (size_t i = 0; i + 8 < address.len; i++) {
    text_scan scan = {address.data + i, address.data + address.len};
    int year, month;
    if (take(&scan, '/') && read_number(&scan, 4, &year) == 4 &&
        take(&scan, '/') && read_number(&scan, 2, &month) == 2 &&
        take(&scan, '/') && year >= 1990 && year <= 2100 && month >= 1 &&
        month <= 12)
      return year * 12 + month;
  }
  return 0;
}
