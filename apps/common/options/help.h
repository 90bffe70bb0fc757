/* help.h: help, versions and the manual page, composed from the rows of
 * option_rows.h. All print on stdout, but for help_usage(). */
#ifndef COMMON_OPTIONS_HELP_H
#define COMMON_OPTIONS_HELP_H

#include "common/options/option_rows.h"
#include "common/output/text_out.h"

/* The help of a program and the commands that it runs: "pith", "pith-lab".
 * `full`: with the texts of all commands and options. */
exit_code help_program(const char *program, bool full);

/* The help of a command; `full` with all texts. */
exit_code help_command(command_id id, bool full);

/* Find a command by its name; false: there is none. */
bool command_find(const char *name, command_id *out);

/* The usage of a program, on stderr. EXIT_USAGE. */
exit_code help_usage(const char *program);

/* Versions of the program, the library and its tables. */
exit_code help_version(void);

/* The manual page, for man(7). */
exit_code help_man(void);

/* Lines, ended by NULL. */
exit_code help_print(const char *const *lines);

/* "extract, site" of the commands that take an option; nothing for one that all
 * commands take. */
void help_write_commands(text_out *out, const option_row *row);

/* The first row of an option; rows for other commands repeat its texts. */
bool option_is_first(size_t index);

/* Whether the option starts a group: none before it has that group. */
bool group_is_first(size_t index);

#endif
