/*
 * Tokens as a line of text, for comparing in tests:
 *
 *   "<a href=x>b</a>"  ->  T:0-10:a{href=x} t:10-11:b E:11-15:a
 *
 * T start tag, E end tag, t text, c comment, D doctype, n nothing; then the
 * span, then what the token says.
 */
#ifndef PITH_TESTS_TOKEN_TEXT_H
#define PITH_TESTS_TOKEN_TEXT_H

#include "html/token/tokenizer.h"

#include <stdio.h>

typedef struct token_text {
  char data[4096];
  size_t len;
} token_text;

static void
say(token_text *out, const char *format, uint32_t a, uint32_t b)
{
  size_t room = sizeof out->data - out->len;
  int size = snprintf(out->data + out->len, room, format, a, b);
  if (size > 0 && (size_t)size < room)
    out->len += (size_t)size;
}

static void
write_slice(token_text *out, pith_slice slice)
{
  for (size_t i = 0; i < slice.len && out->len + 1 < sizeof out->data; i++)
    out->data[out->len++] = slice.data[i];
  out->data[out->len] = '\0';
}

static void
write_cleaned(token_text *out, pith_store *store, const pith_token *token)
{
  pith_span span = {token->data_from, token->data_to};
  bool raw = token->kind == PITH_TOKEN_COMMENT || token->flags & PITH_TEXT_RAW;
  uint32_t offset = 0;
  if (pith__pool_new(store, span, span.to - span.from, &offset) &&
      pith__text_clean(store, span, token->flags & PITH_TEXT_AMP,
                       raw ? PITH_NUL_REPLACE : PITH_NUL_DROP, &offset))
    write_slice(out, pith__pool_slice(store, offset));
}

static void
write_attributes(token_text *out, const pith_store *store,
                 const pith_token *token)
{
  say(out, "{", 0, 0);
  for (uint32_t i = 0; i < token->attr_count; i++) {
    const pith_attr *attr = &store->attrs[token->first_attr + i];
    say(out, i ? "," : "", 0, 0);
    write_slice(out, pith__attr_name(store, attr));
    say(out, "=", 0, 0);
    write_slice(out, pith__attr_value(store, attr));
  }
  say(out, token->flags & PITH_TAG_SELF_CLOSING ? "}/" : "}", 0, 0);
}

static void
write_token(token_text *out, pith_store *store, const pith_token *token)
{
  static const char letter[] = "tTEcD.n";
  char kind[2] = {letter[token->kind], '\0'};
  say(out, out->len ? " " : "", 0, 0);
  write_slice(out, (pith_slice){kind, 1});
  say(out, ":%u-%u:", token->from, token->to);
  if (token->kind == PITH_TOKEN_START_TAG || token->kind == PITH_TOKEN_END_TAG)
    write_slice(out, token->name);
  if (token->kind == PITH_TOKEN_START_TAG)
    write_attributes(out, store, token);
  if (token->kind == PITH_TOKEN_TEXT || token->kind == PITH_TOKEN_COMMENT)
    write_cleaned(out, store, token);
  if (token->kind == PITH_TOKEN_DOCTYPE)
    write_slice(out, token->doctype.name);
}

#endif
