/* arguments.h: a command line, read one thing at a time.
 *
 * `--name value`, `--name=value`, `-n value` and `-nvalue` are the same. What
 * does not begin with '-' is a file, and so is a bare "-"; after "--"
 * everything is. Options and files may stand in any order.
 */
#ifndef SHARED_ARGUMENTS_H
#define SHARED_ARGUMENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An option that a command knows. */
typedef struct option_spec {
  const char *name;  /* "--tree" */
  char letter;       /* 'v' for -v, or NUL */
  const char *value; /* what to call its value ("LABEL"), NULL for a switch */
} option_spec;

typedef struct arguments {
  int argc;
  char *const *argv; /* borrowed */
  int next;
  bool only_files;     /* "--" was seen */
  const char *command; /* for messages; borrowed */
  const option_spec *specs;
  size_t spec_count;
} arguments;

typedef enum argument_kind {
  ARGUMENT_END,    /* there are no more */
  ARGUMENT_OPTION, /* *spec, and *value if it takes one */
  ARGUMENT_FILE,   /* *value */
  ARGUMENT_WRONG   /* a message has said what is wrong */
} argument_kind;

/* Read what comes next. All that is lent lives as long as argv and specs. */
argument_kind arguments_next(arguments *in, const option_spec **spec,
                             const char **value);

#endif
