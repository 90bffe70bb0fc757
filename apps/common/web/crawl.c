/* crawl.c: see the header.
 *
 *     frontier ─► visit ─► fetch_page ─► take_page ─► file, then index line
 *        ▲                                   │
 *        └──────────── read_links ◄──────────┘
 *
 * A resumed run reads the index, then the links of the pages it has, and goes
 * on with the same loop. The page is written and synced before its line in the
 * index, so a line never names a file that is not there.
 */
#include "common/web/crawl.h"

#include "common/web/crawl_archive.h"
#include "common/web/crawl_index.h"
#include "common/web/crawl_source.h"
#include "common/web/frontier.h"
#include "common/web/page_links.h"
#include "common/system/grow.h"
#include "common/system/interrupt.h"
#include "common/output/output_tree.h"
#include "common/output/text_out.h"
#include "common/system/path.h"
#include "common/system/sandbox.h"
#include "common/input/read_input.h"
#include "common/system/fnv.h"
#include "common/system/utc_time.h"
#include "common/web/url_layer.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A page that is in the directory. */
typedef struct kept_page {
  char *url;  /* owned; after redirects */
  char *file; /* owned */
  uint64_t hash;
  uint32_t depth;
} kept_page;

/* One run. `list` has every address that was seen, `kept` every page that is in
 * the directory, those of earlier runs included. */
typedef struct crawl {
  const crawl_options *options;
  crawl_summary *summary;
  output_tree tree;
  crawl_index index;
  fetcher *network;
  pith_context *context;
  frontier list;
  kept_page *kept;
  size_t kept_count;
  size_t kept_capacity;
  web_url start;       /* as it was given */
  web_url home;        /* where it is: the start, or where it redirects to */
  bool at_home;        /* the page that is fetched is the first one */
  bool seeded;         /* there are several first pages */
  bool at_seed;        /* the page that is fetched is one of them */
  fetch_options fetch; /* those of the options, and the archive */
  crawl_archive *archive;
  text_out listed; /* for --list */
  bool start_done; /* an earlier run has it */
  bool no_memory;
  bool unwritten; /* a page that came had no place in the directory, or one
                     that was named did not come */
  size_t requested;
  progress bar;
} crawl;

/* A hundred pages two links deep is enough for a site model and polite to a
 * stranger's server. */
void
crawl_options_default(crawl_options *out)
{
  memset(out, 0, sizeof *out);
  fetch_options_default(&out->fetch);
  out->max_pages = 100;
  out->depth = 2;
}

/* Decides between a file and an address on the command line; a file of such
 * a name does not exist in practice. */
bool
crawl_is_address(const char *input)
{
  return strncmp(input, "http://", 7) == 0 ||
         strncmp(input, "https://", 8) == 0;
}

/* Memory has ended; crawl_run() reports it once. */
static exit_code
no_memory(crawl *run)
{
  run->no_memory = true;
  return EXIT_ENVIRONMENT;
}

/* Texts of the index come from a file, so they are parsed, not trusted. */
static bool
parse_text(const char *text, web_url *out)
{
  return web_url_parse((pith_slice){text, strlen(text)}, out);
}

/* --- which addresses ----------------------------------------------------- */

/* Whether an address that the page `from` leads to belongs to the crawl. */
static bool
is_wanted(const crawl *run, const web_url *from, const web_url *url,
          bool paging)
{
  if (!web_url_same_host(from, url) ||
      !crawl_filter_wants(&run->options->filter, url->text))
    return false;
  if (run->options->same_layer == 0)
    return true;
  return !paging && url_same_layer(&run->home, url) &&
         !url_same_story(&run->home, url);
}

typedef struct link_place {
  crawl *run;
  const web_url *from;
  uint32_t depth; /* of what is found there */
} link_place;

/* A link of a page: queue it, the most similar addresses first. */
static bool
take_link(void *state, const web_url *url, bool paging)
{
  link_place *place = state;
  crawl *run = place->run;
  if (!is_wanted(run, place->from, url, paging))
    return true;
  uint32_t score = url_sibling_score(&run->home, url);
  if (!frontier_add(&run->list, url, place->depth, score, true))
    run->no_memory = true;
  return !run->no_memory;
}

