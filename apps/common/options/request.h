/* request.h: what a command line or an HTTP request asks for.
 *
 *     argv        ──► request_read() ──┐
 *                                      ├──► option_row ──► field of a request
 *     ?to=md      ──► request_set()  ──┘
 *
 * docs/options names the field that each option sets (`sets: output.path`). A
 * new option is a file there, a field here, and the code that uses it.
 */
#ifndef COMMON_OPTIONS_REQUEST_H
#define COMMON_OPTIONS_REQUEST_H

#include "common/http/http_server.h"
#include "common/input/page_list.h"
#include "common/options/option_rows.h"
#include "common/output/message.h"
#include "common/output/progress.h"
#include "common/system/text_list.h"
#include "common/web/crawl.h"

#include "pith_experimental.h"

typedef enum color_mode {
  COLOR_AUTO, /* when stdout is a terminal */
  COLOR_ALWAYS,
  COLOR_NEVER
} color_mode;

typedef enum parse_output {
  PARSE_NONE,
  PARSE_TREE,
  PARSE_TOKENS,
  PARSE_ENCODING,
  PARSE_COUNT
} parse_output;

/* What to read. */
typedef struct request_input {
  bool many;               /* the inputs may hold more than one page */
  unsigned group_by;       /* page_group: what makes a site of pages */
  const char *group_field; /* of JSON lines, for GROUP_FIELD */
  warc_filter filter;      /* which records of archives are pages */
  bool collection;         /* every folder of the input is a site of its own */
  bool similarity;         /* site: print the similarity of the pages */
  bool vips;               /* explain: the visual blocks */
  text_list with;          /* pages to compare with, for -m layer */
  const char *model;       /* a site model: a file, by HTTP a name; or NULL */

  /* By HTTP only. */
  const char *token;
  bool replace; /* learn: instead of adding to the model */
} request_input;

/* What to write. */
typedef struct request_output {
  const char *to;   /* the format; NULL: the default of the command */
  const char *path; /* a file or a directory; NULL: stdout */
  bool json;
  bool only_with_metadata; /* title, date and address */
  bool dedup;              /* report pages with nearly the same text */
  const char *language;    /* of the pages that are wanted; NULL: any */
  bool prune;              /* remove files of earlier runs whose page is gone */
  bool stop;               /* at the first page that fails */
  bool strict;             /* a warning about a page counts as a failure */
  bool quiet;
  bool verbose;
  color_mode color;
  progress_mode progress;
} request_output;

typedef struct app_request {
  command_id command;
  const char **inputs; /* owned list; the strings are lent by argv */
  size_t input_count;
  uint64_t given[OPTION_IDS / 64 + 1]; /* bits: see request_has() */
  uint64_t digest; /* of the options that can change what a page becomes */

  pith_options page; /* how a page is parsed, classified, rendered */
  request_input input;
  request_output output;
  unsigned jobs;
  bool unconfined;          /* do not enter the sandbox */
  double timeout;           /* seconds of work on one page; 0: no limit */
  crawl_options crawl;      /* for inputs that are addresses */
  pith_chain_options chain; /* parameters of the papers */
  pith_layer_options layer;
  http_options http;

  struct {
    parse_output output;
    pith_token_state state;
    const char *last_start_tag; /* or NULL */
    bool spans;
  } parse;
  struct {
    bool features;
  } blocks;
  struct {
    uint64_t every; /* milliseconds; 0: one round */
    bool once;
  } watch;
  struct {
    text_list hosts;
    text_list origins;
    bool fetch; /* pages of ?url= */
    const char *token_file;
    const char *models; /* folder; NULL: in memory */
    uint64_t max_request;
  } serve;
  struct {
    text_list gold;
    const char *pred;   /* NULL: extract */
    const char *versus; /* NULL: one run */
    const char *method; /* by its name in method_choice.h; NULL: the default */
    text_list grades;
    text_list outputs;
    unsigned by; /* group_field */
    uint32_t worst;
    bool blocks;
  } eval;
  struct {
    const char *index;
    const char *methods; /* separated by commas; NULL: the default */
    const char *topics;
    const char *qrels;
    const char *pages;
    const char *corrections;
    const char *weights;
    const char *run;
    uint64_t known_item;
    uint32_t top;     /* 0: the default of the sub-command */
    unsigned ranking; /* search_ranking */
    unsigned titles;  /* experiment_titles */
    bool no_boilerplate;
    bool by_topic;
  } search;
  struct {
    const char *store;
    const char *grader;
    const char *import; /* grades to take in; NULL: none */
    uint32_t port;
    uint64_t sample;
    uint64_t seed;
    bool open;
    bool after; /* the experiment of a paper: grade its sample */
    bool one_site;
  } review;
  struct {
    uint32_t rounds;
    bool memory;
  } bench;
} app_request;

/* Write the defaults. Those of `crawl` and `http` are the caller's to add:
 * programs that neither fetch nor serve do not link that code. */
void request_init(app_request *out, command_id command);

/* Read the arguments after the command's name. False when there is nothing left
 * to do: help was printed, or a message named the error; see `code`. */
bool request_read(app_request *out, int argc, char *const *argv,
                  exit_code *code);
void request_done(app_request *in);

/* Print "COMMAND: WRONG" unless `wrong` is NULL. True when it is. */
bool request_check(const app_request *in, const char *wrong);

/* What most commands are, after request_init(): read the arguments, check what
 * belongs together (`find_wrong` returns what does not, or NULL), run, release.
 */
exit_code request_run(app_request *in, int argc, char *const *argv,
                      const char *(*find_wrong)(const app_request *in),
                      exit_code (*run)(const app_request *in));

/* Whether the method is the one of that name; the default is `auto`. */
bool request_uses(const app_request *in, const char *method);

/* The format of --to, and whether it is the record. `output.to` has been set.
 */
const pith_format_facts *request_format(const app_request *in);
bool request_is_record(const app_request *in);

/* Whether it is text in records of a WARC; rows of a table, whose first line
 * names the columns. */
bool request_is_wet(const app_request *in);
bool request_is_csv(const app_request *in);

/* Whether pages follow each other in one file: records, WET, CSV. */
bool request_is_stream(const app_request *in);

/* Whether the option was given. */
bool request_has(const app_request *in, option_id option);

/* Whether numbers of layer --compat were given. */
bool request_has_layer_numbers(const app_request *in);

enum { FAULT_ROOM = 240 };

/* Set what a row describes; `value` is borrowed for the life of the request,
 * NULL for an option without one. `name` is the caller's word for it. False
 * when the value is wrong: `fault` is then "WHAT; REMEDY". */
bool request_set_row(app_request *out, const option_row *row, const char *name,
                     const char *value, char fault[FAULT_ROOM]);

typedef enum member_outcome {
  MEMBER_SET,
  MEMBER_WRONG,  /* `fault` names the error */
  MEMBER_UNKNOWN /* the route has no such member */
} member_outcome;

/* The same by the name of a query parameter or JSON member. */
member_outcome request_set(app_request *out, unsigned route, const char *name,
                           const char *value, char fault[FAULT_ROOM]);

#endif
