/* review_scan.h: what the list shows of a page before it is opened: its title,
 * and how sure `auto` is of it. Found in the background, once for each page,
 * and kept in the store.
 */
#ifndef REVIEW_SCAN_H
#define REVIEW_SCAN_H

#include "lab/review/review_classify.h"

typedef struct review_scan review_scan;

/* Start the thread. Borrows engine and store. Given: review_scan_end(). */
review_scan *review_scan_start(review_engine *engine, review_store *store);
void review_scan_end(review_scan *scan);

#endif
