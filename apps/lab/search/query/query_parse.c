/* query_parse.c: a query as a postfix formula over phrases.
 *
 *     watch AND (repair OR "old clock") NOT shop
 *         ──►  watch  repair  "old clock"  OR  AND  shop  NOT
 *
 * Operators wait on a stack until one that binds less closely comes (Dijkstra's
 * shunting yard). Words side by side are joined by OR, which binds least.
 */
#include "lab/search/query/query_parse.h"

#include "lab/search/query/query_words.h"

#include "common/system/ascii_text.h"

#include <stdlib.h>
#include <string.h>

/* Operators that wait, and what they stand for; the closer they bind the larger
 * the number. */
typedef enum waiting {
  WAIT_OPEN, /* a parenthesis */
  WAIT_BESIDE,
  WAIT_OR,
  WAIT_AND,
  WAIT_NOT
} waiting;

/* Operators that wait at once, and distances of NEAR in words. */
enum { WAIT_MOST = 128, NEAR_USUAL = 10, NEAR_MOST = 1000 };

/* A text on its way into a formula. `why` is the first thing that was wrong. */
typedef struct parser {
  const query_tools *tools;
  query *out;
  const char *text;
  size_t len;
  size_t at;
  waiting stack[WAIT_MOST];
  unsigned depth;
  bool operand;    /* the last thing was one, or a closing parenthesis */
  bool has_word;   /* there is one that is not passed over */
  bool has_stop;   /* there is one that is */
  const char *why; /* NULL: all is well */
} parser;

/* The first reason is the one that is reported; an empty one means that
 * memory ended. */
static bool
refuse(parser *in, const char *why)
{
  in->why = why;
  return false;
}

/* NUL is none, though strchr() finds it. */
static bool
is_one_of(char c, const char *signs)
{
  return c != '\0' && strchr(signs, c) != NULL;
}

/* White space separates and means nothing. */
static void
skip_blanks(parser *in)
{
  while (in->at < in->len && text_is_space(in->text[in->at]))
    in->at++;
}

/* --- the formula ---------------------------------------------------------- */

/* The formula is postfix: operands first, then what joins them. */
static bool
add_step(parser *in, query_step step)
{
  if (in->out->step_count == STEPS_MOST)
    return refuse(in, "too many words in it");
  in->out->steps[in->out->step_count++] = step;
  return true;
}

/* Write the operators that bind closer than `kind`. */
static bool
release(parser *in, waiting kind)
{
  static const query_kind kinds[] = {[WAIT_BESIDE] = QUERY_OR,
                                     [WAIT_OR] = QUERY_OR,
                                     [WAIT_AND] = QUERY_AND,
                                     [WAIT_NOT] = QUERY_NOT};
  while (in->depth > 0 && in->stack[in->depth - 1] >= kind &&
         in->stack[in->depth - 1] != WAIT_OPEN)
    if (!add_step(in, (query_step){.kind = kinds[in->stack[--in->depth]]}))
      return false;
  return true;
}

/* Operators wait here until one that binds less comes. */
static bool
push(parser *in, waiting kind)
{
  if (in->depth == WAIT_MOST)
    return refuse(in, "too many parentheses in it");
  in->stack[in->depth++] = kind;
  return true;
}

/* An operator: between two operands. */
static bool
add_operator(parser *in, waiting kind)
{
  bool after_and = in->depth > 0 && in->stack[in->depth - 1] == WAIT_AND;
  if (kind == WAIT_NOT && !in->operand && after_and) {
    in->stack[in->depth - 1] = WAIT_NOT; /* AND NOT */
    return true;
  }
  if (!in->operand)
    return refuse(in, kind == WAIT_NOT
                          ? "NOT requires something before it that is sought"
                          : "AND and OR go between two words");
  in->operand = false;
  /* NOT binds as AND does: a AND b NOT c. */
  return release(in, kind == WAIT_NOT ? WAIT_AND : kind) && push(in, kind);
}

/* What comes before an operand that follows another. */
static bool
begin_operand(parser *in)
{
  return !in->operand || add_operator(in, WAIT_BESIDE);
}

/* --- operands ------------------------------------------------------------- */

/* A text in quotes, whose opening one was read. */
static bool
read_quoted(parser *in, pith_slice *out)
{
  const char *from = in->text + in->at;
  const char *end = memchr(from, '"', in->len - in->at);
  if (!end)
    return refuse(in, "a quote is opened and not closed");
  *out = (pith_slice){from, (size_t)(end - from)};
  in->at += out->len + 1;
  return true;
}

/* A run without blanks, quotes and parentheses; also without commas in NEAR. */
static pith_slice
read_run(parser *in, bool in_near)
{
  pith_slice run = {in->text + in->at, 0};
  while (in->at < in->len && !text_is_space(in->text[in->at]) &&
         !is_one_of(in->text[in->at], "\"()") &&
         !(in_near && in->text[in->at] == ',')) {
    in->at++;
    run.len++;
  }
  return run;
}

