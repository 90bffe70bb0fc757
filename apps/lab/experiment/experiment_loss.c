/* experiment_loss.c: relevant pages that a cut has moved down, and why.
 *
 * For each topic that lost, each relevant page that ranks lower than in basic:
 * the line of its boilerplate that has most of the words asked for, the span
 * that line is in, and a first sorting into the classes of the papers' Table 2.
 * The rules are few and in the report; a person has the last word
 * (experiment_correct.c).
 *
 *   others rose        no query word is in what was cut
 *   content cut        95 % of the page was cut, or the line is the page's
 *                      heading (a part of its title), or it is on none of the
 *                      neighbouring pages of the site: it is the page's own
 *   not isolated       the line is shared and long as a sentence: no menu
 *   boilerplate        the line is shared and short, and the content has query
 *     relevant         words too, or the topic was made from the page
 *   judgement          the content has none of the words
 */
#include "lab/experiment/experiment_work.h"

#include "common/system/ascii_text.h"

#include <stdlib.h>
#include <string.h>

enum {
  LOSSES_MOST = 2000,    /* of a run */
  NEIGHBOURS = 3,        /* pages looked at on each side */
  SENTENCE_WORDS = 20,   /* a line with so many is no entry of a menu */
  QUERY_WORDS_MOST = 32, /* that are looked for */
  LINE_MOST = 400        /* bytes of it that are kept */
};

/* A page of which this share was cut is empty for a reader. */
static const double emptied_share = 0.95;

/* A page that fell, on its way. */
typedef struct loss_look {
  const experiment *work;
  const survey_page *page; /* lent */
  search_page text;        /* owned */
  search_span *spans;      /* owned */
  size_t span_count;
  char *query;                         /* owned: stems, cut into words */
  const char *words[QUERY_WORDS_MOST]; /* lent by it, each once */
  size_t word_count;
} loss_look;

/* Which words of the question a text has, as bits. */
static uint32_t
find_words(const loss_look *look, pith_slice text)
{
  char *stems = search_index_stems(look->work->index, text.data, text.len,
                                   look->page->language);
  char *rest = stems, *word;
  uint32_t bits = 0;
  while ((word = strtok_r(rest, " ", &rest)) != NULL)
    for (size_t k = 0; k < look->word_count; k++)
      if (strcmp(look->words[k], word) == 0)
        bits |= (uint32_t)1 << k;
  free(stems);
  return bits;
}

static size_t
count_bits(uint32_t bits)
{
  return (size_t)__builtin_popcount(bits);
}

/* The words of the question that `bits` selects, parted by blanks. */
static char *
join_words(const loss_look *look, uint32_t bits)
{
  text_out out;
  text_out_init(&out, -1);
  for (size_t k = 0; k < look->word_count; k++) {
    if (!(bits >> k & 1))
      continue;
    if (out.len > 0)
      text_out_text(&out, " ");
    text_out_text(&out, look->words[k]);
  }
  return need_text(&out);
}

/* The text of a span. */
static pith_slice
span_text(const loss_look *look, const search_span *span)
{
  size_t len = look->text.len[SEARCH_BODY];
  if (span->text_from > span->text_to || span->text_to > len)
    return (pith_slice){"", 0};
  return (pith_slice){look->text.text[SEARCH_BODY] + span->text_from,
                      span->text_to - span->text_from};
}

/* A line of boilerplate with words of the question. */
typedef struct found_line {
  pith_slice text;
  uint32_t bits;
  const search_span *span;
} found_line;

/* The cut line with most words of the query, the words that are in the content,
 * and how much of the page was cut. */
static void
search_page_lines(const loss_look *look, found_line *best, uint32_t *content,
                  double *share)
{
  size_t words = 0;
  size_t cut = 0;
  for (size_t i = 0; i < look->span_count; i++) {
    const search_span *span = &look->spans[i];
    pith_slice text = span_text(look, span), line;
    words += span->word_to - span->word_from;
    if (!span->boilerplate) {
      *content |= find_words(look, text);
      continue;
    }
    cut += span->word_to - span->word_from;
    while (text_cut(&text, '\n', &line)) {
      uint32_t bits = find_words(look, line);
      if (count_bits(bits) > count_bits(best->bits))
        *best = (found_line){line, bits, span};
    }
  }
  *share = words ? (double)cut / (double)words : 0;
}

