/* extract_request.h: what `pith extract` or `pith explain` was asked to do. */
#ifndef CLI_EXTRACT_REQUEST_H
#define CLI_EXTRACT_REQUEST_H

#include "common/web/crawl.h"
#include "common/output/message.h"
#include "common/output/progress.h"

#include "pith_site.h"

/* What to write for each page. */
typedef enum extract_form {
  EXTRACT_TEXT,
  EXTRACT_MARKDOWN,
  EXTRACT_HTML,
  EXTRACT_MARKED,
  EXTRACT_JSON
} extract_form;

typedef enum color_mode {
  COLOR_AUTO, /* when stdout is a terminal */
  COLOR_ALWAYS,
  COLOR_NEVER
} color_mode;

typedef struct extract_request {
  const char *command; /* "extract" or "explain" */
  const char **inputs; /* owned list; the strings are lent by argv */
  size_t input_count;  /* at least 1; "-" is standard input */
  bool many;           /* the inputs may hold more than one page */
  const char *output;  /* a file, for many pages a directory; NULL: stdout */
  extract_form to;
  bool to_given;
  bool markdown; /* in the records, beside the text */
  bool stop;     /* at the first page that fails */
  bool quiet;
  bool verbose;
  color_mode color;
  bool vips;     /* explain: the visual blocks */
  uint32_t pdoc; /* of them; 0: the default */
  unsigned jobs;
  progress_mode progress;
  double timeout; /* seconds of work on one page; 0: none */
  pith_options page;
  const char *with[PITH_PARTNERS_MOST]; /* for -m layer; lent by argv */
  size_t with_count;
  bool layer;          /* the method is layer */
  crawl_options crawl; /* for inputs that are addresses */
} extract_request;

/* Read the arguments of `command`. False when there is nothing left to do: help
 * was printed, or a message said what is wrong; `code` tells which. */
bool extract_request_read(const char *command, int argc, char *const *argv,
                          extract_request *out, exit_code *code);

/* Release what a request owns. */
void extract_request_done(extract_request *request);

#endif
