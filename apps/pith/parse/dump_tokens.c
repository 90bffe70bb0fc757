/* dump_tokens.c: a stream of tokens in, the JSON of the html5lib tokenizer
 * tests out.
 *
 * The suites join neighbouring characters whatever produced them, so a text
 * that follows a text goes on with the same JSON string: nothing is collected
 * in memory.
 */
#include "pith/parse/parse_show.h"

#include <string.h>

/* Whether a token was written yet, and whether it is a text still open. */
typedef struct token_writer {
  text_out *out;
  const pith_token_stream *stream;
  bool any;
  bool in_text;
} token_writer;

static void
write_string(text_out *out, pith_slice text)
{
  text_out_json(out, text.data, text.len);
}

/* A string, or null when it is missing. */
static void
write_maybe(text_out *out, bool has, pith_slice text)
{
  if (has)
    write_string(out, text);
  else
    text_out_text(out, "null");
}

/* Close the string of a text and its token, if one is open. */
static void
end_text(token_writer *writer)
{
  if (writer->in_text)
    text_out_text(writer->out, "\"]");
  writer->in_text = false;
}

/* Open a token: what separates it from the last one, and its name. */
static void
begin(token_writer *writer, const char *kind)
{
  end_text(writer);
  text_out_text(writer->out, writer->any ? ", [\"" : "[\"");
  text_out_text(writer->out, kind);
  text_out_text(writer->out, "\", ");
  writer->any = true;
}

/* Texts that follow each other become one token:
 *
 *     TEXT "a"  TEXT "b"  TAG p   ──►   ["Character", "ab"], ["StartTag", ...
 *
 * An empty text opens none, as it is no token of the suites.
 */
static void
write_text(token_writer *writer, pith_slice text)
{
  if (text.len == 0)
    return;
  if (!writer->in_text) {
    begin(writer, "Character");
    text_out_text(writer->out, "\"");
    writer->in_text = true;
  }
  text_out_json_inside(writer->out, text.data, text.len);
}

/* Attributes are in the order of the source; the suites compare objects, so
 * their order does not matter. "true" is there only for a self-closing tag. */
static void
write_start_tag(token_writer *writer, const pith_token_view *token)
{
  begin(writer, "StartTag");
  write_string(writer->out, token->name);
  text_out_text(writer->out, ", {");
  for (uint32_t i = 0; i < token->attributes; i++) {
    pith_attribute attribute = pith_token_stream_attribute(writer->stream, i);
    if (i > 0)
      text_out_text(writer->out, ", ");
    write_string(writer->out, attribute.name);
    text_out_text(writer->out, ": ");
    write_string(writer->out, attribute.value);
  }
  text_out_text(writer->out, token->self_closing ? "}, true]" : "}]");
}

/* A missing identifier is null and an empty one is "": the suites distinguish
 * them. The last member is the correctness of the doctype, the opposite of
 * force-quirks. */
static void
write_doctype(token_writer *writer, const pith_doctype *doctype)
{
  begin(writer, "DOCTYPE");
  write_maybe(writer->out, doctype->has_name, doctype->name);
  text_out_text(writer->out, ", ");
  write_maybe(writer->out, doctype->has_public_id, doctype->public_id);
  text_out_text(writer->out, ", ");
  write_maybe(writer->out, doctype->has_system_id, doctype->system_id);
  text_out_text(writer->out, doctype->force_quirks ? ", false]" : ", true]");
}

/* A token that is a kind and one string. */
static void
write_word(token_writer *writer, const char *kind, pith_slice text)
{
  begin(writer, kind);
  write_string(writer->out, text);
  text_out_text(writer->out, "]");
}

/* PITH_TOKEN_NOTHING and the end of input are no tokens of the suites. */
static void
write_token(token_writer *writer, const pith_token_view *token)
{
  switch (token->kind) {
  case PITH_TOKEN_TEXT:
    write_text(writer, token->text);
    return;
  case PITH_TOKEN_START_TAG:
    write_start_tag(writer, token);
    return;
  case PITH_TOKEN_END_TAG:
    write_word(writer, "EndTag", token->name);
    return;
  case PITH_TOKEN_COMMENT:
    write_word(writer, "Comment", token->text);
    return;
  case PITH_TOKEN_DOCTYPE:
    write_doctype(writer, &token->doctype);
    return;
  case PITH_TOKEN_NOTHING:
  case PITH_TOKEN_END:
    return;
  }
}

/* The array is closed also after a failure, so what is printed stays JSON. */
pith_status
dump_tokens(text_out *out, pith_token_stream *stream)
{
  token_writer writer = {out, stream, false, false};
  pith_token_view token;
  pith_status status;
  text_out_text(out, "[");
  do {
    status = pith_token_stream_next(stream, &token);
    if (status == PITH_OK)
      write_token(&writer, &token);
  } while (status == PITH_OK && token.kind != PITH_TOKEN_END);
  end_text(&writer);
  text_out_text(out, "]\n");
  return status;
}
