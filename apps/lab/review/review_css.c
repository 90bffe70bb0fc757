/* review_css.c: see review_frame.h. A style sheet is first freed of escapes
 * that spell letters, because "u\72l(" is "url(" to a browser; then it is
 * copied token by token. Comments are left out, strings are copied as they are:
 * only what is neither can load anything.
 */
#include "lab/review/review_frame.h"

#include "common/system/ascii_text.h"
#include "common/system/number.h"

#include <stdint.h>
#include <string.h>

/* Words that name an address in ways that are not read here, and what once ran
 * scripts; "(" is part of the word. The last is the beginning of our names. */
static const char *const refused[] = {
    "src(",        "image(",      "image-set(", "cross-fade(",
    "element(",    "expression(", "behavior",   "-moz-binding",
    "javascript:", "url-prefix(", "pith"};

/* Rules that may stay: the others load something, or change what names mean. */
static const char *const rules[] = {"@media",
                                    "@font-face",
                                    "@supports",
                                    "@keyframes",
                                    "@-webkit-keyframes",
                                    "@-moz-keyframes",
                                    "@container",
                                    "@layer",
                                    "@charset"};

/* Case does not matter in CSS; text_begins() ignores that of its text. */
static bool
begins_with_any(pith_slice text, const char *const *words, size_t count)
{
  for (size_t i = 0; i < count; i++)
    if (text_begins(text, words[i]))
      return true;
  return false;
}

/* --- escapes -------------------------------------------------------------- */

/* What an escape stands for; *at moves behind it. At most six hexadecimal
 * digits and a space, or one character. */
static uint32_t
read_escape(const char **at, const char *end)
{
  const char *from = ++*at;
  uint32_t code = 0;
  while (*at < end && *at - from < 6 && number_hex_digit(**at) >= 0)
    code = code * 16 + (uint32_t)number_hex_digit(*(*at)++);
  if (*at > from) {
    if (*at < end && text_is_space(**at))
      (*at)++;
    return code;
  }
  return *at < end ? (unsigned char)*(*at)++ : 0;
}

/* Letters and hyphens are written as themselves, any other escape stays as it
 * is: it cannot be part of a word that loads something. NUL and '<' are never
 * written. */
static void
write_without_escapes(text_out *out, pith_slice css)
{
  const char *end = css.data + css.len;
  for (const char *at = css.data; at < end;) {
    const char *from = at;
    if (*at != '\\') {
      char plain = *at == '<' || *at == '\0' ? ' ' : *at;
      text_out_bytes(out, &plain, 1);
      at++;
      continue;
    }
    uint32_t code = read_escape(&at, end);
    char letter = (char)code;
    if (code < 128 && (text_is_letter(letter) || letter == '-'))
      text_out_bytes(out, &letter, 1);
    else if (memchr(from, '<', (size_t)(at - from)) ||
             memchr(from, '\0', (size_t)(at - from)) || at - from < 2)
      text_out_text(out, " ");
    else
      text_out_bytes(out, from, (size_t)(at - from));
  }
}

/* --- tokens --------------------------------------------------------------- */

/* The end of a string that begins at `at`: behind its quote, or where its line
 * ends, as browsers read it. */
static const char *
string_end(const char *at, const char *end)
{
  char quote = *at++;
  while (at < end && *at != quote && *at != '\n')
    at += *at == '\\' && at + 1 < end ? 2 : 1;
  return at < end ? at + 1 : end;
}

/* A comment between a word and its address makes it another word, so only
 * spaces are passed over. */
static const char *
skip_spaces(const char *at, const char *end)
{
  while (at < end && text_is_space(*at))
    at++;
  return at;
}

/* Read an address: a string, or what is before ")". Returns the place
 * behind it. */
static const char *
read_address(const char *at, const char *end, pith_slice *out)
{
  at = skip_spaces(at, end);
  const char *from = at;
  if (at < end && (*at == '"' || *at == '\'')) {
    at = string_end(at, end);
    size_t len = (size_t)(at - from);
    bool closed = len > 1 && at[-1] == *from;
    *out = (pith_slice){from + 1, len - 1 - closed};
    return at;
  }
  while (at < end && *at != ')')
    at++;
  *out = text_trim((pith_slice){from, (size_t)(at - from)});
  return at;
}

