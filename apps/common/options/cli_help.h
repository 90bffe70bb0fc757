/* cli_help.h: the texts of the command, made from docs/options. */
#ifndef CLI_HELP_H
#define CLI_HELP_H

#include "common/options/arguments.h"
#include "common/output/message.h"

/* Lines of a text, ended by NULL; lent for the life of the program. */
typedef const char *const *text_lines;

/* What there is about one command. */
typedef struct command_help {
  const char *name;
  text_lines brief; /* for -h */
  text_lines full;  /* for --help */
  const option_spec *options;
  size_t option_count;
} command_help;

typedef enum help_page {
  HELP_SHORT,
  HELP_FULL,
  HELP_MAN,
  HELP_BASH,
  HELP_ZSH,
  HELP_FISH
} help_page;

/* The help of a command, NULL when there is no such command. */
const command_help *command_help_find(const char *name);

/* The lines of a page. */
text_lines help_lines(help_page page);

/* Print lines on stdout. */
exit_code help_print(text_lines lines);

/* What `pith` alone says, on stderr. Gives EXIT_USAGE. */
exit_code help_usage(void);

/* Print versions on stdout. */
exit_code help_version(void);

/* Answer the options that every command has; false when `spec` is another
 * one. `argument` is the text as written, which tells -h from --help. */
bool help_option(const char *command, const option_spec *spec,
                 const char *argument, exit_code *code);

#endif