/* Whether a page next to this one in the index, of its site, has the line. */
static exit_code
find_neighbours(const loss_look *look, const char *line, bool *out)
{
  const experiment_survey *survey = &look->work->survey;
  size_t at = (size_t)(look->page - survey->pages);
  size_t from = at > NEIGHBOURS ? at - NEIGHBOURS : 0;
  *out = false;
  for (size_t i = from; i <= at + NEIGHBOURS && i < survey->count; i++) {
    const survey_page *other = &survey->pages[i];
    search_page read;
    if (i == at || strcmp(other->site, look->page->site) != 0)
      continue;
    TRY(search_page_read(look->work->index, other->number, &read));
    *out = strstr(read.text[SEARCH_BODY], line) != NULL;
    search_page_done(&read);
    if (*out)
      break;
  }
  return EXIT_FINE;
}

/* All classes that fit, as bits. The classes are in the order in which they
 * count, so that the first bit is the class of the loss. */
static unsigned
sort_loss(const loss_look *look, const experiment_loss *loss)
{
  bool known = look->work->options->known_item > 0;
  if (!loss->words[0])
    return 1u << LOSS_OTHERS_ROSE;
  unsigned classes = 0;
  if (loss->share_cut >= emptied_share || loss->heading || !loss->repeated)
    classes |= 1u << LOSS_CONTENT_CUT;
  /* A line of an index has single blanks, so words are blanks and one. */
  size_t blanks = 0;
  for (const char *text = loss->line; *text; text++)
    blanks += *text == ' ';
  bool shared = loss->repeated && !loss->heading;
  if (shared && blanks + 1 >= SENTENCE_WORDS)
    classes |= 1u << LOSS_NOT_ISOLATED;
  else if (shared && (loss->content_words > 0 || known))
    classes |= 1u << LOSS_BOILERPLATE_RELEVANT;
  bool own = classes & 1u << LOSS_CONTENT_CUT; /* what it had was its own */
  if (loss->content_words == 0 && !known && !own)
    classes |= 1u << LOSS_JUDGEMENT;
  return classes;
}

/* Fills in the loss: the best line, its span, the words, and from all that
 * the class. */
static exit_code
explain(const loss_look *look, experiment_loss *loss)
{
  found_line best = {{"", 0}, 0, NULL};
  uint32_t content = 0;
  search_page_lines(look, &best, &content, &loss->share_cut);
  loss->content_words = count_bits(content);
  loss->query_words = look->word_count;
  /* Long lines are shortened for the report, at the end of a character. */
  pith_slice text = best.text;
  size_t len = text.len < LINE_MOST ? text.len : LINE_MOST;
  while (len > 0 && len < text.len && (text.data[len] & 0xC0) == 0x80)
    len--; /* not within a character */
  loss->line = needed(strndup(text.data, len));
  loss->words = join_words(look, best.bits);
  if (best.span) {
    loss->from = best.span->from;
    loss->to = best.span->to;
    loss->score = best.span->score;
    memcpy(loss->reason, best.span->reason, sizeof loss->reason);
    loss->heading = strstr(look->page->title, loss->line) != NULL;
    TRY(find_neighbours(look, loss->line, &loss->repeated));
  }
  loss->classes = sort_loss(look, loss);
  loss->class = (loss_class)__builtin_ctz(loss->classes);
  return EXIT_FINE;
}

