/* crawl_filter.c: see the header. Dates are compared as the text of their day,
 * "2024-05-01", which sorts as time does.
 */
#include "common/web/crawl_filter.h"

#include "common/system/ascii_text.h"

#include <stdio.h>
#include <string.h>

enum { DAY = 10 };

/* Whether `pattern` with stars is all of `text`. After a star that fails the
 * last one is given a byte more, so the work is at most the product of the two
 * lengths, and both are short. */
static bool
fits_whole(const char *pattern, const char *text)
{
  const char *star = NULL, *back = NULL;
  while (*text) {
    if (*pattern == '*') {
      star = pattern++;
      back = text;
    } else if (*pattern == *text) {
      pattern++;
      text++;
    } else if (star) {
      pattern = star + 1;
      text = ++back;
    } else {
      return false;
    }
  }
  while (*pattern == '*')
    pattern++;
  return *pattern == '\0';
}

/* Without a star a pattern is looked for anywhere: most people write the part
 * of the address that they see. */
static bool
fits_any(const text_list *patterns, const char *address)
{
  for (size_t i = 0; i < patterns->count; i++) {
    const char *pattern = patterns->items[i];
    if (strchr(pattern, '*') ? fits_whole(pattern, address)
                             : strstr(address, pattern) != NULL)
      return true;
  }
  return false;
}

/* What is excluded stays out, whatever includes it. */
bool
crawl_filter_wants(const crawl_filter *filter, const char *address)
{
  if (filter->include.count > 0 && !fits_any(&filter->include, address))
    return false;
  return !fits_any(&filter->exclude, address);
}

/* Only the form: a day that no month has still sorts where it belongs. */
bool
crawl_filter_is_day(const char *text)
{
  static const char form[] = "0000-00-00";
  for (size_t i = 0; i < DAY; i++)
    if (form[i] == '-' ? text[i] != '-' : !text_is_digit(text[i]))
      return false;
  return text[DAY] == '\0';
}

/* "Tue, 4 Jun 2024 10:00:00 GMT" (RFC 822, as RSS has it): the number before
 * the name of a month, and the one behind it. */
static bool
read_mail_date(const char *text, char day[DAY + 1])
{
  static const char months[] = "janfebmaraprmayjunjulaugsepoctnovdec";
  unsigned number = 0, year = 0;
  char name[4] = "";
  const char *comma = strchr(text, ',');
  if (sscanf(comma ? comma + 1 : text, "%2u %3s%*[A-Za-z] %4u", &number, name,
             &year) < 3 &&
      sscanf(comma ? comma + 1 : text, "%2u %3s %4u", &number, name, &year) < 3)
    return false;
  for (size_t i = 0; i < 3; i++)
    name[i] = text_lower(name[i]);
  const char *found = strstr(months, name);
  if (!found || number < 1 || number > 31 || year < 1990 || year > 2999)
    return false;
  unsigned month = (unsigned)(found - months) / 3 + 1;
  snprintf(day, DAY + 1, "%04u-%02u-%02u", year % 10000, month % 100,
           number % 100);
  return true;
}

/* A date that cannot be read must not lose a page. */
bool
crawl_filter_is_recent(const crawl_filter *filter, pith_slice date)
{
  char text[48] = "", day[DAY + 1];
  if (!filter->since || date.len == 0)
    return true;
  memcpy(text, date.data, date.len < sizeof text ? date.len : sizeof text - 1);
  memcpy(day, text, DAY);
  day[DAY] = '\0';
  if (!crawl_filter_is_day(day) && !read_mail_date(text, day))
    return true;
  return strcmp(day, filter->since) >= 0;
}
