/* topic_date.c: see the header.
 *
 *     2015-08-10        01.06.2024 - 31.12.2024      numbers
 *     February 2, 2014  Август 2012                  numbers and months
 *     2002 - Page 3     2015年8月10日                 what archives add
 *
 * Months are those of the languages of our collections. One that is missing
 * costs a topic that says little; no topic is lost.
 */
#include "lab/experiment/topic_date.h"

#include <string.h>

/* ASCII in small letters; others as they are written, with a capital and
 * without. */
static const char *const date_words[] = {
    "january", "february", "march",     "april",   "may",      "june",
    "july",    "august",   "september", "october", "november", "december",
    "jan",     "feb",      "mar",       "apr",     "jun",      "jul",
    "aug",     "sep",      "sept",      "oct",     "nov",      "dec",
    "januar",  "februar",  "märz",      "mai",     "juni",     "juli",
    "oktober", "dezember", "page",      "январь",  "января",   "февраль",
    "февраля", "март",     "марта",     "апрель",  "апреля",   "май",
    "мая",     "июнь",     "июня",      "июль",    "июля",     "август",
    "августа", "сентябрь", "сентября",  "октябрь", "октября",  "ноябрь",
    "ноября",  "декабрь",  "декабря",   "Январь",  "Февраль",  "Март",
    "Апрель",  "Май",      "Июнь",      "Июль",    "Август",   "Сентябрь",
    "Октябрь", "Ноябрь",   "Декабрь",   "年",      "月",       "日"};

/* Signs and digits belong to no word here. */
static bool
is_letter(char c)
{
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (unsigned char)c >= 0x80;
}

/* Dashes and other signs are not ASCII either; none of them is a word. */
static bool
is_sign(pith_slice word)
{
  return word.len == 3 && memcmp(word.data, "\xE2\x80", 2) == 0;
}

static bool
is_date_word(pith_slice word)
{
  for (size_t i = 0; i < sizeof date_words / sizeof *date_words; i++) {
    size_t len = strlen(date_words[i]), same = 0;
    while (same < len && same < word.len &&
           text_lower(word.data[same]) == date_words[i][same])
      same++;
    if (same == len && len == word.len)
      return true;
  }
  return is_sign(word);
}

bool
topic_is_date(pith_slice text)
{
  for (size_t at = 0; at < text.len;) {
    size_t from = at;
    while (at < text.len && is_letter(text.data[at]))
      at++;
    if (at > from && !is_date_word((pith_slice){text.data + from, at - from}))
      return false;
    at += at == from;
  }
  return true;
}
