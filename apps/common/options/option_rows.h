/* option_rows.h: one row for each option of each command and for each member of
 * an HTTP request, generated from docs/options (options.inc).
 *
 *     --jobs  -j  N   count 1..256   offset of request.jobs   extract, site ...
 *
 * The command line, HTTP requests, the help and the manual page all read this
 * table. It has no other copy.
 */
#ifndef COMMON_OPTIONS_OPTION_ROWS_H
#define COMMON_OPTIONS_OPTION_ROWS_H

#include "common/options/option_ids.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How a value is read, and the type of the field that it is stored in. */
typedef enum option_kind {
  KIND_HELP,    /* no field: prints help */
  KIND_VERSION, /* no field: prints versions */
  KIND_PAGE,    /* a field of pith_options, set by pith_options_set() */
  KIND_SWITCH,  /* bool: no value */
  KIND_SETTING, /* unsigned: no value, the constant of the row */
  KIND_COUNT32, /* uint32_t: 512, 64k, 20M */
  KIND_COUNT64, /* uint64_t */
  KIND_NUMBER,  /* double: 0.8 */
  KIND_TIME32,  /* uint32_t, milliseconds: 500ms, 2s, 1m */
  KIND_TIME64,  /* uint64_t, milliseconds */
  KIND_SECONDS, /* double, seconds */
  KIND_TEXT,    /* const char *, any */
  KIND_PATH,    /* const char *; "-" is NULL */
  KIND_HEADER,  /* const char *: starts with a letter, fits in a header */
  KIND_CHOICE,  /* unsigned: the number of the word among the choices */
  KIND_WORD,    /* const char *: the word itself */
  KIND_LIST     /* text_list: may be given several times */
} option_kind;

/* Where the value goes. */
typedef struct option_target {
  option_kind kind;
  size_t offset;    /* of the field, in a request */
  unsigned setting; /* of a switch or setting */
  const char *page; /* the library's name for it, where it differs; or NULL */
} option_target;

/* The requests of the HTTP server, as bits. */
enum { ROUTE_EXTRACT = 1, ROUTE_SITE = 2, ROUTE_LEARN = 4, ROUTE_BATCH = 8 };

typedef struct option_row {
  option_id id;      /* OPTION_NONE: a member of HTTP requests only */
  const char *name;  /* "--tree" */
  char letter;       /* 'v' for -v, or NUL */
  const char *value; /* label of its value ("LABEL"), NULL: it takes none */
  const char *help;  /* one line */
  const char *const *text;    /* paragraphs, ended by NULL */
  const char *group;          /* heading in the full help */
  const char *const *choices; /* words, ended by NULL; or NULL */
  option_target target;
  double least, most; /* range of a number; of a list how often */
  option_id needs;    /* another option that must be given with it */
  uint32_t commands;  /* bits 1 << command_id */
  const char *member; /* name in HTTP requests; NULL: none */
  unsigned routes;    /* the requests that take it */
} option_row;

enum { ARGUMENTS_MANY = -1 };

typedef struct command_row {
  const char *name;    /* "site", "search index" */
  const char *program; /* that runs it: "pith", "pith-lab" ... */
  const char *usage;   /* arguments, or NULL */
  const char *help;
  const char *const *text;     /* paragraphs, ended by NULL */
  const char *const *examples; /* pairs: command line, meaning; ended by NULL */
  int arguments;               /* that are no options: how many at most */
} command_row;

/* Texts of the program as a whole. */
typedef struct program_texts {
  const char *help;
  const char *const *text;
  const char *const *examples; /* pairs */
  const char *const *exits;    /* pairs: code, meaning */
} program_texts;

extern const program_texts program_text;

/* The row of a number; NULL behind the last. */
const option_row *option_row_at(size_t index);
const command_row *command_row_at(size_t index);

/* Whether a command takes the option. */
bool option_is_of(const option_row *row, command_id command);

/* The completion script of a shell, lines ended by NULL; NULL: no such shell.
 */
const char *const *completion_script(const char *shell);

#endif