/* A phrase that is there already is the same phrase. */
static bool
add_phrase(parser *in, pith_slice text, phrase_made *made)
{
  query_add_phrase(in->tools, in->out, text.data, text.len, made);
  return !made->too_many || refuse(in, "too many words in it");
}

/* A stop word is passed over unless it was put in quotes. */
static bool
add_operand(parser *in, pith_slice text, bool quoted)
{
  phrase_made made;
  uint32_t before = in->out->phrase_count;
  if (!begin_operand(in) || !add_phrase(in, text, &made))
    return false;
  in->operand = true;
  query_step step = {.kind = QUERY_PHRASE, .first = made.phrase, .count = 1};
  if (made.phrase == UINT32_MAX || (made.stop_word && !quoted)) {
    step.kind = QUERY_PASSED;
    in->has_stop |= made.stop_word;
    in->out->phrase_count = before;
  } else {
    in->has_word = true;
  }
  return add_step(in, step);
}

/* ", 5)" or ")". */
static bool
read_near_end(parser *in, query_step *step)
{
  if (in->at < in->len && in->text[in->at] == ',') {
    in->at++;
    skip_blanks(in);
    uint32_t number = 0;
    size_t from = in->at;
    while (in->at < in->len && in->text[in->at] >= '0' &&
           in->text[in->at] <= '9' && number <= NEAR_MOST)
      number = number * 10 + (uint32_t)(in->text[in->at++] - '0');
    if (in->at == from || number == 0 || number > NEAR_MOST)
      return refuse(in, "NEAR requires a number of words from 1 to 1000 behind "
                        "the comma");
    step->distance = number;
    skip_blanks(in);
  }
  if (in->at == in->len || in->text[in->at] != ')')
    return refuse(in, "NEAR( requires words, a comma, a number and )");
  in->at++;
  return true;
}

/* Take a phrase into a NEAR, whose phrases must have numbers in a row: one that
 * is known already gets a twin. */
static bool
add_near_phrase(parser *in, query_step *step, uint32_t number)
{
  query *q = in->out;
  uint32_t last = step->first + step->count++;
  if (number == last)
    return true; /* a new one */
  if (q->phrase_count == PHRASES_MOST)
    return refuse(in, "too many words in it");
  query_phrase twin = q->phrases[number];
  twin.nth = 0;
  for (uint32_t i = step->first; i < last; i++)
    twin.nth += query_phrase_is(&q->phrases[i], &twin);
  q->phrases[q->phrase_count++] = twin;
  return true;
}

/* NEAR, behind its parenthesis. */
static bool
add_near(parser *in)
{
  query_step step = {.kind = QUERY_NEAR,
                     .first = in->out->phrase_count,
                     .distance = NEAR_USUAL};
  if (!begin_operand(in))
    return false;
  in->operand = true;
  for (skip_blanks(in); in->at < in->len && !is_one_of(in->text[in->at], ",)(");
       skip_blanks(in)) {
    phrase_made made;
    pith_slice text;
    if (in->text[in->at] == '"') {
      in->at++;
      if (!read_quoted(in, &text))
        return false;
    } else {
      text = read_run(in, true);
    }
    if (!add_phrase(in, text, &made))
      return false;
    if (made.phrase != UINT32_MAX && !add_near_phrase(in, &step, made.phrase))
      return false;
  }
  if (!read_near_end(in, &step))
    return false;
  if (step.count < 2)
    return refuse(in, "NEAR requires two words or more");
  in->has_word = true;
  return add_step(in, step);
}

/* Operators are capital letters only: "and" is a word. */
static bool
read_word(parser *in)
{
  pith_slice run = read_run(in, false);
  if (text_is(run, "AND"))
    return add_operator(in, WAIT_AND);
  if (text_is(run, "OR"))
    return add_operator(in, WAIT_OR);
  if (text_is(run, "NOT"))
    return add_operator(in, WAIT_NOT);
  if (text_is(run, "NEAR") && in->at < in->len && in->text[in->at] == '(') {
    in->at++;
    return add_near(in);
  }
  return add_operand(in, run, false);
}

/* Everything back to the opening one is joined. */
static bool
close_parenthesis(parser *in)
{
  if (!in->operand)
    return refuse(in, "nothing is before a )");
  if (!release(in, WAIT_BESIDE))
    return false;
  if (in->depth == 0)
    return refuse(in, "a ) closes nothing");
  in->depth--;
  return true;
}

/* One operand or operator; the stack of waiting operators bounds the depth,
 * so nothing recurses. */
static bool
read_next(parser *in)
{
  pith_slice quoted;
  switch (in->text[in->at]) {
  case '"':
    in->at++;
    return read_quoted(in, &quoted) && add_operand(in, quoted, true);
  case '(':
    in->at++;
    if (!begin_operand(in))
      return false;
    in->operand = false;
    return push(in, WAIT_OPEN);
  case ')':
    in->at++;
    return close_parenthesis(in);
  default:
    return read_word(in);
  }
}

