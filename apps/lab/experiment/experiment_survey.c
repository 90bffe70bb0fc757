/* experiment_survey.c: one pass over an index, for everything an experiment
 * asks of pages again and again.
 *
 *     index ──► page by page ──► number, name, site, language, title, link
 * texts └──► words, and those that each method cuts
 */
#include "lab/experiment/experiment_survey.h"

#include "lab/experiment/trec_name.h"

#include <stdlib.h>
#include <string.h>

/* The site of a page: pages of one host, or of one folder where the addresses
 * are not known. */
static char *
site_of(const search_page *page)
{
  const char *host = strstr(page->url, "://");
  if (host) {
    host += 3;
    return strndup(host, strcspn(host, "/?#"));
  }
  const char *slash = strchr(page->id, '/');
  return strndup(page->id, slash ? (size_t)(slash - page->id) : 0);
}

/* Accepts a page of which only some parts were made. */
static void
page_done(survey_page *page)
{
  free(page->name);
  free(page->site);
  free(page->title);
  free(page->anchors);
  free(page->language);
}

/* Take over what is of use from a page that was read. Texts change hands
 * instead of being copied; NULL in `read` keeps them from being freed there. */
static bool
keep_page(search_page *read, survey_page *out)
{
  *out = (survey_page){.number = read->number,
                       .name = trec_name(read->id),
                       .site = site_of(read),
                       .words = read->words[SEARCH_BODY]};
  out->title = read->text[SEARCH_TITLE];
  out->anchors = read->text[SEARCH_ANCHOR];
  out->language = read->language;
  read->text[SEARCH_TITLE] = NULL;
  read->text[SEARCH_ANCHOR] = NULL;
  read->language = NULL;
  return out->name && out->site;
}

/* Count the words of a page that each method cuts. */
static exit_code
count_boilerplate(search_index *index, int64_t number, experiment_survey *out)
{
  for (uint32_t m = 0; m < out->methods; m++) {
    search_span *spans;
    size_t count;
    exit_code code = search_page_spans(index, number, m, &spans, &count);
    if (code != EXIT_FINE)
      return code;
    for (size_t i = 0; i < count; i++)
      if (spans[i].boilerplate)
        out->boilerplate[m] += spans[i].word_to - spans[i].word_from;
    free(spans);
  }
  return EXIT_FINE;
}

/* Add the page behind those that are there. */
static exit_code
add_page(search_index *index, experiment_survey *out)
{
  int64_t before = out->count > 0 ? out->pages[out->count - 1].number : 0;
  int64_t number;
  search_page read;
  exit_code code = search_index_next(index, before, &number);
  if (code == EXIT_FINE)
    code = search_page_read(index, number, &read);
  if (code != EXIT_FINE)
    return code;
  bool kept = keep_page(&read, &out->pages[out->count++]);
  search_page_done(&read);
  out->words += out->pages[out->count - 1].words;
  return kept ? count_boilerplate(index, number, out) : report_out_of_memory();
}

/* Numbers are unique within an index. */
static int
compare_numbers(const void *a, const void *b)
{
  const survey_page *one = a;
  const survey_page *two = b;
  return (one->number > two->number) - (one->number < two->number);
}

/* Names are unique too: the index refuses a second page of one name. */
static int
compare_names(const void *a, const void *b)
{
  const survey_page *const *one = a;
  const survey_page *const *two = b;
  return strcmp((*one)->name, (*two)->name);
}

/* Twice: by number for spans and hits, by name for judgements. */
static exit_code
sort_pages(experiment_survey *out)
{
  qsort(out->pages, out->count, sizeof *out->pages, compare_numbers);
  out->by_name = malloc((out->count + 1) * sizeof *out->by_name);
  if (!out->by_name)
    return report_out_of_memory();
  for (size_t i = 0; i < out->count; i++)
    out->by_name[i] = &out->pages[i];
  qsort(out->by_name, out->count, sizeof *out->by_name, compare_names);
  return EXIT_FINE;
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
  out->pages = calloc(pages + 1, sizeof *out->pages);
  exit_code code = out->pages ? EXIT_FINE : report_out_of_memory();
  while (out->count < pages && code == EXIT_FINE)
    code = add_page(index, out);
  if (code == EXIT_FINE)
    code = sort_pages(out);
  if (code != EXIT_FINE)
    experiment_survey_done(out);
  return code;
}

/* Accepts a survey of which only a part was made. */
void
experiment_survey_done(experiment_survey *survey)
{
  for (size_t i = 0; survey->pages && i < survey->count; i++)
    page_done(&survey->pages[i]);
  free(survey->pages);
  free(survey->by_name);
  memset(survey, 0, sizeof *survey);
}

/* By number, as hits have them, in log n steps. NULL for a page that was added
 * to the index after the survey. */
const survey_page *
survey_find(const experiment_survey *survey, int64_t number)
{
  survey_page wanted = {.number = number};
  return survey->count == 0 ? NULL
                            : bsearch(&wanted, survey->pages, survey->count,
                                      sizeof *survey->pages, compare_numbers);
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
