/* search_missing.c: `pith search` of a program that was built without SQLite:
 * it says what to install.
 */
#include "index_run.h"
#include "query_snippet.h"
#include "search_index.h"

static exit_code
refuse(const char *path)
{
  return say_built_without(path, "SQLite", "libsqlite3-dev");
}

exit_code
index_run(const index_request *request, index_summary *summary)
{
  *summary = (index_summary){0};
  return refuse(request->output);
}

exit_code
search_index_open(const char *path, search_index **out)
{
  *out = NULL;
  return refuse(path);
}

void
search_index_close(search_index *index)
{
  (void)index;
}

/* Never reached: there is no index to call them with. */

size_t
search_index_pages(const search_index *index)
{
  (void)index;
  return 0;
}

exit_code
search_index_next(search_index *index, int64_t before, int64_t *page)
{
  (void)index;
  (void)before;
  *page = 0;
  return EXIT_ENVIRONMENT;
}

const char *
search_index_method(const search_index *index, uint32_t method)
{
  (void)index;
  (void)method;
  return NULL;
}

int
search_index_method_find(const search_index *index, const char *name)
{
  (void)index;
  (void)name;
  return -1;
}

exit_code
search_page_read(search_index *index, int64_t number, search_page *out)
{
  (void)index;
  (void)number;
  *out = (search_page){0};
  return EXIT_ENVIRONMENT;
}

exit_code
search_page_find(search_index *index, const char *id, search_page *out)
{
  (void)index;
  (void)id;
  *out = (search_page){0};
  return EXIT_ENVIRONMENT;
}

void
search_page_done(search_page *page)
{
  (void)page;
}

exit_code
search_page_spans(search_index *index, int64_t number, uint32_t method,
                  search_span **out, size_t *count)
{
  (void)index;
  (void)number;
  (void)method;
  *out = NULL;
  *count = 0;
  return EXIT_ENVIRONMENT;
}

exit_code
search_index_words(search_index *index, const char *text, size_t len,
                   const search_run *run, uint32_t depth, search_hits *out)
{
  (void)index;
  (void)text;
  (void)len;
  (void)run;
  (void)depth;
  *out = (search_hits){NULL, 0, 0};
  return EXIT_ENVIRONMENT;
}

exit_code
search_index_query(search_index *index, const char *text, size_t len,
                   const search_run *run, uint32_t depth, search_hits *out)
{
  return search_index_words(index, text, len, run, depth, out);
}

void
search_hits_done(search_hits *hits)
{
  (void)hits;
}

char *
search_index_stems(search_index *index, const char *text, size_t len,
                   const char *language)
{
  (void)index;
  (void)text;
  (void)len;
  (void)language;
  return NULL;
}

bool
query_snippet_find(search_index *index, const char *text, size_t len,
                   bool plain, const search_run *run, const search_page *page,
                   query_snippet *out)
{
  (void)index;
  (void)text;
  (void)len;
  (void)plain;
  (void)run;
  (void)page;
  *out = (query_snippet){.from = 0};
  return false;
}
