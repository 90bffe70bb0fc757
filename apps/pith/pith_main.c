/* pith_main.c: the program pith. Without a command the arguments are those of
 * `extract`. The laboratory and the watcher are programs of their own, so that
 * this one links little.
 */
#include "common/options/commands.h"
#include "common/options/program.h"

static const command commands[] = {
    {"extract", cmd_extract, NULL}, {"explain", cmd_explain, NULL},
    {"site", cmd_site, NULL},       {"learn", cmd_learn, NULL},
    {"apply", cmd_apply, NULL},     {"merge", cmd_merge, NULL},
    {"inspect", cmd_inspect, NULL}, {"parse", cmd_parse, NULL},
    {"blocks", cmd_blocks, NULL},   {"fetch", cmd_fetch, NULL},
    {"serve", cmd_serve, NULL},     {"help", cmd_help, NULL},
    {"man", cmd_man, NULL},         {"completions", cmd_completions, NULL},
    {"warc", cmd_warc, NULL},       {"watch", NULL, "pith-watch"},
    {"review", NULL, "pith-lab"},   {"eval", NULL, "pith-lab"},
    {"search", NULL, "pith-lab"},   {"paper", NULL, "pith-lab"},
};

int
main(int argc, char **argv)
{
  const program pith = {"pith", commands, sizeof commands / sizeof commands[0],
                        cmd_extract};
  return program_main(&pith, argc, argv);
}
