/* paper_sample.c: the collection in; the sites and pages that the experts of
 * the paper would have graded out.
 *
 * Sites are drawn by the store of `pith review`, so that the sample there is
 * the same. Pages are drawn over all sites by a hash of seed and name, and
 * written as lines, which `pith review` shows as one list.
 */
#include "lab/paper/paper.h"

#include "common/json/json_out.h"
#include "common/system/fnv.h"
#include "common/system/need.h"
#include "common/system/path.h"
#include "common/system/sorted.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* A page as it is drawn. */
typedef struct drawn_page {
  uint64_t order; /* first, for order_uint64() */
  size_t site;
  size_t item;
} drawn_page;

/* --- sites ------------------------------------------------------------------
 */

/* A sink of the store: a site of the sample. */
static void
take_site(void *state, const review_line *line)
{
  paper_job *job = state;
  const review_site *site = review_source_site(&job->source, line->id);
  if (line->sampled && site)
    *NEED_ITEM(job, sites, site_count, site_capacity) =
        (paper_site){.site = site};
}

/* The same request draws the same sample again, so a second run, and the
 * review, have the sites of the first. */
static exit_code
draw_sites(paper_job *job)
{
  int64_t sample = 0, total;
  review_outcome outcome =
      review_store_sample(job->store, false, 0, (int64_t)job->sample,
                          job->request->review.seed, &sample);
  review_query query = {.search = "",
                        .grader = "",
                        .method = "",
                        .sample = sample,
                        .count = (int64_t)job->sample};
  if (outcome == REVIEW_DONE)
    outcome = review_store_list(job->store, &query, &total, take_site, job);
  if (outcome == REVIEW_DONE)
    return EXIT_FINE;
  message("%s", review_outcome_text(outcome));
  return EXIT_ENVIRONMENT;
}

/* Add a page to those that are looked at. */
static void
choose_page(paper_job *job, paper_site *site, size_t item)
{
  *NEED_ITEM(site, pages, count, capacity) = (paper_page){.item = item};
  job->page_count++;
}

/* Pages with gold, spread evenly over the list, which is sorted by name: so
 * several folders of a site are among them. */
static void
choose_pages(paper_job *job, paper_site *site)
{
  const page_list *list = &site->site->list;
  size_t *known = need(list->count, sizeof *known), count = 0;
  for (size_t i = 0; i < list->count; i++)
    if (paper_gold_find(&job->gold, &list->items[i]).len > 0)
      known[count++] = i;
  size_t most = count < job->paper->pages ? count : job->paper->pages;
  for (size_t i = 0; i < most; i++)
    choose_page(job, site, known[i * count / most]);
  free(known);
}

/* --- pages ------------------------------------------------------------------
 */

/* The same names and seed give the same order on every machine. */
static uint64_t
order_of(const paper_job *job, const review_site *site, const char *page)
{
  char seed[24];
  int len = snprintf(seed, sizeof seed, "%llu ",
                     (unsigned long long)job->request->review.seed);
  uint64_t hash = fnv_add(FNV_START, seed, (size_t)len);
  hash = fnv_add(hash, site->name, strlen(site->name) + 1);
  hash = fnv_add(hash, page, strlen(page));
  return hash ^ hash >> 29; /* the low bits of names that are alike are so */
}

/* By site, for the sites are worked through one after the other. */
static int
compare_places(const void *a, const void *b)
{
  const drawn_page *one = a, *two = b;
  if (one->site != two->site)
    return one->site < two->site ? -1 : 1;
  return (one->item > two->item) - (one->item < two->item);
}

/* Where there is gold, pages with it are drawn, so that gold and people can
 * grade the same pages. */
static void
draw_pages(paper_job *job)
{
  size_t count = 0, made = 0;
  for (size_t s = 0; s < job->source.count; s++)
    count += job->source.sites[s].list.count;
  drawn_page *pages = need(count, sizeof *pages);
  for (size_t s = 0; s < job->source.count; s++) {
    const review_site *site = &job->source.sites[s];
    for (size_t i = 0; i < site->list.count; i++) {
      const page_item *page = &site->list.items[i];
      if (job->gold.count == 0 || paper_gold_find(&job->gold, page).len > 0)
        pages[made++] = (drawn_page){order_of(job, site, page->name), s, i};
    }
  }
  qsort(pages, made, sizeof *pages, order_uint64);
  size_t most = made < job->sample ? made : (size_t)job->sample;
  qsort(pages, most, sizeof *pages, compare_places);
  for (size_t i = 0; i < most; i++) {
    if (i == 0 || pages[i].site != pages[i - 1].site)
      *NEED_ITEM(job, sites, site_count, site_capacity) =
          (paper_site){.site = &job->source.sites[pages[i].site]};
    choose_page(job, &job->sites[job->site_count - 1], pages[i].item);
  }
  free(pages);
}

