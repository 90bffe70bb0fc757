/* passage_key.c: see the header. The text is split into words and numbers, each
 * of which is written as it is or as '#'.
 *
 *     Posted 5 minutes ago by Ann      posted # by ann
 *            NUMBER UNIT AGO = TIME
 *
 * A number belongs to a date or a time by its own marks (10:31, 12.05.2024,
 * 2024-05-12), or by what is beside it: the name of a month, a unit of time
 * with "ago", or one of the Chinese and Japanese signs for year, month and day.
 * Weekdays and "yesterday" beside a time belong to it.
 */
#include "watch/passage_key.h"

#include "common/system/fnv.h"

#include <stdlib.h>
#include <string.h>

/* A passage of at most 12 words is short; one of at most three parts is hardly
 * more than a day ("Posted yesterday"). */
enum { SHORT_WORDS = 12, NEAR_PARTS = 3 };

typedef enum part_kind {
  PART_WORD,
  PART_NUMBER,
  PART_TIME, /* a number that is a date or a time, or part of one */
  PART_MONTH,
  PART_DAY,    /* of the week */
  PART_NEAR,   /* today, yesterday */
  PART_UNIT,   /* minutes, hours, days ... */
  PART_ONE,    /* an (hour ago) */
  PART_AGO,    /* ago, назад, vor */
  PART_JUST,   /* just ... */
  PART_NOW,    /* ... now */
  PART_COUNTED /* views, comments ... */
} part_kind;

typedef struct part {
  size_t from;
  size_t len; /* in the text in lower case */
  part_kind kind;
} part;

/* Words of each kind; a '*' at the end stands for any ending. */
static const char *const months[] = {
    "january",   "february", "march",     "april",      "may",      "june",
    "july",      "august",   "september", "october",    "november", "december",
    "jan",       "feb",      "mar",       "apr",        "jun",      "jul",
    "aug",       "sep",      "sept",      "oct",        "nov",      "dec",
    "januar",    "februar",  "märz",      "mai",        "juni",     "juli",
    "oktober",   "dezember", "janvier",   "février",    "mars",     "avril",
    "juin",      "juillet",  "août",      "septembre",  "octobre",  "novembre",
    "décembre",  "enero",    "febrero",   "marzo",      "abril",    "mayo",
    "junio",     "julio",    "agosto",    "septiembre", "octubre",  "noviembre",
    "diciembre", "январ*",   "феврал*",   "марта",      "март",     "апрел*",
    "мая",       "май",      "июн*",      "июл*",       "август*",  "сентябр*",
    "октябр*",   "ноябр*",   "декабр*",   NULL};
static const char *const days[] = {
    "monday",      "tuesday",    "wednesday", "thursday", "friday",  "saturday",
    "sunday",      "mon",        "tue",       "tues",     "wed",     "thu",
    "thurs",       "fri",        "sat",       "sun",      "montag",  "dienstag",
    "mittwoch",    "donnerstag", "freitag",   "samstag",  "sonntag", "lundi",
    "mardi",       "mercredi",   "jeudi",     "vendredi", "samedi",  "dimanche",
    "понедельник", "вторник",    "среда",     "четверг",  "пятница", "суббота",
    "воскресенье", NULL};
static const char *const nears[] = {"today",   "yesterday", "heute",
                                    "gestern", "hier",      "ayer",
                                    "сегодня", "вчера",     NULL};
static const char *const ones[] = {"an",  "one", "einer", "einem",   "une",
                                   "una", "few", "один",  "einigen", NULL};
static const char *const justs[] = {"just", "gerade", "только", NULL};
static const char *const nows[] = {"now", "eben", "что", NULL};
static const char *const units[] = {
    "second",  "seconds", "sec",    "secs",   "minute", "minutes", "min",
    "mins",    "hour",    "hours",  "hr",     "hrs",    "day",     "days",
    "week",    "weeks",   "month",  "months", "year",   "years",   "sekunde*",
    "minuten", "stunde*", "tag",    "tage",   "tagen",  "woche*",  "monat*",
    "jahr*",   "секунд*", "минут*", "час",    "часа",   "часов",   "день",
    "дня",     "дней",    "недел*", "месяц*", "лет",    "am",      "pm",
    "a",       "p",       "m",      "uhr",    "utc",    "gmt",     "cet",
    "est",     NULL};
