/* cmd_texts.c: `pith completions SHELL` and `pith man`.
 *
 * Both print a text that was made from docs/options, so that a package needs
 * no tool but the program itself to install them.
 */
#include "common/options/commands.h"

#include "common/options/command_line.h"

#include <string.h>

/* Commands that take at most one word and only the options of all commands. */
typedef struct one_word {
  const char *word;    /* NULL: none was given */
  const char *refusal; /* of a second one */
} one_word;

static bool
set_option(void *state, const char *name, const char *value)
{
  (void)state;
  (void)value;
  return command_line_miss(name);
}

static bool
keep_word(void *state, const char *word)
{
  one_word *out = state;
  return command_line_keep_one(word, out->refusal, &out->word);
}

exit_code
cmd_completions(int argc, char *const *argv)
{
  static const char *const shells[] = {"bash", "zsh", "fish"};
  static const help_page pages[] = {HELP_BASH, HELP_ZSH, HELP_FISH};
  one_word out = {NULL, "completions: too many arguments"};
  command_line line = {"completions", &out, set_option, keep_word};
  exit_code code;
  if (!command_line_read(&line, argc, argv, &code))
    return code;
  for (size_t i = 0; i < 3; i++)
    if (out.word && strcmp(out.word, shells[i]) == 0)
      return help_print(help_lines(pages[i]));
  if (out.word)
    message("completions: unknown shell '%s'; choose bash, zsh or fish",
            out.word);
  else
    message("completions: no shell; choose bash, zsh or fish");
  return EXIT_USAGE;
}

exit_code
cmd_man(int argc, char *const *argv)
{
  one_word out = {NULL, "man: too many arguments"};
  command_line line = {"man", &out, set_option, keep_word};
  exit_code code;
  if (!command_line_read(&line, argc, argv, &code))
    return code;
  if (!out.word)
    return help_print(help_lines(HELP_MAN));
  message("man: takes no argument (got '%s')", out.word);
  return EXIT_USAGE;
}