/* --- both -------------------------------------------------------------------
 */

/* Gold that was named, or that lies in the collection and its folders. */
static exit_code
read_gold(paper_job *job)
{
  const text_list *named = &job->request->eval.gold;
  exit_code code = EXIT_FINE;
  for (size_t i = 0; i < named->count && code == EXIT_FINE; i++)
    code = paper_gold_add(&job->gold, named->items[i]);
  if (named->count == 0)
    code = paper_gold_try(&job->gold, job->collection);
  for (size_t i = 0; named->count == 0 && i < job->source.count; i++) {
    char *folder =
        needed(path_join(job->collection, job->source.sites[i].name));
    THEN(code, paper_gold_try(&job->gold, folder));
    free(folder);
  }
  paper_gold_settle(&job->gold);
  return code;
}

/* Files hold pages of many hosts; folders are sites. */
static page_group
choose_group(const paper_job *job)
{
  struct stat about;
  if (request_has(job->request, OPTION_GROUP_BY))
    return (page_group)job->request->input.group_by;
  bool folder = stat(job->collection, &about) == 0 && S_ISDIR(about.st_mode);
  return folder ? GROUP_NONE : GROUP_HOST;
}

/* A store is opened before the collection is read: a report that cannot be
 * written should fail at once. */
exit_code
paper_sample_draw(paper_job *job)
{
  if (!job->paper->of_pages) {
    char *path = needed(path_join(job->output.path, "review.db"));
    exit_code code = review_store_open(path, &job->store);
    free(path);
    TRY(code);
  }
  job->grouping = (review_grouping){.by = choose_group(job),
                                    .field = job->request->input.group_field};
  TRY(review_source_open(job->collection, job->grouping, job->store,
                         &job->source));
  TRY(read_gold(job));
  if (job->paper->of_pages) {
    draw_pages(job);
    return EXIT_FINE;
  }
  TRY(draw_sites(job));
  for (size_t i = 0; i < job->site_count; i++)
    choose_pages(job, &job->sites[i]);
  return EXIT_FINE;
}

/* A line that holds the page itself, so that the sample can be graded on
 * another machine. A page that cannot be read was reported and is left out. */
static exit_code
write_page(const paper_site *site, size_t item, text_out *out)
{
  input_bytes bytes;
  const page_item *page = &site->site->list.items[item];
  text_out name;
  exit_code code = page_list_read(&site->site->list, item, &bytes);
  if (code != EXIT_FINE)
    return code == EXIT_INPUT ? EXIT_FINE : code;
  text_out_init(&name, -1);
  text_out_print(&name, "%s/%s", site->site->name, page->name);
  char *id = need_text(&name);
  json_out json = json_out_begin(out);
  json_out_object(&json, NULL);
  json_out_text(&json, "id", id);
  if (page->url)
    json_out_text(&json, "url", page->url);
  json_out_base64(&json, "html_b64", (pith_slice){bytes.data, bytes.len});
  json_out_end(&json);
  text_out_text(out, "\n");
  free(id);
  input_bytes_done(&bytes);
  return EXIT_FINE;
}

/* Only a sample of pages needs a file of its own: `pith review` draws sites
 * itself. Written as it is made, since pages are large. */
exit_code
paper_sample_write(const paper_job *job)
{
  int file;
  text_out out;
  exit_code code = EXIT_FINE;
  if (!job->paper->of_pages)
    return EXIT_FINE;
  TRY(output_begin(&job->output, "sample.jsonl", &file));
  text_out_init(&out, file);
  out.name = "sample.jsonl";
  for (size_t s = 0; s < job->site_count; s++)
    for (size_t p = 0; p < job->sites[s].count && code == EXIT_FINE; p++)
      code = write_page(&job->sites[s], job->sites[s].pages[p].item, &out);
  exit_code written = text_out_end(&out);
  text_out_done(&out);
  code = code == EXIT_FINE ? written : code;
  written = output_end(&job->output, "sample.jsonl", file, code == EXIT_FINE);
  return code == EXIT_FINE ? written : code;
}