static const char *const agos[] = {"ago", "vor", "назад", "il", "hace", NULL};
static const char *const counted[] = {
    "view",        "views",      "viewed",      "comment",      "comments",
    "like",        "likes",      "share",       "shares",       "visitor*",
    "visit",       "visits",     "hits",        "online",       "vote",
    "votes",       "reply",      "replies",     "user",         "users",
    "member",      "members",    "download*",   "reads",        "followers",
    "subscribers", "points",     "guests",      "times",        "besucher*",
    "aufrufe",     "kommentar*", "vues",        "commentaire*", "visitas",
    "rating*",     "review",     "reviews",     "viewing",      "watching",
    "comentario*", "просмотр*",  "комментари*", "посетител*",   "онлайн",
    "голос*",      "ответ*",     "скачиван*",   "浏览*",        "评论*",
    "阅读*",       NULL};

/* Whether a word is in a list, see the lists for '*'. */
static bool
is_listed(const char *word, size_t len, const char *const *list)
{
  for (; *list; list++) {
    size_t size = strlen(*list);
    bool open = (*list)[size - 1] == '*';
    size -= open;
    if (memcmp(*list, word, size < len ? size : len) == 0 &&
        (len == size || (open && len > size)))
      return true;
  }
  return false;
}

static bool
is_digit(char c)
{
  return c >= '0' && c <= '9';
}

static bool
is_word_byte(char c)
{
  return (c >= 'a' && c <= 'z') || (unsigned char)c >= 0x80;
}

/* Lower case of Latin and Cyrillic; marks of two and three bytes that are no
 * letters become blanks. Same length, in place. */
static void
to_lower(char *text, size_t len)
{
  for (size_t i = 0; i < len; i++) {
    unsigned char c = (unsigned char)text[i];
    unsigned char next = i + 1 < len ? (unsigned char)text[i + 1] : 0;
    if (c >= 'A' && c <= 'Z') {
      text[i] = (char)(c + 32);
    } else if (c == 0xD0 && next >= 0x90 && next <= 0x9F) {
      text[i + 1] = (char)(next + 0x20);
    } else if (c == 0xD0 && next >= 0xA0 && next <= 0xAF) {
      text[i] = (char)0xD1;
      text[i + 1] = (char)(next - 0x20);
    } else if (c == 0xC2 && next != 0xA9 && next >= 0x80 && next <= 0xBF) {
      text[i] = text[i + 1] = ' '; /* no-break space, quotes, but not (c) */
    } else if (c == 0xE2 && next == 0x80 && i + 2 < len) {
      text[i] = text[i + 1] = text[i + 2] = ' '; /* dashes, quotes */
    }
  }
}

/* --- money --------------------------------------------------------------- */

bool
passage_has_money(const char *text)
{
  static const char *const signs[] = {
      "$",   "€",   "£",    "¥",    "₽",    "₹",     "₩",
      "USD", "EUR", "GBP",  "CHF",  "RUB",    "руб",   "zł",
      "元",  "円",  "euro", "Euro", "dollar", "Dollar"};
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (strstr(text, signs[i]))
      return true;
  return false;
}

/* --- parts --------------------------------------------------------------- */

/* Whether three groups of digits are a date: the year first or last, a group
 * that may be a month before or behind another that may be a day. */
static bool
is_date(const unsigned groups[3], const size_t digits[3])
{
  bool first = digits[0] == 4 && groups[1] <= 12 && groups[2] <= 31;
  bool last = (digits[2] == 4 || digits[2] == 2) && groups[0] <= 31 &&
              groups[1] <= 31 && (groups[0] <= 12 || groups[1] <= 12);
  return digits[1] <= 2 && groups[1] > 0 &&
         ((first && digits[2] <= 2) || (last && digits[0] <= 2));
}

