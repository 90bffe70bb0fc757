/* site_record.c: see the header, and docs/formats/json.md for the fields. */
#include "pith/site/site_record.h"

#include "common/json/json_out.h"
#include "common/output/page_filter.h"
#include "common/output/page_warnings.h"

#include "pith_experimental.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* --- clusters of the papers ----------------------------------------------- */

/* Members in one list, and what each shares with the others by its name. */
static void
write_paper_cluster(json_out *json, const pith_site_model *model,
                    uint32_t index)
{
  pith_chain_cluster cluster = pith_chain_cluster_get(model, index);
  uint32_t shared;
  json_out_line(json, 0);
  json_out_object(json, NULL);
  json_out_number(json, "id", index);
  json_out_number(json, "level", cluster.level);
  json_out_array(json, "members");
  for (uint32_t i = 0; i < cluster.members; i++)
    json_out_slice(json, NULL,
                   pith_chain_cluster_member(model, index, i, &shared));
  json_out_end(json);
  json_out_object(json, "shared");
  for (uint32_t i = 0; i < cluster.members; i++) {
    pith_slice name = pith_chain_cluster_member(model, index, i, &shared);
    char *key = strndup(name.data, name.len);
    if (key)
      json_out_number(json, key, shared);
    else
      json->out->error = ENOMEM;
    free(key);
  }
  json_out_end(json);
  json_out_end(json);
}

/* --- clusters of a site model --------------------------------------------- */

/* A page and its cluster. */
typedef struct membership {
  uint32_t cluster;
  size_t page;
} membership;

/* Total order: qsort() is not stable, and equal input has to give equal
 * reports. */
static int
compare_memberships(const void *a, const void *b)
{
  const membership *one = a;
  const membership *two = b;
  if (one->cluster != two->cluster)
    return one->cluster < two->cluster ? -1 : 1;
  return one->page < two->page ? -1 : one->page > two->page;
}

/* The pages that have a cluster, by cluster; NULL when memory ends. To be
 * freed.
 * A page has at most one cluster; those without one are left out. */
static membership *
sort_by_cluster(const page_list *list, const site_page *pages, size_t *count)
{
  membership *all = malloc((list->count + 1) * sizeof *all);
  *count = 0;
  for (size_t i = 0; all && i < list->count; i++)
    if (!pages[i].failed && pages[i].facts.cluster != UINT32_MAX)
      all[(*count)++] = (membership){pages[i].facts.cluster, i};
  if (all)
    qsort(all, *count, sizeof *all, compare_memberships);
  return all;
}

/* One cluster: the memberships [from, to). What a page shares is what was cut
 * from it. */
static void
write_members(json_out *json, const page_list *list, const site_page *pages,
              const membership *from, const membership *to)
{
  json_out_line(json, 0);
  json_out_object(json, NULL);
  json_out_number(json, "id", from->cluster);
  json_out_array(json, "members");
  for (const membership *m = from; m < to; m++)
    json_out_text(json, NULL, list->items[m->page].name);
  json_out_end(json);
  json_out_object(json, "shared");
  for (const membership *m = from; m < to; m++)
    json_out_number(json, list->items[m->page].name, pages[m->page].cut);
  json_out_end(json);
  json_out_end(json);
}

/* Memberships are sorted by cluster, so each cluster is a run of them; n pages
 * cost n * log n. */
static void
write_model_clusters(json_out *json, const page_list *list,
                     const site_page *pages)
{
  size_t count;
  membership *all = sort_by_cluster(list, pages, &count);
  if (!all) {
    json->out->error = ENOMEM;
    return;
  }
  size_t to;
  for (size_t from = 0; from < count; from = to) {
    for (to = from + 1; to < count && all[to].cluster == all[from].cluster;)
      to++;
    write_members(json, list, pages, all + from, all + to);
  }
  free(all);
}

/* --- copies --------------------------------------------------------------- */

