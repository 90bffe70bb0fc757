/* eval_request.h: what `pith eval` was asked for. */
#ifndef CLI_EVAL_REQUEST_H
#define CLI_EVAL_REQUEST_H

#include "lab/eval/report/eval_out.h"

enum { EVAL_PATHS = 64 };

/* All texts are lent by the arguments. */
typedef struct eval_request {
  const char *gold[EVAL_PATHS];
  size_t gold_count;
  const char *pred;   /* NULL: extract */
  const char *versus; /* NULL: one run */
  const char *grades;
  const char *outputs[EVAL_PATHS];
  size_t output_count;
  pith_options judge;
  pith_options versus_judge;
  bool versus_extracts; /* `versus` is a method */
  bool by_given;
  group_field by;
  bool worst_given;
  uint32_t worst;
  bool blocks;
  bool json;
  uint32_t jobs;
  progress_mode progress;
} eval_request;

/* Read the arguments. False when the command ends here, with *code. */
bool eval_request_read(int argc, char *const *argv, eval_request *out,
                       exit_code *code);

/* What the name of an output file asks for. */
typedef enum eval_format {
  EVAL_HTML,
  EVAL_JSON,
  EVAL_CSV,
  EVAL_UNKNOWN
} eval_format;

eval_format eval_format_of(const char *path);

#endif
