/*
 * Linked data (JSON-LD) as a row of strings, each with the key it is under
 * and the type of the object it is in.
 *
 *     {"@type": "Product", "name": "Tea",      Product  @type  "Product"
 *      "review": {"@type": "Review",      ──►  Product  name   "Tea"
 *                 "reviewBody": "Fine."}}      Review   @type  "Review" ...
 *
 * An object without a type has that of the object around it. Nothing is
 * allocated, and broken data yields what can be understood of it.
 */
#ifndef PITH_PAGE_DECLARED_LINKED_DATA_H
#define PITH_PAGE_DECLARED_LINKED_DATA_H

#include "base/json_read.h"

/* Objects in objects that have types of their own. */
#define PITH_LINKED_DEPTH 24u

/* All lent by the text; escapes as they are. */
typedef struct pith_linked_string {
  pith_slice type;
  pith_slice key;
  pith_slice text;
} pith_linked_string;

typedef struct pith_linked_reader {
  pith_json_reader json;
  pith_slice key;
  pith_slice types[PITH_LINKED_DEPTH];
  bool typed[PITH_LINKED_DEPTH]; /* by a type of its own */
  uint32_t depth;                /* objects that are open, beyond the limit
                                    too */
} pith_linked_reader;

/* Start reading `text`, which is borrowed. */
void pith__linked_reader_init(pith_linked_reader *reader, pith_slice text);

/* The next string; false after the last. */
bool pith__linked_next(pith_linked_reader *reader, pith_linked_string *string);

#endif
