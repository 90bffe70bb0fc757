/* progress.c: see the header. Drawn again only when a thousandth has been
 * done, so a loop over millions of things may call it every time.
 */
#include "common/output/progress.h"

#include <stdio.h>
#include <unistd.h>

enum { CELLS = 24 };

/* "auto" is a bar on a terminal and nothing in a log. */
progress
progress_start(progress_mode mode, const char *what, size_t total)
{
  bool visible = mode == PROGRESS_ALWAYS ||
                 (mode == PROGRESS_AUTO && isatty(STDERR_FILENO));
  progress bar = {what, total, (size_t)-1, visible && total > 0};
  progress_show(&bar, 0);
  return bar;
}

/* At most 1,001 times for a whole run, however many items there are. The line
 * is drawn over the last one, so it never gets shorter than what is on it: both
 * numbers only grow. */
void
progress_show(progress *bar, size_t done)
{
  if (!bar->visible)
    return;
  size_t way = done * 1000 / bar->total;
  if (way == bar->shown)
    return;
  bar->shown = way;
  char cells[CELLS * 3 + 1];
  size_t len = 0;
  for (size_t i = 0; i < CELLS; i++)
    len += (size_t)snprintf(cells + len, sizeof cells - len, "%s",
                            i * 1000 < way * CELLS ? "\xE2\x96\x88"
                                                   : "\xE2\x96\x91");
  fprintf(stderr, "\r%-9s %s %3zu %%  %zu of %zu", bar->what, cells, way / 10,
          done, bar->total);
}

/* Leaves the line empty for the messages that follow. */
void
progress_end(progress *bar)
{
  if (bar->visible)
    fprintf(stderr, "\r\033[K");
  bar->visible = false;
}
