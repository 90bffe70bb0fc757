/* command_line.h: the loop over the arguments of a command. The options that a
 * command may have come from its help; what they mean, it says itself. */
#ifndef CLI_COMMAND_LINE_H
#define CLI_COMMAND_LINE_H

#include "common/options/cli_help.h"

/* What a command does with its arguments. Both functions get `state`, and say
 * what is wrong before they return false. */
typedef struct command_line {
  const char *command;
  void *state; /* borrowed */
  bool (*set_option)(void *state, const char *name, const char *value);
  bool (*add_file)(void *state, const char *file);
} command_line;

/* Read all arguments; values are lent by argv. False when there is nothing left
 * to do: help was printed, or a message said what is wrong; `code` tells
 * which. */
bool command_line_read(const command_line *line, int argc, char *const *argv,
                       exit_code *code);

/* Say that an option which the help describes is not set by the command, and
 * return false. */
bool command_line_miss(const char *name);

/* For a command that takes one file: keep it in `*slot`, or say `refusal`, as
 * in "fetch: one address at a time ('b')". */
bool command_line_keep_one(const char *file, const char *refusal,
                           const char **slot);

#endif
