/* search_ask.c: `pith-lab search query INDEX WORDS...`: the best pages of an
 * index, for people or as JSON lines.
 *
 *     words ──► search_index_query() ──► hits, best first
 *                 each hit ──► page ──► snippet ──► three lines, or JSON
 *
 * Finding nothing is no error: the exit code is 0, and people get a message.
 */
#include "lab/search/search_commands.h"

#include "common/options/request.h"
#include "lab/search/search_hit.h"
#include "common/system/need.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { TOP = 10 }; /* pages that are printed */

/* The command line as a query needs it. `words` is owned, the other texts are
 * borrowed from the arguments. */
typedef struct ask_request {
  const char *index;
  text_out words; /* all of them, parted by blanks */
  const char *method;
  search_run run;
  uint32_t top;
  bool json;
  bool color;
} ask_request;

/* The first input is the index, so a query needs two at least. */
static const char *
find_wrong(const app_request *in)
{
  return in->input_count < 2 ? "name the index, then the words to search for"
                             : NULL;
}

/* --- showing -------------------------------------------------------------- */

/* The snippet on one line, its words marked. */
static void
show_snippet(text_out *out, const ask_request *request, const search_page *page,
             const query_snippet *snippet)
{
  const char *text = page->text[SEARCH_BODY];
  size_t at = snippet->from;
  for (size_t i = 0; i <= snippet->mark_count; i++) {
    /* One pass more than there are marks: the text behind the last one. */
    bool end = i == snippet->mark_count;
    size_t to = end ? snippet->to : snippet->marks[i].from;
    text_out_line(out, text + at, to > at ? to - at : 0);
    if (end)
      break;
    text_out_text(out, request->color ? "\033[1m" : "**");
    text_out_line(out, text + to, snippet->marks[i].to - to);
    text_out_text(out, request->color ? "\033[0m" : "**");
    at = snippet->marks[i].to;
  }
}

/* For a terminal: three lines a page, control characters of pages taken out. */
static void
show_hit(text_out *out, const ask_request *request, size_t rank,
         const search_hit *hit, const search_page *page,
         const query_snippet *snippet)
{
  text_out_show(out, "%zu. %s  (%.3f)\n   ", rank,
                page->len[SEARCH_TITLE] > 0 ? page->text[SEARCH_TITLE]
                                            : page->id,
                hit->score);
  text_out_show(out, "%s", *page->url ? page->url : page->id);
  if (snippet->to > snippet->from) {
    text_out_text(out, "\n   ");
    show_snippet(out, request, page, snippet);
  }
  text_out_text(out, "\n");
}

/* For programs: a line a page. */
static void
write_hit(text_out *out, size_t rank, const search_hit *hit,
          const search_page *page, const query_snippet *snippet)
{
  json_out json = json_out_begin(out);
  json_out_object(&json, NULL);
  search_hit_write(&json, rank, hit, page, snippet);
  json_out_end(&json);
  text_out_text(out, "\n");
}

/* Pages are read one by one, so that a long result does not have to fit in
 * memory. */
static exit_code
show_hits(const ask_request *request, search_index *index,
          const search_hits *hits, text_out *out)
{
  for (size_t i = 0; i < hits->count; i++) {
    search_page page;
    query_snippet snippet;
    TRY(search_page_read(index, hits->items[i].page, &page));
    bool found =
        query_snippet_find(index, request->words.data, request->words.len,
                           false, &request->run, &page, &snippet);
    if (found && request->json)
      write_hit(out, i + 1, &hits->items[i], &page, &snippet);
    else if (found)
      show_hit(out, request, i + 1, &hits->items[i], &page, &snippet);
    search_page_done(&page);
    if (!found) /* the index is damaged, and a message said so */
      return EXIT_INPUT;
  }
  return EXIT_FINE;
}

/* --- asking --------------------------------------------------------------- */

/* The method by its name, and a run that the index can answer. */
static bool
choose_method(ask_request *request, const search_index *index)
{
  int method =
      request->method ? search_index_method_find(index, request->method) : 0;
  if (method < 0) {
    message("%s: it was not indexed with -m %s; the first method it has is %s",
            request->index, request->method, search_index_method(index, 0));
    return false;
  }
  request->run.method = (uint32_t)method;
  return true;
}

/* Nothing is printed before the query has succeeded. A page that cannot be read
 * ends the list, and its code outweighs one of writing. */
static exit_code
ask(ask_request *request, search_index *index)
{
  search_hits hits;
  text_out out;
  if (!choose_method(request, index))
    return EXIT_USAGE;
  TRY(search_index_query(index, request->words.data, request->words.len,
                         &request->run, request->top, &hits));
  text_out_init(&out, STDOUT_FILENO);
  exit_code code = show_hits(request, index, &hits, &out);
  if (hits.total == 0 && !request->json)
    message("nothing found");
  exit_code written = text_out_end(&out);
  text_out_done(&out);
  search_hits_done(&hits);
  return code != EXIT_FINE ? code : written;
}

/* The words were gathered in memory, which may have ended. */
static exit_code
open_and_ask(ask_request *request)
{
  search_index *index;
  need_all(!request->words.error);
  exit_code code = search_index_open(request->index, &index);
  THEN(code, ask(request, index));
  search_index_close(index);
  return code;
}

/* NO_COLOR counts only for the automatic choice (no-color.org): an explicit
 * --color outweighs it. */
static bool
use_color(color_mode mode)
{
  if (mode == COLOR_AUTO)
    return isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
  return mode == COLOR_ALWAYS;
}

/* Options override the defaults one by one, so a run that names only its
 * ranking keeps the weights of the default. */
static exit_code
run_query(const app_request *in)
{
  ask_request ask = {.index = in->inputs[0],
                     .method = in->search.methods,
                     .top = in->search.top > 0 ? in->search.top : TOP,
                     .json = in->output.json,
                     .color = use_color(in->output.color)};
  search_run_default(&ask.run);
  ask.run.ranking = (search_ranking)in->search.ranking;
  if (in->search.run && !search_run_read(in->search.run, &ask.run))
    return EXIT_USAGE;
  text_out_init(&ask.words, -1);
  /* All arguments after the index, separated by spaces. */
  for (size_t i = 1; i < in->input_count; i++) {
    if (i > 1)
      text_out_text(&ask.words, " ");
    text_out_text(&ask.words, in->inputs[i]);
  }
  exit_code code = open_and_ask(&ask);
  text_out_done(&ask.words);
  return code;
}

exit_code
search_ask(int argc, char *const *argv)
{
  app_request in;
  request_init(&in, COMMAND_SEARCH_QUERY);
  return request_run(&in, argc, argv, find_wrong, run_query);
}
