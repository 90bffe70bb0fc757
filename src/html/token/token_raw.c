/*
 * Text in which tags mean nothing: RCDATA (title, textarea), RAWTEXT (style,
 * xmp, iframe ...), script data and PLAINTEXT.
 *
 * All but the last end at `</name`, the name being that of the element, in
 * any case, followed by white space, '/' or '>'. Scripts know a comment whose
 * inside may hold a whole <script>...</script> that does not end it:
 *
 *        ┌───────────── --> ─────────────┐
 *        ▼                               │
 *     PLAIN ── <!-- ──► ESCAPED ── <script ──► DOUBLE
 *                          ▲                     │
 *                          └───── </script ──────┘
 *
 * The end tag counts in PLAIN and ESCAPED; --> leads from DOUBLE to PLAIN as
 * well.
 */
#include "base/scan.h"
#include "base/slice.h"
#include "html/token/parts.h"

typedef enum escape { PLAIN, ESCAPED, DOUBLE } escape;

/* HTML, "RCDATA end tag name state": whether `name` (lower case) is at p in
 * any case and ends there. */
static bool
is_name_at(const char *p, const char *end, pith_slice name)
{
  if ((size_t)(end - p) <= name.len)
    return false;
  char after = p[name.len];
  return pith__slice_equal_folded(pith__slice(p, name.len), name) &&
         (pith__is_space(after) || after == '/' || after == '>');
}

/* Whether the '<' at p starts the end tag that leaves the raw text. */
static bool
is_leaving(const pith_tokenizer *tokenizer, const char *p)
{
  pith_slice name = {tokenizer->long_name ? tokenizer->long_name
                                          : tokenizer->last_name,
                     tokenizer->last_name_len};
  return name.len > 0 && tokenizer->end - p >= 2 && p[1] == '/' &&
         is_name_at(p + 2, tokenizer->end, name);
}

/* The '<' of the end tag, or the end of the page. Any other '<' is text. */
static const char *
find_end_tag(const pith_tokenizer *tokenizer, unsigned *seen)
{
  const char *p = tokenizer->at;
  for (;; p++) {
    p = pith__scan(p, tokenizer->end, '<', seen);
    if (p == tokenizer->end || is_leaving(tokenizer, p))
      return p;
  }
}

/* Whether these bytes come next. */
static bool
starts_with(const char *p, const char *end, const char *text, size_t len)
{
  return (size_t)(end - p) >= len && memcmp(p, text, len) == 0;
}

/* HTML, "Script data double escape start state" and "double escape end
 * state": what a '<' at p inside a script comment does to the level. */
static escape
next_escape(const char *p, const char *end, escape level)
{
  const pith_slice script = {"script", 6};
  if (level == ESCAPED && is_name_at(p + 1, end, script))
    return DOUBLE;
  if (level == DOUBLE && end - p >= 2 && p[1] == '/' &&
      is_name_at(p + 2, end, script))
    return ESCAPED;
  return level;
}

/* Inside `<!--` of a script: from p to where the level is PLAIN again, the
 * end tag, or the end of the page. */
static const char *
skip_script_comment(const pith_tokenizer *tokenizer, const char *p,
                    bool *leaving)
{
  const char *end = tokenizer->end;
  escape level = ESCAPED;
  for (;; p++) {
    p = pith__scan_either(p, end, '<', '-');
    if (p == end)
      return end;
    if (*p == '-') {
      if (starts_with(p, end, "-->", 3))
        return p + 3;
    } else if (level == ESCAPED && is_leaving(tokenizer, p)) {
      *leaving = true;
      return p;
    } else {
      level = next_escape(p, end, level);
    }
  }
}

/* As find_end_tag(), with the comments of scripts. Each byte is scanned
 * once, in or out of a comment. */
static const char *
find_script_end(const pith_tokenizer *tokenizer, unsigned *seen)
{
  const char *end = tokenizer->end;
  const char *p = tokenizer->at;
  while (p < end) {
    p = pith__scan(p, end, '<', seen);
    if (p == end || is_leaving(tokenizer, p))
      return p;
    if (!starts_with(p, end, "<!--", 4)) {
      p++;
      continue;
    }
    bool leaving = false;
    const char *comment = p + 2;
    p = skip_script_comment(tokenizer, comment, &leaving);
    *seen |= pith__scan_seen(comment, p);
    if (leaving)
      return p;
  }
  return end;
}

/* False when the raw text is over, so that the data state reads the end tag. */
bool
pith__read_raw(pith_tokenizer *tokenizer, pith_token *out)
{
  unsigned seen = 0;
  const char *to;
  if (tokenizer->state == PITH_STATE_PLAINTEXT) {
    to = tokenizer->end;
    seen = pith__scan_seen(tokenizer->at, to);
  } else if (tokenizer->state == PITH_STATE_SCRIPT_DATA) {
    to = find_script_end(tokenizer, &seen);
  } else {
    to = find_end_tag(tokenizer, &seen);
  }
  if (to == tokenizer->at) {
    tokenizer->state = PITH_STATE_DATA;
    return false;
  }
  out->kind = PITH_TOKEN_TEXT;
  out->flags = seen;
  if (tokenizer->state != PITH_STATE_RCDATA)
    out->flags &= ~(unsigned)PITH_TEXT_AMP;
  out->flags |= PITH_TEXT_RAW;
  pith_span data = {pith__offset(tokenizer, tokenizer->at),
                    pith__offset(tokenizer, to)};
  pith__finish_token(tokenizer, to, data, out);
  return true;
}
