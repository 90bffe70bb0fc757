/* extract_siblings.h: the pages beside a page in its folder, for -m
 * layer when none were named. */
#ifndef CLI_EXTRACT_SIBLINGS_H
#define CLI_EXTRACT_SIBLINGS_H

#include "pith/extract/extract_fetch.h"

/* Name the best partners of the file that is the only input of the request,
 * out of those next to it in its folder; the paths are kept by `out`.
 * EXIT_INPUT after a message when there are none. */
exit_code extract_siblings(app_request *request, extract_fetched *out);

#endif
