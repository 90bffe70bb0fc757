/* review_listen.h: where a review can be reached. The address belongs to the
 * store: its port is derived from the store's identity and its token is kept
 * there, so that a tab that was open before a restart goes on working.
 *
 *     store ──► identity ──► port 20480 … 28671, a free one if it is taken
 *           ──► token        of the owner, in the printed address
 *           ──► ports        of earlier runs: listened on as well, so that
 *                            grades that wait in a tab there arrive
 */
#ifndef REVIEW_LISTEN_H
#define REVIEW_LISTEN_H

#include "common/options/request.h"
#include "lab/review/review_api.h"

/* Fill in identity and token of the session from its store; made when the store
 * is new. */
exit_code review_identify(review_session *session);

/* Serve until SIGINT or SIGTERM; the address is printed. */
exit_code review_listen(const app_request *request, review_session *session);

#endif
