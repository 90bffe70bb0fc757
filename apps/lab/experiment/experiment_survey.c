/* experiment_survey.c: one pass over an index, for everything an experiment
 * asks of pages again and again.
 *
 *     index ──► page by page ──► number, name, site, language, title, link
 * texts └──► words, and those that each method cuts
 */
#include "lab/experiment/experiment_survey.h"

#include "lab/experiment/trec_name.h"
#include "common/system/need.h"
#include "common/system/sorted.h"

#include <stdlib.h>
#include <string.h>

/* The site of a page: pages of one host, or of one folder where the addresses
 * are not known. */
static char *
site_of(const search_page *page)
{
  const char *host = strstr(page->url, "://"), *slash = strchr(page->id, '/');
  size_t folder = slash ? (size_t)(slash - page->id) : 0;
  return needed(host ? strndup(host + 3, strcspn(host + 3, "/?#"))
                     : strndup(page->id, folder));
}

/* Add the page behind those that are there. Texts change hands instead of
 * being copied; NULL in `read` keeps them from being freed there. */
static exit_code
add_page(search_index *index, experiment_survey *out)
{
  int64_t before = out->count > 0 ? out->pages[out->count - 1].number : 0;
  int64_t number;
  search_page read;
  TRY(search_index_next(index, before, &number));
  TRY(search_page_read(index, number, &read));
  out->pages[out->count++] = (survey_page){.number = number,
                                           .name = trec_name(read.id),
                                           .site = site_of(&read),
                                           .title = read.text[SEARCH_TITLE],
                                           .anchors = read.text[SEARCH_ANCHOR],
                                           .language = read.language,
                                           .words = read.words[SEARCH_BODY]};
  read.text[SEARCH_TITLE] = read.text[SEARCH_ANCHOR] = read.language = NULL;
  out->words += read.words[SEARCH_BODY];
  search_page_done(&read);
  /* Count the words of a page that each method cuts. */
  for (uint32_t m = 0; m < out->methods; m++) {
    search_span *spans;
    size_t count;
    TRY(search_page_spans(index, number, m, &spans, &count));
    for (size_t i = 0; i < count; i++)
      if (spans[i].boilerplate)
        out->boilerplate[m] += spans[i].word_to - spans[i].word_from;
    free(spans);
  }
  return EXIT_FINE;
}

/* Names are unique too: the index refuses a second page of one name. */
static int
compare_names(const void *a, const void *b)
{
  const survey_page *const *one = a;
  const survey_page *const *two = b;
  return strcmp((*one)->name, (*two)->name);
}

/* The number of pages is that of the totals; an index that has fewer is
 * refused as damaged while reading. */
exit_code
experiment_survey_make(search_index *index, experiment_survey *out)
{
  memset(out, 0, sizeof *out);
  size_t pages = search_index_pages(index);
  while (out->methods < SURVEY_METHODS &&
         search_index_method(index, out->methods))
    out->methods++;
  out->pages = need(pages, sizeof *out->pages);
  while (out->count < pages)
    TRY(add_page(index, out));
  /* Twice: by number for spans and hits, by name for judgements. */
  qsort(out->pages, out->count, sizeof *out->pages, order_int64);
  out->by_name = need(out->count, sizeof *out->by_name);
  for (size_t i = 0; i < out->count; i++)
    out->by_name[i] = &out->pages[i];
  qsort(out->by_name, out->count, sizeof *out->by_name, compare_names);
  return EXIT_FINE;
}

/* Accepts a survey of which only a part was made. */
void
experiment_survey_done(experiment_survey *survey)
{
  for (size_t i = 0; i < survey->count; i++) {
    survey_page *page = &survey->pages[i];
    free(page->name);
    free(page->site);
    free(page->title);
    free(page->anchors);
    free(page->language);
  }
  free(survey->pages);
  free(survey->by_name);
}

/* By number, as hits have them, in log n steps. NULL for a page that was added
 * to the index after the survey. */
const survey_page *
survey_find(const experiment_survey *survey, int64_t number)
{
  survey_page wanted = {.number = number};
  return survey->count == 0 ? NULL
                            : bsearch(&wanted, survey->pages, survey->count,
                                      sizeof *survey->pages, order_int64);
}

/* By the name that judgements use; NULL for a judged page that the index does
 * not have. */
const survey_page *
survey_find_name(const experiment_survey *survey, const char *name)
{
  survey_page wanted = {.name = (char *)name};
  const survey_page *key = &wanted;
  const survey_page *const *found =
      survey->count == 0 ? NULL
                         : bsearch(&key, survey->by_name, survey->count,
                                   sizeof *survey->by_name, compare_names);
  return found ? *found : NULL;
}
