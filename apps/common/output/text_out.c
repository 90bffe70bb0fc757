/* text_out.c: pieces of text in, large writes out.
 *
 * Not stdio, for two reasons: the cause of a failed write is kept (a full disk
 * has a message of its own), and nothing is left in a hidden buffer when the
 * program is interrupted.
 */
#include "common/output/text_out.h"

#include "common/output/format_scan.h"
#include "common/system/utf8_character.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Bytes that are collected before they are written. */
enum { BLOCK = 65536 };

/* A write may be short; the rest is written by the next round. */
static void
flush(text_out *out)
{
  size_t done = 0;
  while (done < out->len && !out->error) {
    ssize_t wrote = write(out->file, out->data + done, out->len - done);
    if (wrote >= 0)
      done += (size_t)wrote;
    else if (errno != EINTR)
      out->error = errno;
  }
  out->len = 0;
}

/* Make room for `len` more bytes, by writing or by growing. */
static bool
make_room(text_out *out, size_t len)
{
  if (out->file >= 0 && out->len > 0 && out->capacity - out->len < len)
    flush(out);
  if (out->error)
    return false;
  if (out->capacity - out->len >= len)
    return true;
  size_t wanted = out->capacity + out->capacity / 2 + BLOCK;
  if (wanted - out->len < len)
    wanted = out->len + len;
  char *moved = realloc(out->data, wanted);
  if (!moved) {
    out->error = ENOMEM;
    return false;
  }
  out->data = moved;
  out->capacity = wanted;
  return true;
}

/* -1 as descriptor keeps everything in memory. */
void
text_out_init(text_out *out, int file)
{
  *out = (text_out){file, NULL, 0, 0, 0, "standard output"};
}

/* Keeps the descriptor, which is not ours to close. */
void
text_out_done(text_out *out)
{
  free(out->data);
  text_out_init(out, out->file);
}

/* After a failure nothing more is written: the output would have a hole. */
void
text_out_bytes(text_out *out, const char *data, size_t len)
{
  if (len == 0 || !make_room(out, len))
    return;
  memcpy(out->data + out->len, data, len);
  out->len += len;
}

/* For literals mostly. */
void
text_out_text(text_out *out, const char *text)
{
  text_out_bytes(out, text, strlen(text));
}

/* Columns and lines of tables. */
void
text_out_repeat(text_out *out, char c, size_t count)
{
  if (count == 0 || !make_room(out, count))
    return;
  memset(out->data + out->len, c, count);
  out->len += count;
}

/* Unsigned: counts are. */
void
text_out_number(text_out *out, unsigned long number, int width)
{
  char digits[64];
  int len = snprintf(digits, sizeof digits, "%*lu", width, number);
  text_out_bytes(out, digits, (size_t)len);
}

/* Never exponents, in every locale: programs do not call setlocale(). */
size_t
decimal_text(double number, int places, char room[DECIMAL_ROOM])
{
  int len = isfinite(number)
                ? snprintf(room, DECIMAL_ROOM, "%.*f", places, number)
                : snprintf(room, DECIMAL_ROOM, "-");
  return (size_t)len;
}

/* "-" for a number that is none. */
void
text_out_decimal(text_out *out, double number, int places)
{
  char room[DECIMAL_ROOM];
  text_out_bytes(out, room, decimal_text(number, places, room));
}

/* The length of the control character at `text`, 0 when there is none. Those
 * behind ASCII are two bytes. */
static size_t
control_len(const char *text, size_t left)
{
  unsigned char c = (unsigned char)text[0];
  if (c < ' ' || c == 0x7F)
    return 1;
  if (c == 0xC2 && left > 1 && (unsigned char)text[1] < 0xA0)
    return 2;
  return 0;
}

/* C1 control characters, U+0080 to U+009F, are replaced too: some terminals
 * obey them. Runs without one are copied at once. */
void
text_out_line(text_out *out, const char *data, size_t len)
{
  size_t plain = 0; /* start of a run that needs no change */
  for (size_t i = 0; i < len;) {
    size_t step = control_len(data + i, len - i);
    if (step > 0) {
      text_out_bytes(out, data + plain, i - plain);
      text_out_bytes(out, " ", 1);
      plain = i + step;
    }
    i += step > 0 ? step : 1;
  }
  text_out_bytes(out, data + plain, len - plain);
}

/* Padding is counted in characters, so that columns with names in other
 * scripts align. */
void
text_out_format(text_out *out, text_writer write, const char *format,
                va_list arguments)
{
  format_scan scan;
  format_piece piece;
  format_scan_init(&scan, format, arguments);
  while (format_scan_next(&scan, &piece)) {
    size_t padding = format_padding(&piece);
    text_out_bytes(out, piece.before.data, piece.before.len);
    text_out_repeat(out, ' ', piece.left ? 0 : padding);
    write(out, piece.value.data, piece.value.len);
    text_out_repeat(out, ' ', piece.left ? padding : 0);
  }
  format_scan_done(&scan);
}

/* Bytes as they are: for files and other programs. */
void
text_out_print(text_out *out, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  text_out_format(out, text_out_bytes, format, arguments);
  va_end(arguments);
}

/* For people: what pages contain cannot move their cursor. */
void
text_out_show(text_out *out, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  text_out_format(out, text_out_line, format, arguments);
  va_end(arguments);
}

/* A reader that has gone away had enough: `pith ... | head` is no failure. */
exit_code
text_out_end(text_out *out)
{
  char room[128];
  if (out->file >= 0 && out->len > 0)
    flush(out);
  if (out->error == 0 || out->error == EPIPE)
    return EXIT_FINE;
  message("%s: %s; what was written is incomplete", out->name,
          write_error_text(out->error, room));
  return EXIT_ENVIRONMENT;
}

/* What stands for one character of a JSON string; "" when it stays. */
static const char *
json_escape(unsigned char c, char unicode[7])
{
  switch (c) {
  case '"':
    return "\\\"";
  case '\\':
    return "\\\\";
  case '\n':
    return "\\n";
  case '\r':
    return "\\r";
  case '\t':
    return "\\t";
  default:
    if (c >= ' ')
      return "";
    snprintf(unicode, 7, "\\u%04x", c);
    return unicode;
  }
}

/* For text of pages, which is valid UTF-8 already. */
void
text_out_json(text_out *out, const char *data, size_t len)
{
  text_out_bytes(out, "\"", 1);
  text_out_json_inside(out, data, len);
  text_out_bytes(out, "\"", 1);
}

/* Without the quotes, so that a string can be written in parts. */
void
text_out_json_inside(text_out *out, const char *data, size_t len)
{
  char unicode[7];
  size_t plain = 0; /* start of a run that needs no change */
  for (size_t i = 0; i < len; i++) {
    const char *escape = json_escape((unsigned char)data[i], unicode);
    if (!*escape)
      continue;
    text_out_bytes(out, data + plain, i - plain);
    text_out_text(out, escape);
    plain = i + 1;
  }
  text_out_bytes(out, data + plain, len - plain);
}

/* Names of files may be any bytes; a byte that is no UTF-8 becomes U+FFFD, so
 * the output is always valid JSON. */
void
text_out_json_name(text_out *out, const char *name, size_t len)
{
  text_out_bytes(out, "\"", 1);
  for (size_t i = 0; i < len;) {
    size_t step = utf8_len(name + i, len - i);
    if (step > 0)
      text_out_json_inside(out, name + i, step);
    else
      text_out_text(out, "\xEF\xBF\xBD");
    i += step > 0 ? step : 1;
  }
  text_out_bytes(out, "\"", 1);
}
