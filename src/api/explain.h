/*
 * The message of a pith_error, where the caller has given one.
 */
#ifndef PITH_API_EXPLAIN_H
#define PITH_API_EXPLAIN_H

#include "pith.h"

/* Write status and message to `error` (may be NULL); returns the status. */
pith_status pith__explain(pith_error *error, pith_status status,
                          const char *format, ...)
    __attribute__((format(__printf__, 3, 4)));

/* Append to the message, as far as there is room. */
void pith__explain_more(pith_error *error, const char *format, ...)
    __attribute__((format(__printf__, 2, 3)));

#endif
