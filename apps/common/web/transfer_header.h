/* transfer_header.h: the header lines of a response that we use. */
#ifndef CRAWL_TRANSFER_HEADER_H
#define CRAWL_TRANSFER_HEADER_H

#include "common/web/transfer.h"

/* What the header declares beside what goes into the answer. */
typedef struct header_facts {
  unsigned encodings; /* Content-Encoding: how many, one inside the other */
} header_facts;

/* Read one line, with or without its end. A status line starts over: after 100
 * Continue another header follows. */
void transfer_header_read(pith_slice line, transfer_answer *answer,
                          header_facts *facts);

/* Whether a body of this type can be a page: HTML, or no type at all. */
bool transfer_type_is_page(const char *type);

#endif
