/* Every allocation of fetching and watching fails once: what was asked for
 * fails and says so, nothing is lost or kept, and the next try succeeds.
 *
 * The linker leads malloc() and its like of all our code here (--wrap); those
 * of libcurl and SQLite are given to them. Ours must fail what they are part
 * of; theirs may be borne. The server is a thread with a few fixed pages.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/web/crawl.h"
#include "common/web/frontier.h"
#include "common/web/page_links.h"
#include "common/web/robots.h"
#include "common/web/url_layer.h"
#include "watch/watch.h"

#include <arpa/inet.h>
#include <fcntl.h>
#include <malloc.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#if defined(PITH_HAVE_CURL) && defined(PITH_HAVE_SQLITE)

#include <curl/curl.h>
#include <sqlite3.h>

/* --- memory ------------------------------------------------------------------
 */

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *block, size_t size);
void __real_free(void *block);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *block, size_t size);
void __wrap_free(void *block);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t most);

/* Whose request is to fail, and which; the others only count blocks. Atomic:
 * libcurl that finds no memory for an address asks a thread of its resolver. */
typedef enum owner { OURS, THEIRS } owner;

static struct {
  _Atomic owner whose;
  atomic_size_t fail_at; /* 0: none */
  atomic_size_t calls;
  atomic_long blocks; /* of ours, given out and not released */
  atomic_bool failed;
} memory;

static bool
fails(owner asking)
{
  if (memory.fail_at == 0 || asking != memory.whose ||
      ++memory.calls != memory.fail_at)
    return false;
  memory.failed = true;
  return true;
}

void *
__wrap_malloc(size_t size)
{
  void *block = fails(OURS) ? NULL : __real_malloc(size);
  memory.blocks += block != NULL;
  return block;
}

void *
__wrap_calloc(size_t count, size_t size)
{
  void *block = fails(OURS) ? NULL : __real_calloc(count, size);
  memory.blocks += block != NULL;
  return block;
}

void *
__wrap_realloc(void *block, size_t size)
{
  void *moved = fails(OURS) ? NULL : __real_realloc(block, size);
  memory.blocks += moved && !block;
  return moved;
}

void
__wrap_free(void *block)
{
  memory.blocks -= block != NULL;
  __real_free(block);
}

char *
__wrap_strndup(const char *text, size_t most)
{
  size_t len = strnlen(text, most);
  char *copy = __wrap_malloc(len + 1);
  if (copy) {
    memcpy(copy, text, len);
    copy[len] = '\0';
  }
  return copy;
}

char *
__wrap_strdup(const char *text)
{
  return __wrap_strndup(text, strlen(text));
}

static void *
their_malloc(size_t size)
{
  return fails(THEIRS) ? NULL : __real_malloc(size);
}

static void *
their_calloc(size_t count, size_t size)
{
  return fails(THEIRS) ? NULL : __real_calloc(count, size);
}

static void *
their_realloc(void *block, size_t size)
{
  return fails(THEIRS) ? NULL : __real_realloc(block, size);
}

static char *
their_strdup(const char *text)
{
  size_t size = strlen(text) + 1;
  char *copy = their_malloc(size);
  if (copy)
    memcpy(copy, text, size);
  return copy;
}

static void *
base_malloc(int size)
{
  return their_malloc((size_t)size);
}

static void *
base_realloc(void *block, int size)
{
  return their_realloc(block, (size_t)size);
}

static int
base_size(void *block)
{
  return (int)malloc_usable_size(block);
}

static int
base_round(int size)
{
  return (size + 7) / 8 * 8;
}

static int
base_start(void *state)
{
  (void)state;
  return SQLITE_OK;
}

static void
base_stop(void *state)
{
  (void)state;
}

/* --- what is said ------------------------------------------------------------
 */

static int said;  /* a file in the place of stderr ... */
static int speak; /* ... and what was there */

/* Listen, or stop to. */
static void
listen_to(bool listening)
{
  fflush(stderr);
  if (listening)
    assert_int_equal(ftruncate(said, 0), 0);
  assert_true(dup2(listening ? said : speak, STDERR_FILENO) >= 0);
}

static bool
was_said(void)
{
  struct stat about;
  return fstat(said, &about) == 0 && about.st_size > 0;
}

/* --- the server --------------------------------------------------------------
 */

static struct {
  int socket;
  unsigned port;
  atomic_int round; /* what the story says */
  pthread_t thread;
} server;

