/* driver_rounds.c: the round protocol of driver_rounds.h.
 *
 * Pages are read before anything is timed. Peak memory is what the kernel says
 * was resident at most during the passes less what was resident before them:
 * crude, but the same yardstick for every parser, whatever it allocates with.
 */
#include "driver_rounds.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct page {
  char *html;
  size_t len;
} page;

typedef struct page_list {
  page *pages;
  size_t count;
  size_t bytes;
} page_list;

/* Processor time, so that what else the machine does is not counted. */
static double
now(void)
{
  struct timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* The value in kB of one line of /proc/self/status, 0 where there is none. */
static long
status_kb(const char *field)
{
  char line[256];
  long kb = 0;
  FILE *f = fopen("/proc/self/status", "r");
  if (!f)
    return 0;
  while (fgets(line, sizeof line, f))
    if (strncmp(line, field, strlen(field)) == 0)
      kb = strtol(line + strlen(field), NULL, 10);
  fclose(f);
  return kb;
}

/* Makes the kernel forget the peak so far. Needs no privilege. */
static void
forget_peak(void)
{
  FILE *f = fopen("/proc/self/clear_refs", "w");
  if (!f)
    return;
  fputs("5", f);
  fclose(f);
}

static int
read_page(const char *path, page *out)
{
  FILE *f = fopen(path, "rb");
  if (!f || fseek(f, 0, SEEK_END) != 0)
    return -1;
  long len = ftell(f);
  rewind(f);
  out->html = len < 0 ? NULL : malloc((size_t)len + 1);
  if (!out->html || fread(out->html, 1, (size_t)len, f) != (size_t)len)
    return -1;
  out->html[len] = '\0';
  out->len = (size_t)len;
  return fclose(f);
}

static int
read_pages(const char *list_path, page_list *out)
{
  char path[4096];
  FILE *list = fopen(list_path, "r");
  if (!list)
    return -1;
  while (fgets(path, sizeof path, list)) {
    path[strcspn(path, "\n")] = '\0';
    out->pages = realloc(out->pages, (out->count + 1) * sizeof *out->pages);
    if (!out->pages || read_page(path, &out->pages[out->count]) != 0) {
      fprintf(stderr, "driver: %s: %s\n", path, strerror(errno));
      return -1;
    }
    out->bytes += out->pages[out->count].len;
    out->count++;
  }
  return fclose(list);
}

/* Returns the seconds of one pass, or -1 when a page was refused. */
static double
one_pass(const page_list *list, driver_parse *parse)
{
  double start = now();
  for (size_t i = 0; i < list->count; i++)
    if (parse(list->pages[i].html, list->pages[i].len) != 0)
      return -1;
  return now() - start;
}

int
driver_serve(int argc, char **argv, const char *version, driver_parse *parse)
{
  char line[64];
  page_list list = {0};
  if (argc != 2 || read_pages(argv[1], &list) != 0) {
    fprintf(stderr, "driver: want one argument, a file with a path a line\n");
    return 2;
  }
  printf("{\"version\": \"%s\", \"pages\": %zu, \"bytes\": %zu}\n", version,
         list.count, list.bytes);
  fflush(stdout);
  while (fgets(line, sizeof line, stdin)) {
    double best = 1e9;
    forget_peak();
    long before = status_kb("VmRSS:");
    for (long n = strtol(line, NULL, 10); n > 0; n--) {
      double seconds = one_pass(&list, parse);
      if (seconds < 0)
        return 1;
      if (seconds < best)
        best = seconds;
    }
    printf("{\"seconds\": %.9f, \"peak_kb\": %ld}\n", best,
           status_kb("VmHWM:") - before);
    fflush(stdout);
  }
  return 0;
}
