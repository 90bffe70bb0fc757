/* program.c: see the header.
 *
 * A reader that goes away must not kill us in the middle of a record, so
 * SIGPIPE is ignored and write() reports the error instead. An interrupt ends
 * the program at once with the documented code: no buffer of ours waits for a
 * later exit to be written.
 */
#include "common/options/program.h"

#include "common/options/help.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Only _exit(): a handler may call nothing that is not async-signal-safe. */
static void
end_interrupted(int number)
{
  (void)number;
  _exit(EXIT_INTERRUPTED);
}

/* The path of another program in the folder of this one; false when this one
 * cannot be found or the path is too long. */
static bool
find_beside(const char *name, char *path, size_t size)
{
  ssize_t len = readlink("/proc/self/exe", path, size - 1);
  if (len <= 0)
    return false;
  path[len] = '\0';
  char *slash = strrchr(path, '/');
  if (!slash)
    return false;
  size_t room = size - (size_t)(slash + 1 - path);
  int written = snprintf(slash + 1, room, "%s", name);
  return written > 0 && (size_t)written < room && access(path, X_OK) == 0;
}

/* Become another program. Returns only when that fails. */
static exit_code
run_program(const command *what, char *const *argv)
{
  char path[PATH_MAX];
  if (find_beside(what->program, path, sizeof path))
    execv(path, argv);
  else
    execvp(what->program, argv);
  if (errno == ENOENT)
    message("%s: this command is part of %s, which is not installed; "
            "install the package %s",
            what->name, what->program, what->program);
  else
    message("%s: cannot run %s: %s", what->name, what->program,
            strerror(errno));
  return EXIT_ENVIRONMENT;
}

/* Whether an argument that is no command can be a page: it looks like a path or
 * an address, or there is such a file. */
static bool
may_be_page(const char *name)
{
  return strpbrk(name, "./:") || access(name, F_OK) == 0;
}

/* Only pith has a fallback: a page without a command is extracted. A word that
 * can be no page is refused here, so that a misspelt command is not reported as
 * a missing file. */
static exit_code
run_fallback(const program *self, int argc, char *const *argv)
{
  if (self->fallback &&
      (argc == 0 || argv[0][0] == '-' || may_be_page(argv[0])))
    return self->fallback(argc, argv);
  message("unknown command '%s'%s; '%s -h' lists the commands", argv[0],
          self->fallback ? ", and no such file" : "", self->name);
  return EXIT_USAGE;
}

/* A program with one command has the help of that command. The help of a whole
 * program fits a screen, --help too: `pith help all` is the rest. */
static exit_code
help_of(const program *self, bool full)
{
  command_id only;
  if (self->count == 1 && command_find(self->commands[0].name, &only))
    return help_command(only, full);
  return help_program(self->name, false);
}

/* Without arguments pith reads a page from a pipe; on a terminal it would wait
 * for somebody to type HTML, so it prints the usage instead. */
int
program_main(const program *self, int argc, char **argv)
{
  /* A command that has work to bring to an end replaces the handler of SIGINT
   * (interrupt.h). */
  struct sigaction action = {.sa_handler = SIG_IGN};
  sigemptyset(&action.sa_mask);
  sigaction(SIGPIPE, &action, NULL);
  action.sa_handler = end_interrupted;
  sigaction(SIGINT, &action, NULL);
  if (argc < 2)
    return (int)(!self->fallback || isatty(STDIN_FILENO)
                     ? help_usage(self->name)
                     : run_fallback(self, 0, argv + 1));
  const char *name = argv[1];
  if (strcmp(name, "-h") == 0)
    return (int)help_of(self, false);
  if (strcmp(name, "--help") == 0)
    return (int)help_of(self, true);
  if (strcmp(name, "--version") == 0)
    return (int)help_version();
  for (size_t i = 0; i < self->count; i++) {
    const command *found = &self->commands[i];
    if (strcmp(name, found->name) == 0)
      return (int)(found->run ? found->run(argc - 2, argv + 2)
                              : run_program(found, argv));
  }
  return (int)run_fallback(self, argc - 1, argv + 1);
}
