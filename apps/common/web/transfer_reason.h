/* transfer_reason.h: what the codes of libcurl mean: the end of the transfer,
 * whether a later run may find it otherwise, and a line for whoever reads a
 * list of failures.
 */
#ifndef CRAWL_TRANSFER_REASON_H
#define CRAWL_TRANSFER_REASON_H

#include "common/web/transfer.h"

typedef struct transfer_rule {
  int code; /* CURLcode */
  transfer_end end;
  bool again;         /* a later run requests it again */
  const char *reason; /* one line; what to do about it where one can */
} transfer_rule;

/* The rule of a code, lent for the life of the program. Codes that only libcurl
 * can explain have one too: failed, to be tried again, with NULL for a reason.
 */
const transfer_rule *transfer_rule_of(int code);

#endif