/* Whether an address is a later page of a story that was fetched. */
static bool
is_known_story(const crawl *run, const web_url *url)
{
  web_url other;
  if (run->options->same_layer == 0)
    return false;
  for (size_t i = 0; i < run->kept_count; i++)
    if (parse_text(run->kept[i].url, &other) && url_same_story(&other, url))
      return true;
  return false;
}

/* Redirects: the first pages may lead anywhere, since a person named them;
 * others only to addresses of the crawl that are not listed yet. */
static bool
may_follow(void *state, const web_url *to)
{
  crawl *run = state;
  if (run->at_home)
    return true;
  return (run->at_seed || is_wanted(run, &run->home, to, false)) &&
         !frontier_knows(&run->list, to);
}

/* --- pages --------------------------------------------------------------- */

/* A page with the same bytes; copies are not written again. */
static const kept_page *
find_copy(const crawl *run, uint64_t hash)
{
  for (size_t i = 0; i < run->kept_count; i++)
    if (run->kept[i].hash == hash)
      return &run->kept[i];
  return NULL;
}

/* Remember a page that is in the directory. */
static bool
keep_page(crawl *run, const char *url, const char *file, uint64_t hash,
          uint32_t depth)
{
  if (!GROW(run->kept, run->kept_capacity, run->kept_count + 1))
    return false;
  kept_page *page = &run->kept[run->kept_count];
  page->url = strdup(url);
  page->file = strdup(file);
  page->hash = hash;
  page->depth = depth;
  if (page->url && page->file) {
    run->kept_count++;
    return true;
  }
  free(page->url);
  free(page->file);
  return false;
}

/* Whether bytes can be a page: UTF-16, or mostly printable; without a declared
 * type there must be something like a tag as well. */
static bool
looks_like_page(const char *data, size_t len, bool typed)
{
  size_t most = len < 1024 ? len : 1024, odd = 0;
  bool tag = false;
  if (len >= 2 &&
      (memcmp(data, "\xFF\xFE", 2) == 0 || memcmp(data, "\xFE\xFF", 2) == 0))
    return true;
  for (size_t i = 0; i < most; i++) {
    unsigned char c = (unsigned char)data[i];
    odd += c < ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\f' &&
           c != 0x1B;
    tag = tag || (c == '<' && i + 1 < most &&
                  strchr("!?/abcdefghijklmnopqrstuvwxyz",
                         data[i + 1] | (data[i + 1] >= 'A' ? 32 : 0)));
  }
  return odd * 10 <= most && (typed || tag);
}

/* Parse a page and queue its links. Returns its encoding, NULL when it cannot
 * be parsed. */
static const char *
read_links(crawl *run, pith_slice bytes, const char *charset,
           const web_url *address, uint32_t depth)
{
  pith_page *page;
  pith_status status = page_links_parse(run->context, bytes, charset, &page);
  if (status != PITH_OK) {
    run->no_memory = run->no_memory || status == PITH_NOMEM;
    return NULL;
  }
  const char *encoding = pith_page_encoding(page, NULL);
  link_place place = {run, address, depth + 1};
  if (depth < run->options->depth)
    page_links_each(page, address, take_link, &place);
  pith_page_free(page);
  return encoding;
}

/* Write a page that arrived; *file is its name, given. */
static exit_code
write_page(crawl *run, const fetch_result *result, index_record *record,
           char **file)
{
  const transfer_answer *answer = &result->answer;
  char *name = output_name(result->final.text);
  if (!name)
    return no_memory(run);
  exit_code code =
      output_write(&run->tree, name, ".html", answer->body, answer->len);
  THEN(code, output_sync(&run->tree, name, ".html"));
  size_t size = strlen(name) + 6;
  *file = malloc(size);
  if (*file)
    snprintf(*file, size, "%s.html", name);
  else
    code = no_memory(run);
  free(name);
  record->file = *file;
  return code;
}

/* Handle a response: an error status, no page, a copy, or a page to keep. Fills
 * the record. The first page is kept in any case; it decides what is a sibling.
 */
