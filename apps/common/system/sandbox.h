/* sandbox.h: give up what a command does not need any more.
 *
 * A page or a request that found a hole in us would have our rights. So the
 * commands that talk to strangers drop, once they have opened their files:
 *
 *     files      all but the folders they name       Landlock, Linux 5.13
 *     programs   starting any, and new processes      seccomp
 *     network    connecting, where they only listen   seccomp
 *     kernel     mounts, modules, tracing, keys ...   seccomp
 *     rights     those of setuid programs             no new privileges
 *
 * What the kernel does not have is left out without a word; --no-sandbox leaves
 * out all of it. It holds for this thread and those it starts, for good.
 */
#ifndef SHARED_SANDBOX_H
#define SHARED_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

typedef struct sandbox_plan {
  const char *const *reads; /* files and folders; ended by NULL */
  const char *const *writes;
  const char *store; /* a file with others beside it, as a journal: its folder
                        can be written; or NULL */
  bool connects;     /* to other servers: names and certificates are read */
} sandbox_plan;

/* Enter it, before threads are started. Paths that are not there are skipped;
 * NULL is no list. The folder for temporary files can always be written. */
void sandbox_enter(const sandbox_plan *plan);

/* Whether this build and this kernel have all of it. */
bool sandbox_is_whole(void);

#endif
