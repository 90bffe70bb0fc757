/* progress.h: a bar on stderr for work that takes a while.
 *
 *     reading   ███████████████░░░░░░░░░  62 %  8148 of 13142
 */
#ifndef SHARED_PROGRESS_H
#define SHARED_PROGRESS_H

#include <stdbool.h>
#include <stddef.h>

typedef enum progress_mode {
  PROGRESS_AUTO, /* when stderr is a terminal */
  PROGRESS_ALWAYS,
  PROGRESS_NEVER
} progress_mode;

typedef struct progress {
  const char *what; /* lent: "reading" */
  size_t total;
  size_t shown; /* in thousandths of the way, the last time */
  bool visible;
} progress;

/* Begin a bar. */
progress progress_start(progress_mode mode, const char *what, size_t total);

/* Show that `done` of the total are done; cheap when nothing would change. */
void progress_show(progress *bar, size_t done);

/* Take the bar off the screen. */
void progress_end(progress *bar);

#endif