static exit_code
take_page(crawl *run, const fetch_result *result, index_record *record,
          char **file)
{
  const transfer_answer *answer = &result->answer;
  pith_slice bytes = {answer->body ? answer->body : "", answer->len};
  if (answer->status < 200 || answer->status >= 300) {
    record->result = "status";
    return EXIT_FINE;
  }
  bool page = looks_like_page(bytes.data, bytes.len, answer->type[0]);
  if (!page && !run->options->fetch.any_type) {
    record->result = "not-a-page";
    return EXIT_FINE;
  }
  record->bytes = bytes.len;
  record->hash = fnv_add(FNV_START, bytes.data, bytes.len);
  const kept_page *copy = find_copy(run, record->hash);
  if (copy && !run->at_home) {
    record->same_as = copy->url;
    return EXIT_FINE;
  }
  if (run->at_home)
    run->home = result->final;
  if (page)
    record->encoding =
        read_links(run, bytes, answer->charset, &result->final, record->depth);
  if (run->no_memory)
    return EXIT_ENVIRONMENT;
  if (run->options->list)
    return EXIT_FINE; /* its links are all that was wanted */
  exit_code code = write_page(run, result, record, file);
  if (code == EXIT_FINE &&
      !keep_page(run, result->final.text, *file, record->hash, record->depth))
    code = no_memory(run);
  return code;
}

/* Copies and refused redirects are no failures: the crawl got what it wanted
 * from them. */
static void
count_result(crawl *run, const fetch_result *result, const index_record *record)
{
  if (record->file)
    run->summary->fetched++;
  else if (result->end == FETCH_ROBOTS)
    run->summary->refused++;
  else if (!record->same_as && result->end != FETCH_ELSEWHERE)
    run->summary->failed++;
}

/* Without the first page there is no crawl. */
static exit_code
report_first(const web_url *url, const fetch_result *result,
             const index_record *record)
{
  fetch_report_failure(url, result, record->result);
  return EXIT_INPUT;
}

/* Fetch one address and record the outcome. */
static exit_code
visit(crawl *run, const web_url *url, uint32_t depth)
{
  fetch_request request = {.url = *url, .may_follow = may_follow, .state = run};
  fetch_result result;
  char when[UTC_TIME_ROOM], *file = NULL;
  fetch_page(run->network, &request, &result);
  if (result.end == FETCH_INTERRUPTED)
    return EXIT_INTERRUPTED;
  if (result.end == FETCH_NO_MEMORY)
    return no_memory(run);
  utc_time_now(when);
  index_record record = {.url = url->text,
                         .time = when,
                         .result = fetch_end_name(&result),
                         .why = result.answer.why,
                         .type = result.answer.type,
                         .charset = result.answer.charset,
                         .status = result.answer.status,
                         .depth = depth,
                         .retry = fetch_may_retry(&result)};
  exit_code code = EXIT_FINE;
  if (result.redirects > 0)
    record.final_url = result.final.text;
  if (result.end == FETCH_DONE)
    code = take_page(run, &result, &record, &file);
  if (code ==
      EXIT_INPUT) { /* a name the file system refuses; others may work */
    record.file = NULL;
    record.result = "no-name";
    run->unwritten = true;
    code = EXIT_FINE;
  }
  if (!run->options->list)
    THEN(code, crawl_index_add(&run->index, &record));
  if (code == EXIT_FINE && result.redirects > 0 &&
      !frontier_add(&run->list, &result.final, depth, 0, false))
    code = no_memory(run);
  count_result(run, &result, &record);
  /* A seed that redirects to a page that is there already has come, too. */
  bool came = record.file || record.same_as ||
              (run->at_seed && result.end == FETCH_ELSEWHERE) ||
              (run->options->list && strcmp(record.result, "done") == 0);
  if (code == EXIT_FINE && run->at_home && !came)
    code = report_first(url, &result, &record);
  else if (code == EXIT_FINE && run->at_seed && !came) {
    report_first(url, &result, &record);
    run->unwritten = true;
  }
  free(file);
  return code;
}

/* --- resuming --------------------------------------------------------------
 */

/* A line of the index of an earlier run. */
static bool
take_record(void *state, const index_record *record)
{
  crawl *run = state;
  web_url url, final;
  if (!parse_text(record->url, &url))
    return true;
  final = url;
  if (record->final_url)
    parse_text(record->final_url, &final);
  bool first = strcmp(url.text, run->start.text) == 0;
  if (record->retry)
    return true; /* as if it had not been requested */
  run->requested++;
  if (first && record->file) {
    run->home = final;
    run->start_done = true;
  }
  if (!frontier_add(&run->list, &url, record->depth, 0, false) ||
      !frontier_add(&run->list, &final, record->depth, 0, false))
    return false;
  return !record->file || keep_page(run, final.text, record->file, record->hash,
                                    first ? 0 : record->depth);
}

