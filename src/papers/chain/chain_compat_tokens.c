/*
 * See chain_compat_tokens.h. Normal forms (docs/lab/methods/chain.md, "normal
 * form"):
 *
 *     start tag      <name attr="value" attr="">
 *                    names in lower case, values unchanged, order and
 *                    repetitions kept, '/' dropped
 *     end tag        </name>
 *     text           trimmed, each run of white space one blank
 *     script, style  start tag, body as text, end tag
 *
 * A form is written straight to memory reserved for the longest it can be:
 * three times the source and a little (from "/a" to ` a=""`).
 */
#include "papers/chain/chain_compat_tokens.h"

#include "base/slice.h"

#define FORM_MOST(source) (3 * (size_t)(source) + 32)

/* Writers return where the next byte goes. Room is reserved by the caller. */
static char *
write_bytes(char *to, pith_slice bytes)
{
  if (bytes.len > 0)
    memcpy(to, bytes.data, bytes.len);
  return to + bytes.len;
}

/* Only ASCII letters: names of other scripts are not folded in HTML. */
static char *
write_lower(char *to, pith_slice name)
{
  for (size_t i = 0; i < name.len; i++)
    *to++ = pith__lower(name.data[i]);
  return to;
}

/* Text with runs of white space made one blank. `blank` is whether white
 * space has been passed since the last byte written, and is updated: so text
 * in several parts comes out as one, and the end is trimmed. */
static char *
write_text(char *to, pith_slice text, bool *blank)
{
  for (size_t i = 0; i < text.len; i++) {
    char c = text.data[i];
    if (pith__is_space(c)) {
      *blank = true;
      continue;
    }
    if (*blank)
      *to++ = ' ';
    *blank = false;
    *to++ = c;
  }
  return to;
}

/* Attributes are written as they come, because the papers compare source,
 * not meaning. */
static char *
write_tag(char *to, const pith_raw_scan *scan, const pith_raw_piece *tag)
{
  bool opens = tag->kind == PITH_RAW_START_TAG;
  to = write_bytes(to, pith__slice_of(opens ? "<" : "</"));
  to = write_lower(to, pith__raw_slice(scan, tag->name));
  uint32_t at = tag->name.to;
  pith_raw_attr attr;
  while (opens && pith__raw_attr_next(scan, &at, &attr)) {
    *to++ = ' ';
    to = write_lower(to, pith__raw_slice(scan, attr.name));
    to = write_bytes(to, pith__slice_of("=\""));
    to = write_bytes(to, pith__raw_slice(scan, attr.value));
    *to++ = '"';
  }
  *to++ = '>';
  return to;
}

/* Trimmed text of a script or style. */
static char *
write_body(char *to, pith_slice body)
{
  size_t first = 0;
  bool blank = false;
  while (first < body.len && pith__is_space(body.data[first]))
    first++;
  body.data += first;
  body.len -= first;
  return write_text(to, body, &blank);
}

/* Where to write a form of a source of this many bytes, or NULL. */
static char *
reserve(pith_buffer *normal, uint32_t source)
{
  if (!normal || !pith__buffer_reserve(normal, FORM_MOST(source)))
    return NULL;
  return normal->data + normal->len;
}

/* The buffer grows by what was written. */
static void
commit(pith_buffer *normal, const char *end)
{
  normal->len = (size_t)(end - normal->data);
}

/* A tag, or a whole `script` or `style` element. Returns its bytes. */
static pith_span
take_tag(pith_chain_tokens *tokens, const pith_raw_piece *tag)
{
  const pith_raw_scan *scan = &tokens->scan;
  pith_raw_element element = {tag->span, {0, 0}};
  bool raw = tag->kind == PITH_RAW_START_TAG &&
             (pith__raw_name_is(scan, tag, "script") ||
              pith__raw_name_is(scan, tag, "style"));
  if (raw)
    pith__raw_scan_element(&tokens->scan, tag, &element);
  char *to = reserve(tokens->normal, element.span.to - element.span.from);
  if (!to)
    return element.span;
  to = write_tag(to, scan, tag);
  if (raw) {
    to = write_body(to, pith__raw_slice(scan, element.body));
    to = write_bytes(to, pith__slice_of("</"));
    to = write_lower(to, pith__raw_slice(scan, tag->name));
    *to++ = '>';
  }
  commit(tokens->normal, to);
  return element.span;
}

/* Narrow a piece of text to its bytes that are not white space. */
static pith_span
trim(const pith_raw_scan *scan, pith_span span)
{
  while (span.from < span.to && pith__is_space(scan->data[span.from]))
    span.from++;
  while (span.from < span.to && pith__is_space(scan->data[span.to - 1]))
    span.to--;
  return span;
}

/* A text run that begins with the piece `text`; reads up to what ends it,
 * which becomes the pending piece. Comments inside do not end it. False when
 * it is white space only. */
static bool
take_text(pith_chain_tokens *tokens, pith_raw_piece *text, pith_span *span)
{
  bool blank = false, some = false;
  do {
    pith_span inner = trim(&tokens->scan, text->span);
    if (text->kind == PITH_RAW_TEXT && inner.from < inner.to) {
      if (!some)
        span->from = inner.from;
      span->to = inner.to;
      pith_span kept = {some ? text->span.from : inner.from, text->span.to};
      char *to = reserve(tokens->normal, kept.to - kept.from);
      if (to)
        commit(tokens->normal,
               write_text(to, pith__raw_slice(&tokens->scan, kept), &blank));
      some = true;
    } else if (text->kind == PITH_RAW_TEXT) {
      blank = some;
    }
    pith__raw_scan_next(&tokens->scan, text);
  } while (text->kind == PITH_RAW_TEXT || text->kind == PITH_RAW_COMMENT);
  tokens->pending = *text;
  return some;
}

pith_status
pith__chain_tokens_init(pith_chain_tokens *tokens, pith_slice page,
                        pith_buffer *normal)
{
  tokens->normal = normal;
  tokens->pending.kind = PITH_RAW_END;
  return pith__raw_scan_init(&tokens->scan, page);
}

/* A tag that the file ends in is no token: the papers' pages were whole. */
bool
pith__chain_tokens_next(pith_chain_tokens *tokens, pith_span *span)
{
  pith_raw_piece piece = tokens->pending;
  tokens->pending.kind = PITH_RAW_END;
  if (piece.kind == PITH_RAW_END)
    pith__raw_scan_next(&tokens->scan, &piece);
  for (;;) {
    switch (piece.kind) {
    case PITH_RAW_END:
    case PITH_RAW_CUT_TAG:
      return false;
    case PITH_RAW_START_TAG:
    case PITH_RAW_END_TAG:
      *span = take_tag(tokens, &piece);
      return true;
    case PITH_RAW_TEXT:
      if (take_text(tokens, &piece, span))
        return true;
      tokens->pending.kind = PITH_RAW_END;
      break;
    case PITH_RAW_COMMENT:
      pith__raw_scan_next(&tokens->scan, &piece);
      break;
    }
  }
}
