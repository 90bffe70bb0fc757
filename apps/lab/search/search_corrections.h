/* search_corrections.h: what graders said of losses in `pith review`.
 *
 *     STORE ──► marks about losses ──► corrections for an experiment
 */
#ifndef CLI_SEARCH_CORRECTIONS_H
#define CLI_SEARCH_CORRECTIONS_H

#include "lab/experiment/experiment.h"

typedef struct correction_list {
  experiment_correction *items; /* owned, and all texts; as they were given */
  size_t count;
  size_t capacity;
  bool failed; /* memory ended */
} correction_list;

/* Read the corrections of a grader (NULL: of everybody) from the store `path`;
 * release them with correction_list_done(). EXIT_INPUT or EXIT_ENVIRONMENT
 * after a message, also when there are none. */
exit_code correction_list_read(const char *path, const char *grader,
                               correction_list *out);
void correction_list_done(correction_list *list);

#endif
