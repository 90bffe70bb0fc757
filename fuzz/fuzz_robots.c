/*
 * Any bytes as a robots.txt, up to the first NUL, and any bytes behind it as a
 * path: no crash, and the rules for /robots.txt itself never change. And as a
 * twin: one rule and one path over a few characters, against a matcher that
 * fills the whole table of pattern and path.
 */
#include "common/web/robots.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PART_MOST = 48 };

/* Whether the pattern, '*' and a last '$' meant as such, fits a beginning of
 * the path: reach[i][j]: i of the pattern can match j of it. */
static bool
fits(const char *pattern, const char *path)
{
  static const size_t most = PART_MOST + 1;
  bool reach[PART_MOST + 1][PART_MOST + 1];
  size_t rows = strlen(pattern), columns = strlen(path);
  bool whole = rows > 0 && pattern[rows - 1] == '$';
  rows -= whole;
  assert(rows < most && columns < most);
  for (size_t i = 0; i <= rows; i++)
    for (size_t j = 0; j <= columns; j++) {
      bool star = i > 0 && pattern[i - 1] == '*';
      reach[i][j] = (i == 0 && j == 0) || (star && reach[i - 1][j]) ||
                    (star && j > 0 && reach[i][j - 1]) ||
                    (i > 0 && j > 0 && !star && pattern[i - 1] == path[j - 1] &&
                     reach[i - 1][j - 1]);
    }
  for (size_t j = whole ? columns : 0; j <= columns; j++)
    if (reach[rows][j])
      return true;
  return false;
}

static void
take(const uint8_t *data, size_t size, const char *letters, char *out)
{
  size_t len = 0, kinds = strlen(letters);
  for (size_t i = 0; i < size && len + 2 < PART_MOST; i++)
    out[len++] = letters[data[i] % kinds];
  out[len] = '\0';
}

static void
compare(const uint8_t *data, size_t size)
{
  char pattern[PART_MOST] = "/", path[PART_MOST] = "/", file[3 * PART_MOST];
  robots rules;
  take(data, size / 2, "ab/*$*a", pattern + 1);
  take(data + size / 2, size - size / 2, "ab/$a", path + 1);
  pattern[PART_MOST - 1] = path[PART_MOST - 1] = '\0';
  snprintf(file, sizeof file, "User-agent: *\nDisallow: %s\n", pattern);
  bool read = robots_read((pith_slice){file, strlen(file)}, "pith", &rules);
  assert(read);
  bool allowed = robots_allow(&rules, (pith_slice){path, strlen(path)});
  assert(allowed == !fits(pattern, path));
  robots_done(&rules);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  robots rules;
  static const char own[] = "/robots.txt";
  const uint8_t *nul = size ? memchr(data, 0, size) : NULL;
  size_t len = nul ? (size_t)(nul - data) : size;
  pith_slice file = {(const char *)data, len};
  pith_slice path = {nul ? (const char *)nul + 1 : "/",
                     nul ? size - len - 1 : 1};
  if (!robots_read(file, "pith", &rules))
    return 0;
  bool once = robots_allow(&rules, path), again = robots_allow(&rules, path);
  assert(once == again);
  assert(robots_allow(&rules, (pith_slice){own, strlen(own)}));
  assert(rules.delay <= ROBOTS_DELAY_MOST);
  robots_done(&rules);
  compare(data, size);
  return 0;
}
