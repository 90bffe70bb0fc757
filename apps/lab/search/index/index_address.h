/* index_address.h: which page of the collection a link leads to.
 *
 * Addresses are compared by a key, a hash of what is left when differences that
 * lead to the same page are taken away: the scheme, capitals in the host, the
 * fragment, percent-encoding, and index.html and its like at the end.
 */
#ifndef SEARCH_INDEX_ADDRESS_H
#define SEARCH_INDEX_ADDRESS_H

#include "pith.h"

/* The key of an absolute address; never 0. */
uint64_t address_key(pith_slice address);

/* The address of a page that has none: `site` (may be "") as its host, and its
 * path there. Gives it, to be released by free(). */
char *address_make(const char *site, const char *path);

/* The host of an address, lent; empty when there is none. */
pith_slice address_host(const char *address);

#endif
