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
 * 01/05/2024 could be two days and is not taken.
 */
#include "metadata/metadata.h"

#include "base/slice.h"
#include "page/element/attribute.h"

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

static const struct month_name {
  const char *start; /* lower case; enough of it to be unique */
  int month;
} month_names[] = {
    {"jan", 1},
    {"feb", 2},
    {"mar", 3},
    {"apr", 4},
    {"may", 5},
    {"jun", 6},
    {"jul", 7},
    {"aug", 8},
    {"sep", 9},
    {"oct", 10},
    {"nov", 11},
    {"dec", 12},
    {"m\xC3\xA4r", 3},
    {"mai", 5},
    {"okt", 10},
    {"dez", 12},
    {"janv", 1},
    {"f\xC3\xA9v", 2},
    {"avr", 4},
    {"juin", 6},
    {"juil", 7},
    {"ao\xC3\xBB", 8},
    {"d\xC3\xA9"
     "c",
     12},
    {"ene", 1},
    {"abr", 4},
    {"ago", 8},
    {"dic", 12},
    {"\xD1\x8F\xD0\xBD\xD0\xB2", 1},  /* янв */
    {"\xD1\x84\xD0\xB5\xD0\xB2", 2},  /* фев */
    {"\xD0\xBC\xD0\xB0\xD1\x80", 3},  /* мар */
    {"\xD0\xB0\xD0\xBF\xD1\x80", 4},  /* апр */
    {"\xD0\xBC\xD0\xB0\xD1\x8F", 5},  /* мая */
    {"\xD0\xBC\xD0\xB0\xD0\xB9", 5},  /* май */
    {"\xD0\xB8\xD1\x8E\xD0\xBD", 6},  /* июн */
    {"\xD0\xB8\xD1\x8E\xD0\xBB", 7},  /* июл */
    {"\xD0\xB0\xD0\xB2\xD0\xB3", 8},  /* авг */
    {"\xD1\x81\xD0\xB5\xD0\xBD", 9},  /* сен */
    {"\xD0\xBE\xD0\xBA\xD1\x82", 10}, /* окт */
    {"\xD0\xBD\xD0\xBE\xD1\x8F", 11}, /* ноя */
    {"\xD0\xB4\xD0\xB5\xD0\xBA", 12}, /* дек */
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
  while (scan->p < scan->end &&
         (pith__is_space(*scan->p) || strchr(",./|-", *scan->p)))
    scan->p++;
}

/* Go behind the letters here; all bytes above ASCII count as letters. */
static void
skip_word(text_scan *scan)
{
  while (scan->p < scan->end &&
         (pith__is_letter(*scan->p) || (unsigned char)*scan->p >= 0x80))
    scan->p++;
}

/* The month that a word names, and go behind the word; 0 if it names none.
 * English, German, French, Spanish and Russian. */
static int
read_month_name(text_scan *scan)
{
  int month = 0;
  for (size_t i = 0; i < sizeof month_names / sizeof month_names[0]; i++)
    if (pith__slice_starts(rest_of(scan), month_names[i].start))
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

/* A sign between the numbers of a date; the Chinese and Japanese signs for
 * year and month are such. */
static bool
take_separator(text_scan *scan)
{
  static const char *const signs[] = {"-", "/", ".", "\xE5\xB9\xB4",
                                      "\xE6\x9C\x88"};
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
      !take(scan, sign) || read_number(scan, 4, &moment->year) != 4)
    return false;
  bool month_first = sign == '/' && second > 12;
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