/* A number: digits, and marks between two of them. Whether it is a time. */
static size_t
read_number(const char *text, size_t len, bool *time)
{
  unsigned groups[3] = {0, 0, 0};
  size_t i = 0, colons = 0, marks = 0, digits[3] = {0, 0, 0};
  bool same = true;
  char first = 0;
  for (; i < len; i++) {
    if (is_digit(text[i])) {
      if (marks < 3 && ++digits[marks] <= 4)
        groups[marks] = 10 * groups[marks] + (unsigned)(text[i] - '0');
      continue;
    }
    if (!strchr(".,:/-", text[i]) || i + 1 >= len || !is_digit(text[i + 1]))
      break;
    colons += text[i] == ':';
    first = marks == 0 ? text[i] : first;
    same = same && text[i] == first && text[i] != ',';
    marks++;
  }
  *time = colons > 0 || (marks == 2 && same && is_date(groups, digits));
  return i;
}

/* 2024年5月12日: a number with such a sign behind it is a time. */
static bool
has_date_sign(const char *text, size_t len)
{
  static const char *const signs[] = {"年", "月", "日", "时", "分", "時"};
  for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
    if (len >= 3 && memcmp(text, signs[i], 3) == 0)
      return true;
  return false;
}

static part_kind
word_kind(const char *word, size_t len)
{
  static const struct {
    const char *const *words;
    part_kind kind;
  } kinds[] = {{months, PART_MONTH}, {days, PART_DAY}, {nears, PART_NEAR},
               {units, PART_UNIT},   {ones, PART_ONE}, {agos, PART_AGO},
               {justs, PART_JUST},   {nows, PART_NOW}, {counted, PART_COUNTED}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (is_listed(word, len, kinds[i].words))
      return kinds[i].kind;
  return PART_WORD;
}

/* The next part of `text` from *at on; false at the end. */
static bool
next_part(const char *text, size_t len, size_t *at, part *out)
{
  size_t i = *at;
  bool time = false;
  while (i < len && !is_digit(text[i]) && !is_word_byte(text[i]))
    i++;
  out->from = i;
  if (i >= len)
    return false;
  if (is_digit(text[i])) {
    i += read_number(text + i, len - i, &time);
    time = time || has_date_sign(text + i, len - i);
    out->kind = time ? PART_TIME : PART_NUMBER;
  } else {
    while (i < len && is_word_byte(text[i]))
      i++;
    out->kind = word_kind(text + out->from, i - out->from);
  }
  out->len = i - out->from;
  *at = i;
  return true;
}

/* --- what belongs to a date ---------------------------------------------- */

/* The kind of a neighbour; beyond either end there are only words. */
static part_kind
kind_at(const part *parts, size_t count, size_t i)
{
  return i < count ? parts[i].kind : PART_WORD; /* i may be -1, wrapped */
}

/* Parts that are always written as '#'. */
static bool
is_time(part_kind kind)
{
  return kind == PART_TIME || kind == PART_MONTH;
}

/* Whether a part may count units of time: "5" minutes, "an" hour, "a" day. */
static bool
may_count(part_kind kind)
{
  return kind == PART_NUMBER || kind == PART_ONE || kind == PART_UNIT;
}

/* "5 minutes ago", "vor 5 Minuten": the number and its unit are a time. */
static void
mark_ago(part *parts, size_t count, size_t i)
{
  bool behind = kind_at(parts, count, i - 1) == PART_UNIT &&
                may_count(kind_at(parts, count, i - 2));
  bool before = may_count(kind_at(parts, count, i + 1)) &&
                kind_at(parts, count, i + 2) == PART_UNIT;
  if (behind)
    parts[i].kind = parts[i - 1].kind = parts[i - 2].kind = PART_TIME;
  else if (before)
    parts[i].kind = parts[i + 1].kind = parts[i + 2].kind = PART_TIME;
}

/* What is a time by the words around it: "ago", "just now", a day and little
 * else. A month with no number beside it is a word. */
static void
mark_words(part *parts, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    part_kind before = kind_at(parts, count, i - 1);
    part_kind behind = kind_at(parts, count, i + 1);
    if (parts[i].kind == PART_AGO)
      mark_ago(parts, count, i);
    else if (parts[i].kind == PART_JUST && behind == PART_NOW)
      parts[i].kind = parts[i + 1].kind = PART_TIME;
    else if (parts[i].kind == PART_NEAR && count <= NEAR_PARTS)
      parts[i].kind = PART_TIME;
    else if (parts[i].kind == PART_MONTH && before != PART_NUMBER &&
             behind != PART_NUMBER && before != PART_TIME &&
             behind != PART_TIME)
      parts[i].kind = PART_WORD;
  }
}

