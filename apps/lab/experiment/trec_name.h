/* trec_name.h: ids of pages as names that fit in lines of words.
 *
 * The columns of qrels and runs are parted by blanks, and an id may have some
 * ("switch (4)"): white space and control characters become %20 and the like.
 * A '%' stays as it is, so that an id without blanks is its own name.
 */
#ifndef SEARCH_TREC_NAME_H
#define SEARCH_TREC_NAME_H

/* The name of an id. Gives it, to be released by free(). An empty id is "-". */
char *trec_name(const char *id);

#endif
