/* diff_html.c: gold and prediction as one text with marks.
 *
 *     gold   The harbour froze last night.
 *     text   Home The harbour froze.
 *     ──►    <ins>Home</ins> The harbour froze <del>last night.</del>
 *
 * Words are compared with their case, and shown as they are in their text.
 */
#include "lab/eval/report/eval_out.h"

#include "lab/report/markup_text.h"
#include "lab/eval/metrics/text_diff.h"
#include "common/system/need.h"

#include <stdlib.h>

/* Words around a difference, at the ends of a long one, and of a page. */
enum { SAME_SHOWN = 12, OTHER_SHOWN = 80, WORDS_SHOWN = 1500 };

/* A text with the places of its words. */
typedef struct placed_text {
  pith_slice text;
  word_list words;
  size_t *starts; /* owned: of each word, and where the last one ends */
} placed_text;

/* `out` starts zeroed. */
static void
place_words(word_table *table, pith_slice text, placed_text *out)
{
  size_t at = 0, count = 0;
  pith_slice word = {text.data, 0};
  out->text = text;
  word_list_read(table, text, &out->words);
  size_t most = out->words.count < DIFF_WORDS ? out->words.count : DIFF_WORDS;
  out->starts = need(most + 1, sizeof *out->starts);
  while (count < most && pith_word_next(text, &at, &word))
    out->starts[count++] = (size_t)(word.data - text.data);
  out->starts[count] = at;
}

/* Also for a text that could not be read. */
static void
placed_text_done(placed_text *placed)
{
  word_list_done(&placed->words);
  free(placed->starts);
}

/* Words [from, to) with what is between and behind them. */
static void
put_words(text_out *out, const placed_text *placed, uint32_t from, uint32_t to)
{
  size_t start = placed->starts[from], end = placed->starts[to];
  markup_text(out, placed->text.data + start, end - start);
  if (end > start && placed->text.data[end - 1] > ' ')
    text_out_text(out, " ");
}

/* The middle of a long run is left out: what matters is where it begins and
 * ends. */
static void
put_run(text_out *out, const placed_text *placed, const diff_run *run)
{
  static const char *const opening[] = {"", "<del>", "<ins>"};
  static const char *const closing[] = {"", "</del>", "</ins>"};
  uint32_t shown = run->kind == DIFF_SAME ? SAME_SHOWN : OTHER_SHOWN;
  text_out_text(out, opening[run->kind]);
  if (run->to - run->from > 2 * shown + 4) {
    put_words(out, placed, run->from, run->from + shown);
    text_out_text(out, " [\xE2\x80\xA6 ");
    text_out_number(out, run->to - run->from - 2 * shown, 0);
    text_out_text(out, " words \xE2\x80\xA6] ");
    put_words(out, placed, run->to - shown, run->to);
  } else {
    put_words(out, placed, run->from, run->to);
  }
  text_out_text(out, closing[run->kind]);
}

/* Ends after a screen or two. */
static void
put_diff(text_out *out, const text_diff *diff, const placed_text placed[2])
{
  size_t shown = 0, i = 0;
  text_out_text(out, "<pre>");
  for (; i < diff->count && shown < WORDS_SHOWN; i++) {
    const diff_run *run = &diff->runs[i];
    put_run(out, &placed[run->kind == DIFF_COME], run);
    /* As put_run() shows them. */
    size_t most = run->kind == DIFF_SAME ? 2 * SAME_SHOWN : 2 * OTHER_SHOWN;
    size_t count = run->to - run->from;
    shown += count < most ? count : most;
  }
  if (i < diff->count || diff->cut)
    text_out_text(out, " [\xE2\x80\xA6]");
  text_out_text(out, "</pre>\n");
}

/* Words are compared, and shown with what is between them. */
void
diff_html(text_out *out, pith_slice gold, pith_slice text)
{
  word_table table = {NULL, 0, 0};
  placed_text placed[2] = {{.starts = NULL}, {.starts = NULL}};
  text_diff diff = {.count = 0};
  place_words(&table, gold, &placed[0]);
  place_words(&table, text, &placed[1]);
  text_diff_make(&placed[0].words, &placed[1].words, table.count, &diff);
  put_diff(out, &diff, placed);
  text_diff_done(&diff);
  placed_text_done(&placed[0]);
  placed_text_done(&placed[1]);
  word_table_done(&table);
}
