/* search_commands.h: the sub-commands of `pith-lab search`. Each reads the
 * arguments behind its word and returns the exit code. */
#ifndef CLI_SEARCH_COMMANDS_H
#define CLI_SEARCH_COMMANDS_H

#include "common/output/message.h"

exit_code search_make(int argc, char *const *argv); /* index */
exit_code search_ask(int argc, char *const *argv);  /* query */
exit_code search_serve(int argc, char *const *argv);
exit_code search_experiment(int argc, char *const *argv);
exit_code search_measure(int argc, char *const *argv);

#endif
