/* site_request.h: what `pith site`, learn, apply, merge or inspect was asked to
 * do. */
#ifndef CLI_SITE_REQUEST_H
#define CLI_SITE_REQUEST_H

#include "common/web/crawl.h"
#include "common/output/message.h"
#include "common/output/progress.h"

#include "pith_site.h"

/* What to write for each page. */
typedef enum site_output {
  SITE_JSON, /* records only */
  SITE_HTML,
  SITE_MARKED,
  SITE_TEXT,
  SITE_MARKDOWN
} site_output;

typedef enum site_command {
  COMMAND_SITE,
  COMMAND_LEARN,
  COMMAND_APPLY,
  COMMAND_MERGE,
  COMMAND_INSPECT
} site_command;

typedef struct site_request {
  site_command command;
  const char *method;  /* of the registry */
  bool compat;         /* as the papers have it */
  const char *numbers; /* the last of the papers' numbers that was given */
  const char *model;   /* the file to apply; NULL: none */
  const char **inputs; /* owned list; the strings are lent by argv */
  size_t input_count;
  bool collection;    /* every folder of the input is a site of its own */
  const char *output; /* a directory, for learn and merge a file; or NULL */
  site_output to;
  bool to_given;
  bool quiet;
  bool markdown; /* in the records too */
  bool json;     /* inspect: not for people */
  unsigned jobs;
  progress_mode progress;
  pith_options page;
  pith_chain_options chain;  /* numbers of the papers */
  crawl_options crawl;       /* for inputs that are addresses */
  const char *layer_numbers; /* the last of that paper's numbers given */
  pith_layer_options layer;
  bool similarity; /* print how alike the pages look */
} site_request;

/* Read the arguments behind the name of the command. False when there is
 * nothing left to do: help was printed, or a message said what is wrong; `code`
 * tells which. */
bool site_request_read(site_command command, int argc, char *const *argv,
                       site_request *out, exit_code *code);

/* Release what a request owns. */
void site_request_done(site_request *request);

#endif
