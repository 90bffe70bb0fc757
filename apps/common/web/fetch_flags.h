/* fetch_flags.h: the options of all commands that fetch pages. */
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

#endif