/* Mark the phrases that are wanted, not only excluded: all but those behind a
 * NOT. The operands of a step are right before it. */
static void
mark_wanted(query *q)
{
  uint32_t starts[STEPS_MOST] = {0}; /* where operands on the stack begin */
  bool excluded[STEPS_MOST] = {false};
  unsigned depth = 0;
  for (uint32_t i = 0; i < q->step_count; i++) {
    if (q->steps[i].kind <= QUERY_PASSED) {
      starts[depth++] = i;
      continue;
    }
    depth--;
    if (q->steps[i].kind == QUERY_NOT)
      for (uint32_t k = starts[depth]; k < i; k++)
        excluded[k] = true;
  }
  for (uint32_t i = 0; i < q->step_count; i++)
    if (!excluded[i] && q->steps[i].kind <= QUERY_NEAR)
      for (uint32_t p = 0; p < q->steps[i].count; p++)
        q->phrases[q->steps[i].first + p].ranks = true;
}

/* Whether something is wanted: a word that is only passed over, or only
 * excluded, is no question. */
static bool
check_wanted(parser *in)
{
  const query *q = in->out;
  for (uint32_t i = 0; i < q->phrase_count; i++)
    if (q->phrases[i].ranks)
      return true;
  if (in->has_stop)
    return refuse(in, "only words that every page has; put them in quotes to "
                      "look for them all the same");
  return refuse(in, in->has_word
                        ? "NOT requires something before it that is sought"
                        : "no words in it");
}

/* What still waits is joined, and the query is checked as a whole. */
static bool
finish(parser *in)
{
  if (in->out->step_count == 0 && in->depth == 0)
    return refuse(in, "no words in it");
  if (!in->operand)
    return refuse(in, "it ends where a word should follow");
  if (!release(in, WAIT_BESIDE))
    return false;
  if (in->depth > 0)
    return refuse(in, "a ( is not closed");
  mark_wanted(in->out);
  /* What is asked for twice ranks once. */
  query *q = in->out;
  for (uint32_t i = 1; i < q->phrase_count; i++)
    for (uint32_t k = 0; k < i && q->phrases[i].ranks; k++)
      if (q->phrases[k].ranks &&
          query_phrase_is(&q->phrases[k], &q->phrases[i]))
        q->phrases[i].ranks = false;
  return check_wanted(in);
}

/* Linear in the text, whose length is limited. */
bool
query_parse(const query_tools *tools, const char *text, size_t len, query *out,
            const char **why)
{
  parser in = {.tools = tools, .out = out, .text = text, .len = len};
  memset(out, 0, sizeof *out);
  text_out_init(&out->text, -1);
  bool fine =
      len <= QUERY_BYTES_MOST || refuse(&in, "it is longer than 16,384 bytes");
  for (skip_blanks(&in); fine && in.at < in.len; skip_blanks(&in))
    fine = read_next(&in);
  fine = fine && finish(&in);
  *why = in.why;
  return fine;
}

/* --- plain words ---------------------------------------------------------- */

/* Plain words on their way into phrases. */
typedef struct plain_work {
  const query_tools *tools;
  query *out;
  const char *text;
  bool stop_words; /* take them too */
} plain_work;

/* Words that are known, and words beyond the limit, are left out: a topic
 * may be a paragraph. */
static bool
take_plain(void *state, size_t from, size_t to)
{
  plain_work *work = state;
  phrase_made made;
  query *q = work->out;
  uint32_t before = q->phrase_count;
  query_add_phrase(work->tools, q, work->text + from, to - from, &made);
  if (made.too_many)
    return false;
  if (made.phrase != before || q->phrase_count == before)
    return true; /* none, or known */
  if (made.stop_word && !work->stop_words) {
    q->phrase_count--;
    return true;
  }
  q->phrases[before].ranks = true;
  q->steps[q->step_count++] =
      (query_step){.kind = QUERY_PHRASE, .first = before, .count = 1};
  if (before > 0)
    q->steps[q->step_count++] = (query_step){.kind = QUERY_OR};
  return true;
}

/* Stop words count only if there is nothing else. */
void
query_plain(const query_tools *tools, const char *text, size_t len, query *out)
{
  plain_work work = {.tools = tools, .out = out, .text = text};
  memset(out, 0, sizeof *out);
  text_out_init(&out->text, -1);
  if (len > QUERY_BYTES_MOST)
    len = QUERY_BYTES_MOST;
  query_each_word(tools, text, len, take_plain, &work);
  if (out->phrase_count == 0) {
    work.stop_words = true;
    query_each_word(tools, text, len, take_plain, &work);
  }
}

/* Phrases are offsets into the text, and the rest is part of the query. */
void
query_done(query *q)
{
  text_out_done(&q->text);
}
