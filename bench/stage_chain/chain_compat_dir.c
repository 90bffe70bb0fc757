/*
 * chain_compat_dir [-j N] [--most N] [--spans] DIRECTORY
 *
 * The chain method's --compat profile over the pages of a directory: what the
 * command does, less the command. Prints one JSON line with figures and times
 * (reading the files included), and with --spans a line for each page before.
 * --most takes the first N pages in the order of names.
 */
#include "../../tests/unit/method/site_files.h"

#include "base/slice.h"
#include "papers/chain/chain_compat.h"

#include <pthread.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <time.h>

enum { THREADS_MOST = 64 };

typedef struct task {
  const char *root;
  site_files files;
  pith_chain_corpus *site;
  pthread_mutex_t lock; /* of site, while pages are added, and of stdout */
  atomic_size_t next;
  atomic_size_t bytes, removed, failures;
  bool print;
} task;

static double
seconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double
time_of(struct timeval value)
{
  return (double)value.tv_sec + (double)value.tv_usec * 1e-6;
}

static void *
add_pages(void *argument)
{
  task *job = argument;
  pith_memory memory;
  pith_chain_profile profile;
  char *buffer = NULL;
  size_t capacity = 0, i;
  pith__memory_init(&memory, NULL, SIZE_MAX);
  pith_chain_maker maker;
  pith__chain_maker_init(&maker, &memory, 6);
  pith__chain_profile_init(&profile, &memory);
  while ((i = atomic_fetch_add(&job->next, 1)) < job->files.count) {
    const char *name = job->files.names[i];
    pith_slice page = site_file_read(job->root, name, &buffer, &capacity);
    pith_status status = pith__chain_profile_make(&maker, page, &profile);
    atomic_fetch_add(&job->bytes, page.len);
    pthread_mutex_lock(&job->lock);
    if (status == PITH_OK)
      status = pith__chain_site_add(job->site, pith__slice_of(name),
                                    (uint32_t)page.len, &profile);
    pthread_mutex_unlock(&job->lock);
    atomic_fetch_add(&job->failures, status != PITH_OK);
  }
  pith__chain_profile_done(&profile);
  pith__chain_maker_done(&maker);
  free(buffer);
  return NULL;
}

static void
print_page(pith_slice name, const pith_verdicts *verdicts)
{
  printf("{\"path\":\"%.*s\",\"spans\":[", (int)name.len, name.data);
  for (uint32_t i = 0; i < verdicts->count; i++) {
    const pith_verdict *item = &verdicts->items[i];
    printf("%s[%u,%u,\"%s\"]", i ? "," : "", item->span.from, item->span.to,
           item->reason);
  }
  printf("]}\n");
}

static void *
classify_pages(void *argument)
{
  task *job = argument;
  pith_memory memory;
  pith_verdicts verdicts;
  char *buffer = NULL;
  size_t capacity = 0, i, removed = 0;
  pith__memory_init(&memory, NULL, SIZE_MAX);
  pith__verdicts_init(&verdicts, &memory);
  while ((i = atomic_fetch_add(&job->next, 1)) <
         pith__chain_site_page_count(job->site)) {
    pith_slice name = pith__chain_site_page_name(job->site, (uint32_t)i);
    char *path = malloc(name.len + 1);
    assert(path);
    memcpy(path, name.data, name.len);
    path[name.len] = '\0';
    pith_slice page = site_file_read(job->root, path, &buffer, &capacity);
    free(path);
    pith__verdicts_clear(&verdicts);
    if (pith__chain_site_classify(job->site, (uint32_t)i, page, &verdicts) !=
        PITH_OK)
      atomic_fetch_add(&job->failures, 1);
    for (uint32_t k = 0; k < verdicts.count; k++)
      removed += verdicts.items[k].span.to - verdicts.items[k].span.from;
    if (job->print) {
      pthread_mutex_lock(&job->lock);
      print_page(name, &verdicts);
      pthread_mutex_unlock(&job->lock);
    }
  }
  atomic_fetch_add(&job->removed, removed);
  pith__verdicts_done(&verdicts);
  free(buffer);
  return NULL;
}

static double
run_threads(task *job, void *(*work)(void *), unsigned threads)
{
  pthread_t ids[THREADS_MOST];
  double start = seconds();
  atomic_store(&job->next, 0);
  for (unsigned i = 0; i < threads; i++)
    if (pthread_create(&ids[i], NULL, work, job) != 0)
      exit(3);
  for (unsigned i = 0; i < threads; i++)
    pthread_join(ids[i], NULL);
  return seconds() - start;
}

static int
compare_texts(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void
print_clusters(const task *job)
{
  const pith_chain_clusters *clusters = pith__chain_site_clusters(job->site);
  uint32_t leftovers = 0;
  for (uint32_t i = 0; i < pith__chain_site_page_count(job->site); i++)
    leftovers += clusters->fates[i].leftover;
  printf("\"clusters\":[");
  for (uint32_t i = 0; i < clusters->count && i < 40; i++)
    printf("%s\"%u@%u\"", i ? "," : "", clusters->items[i].member_count,
           clusters->items[i].level);
  printf("],\"cluster_count\":%u,\"leftovers\":%u,\"pairs_compared\":%llu",
         clusters->count, leftovers,
         (unsigned long long)clusters->pairs_looked_at);
}

int
main(int argc, char **argv)
{
  static task job = {.lock = PTHREAD_MUTEX_INITIALIZER};
  unsigned threads = 2;
  size_t most = SIZE_MAX;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "-j") == 0 && i + 1 < argc)
      threads = (unsigned)strtoul(argv[++i], NULL, 10);
    else if (strcmp(argv[i], "--most") == 0 && i + 1 < argc)
      most = strtoul(argv[++i], NULL, 10);
    else if (strcmp(argv[i], "--spans") == 0)
      job.print = true;
    else
      job.root = argv[i];
  }
  if (!job.root || threads < 1 || threads > THREADS_MOST)
    return 2;
  double start = seconds();
  pith_memory memory;
  pith__memory_init(&memory, NULL, SIZE_MAX);
  site_files_list(&job.files, job.root, "");
  qsort(job.files.names, job.files.count, sizeof *job.files.names,
        compare_texts);
  while (job.files.count > most)
    free(job.files.names[--job.files.count]);
  if (pith__chain_site_new(&memory, NULL, &job.site) != PITH_OK)
    return 3;
  double adding = run_threads(&job, add_pages, threads);
  double finishing = seconds();
  pith_status status = pith__chain_site_finish(job.site);
  finishing = seconds() - finishing;
  double classifying = 0;
  if (status == PITH_OK)
    classifying = run_threads(&job, classify_pages, threads);
  double whole = seconds() - start;
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  printf("{\"pages\":%zu,\"bytes\":%zu,\"removed\":%zu,\"failures\":%zu,",
         job.files.count, atomic_load(&job.bytes), atomic_load(&job.removed),
         atomic_load(&job.failures));
  print_clusters(&job);
  printf(",\"threads\":%u,\"profiles_s\":%.3f,\"clusters_s\":%.3f,"
         "\"classify_s\":%.3f,\"seconds\":%.3f,\"cpu_s\":%.3f,"
         "\"site_peak\":%zu,\"peak_rss\":%ld}\n",
         threads, adding, finishing, classifying, whole,
         time_of(usage.ru_utime) + time_of(usage.ru_stime), memory.peak,
         usage.ru_maxrss * 1024);
  pith__chain_site_free(job.site);
  site_files_free(&job.files);
  return status == PITH_OK && atomic_load(&job.failures) == 0 ? 0 : 1;
}
