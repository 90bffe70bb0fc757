/*
 * The tokenizer as a stream of views (pith.h, section 8). Nothing steers it:
 * what it says is what the standard's tokenizer says alone.
 *
 * What surprises: a byte order mark is no token, yet the spans shall tile the
 * input; so the mark comes first, as a token that is nothing.
 */
#include "api/workspace.h"

#include "base/slice.h"

/* Text with its references resolved and its line ends made one; false when
 * memory ends. Most text needs none of it and stays where it is. */
static bool
read_text(pith_store *store, const pith_token *token, pith_slice *out)
{
  pith_span span = {token->data_from, token->data_to};
  bool comment = token->kind == PITH_TOKEN_COMMENT;
  bool raw = comment || (token->flags & PITH_TEXT_RAW);
  uint32_t offset;
  if (!(token->flags & (PITH_TEXT_AMP | PITH_TEXT_NUL | PITH_TEXT_CR))) {
    *out = pith__slice(store->text + span.from, span.to - span.from);
    return true;
  }
  if (!pith__pool_new(store, span, span.to - span.from, &offset) ||
      !pith__text_clean(store, span, (token->flags & PITH_TEXT_AMP) != 0,
                        raw ? PITH_NUL_REPLACE : PITH_NUL_KEEP, &offset))
    return false;
  *out = pith__pool_slice(store, offset);
  return true;
}

/* Names and doctypes are lent by the tokenizer until the next token. The kinds
 * that are not listed have a span and nothing else. */
static pith_status
fill_view(pith_token_stream *stream, pith_token_view *out)
{
  const pith_token *token = &stream->token;
  out->kind = token->kind;
  out->span = pith__map_span(stream->work, token->from, token->to);
  switch (token->kind) {
  case PITH_TOKEN_START_TAG:
    out->attributes = token->attr_count;
    out->self_closing = (token->flags & PITH_TAG_SELF_CLOSING) != 0;
    out->name = token->name;
    return PITH_OK;
  case PITH_TOKEN_END_TAG:
    out->name = token->name;
    return PITH_OK;
  case PITH_TOKEN_DOCTYPE:
    out->doctype = token->doctype;
    return PITH_OK;
  case PITH_TOKEN_TEXT:
  case PITH_TOKEN_COMMENT:
    if (!read_text(&stream->work->tree.store, token, &out->text))
      return pith__memory_status(&stream->work->memory);
    return PITH_OK;
  default:
    return PITH_OK;
  }
}

/* Start the tokenizer on the decoded text. The name is kept in the buffer for
 * renderings, which a stream has no other use for. */
static pith_status
start(pith_token_stream *stream, const pith_options *options,
      pith_token_state state, const char *last_start_tag)
{
  pith_store *store = &stream->work->tree.store;
  pith_buffer *name = &stream->work->rendered;
  pith__buffer_clear(name);
  pith__buffer_append(name, last_start_tag,
                      last_start_tag ? strlen(last_start_tag) : 0);
  if (name->failed)
    return pith__memory_status(name->memory);
  pith__store_reset(store, stream->work->decoded.text);
  pith__tokenizer_init(&stream->tokenizer, store, options->max_attributes);
  pith__tokenizer_set_state(&stream->tokenizer, state,
                            name->len > 0 ? pith__buffer_slice(name)
                                          : pith__slice("", 0));
  memset(&stream->token, 0, sizeof stream->token);
  stream->started = false;
  return PITH_OK;
}

pith_status
pith_token_stream_new(pith_context *context, pith_slice html,
                      const pith_options *options, pith_token_state state,
                      const char *last_start_tag, pith_token_stream **out)
{
  pith_options mine;
  *out = NULL;
  pith__options_read(options, &mine);
  if (html.len > mine.max_bytes)
    return PITH_LIMIT;
  pith_workspace *work = pith__workspace_take(context, mine.max_memory);
  if (!work)
    return PITH_NOMEM;
  pith_decode_hints hints = {mine.encoding, mine.transport_encoding, NULL};
  pith_status status = pith__decode(&work->decoded, html, &hints);
  if (status == PITH_OK)
    status = start(&work->stream, &mine, state, last_start_tag);
  if (status != PITH_OK) {
    pith__workspace_free(work);
    return status;
  }
  *out = &work->stream;
  return PITH_OK;
}

/* The mark of byte order is where text offset 0 is not byte 0. */
pith_status
pith_token_stream_next(pith_token_stream *stream, pith_token_view *out)
{
  memset(out, 0, sizeof *out);
  out->name = out->text = pith__slice("", 0);
  if (!stream->started) {
    stream->started = true;
    out->kind = PITH_TOKEN_NOTHING;
    out->span.to = pith__decode_offset(&stream->work->decoded, 0);
    if (out->span.to > 0)
      return PITH_OK;
  }
  pith_status status = pith__tokenizer_next(&stream->tokenizer, &stream->token);
  if (status != PITH_OK)
    return status;
  return fill_view(stream, out);
}

/* Only start tags have attributes: those of an end tag are an error, and
 * ignored (HTML, "end-tag-with-attributes"). */
pith_attribute
pith_token_stream_attribute(const pith_token_stream *stream, uint32_t index)
{
  const pith_token *token = &stream->token;
  const pith_attr *attrs = stream->work->tree.store.attrs;
  bool has = token->kind == PITH_TOKEN_START_TAG && index < token->attr_count;
  return pith__attribute_view(stream->work,
                              has ? &attrs[token->first_attr + index] : NULL);
}

void
pith_token_stream_free(pith_token_stream *stream)
{
  if (stream)
    pith__workspace_return(stream->work);
}
