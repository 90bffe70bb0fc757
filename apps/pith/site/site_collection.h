/* site_collection.h: many sites at once, each in a folder of its own.
 *
 * Sites are done side by side, one thread each, and forgotten when they are
 * done: memory follows the largest sites, not their number. One line a site
 * goes to sites.jsonl in the output, or to stdout without one:
 *
 *     {"v":1,"site":"NAME","pages":32,"failed":0,"clusters":2,"bytes":410222,
 *      "cut":201120}
 */
#ifndef CLI_SITE_COLLECTION_H
#define CLI_SITE_COLLECTION_H

#include "common/output/output_tree.h"
#include "common/options/request.h"

/* Do the sites below the first input. `tree` may be NULL. */
exit_code site_collection_run(const app_request *request,
                              const output_tree *tree);

#endif
