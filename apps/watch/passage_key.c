/* passage_key.c: see the header. The text is read as words and numbers, each
 * of which is put as it is or as '#'. A number is part of a date or a time by
 * its own marks (10:31, 12.05.2024, 2024-05-12) or by the name of a month, a
 * unit of time with "ago", or one of the signs for year, month and day beside
 * it; names of weekdays and "yesterday" beside such a one go with it. Numbers
 * of a passage with a sign of money are no counters, but for those beside a
 * word that is counted.
 */
#include "watch/passage_key.h"

#include <stdlib.h>
#include <string.h>

/* A passage of so many words is short; of so many pieces, hardly more than a
 * day. */
enum { SHORT_WORDS = 12, NEAR_PIECES = 3 };

typedef enum piece_kind {
  PIECE_WORD,
  PIECE_NUMBER,
  PIECE_TIME, /* a number that is a date or a time, or part of one */
  PIECE_MONTH,
  PIECE_DAY,    /* of the week */
  PIECE_NEAR,   /* today, yesterday */
  PIECE_UNIT,   /* minutes, hours, days ... */
  PIECE_ONE,    /* an (hour ago) */
  PIECE_AGO,    /* ago, назад, vor */
  PIECE_JUST,   /* just ... */
  PIECE_NOW,    /* ... now */
  PIECE_COUNTED /* views, comments ... */
} piece_kind;

typedef struct piece {
  size_t from;
  size_t len; /* in the text in lower case */
  piece_kind kind;
} piece;

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

/* --- money -------------------------------------------------------------------
 */

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

/* --- pieces ------------------------------------------------------------------
 */

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

static piece_kind
word_kind(const char *word, size_t len)
{
  static const struct {
    const char *const *words;
    piece_kind kind;
  } kinds[] = {
      {months, PIECE_MONTH}, {days, PIECE_DAY}, {nears, PIECE_NEAR},
      {units, PIECE_UNIT},   {ones, PIECE_ONE}, {agos, PIECE_AGO},
      {justs, PIECE_JUST},   {nows, PIECE_NOW}, {counted, PIECE_COUNTED}};
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (is_listed(word, len, kinds[i].words))
      return kinds[i].kind;
  return PIECE_WORD;
}

/* The next piece of `text` from *at on; false at the end. */
static bool
next_piece(const char *text, size_t len, size_t *at, piece *out)
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
    out->kind = time ? PIECE_TIME : PIECE_NUMBER;
  } else {
    while (i < len && is_word_byte(text[i]))
      i++;
    out->kind = word_kind(text + out->from, i - out->from);
  }
  out->len = i - out->from;
  *at = i;
  return true;
}

/* --- what belongs to a date --------------------------------------------------
 */

static piece_kind
kind_at(const piece *pieces, size_t count, size_t i)
{
  return i < count ? pieces[i].kind : PIECE_WORD; /* i may be -1, wrapped */
}

static bool
is_time(piece_kind kind)
{
  return kind == PIECE_TIME || kind == PIECE_MONTH;
}

/* Whether a piece may count units of time: "5" minutes, "an" hour, "a" day. */
static bool
may_count(piece_kind kind)
{
  return kind == PIECE_NUMBER || kind == PIECE_ONE || kind == PIECE_UNIT;
}

/* "5 minutes ago", "vor 5 Minuten": the number and its unit are a time. */
static void
mark_ago(piece *pieces, size_t count, size_t i)
{
  bool behind = kind_at(pieces, count, i - 1) == PIECE_UNIT &&
                may_count(kind_at(pieces, count, i - 2));
  bool before = may_count(kind_at(pieces, count, i + 1)) &&
                kind_at(pieces, count, i + 2) == PIECE_UNIT;
  if (behind)
    pieces[i].kind = pieces[i - 1].kind = pieces[i - 2].kind = PIECE_TIME;
  else if (before)
    pieces[i].kind = pieces[i + 1].kind = pieces[i + 2].kind = PIECE_TIME;
}

/* What is a time by the words around it: "ago", "just now", a day and little
 * else. A month with no number beside it is a word. */
