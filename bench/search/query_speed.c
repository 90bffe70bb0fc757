/* query_speed.c: how many queries a second does an index answer?
 *
 *     query_speed INDEX QUERIES RUN DEPTH THREADS ROUNDS
 *
 * QUERIES has a query a line. Every thread opens the index for itself and takes
 * queries in turn; one round goes before, so that caches are warm. Prints one
 * JSON line: queries, seconds of the best round, seconds of processor time, and
 * how many pages were found.
 */
#include "lab/search/search_index.h"
#include "common/input/read_input.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

enum { QUERIES_MOST = 100000, THREADS_MOST = 64 };

typedef struct speed_test {
  const char **queries;
  size_t *lens;
  size_t count;
  search_run run;
  uint32_t depth;
  atomic_size_t next;
  atomic_size_t found;
  atomic_size_t failed;
} speed_test;

typedef struct speed_thread {
  speed_test *test;
  search_index *index;
  pthread_t id;
} speed_thread;

static double
clock_seconds(clockid_t clock)
{
  struct timespec now;
  clock_gettime(clock, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static void *
answer(void *state)
{
  speed_thread *thread = state;
  speed_test *test = thread->test;
  size_t i;
  while ((i = atomic_fetch_add(&test->next, 1)) < test->count) {
    search_hits hits;
    if (search_index_words(thread->index, test->queries[i], test->lens[i],
                           &test->run, test->depth, &hits) != EXIT_FINE)
      atomic_fetch_add(&test->failed, 1);
    atomic_fetch_add(&test->found, hits.total);
    search_hits_done(&hits);
  }
  return NULL;
}

static void
run_round(speed_test *test, speed_thread *threads, unsigned count)
{
  atomic_store(&test->next, 0);
  atomic_store(&test->found, 0);
  for (unsigned t = 0; t < count; t++)
    pthread_create(&threads[t].id, NULL, answer, &threads[t]);
  for (unsigned t = 0; t < count; t++)
    pthread_join(threads[t].id, NULL);
}

static void
split_lines(speed_test *test, const input_bytes *file)
{
  for (size_t at = 0; at < file->len && test->count < QUERIES_MOST;) {
    const char *line = file->data + at;
    const char *end = memchr(line, '\n', file->len - at);
    size_t len = end ? (size_t)(end - line) : file->len - at;
    test->queries[test->count] = line;
    test->lens[test->count] = len;
    test->count += len > 0;
    at += len + 1;
  }
}

int
main(int argc, char **argv)
{
  speed_test test = {.count = 0};
  speed_thread threads[THREADS_MOST];
  input_bytes file;
  if (argc != 7)
    return 2;
  unsigned count = (unsigned)strtoul(argv[5], NULL, 10);
  unsigned rounds = (unsigned)strtoul(argv[6], NULL, 10);
  test.depth = (uint32_t)strtoul(argv[4], NULL, 10);
  test.queries = calloc(QUERIES_MOST, sizeof *test.queries);
  test.lens = calloc(QUERIES_MOST, sizeof *test.lens);
  search_run_default(&test.run);
  if (!test.queries || !test.lens || count == 0 || count > THREADS_MOST ||
      !search_run_read(argv[3], &test.run) ||
      read_input(argv[2], 100000000, &file) != EXIT_FINE)
    return 2;
  split_lines(&test, &file);
  for (unsigned t = 0; t < count; t++) {
    threads[t].test = &test;
    if (search_index_open(argv[1], &threads[t].index) != EXIT_FINE)
      return 1;
  }
  double best = 1e9;
  double work = 1e9;
  run_round(&test, threads, count);
  for (unsigned r = 0; r < rounds; r++) {
    double from = clock_seconds(CLOCK_MONOTONIC);
    double used = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
    run_round(&test, threads, count);
    from = clock_seconds(CLOCK_MONOTONIC) - from;
    used = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - used;
    best = from < best ? from : best;
    work = used < work ? used : work;
  }
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("{\"run\":\"%s\",\"threads\":%u,\"queries\":%zu,\"seconds\":%.4f,"
         "\"processor\":%.4f,\"found\":%zu,\"failed\":%zu,\"peak_kb\":%ld}\n",
         argv[3], count, test.count, best, work, (size_t)test.found,
         (size_t)test.failed, usage.ru_maxrss);
  for (unsigned t = 0; t < count; t++)
    search_index_close(threads[t].index);
  input_bytes_done(&file);
  free(test.queries);
  free(test.lens);
  return test.failed > 0;
}
