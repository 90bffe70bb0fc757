/* site_address.h: where the pages of a site came from. */
#ifndef CLI_SITE_ADDRESS_H
#define CLI_SITE_ADDRESS_H

#include "common/input/page_list.h"

/* The address of a page: its own when the input says one; else `base`, and when
 * that ends in a slash the name of the page behind it, as an address writes it;
 * "" without a base. Given: release it by free(). NULL when memory ends. */
char *site_address(const char *base, const page_item *item);

#endif
