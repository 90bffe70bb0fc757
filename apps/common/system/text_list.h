/* text_list.h: the values of an option that may be given several times. */
#ifndef SHARED_TEXT_LIST_H
#define SHARED_TEXT_LIST_H

#include <stddef.h>

enum { TEXT_LIST_MOST = 64 };

typedef struct text_list {
  const char *items[TEXT_LIST_MOST]; /* lent */
  size_t count;
} text_list;

#endif
