/* program.h: a program with commands, as main() runs it.
 *
 *     pith review DIR ──► table of pith: review is in pith-lab
 *                              └──► pith-lab review DIR
 *
 * A command is a function of this program or the name of another program of
 * the project, found beside this one or on the PATH, as git does it.
 */
#ifndef COMMON_OPTIONS_PROGRAM_H
#define COMMON_OPTIONS_PROGRAM_H

#include "common/output/message.h"

#include <stddef.h>

typedef exit_code (*command_run)(int argc, char *const *argv);

/* A row of a program's command table. Exactly one of the two is set. */
typedef struct command {
  const char *name;
  command_run run;     /* reads the arguments after the name */
  const char *program; /* runs the command instead: "pith-lab" */
} command;

typedef struct program {
  const char *name;
  const command *commands;
  size_t count;
  command_run fallback; /* for arguments that name no command; or NULL */
} program;

/* Run the command that the arguments name; the result is the exit code. */
int program_main(const program *self, int argc, char **argv);

#endif
