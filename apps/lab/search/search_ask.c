/* search_ask.c: `pith search query INDEX WORDS...`: the best pages of an index,
 * for people or as JSON lines.
 */
#include "lab/search/search_commands.h"

#include "common/options/command_line.h"
#include "common/options/page_options.h"
#include "lab/search/query/query_snippet.h"
#include "common/json/json_out.h"
#include "common/output/text_out.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

typedef struct ask_request {
  const char *index;
  text_out words; /* all of them, parted by blanks */
  const char *method;
  search_run run;
  uint32_t top;
  bool json;
  bool color;
} ask_request;

static bool
set_ranking(ask_request *out, const char *name, const char *value)
{
  static const char *const words[] = {"bm25f", "tfidf", NULL};
  int ranking = choice_option_read(name, value, words, "bm25f or tfidf");
  if (ranking >= 0)
    out->run.ranking = (search_ranking)ranking;
  return ranking >= 0;
}

static bool
set_color(ask_request *out, const char *name, const char *value)
{
  static const char *const words[] = {"auto", "always", "never", NULL};
  int mode = choice_option_read(name, value, words, "auto, always or never");
  if (mode > 0)
    out->color = mode == 1;
  return mode >= 0;
}

static bool
set_option(void *state, const char *name, const char *value)
{
  ask_request *out = state;
  if (strcmp(name, "--run") == 0)
    return search_run_read(value, &out->run);
  if (strcmp(name, "--ranking") == 0)
    return set_ranking(out, name, value);
  if (strcmp(name, "--color") == 0)
    return set_color(out, name, value);
  if (strcmp(name, "--top") == 0)
    return number_option_read(name, value, 1, 100000, &out->top);
  if (strcmp(name, "--method") == 0) {
    out->method = value;
  } else if (strcmp(name, "--json") == 0) {
    out->json = true;
  } else {
    message("search: %s is not for query", name);
    return false;
  }
  return true;
}

/* The first argument is the index; all others are one query, as if they were
 * written in one string. */
static void
add_words(ask_request *out, const char *value)
{
  if (!out->index) {
    out->index = value;
    return;
  }
  if (out->words.len > 0)
    text_out_text(&out->words, " ");
  text_out_text(&out->words, value);
}

static bool
check(const ask_request *out)
{
  if (out->index && (out->words.len > 0 || out->words.error))
    return true;
  message("search query: name the index, then the words to look for");
  return false;
}

static bool
add_file(void *state, const char *file)
{
  add_words(state, file);
  return true;
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

/* A member, unless it is empty. */
static void
write_member(json_out *json, const char *name, const char *text, size_t len)
{
  if (len > 0)
    json_out_slice(json, name, (pith_slice){text, len});
}

/* For programs: a line a page. Highlights are byte ranges within the
 * snippet. */
static void
write_hit(text_out *out, size_t rank, const search_hit *hit,
          const search_page *page, const query_snippet *snippet)
{
  json_out json = json_out_begin(out);
  json_out_object(&json, NULL);
  json_out_print(&json, "v %d rank %zu score %.17g", 1, rank, hit->score);
  write_member(&json, "id", page->id, strlen(page->id));
  write_member(&json, "url", page->url, strlen(page->url));
  write_member(&json, "title", page->text[SEARCH_TITLE],
               page->len[SEARCH_TITLE]);
  write_member(&json, "snippet", page->text[SEARCH_BODY] + snippet->from,
               snippet->to - snippet->from);
  json_out_array(&json, "highlights");
  for (size_t i = 0; i < snippet->mark_count; i++) {
    json_out_array(&json, NULL);
    json_out_print(&json, "%zu %zu", snippet->marks[i].from - snippet->from,
                   snippet->marks[i].to - snippet->from);
    json_out_end(&json);
  }
  json_out_end(&json);
  json_out_end(&json);
  text_out_text(out, "\n");
}

/* Pages are read one by one, so that a long result does not have to fit in
 * memory. */
static exit_code
show_hits(const ask_request *request, search_index *index,
          const search_hits *hits, text_out *out)
{
  exit_code code = EXIT_FINE;
  for (size_t i = 0; i < hits->count && code == EXIT_FINE; i++) {
    search_page page;
    query_snippet snippet;
    code = search_page_read(index, hits->items[i].page, &page);
    if (code != EXIT_FINE)
      return code;
    if (!query_snippet_find(index, request->words.data, request->words.len,
                            false, &request->run, &page, &snippet)) {
      code = report_out_of_memory_for(request->index);
    } else if (request->json) {
      write_hit(out, i + 1, &hits->items[i], &page, &snippet);
    } else {
      show_hit(out, request, i + 1, &hits->items[i], &page, &snippet);
    }
    search_page_done(&page);
  }
  return code;
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

static exit_code
ask(ask_request *request, search_index *index)
{
  search_hits hits;
  text_out out;
  if (!choose_method(request, index))
    return EXIT_USAGE;
  exit_code code =
      search_index_query(index, request->words.data, request->words.len,
                         &request->run, request->top, &hits);
  if (code != EXIT_FINE)
    return code;
  text_out_init(&out, STDOUT_FILENO);
  code = show_hits(request, index, &hits, &out);
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
  if (request->words.error)
    return report_out_of_memory();
  exit_code code = search_index_open(request->index, &index);
  if (code == EXIT_FINE)
    code = ask(request, index);
  search_index_close(index);
  return code;
}

exit_code
search_ask(int argc, char *const *argv)
{
  ask_request request = {.top = 10};
  exit_code code;
  request.color = isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
  search_run_default(&request.run);
  text_out_init(&request.words, -1);
  const command_line line = {"search", &request, set_option, add_file};
  if (command_line_read(&line, argc, argv, &code) && check(&request))
    code = open_and_ask(&request);
  text_out_done(&request.words);
  return code;
}
