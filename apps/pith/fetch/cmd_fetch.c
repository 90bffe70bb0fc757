/* cmd_fetch.c: `pith fetch URL... -o DIR`: addresses in, a directory with pages
 * and their index out; with --warc an archive, with --list addresses.
 *
 *     http://...    an address
 *     FILE, -       a list of addresses, one a line; # begins a comment
 */
#include "common/options/commands.h"

#include "common/input/read_input.h"
#include "common/options/request.h"
#include "common/system/ascii_text.h"
#include "common/system/grow.h"
#include "common/system/interrupt.h"
#include "common/web/crawl_folder.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { LIST_BYTES_MOST = 256 << 20 };

/* What is wrong with the options together; NULL: nothing. */
static const char *
find_wrong(const app_request *in)
{
  const crawl_options *crawl = &in->crawl;
  if (in->input_count == 0)
    return "name the address of a page";
  if (!in->output.path && !crawl->list && !crawl->warc)
    return "name the directory for the pages with -o, or a file with --warc";
  if (crawl->list && (in->output.path || crawl->warc))
    return "--list prints addresses and stores nothing; leave out -o and "
           "--warc";
  if (crawl->filter.since && !crawl->sitemap && !crawl->feed)
    return "--since is about the dates in sitemaps and feeds; add --sitemap or "
           "--feed";
  if (crawl->filter.since && !crawl_filter_is_day(crawl->filter.since))
    return "--since takes a day, such as 2024-05-01";
  return in->page.max_bytes == 0 ? "--max-bytes 0 allows no page" : NULL;
}

/* --- addresses ------------------------------------------------------------ */

typedef struct seed_list {
  char **items; /* owned, and what they point to */
  size_t count;
  size_t capacity;
  bool listed; /* some came from a list */
} seed_list;

/* Copies, because the lines of a list end with it. */
static void
seeds_done(seed_list *seeds)
{
  for (size_t i = 0; i < seeds->count; i++)
    free(seeds->items[i]);
  free(seeds->items);
}

/* The address is checked by the crawl, which has the message for it. */
static exit_code
add_seed(seed_list *seeds, pith_slice address)
{
  if (!GROW(seeds->items, seeds->capacity, seeds->count + 1))
    return report_out_of_memory();
  char *copy = text_copy(address);
  if (!copy)
    return report_out_of_memory();
  seeds->items[seeds->count++] = copy;
  return EXIT_FINE;
}

/* Only what is there is a file: an address without http:// must be reported as
 * one, not as a file that is missing. */
static bool
is_list(const char *input)
{
  return strcmp(input, "-") == 0 ||
         (!crawl_is_address(input) && access(input, F_OK) == 0);
}

/* A line is an address; what follows a blank is a remark of the user. */
static exit_code
read_list(seed_list *seeds, const char *path)
{
  input_bytes input;
  TRY(read_input(path, LIST_BYTES_MOST, &input));
  exit_code code = EXIT_FINE;
  seeds->listed = true;
  for (size_t at = 0; at < input.len && code == EXIT_FINE;) {
    const char *end = memchr(input.data + at, '\n', input.len - at);
    size_t len = end ? (size_t)(end - input.data) - at : input.len - at;
    pith_slice line = text_trim((pith_slice){input.data + at, len});
    for (size_t i = 0; i < line.len; i++)
      if (line.data[i] == ' ' || line.data[i] == '\t')
        line.len = i;
    if (line.len > 0 && line.data[0] != '#')
      code = add_seed(seeds, line);
    at += len + 1;
  }
  input_bytes_done(&input);
  return code;
}

/* What was not given depends on the sources: of named pages a user wants just
 * these, and all of a list. */
static void
settle(const app_request *in, const seed_list *seeds, crawl_options *out)
{
  bool many = seeds->count > 1 || seeds->listed || out->sitemap || out->feed;
  out->seeds = (const char *const *)seeds->items;
  out->seed_count = many ? seeds->count : 0;
  if (many && !request_has(in, OPTION_DEPTH))
    out->depth = 0;
  if (seeds->count > out->max_pages && !request_has(in, OPTION_MAX_PAGES))
    out->max_pages = (uint32_t)seeds->count;
}

/* --- the crawl ------------------------------------------------------------ */

/* The index is written as pages come, so an interrupted run can go on from it.
 * The summary goes to stderr, and only when all went well: after a failure a
 * message was printed already. */
static void
report(const app_request *in, const crawl_summary *summary)
{
  const char *place = in->output.path ? in->output.path : in->crawl.warc;
  if (in->output.quiet || in->crawl.list)
    return;
  message("%zu pages, %zu of them new, %zu not allowed, %zu failed; see %s%s",
          summary->pages, summary->fetched, summary->refused, summary->failed,
          place, in->output.path ? "/index.jsonl" : "");
  if (summary->waiting > 0)
    message("%zu more addresses are known; raise --max-pages to fetch them",
            summary->waiting);
}

/* Without a directory the pages are in the archive only, and their files in a
 * folder that is removed. */
static exit_code
crawl(const app_request *in, const char *start, const crawl_options *options)
{
  crawl_folder folder = {.path = ""};
  exit_code code;
  if (in->output.path || options->list) {
    code = crawl_run(start, in->output.path, options, &folder.summary);
  } else {
    code = crawl_folder_fetch(start, options, &folder);
    crawl_folder_done(&folder);
  }
  if (code == EXIT_INTERRUPTED)
    message("interrupted; run the command again to continue");
  else if (code == EXIT_FINE)
    report(in, &folder.summary);
  return code;
}

static exit_code
fetch(const app_request *in)
{
  seed_list seeds = {.items = NULL};
  crawl_options options = in->crawl;
  options.confined = !in->unconfined;
  exit_code code = EXIT_FINE;
  interrupt_watch();
  for (size_t i = 0; i < in->input_count && code == EXIT_FINE; i++)
    code = is_list(in->inputs[i]) ? read_list(&seeds, in->inputs[i])
                                  : add_seed(&seeds, text_slice(in->inputs[i]));
  if (code == EXIT_FINE && seeds.count == 0) {
    message("no address in the list");
    code = EXIT_INPUT;
  }
  if (code == EXIT_FINE) {
    settle(in, &seeds, &options);
    code = crawl(in, seeds.items[0], &options);
  }
  seeds_done(&seeds);
  return code;
}

exit_code
cmd_fetch(int argc, char *const *argv)
{
  app_request in;
  request_init(&in, COMMAND_FETCH);
  crawl_options_default(&in.crawl);
  return request_run(&in, argc, argv, find_wrong, fetch);
}
