/* interrupt.c: see the header. The flag is the one thing a signal handler can
 * reach, hence a variable of the program; nothing else of ours is.
 */
#include "common/system/interrupt.h"

#include "common/output/message.h"

#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_bool flag;

/* All that a signal handler may do. */
static void
set_flag(int number)
{
  (void)number;
  if (atomic_exchange(&flag, true))
    _exit(EXIT_INTERRUPTED);
}

/* A second signal ends the process the usual way. */
void
interrupt_watch(void)
{
  struct sigaction action = {.sa_handler = set_flag};
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
  sigaction(SIGTERM, &action, NULL);
}

/* Asked between pages: a page is finished or not begun. */
bool
interrupted(void)
{
  return atomic_load_explicit(&flag, memory_order_relaxed);
}
