/* site_layer.c: see the header. */
#include "pith/site/site_layer.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Pages that similarity starts from, and pages it looks at from each. */
enum { STARTS = 5, PAGES_MOST = 100 };

/* The partners of one page, read and parsed. */
typedef struct partners {
  input_bytes inputs[PITH_PARTNERS_MOST];
  pith_page *pages[PITH_PARTNERS_MOST];
  uint32_t count;
} partners;

/* The place of a name in the list, or its count. */
static size_t
find_item(const page_list *list, pith_slice name)
{
  size_t low = 0;
  size_t high = list->count;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const char *here = list->items[middle].name;
    size_t len = strlen(here);
    int order = memcmp(here, name.data, len < name.len ? len : name.len);
    if (order < 0 || (order == 0 && len < name.len))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static void
close_partners(partners *with)
{
  for (uint32_t p = 0; p < with->count; p++) {
    pith_page_free(with->pages[p]);
    input_bytes_done(&with->inputs[p]);
  }
  with->count = 0;
}

/* Open the partners of a page; one that cannot be read is left out. */
static exit_code
open_partners(const site_run *run, pith_context *context, size_t item,
              partners *with)
{
  pith_slice names[PITH_PARTNERS_MOST];
  uint32_t count = pith_layers_partners(run->layers, site_page_name(run, item),
                                        PITH_PARTNERS_MOST, names);
  with->count = 0;
  for (uint32_t p = 0; p < count; p++) {
    size_t at = find_item(run->list, names[p]);
    if (at >= run->list->count)
      continue;
    uint32_t n = with->count;
    exit_code code =
        site_page_open(run, context, at, &with->inputs[n], &with->pages[n]);
    if (code == EXIT_FINE)
      with->count++;
    else if (code != EXIT_INPUT)
      return code;
  }
  return EXIT_FINE;
}

exit_code
site_layer_classify(const site_run *run, const site_thread *thread, size_t item,
                    pith_page *page)
{
  partners with;
  pith_site_facts said;
  site_page *about = &run->pages[item];
  exit_code code = open_partners(run, thread->context, item, &with);
  if (code == EXIT_FINE) {
    pith_status status =
        pith_page_classify_layer(page, (const pith_page *const *)with.pages,
                                 with.count, &run->request->layer_style, &said);
    if (status != PITH_OK)
      code = site_refuse(run->list->items[item].name, status,
                         pith_status_text(status));
    about->fit = said.fit;
    about->cluster = said.cluster;
    about->alone = said.alone && pith_page_text(page).len > 0;
    about->spared = said.spared;
  }
  close_partners(&with);
  return code;
}

/* --- similarity ----------------------------------------------------------- */

typedef struct similarity {
  unsigned pages;
  unsigned scores[4];
} similarity;

/* Compare a start page with one of its layer. */
static exit_code
compare_pages(const site_run *run, pith_page *start, size_t item,
              similarity *sum)
{
  input_bytes input;
  pith_page *page;
  pith_page_similarity like;
  exit_code code = site_page_open(run, run->context, item, &input, &page);
  if (code != EXIT_FINE)
    return code == EXIT_INPUT ? EXIT_FINE : code;
  pith_status status = pith_page_compare(start, page, &like);
  if (status == PITH_OK) {
    sum->pages++;
    sum->scores[0] += like.header;
    sum->scores[1] += like.navigation;
    sum->scores[2] += like.footer;
    sum->scores[3] += like.advertising;
  } else {
    code = site_refuse(input.name, status, pith_status_text(status));
  }
  pith_page_free(page);
  input_bytes_done(&input);
  return code;
}

static exit_code
compare_layer(const site_run *run, size_t item, similarity *sum)
{
  pith_slice names[PAGES_MOST];
  input_bytes input;
  pith_page *start;
  exit_code code = site_page_open(run, run->context, item, &input, &start);
  if (code != EXIT_FINE)
    return code == EXIT_INPUT ? EXIT_FINE : code;
  uint32_t count = pith_layers_partners(run->layers, site_page_name(run, item),
                                        PAGES_MOST, names);
  for (uint32_t p = 0; p < count && code == EXIT_FINE; p++) {
    size_t at = find_item(run->list, names[p]);
    if (at < run->list->count)
      code = compare_pages(run, start, at, sum);
  }
  pith_page_free(start);
  input_bytes_done(&input);
  return code;
}

static void
print_table(const similarity *sum, unsigned starts)
{
  unsigned total = 0;
  for (int i = 0; i < 4; i++)
    total += sum->scores[i];
  unsigned most = 4 * sum->pages;
  unsigned share = most > 0 ? (total * 1000 + most / 2) / most : 0;
  printf("starts\tpages\theader\tnavigation\tfooter\tadvertising\tscore"
         "\tsimilarity\n");
  printf("%u\t%u\t%u\t%u\t%u\t%u\t%u\t%u.%u%%\n", starts, sum->pages,
         sum->scores[0], sum->scores[1], sum->scores[2], sum->scores[3], total,
         share / 10, share % 10);
}

exit_code
site_layer_similarity(const site_run *run)
{
  similarity sum = {0, {0, 0, 0, 0}};
  size_t count = run->list->count;
  unsigned starts = count < STARTS ? (unsigned)count : STARTS;
  for (unsigned s = 0; s < starts; s++) {
    exit_code code = compare_layer(run, s * count / starts, &sum);
    if (code != EXIT_FINE)
      return code;
  }
  print_table(&sum, starts);
  return fflush(stdout) == 0 ? EXIT_FINE : EXIT_ENVIRONMENT;
}
