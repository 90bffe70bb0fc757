/* The tokenizer through pith.h: kinds, spans, attributes, states. */
#include <pith_experimental.h>

#include <stdio.h>
#include <string.h>

static int failures;
static pith_context *context;

static void
expect(bool good, int line)
{
  if (!good) {
    printf("failed: line %d\n", line);
    failures++;
  }
}

static bool
is(pith_slice slice, const char *text)
{
  return slice.len == strlen(text) && memcmp(slice.data, text, slice.len) == 0;
}

static pith_token_stream *
start(const char *html, pith_token_state state, const char *last)
{
  pith_slice input = {html, strlen(html)};
  pith_token_stream *stream;
  expect(pith_token_stream_new(context, input, NULL, state, last, &stream) ==
             PITH_OK,
         __LINE__);
  return stream;
}

static pith_token_view
next(pith_token_stream *stream)
{
  pith_token_view token;
  expect(pith_token_stream_next(stream, &token) == PITH_OK, __LINE__);
  return token;
}

static void
every_kind(void)
{
  pith_token_stream *stream =
      start("<!doctype a>x&amp;y<B c=1 d='2' c=3 /></b><!--e--></>",
            PITH_STATE_DATA, NULL);
  pith_token_view token = next(stream);
  expect(token.kind == PITH_TOKEN_DOCTYPE && is(token.doctype.name, "a"),
         __LINE__);
  expect(token.span.from == 0 && token.span.to == 12, __LINE__);
  expect(!token.doctype.has_public_id && !token.doctype.force_quirks, __LINE__);
  token = next(stream);
  expect(token.kind == PITH_TOKEN_TEXT && is(token.text, "x&y"), __LINE__);
  token = next(stream);
  expect(token.kind == PITH_TOKEN_START_TAG && is(token.name, "b"), __LINE__);
  expect(token.attributes == 2 && token.self_closing, __LINE__);
  expect(is(pith_token_stream_attribute(stream, 0).value, "1"), __LINE__);
  expect(is(pith_token_stream_attribute(stream, 1).name, "d"), __LINE__);
  expect(is(pith_token_stream_attribute(stream, 2).name, ""), __LINE__);
  token = next(stream);
  expect(token.kind == PITH_TOKEN_END_TAG && is(token.name, "b"), __LINE__);
  expect(token.attributes == 0, __LINE__);
  token = next(stream);
  expect(token.kind == PITH_TOKEN_COMMENT && is(token.text, "e"), __LINE__);
  token = next(stream);
  expect(token.kind == PITH_TOKEN_NOTHING, __LINE__);
  expect(token.span.to - token.span.from == 3, __LINE__);
  for (int i = 0; i < 3; i++) {
    token = next(stream);
    expect(token.kind == PITH_TOKEN_END && token.span.from == token.span.to,
           __LINE__);
  }
  pith_token_stream_free(stream);
}

static void
a_mark_is_nothing(void)
{
  pith_token_stream *stream = start("\xEF\xBB\xBFx", PITH_STATE_DATA, NULL);
  pith_token_view token = next(stream);
  expect(token.kind == PITH_TOKEN_NOTHING && token.span.to == 3, __LINE__);
  token = next(stream);
  expect(token.kind == PITH_TOKEN_TEXT && token.span.from == 3, __LINE__);
  pith_token_stream_free(stream);
}

static void
states_end_by_their_tag(void)
{
  pith_token_stream *stream =
      start("a</b>&lt;</title>c", PITH_STATE_RCDATA, "title");
  pith_token_view token = next(stream);
  expect(token.kind == PITH_TOKEN_TEXT, __LINE__);
  while (token.kind == PITH_TOKEN_TEXT)
    token = next(stream);
  expect(token.kind == PITH_TOKEN_END_TAG && is(token.name, "title"), __LINE__);
  token = next(stream);
  expect(is(token.text, "c"), __LINE__);
  pith_token_stream_free(stream);

  stream = start("<b>&lt;", PITH_STATE_PLAINTEXT, NULL);
  token = next(stream);
  expect(token.kind == PITH_TOKEN_TEXT && is(token.text, "<b>&lt;"), __LINE__);
  pith_token_stream_free(stream);
}

static void
spans_tile_a_decoded_page(void)
{
  /* Each Cyrillic letter is one byte here and two in the text. */
  pith_slice html = {"<p a=\xcf>\xcf\xf0\xe8<b>", 13};
  pith_options options;
  pith_token_stream *stream;
  pith_token_view token;
  uint32_t at = 0;
  pith_options_default(&options);
  options.encoding = "windows-1251";
  expect(pith_token_stream_new(context, html, &options, PITH_STATE_DATA, NULL,
                               &stream) == PITH_OK,
         __LINE__);
  do {
    token = next(stream);
    expect(token.span.from == at, __LINE__);
    at = token.span.to;
    if (token.attributes > 0) {
      pith_attribute attribute = pith_token_stream_attribute(stream, 0);
      expect(attribute.value_span.from == 5 && attribute.value_span.to == 6,
             __LINE__);
      expect(is(attribute.value, "\xD0\x9F"), __LINE__);
    }
  } while (token.kind != PITH_TOKEN_END);
  expect(at == html.len, __LINE__);
  pith_token_stream_free(stream);
}

static void
failures_are_reported(void)
{
  pith_slice html = {"xyz", 3};
  pith_options options;
  pith_token_stream *stream;
  pith_options_default(&options);
  options.encoding = "no-such-label";
  expect(pith_token_stream_new(context, html, &options, PITH_STATE_DATA, NULL,
                               &stream) == PITH_CHARSET &&
             !stream,
         __LINE__);
  pith_options_default(&options);
  options.max_bytes = 2;
  expect(pith_token_stream_new(context, html, &options, PITH_STATE_DATA, NULL,
                               &stream) == PITH_LIMIT &&
             !stream,
         __LINE__);
}

int
main(void)
{
  if (pith_context_new(NULL, &context) != PITH_OK)
    return 1;
  every_kind();
  a_mark_is_nothing();
  states_end_by_their_tag();
  spans_tile_a_decoded_page();
  failures_are_reported();
  pith_context_free(context);
  return failures > 0;
}