static void
mark_words(piece *pieces, size_t count)
{
  for (size_t i = 0; i < count; i++) {
    piece_kind before = kind_at(pieces, count, i - 1);
    piece_kind behind = kind_at(pieces, count, i + 1);
    if (pieces[i].kind == PIECE_AGO)
      mark_ago(pieces, count, i);
    else if (pieces[i].kind == PIECE_JUST && behind == PIECE_NOW)
      pieces[i].kind = pieces[i + 1].kind = PIECE_TIME;
    else if (pieces[i].kind == PIECE_NEAR && count <= NEAR_PIECES)
      pieces[i].kind = PIECE_TIME;
    else if (pieces[i].kind == PIECE_MONTH && before != PIECE_NUMBER &&
             behind != PIECE_NUMBER && before != PIECE_TIME &&
             behind != PIECE_TIME)
      pieces[i].kind = PIECE_WORD;
  }
}

/* Numbers, units and days beside a time are part of it. */
static void
mark_times(piece *pieces, size_t count)
{
  mark_words(pieces, count);
  for (int round = 0; round < 2; round++)
    for (size_t i = 0; i < count; i++) {
      piece_kind kind = pieces[i].kind;
      bool beside = is_time(kind_at(pieces, count, i - 1)) ||
                    is_time(kind_at(pieces, count, i + 1));
      if (beside && (kind == PIECE_NUMBER || kind == PIECE_DAY ||
                     kind == PIECE_NEAR || kind == PIECE_UNIT))
        pieces[i].kind = PIECE_TIME;
    }
}

/* Whether all numbers of the passage are clockwork. */
static bool
counts_only(const char *text, size_t len, const piece *pieces, size_t count)
{
  size_t words = 0;
  bool has_counted = false;
  for (size_t i = 0; i < count; i++) {
    words += pieces[i].kind != PIECE_NUMBER && pieces[i].kind != PIECE_TIME &&
             pieces[i].kind != PIECE_MONTH;
    has_counted = has_counted || pieces[i].kind == PIECE_COUNTED;
  }
  for (size_t i = 0; i + 1 < len; i++)
    if ((unsigned char)text[i] == 0xC2 && (unsigned char)text[i + 1] == 0xA9)
      return true;
  return words == 0 || (has_counted && words <= SHORT_WORDS);
}

/* Which numbers of a passage are clockwork. */
typedef enum folding { FOLD_NONE, FOLD_COUNTED, FOLD_ALL } folding;

static bool
is_folded(const piece *pieces, size_t count, size_t i, folding how)
{
  if (is_time(pieces[i].kind))
    return true;
  if (pieces[i].kind != PIECE_NUMBER || how == FOLD_NONE)
    return false;
  return how == FOLD_ALL || kind_at(pieces, count, i - 1) == PIECE_COUNTED ||
         kind_at(pieces, count, i + 1) == PIECE_COUNTED;
}

static size_t
put_pieces(const char *text, const piece *pieces, size_t count, folding how,
           char *out)
{
  bool hash = false;
  size_t made = 0;
  for (size_t i = 0; i < count; i++) {
    bool folded = is_folded(pieces, count, i, how);
    if (folded && hash)
      continue;
    hash = folded;
    if (made > 0)
      out[made++] = ' ';
    if (folded) {
      out[made++] = '#';
    } else {
      memcpy(out + made, text + pieces[i].from, pieces[i].len);
      made += pieces[i].len;
    }
  }
  return made;
}

bool
passage_fold(pith_slice text, char *out, size_t *len)
{
  char *lower = malloc(text.len + 1);
  piece *pieces = malloc((text.len + 1) * sizeof *pieces);
  size_t count = 0, at = 0;
  bool fine = lower && pieces;
  *len = 0;
  if (fine) {
    memcpy(lower, text.data, text.len);
    lower[text.len] = '\0';
    bool money = passage_has_money(lower);
    to_lower(lower, text.len);
    while (next_piece(lower, text.len, &at, &pieces[count]))
      count++;
    mark_times(pieces, count);
    folding how = !counts_only(lower, text.len, pieces, count) ? FOLD_NONE
                  : money                                      ? FOLD_COUNTED
                                                               : FOLD_ALL;
    *len = put_pieces(lower, pieces, count, how, out);
  }
  free(lower);
  free(pieces);
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
    *out = 0xCBF29CE484222325u;
    for (size_t i = 0; i < len; i++)
      *out = (*out ^ (unsigned char)folded[i]) * 0x100000001B3u;
    *out += *out == 0;
  }
  free(folded);
  return fine;
}
