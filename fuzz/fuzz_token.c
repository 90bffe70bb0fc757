/*
 * Any bytes through the tokenizer: the spans of the tokens tile the input,
 * data lies inside its token, attributes inside their tag, and the whole
 * takes no more tokens than there are bytes. The first byte chooses the
 * state, the second the limit of attributes and whether CDATA is allowed.
 */
#include "base/slice.h"
#include "html/token/tokenizer.h"

#include <assert.h>
#include <stdlib.h>

static void
check_attributes(const pith_store *store, const pith_token *token)
{
  for (uint32_t i = 0; i < token->attr_count; i++) {
    const pith_attr *attr = &store->attrs[token->first_attr + i];
    pith_span name = pith__attr_name_span(store, attr);
    pith_span value = pith__attr_value_span(store, attr);
    assert(token->from < name.from && name.from <= name.to);
    assert(name.to <= value.from && value.from <= value.to);
    assert(value.to <= token->to);
    pith_slice text = pith__attr_name(store, attr);
    assert(text.len > 0 && memchr(text.data, '\0', text.len) == NULL);
    assert(pith__attr_find(store, token->first_attr, token->attr_count, text) ==
           attr);
  }
}

static void
clean_text(pith_store *store, const pith_token *token)
{
  pith_span span = {token->data_from, token->data_to};
  uint32_t offset;
  assert(token->from <= span.from && span.from <= span.to);
  assert(span.to <= token->to);
  bool done = pith__pool_new(store, span, span.to - span.from, &offset) &&
              pith__text_clean(store, span, token->flags & PITH_TEXT_AMP,
                               PITH_NUL_REPLACE, &offset);
  assert(done);
  pith_slice text = pith__pool_slice(store, offset);
  assert(text.len == 0 || memchr(text.data, '\0', text.len) == NULL);
  if (!(token->flags & (PITH_TEXT_AMP | PITH_TEXT_NUL | PITH_TEXT_CR))) {
    assert(text.len == span.to - span.from);
    assert(memcmp(text.data, store->text + span.from, text.len) == 0);
  }
}

static void
run(pith_tokenizer *tokenizer, size_t len)
{
  pith_token token;
  uint32_t at = 0;
  for (size_t count = 0;; count++) {
    pith_status status = pith__tokenizer_next(tokenizer, &token);
    assert(status == PITH_OK && token.from == at && count <= len);
    at = token.to;
    if (token.kind == PITH_TOKEN_END)
      break;
    assert(token.to > token.from);
    if (token.kind == PITH_TOKEN_START_TAG)
      check_attributes(tokenizer->store, &token);
    if (token.kind == PITH_TOKEN_TEXT || token.kind == PITH_TOKEN_COMMENT)
      clean_text(tokenizer->store, &token);
  }
  assert(at == len);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const char *const names[] = {"",      "plaintext", "title",
                                      "style", "script",    ""};
  if (size < 2)
    return 0;
  pith_token_state state = (pith_token_state)(data[0] % 6);
  pith_memory memory;
  pith_store store;
  pith_tokenizer tokenizer;
  pith__memory_init(&memory, NULL, (size_t)1 << 28);
  pith__store_init(&store, &memory);
  pith__store_reset(&store, pith__slice((const char *)data + 2, size - 2));
  pith__tokenizer_init(&tokenizer, &store, 1 + data[1] % 64);
  pith__tokenizer_allow_cdata(&tokenizer, data[1] & 128);
  pith__tokenizer_set_state(&tokenizer, state, pith__slice_of(names[state]));
  run(&tokenizer, size - 2);
  pith__store_done(&store);
  assert(memory.used == 0);
  return 0;
}
