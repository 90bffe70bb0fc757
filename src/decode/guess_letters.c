/*
 * Bytes and a single-byte encoding in, their cost out.
 *
 * Each byte above ASCII is a letter of an alphabet, a sign, or nonsense, and
 * the cost is the information it carries for somebody who knows the language
 * and the letter before. Right text is cheap (about four bits a letter); the
 * same bytes read in a wrong encoding are dear (eight and more). ASCII is the
 * same everywhere and free, but for the byte right after a letter: a Russian
 * word rarely runs into a Latin one, an accented letter mostly does.
 */
#include "decode/guess.h"

#include "base/slice.h"
#include "base/utf8_validate.h"
#include "tables/encoding_frequency.h"

/* In quarter bits. Capitals begin words, or all letters are capitals. */
enum {
  COST_NONE = 20 * 4,
  COST_CAPITAL_FIRST = 2 * 4,
  COST_CAPITAL_AFTER_CAPITAL = 2,
  COST_CAPITAL_AFTER_SMALL = 6 * 4
};

typedef enum letter_case { NO_CASE, SMALL, CAPITAL } letter_case;

/* What came before. */
typedef struct letter_context {
  const pith_letter_model *model;
  unsigned symbol;
  letter_case letter_case;
} letter_context;

/* How unlikely this letter is behind the last one. */
static unsigned
pair_cost(const letter_context *context, unsigned symbol)
{
  const pith_letter_model *model = context->model;
  unsigned row = context->symbol;
  if (row >= model->rows)
    row = model->rows - 1u;
  return model->costs[row * model->columns + symbol];
}

/* Capitals inside words are unlikely in every language. */
static unsigned
case_cost(letter_case before)
{
  return before == SMALL     ? COST_CAPITAL_AFTER_SMALL
         : before == CAPITAL ? COST_CAPITAL_AFTER_CAPITAL
                             : COST_CAPITAL_FIRST;
}

/* A byte above ASCII: a letter, a sign, or nothing in this encoding. */
static unsigned
high_byte(letter_context *context, uint8_t symbol)
{
  if (symbol == PITH_LETTER_NONE) {
    context->symbol = PITH_LETTER_FOREIGN;
    context->letter_case = NO_CASE;
    return COST_NONE;
  }
  bool capital = symbol & PITH_LETTER_CAPITAL;
  symbol &= (uint8_t)~PITH_LETTER_CAPITAL;
  unsigned cost = pair_cost(context, symbol);
  if (capital)
    cost += case_cost(context->letter_case);
  context->symbol = symbol;
  context->letter_case = symbol < PITH_LETTER_FIRST || !context->model->cased
                             ? NO_CASE
                         : capital ? CAPITAL
                                   : SMALL;
  return cost;
}

/* A run of ASCII: its first byte is weighed when it follows a letter, its last
 * is what the next letter follows. */
static unsigned
ascii_run(letter_context *context, const char *run, size_t len)
{
  unsigned cost = 0;
  if (context->symbol != PITH_LETTER_OTHER &&
      context->symbol != PITH_LETTER_ASCII)
    cost = pair_cost(context, pith__is_letter(run[0]) ? PITH_LETTER_ASCII
                                                      : PITH_LETTER_OTHER);
  char last = run[len - 1];
  bool letter = pith__is_letter(last);
  context->symbol = letter ? PITH_LETTER_ASCII : PITH_LETTER_OTHER;
  context->letter_case = !letter ? NO_CASE : last >= 'a' ? SMALL : CAPITAL;
  return cost;
}

/* Stops as soon as the cost passes `limit`. */
uint32_t
pith__guess_letter_cost(unsigned coding, pith_slice bytes, uint32_t limit)
{
  const pith_letter_coding *letters = &pith__letter_codings[coding];
  letter_context context = {&pith__letter_models[letters->model],
                            PITH_LETTER_OTHER, NO_CASE};
  uint32_t cost = letters->handicap;
  size_t i = 0;
  while (i < bytes.len && cost <= limit) {
    unsigned char byte = (unsigned char)bytes.data[i];
    if (byte >= 0x80) {
      cost += high_byte(&context, letters->symbols[byte - 0x80]);
      i++;
    } else {
      size_t run = pith__ascii_prefix(bytes.data + i, bytes.len - i);
      cost += ascii_run(&context, bytes.data + i, run);
      i += run;
    }
  }
  return cost;
}