static const char frame[] =
    "HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\n"
    "ETag: \"%s%d\"\r\nConnection: close\r\n\r\n<!DOCTYPE "
    "html><title>%s</title>"
    "<ul><li><a href=/news/a.html>One</a><li><a href=/news/b.html>Two</a>"
    "<li><a href=/news/c.html>Three</a></ul><h1>All about %s</h1>"
    "<p>The %s walks over seven hills and finds some water there.</p>"
    "<p>Nobody knows why the %s came back %s.</p><p>All rights reserved</p>";

static void
answer(int to, const char *path)
{
  char text[2048];
  char name[2] = {path[6], '\0'};
  if (strncmp(path, "/robots.txt", 11) == 0)
    snprintf(text, sizeof text,
             "HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nUser-agent: *\n"
             "Disallow: /secret/*.html$\nAllow: /secret/open\n");
  else if (strncmp(path, "/news/", 6) == 0)
    snprintf(text, sizeof text, frame, name, atomic_load(&server.round), name,
             name, name, name,
             atomic_load(&server.round) > 1 ? "in the night" : "so late");
  else
    snprintf(text, sizeof text,
             "HTTP/1.1 404 No\r\nConnection: close\r\n\r\nnothing");
  size_t len = strlen(text);
  for (size_t done = 0; done < len;) {
    ssize_t sent = send(to, text + done, len - done, MSG_NOSIGNAL);
    if (sent <= 0)
      break;
    done += (size_t)sent;
  }
}

static void *
serve(void *state)
{
  for (;;) {
    char request[4096] = {0};
    size_t len = 0;
    int one = accept(server.socket, NULL, NULL);
    if (one < 0)
      return state;
    while (len + 1 < sizeof request && !strstr(request, "\r\n\r\n")) {
      ssize_t got = recv(one, request + len, sizeof request - 1 - len, 0);
      if (got <= 0)
        break;
      len += (size_t)got;
    }
    if (strncmp(request, "GET /", 5) == 0)
      answer(one, request + 4);
    shutdown(one, SHUT_WR);
    close(one);
  }
}

