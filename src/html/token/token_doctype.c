/*
 * `<!DOCTYPE name PUBLIC "..." "...">` (WHATWG HTML, "DOCTYPE state" and the
 * fifteen after it). One a page, so it is read for clarity, not for speed.
 *
 * Whatever is wrong sets force-quirks, except surplus text after a complete
 * doctype. Identifiers that need no change are lent from the text.
 */
#include "base/slice.h"
#include "html/token/clean.h"
#include "html/token/parts.h"

/* A part of the doctype: in the pool when it had to change. */
typedef struct part {
  pith_span span;
  bool pooled;
  uint32_t offset;
} part;

typedef struct reader {
  pith_tokenizer *tokenizer;
  const char *at;
  const char *end;
  part name, public_id, system_id;
  bool force_quirks;
  bool failed;
} reader;

static void
skip_spaces(reader *r)
{
  while (r->at < r->end && pith__is_space(*r->at))
    r->at++;
}

/* Whether the tag ends here; if the page does, that is force-quirks. */
static bool
at_close(reader *r)
{
  if (r->at == r->end)
    r->force_quirks = true;
  return r->at == r->end || *r->at == '>';
}

/* HTML, "Bogus DOCTYPE state". */
static void
skip_to_close(reader *r)
{
  while (r->at < r->end && *r->at != '>')
    r->at++;
}

/* A part that needs no change is lent from the text. Otherwise it is cleaned
 * into the pool, and folded to lower case there if it is the name. */
static part
make_part(reader *r, const char *from, const char *to, bool fold)
{
  part made = {
      {pith__offset(r->tokenizer, from), pith__offset(r->tokenizer, to)},
      false,
      0};
  bool changes = (pith__scan_seen(from, to) & ~(unsigned)PITH_SEEN_AMP) != 0;
  for (const char *p = from; fold && p < to; p++)
    changes |= *p != pith__lower(*p);
  if (!changes)
    return made;

  pith_store *store = r->tokenizer->store;
  pith_clean_rules rules = {false, false, PITH_NUL_REPLACE};
  made.pooled = true;
  if (!pith__pool_new(store, made.span, (uint32_t)(to - from), &made.offset) ||
      !pith__clean_append(store, made.span, rules, &made.offset)) {
    r->failed = true;
    return made;
  }
  pith_slice copy = pith__pool_slice(store, made.offset);
  for (size_t i = 0; fold && i < copy.len; i++)
    store->pool[made.offset + i] = pith__lower(copy.data[i]);
  return made;
}

/* HTML, "DOCTYPE name state". */
static void
read_name(reader *r)
{
  const char *from = r->at;
  while (r->at < r->end && *r->at != '>' && !pith__is_space(*r->at))
    r->at++;
  r->name = make_part(r, from, r->at, true);
}

/* A quoted identifier at `at`. False when it is cut off by '>' or the end,
 * which is force-quirks. */
static bool
read_identifier(reader *r, part *out)
{
  char quote = *r->at++;
  const char *from = r->at;
  while (r->at < r->end && *r->at != quote && *r->at != '>')
    r->at++;
  *out = make_part(r, from, r->at, false);
  if (r->at == r->end || *r->at == '>') {
    r->force_quirks = true;
    return false;
  }
  r->at++;
  return true;
}

/* Whether an identifier begins here. */
static bool
at_quote(const reader *r)
{
  return r->at < r->end && (*r->at == '"' || *r->at == '\'');
}

/* PUBLIC or SYSTEM, in any case; both have six letters. */
static bool
take_keyword(reader *r, const char *keyword)
{
  pith_slice word = {keyword, 6};
  if (r->end - r->at < 6 ||
      !pith__slice_equal_folded(pith__slice(r->at, 6), word))
    return false;
  r->at += 6;
  return true;
}

/* HTML, "After DOCTYPE public keyword state" and the states after it. SYSTEM
 * starts in the middle of the same sequence. */
static void
read_identifiers(reader *r, bool with_public, pith_doctype *doctype)
{
  skip_spaces(r);
  if (at_close(r) || !at_quote(r)) {
    r->force_quirks = true;
    skip_to_close(r);
    return;
  }
  if (with_public) {
    doctype->has_public_id = true;
    if (!read_identifier(r, &r->public_id))
      return;
    skip_spaces(r);
    if (at_close(r))
      return;
    if (!at_quote(r)) {
      r->force_quirks = true;
      skip_to_close(r);
      return;
    }
  }
  doctype->has_system_id = true;
  if (!read_identifier(r, &r->system_id))
    return;
  skip_spaces(r);
  if (!at_close(r))
    skip_to_close(r); /* surplus text: no quirks by the standard */
}

/* A doctype without a name is force-quirks. */
static void
read_parts(reader *r, pith_doctype *doctype)
{
  skip_spaces(r);
  if (at_close(r)) {
    r->force_quirks = true;
    return;
  }
  doctype->has_name = true;
  read_name(r);
  skip_spaces(r);
  if (at_close(r))
    return;
  if (take_keyword(r, "public")) {
    read_identifiers(r, true, doctype);
  } else if (take_keyword(r, "system")) {
    read_identifiers(r, false, doctype);
  } else {
    r->force_quirks = true;
    skip_to_close(r);
  }
}

/* Slices are made at the end, because the pool moves while parts are read. */
static pith_slice
part_slice(const reader *r, const part *p)
{
  if (p->pooled)
    return pith__pool_slice(r->tokenizer->store, p->offset);
  return pith__slice(r->tokenizer->start + p->span.from,
                     p->span.to - p->span.from);
}

/* The token is complete even if the page ends in it. */
pith_status
pith__read_doctype(pith_tokenizer *tokenizer, pith_token *out)
{
  reader r = {.tokenizer = tokenizer,
              .at = tokenizer->at + 9, /* <!doctype */
              .end = tokenizer->end};
  pith_doctype doctype = {0};
  read_parts(&r, &doctype);
  if (r.failed)
    return pith__memory_status(tokenizer->store->memory);

  doctype.name = part_slice(&r, &r.name);
  doctype.public_id = part_slice(&r, &r.public_id);
  doctype.system_id = part_slice(&r, &r.system_id);
  doctype.force_quirks = r.force_quirks;
  out->kind = PITH_TOKEN_DOCTYPE;
  out->flags = 0;
  out->doctype = doctype;
  const char *to = r.at < r.end ? r.at + 1 : r.end;
  pith_span nothing = {pith__offset(tokenizer, to),
                       pith__offset(tokenizer, to)};
  pith__finish_token(tokenizer, to, nothing, out);
  return PITH_OK;
}
