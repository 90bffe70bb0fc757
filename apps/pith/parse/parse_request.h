/* parse_request.h: what `pith parse` was asked to do. */
#ifndef CLI_PARSE_REQUEST_H
#define CLI_PARSE_REQUEST_H

#include "common/output/message.h"

#include "pith.h"

typedef enum parse_output {
  OUTPUT_NONE,
  OUTPUT_TREE,
  OUTPUT_TOKENS,
  OUTPUT_ENCODING,
  OUTPUT_COUNT
} parse_output;

typedef struct parse_request {
  parse_output output;
  const char *file; /* NULL: standard input; lent like all strings, by argv */
  pith_options options;
  pith_token_state state;     /* --initial-state */
  const char *last_start_tag; /* or NULL */
  bool spans;
  bool verbose;
} parse_request;

/* Read the arguments behind "parse". False when there is nothing left to do:
 * help was printed, or a message said what is wrong; `code` tells which. */
bool parse_request_read(int argc, char *const *argv, parse_request *out,
                        exit_code *code);

#endif
