/* site_record.c: see the header, and docs/formats/json.md for the fields. */
#include "pith/site/site_record.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
write_name(text_out *out, const char *key, const char *value)
{
  text_out_text(out, key);
  text_out_json_name(out, value, strlen(value));
}

static void
write_number(text_out *out, const char *key, unsigned long number)
{
  text_out_text(out, key);
  text_out_number(out, number, 0);
}

pith_status
site_record_write(text_out *out, const page_item *which, const site_page *about,
                  const pith_options *style, const site_request *request,
                  pith_page *page)
{
  pith_options options = *style;
  pith_slice record;
  options.id = options.path = which->name;
  options.method = request->method;
  options.markdown = request->markdown;
  pith_page_set_cluster(page, about->cluster);
  if (about->alone)
    pith_page_add_warning(page, "alone");
  if (about->spared)
    pith_page_add_warning(page, "spared");
  pith_status status =
      pith_page_render(page, PITH_FORMAT_JSON, &options, &record);
  text_out_bytes(out, record.data, record.len);
  return status;
}

static void
write_cluster(text_out *out, const pith_chain_site *site, uint32_t index)
{
  pith_chain_cluster cluster = pith_chain_site_cluster(site, index);
  write_number(out, "{\"id\":", index);
  write_number(out, ",\"level\":", cluster.level);
  text_out_text(out, ",\"members\":[");
  uint32_t shared;
  for (uint32_t i = 0; i < cluster.members; i++) {
    pith_slice name = pith_chain_site_cluster_member(site, index, i, &shared);
    text_out_text(out, i ? "," : "");
    text_out_json_name(out, name.data, name.len);
  }
  text_out_text(out, "],\"shared\":{");
  for (uint32_t i = 0; i < cluster.members; i++) {
    pith_slice name = pith_chain_site_cluster_member(site, index, i, &shared);
    text_out_text(out, i ? "," : "");
    text_out_json_name(out, name.data, name.len);
    write_number(out, ":", shared);
  }
  text_out_text(out, "}}");
}

static void
write_site_clusters(text_out *out, const pith_chain_site *site)
{
  uint32_t clusters = pith_chain_site_cluster_count(site);
  for (uint32_t i = 0; i < clusters; i++) {
    text_out_text(out, i ? ",\n" : "\n");
    write_cluster(out, site, i);
  }
}

/* A page and its cluster. */
typedef struct membership {
  uint32_t cluster;
  size_t page;
} membership;

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
 * freed. */
static membership *
sort_by_cluster(const page_list *list, const site_page *pages, size_t *count)
{
  membership *all = malloc((list->count + 1) * sizeof *all);
  *count = 0;
  for (size_t i = 0; all && i < list->count; i++)
    if (!pages[i].failed && pages[i].cluster != UINT32_MAX)
      all[(*count)++] = (membership){pages[i].cluster, i};
  if (all)
    qsort(all, *count, sizeof *all, compare_memberships);
  return all;
}

/* One cluster: the memberships [from, to). What a page shares is what was cut
 * from it. */
static void
write_members(text_out *out, const page_list *list, const site_page *pages,
              const membership *from, const membership *to)
{
  write_number(out, "{\"id\":", from->cluster);
  text_out_text(out, ",\"members\":[");
  for (const membership *m = from; m < to; m++)
    write_name(out, m > from ? "," : "", list->items[m->page].name);
  text_out_text(out, "],\"shared\":{");
  for (const membership *m = from; m < to; m++) {
    write_name(out, m > from ? "," : "", list->items[m->page].name);
    write_number(out, ":", pages[m->page].cut);
  }
  text_out_text(out, "}}");
}

static void
write_model_clusters(text_out *out, const page_list *list,
                     const site_page *pages)
{
  size_t count;
  membership *all = sort_by_cluster(list, pages, &count);
  if (!all) {
    out->error = ENOMEM;
    return;
  }
  size_t to;
  for (size_t from = 0; from < count; from = to) {
    for (to = from + 1; to < count && all[to].cluster == all[from].cluster;)
      to++;
    text_out_text(out, from ? ",\n" : "\n");
    write_members(out, list, pages, all + from, all + to);
  }
  free(all);
}

static void
write_cut(text_out *out, const page_list *list, const site_page *pages)
{
  const char *comma = "";
  text_out_text(out, ",\n\"cut\":{");
  for (size_t i = 0; i < list->count; i++) {
    char share[32];
    if (pages[i].failed)
      continue;
    double bytes = pages[i].bytes ? pages[i].bytes : 1;
    snprintf(share, sizeof share, ":%.4f", pages[i].cut / bytes);
    write_name(out, comma, list->items[i].name);
    text_out_text(out, share);
    comma = ",";
  }
  text_out_text(out, "}");
}

/* A page for looking for copies. */
typedef struct copy {
  uint64_t digest;
  uint32_t bytes;
  size_t page;
} copy;

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

static int
compare_pages(const void *a, const void *b)
{
  size_t one = ((const copy *)a)->page;
  size_t two = ((const copy *)b)->page;
  return one < two ? -1 : one > two;
}

/* Of sorted copies keep those that repeat an earlier one: `digest` becomes
 * the number of the first page. Gives how many. */
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

/* "duplicates": each page that is a copy, and the first page it is one of. */
static void
write_duplicates(text_out *out, const page_list *list, const site_page *pages)
{
  copy *copies = malloc((list->count + 1) * sizeof *copies);
  size_t count = 0;
  if (!copies) {
    out->error = ENOMEM;
    return;
  }
  for (size_t i = 0; i < list->count; i++)
    if (!pages[i].failed)
      copies[count++] = (copy){pages[i].digest, pages[i].bytes, i};
  qsort(copies, count, sizeof *copies, compare_copies);
  count = count > 0 ? keep_repeated(copies, count) : 0;
  qsort(copies, count, sizeof *copies, compare_pages);
  text_out_text(out, ",\n\"duplicates\":{");
  for (size_t i = 0; i < count; i++) {
    write_name(out, i ? "," : "", list->items[copies[i].page].name);
    write_name(out, ":", list->items[copies[i].digest].name);
  }
  text_out_text(out, "}");
  free(copies);
}

static void
write_failures(text_out *out, const page_list *list, const site_page *pages)
{
  const char *comma = "";
  text_out_text(out, ",\n\"failures\":[");
  for (size_t i = 0; i < list->count; i++) {
    if (!pages[i].failed)
      continue;
    write_name(out, comma, list->items[i].name);
    comma = ",";
  }
  text_out_text(out, "]");
}

uint32_t
site_cluster_count(const pith_chain_site *site, const page_list *list,
                   const site_page *pages)
{
  size_t count;
  uint32_t clusters = 0;
  if (site)
    return pith_chain_site_cluster_count(site);
  membership *all = sort_by_cluster(list, pages, &count);
  for (size_t i = 0; all && i < count; i++)
    clusters += i == 0 || all[i].cluster != all[i - 1].cluster;
  free(all);
  return clusters;
}

void
site_report_write(text_out *out, const pith_chain_site *site,
                  const page_list *list, const site_page *pages, double seconds)
{
  char took[48];
  write_number(out, "{\"v\":1,\n\"pages\":", list->count);
  text_out_text(out, ",\n\"clusters\":[");
  if (site)
    write_site_clusters(out, site);
  else
    write_model_clusters(out, list, pages);
  text_out_text(out, "]");
  write_cut(out, list, pages);
  write_duplicates(out, list, pages);
  write_failures(out, list, pages);
  snprintf(took, sizeof took, ",\n\"seconds\":%.3f}\n", seconds);
  text_out_text(out, took);
}