/* A page for looking for copies. */
typedef struct copy {
  uint64_t digest;
  uint32_t bytes;
  size_t page;
} copy;

/* Equal digests and lengths side by side, the first page of each first. */
static int
compare_copies(const void *a, const void *b)
{
  const copy *one = a;
  const copy *two = b;
  if (one->digest != two->digest)
    return one->digest < two->digest ? -1 : 1;
  if (one->bytes != two->bytes)
    return one->bytes < two->bytes ? -1 : 1;
  return one->page < two->page ? -1 : 1;
}

/* Back to the order of pages, for the report. */
static int
compare_pages(const void *a, const void *b)
{
  size_t one = ((const copy *)a)->page;
  size_t two = ((const copy *)b)->page;
  return one < two ? -1 : one > two;
}

/* Of sorted copies keep those that repeat an earlier one: `digest` becomes
 * the number of the first page. Returns how many.
 * Works in place: what is kept is never behind what is read. */
static size_t
keep_repeated(copy *copies, size_t count)
{
  size_t kept = 0;
  copy first = copies[0];
  for (size_t i = 1; i < count; i++) {
    copy at = copies[i];
    if (at.digest == first.digest && at.bytes == first.bytes)
      copies[kept++] = (copy){first.page, at.bytes, at.page};
    else
      first = at;
  }
  return kept;
}

/* Each page that is a copy, and the first page it is one of. */
static void
write_duplicates(json_out *json, const page_list *list, const site_page *pages)
{
  copy *copies = malloc((list->count + 1) * sizeof *copies);
  size_t count = 0;
  if (!copies) {
    json->out->error = ENOMEM;
    return;
  }
  for (size_t i = 0; i < list->count; i++)
    if (!pages[i].failed)
      copies[count++] = (copy){pages[i].digest, pages[i].bytes, i};
  qsort(copies, count, sizeof *copies, compare_copies);
  count = count > 0 ? keep_repeated(copies, count) : 0;
  qsort(copies, count, sizeof *copies, compare_pages);
  for (size_t i = 0; i < count; i++)
    json_out_text(json, list->items[copies[i].page].name,
                  list->items[copies[i].digest].name);
  free(copies);
}

/* --- the whole ------------------------------------------------------------ */

/* The model has clusters of the papers: a chain --compat run. */
static bool
is_paper(const pith_site_model *model)
{
  pith_site_model_facts facts = {.size = sizeof facts};
  pith_site_model_describe(model, &facts);
  return facts.evidence & PITH_EVIDENCE_PAPER;
}

/* 0 when memory ends; the summary is for people. */
uint32_t
site_cluster_count(const pith_site_model *model, const page_list *list,
                   const site_page *pages)
{
  size_t count;
  uint32_t clusters = 0;
  if (is_paper(model))
    return pith_chain_cluster_count(model);
  membership *all = sort_by_cluster(list, pages, &count);
  for (size_t i = 0; all && i < count; i++)
    clusters += i == 0 || all[i].cluster != all[i - 1].cluster;
  free(all);
  return clusters;
}

/* Pages that failed have no facts. */
size_t
site_limited_count(const page_list *list, const site_page *pages)
{
  size_t limited = 0;
  for (size_t i = 0; i < list->count; i++)
    limited += !pages[i].failed && pages[i].facts.limited;
  return limited;
}

/* A model has clusters of one sort: those of the papers, or its own. */
static void
write_clusters(json_out *json, const pith_site_model *model,
               const page_list *list, const site_page *pages)
{
  uint32_t papers = pith_chain_cluster_count(model);
  json_out_line(json, 0);
  json_out_array(json, "clusters");
  if (!is_paper(model))
    write_model_clusters(json, list, pages);
  for (uint32_t i = 0; i < papers; i++)
    write_paper_cluster(json, model, i);
  json_out_end(json);
}

/* Each warning that a page has, and the pages that have it. Kinds are few, so
 * the list is walked once for each. */
