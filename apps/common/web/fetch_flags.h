/* fetch_flags.h: the options that all commands share that fetch pages. */
#ifndef CLI_FETCH_FLAGS_H
#define CLI_FETCH_FLAGS_H

#include "common/web/crawl.h"

typedef enum flag_outcome {
  FLAG_OTHER, /* none of these options */
  FLAG_SET,
  FLAG_WRONG /* a message has said what is wrong */
} flag_outcome;

/* Set what the option `name` says. `value` is borrowed for the life of *out. */
flag_outcome fetch_flag_set(const char *name, const char *value,
                            crawl_options *out);

/* Read a time such as 10m, 1.5s, 500ms, 2h or 1d into milliseconds, at most
 * `most`. False when it is none. */
bool time_read(const char *text, uint64_t most, uint64_t *out);

#endif