/* Pixels that the style sheet carries in itself stay as they are. */
static bool
is_own(pith_slice address)
{
  return text_begins(address, "data:image/") ||
         text_begins(address, "data:font/") ||
         text_begins(address, "data:application/font") ||
         text_begins(address, "data:application/x-font");
}

/* An address without anything that could end the string around it. */
static bool
is_inert(pith_slice address)
{
  for (size_t i = 0; i < address.len; i++)
    if (strchr("\"'\\()\n\r\f", address.data[i]) || address.data[i] == '\0')
      return false;
  return true;
}

/* url("..."), or a word that is none. */
static void
write_url(text_out *out, pith_slice address, bool css,
          const review_links *links)
{
  text_out found;
  text_out_init(&found, -1);
  if (!css && is_own(address) && is_inert(address))
    text_out_bytes(&found, address.data, address.len);
  else if (links)
    links->write(links, address, css, &found);
  if (found.error)
    out->error = found.error;
  text_out_text(out, found.len > 0 ? "url(\"" : "pith-none(\"");
  text_out_bytes(out, found.data, found.len);
  text_out_text(out, "\")");
  text_out_done(&found);
}

/* @import "a.css" screen; becomes @import url("...") screen; */
static const char *
write_import(text_out *out, const char *at, const char *end,
             const review_links *links)
{
  pith_slice address;
  at = skip_spaces(at + strlen("@import"), end);
  bool function = text_begins((pith_slice){at, (size_t)(end - at)}, "url(");
  at = read_address(function ? at + 4 : at, end, &address);
  if (function)
    at = skip_spaces(at, end);
  if (function && at < end)
    at++;
  text_out_text(out, "@import ");
  write_url(out, address, true, links);
  return at;
}

/* The next piece that is neither string nor comment; the place behind it. */
static const char *
write_token(text_out *out, const char *at, const char *end,
            const review_links *links)
{
  pith_slice rest = {at, (size_t)(end - at)};
  pith_slice address;
  if (text_begins(rest, "url(")) {
    at = read_address(at + 4, end, &address);
    at = skip_spaces(at, end);
    write_url(out, address, false, links);
    return at < end && *at == ')' ? at + 1 : at;
  }
  if (links && text_begins(rest, "@import") &&
      (rest.len == 7 || !text_is_letter(at[7])))
    return write_import(out, at, end, links);
  bool known =
      *at != '@' || begins_with_any(rest, rules, sizeof rules / sizeof *rules);
  text_out_bytes(out, at, *at == '@');
  if (!known ||
      begins_with_any(rest, refused, sizeof refused / sizeof *refused))
    text_out_text(out, "no-");
  text_out_bytes(out, at, *at != '@');
  return at + 1;
}

/* Two passes: what the second one sees is what a browser will read. The copy
 * is as long as the style sheet at most, whose size is bounded. */
void
review_css_write(text_out *out, pith_slice css, const review_links *links)
{
  text_out plain;
  text_out_init(&plain, -1);
  write_without_escapes(&plain, css);
  const char *end = plain.data + plain.len;
  for (const char *at = plain.data; at < end;) {
    const char *from = at;
    if (*at == '/' && at + 1 < end && at[1] == '*') {
      const char *close = at + 2;
      while (close + 1 < end && !(close[0] == '*' && close[1] == '/'))
        close++;
      at = close + 2 < end ? close + 2 : end;
      text_out_text(out, "/**/"); /* it still parts two words */
    } else if (*at == '"' || *at == '\'') {
      at = string_end(at, end);
      text_out_bytes(out, from, (size_t)(at - from));
    } else if (*at == '\\' && at + 1 < end) {
      at += 2;
      text_out_bytes(out, from, 2);
    } else
      at = write_token(out, at, end, links);
  }
  if (plain.error)
    out->error = plain.error;
  text_out_done(&plain);
}
