/* main.c: the program pith. Finds the command and hands the rest over; without
 * one the arguments are those of `extract`.
 *
 * A reader that goes away must not kill us in the middle of a record, so
 * SIGPIPE is ignored and write() tells instead; an interrupt ends the program
 * at once with the documented code, since nothing of ours waits in a buffer
 * that a later exit would write.
 */
#include "cli_help.h"
#include "commands.h"

#include <signal.h>
#include <string.h>
#include <unistd.h>

typedef struct command {
  const char *name;
  exit_code (*run)(int argc, char *const *argv);
} command;

static const command commands[] = {
    {"extract", cmd_extract}, {"explain", cmd_explain},
    {"site", cmd_site},       {"learn", cmd_learn},
    {"apply", cmd_apply},     {"merge", cmd_merge},
    {"inspect", cmd_inspect}, {"parse", cmd_parse},
    {"blocks", cmd_blocks},   {"completions", cmd_completions},
    {"man", cmd_man},         {"fetch", cmd_fetch},
    {"watch", cmd_watch},     {"serve", cmd_serve},
    {"search", cmd_search},   {"review", cmd_review},
    {"eval", cmd_eval},
};

static void
end_interrupted(int number)
{
  (void)number;
  _exit(EXIT_INTERRUPTED);
}

static void
set_signals(void)
{
  struct sigaction action = {.sa_handler = SIG_IGN};
  sigemptyset(&action.sa_mask);
  sigaction(SIGPIPE, &action, NULL);
  action.sa_handler = end_interrupted;
  sigaction(SIGINT, &action, NULL);
}

/* Whether an argument that is no command can be a page: it looks like a path or
 * an address, or there is such a file. */
static bool
may_be_page(const char *name)
{
  return strpbrk(name, "./:") || access(name, F_OK) == 0;
}

static exit_code
run(int argc, char *const *argv)
{
  if (argc < 2)
    return isatty(STDIN_FILENO) ? help_usage() : cmd_extract(0, argv + 1);
  const char *name = argv[1];
  if (strcmp(name, "-h") == 0)
    return help_print(help_lines(HELP_SHORT));
  if (strcmp(name, "--help") == 0)
    return help_print(help_lines(HELP_FULL));
  if (strcmp(name, "--version") == 0)
    return help_version();
  for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
    if (strcmp(name, commands[i].name) == 0)
      return commands[i].run(argc - 2, argv + 2);
  if (name[0] == '-' || may_be_page(name))
    return cmd_extract(argc - 1, argv + 1);
  message("unknown command '%s', and no such file; 'pith -h' lists what there "
          "is",
          name);
  return EXIT_USAGE;
}

int
main(int argc, char **argv)
{
  set_signals();
  return (int)run(argc, argv);
}
