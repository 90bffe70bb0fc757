/* format_scan.c: see the header. An unknown conversion is an error of ours that
 * the compiler reports; here it ends the format.
 */
#include "common/output/format_scan.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* What is between '%' and the letter. */
typedef struct directive {
  int precision;   /* -1: none */
  bool given;      /* the precision came as an argument */
  char length;     /* 0, 'l', 'L' for ll, 'z' */
  char conversion; /* the letter */
} directive;

/* The arguments are copied, so that the caller's list stays valid. */
void
format_scan_init(format_scan *scan, const char *format, va_list arguments)
{
  scan->at = format;
  va_copy(scan->arguments, arguments);
}

void
format_scan_done(format_scan *scan)
{
  va_end(scan->arguments);
}

/* A number of the format, or an argument for '*'. */
static int
read_size(format_scan *scan)
{
  int size = 0;
  if (*scan->at == '*') {
    scan->at++;
    return va_arg(scan->arguments, int);
  }
  for (; *scan->at >= '0' && *scan->at <= '9'; scan->at++)
    size = size * 10 + (*scan->at - '0');
  return size;
}

/* Flags other than '-' are not needed anywhere. */
static directive
read_directive(format_scan *scan, format_piece *out)
{
  directive how = {.precision = -1};
  out->left = *scan->at == '-';
  scan->at += out->left;
  out->width = (size_t)read_size(scan);
  if (*scan->at == '.') {
    scan->at++;
    how.given = *scan->at == '*';
    how.precision = read_size(scan);
  }
  for (; *scan->at == 'l' || *scan->at == 'z'; scan->at++)
    how.length = how.length == 'l' ? 'L' : *scan->at;
  how.conversion = *scan->at;
  scan->at += *scan->at != '\0';
  return how;
}

/* The bytes of the first `count` characters of UTF-8. */
static size_t
character_bytes(const char *text, size_t count)
{
  size_t len = 0, characters = 0;
  for (; text[len]; len++) {
    characters += ((unsigned char)text[len] & 0xC0) != 0x80;
    if (characters > count)
      break;
  }
  return len;
}

/* A text is lent by the argument; nothing is copied. */
static void
take_text(format_scan *scan, const directive *how, format_piece *out)
{
  const char *text = va_arg(scan->arguments, const char *);
  out->kind = FORMAT_TEXT;
  out->value.data = text;
  if (how->given)
    out->value.len =
        how->precision > 0 ? strnlen(text, (size_t)how->precision) : 0;
  else
    out->value.len = how->precision < 0
                         ? strlen(text)
                         : character_bytes(text, (size_t)how->precision);
}

/* Each length has a type of its own in the argument list. */
static long long
take_signed(format_scan *scan, char length)
{
  return length == 'L'   ? va_arg(scan->arguments, long long)
         : length == 'l' ? va_arg(scan->arguments, long)
         : length == 'z' ? (long long)va_arg(scan->arguments, size_t)
                         : va_arg(scan->arguments, int);
}

static unsigned long long
take_unsigned(format_scan *scan, char length)
{
  return length == 'L'   ? va_arg(scan->arguments, unsigned long long)
         : length == 'l' ? va_arg(scan->arguments, unsigned long)
         : length == 'z' ? va_arg(scan->arguments, size_t)
                         : va_arg(scan->arguments, unsigned);
}

/* NAN and infinity have no digits: writers decide what stands for them. */
static int
take_decimal(format_scan *scan, const directive *how, format_piece *out)
{
  double number = va_arg(scan->arguments, double);
  int precision = how->precision < 0 ? 6 : how->precision;
  if (!isfinite(number)) {
    out->kind = FORMAT_ABSENT;
    return snprintf(out->room, sizeof out->room, "-");
  }
  return how->conversion == 'f'
             ? snprintf(out->room, sizeof out->room, "%.*f", precision, number)
             : snprintf(out->room, sizeof out->room, "%.*g", precision, number);
}

/* The value is in `out->room` or lent by the argument; both live until the next
 * piece. False ends the format. */
static bool
take_value(format_scan *scan, const directive *how, format_piece *out)
{
  int len = 1;
  out->kind = FORMAT_NUMBER;
  out->value.data = out->room;
  switch (how->conversion) {
  case 's':
    take_text(scan, how, out);
    return true;
  case 'c':
    out->kind = FORMAT_TEXT;
    out->room[0] = (char)va_arg(scan->arguments, int);
    break;
  case 'd':
  case 'i':
    len = snprintf(out->room, sizeof out->room, "%lld",
                   take_signed(scan, how->length));
    break;
  case 'u':
    len = snprintf(out->room, sizeof out->room, "%llu",
                   take_unsigned(scan, how->length));
    break;
  case 'f':
  case 'g':
    len = take_decimal(scan, how, out);
    break;
  default:
    return false;
  }
  out->value.len = (size_t)len;
  return true;
}

/* Literal text comes with the value behind it, so a piece is one step of any
 * writer. */
bool
format_scan_next(format_scan *scan, format_piece *out)
{
  const char *from = scan->at;
  size_t len = strcspn(from, "%");
  out->kind = FORMAT_LITERAL;
  out->before = (pith_slice){from, len};
  out->value = (pith_slice){from, 0};
  out->width = 0;
  out->left = false;
  scan->at = from + len;
  if (*scan->at == '\0')
    return len > 0;
  if (scan->at[1] == '%') {
    out->before.len++; /* one of the two */
    scan->at += 2;
    return true;
  }
  scan->at++;
  directive how = read_directive(scan, out);
  return take_value(scan, &how, out);
}

/* For writers that need no state between pieces but their own. */
void
format_each(const char *format, va_list arguments, format_sink sink,
            void *state)
{
  format_scan scan;
  format_piece piece;
  format_scan_init(&scan, format, arguments);
  while (format_scan_next(&scan, &piece))
    sink(state, &piece);
  format_scan_done(&scan);
}

/* Continuation bytes of UTF-8 take no column. */
size_t
format_padding(const format_piece *piece)
{
  size_t characters = 0;
  for (size_t i = 0; i < piece->value.len; i++)
    characters += ((unsigned char)piece->value.data[i] & 0xC0) != 0x80;
  return characters < piece->width ? piece->width - characters : 0;
}
