/* cmd_search.c: `pith search index|query|experiment|measure`: finds the word
 * behind `search` and hands the rest over.
 */
#include "common/options/commands.h"

#include "common/options/cli_help.h"
#include "lab/search/search_commands.h"

#include <string.h>

typedef struct search_word {
  const char *name;
  exit_code (*run)(int argc, char *const *argv);
} search_word;

static const search_word words[] = {
    {"index", search_make},
    {"query", search_ask},
    {"experiment", search_experiment},
    {"measure", search_measure},
};

exit_code
cmd_search(int argc, char *const *argv)
{
  const command_help *help = command_help_find("search");
  arguments in = {
      argc, argv, 0, false, "search", help->options, help->option_count};
  const option_spec *spec;
  const char *value;
  exit_code code;
  for (size_t i = 0; argc > 0 && i < sizeof words / sizeof *words; i++)
    if (strcmp(argv[0], words[i].name) == 0)
      return words[i].run(argc - 1, argv + 1);
  if (argc > 0 && arguments_next(&in, &spec, &value) == ARGUMENT_OPTION &&
      help_option("search", spec, argv[0], &code))
    return code;
  message(
      "search: say index, query, experiment or measure; try 'pith search -h'");
  return EXIT_USAGE;
}
