/* review.h: a review as a call, for commands that have prepared what people
 * should look at.
 */
#ifndef REVIEW_REVIEW_H
#define REVIEW_REVIEW_H

#include "common/options/request.h"

/* Serve the first input of the request, which is borrowed, until SIGINT or
 * SIGTERM. From then on the process may write only where the store is
 * (sandbox.h), unless the request says otherwise. */
exit_code review_serve(const app_request *request);

#endif
