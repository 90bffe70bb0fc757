/* transfer_header.h: the lines of an answer's head that we look at. */
#ifndef CRAWL_TRANSFER_HEADER_H
#define CRAWL_TRANSFER_HEADER_H

#include "common/web/transfer.h"

/* What the head says beside the answer itself. */
typedef struct header_facts {
  unsigned packings; /* Content-Encoding: how many, one in the other */
} header_facts;

/* Note one line, with or without its end. A status line begins anew. */
void transfer_header_read(pith_slice line, transfer_answer *answer,
                          header_facts *facts);

/* Whether a body of this type may be a page: HTML, or no type at all. */
bool transfer_type_is_page(const char *type);

#endif
