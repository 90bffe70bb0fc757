/*
 * The tokenizer's centre: text up to the next markup, and which kind of
 * markup it is (WHATWG HTML, "Data state", "Tag open state", "Markup
 * declaration open state"). The kinds are read by the other files here.
 *
 * A '<' is text unless a letter, '/', '!' or '?' follows, so "a < b" is one
 * token.
 */
#include "html/token/tokenizer.h"

#include "base/scan.h"
#include "base/slice.h"
#include "html/token/parts.h"

/* HTML, "Tag open state": what must follow a '<' for it not to be text. "</"
 * at the end of the page is text. */
static bool
starts_markup(const char *p, const char *end)
{
  if (end - p < 2)
    return false;
  char next = p[1];
  if (next == '/')
    return end - p > 2;
  return pith__is_letter(next) || next == '!' || next == '?';
}

/* Text in the data state, from `at` to the next markup (not at `at`). The
 * scan notes '&', NUL and CR on the way, so most text is known to need no
 * change. */
static void
read_text(pith_tokenizer *tokenizer, pith_token *out)
{
  const char *start = tokenizer->at;
  const char *p = start;
  unsigned seen = 0;
  for (;; p++) {
    p = pith__scan(p, tokenizer->end, '<', &seen);
    if (p == tokenizer->end || starts_markup(p, tokenizer->end))
      break;
  }
  pith_span data = {pith__offset(tokenizer, start), pith__offset(tokenizer, p)};
  out->kind = PITH_TOKEN_TEXT;
  out->flags = seen;
  pith__finish_token(tokenizer, p, data, out);
}

/* Whether the page goes on with these bytes, in any case of letters. */
static bool
follows(const pith_tokenizer *tokenizer, const char *lower, size_t len)
{
  const char *p = tokenizer->at;
  pith_slice wanted = {lower, len};
  return (size_t)(tokenizer->end - p) >= len &&
         pith__slice_equal_folded(pith__slice(p, len), wanted);
}

/* Whether it goes on with exactly these bytes. */
static bool
follows_exactly(const pith_tokenizer *tokenizer, const char *text, size_t len)
{
  return (size_t)(tokenizer->end - tokenizer->at) >= len &&
         memcmp(tokenizer->at, text, len) == 0;
}

/* HTML, "Markup declaration open state". */
static pith_status
read_declaration(pith_tokenizer *tokenizer, pith_token *out)
{
  if (follows_exactly(tokenizer, "<!--", 4))
    pith__read_comment(tokenizer, out);
  else if (follows(tokenizer, "<!doctype", 9))
    return pith__read_doctype(tokenizer, out);
  else if (tokenizer->cdata_allowed &&
           follows_exactly(tokenizer, "<![CDATA[", 9))
    pith__read_cdata(tokenizer, 9, out);
  else
    pith__read_bogus_comment(tokenizer, 2, out);
  return PITH_OK;
}

/* HTML, "End tag open state": an end tag, `</>` which is nothing, or a
 * comment. */
static pith_status
read_end_tag(pith_tokenizer *tokenizer, pith_token *out)
{
  const char *name = tokenizer->at + 2;
  if (PITH_LIKELY(pith__is_letter(*name)))
    return pith__read_tag(tokenizer, true, out);
  if (*name == '>') {
    pith_span nothing = {pith__offset(tokenizer, name),
                         pith__offset(tokenizer, name)};
    out->kind = PITH_TOKEN_NOTHING;
    out->flags = 0;
    pith__finish_token(tokenizer, name + 1, nothing, out);
    return PITH_OK;
  }
  pith__read_bogus_comment(tokenizer, 2, out);
  return PITH_OK;
}

/* HTML, "Tag open state". Start tags first: they are the most frequent. */
static pith_status
read_markup(pith_tokenizer *tokenizer, pith_token *out)
{
  char next = tokenizer->at[1];
  if (PITH_LIKELY(pith__is_letter(next)))
    return pith__read_tag(tokenizer, false, out);
  if (PITH_LIKELY(next == '/'))
    return read_end_tag(tokenizer, out);
  if (next == '!')
    return read_declaration(tokenizer, out);
  pith__read_bogus_comment(tokenizer, 1, out);
  return PITH_OK;
}

/* The end of the page has an empty span behind the last byte. */
static void
read_end(pith_tokenizer *tokenizer, pith_token *out)
{
  pith_span nothing = {pith__offset(tokenizer, tokenizer->end),
                       pith__offset(tokenizer, tokenizer->end)};
  out->kind = PITH_TOKEN_END;
  out->flags = 0;
  pith__finish_token(tokenizer, tokenizer->end, nothing, out);
}

/* A token in one of the states that the tree switched to; false when the
 * state is over and the data state goes on. */
static bool
read_special(pith_tokenizer *tokenizer, pith_token *out)
{
  if (tokenizer->state != PITH_STATE_CDATA_SECTION)
    return pith__read_raw(tokenizer, out);
  tokenizer->state = PITH_STATE_DATA;
  pith__read_cdata(tokenizer, 0, out);
  return true;
}

void
pith__tokenizer_init(pith_tokenizer *tokenizer, pith_store *store,
                     uint32_t max_attributes)
{
  memset(tokenizer, 0, sizeof *tokenizer);
  tokenizer->store = store;
  tokenizer->start = store->text;
  tokenizer->at = store->text;
  tokenizer->end = store->text + store->text_len;
  tokenizer->max_attributes = max_attributes;
  tokenizer->state = PITH_STATE_DATA;
}

/* The tree switches states behind `title`, `script` and the like. The name
 * is copied, because the token it came from is overwritten; only absurdly
 * long names are lent. */
void
pith__tokenizer_set_state(pith_tokenizer *tokenizer, pith_token_state state,
                          pith_slice name)
{
  bool is_long = name.len > sizeof tokenizer->last_name;
  tokenizer->long_name = is_long ? name.data : NULL;
  if (!is_long)
    memcpy(tokenizer->last_name, name.data, name.len);
  tokenizer->last_name_len = (uint32_t)name.len;
  tokenizer->state = state;
}

/* Whatever the last token wrote to the store and nobody kept is dropped
 * here. */
pith_status
pith__tokenizer_next(pith_tokenizer *tokenizer, pith_token *out)
{
  pith__store_drop(tokenizer->store);
  if (PITH_UNLIKELY(tokenizer->at == tokenizer->end)) {
    read_end(tokenizer, out);
    return PITH_OK;
  }
  if (PITH_UNLIKELY(tokenizer->state != PITH_STATE_DATA) &&
      read_special(tokenizer, out))
    return PITH_OK;
  if (*tokenizer->at == '<' && starts_markup(tokenizer->at, tokenizer->end))
    return read_markup(tokenizer, out);
  read_text(tokenizer, out);
  return PITH_OK;
}
