/* model_show.h: what a site model knows, for people or as JSON. */
#ifndef CLI_MODEL_SHOW_H
#define CLI_MODEL_SHOW_H

#include "common/output/message.h"

#include "pith_site.h"

/* Show an open model on standard output: its numbers, and of each cluster how
 * many pages it has and which texts they share. `path` is for messages. */
exit_code model_show(const char *path, pith_site_model *model, bool json);

#endif
