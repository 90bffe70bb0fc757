/* watch_store_inside.h: what the files of the store share. */
#ifndef WATCH_STORE_INSIDE_H
#define WATCH_STORE_INSIDE_H

#include "common/system/sql_file.h"
#include "watch/watch_store.h"

struct watch_store {
  sql_file file;
};

#endif
