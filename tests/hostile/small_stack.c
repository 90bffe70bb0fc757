/* small_stack.c: parse stdin in a thread that has 64 KB of stack.
 *
 * Prints one line: seconds of processor time for the parse, kilobytes of
 * memory that the process ever had in use, nodes, depth, limits hit. A parser
 * that recurses on nesting ends here by a signal, which the script sees.
 */
#include "common/input/read_input.h"

#include "pith.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum { STACK_BYTES = 64 * 1024 };

typedef struct job {
  pith_slice html;
  double seconds;
  uint32_t nodes;
  uint32_t depth;
  unsigned limits;
  pith_status status;
} job;

static double
processor_seconds(void)
{
  struct timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void *
parse(void *argument)
{
  job *work = argument;
  pith_context *context;
  pith_page *page;
  work->status = pith_context_new(NULL, &context);
  if (work->status != PITH_OK)
    return NULL;
  double start = processor_seconds();
  work->status = pith_page_parse(context, work->html, NULL, &page, NULL);
  work->seconds = processor_seconds() - start;
  if (work->status == PITH_OK) {
    work->nodes = pith_page_node_count(page);
    work->depth = pith_page_depth(page);
    work->limits = pith_page_limits_hit(page);
  }
  pith_page_free(page);
  pith_context_free(context);
  return NULL;
}

/* The peak of this program alone; what getrusage() reports begins with the
 * parent that started it. */
static long
peak_kilobytes(void)
{
  char line[256];
  long peak = -1;
  FILE *file = fopen("/proc/self/status", "r");
  while (file && fgets(line, sizeof line, file))
    if (strncmp(line, "VmHWM:", 6) == 0)
      (void)sscanf(line + 6, "%ld", &peak);
  if (file)
    fclose(file);
  return peak;
}

int
main(void)
{
  job work = {0};
  input_bytes input;
  pthread_attr_t attributes;
  pthread_t thread;
  if (read_input(NULL, 1000000000, &input) != EXIT_FINE)
    return 3;
  work.html.data = input.data;
  work.html.len = input.len;
  pthread_attr_init(&attributes);
  if (pthread_attr_setstacksize(&attributes, STACK_BYTES) != 0 ||
      pthread_create(&thread, &attributes, parse, &work) != 0)
    return 3;
  pthread_join(thread, NULL);
  pthread_attr_destroy(&attributes);
  printf("%.6f %ld %lu %lu %u\n", work.seconds, peak_kilobytes(),
         (unsigned long)work.nodes, (unsigned long)work.depth, work.limits);
  input_bytes_done(&input);
  return work.status == PITH_OK ? 0 : 1;
}
