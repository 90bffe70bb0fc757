/*
 * The whole answer of auto, as one number a page: ranges, labels, scores and
 * reasons of all verdicts, the confidence, the page type, for all three
 * balances. It must be the same whatever the compiler, its flags, the vector
 * instructions and the number of threads, so every build checks these numbers:
 *
 *     auto_answers.txt        every page below tests/golden, a line a page
 *     auto_answers_data.txt   40 pages of each set below PITH_DATA, a line a
 *                             set; skipped where they are not there
 *
 * New weights give new numbers: `make golden-accept` (PITH_GOLDEN_ACCEPT=1 in
 * the environment) writes them. Do that with one build only, and let the
 * others find the same.
 *
 * The numbers are made here, byte by byte, by nothing of the library.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "unit/method/site_files.h"

#include <inttypes.h>
#include <pthread.h>

#define PINNED "tests/unit/method/auto/auto_answers"

enum { THREADS = 4, OF_A_SET = 40 };

/* Pages of one folder, in the order of their names. */
typedef struct folder_pages {
  const char *root;
  const char *encoding; /* NULL: as the page declares */
  site_files files;
} folder_pages;

typedef struct worker {
  pthread_t thread;
  const folder_pages *pages;
  size_t first;             /* the page it begins with */
  const uint64_t *expected; /* of each page */
  size_t differences;
} worker;

static uint64_t
mix(uint64_t digest, uint64_t value)
{
  for (unsigned shift = 0; shift < 64; shift += 8)
    digest = (digest ^ (value >> shift & 255)) * 1099511628211u;
  return digest;
}

static uint64_t
mix_text(uint64_t digest, const char *text)
{
  for (; text && *text; text++)
    digest = mix(digest, (unsigned char)*text);
  return mix(digest, 0);
}

static uint64_t
mix_float(uint64_t digest, float value)
{
  uint32_t bits;
  memcpy(&bits, &value, sizeof bits);
  return mix(digest, bits);
}

static uint64_t
mix_answer(uint64_t digest, const pith_page *page)
{
  uint32_t count;
  const pith_verdict *verdicts = pith_page_verdicts(page, &count);
  digest = mix(digest, count);
  for (uint32_t i = 0; i < count; i++) {
    digest = mix(digest, verdicts[i].span.from);
    digest = mix(digest, verdicts[i].span.to);
    digest = mix(digest, verdicts[i].label);
    digest = mix_float(digest, verdicts[i].score);
    digest = mix_text(digest, verdicts[i].reason);
  }
  digest = mix_float(digest, pith_page_confidence(page));
  return mix_text(digest, pith_page_type(page));
}

/* The number of a page; 0 when it cannot be classified. */
static uint64_t
answer_of(pith_context *context, pith_slice html, const char *encoding)
{
  uint64_t digest = 14695981039346656037u;
  pith_options options;
  pith_options style;
  pith_page *page;
  pith_options_default(&options);
  options.encoding = encoding;
  pith_options_default(&style);
  style.method = "auto";
  if (pith_page_parse(context, html, &options, &page, NULL) != PITH_OK)
    return 0;
  for (int balance = PITH_BALANCED; balance <= PITH_RECALL; balance++) {
    style.balance = (pith_balance)balance;
    if (pith_page_classify(page, &style) != PITH_OK)
      digest = 0;
    digest = mix_answer(digest, page);
  }
  pith_page_free(page);
  return digest;
}

