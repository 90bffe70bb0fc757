/* commands.h: the commands of pith, in the files cmd_*.c.
 *
 * Each reads the arguments behind its name and returns the exit code.
 */
#ifndef CLI_COMMANDS_H
#define CLI_COMMANDS_H

#include "common/output/message.h"

exit_code cmd_extract(int argc, char *const *argv);
exit_code cmd_explain(int argc, char *const *argv);
exit_code cmd_site(int argc, char *const *argv);
exit_code cmd_learn(int argc, char *const *argv);
exit_code cmd_apply(int argc, char *const *argv);
exit_code cmd_merge(int argc, char *const *argv);
exit_code cmd_inspect(int argc, char *const *argv);
exit_code cmd_parse(int argc, char *const *argv);
exit_code cmd_blocks(int argc, char *const *argv);
exit_code cmd_watch(int argc, char *const *argv);
exit_code cmd_search(int argc, char *const *argv);
exit_code cmd_eval(int argc, char *const *argv);
exit_code cmd_warc(int argc, char *const *argv);
exit_code cmd_fetch(int argc, char *const *argv);
exit_code cmd_serve(int argc, char *const *argv);
exit_code cmd_review(int argc, char *const *argv);
exit_code cmd_paper(int argc, char *const *argv);
exit_code cmd_help(int argc, char *const *argv);
exit_code cmd_completions(int argc, char *const *argv);
exit_code cmd_man(int argc, char *const *argv);

#endif