/* Read the links of a page of an earlier run. A file that is gone is skipped.
 */
static exit_code
revisit(crawl *run, const kept_page *page)
{
  web_url address;
  input_bytes input;
  char *path = path_join(run->tree.path, page->file);
  if (!path)
    return no_memory(run);
  exit_code code = read_input(path, 1000000000, &input);
  free(path);
  if (code != EXIT_FINE)
    return code == EXIT_INPUT ? EXIT_FINE : code;
  if (parse_text(page->url, &address) && page->depth < run->options->depth)
    read_links(run, (pith_slice){input.data, input.len}, NULL, &address,
               page->depth);
  input_bytes_done(&input);
  return run->no_memory ? EXIT_ENVIRONMENT : EXIT_FINE;
}

static exit_code
resume(crawl *run)
{
  exit_code code = EXIT_FINE;
  for (size_t i = 0; i < run->kept_count && code == EXIT_FINE; i++)
    code = revisit(run, &run->kept[i]);
  return code;
}

/* --- the loop ------------------------------------------------------------ */

/* The first page is not counted among those of its layer. */
static bool
has_enough(const crawl *run)
{
  const crawl_options *options = run->options;
  return run->requested >= options->max_pages ||
         (options->same_layer > 0 && run->kept_count > options->same_layer);
}

/* The bar counts pages, not requests, because pages are what --same-layer
 * limits. */
static exit_code
loop(crawl *run)
{
  web_url url;
  uint32_t depth;
  exit_code code = EXIT_FINE;
  while (code == EXIT_FINE && !has_enough(run) &&
         frontier_next(&run->list, &url, &depth)) {
    if (interrupted())
      return EXIT_INTERRUPTED;
    if (is_known_story(run, &url))
      continue;
    if (run->options->list) { /* the next in turn, but not fetched */
      text_out_print(&run->listed, "%s\n", url.text);
      continue;
    }
    run->requested++;
    run->at_seed = run->seeded && depth == 0;
    code = visit(run, &url, depth);
    progress_show(&run->bar, run->kept_count);
  }
  return code;
}

/* All at depth 0, so they come before every link. */
static bool
queue_seed(void *state, const web_url *url)
{
  crawl *run = state;
  return frontier_add(&run->list, url, 0, 0, true);
}

/* What a seed names: itself, or what its site lists. One that cannot be read
 * or lists nothing costs the exit code and not the others. */
static exit_code
take_seed(crawl *run, const char *seed, crawl_source source)
{
  web_url url;
  source_request request = {.kind = source,
                            .filter = &run->options->filter,
                            .network = run->network,
                            .context = run->context,
                            .sink = queue_seed,
                            .state = run};
  if (!parse_text(seed, &url)) {
    message("%s: no address that can be fetched; it begins with http:// or "
            "https://",
            seed);
    run->unwritten = true;
    return EXIT_FINE;
  }
  if (source != SOURCE_LINKS) {
    exit_code code = crawl_source_read(&request, &url);
    run->unwritten = run->unwritten || code == EXIT_INPUT;
    return code == EXIT_INPUT ? EXIT_FINE : code;
  }
  if (crawl_filter_wants(&run->options->filter, url.text) &&
      !queue_seed(run, &url))
    return no_memory(run);
  return EXIT_FINE;
}

/* Several addresses, or sources of them: the queue begins with all of these, in
 * the order in which they were named. Sitemaps and feeds may both be asked for;
 * what both list is queued once. */
static exit_code
take_seeds(crawl *run)
{
  const crawl_options *options = run->options;
  exit_code code = EXIT_FINE;
  for (size_t i = 0; i < options->seed_count && code == EXIT_FINE; i++) {
    if (options->sitemap)
      code = take_seed(run, options->seeds[i], SOURCE_SITEMAP);
    if (options->feed && code == EXIT_FINE)
      code = take_seed(run, options->seeds[i], SOURCE_FEED);
    if (!options->sitemap && !options->feed)
      code = take_seed(run, options->seeds[i], SOURCE_LINKS);
  }
  return code;
}

/* One first page is not in the frontier's queue: it is fetched before anything
 * else, and may redirect to another host. */
static exit_code
take_start(crawl *run)
{
  if (run->start_done)
    return EXIT_FINE;
  run->at_home = true;
  run->requested++;
  if (!frontier_add(&run->list, &run->start, 0, 0, false))
    return no_memory(run);
  exit_code code = visit(run, &run->start, 0);
  run->at_home = false;
  return code;
}