static int
compare_names(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void
pages_open(folder_pages *pages, const char *root, const char *encoding)
{
  memset(pages, 0, sizeof *pages);
  pages->root = root;
  pages->encoding = encoding;
  site_files_list(&pages->files, root, "");
  if (pages->files.count > 0)
    qsort(pages->files.names, pages->files.count, sizeof(char *),
          compare_names);
}

/* Evenly taken, at most `most` of them. */
static void
pages_thin(site_files *files, size_t most)
{
  size_t step = (files->count + most - 1) / most, kept = 0;
  for (size_t i = 0; i < files->count; i++)
    if (i % step == 0)
      files->names[kept++] = files->names[i];
    else
      free(files->names[i]);
  files->count = kept;
}

/* A context and a buffer of its own: it shares nothing with other threads. */
static bool
answer_all(const folder_pages *pages, size_t first, uint64_t *out)
{
  pith_context *context;
  char *buffer = NULL;
  size_t capacity = 0;
  if (pith_context_new(NULL, &context) != PITH_OK)
    return false;
  for (size_t i = 0; i < pages->files.count; i++) {
    size_t at = (first + i) % pages->files.count;
    pith_slice html =
        site_file_read(pages->root, pages->files.names[at], &buffer, &capacity);
    out[at] = answer_of(context, html, pages->encoding);
  }
  free(buffer);
  pith_context_free(context);
  return true;
}

static void *
work(void *argument)
{
  worker *self = argument;
  uint64_t *found = calloc(self->pages->files.count, sizeof *found);
  if (!found || !answer_all(self->pages, self->first, found)) {
    self->differences = 1;
    free(found);
    return NULL;
  }
  for (size_t i = 0; i < self->pages->files.count; i++)
    self->differences += found[i] != self->expected[i];
  free(found);
  return NULL;
}

/* Several threads at once, each from another page on, say the same. */
static void
assert_threads_agree(const folder_pages *pages, const uint64_t *expected)
{
  worker workers[THREADS];
  memset(workers, 0, sizeof workers);
  for (size_t i = 0; i < THREADS; i++) {
    workers[i].pages = pages;
    workers[i].expected = expected;
    workers[i].first = i * pages->files.count / THREADS;
    assert_int_equal(
        pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
  }
  for (size_t i = 0; i < THREADS; i++) {
    pthread_join(workers[i].thread, NULL);
    assert_int_equal(workers[i].differences, 0);
  }
}

static uint64_t *
answers_of(const folder_pages *pages)
{
  uint64_t *found = calloc(pages->files.count, sizeof *found);
  assert_non_null(found);
  assert_true(answer_all(pages, 0, found));
  return found;
}

/* Writes the lines, or compares the file with them. */
static void
check_pinned(const char *which, const char *const *names,
             const uint64_t *digests, size_t count)
{
  bool accept = getenv("PITH_GOLDEN_ACCEPT") != NULL;
  char path[256], line[512], wanted[512];
  snprintf(path, sizeof path, PINNED "%s.txt", which);
  FILE *file = fopen(path, accept ? "wb" : "rb");
  assert_non_null(file);
  for (size_t i = 0; i < count; i++) {
    snprintf(line, sizeof line, "%016" PRIx64 " %s\n", digests[i], names[i]);
    if (accept)
      fputs(line, file);
    else if (!fgets(wanted, sizeof wanted, file) || strcmp(line, wanted) != 0)
      fail_msg(
          "%s: answered otherwise than pinned; if the weights or the pages "
          "are new: make golden-accept",
          names[i]);
  }
  assert_true(accept || fgetc(file) == EOF);
  fclose(file);
}

static void
own_pages(void **state)
{
  (void)state;
  folder_pages pages;
  pages_open(&pages, "tests/golden", NULL);
  assert_true(pages.files.count > 100);
  uint64_t *found = answers_of(&pages);
  for (size_t i = 0; i < pages.files.count; i++)
    assert_true(found[i] != 0);
  check_pinned("", (const char *const *)pages.files.names, found,
               pages.files.count);
  assert_threads_agree(&pages, found);
  free(found);
  site_files_free(&pages.files);
}

/* A set, or 0 where it is not there. Encodings are not guessed here: a build
 * may have uchardet or not. */
static uint64_t
answer_of_set(const char *data, const char *name)
{
  uint64_t digest = 14695981039346656037u;
  folder_pages pages;
  char root[512];
  snprintf(root, sizeof root, "%s/single/train/%s/html", data, name);
  pages_open(&pages, root, "utf-8");
  pages_thin(&pages.files, OF_A_SET);
  if (pages.files.count == 0)
    return 0;
  uint64_t *found = answers_of(&pages);
  for (size_t i = 0; i < pages.files.count; i++)
    digest = mix(digest, found[i]);
  assert_threads_agree(&pages, found);
  free(found);
  site_files_free(&pages.files);
  return digest;
}

static void
pages_of_the_data(void **state)
{
  (void)state;
  static const char *const sets[] = {"cleaneval", "daniel", "wcxb_dev",
                                     "zh_xmu"};
  enum { SETS = sizeof sets / sizeof *sets };
  const char *data = getenv("PITH_DATA");
  uint64_t found[SETS];
  for (size_t i = 0; i < SETS; i++) {
    found[i] = answer_of_set(data ? data : "build/data", sets[i]);
    if (found[i] == 0)
      skip();
  }
  check_pinned("_data", sets, found, SETS);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(own_pages),
      cmocka_unit_test(pages_of_the_data),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
