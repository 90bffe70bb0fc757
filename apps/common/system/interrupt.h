/* interrupt.h: Ctrl-C as a question instead of an end.
 *
 * A command that writes many records wants to finish the one at hand. It asks
 * for the signals once and then looks from time to time; the second signal
 * ends the program at once.
 */
#ifndef SHARED_INTERRUPT_H
#define SHARED_INTERRUPT_H

#include <stdbool.h>

/* From now on SIGINT and SIGTERM only set a flag. */
void interrupt_watch(void);

/* Whether one of them has come. Any thread. */
bool interrupted(void);

#endif
