/* site_collection.c: see the header.
 *
 *     DIR/a/ DIR/b/ ...  ──► one thread a site ──► OUT/a/ OUT/b/ ...
 *                        ──► in the order of names ──► OUT/sites.jsonl
 *
 * Sites are the unit of parallel work: each is done by one thread from end to
 * end, so that its result does not depend on the others. `failed`, `pages`,
 * `out` and `bar` are touched by take_site() alone.
 */
#include "pith/site/site_collection.h"

#include "common/input/page_groups.h"
#include "common/system/grow.h"
#include "common/system/interrupt.h"
#include "common/system/path.h"
#include "common/system/workers.h"
#include "pith/site/site_job.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct collection {
  const app_request *request;
  const output_tree *tree; /* NULL: lines to stdout, no files */
  char **sites;            /* names of folders, owned, or of groups, lent */
  page_groups groups;      /* --group-by: the pages of all sites */
  size_t count;
  size_t capacity;
  size_t failed; /* sites with a page that failed, or none at all */
  uint64_t pages;
  site_likeness likeness; /* sums of --similarity */
  double share;           /* of the sites' percentages */
  size_t shared;          /* sites that have one */
  text_out out;
  progress bar;
} collection;

/* A site on its way to its turn. */
typedef struct site_result {
  site_summary summary;
  exit_code code;
} site_result;

/* --- the sites there are --- */

/* NULL after a message. */
static char *
join(const char *folder, const char *name)
{
  char *path = path_join(folder, name);
  if (!path)
    message("%s: out of memory", name);
  return path;
}

/* Links are not followed: a link to a folder above would be a site of its own.
 */
static bool
is_folder(const char *path)
{
  struct stat about;
  return lstat(path, &about) == 0 && S_ISDIR(about.st_mode);
}

/* Add a folder as a site; files beside the sites are passed over. */
static bool
add_site(collection *all, const char *folder, const char *name)
{
  char *path = join(folder, name);
  bool site = path && is_folder(path);
  free(path);
  if (!path || !site)
    return path != NULL;
  if (!GROW(all->sites, all->capacity, all->count + 1))
    return false;
  all->sites[all->count] = strdup(name);
  return all->sites[all->count++] != NULL;
}

