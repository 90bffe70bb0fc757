/* search_hit.c: see the header. Members that are unknown are left out. */
#include "lab/search/search_hit.h"

#include <string.h>

/* A member, unless it is empty. */
static void
write_member(json_out *json, const char *name, const char *text, size_t len)
{
  if (len > 0)
    json_out_slice(json, name, (pith_slice){text, len});
}

void
search_hit_write(json_out *json, size_t rank, const search_hit *hit,
                 const search_page *page, const query_snippet *snippet)
{
  json_out_print(json, "v %d rank %zu score %.17g", 1, rank, hit->score);
  write_member(json, "id", page->id, strlen(page->id));
  write_member(json, "url", page->url, strlen(page->url));
  write_member(json, "title", page->text[SEARCH_TITLE],
               page->len[SEARCH_TITLE]);
  write_member(json, "snippet", page->text[SEARCH_BODY] + snippet->from,
               snippet->to - snippet->from);
  json_out_array(json, "highlights");
  for (size_t i = 0; i < snippet->mark_count; i++) {
    json_out_array(json, NULL);
    json_out_print(json, "%zu %zu", snippet->marks[i].from - snippet->from,
                   snippet->marks[i].to - snippet->from);
    json_out_end(json);
  }
  json_out_end(json);
}

/* A word is written as the page has it, not as its stem. */
void
search_why_write(json_out *json, const search_page *page,
                 const query_snippet *snippet)
{
  const char *text = page->text[SEARCH_BODY];
  json_out_number(json, "words", page->words[SEARCH_BODY]);
  json_out_array(json, "why");
  for (size_t i = 0; i < snippet->word_count; i++) {
    const struct snippet_word *word = &snippet->words[i];
    json_out_object(json, NULL);
    json_out_slice(json, "word",
                   (pith_slice){text + word->from, word->to - word->from});
    json_out_number(json, "content", word->content);
    json_out_number(json, "boilerplate", word->boilerplate);
    json_out_end(json);
  }
  json_out_end(json);
}
