/* lab_main.c: the program pith-lab, the laboratory: looking at verdicts,
 * scoring them, searching with and without boilerplate.
 */
#include "common/options/commands.h"
#include "common/options/program.h"

static const command commands[] = {
    {"review", cmd_review, NULL},
    {"eval", cmd_eval, NULL},
    {"search", cmd_search, NULL},
    {"paper", cmd_paper, NULL},
};

int
main(int argc, char **argv)
{
  const program lab = {"pith-lab", commands,
                       sizeof commands / sizeof commands[0], NULL};
  return program_main(&lab, argc, argv);
}
