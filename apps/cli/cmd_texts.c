/* cmd_texts.c: `pith completions SHELL` and `pith man`.
 *
 * Both print a text that was made from docs/options, so that a package needs
 * no tool but the program itself to install them.
 */
#include "commands.h"

#include "cli_help.h"

#include <string.h>

/* Read the arguments of a command that takes at most one word and only the
 * options of all commands. True when the command shall go on. */
static bool
read_word(const char *command, int argc, char *const *argv, const char **word,
          exit_code *code)
{
  const command_help *help = command_help_find(command);
  arguments in = {
      argc, argv, 0, false, command, help->options, help->option_count};
  const option_spec *spec;
  const char *value;
  *word = NULL;
  *code = EXIT_USAGE;
  for (;;) {
    switch (arguments_next(&in, &spec, &value)) {
    case ARGUMENT_END:
      return true;
    case ARGUMENT_OPTION:
      help_option(command, spec, argv[in.next - 1], code);
      return false;
    case ARGUMENT_FILE:
      if (*word) {
        message("%s: too many arguments ('%s')", command, value);
        return false;
      }
      *word = value;
      break;
    case ARGUMENT_WRONG:
      return false;
    }
  }
}

exit_code
cmd_completions(int argc, char *const *argv)
{
  static const char *const shells[] = {"bash", "zsh", "fish"};
  static const help_page pages[] = {HELP_BASH, HELP_ZSH, HELP_FISH};
  const char *word;
  exit_code code;
  if (!read_word("completions", argc, argv, &word, &code))
    return code;
  for (size_t i = 0; i < 3; i++)
    if (word && strcmp(word, shells[i]) == 0)
      return help_print(help_lines(pages[i]));
  if (word)
    message("completions: unknown shell '%s'; choose bash, zsh or fish", word);
  else
    message("completions: no shell; choose bash, zsh or fish");
  return EXIT_USAGE;
}

exit_code
cmd_man(int argc, char *const *argv)
{
  const char *word;
  exit_code code;
  if (!read_word("man", argc, argv, &word, &code))
    return code;
  if (!word)
    return help_print(help_lines(HELP_MAN));
  message("man: takes no argument (got '%s')", word);
  return EXIT_USAGE;
}