static exit_code
crawl_all(crawl *run)
{
  exit_code code = resume(run);
  THEN(code, run->seeded ? take_seeds(run) : take_start(run));
  THEN(code, loop(run));
  run->summary->waiting = run->list.waiting;
  return code == EXIT_FINE && run->unwritten ? EXIT_INPUT : code;
}

/* The directory is open and its index read. */
static exit_code
crawl_opened(crawl *run)
{
  uint32_t most = run->options->same_layer ? run->options->same_layer + 1
                                           : run->options->max_pages;
  exit_code code = pith_context_new(NULL, &run->context) == PITH_OK
                       ? fetcher_new(&run->fetch, &run->network)
                       : no_memory(run);
  run->bar = progress_start(run->options->progress, "fetching", most);
  THEN(code, crawl_all(run));
  progress_end(&run->bar);
  /* The first page is found by its address after redirects. */
  run->summary->pages = run->kept_count;
  memcpy(run->summary->home, run->home.text, run->home.len + 1);
  for (size_t i = 0; i < run->kept_count; i++)
    if (strcmp(run->kept[i].url, run->home.text) == 0)
      snprintf(run->summary->first, sizeof run->summary->first, "%s",
               run->kept[i].file);
  fetcher_free(run->network);
  pith_context_free(run->context);
  return code;
}

/* The tree and the index may be closed already, or never opened: -1 is safe
 * to close. */
static void
crawl_free(crawl *run)
{
  for (size_t i = 0; i < run->kept_count; i++) {
    free(run->kept[i].url);
    free(run->kept[i].file);
  }
  free(run->kept);
  frontier_done(&run->list);
  crawl_index_close(&run->index);
  output_tree_close(&run->tree);
  free(run);
}

/* --list has neither a directory nor an index. The archive is opened last: it
 * is the only one that is changed by opening. */
static exit_code
open_outputs(crawl *run, const char *path)
{
  const crawl_options *options = run->options;
  text_out_init(&run->listed, STDOUT_FILENO);
  if (options->list)
    return EXIT_FINE;
  TRY(output_tree_open(path, &run->tree));
  TRY(crawl_index_open(&run->tree, take_record, run, &run->index));
  if (!options->warc)
    return EXIT_FINE;
  run->fetch.record = crawl_archive_add;
  exit_code code = crawl_archive_open(options->warc, options->fetch.user_agent,
                                      &run->archive);
  run->fetch.record_state = run->archive;
  return code;
}

/* Printed addresses are written at the end: the queue is then in order. */
static exit_code
close_outputs(crawl *run)
{
  exit_code code = crawl_archive_close(run->archive);
  exit_code printed =
      run->options->list ? text_out_end(&run->listed) : EXIT_FINE;
  text_out_done(&run->listed);
  return code == EXIT_FINE ? printed : code;
}

/* From here on: the outputs, and other servers. */
static void
confine(const crawl_options *options, const char *path)
{
  const char *const writes[] = {path, NULL};
  const sandbox_plan plan = {
      .writes = writes, .store = options->warc, .connects = true};
  if (options->confined)
    sandbox_enter(&plan);
}

/* Memory errors are reported once, here, whatever was being done. */
exit_code
crawl_run(const char *start, const char *path, const crawl_options *options,
          crawl_summary *summary)
{
  crawl *run = calloc(1, sizeof *run);
  memset(summary, 0, sizeof *summary);
  if (!run)
    return report_out_of_memory();
  run->options = options;
  run->summary = summary;
  run->tree.directory = run->index.file = -1;
  run->fetch = options->fetch;
  run->seeded = options->seed_count > 0;
  exit_code code = EXIT_FINE;
  if (!run->seeded && !parse_text(start, &run->start)) {
    message("%s: no address that can be fetched; it begins with http:// or "
            "https://",
            start);
    code = EXIT_USAGE;
  }
  run->home = run->start;
  THEN(code, open_outputs(run, path));
  if (code == EXIT_FINE) {
    confine(options, path);
    code = crawl_opened(run);
  }
  exit_code closed = close_outputs(run);
  code = code == EXIT_FINE ? closed : code;
  if (run->no_memory)
    message("out of memory");
  crawl_free(run);
  return code;
}
