/*
 * Any bytes as a query, the first of them as the languages of an index: no
 * crash; what is refused says why; a formula leaves one value, its phrases are
 * words of the index and nothing that FTS5 could take for more, and one of them
 * at least is wanted. Plain words are read likewise, and never refused.
 */
#include "lab/search/query/query_parse.h"
#include "lab/search/words/token_fts5.h"

#include <assert.h>
#include <string.h>

/* As the tokenizer of the index takes it: words between marks, no quote that
 * would end a phrase of FTS5, no NUL that would end the text. */
static void
check_phrase(const query *q, const query_phrase *phrase)
{
  const char *text = q->text.data + phrase->from;
  assert(phrase->from <= q->text.len &&
         phrase->len <= q->text.len - phrase->from);
  assert(phrase->len > 2 && text[0] == CUT_BEGIN &&
         text[phrase->len - 1] == CUT_END);
  assert(!memchr(text, '\0', phrase->len) && !memchr(text, '"', phrase->len));
  assert(!memchr(text + 1, CUT_BEGIN, phrase->len - 1));
  assert(phrase->words > 0);
}

static void
check_operand(const query *q, const query_step *step)
{
  if (step->kind == QUERY_PASSED)
    return;
  assert(step->count > 0 && step->first < q->phrase_count &&
         step->count <= q->phrase_count - step->first);
}

static void
check_formula(const query *q)
{
  unsigned depth = 0;
  bool wanted = false;
  assert(q->step_count <= STEPS_MOST && q->phrase_count <= PHRASES_MOST);
  for (uint32_t i = 0; i < q->step_count; i++) {
    if (q->steps[i].kind <= QUERY_PASSED) {
      check_operand(q, &q->steps[i]);
      depth++;
    } else {
      assert(depth >= 2);
      depth--;
    }
  }
  for (uint32_t i = 0; i < q->phrase_count; i++) {
    check_phrase(q, &q->phrases[i]);
    wanted = wanted || q->phrases[i].ranks;
  }
  assert(depth == (q->step_count > 0));
  assert(wanted || q->step_count == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static query q;           /* large */
  static query_tools tools; /* stemmers are dear, and the same every time */
  const char *why = NULL;
  if (!tools.stems)
    tools.stems = token_stems_new();
  if (!tools.stems)
    return 0;
  if (size > 0)
    tools.languages = (uint64_t)data[0] << 1;
  const char *text = size > 0 ? (const char *)data + 1 : "";
  size_t len = size > 0 ? size - 1 : 0;
  if (query_parse(&tools, text, len, &q, &why)) {
    assert(q.step_count > 0);
    check_formula(&q);
  } else {
    assert(why && *why);
  }
  query_done(&q);
  query_plain(&tools, text, len, &q);
  check_formula(&q);
  query_done(&q);
  return 0;
}
