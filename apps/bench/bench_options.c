/* bench_options.c: arguments in, a filled bench_options out.
 *
 * Options stand before the paths; "--" ends them. A value follows
 * its option as the next argument, behind '=', or, as in -j4, directly.
 */
#include "bench_options.h"

#include <stdlib.h>
#include <string.h>

enum { DEFAULT_ROUNDS = 5, MOST_ROUNDS = 1000000, MOST_THREADS = 1024 };

/* Where the reading of the arguments stands. */
typedef struct reader {
  int argc;
  char *const *argv;
  int next;
} reader;

static exit_code
refuse(const char *what, const char *why)
{
  message("%s: %s", what, why);
  return EXIT_USAGE;
}

/* True when the argument is `name`; *value is then what stands behind '=', or
 * directly behind a short name, or the next argument, or NULL when there is
 * none of them. */
static bool
takes_value(reader *in, const char *argument, const char *name,
            const char **value)
{
  size_t len = strlen(name);
  if (strncmp(argument, name, len) != 0)
    return false;
  if (argument[len] == '=') {
    *value = argument + len + 1;
    return true;
  }
  if (argument[len] != '\0') {
    *value = argument + len;
    return name[1] != '-';
  }
  *value = in->next < in->argc ? in->argv[in->next++] : NULL;
  return true;
}

static exit_code
read_number(const char *name, const char *value, long most, int *out)
{
  char *end;
  if (!value)
    return refuse(name, "a number must follow");
  long number = strtol(value, &end, 10);
  if (*value == '\0' || *end != '\0' || number < 1 || number > most)
    return refuse(name, "the value must be a number, at least 1");
  *out = (int)number;
  return EXIT_FINE;
}

static exit_code
read_option(reader *in, const char *argument, bench_options *options)
{
  const char *value;
  if (strcmp(argument, "--memory") == 0) {
    options->memory = true;
    return EXIT_FINE;
  }
  if (strcmp(argument, "--compat") == 0) {
    options->compat = true;
    return EXIT_FINE;
  }
  if (takes_value(in, argument, "--rounds", &value))
    return read_number("--rounds", value, MOST_ROUNDS, &options->rounds);
  if (takes_value(in, argument, "--jobs", &value) ||
      takes_value(in, argument, "-j", &value))
    return read_number("-j", value, MOST_THREADS, &options->threads);
  if (takes_value(in, argument, "--method", &options->method))
    return options->method ? EXIT_FINE
                           : refuse("--method", "a name must follow");
  return refuse(argument,
                "unknown option; there are --rounds, -j, --memory, --method, "
                "--compat");
}

exit_code
bench_options_read(bench_options *options, int argc, char *const *argv)
{
  reader in = {argc, argv, 0};
  *options = (bench_options){.rounds = DEFAULT_ROUNDS, .threads = 1};
  while (in.next < argc && argv[in.next][0] == '-' && argv[in.next][1]) {
    const char *argument = argv[in.next++];
    if (strcmp(argument, "--") == 0)
      break;
    exit_code status = read_option(&in, argument, options);
    if (status != EXIT_FINE)
      return status;
  }
  options->paths = argv + in.next;
  options->path_count = argc - in.next;
  if (options->path_count == 0)
    return refuse("no input", "name files or directories");
  return EXIT_FINE;
}
