/*
 * Real sites, below PITH_DATA: every one of at most 100 pages through the
 * library and its twin, and five whose clusters are known. Skipped (77) where
 * the data is absent.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "unit/method/chain_compare.h"
#include "unit/method/site_files.h"

enum { TWIN_PAGES = 100 };

/* What is known of a site: size@level of each cluster, and the rest. */
typedef struct known {
  const char *site;
  const char *clusters;
  uint32_t pages;
  uint32_t leftovers;
  uint32_t percent_removed;
} known;

typedef struct loaded {
  site_files files;
  pith_slice *pages;
} loaded;

static int
compare_texts(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void
load(loaded *in, const char *folder)
{
  memset(in, 0, sizeof *in);
  site_files_list(&in->files, folder, "");
  qsort(in->files.names, in->files.count, sizeof *in->files.names,
        compare_texts);
  in->pages = calloc(in->files.count + 1, sizeof *in->pages);
  assert_non_null(in->pages);
  for (size_t i = 0; i < in->files.count; i++) {
    char *buffer = NULL;
    size_t capacity = 0;
    in->pages[i] =
        site_file_read(folder, in->files.names[i], &buffer, &capacity);
  }
}

static void
unload(loaded *in)
{
  for (size_t i = 0; i < in->files.count; i++)
    free((char *)(uintptr_t)in->pages[i].data);
  free(in->pages);
  site_files_free(&in->files);
}

static void
small_sites_equal_the_twin(void **state)
{
  const char *root = *state;
  pith_chain_settings options;
  DIR *directory = opendir(root);
  struct dirent *entry;
  size_t sites = 0;
  pith__chain_options_default(&options);
  assert_non_null(directory);
  while ((entry = readdir(directory)) != NULL) {
    if (entry->d_name[0] == '.' || strstr(entry->d_name, "_big"))
      continue;
    char *site = join_paths(root, entry->d_name);
    char *folder = join_paths(site, "pages");
    loaded in;
    load(&in, folder);
    if (in.files.count > 0 && in.files.count <= TWIN_PAGES) {
      compare_site(in.pages, in.files.count, &options);
      sites++;
    }
    unload(&in);
    free(folder);
    free(site);
  }
  closedir(directory);
  assert_true(sites >= 10);
}

static size_t
count_removed(const pith_chain_corpus *site, const loaded *in)
{
  pith_memory memory;
  pith_verdicts verdicts;
  size_t removed = 0;
  pith__memory_init(&memory, NULL, SIZE_MAX);
  pith__verdicts_init(&verdicts, &memory);
  for (uint32_t i = 0; i < in->files.count; i++)
    assert_int_equal(
        pith__chain_site_classify(site, i, in->pages[i], &verdicts), PITH_OK);
  for (uint32_t i = 0; i < verdicts.count; i++)
    removed += verdicts.items[i].span.to - verdicts.items[i].span.from;
  pith__verdicts_done(&verdicts);
  return removed;
}

static void
check_known(const known *wanted, const char *root)
{
  char *site_folder = join_paths(root, wanted->site);
  char *folder = join_paths(site_folder, "pages");
  pith_chain_settings options;
  pith_memory memory;
  pith_chain_corpus *site;
  loaded in;
  char clusters[256] = "";
  size_t len = 0, bytes = 0;
  uint32_t leftovers = 0;
  load(&in, folder);
  assert_int_equal(in.files.count, wanted->pages);
  pith__chain_options_default(&options);
  pith__memory_init(&memory, NULL, SIZE_MAX);
  assert_int_equal(
      compare_learn(&memory, in.pages, in.files.count, &options, &site),
      PITH_OK);
  const pith_chain_clusters *found = pith__chain_site_clusters(site);
  for (uint32_t i = 0; i < found->count && len < 200; i++)
    len += (size_t)snprintf(clusters + len, sizeof clusters - len, "%s%u@%u",
                            i ? " " : "", found->items[i].member_count,
                            found->items[i].level);
  for (uint32_t i = 0; i < wanted->pages; i++) {
    leftovers += found->fates[i].leftover;
    bytes += in.pages[i].len;
  }
  size_t removed = count_removed(site, &in);
  assert_string_equal(clusters, wanted->clusters);
  assert_int_equal(leftovers, wanted->leftovers);
  assert_int_equal((200 * removed / bytes + 1) / 2, wanted->percent_removed);
  pith__chain_site_free(site);
  unload(&in);
  free(folder);
  free(site_folder);
}

static void
five_sites_are_known(void **state)
{
  static const known sites[] = {
      {"ratio", "4@80 4@80 21@80", 31, 2, 19},
      {"6a209", "7@80 6@80 4@80 4@80", 30, 0, 41},
      {"linux_book", "18@60 17@60", 37, 2, 47},
      {"cpe_bbc", "10@80", 12, 2, 56},
      {"aka_cn", "4@80 6@80 29@80 29@80 20@80", 89, 1, 80},
  };
  for (size_t i = 0; i < sizeof sites / sizeof *sites; i++)
    check_known(&sites[i], *state);
}

int
main(void)
{
  const char *data = getenv("PITH_DATA");
  char *root = join_paths(data ? data : "build/data", "sites");
  struct stat info;
  if (stat(root, &info) != 0 || !S_ISDIR(info.st_mode)) {
    printf("no sites below %s: skipped\n", data ? data : "build/data");
    free(root);
    return 77;
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_prestate(small_sites_equal_the_twin, root),
      cmocka_unit_test_prestate(five_sites_are_known, root),
  };
  int failures = cmocka_run_group_tests(tests, NULL, NULL);
  free(root);
  return failures;
}