/* Reads the page once; memory is that of one page at a time. */
static exit_code
look_at(const experiment *work, const survey_page *page, experiment_loss *loss)
{
  loss_look look = {.work = work, .page = page};
  const topic *asked = &work->topics.items[work->row_topics[loss->row]];
  TRY(search_page_read(work->index, page->number, &look.text));
  exit_code code = search_page_spans(work->index, page->number,
                                     work->runs[loss->run].how.method,
                                     &look.spans, &look.span_count);
  /* Cut the stems of the question into words, each once. */
  const char *text = asked->text;
  look.query = search_index_stems(look.work->index, text, strlen(text),
                                  look.page->language);
  char *rest = look.query;
  char *word;
  while (look.word_count < QUERY_WORDS_MOST &&
         (word = strtok_r(rest, " ", &rest)) != NULL) {
    size_t k = 0;
    while (k < look.word_count && strcmp(look.words[k], word) != 0)
      k++;
    if (k == look.word_count)
      look.words[look.word_count++] = word;
  }
  THEN(code, explain(&look, loss));
  free(look.query);
  free(look.spans);
  search_page_done(&look.text);
  return code;
}

/* Whether a relevant document ranks lower in a run than in basic. */
static bool
is_lost(const experiment *work, size_t run, size_t judged)
{
  uint32_t before = work->runs[RUN_BASIC].ranks[judged];
  uint32_t after = work->runs[run].ranks[judged];
  return work->judged.items[judged].grade > 0 && before > 0 &&
         (after == 0 || after > before);
}

/* The relevant pages of one topic that a run has lost. */
static exit_code
add_topic(experiment *work, size_t run, size_t row)
{
  size_t count;
  const judgement *first = judgement_table_find(
      &work->judged, work->runs[run].measured.items[row].topic, &count);
  size_t from = first ? (size_t)(first - work->judged.items) : 0;
  exit_code code = EXIT_FINE;
  for (size_t i = from; code == EXIT_FINE && i < from + count; i++) {
    const survey_page *page =
        survey_find_name(&work->survey, work->judged.items[i].document);
    if (!page || !is_lost(work, run, i))
      continue;
    experiment_loss *loss = NEED_ITEM(work, losses, loss_count, loss_capacity);
    *loss = (experiment_loss){.run = run,
                              .row = row,
                              .judged = &work->judged.items[i],
                              .rank_basic = work->runs[RUN_BASIC].ranks[i],
                              .rank_cut = work->runs[run].ranks[i]};
    code = look_at(work, page, loss);
  }
  return code;
}

/* A topic by how much it lost. */
typedef struct lost_topic {
  size_t row;
  double lost;
} lost_topic;

/* The row decides between equal losses, so that the order is the same
 * everywhere. */
static int
compare_lost(const void *a, const void *b)
{
  const lost_topic *one = a;
  const lost_topic *two = b;
  if (one->lost != two->lost)
    return one->lost > two->lost ? -1 : 1;
  return (one->row > two->row) - (one->row < two->row);
}

/* Topics by how much they lost, so that the report begins with the worst and
 * the limit cuts the least. */
static exit_code
add_run(experiment *work, size_t run)
{
  const metric_table *basic = &work->runs[RUN_BASIC].measured;
  const metric_table *cut = &work->runs[run].measured;
  lost_topic *order = need(basic->count, sizeof *order);
  size_t count = 0;
  for (size_t i = 0; i < basic->count; i++) {
    double lost = basic->items[i].values.value[METRIC_AP] -
                  cut->items[i].values.value[METRIC_AP];
    if (lost > 0)
      order[count++] = (lost_topic){i, lost};
  }
  qsort(order, count, sizeof *order, compare_lost);
  exit_code code = EXIT_FINE;
  size_t before = work->loss_count;
  for (size_t i = 0; i < count && code == EXIT_FINE; i++) {
    if (work->loss_count - before >= LOSSES_MOST) {
      message("%s: more than %d relevant pages were lost; the report is about "
              "the worst",
              work->runs[run].name, LOSSES_MOST);
      break;
    }
    code = add_topic(work, run, order[i].row);
  }
  free(order);
  return code;
}

exit_code
experiment_losses_make(experiment *work)
{
  exit_code code = EXIT_FINE;
  for (size_t i = 0; i < work->run_count && code == EXIT_FINE; i++)
    if (run_is_cut(&work->runs[i]))
      code = add_run(work, i);
  return code;
}

/* The texts of a loss are its own. */
void
experiment_losses_done(experiment *work)
{
  for (size_t i = 0; i < work->loss_count; i++) {
    free(work->losses[i].line);
    free(work->losses[i].words);
  }
  free(work->losses);
}