static void
write_warnings(json_out *json, const page_list *list, const site_page *pages)
{
  const char *name;
  json_out_line(json, 0);
  json_out_object(json, "warnings");
  for (unsigned kind = 0; (name = page_warning_name(kind)); kind++) {
    /* A kind that no page has is left out, so a fine site has {} here. */
    bool open = false;
    for (size_t i = 0; i < list->count; i++) {
      if (pages[i].failed || !(pages[i].warnings >> kind & 1))
        continue;
      if (!open)
        json_out_array(json, name);
      open = true;
      json_out_text(json, NULL, list->items[i].name);
    }
    if (open)
      json_out_end(json);
  }
  json_out_end(json);
}

/* --dedup: each page that is nearly a copy, and its original. Without such
 * pages the member is left out, so that other reports stay as they are. */
static void
write_near(json_out *json, const page_list *list, const site_page *pages)
{
  bool open = false;
  for (size_t i = 0; i < list->count; i++) {
    if (!pages[i].original)
      continue;
    if (!open) {
      json_out_line(json, 0);
      json_out_object(json, "near_duplicates");
    }
    open = true;
    json_out_text(json, list->items[i].name, pages[i].original);
  }
  if (open)
    json_out_end(json);
}

/* Each reason of the filter, and the pages that were left out by it. Without a
 * filter there is no such member. */
static void
write_left_out(json_out *json, const page_list *list, const site_page *pages)
{
  const char *name;
  bool open = false;
  for (unsigned kind = REFUSED_NOT + 1; (name = page_refusal_name(kind));
       kind++) {
    bool named = false;
    for (size_t i = 0; i < list->count; i++) {
      if (pages[i].failed || pages[i].refusal != kind)
        continue;
      if (!open) {
        json_out_line(json, 0);
        json_out_object(json, "left_out");
      }
      if (!named)
        json_out_array(json, name);
      open = named = true;
      json_out_text(json, NULL, list->items[i].name);
    }
    if (named)
      json_out_end(json);
  }
  if (open)
    json_out_end(json);
}

/* One member a line: large reports are looked at with line tools. */
void
site_report_write(text_out *out, const pith_site_model *model,
                  const page_list *list, const site_page *pages,
                  const site_totals *totals)
{
  json_out json = json_out_begin(out);
  json_out_object(&json, NULL);
  json_out_number(&json, "v", 1);
  json_out_line(&json, 0);
  json_out_number(&json, "pages", list->count);
  if (totals->unchanged > 0)
    json_out_number(&json, "unchanged", totals->unchanged);
  write_clusters(&json, model, list, pages);
  if (site_limited_count(list, pages) > 0) {
    json_out_line(&json, 0);
    json_out_bool(&json, "limited", true);
  }
  json_out_line(&json, 0);
  json_out_object(&json, "cut");
  for (size_t i = 0; i < list->count; i++)
    if (!pages[i].failed)
      json_out_decimal(&json, list->items[i].name,
                       pages[i].cut / (pages[i].bytes ? pages[i].bytes : 1.0),
                       4);
  json_out_end(&json);
  json_out_line(&json, 0);
  json_out_object(&json, "duplicates");
  write_duplicates(&json, list, pages);
  json_out_end(&json);
  write_near(&json, list, pages);
  json_out_line(&json, 0);
  json_out_array(&json, "failures");
  for (size_t i = 0; i < list->count; i++)
    if (pages[i].failed)
      json_out_text(&json, NULL, list->items[i].name);
  json_out_end(&json);
  write_warnings(&json, list, pages);
  write_left_out(&json, list, pages);
  json_out_line(&json, 0);
  /* Also without drift: the trend shows before the site has changed. */
  json_out_decimal(&json, "fit", totals->fit / 1000.0, 3);
  json_out_bool(&json, "drift", totals->drifted);
  json_out_line(&json, 0);
  json_out_decimal(&json, "seconds", totals->seconds, 3);
  json_out_end(&json);
  text_out_text(out, "\n");
}
