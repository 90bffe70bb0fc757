/* csv_out.c: see the header.
 *
 * Values come from pages and from people, so a field may hold anything: it is
 * quoted as RFC 4180 has it, and cannot start a formula when somebody opens the
 * file in a spreadsheet.
 */
#include "lab/report/csv_out.h"

#include "common/output/format_scan.h"

#include <string.h>

/* Whether one of `bytes` is in a text, which need not end with NUL. */
static bool
has_one_of(pith_slice text, const char *bytes)
{
  for (size_t i = 0; i < text.len; i++)
    if (text.data[i] && strchr(bytes, text.data[i]))
      return true;
  return false;
}

static void
put_piece(void *state, const format_piece *piece)
{
  text_out *out = state;
  text_out_bytes(out, piece->before.data, piece->before.len);
  if (piece->kind == FORMAT_TEXT) {
    /* A quote inside a quoted field is written twice. The apostrophe is inside
     * the quotes: spreadsheets hide it there too. */
    pith_slice text = piece->value;
    bool quoted = has_one_of(text, ",\"\r\n");
    bool formula =
        has_one_of((pith_slice){text.data, text.len > 0}, "=+-@\t\r");
    text_out_print(out, "%s%s", quoted ? "\"" : "", formula ? "'" : "");
    for (size_t i = 0; i < text.len; i++) {
      if (text.data[i] == '"')
        text_out_text(out, "\"");
      text_out_bytes(out, text.data + i, 1);
    }
    if (quoted)
      text_out_text(out, "\"");
  } else if (piece->kind == FORMAT_NUMBER)
    text_out_bytes(out, piece->value.data, piece->value.len);
}

void
csv_print(text_out *out, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  format_each(format, arguments, put_piece, out);
  va_end(arguments);
}
