/*
 * Real pages whose labels lie: valid UTF-8 under windows-1251 or gb2312, and
 * windows-1251 under UTF-8. The data sets are not part of the repository; they
 * are looked for in PITH_DATA, else build/data, and the test is skipped where
 * they are absent (exit status 77).
 */
#include "decode/decode.h"

#include "base/slice.h"
#include "base/utf8_validate.h"
#include "decode/label.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#define PATH_ROOM 1024

typedef void page_check(pith_slice page, pith_decoded *decoded);

static const char *
data_root(void)
{
  const char *root = getenv("PITH_DATA");
  return root ? root : "build/data";
}

static void
decode_file(const char *path, page_check *check)
{
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  fseek(file, 0, SEEK_END);
  size_t len = (size_t)ftell(file);
  rewind(file);
  char *bytes = malloc(len + !len);
  assert_non_null(bytes);
  assert_int_equal(fread(bytes, 1, len, file), len);
  fclose(file);

  pith_memory memory;
  pith_decoded decoded;
  pith__memory_init(&memory, NULL, (size_t)1 << 28);
  pith__decode_init(&decoded, &memory);
  pith_slice page = pith__slice(bytes, len);
  assert_int_equal(pith__decode(&decoded, page, NULL), PITH_OK);
  check(page, &decoded);
  pith__decode_done(&decoded);
  assert_int_equal(memory.used, 0);
  free(bytes);
}

/* Run `check` on every file below `folder`; returns how many there were. */
static unsigned
decode_folder(const char *folder, page_check *check)
{
  unsigned count = 0;
  DIR *directory = opendir(folder);
  if (!directory)
    return 0;
  for (struct dirent *entry; (entry = readdir(directory));) {
    char path[PATH_ROOM];
    struct stat status;
    if (entry->d_name[0] == '.')
      continue;
    snprintf(path, sizeof(path), "%s/%s", folder, entry->d_name);
    if (stat(path, &status) != 0)
      continue;
    if (S_ISDIR(status.st_mode)) {
      count += decode_folder(path, check);
    } else {
      decode_file(path, check);
      count++;
    }
  }
  closedir(directory);
  return count;
}

static void
check_text(pith_slice page, pith_decoded *decoded)
{
  uint32_t len = (uint32_t)decoded->text.len, last = 0;
  assert_int_equal(pith__utf8_valid_portable(decoded->text.data, len), len);
  for (uint32_t at = 0; at < len; at++) {
    if (((unsigned char)decoded->text.data[at] & 0xC0) == 0x80)
      continue;
    uint32_t byte = pith__decode_offset(decoded, at);
    assert_true(byte >= last && byte < page.len);
    last = byte;
  }
  assert_int_equal(pith__decode_offset(decoded, len), page.len);
}

static void
check_not_fooled(pith_slice page, pith_decoded *decoded)
{
  bool ascii = pith__ascii_prefix(page.data, page.len) == page.len;
  bool valid = pith__utf8_valid_portable(page.data, page.len) == page.len;
  if (valid && !ascii) {
    assert_int_equal(decoded->encoding, PITH_DECODE_UTF_8);
    assert_true(decoded->identity);
  }
  check_text(page, decoded);
}

static void
check_russian(pith_slice page, pith_decoded *decoded)
{
  assert_int_equal(decoded->encoding, PITH_DECODE_WINDOWS_1251);
  check_text(page, decoded);
}

static void
utf8_under_other_labels(void **state)
{
  (void)state;
  static const char *const sets[] = {"sites/antibiotic_old", "sites/by6dx",
                                     "single/train/zh_xmu"};
  for (size_t i = 0; i < sizeof(sets) / sizeof(sets[0]); i++) {
    char path[PATH_ROOM];
    snprintf(path, sizeof(path), "%s/%s", data_root(), sets[i]);
    assert_true(decode_folder(path, check_not_fooled) > 100);
  }
}

static void
windows_1251_under_utf8(void **state)
{
  (void)state;
  char path[PATH_ROOM];
  snprintf(path, sizeof(path),
           "%s/sites/kuzmina/pages/rus/notes/canada/canada2.htm", data_root());
  decode_file(path, check_russian);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(utf8_under_other_labels),
      cmocka_unit_test(windows_1251_under_utf8),
  };
  struct stat status;
  if (stat(data_root(), &status) != 0) {
    printf("%s is not there; skipped\n", data_root());
    return 77;
  }
  return cmocka_run_group_tests(tests, NULL, NULL);
}