/* By bytes, so that the order is that of every machine. */
static int
compare_names(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* In byte order, whatever the order of the file system. */
static exit_code
find_sites(collection *all)
{
  char room[128];
  const char *folder = all->request->inputs[0];
  DIR *directory = opendir(folder);
  if (!directory) {
    message("%s: %s", folder, system_text(errno, room));
    return EXIT_INPUT;
  }
  const struct dirent *entry;
  bool fine = true;
  while (fine && (entry = readdir(directory)) != NULL)
    if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
      fine = add_site(all, folder, entry->d_name);
  closedir(directory);
  if (!fine) {
    message("%s: out of memory while listing it", folder);
    return EXIT_ENVIRONMENT;
  }
  if (all->count == 0) {
    message("%s: no folders in it; --collection requires one for each site",
            folder);
    return EXIT_INPUT;
  }
  qsort(all->sites, all->count, sizeof *all->sites, compare_names);
  return EXIT_FINE;
}

/* --group-by: the inputs are listed once; a group is a part of the list. */
static exit_code
find_groups(collection *all)
{
  const app_request *request = all->request;
  page_list_init(&all->groups.list, request->page.max_bytes);
  all->groups.list.filter = request->input.filter;
  all->groups.list.group_field = request->input.group_field;
  exit_code code =
      page_groups_make(&all->groups, request->inputs, request->input_count,
                       (page_group)request->input.group_by);
  all->sites = all->groups.names;
  all->count = all->groups.count;
  all->failed += all->groups.list.failed;
  return code;
}

/* --- one site --- */

/* Without a folder to write to there are no records either: the line of the
 * site is all that is printed. */
static exit_code
run_pages(const app_request *request, const page_list *list, const char *name,
          const output_tree *tree, site_summary *summary)
{
  site_job job = {.request = request,
                  .list = list,
                  .key = name,
                  .tree = tree,
                  .records = tree != NULL,
                  .part_of_many = true};
  return site_job_run(&job, summary);
}

/* The model of a group is a file of its name: in the output folder of `learn`,
 * in the folder of models of `apply`. A group without one fails alone. */
static exit_code
run_with_model(const app_request *request, const page_list *list,
               const char *name, const output_tree *tree, site_summary *summary)
{
  app_request own = *request;
  const char **at =
      request->command == COMMAND_LEARN ? &own.output.path : &own.input.model;
  size_t room = strlen(*at) + strlen(name) + 8;
  char *path = malloc(room);
  if (!path)
    return report_out_of_memory_for(name);
  snprintf(path, room, "%s/%s.pith", *at, name);
  *at = path;
  exit_code code = run_pages(&own, list, name, tree, summary);
  free(path);
  return code;
}

/* `site` needs no model but the one it learns on the way. */
static exit_code
run_group(const app_request *request, const page_list *list, const char *name,
          const output_tree *tree, site_summary *summary)
{
  return request->command == COMMAND_SITE
             ? run_pages(request, list, name, tree, summary)
             : run_with_model(request, list, name, tree, summary);
}

/* The site's own folder in the output, then the site.
 * The folder of a site is entered without following links, so that a name in
 * the collection cannot lead out of the output. */
static exit_code
run_in_folder(const collection *all, const page_list *list, const char *name,
              site_summary *summary)
{
  output_tree tree;
  if (!all->tree)
    return run_group(all->request, list, name, NULL, summary);
  char *path = join(all->tree->path, name);
  if (!path)
    return EXIT_ENVIRONMENT;
  exit_code code = output_tree_enter(all->tree, name, path, &tree);
  if (code == EXIT_FINE) {
    code = run_group(all->request, list, name, &tree, summary);
    output_tree_close(&tree);
  }
  free(path);
  return code;
}

/* One thread a site, from its list of pages to its report. Memory is that of
 * the sites in progress. */
static void
run_site(void *shared, void *state, size_t item, void *slot)
{
  const collection *all = shared;
  site_result *result = slot;
  (void)state;
  page_list list;
  if (all->groups.names) { /* a part of the list, which stays with the whole */
    result->code = page_groups_part(&all->groups, item, &list);
    if (result->code == EXIT_FINE)
      result->code =
          run_in_folder(all, &list, all->sites[item], &result->summary);
    return;
  }
  char *path = join(all->request->inputs[0], all->sites[item]);
  result->code = EXIT_ENVIRONMENT;
  if (!path)
    return;
  page_list_init(&list, all->request->page.max_bytes);
  list.filter = all->request->input.filter;
  result->code = page_list_add(&list, path);
  if (result->code == EXIT_FINE)
    result->code = page_list_settle(&list);
  if (result->code == EXIT_FINE)
    result->code =
        run_in_folder(all, &list, all->sites[item], &result->summary);
  page_list_done(&list);
  free(path);
}

/* The line of a site in sites.jsonl (docs/formats/json.md). */
static void
write_line(text_out *out, const char *name, const site_summary *summary)
{
  char numbers[160];
  text_out_text(out, "{\"v\":1,\"site\":");
  text_out_json_name(out, name, strlen(name));
  snprintf(numbers, sizeof numbers,
           ",\"pages\":%zu,\"failed\":%zu,\"clusters\":%u,\"bytes\":%llu,"
           "\"cut\":%llu}\n",
           summary->pages, summary->failed, (unsigned)summary->clusters,
           (unsigned long long)summary->bytes,
           (unsigned long long)summary->cut);
  text_out_text(out, numbers);
}

/* A row of Table 1, and its part of the last row. Sites without two pages of a
 * layer have no percentage. */
static void
add_likeness(collection *all, const char *name, const site_likeness *likeness)
{
  site_likeness_row(&all->out, name, likeness);
  all->likeness.starts += likeness->starts;
  all->likeness.pages += likeness->pages;
  for (int i = 0; i < 4; i++)
    all->likeness.scores[i] += likeness->scores[i];
  all->shared += likeness->pages > 0;
  all->share += site_likeness_share(likeness);
}

/* A site with failed pages has its line, and the collection the exit code. */
static exit_code
take_site(void *shared, size_t item, void *slot)
{
  collection *all = shared;
  site_result *result = slot;
  exit_code code = result->code;
  if (code == EXIT_INPUT) {
    all->failed++;
    code = EXIT_FINE;
  }
  if (code == EXIT_FINE && all->request->input.similarity) {
    add_likeness(all, all->sites[item], &result->summary.likeness);
  } else if (code == EXIT_FINE) {
    write_line(&all->out, all->sites[item], &result->summary);
    all->pages += result->summary.pages;
  }
  memset(result, 0, sizeof *result);
  progress_show(&all->bar, item + 1);
  if (code == EXIT_FINE && all->out.error && all->out.error != EPIPE)
    return EXIT_ENVIRONMENT;
  return code == EXIT_FINE && interrupted() ? EXIT_INTERRUPTED : code;
}

/* A result owns no memory; only the slot is cleared. */
static void
drop_site(void *shared, void *slot)
{
  (void)shared;
  memset(slot, 0, sizeof(site_result));
}

/* --- all of them --- */

/* The stream is ended after an interrupt as well: lines of finished sites are
 * kept. */
static exit_code
run_sites(collection *all, int file)
{
  work what = {.items = all->count,
               .threads = all->request->jobs,
               .slot_bytes = sizeof(site_result),
               .shared = all,
               .run = run_site,
               .take = take_site,
               .drop = drop_site};
  text_out_init(&all->out, file);
  if (all->tree)
    all->out.name = "sites.jsonl";
  all->bar = progress_start(all->request->output.progress, "sites", all->count);
  if (all->request->input.similarity)
    site_likeness_head(&all->out, "site");
  exit_code code = workers_run(&what);
  if (code == EXIT_FINE && all->shared > 0)
    site_likeness_mean(&all->out, &all->likeness,
                       all->share / (double)all->shared);
  progress_end(&all->bar);
  exit_code written = text_out_end(&all->out);
  text_out_done(&all->out);
  return code != EXIT_FINE ? code : written;
}

/* sites.jsonl appears whole, as pages.jsonl does. */
static exit_code
run_to_file(collection *all)
{
  int file;
  if (!all->tree)
    return run_sites(all, STDOUT_FILENO);
  exit_code code = output_begin(all->tree, "sites.jsonl", &file);
  if (code != EXIT_FINE)
    return code;
  code = run_sites(all, file);
  bool keep = code == EXIT_FINE || code == EXIT_INTERRUPTED;
  exit_code closed = output_end(all->tree, "sites.jsonl", file, keep);
  return code != EXIT_FINE ? code : closed;
}

/* A failure of one site does not end the others; it is counted and becomes the
 * exit code. */
exit_code
site_collection_run(const app_request *request, const output_tree *tree)
{
  collection all = {.request = request, .tree = tree};
  output_tree models = {-1, NULL};
  exit_code code =
      request->input.group_by ? find_groups(&all) : find_sites(&all);
  if (code == EXIT_FINE && request->command == COMMAND_LEARN) {
    code = output_tree_open(request->output.path, &models);
    output_tree_close(&models);
  }
  if (code == EXIT_FINE)
    code = run_to_file(&all);
  if (code == EXIT_FINE && tree && !request->output.quiet)
    message("%zu sites, %llu pages, %zu sites with failures; see "
            "%s/sites.jsonl",
            all.count, (unsigned long long)all.pages, all.failed, tree->path);
  if (all.sites && !all.groups.names) { /* else they belong to the groups */
    for (size_t i = 0; i < all.count; i++)
      free(all.sites[i]);
    free(all.sites);
  }
  page_groups_done(&all.groups);
  if (code == EXIT_FINE && all.failed > 0)
    code = EXIT_INPUT;
  return code;
}