/* Numbers, units and days beside a time are part of it. */
static void
mark_times(part *parts, size_t count)
{
  mark_words(parts, count);
  for (int round = 0; round < 2; round++)
    for (size_t i = 0; i < count; i++) {
      part_kind kind = parts[i].kind;
      bool beside = is_time(kind_at(parts, count, i - 1)) ||
                    is_time(kind_at(parts, count, i + 1));
      if (beside && (kind == PART_NUMBER || kind == PART_DAY ||
                     kind == PART_NEAR || kind == PART_UNIT))
        parts[i].kind = PART_TIME;
    }
}

/* Whether all numbers of the passage are counters or years. */
static bool
counts_only(const char *text, size_t len, const part *parts, size_t count)
{
  size_t words = 0;
  bool has_counted = false;
  for (size_t i = 0; i < count; i++) {
    words += parts[i].kind != PART_NUMBER && parts[i].kind != PART_TIME &&
             parts[i].kind != PART_MONTH;
    has_counted = has_counted || parts[i].kind == PART_COUNTED;
  }
  for (size_t i = 0; i + 1 < len; i++)
    if ((unsigned char)text[i] == 0xC2 && (unsigned char)text[i + 1] == 0xA9)
      return true;
  return words == 0 || (has_counted && words <= SHORT_WORDS);
}

/* Which numbers of a passage are folded, besides those of dates. */
typedef enum folding { FOLD_NONE, FOLD_COUNTED, FOLD_ALL } folding;

static bool
is_folded(const part *parts, size_t count, size_t i, folding how)
{
  if (is_time(parts[i].kind))
    return true;
  if (parts[i].kind != PART_NUMBER || how == FOLD_NONE)
    return false;
  return how == FOLD_ALL || kind_at(parts, count, i - 1) == PART_COUNTED ||
         kind_at(parts, count, i + 1) == PART_COUNTED;
}

/* Write the parts with single blanks between them; several folded ones in a
 * row are one '#'. Returns the length. */
static size_t
write_parts(const char *text, const part *parts, size_t count, folding how,
            char *out)
{
  bool hash = false;
  size_t made = 0;
  for (size_t i = 0; i < count; i++) {
    bool folded = is_folded(parts, count, i, how);
    if (folded && hash)
      continue;
    hash = folded;
    if (made > 0)
      out[made++] = ' ';
    if (folded) {
      out[made++] = '#';
    } else {
      memcpy(out + made, text + parts[i].from, parts[i].len);
      made += parts[i].len;
    }
  }
  return made;
}

bool
passage_fold(pith_slice text, char *out, size_t *len)
{
  char *lower = malloc(text.len + 1);
  part *parts = malloc((text.len + 1) * sizeof *parts);
  size_t count = 0, at = 0;
  bool fine = lower && parts;
  *len = 0;
  if (fine) {
    memcpy(lower, text.data, text.len);
    lower[text.len] = '\0';
    bool money = passage_has_money(lower);
    to_lower(lower, text.len);
    while (next_part(lower, text.len, &at, &parts[count]))
      count++;
    mark_times(parts, count);
    folding how = !counts_only(lower, text.len, parts, count) ? FOLD_NONE
                  : money                                     ? FOLD_COUNTED
                                                              : FOLD_ALL;
    *len = write_parts(lower, parts, count, how, out);
  }
  free(lower);
  free(parts);
  return fine;
}

bool
passage_key(pith_slice text, uint64_t *out)
{
  size_t len;
  char *folded = malloc(2 * text.len + 2);
  bool fine = folded && passage_fold(text, folded, &len);
  *out = 0;
  if (fine && len > 0) {
    *out = fnv_add(FNV_START, folded, len);
    *out += *out == 0;
  }
  free(folded);
  return fine;
}
