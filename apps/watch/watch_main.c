/* watch_main.c: the program pith-watch, which `pith watch` runs. It is apart
 * from pith because its store needs SQLite.
 */
#include "common/options/commands.h"
#include "common/options/program.h"

int
main(int argc, char **argv)
{
  static const command watch = {"watch", cmd_watch, NULL};
  const program self = {"pith-watch", &watch, 1, cmd_watch};
  return program_main(&self, argc, argv);
}