static void
start_server(void)
{
  struct sockaddr_in address = {.sin_family = AF_INET,
                                .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  socklen_t size = sizeof address;
  server.socket = socket(AF_INET, SOCK_STREAM, 0);
  atomic_store(&server.round, 1);
  assert_int_equal(bind(server.socket, (struct sockaddr *)&address, size), 0);
  assert_int_equal(listen(server.socket, 64), 0);
  getsockname(server.socket, (struct sockaddr *)&address, &size);
  server.port = ntohs(address.sin_port);
  assert_int_equal(pthread_create(&server.thread, NULL, serve, NULL), 0);
}

static void
stop_server(void)
{
  shutdown(server.socket, SHUT_RDWR);
  pthread_join(server.thread, NULL);
  close(server.socket);
}

static web_url
url_of(const char *path)
{
  char text[128];
  web_url url;
  snprintf(text, sizeof text, "http://127.0.0.1:%u%s", server.port, path);
  assert_true(web_url_parse((pith_slice){text, strlen(text)}, &url));
  return url;
}

/* --- the loop ----------------------------------------------------------------
 */

/* Something to do; whether it was done. With `talks` a failure is said. */
typedef struct job {
  bool (*run)(void *state);
  void *state;
  bool talks;
} job;

/* TSan looks for races, which do not depend on the request that fails, and is
 * slow: every 17th is enough for it. */
#ifdef __SANITIZE_THREAD__
enum { STRIDE = 17 };
#else
enum { STRIDE = 1 };
#endif

/* Do it with the first request for memory failing, the second ... until there
 * are no more. Returns how many there were. */
static size_t
fail_each(const job *what, owner whose)
{
  for (size_t n = 1;; n += STRIDE) {
    long before = memory.blocks;
    listen_to(true);
    memory.whose = whose;
    memory.calls = 0;
    memory.failed = false;
    memory.fail_at = n;
    bool done = what->run(what->state);
    memory.fail_at = 0;
    listen_to(false);
    if (memory.blocks != before)
      fail_msg("request %zu: %ld blocks are left", n, memory.blocks - before);
    if (!memory.failed) {
      assert_true(done);
      print_message("%zu requests failed\n", n - 1);
      return n - 1;
    }
    if (done && whose == OURS)
      fail_msg("request %zu failed, and nobody minds", n);
    if (!done && what->talks && !was_said())
      fail_msg("request %zu: nothing was said", n);
  }
}

/* --- parts -------------------------------------------------------------------
 */

static bool
read_rules(void *state)
{
  static const char text[] = "User-agent: other\nDisallow: /\n\nUser-agent: *\n"
                             "Disallow: /a/*/b$\nAllow: /a/c/%41\n"
                             "Disallow: /*?print=\nCrawl-delay: 2\n";
  robots rules;
  (void)state;
  if (!robots_read((pith_slice){text, sizeof text - 1}, "pith", &rules))
    return false;
  bool fine = !robots_allow(&rules, (pith_slice){"/a/x/b", 6}) &&
              robots_allow(&rules, (pith_slice){"/a/x/bc", 7});
  robots_done(&rules);
  return fine;
}

static void
rules(void **state)
{
  (void)state;
  job what = {read_rules, NULL, false};
  assert_true(fail_each(&what, OURS) >= 2);
}

typedef struct link_list {
  frontier list;
  web_url from;
  bool fine;
} link_list;

static bool
take_link(void *state, const web_url *url, bool paging)
{
  link_list *links = state;
  unsigned score = url_sibling_score(&links->from, url);
  links->fine =
      paging || frontier_add(&links->list, url, 1, (uint32_t)score, true);
  return links->fine;
}

/* Parse a page with 200 links and line them up by their score. */
static bool
line_up(void *state)
{
  const char *html = state;
  link_list links = {.from = url_of("/news/a.html"), .fine = true};
  pith_context *context = NULL;
  pith_page *page = NULL;
  bool fine = pith_context_new(NULL, &context) == PITH_OK &&
              pith_page_parse(context, (pith_slice){html, strlen(html)}, NULL,
                              &page, NULL) == PITH_OK;
  if (fine)
    page_links_each(page, &links.from, take_link, &links);
  fine = fine && links.fine && links.list.waiting == 200;
  frontier_done(&links.list);
  pith_page_free(page);
  pith_context_free(context);
  return fine;
}

static void
links_in_line(void **state)
{
  static char html[16384];
  size_t len = 0;
  (void)state;
  for (int i = 0; i < 200; i++)
    len += (size_t)snprintf(html + len, sizeof html - len,
                            "<a href=/news/%d.html>%d and more</a>", i, i);
  job what = {line_up, html, false};
  assert_true(fail_each(&what, OURS) > 200);
}

/* --- a crawl -----------------------------------------------------------------
 */

static char scratch[64];

static void
remove_all(const char *folder)
{
  char command[128];
  snprintf(command, sizeof command, "rm -rf '%s'", folder);
  assert_int_equal(system(command), 0);
}

static exit_code
fetch_into(const char *folder, const crawl_options *options)
{
  crawl_summary summary;
  web_url start = url_of("/news/a.html");
  exit_code code = crawl_run(start.text, folder, options, &summary);
  return code == EXIT_FINE && summary.pages != 3 ? EXIT_INPUT : code;
}

/* Whether the index has a page with a reason why it did not come. */
static bool
has_reason(const char *folder)
{
  char path[128], line[4096];
  bool found = false;
  snprintf(path, sizeof path, "%s/index.jsonl", folder);
  FILE *index = fopen(path, "r");
  while (index && !found && fgets(line, sizeof line, index))
    found = strstr(line, "\"why\":\"") != NULL;
  if (index)
    fclose(index);
  return found;
}

/* Fetch three pages into a new directory. What a failure leaves there can be
 * gone on with: nothing of it is lost, nothing is there that did not come. */
static bool
fetch_pages(void *state)
{
  const crawl_options *options = state;
  char folder[96];
  snprintf(folder, sizeof folder, "%s/pages", scratch);
  exit_code code = fetch_into(folder, options);
  memory.fail_at = 0;
  bool explained = code == EXIT_FINE || was_said() || has_reason(folder);
  bool whole = fetch_into(folder, options) == EXIT_FINE;
  remove_all(folder);
  if (!whole || !explained)
    memory.failed = false; /* a fault that no failure excuses */
  return whole && explained && code == EXIT_FINE;
}

static void
a_crawl(void **state)
{
  crawl_options options;
  (void)state;
  crawl_options_default(&options);
  options.fetch.allow_private = true;
  options.fetch.delay = 0;
  options.progress = PROGRESS_NEVER;
  job what = {fetch_pages, &options, true};
  assert_true(fail_each(&what, OURS) > 40);
  what.talks = false; /* or the index has the reason: see fetch_pages() */
  assert_true(fail_each(&what, THEIRS) > 100);
}

/* --- a watch -----------------------------------------------------------------
 */

typedef struct watch_job {
  watch_entry entries[3];
  watch_list list;
  crawl_options options;
  char store[96];
  size_t changed; /* pages in the last round */
} watch_job;

/* A round from the opening of the store to its end; the report stays. */
static bool
watch_once(void *state)
{
  watch_job *watch = state;
  watch_tools tools = {.list = &watch->list, .options = &watch->options};
  watch_summary summary = {0, 0, 0, 0};
  exit_code code = watch_store_open(watch->store, &tools.store);
  if (code == EXIT_FINE)
    code = fetcher_new(&watch->options.fetch, &tools.network);
  if (code == EXIT_FINE && pith_context_new(NULL, &tools.context) != PITH_OK) {
    message("out of memory");
    code = EXIT_ENVIRONMENT;
  }
  if (code == EXIT_FINE)
    code = watch_round(&tools, &summary);
  pith_context_free(tools.context);
  fetcher_free(tools.network);
  watch_store_close(tools.store);
  watch->changed = summary.changed;
  return code == EXIT_FINE;
}

static size_t
count_rows(const char *path, const char *query)
{
  sqlite3 *base;
  sqlite3_stmt *made;
  size_t count = 0;
  assert_int_equal(sqlite3_open(path, &base), SQLITE_OK);
  assert_int_equal(sqlite3_prepare_v2(base, query, -1, &made, NULL), SQLITE_OK);
  if (sqlite3_step(made) == SQLITE_ROW)
    count = (size_t)sqlite3_column_int64(made, 0);
  sqlite3_finalize(made);
  sqlite3_close(base);
  return count;
}

static void
set_up_watch(watch_job *watch, const char *name)
{
  static const char *const paths[] = {"/news/a.html", "/news/b.html",
                                      "/news/c.html"};
  memset(watch, 0, sizeof *watch);
  crawl_options_default(&watch->options);
  watch->options.fetch.allow_private = true;
  watch->options.fetch.delay = 0;
  for (size_t i = 0; i < 3; i++)
    watch->entries[i].url = url_of(paths[i]);
  watch->list = (watch_list){watch->entries, 3, 3};
  snprintf(watch->store, sizeof watch->store, "%s/%s.db", scratch, name);
}

/* Rounds that fail leave the store as it was; the one that does not finds the
 * change on each page. */
static void
a_watch(void **state)
{
  watch_job watch;
  (void)state;
  set_up_watch(&watch, "ours");
  job what = {watch_once, &watch, true};
  atomic_store(&server.round, 1);
  assert_true(fail_each(&what, OURS) > 100);
  assert_int_equal(count_rows(watch.store, "SELECT count(*) FROM round"), 1);
  atomic_store(&server.round, 2);
  assert_true(fail_each(&what, OURS) > 100);
  assert_int_equal(watch.changed, 3);
  assert_int_equal(count_rows(watch.store, "SELECT count(*) FROM round"), 2);
  assert_int_equal(count_rows(watch.store, "SELECT count(*) FROM change"), 6);
}

static void
a_watch_of_others(void **state)
{
  watch_job watch;
  (void)state;
  set_up_watch(&watch, "theirs");
  job what = {watch_once, &watch, true};
  atomic_store(&server.round, 1);
  assert_true(fail_each(&what, THEIRS) > 100);
  atomic_store(&server.round, 2);
  fail_each(&what, THEIRS);
  assert_int_equal(count_rows(watch.store, "SELECT count(*) FROM page"), 3);
  /* Reported once, in whichever round was the first to come through. */
  assert_int_equal(count_rows(watch.store, "SELECT count(*) FROM change"), 6);
}

/* --- all ---------------------------------------------------------------------
 */

static void
take_over_libraries(void)
{
  static const sqlite3_mem_methods methods = {
      base_malloc, __real_free, base_realloc, base_size,
      base_round,  base_start,  base_stop,    NULL};
  assert_int_equal(sqlite3_config(SQLITE_CONFIG_MALLOC, &methods), SQLITE_OK);
  assert_int_equal(curl_global_init_mem(CURL_GLOBAL_DEFAULT, their_malloc,
                                        __real_free, their_realloc,
                                        their_strdup, their_calloc),
                   CURLE_OK);
}

static int
set_up(void **state)
{
  char name[80];
  (void)state;
  snprintf(scratch, sizeof scratch, "/tmp/pith-memory-XXXXXX");
  if (!mkdtemp(scratch))
    return -1;
  take_over_libraries();
  start_server();
  snprintf(name, sizeof name, "%s/said", scratch);
  speak = dup(STDERR_FILENO);
  said = open(name, O_RDWR | O_CREAT | O_APPEND, 0600);
  return speak < 0 || said < 0;
}

static int
tear_down(void **state)
{
  (void)state;
  stop_server();
  curl_global_cleanup();
  remove_all(scratch);
  return 0;
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(rules),
      cmocka_unit_test(links_in_line),
      cmocka_unit_test(a_crawl),
      cmocka_unit_test(a_watch),
      cmocka_unit_test(a_watch_of_others),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}

#else

int
main(void)
{
  return 77; /* no network or no store in this build */
}

#endif
