/* command_line.c: see the header. */
#include "common/options/command_line.h"

#include "common/output/message.h"

bool
command_line_read(const command_line *line, int argc, char *const *argv,
                  exit_code *code)
{
  const command_help *help = command_help_find(line->command);
  arguments in = {
      argc, argv, 0, false, line->command, help->options, help->option_count};
  const option_spec *spec;
  const char *value;
  *code = EXIT_USAGE;
  for (;;) {
    switch (arguments_next(&in, &spec, &value)) {
    case ARGUMENT_END:
      return true;
    case ARGUMENT_OPTION:
      if (help_option(line->command, spec, in.argv[in.next - 1], code) ||
          !line->set_option(line->state, spec->name, value))
        return false;
      break;
    case ARGUMENT_FILE:
      if (!line->add_file(line->state, value))
        return false;
      break;
    case ARGUMENT_WRONG:
      return false;
    }
  }
}

bool
command_line_miss(const char *name)
{
  message("%s is described and does nothing; please report it", name);
  return false;
}

bool
command_line_keep_one(const char *file, const char *refusal, const char **slot)
{
  if (*slot)
    message("%s ('%s')", refusal, file);
  else
    *slot = file;
  return *slot == file;
}
