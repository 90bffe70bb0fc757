/* utc_time.c: see the header. */
#include "common/system/utc_time.h"

#include <time.h>

void
utc_time_now(char out[UTC_TIME_ROOM])
{
  struct tm parts;
  time_t at = time(NULL);
  gmtime_r(&at, &parts);
  strftime(out, UTC_TIME_ROOM, "%Y-%m-%dT%H:%M:%SZ", &parts);
}
