/* cmd_texts.c: `pith help`, `pith completions SHELL` and `pith man`.
 *
 * All texts come from docs/options, so that a package needs no tool but the
 * program itself to install them.
 */
#include "common/options/commands.h"

#include "common/options/help.h"
#include "common/options/request.h"

#include <string.h>

/* Read a command line of at most one word; *word is NULL without one. The word
 * is of argv, so it outlives the request. False: *code is the exit code. */
static bool
read_word(command_id command, int argc, char *const *argv, const char **word,
          exit_code *code)
{
  app_request in;
  request_init(&in, command);
  if (!request_read(&in, argc, argv, code))
    return false;
  *word = in.input_count > 0 ? in.inputs[0] : NULL;
  request_done(&in);
  return true;
}

/* Help that was requested is output and goes to stdout with exit code 0; an
 * unknown command is an error. */
exit_code
cmd_help(int argc, char *const *argv)
{
  const char *word;
  exit_code code;
  command_id command;
  if (!read_word(COMMAND_HELP, argc, argv, &word, &code))
    return code;
  if (!word)
    return help_program("pith", false);
  if (strcmp(word, "all") == 0)
    return help_program("pith", true);
  if (command_find(word, &command))
    return help_command(command, true);
  message("help: unknown command '%s'; 'pith -h' lists the commands", word);
  return EXIT_USAGE;
}

/* The scripts are generated together with the table of options, so they offer
 * what the program takes. */
exit_code
cmd_completions(int argc, char *const *argv)
{
  const char *word;
  exit_code code;
  if (!read_word(COMMAND_COMPLETIONS, argc, argv, &word, &code))
    return code;
  const char *const *script = word ? completion_script(word) : NULL;
  if (script)
    return help_print(script);
  if (word)
    message("completions: unknown shell '%s'; choose bash, zsh or fish", word);
  else
    message("completions: no shell; choose bash, zsh or fish");
  return EXIT_USAGE;
}

/* Reads the command line only to refuse arguments and to answer --help. */
exit_code
cmd_man(int argc, char *const *argv)
{
  const char *word;
  exit_code code;
  return read_word(COMMAND_MAN, argc, argv, &word, &code) ? help_man() : code;
}
