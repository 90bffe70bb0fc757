/* cmd_search.c: `pith-lab search index|query|serve|experiment|measure`: finds
 * the sub-command and passes the rest on.
 *
 * Each sub-command reads its own options, so that -h behind it prints its own
 * help.
 */
#include "common/options/commands.h"

#include "common/options/request.h"
#include "lab/search/search_commands.h"

#include <string.h>

static const struct {
  const char *name;
  exit_code (*run)(int argc, char *const *argv);
} words[] = {
    {"index", search_make},      {"query", search_ask},
    {"serve", search_serve},     {"experiment", search_experiment},
    {"measure", search_measure},
};

exit_code
cmd_search(int argc, char *const *argv)
{
  app_request in;
  exit_code code;
  for (size_t i = 0; argc > 0 && i < sizeof words / sizeof *words; i++)
    if (strcmp(argv[0], words[i].name) == 0)
      return words[i].run(argc - 1, argv + 1);
  request_init(&in, COMMAND_SEARCH);
  if (!request_read(&in, argc, argv, &code)) /* -h, or an error */
    return code;
  request_done(&in);
  message(
      "search: choose index, query, serve, experiment or measure; try 'pith "
      "search -h'");
  return EXIT_USAGE;
}
