/*
 * See text_space.h. A character reference can stand for white space too:
 * `&#32;`, `&#x9;`, `&Tab;` and `&NewLine;` (no other name does), so a token
 * with references is read character by character.
 */
#include "html/tree/text_space.h"

#include "base/slice.h"
#include "html/tree/insert.h"

/* No character read. */
#define NOTHING UINT32_MAX

/* The value of a digit in base 10 or 16, or 16 for none. */
static uint32_t
digit_value(char c, uint32_t base)
{
  if (pith__is_digit(c))
    return (uint32_t)(c - '0');
  char lower = pith__lower(c);
  if (base == 16 && lower >= 'a' && lower <= 'f')
    return (uint32_t)(lower - 'a') + 10;
  return 16;
}

/* `#32;` and `#x20`, behind the '&'. */
static uint32_t
read_number(const char *p, const char *end, uint32_t *code)
{
  const char *start = p++;
  uint32_t base = 10;
  uint32_t value = 0;
  if (p < end && (*p == 'x' || *p == 'X')) {
    base = 16;
    p++;
  }
  const char *digits = p;
  for (; p < end && digit_value(*p, base) < base; p++)
    value = value > 0x10FFFF ? value : value * base + digit_value(*p, base);
  if (p == digits)
    return 0;
  *code = value;
  return (uint32_t)(p - start) + (p < end && *p == ';');
}

/* `Tab;` and `NewLine;`, behind the '&'. */
static uint32_t
read_space_name(const char *p, size_t left, uint32_t *code)
{
  static const struct {
    pith_slice name;
    char code;
  } names[] = {{{"Tab;", 4}, '\t'}, {{"NewLine;", 8}, '\n'}};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    pith_slice name = names[i].name;
    if (left >= name.len && memcmp(p, name.data, name.len) == 0) {
      *code = (unsigned char)names[i].code;
      return (uint32_t)name.len;
    }
  }
  return 0;
}

/* The length of the character at p, and its code if it could be white space,
 * a line end or NUL. CR LF is one character. */
static uint32_t
read_character(const char *p, const char *end, bool references, uint32_t *code)
{
  *code = (unsigned char)*p;
  if (*p == '\r') {
    *code = '\n';
    return p + 1 < end && p[1] == '\n' ? 2 : 1;
  }
  if (*p != '&' || !references)
    return 1;
  size_t left = (size_t)(end - p) - 1;
  uint32_t len = 0;
  if (left > 0 && p[1] == '#')
    len = read_number(p + 1, end, code);
  else
    len = read_space_name(p + 1, left, code);
  if (len == 0)
    *code = NOTHING;
  return len + 1;
}

/* HTML, "ASCII whitespace". */
static bool
is_space(uint32_t code)
{
  return code < 0x80 && pith__is_space((char)code);
}

/* Where the white space that starts at `from` ends, in the token's data. With
 * `inverted` set: where the next white space starts. */
static uint32_t
find_end(const pith_builder *b, uint32_t from, bool nul_too, bool inverted)
{
  const char *text = b->tree->store.text;
  const char *end = text + b->token.data_to;
  const char *p = text + from;
  bool references = (b->token.flags & PITH_TEXT_AMP) != 0;
  while (p < end) {
    uint32_t code;
    uint32_t len = read_character(p, end, references, &code);
    /* A reference to NUL means U+FFFD; only a NUL itself is one. */
    bool space = is_space(code) || (nul_too && *p == '\0');
    if (space == inverted)
      break;
    p += len;
  }
  return (uint32_t)(p - text);
}

/* The token is from now on what begins at `at`. */
static bool
cut_token(pith_builder *b, uint32_t at)
{
  pith_token *token = &b->token;
  if (at >= token->data_to) {
    token->from = token->to;
    token->data_from = token->data_to;
    return false;
  }
  if (at > token->data_from) {
    token->from = at;
    token->data_from = at;
  }
  return true;
}

bool
pith__text_is_space(const pith_builder *b, bool nul_too)
{
  return find_end(b, b->token.data_from, nul_too, false) == b->token.data_to;
}

bool
pith__text_drop_space(pith_builder *b)
{
  return cut_token(b, find_end(b, b->token.data_from, false, false));
}

/* Insert the part of the token before `at`, and cut it off. */
static bool
insert_until(pith_builder *b, uint32_t at)
{
  const pith_token *token = &b->token;
  bool all = at == token->data_to;
  pith_piece piece = {token->from, all ? token->to : at, token->data_from, at,
                      token->flags};
  if (at > token->data_from)
    pith__insert_piece(b, &piece, PITH_NUL_DROP);
  return cut_token(b, at);
}

/* Insert leading white space; false when nothing else is left. */
bool
pith__text_insert_space(pith_builder *b)
{
  return insert_until(b, find_end(b, b->token.data_from, false, false));
}

/* For framesets: white space is inserted, everything else is dropped. */
void
pith__text_insert_only_space(pith_builder *b)
{
  while (pith__text_insert_space(b) &&
         cut_token(b, find_end(b, b->token.data_from, false, true)))
    b->steps--;
}

/* HTML, the newline behind `pre`, `listing` and `textarea`. False when
 * nothing is left of the token. */
bool
pith__text_skip_newline(pith_builder *b)
{
  const pith_token *token = &b->token;
  const char *text = b->tree->store.text;
  uint32_t code;
  if (token->data_from == token->data_to)
    return true;
  uint32_t len = read_character(text + token->data_from, text + token->data_to,
                                (token->flags & PITH_TEXT_AMP) != 0, &code);
  return code != '\n' || cut_token(b, token->data_from + len);
}
