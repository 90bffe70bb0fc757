/* method_choice.h: methods by the names that programs use where several ways of
 * running one are compared. The list is made from the library's registry:
 *
 *     NAME          the page alone, or a method that cannot do without its site
 *     site-NAME     a method for one page, with the evidence of its site;
 *                   NAME-site is the same
 *     NAME-compat   to the letter of its source
 */
#ifndef COMMON_METHOD_CHOICE_H
#define COMMON_METHOD_CHOICE_H

#include "pith_site.h"

enum { METHOD_CHOICE_NAME = 32 };

typedef struct method_choice {
  char name[METHOD_CHOICE_NAME]; /* as it is listed */
  const char *method;            /* of the registry */
  const char *source;            /* where it comes from; lent by the library */
  bool compat;
  unsigned evidence; /* what must be learnt first; 0: the page is enough */
} method_choice;

/* Choice number `index`; false beyond the last. */
bool method_choice_at(size_t index, method_choice *out);

/* The choice of this name; false when there is none. */
bool method_choice_find(const char *name, method_choice *out);

/* The names of all for a message, "auto, site-auto ... or dom", into `room`.
 * Returns `room`. */
const char *method_choice_names(char *room, size_t size);

#endif
