/*
 * The values of `role` that matter, in one table for all readers: what the role
 * means to the methods on boxes, and which kind of element it makes for `auto`.
 */
#ifndef PITH_PAGE_ELEMENT_ARIA_ROLE_H
#define PITH_PAGE_ELEMENT_ARIA_ROLE_H

#include "page/element/near.h"
#include "page/element/role_name.h"

typedef struct pith_aria_role {
  const char *name;
  uint32_t role; /* an OR of pith_role_bit; 0: none */
  pith_near near;
} pith_aria_role;

/* The row of a value, NULL when it is not in the table. ASCII case is
 * ignored. */
const pith_aria_role *pith__aria_role(pith_slice value);

#endif
