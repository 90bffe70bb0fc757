/* cli_help.c: the generated texts of help.inc in, printed pages out.
 *
 * help.inc is the one generated file outside src/tables: tools/gen/gen_help.py
 * makes it from docs/options, where every text is written once.
 */
#include "common/options/cli_help.h"

#include "common/output/text_out.h"

#include "pith.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/options/help.inc"

const command_help *
command_help_find(const char *name)
{
  size_t count = sizeof command_helps / sizeof command_helps[0];
  for (size_t i = 0; i < count; i++)
    if (strcmp(command_helps[i].name, name) == 0)
      return &command_helps[i];
  return NULL;
}

text_lines
help_lines(help_page page)
{
  switch (page) {
  case HELP_SHORT:
    return short_text;
  case HELP_FULL:
    return full_text;
  case HELP_MAN:
    return man_text;
  case HELP_BASH:
    return bash_text;
  case HELP_ZSH:
    return zsh_text;
  case HELP_FISH:
    return fish_text;
  }
  return short_text;
}

exit_code
help_print(text_lines lines)
{
  text_out out;
  text_out_init(&out, STDOUT_FILENO);
  for (; *lines; lines++) {
    text_out_text(&out, *lines);
    text_out_bytes(&out, "\n", 1);
  }
  exit_code code = text_out_end(&out);
  text_out_done(&out);
  return code;
}

exit_code
help_usage(void)
{
  for (text_lines line = usage_text; *line; line++)
    fprintf(stderr, "%s\n", *line);
  return EXIT_USAGE;
}

static exit_code
print_tables(void)
{
  char line[96];
  const char *lines[] = {line, NULL};
  const char *name;
  const char *version;
  exit_code code = EXIT_FINE;
  for (uint32_t i = 0; code == EXIT_FINE; i++) {
    name = pith_table_version(i, &version);
    if (!name)
      break;
    snprintf(line, sizeof line, "table %s %s", name, version);
    code = help_print(lines);
  }
  return code;
}

exit_code
help_version(void)
{
  char program[64];
  char library[64];
  const char *lines[] = {program, library, "compiler " __VERSION__, NULL};
  snprintf(program, sizeof program, "pith %d.%d.%d", PITH_VERSION_MAJOR,
           PITH_VERSION_MINOR, PITH_VERSION_PATCH);
  snprintf(library, sizeof library, "libpith %s", pith_version());
  exit_code code = help_print(lines);
  return code == EXIT_FINE ? print_tables() : code;
}

bool
help_option(const char *command, const option_spec *spec, const char *argument,
            exit_code *code)
{
  if (strcmp(spec->name, "--version") == 0) {
    *code = help_version();
    return true;
  }
  if (strcmp(spec->name, "--help") != 0)
    return false;
  const command_help *help = command_help_find(command);
  *code = help_print(argument[1] == '-' ? help->full : help->brief);
  return true;
}
