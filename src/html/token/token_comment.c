/*
 * Comments, what is read as one, and CDATA sections.
 *
 * The ten comment states of the standard come down to: find a '>' and look at
 * the three bytes before it. Read from the data's first byte,
 *
 *     ""  "-"            closes at once:  <!-->  <!--->
 *     ends in --         closes:          <!-- x -->
 *     ends in --!        closes:          <!-- x --!>
 *
 * and at the end of the page one of "-", "--", "--!" at the end is dropped.
 */
#include "base/scan.h"
#include "base/slice.h"
#include "html/token/parts.h"

/* References mean nothing in comments, so '&' is not reported. */
static void
finish_comment(pith_tokenizer *tokenizer, const char *from, const char *data_to,
               const char *to, unsigned seen, pith_token *out)
{
  pith_span data = {pith__offset(tokenizer, from),
                    pith__offset(tokenizer, data_to)};
  out->kind = PITH_TOKEN_COMMENT;
  out->flags = seen & ~(unsigned)PITH_TEXT_AMP;
  pith__finish_token(tokenizer, to, data, out);
}

static bool
ends_with(const char *from, const char *to, const char *tail, ptrdiff_t len)
{
  return to - from >= len && memcmp(to - len, tail, (size_t)len) == 0;
}

/* HTML, the comment end states at the end of the page: dashes that might
 * have been the end are no data. */
static const char *
trim_at_end(const char *from, const char *end)
{
  if (ends_with(from, end, "--!", 3))
    return end - 3;
  if (ends_with(from, end, "--", 2))
    return end - 2;
  return ends_with(from, end, "-", 1) ? end - 1 : end;
}

/* HTML, "Comment start state" and the nine after it: look at each '>' and
 * decide by the bytes before it. */
void
pith__read_comment(pith_tokenizer *tokenizer, pith_token *out)
{
  const char *end = tokenizer->end;
  const char *data = tokenizer->at + 4; /* <!-- */
  unsigned seen = 0;
  for (const char *p = data;; p++) {
    p = pith__scan(p, end, '>', &seen);
    if (p == end) {
      finish_comment(tokenizer, data, trim_at_end(data, end), end, seen, out);
      return;
    }
    bool at_once = p == data || (p == data + 1 && *data == '-');
    if (at_once) {
      finish_comment(tokenizer, data, data, p + 1, seen, out);
      return;
    }
    ptrdiff_t tail = ends_with(data, p, "--", 2)    ? 2
                     : ends_with(data, p, "--!", 3) ? 3
                                                    : 0;
    if (tail > 0) {
      finish_comment(tokenizer, data, p - tail, p + 1, seen, out);
      return;
    }
  }
}

/* HTML, "Bogus comment state": up to the next '>', whatever is in it. */
void
pith__read_bogus_comment(pith_tokenizer *tokenizer, uint32_t skip,
                         pith_token *out)
{
  const char *end = tokenizer->end;
  const char *data = tokenizer->at + skip;
  unsigned seen = 0;
  const char *close = pith__scan(data, end, '>', &seen);
  finish_comment(tokenizer, data, close, close < end ? close + 1 : end, seen,
                 out);
}

/* HTML, "CDATA section state": text up to "]]>", in foreign content only. */
void
pith__read_cdata(pith_tokenizer *tokenizer, uint32_t skip, pith_token *out)
{
  const char *end = tokenizer->end;
  const char *data = tokenizer->at + skip;
  const char *close = data;
  unsigned seen = 0;
  for (;; close++) {
    close = pith__scan(close, end, '>', &seen);
    if (close == end || ends_with(data, close, "]]", 2))
      break;
  }
  const char *data_to = close == end ? end : close - 2;
  pith_span span = {pith__offset(tokenizer, data),
                    pith__offset(tokenizer, data_to)};
  out->kind = data_to > data ? PITH_TOKEN_TEXT : PITH_TOKEN_NOTHING;
  out->flags = seen & ~(unsigned)PITH_TEXT_AMP;
  pith__finish_token(tokenizer, close < end ? close + 1 : end, span, out);
}
