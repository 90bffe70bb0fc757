/* utc_time.h: the time of day as records and stores write it. */
#ifndef SHARED_UTC_TIME_H
#define SHARED_UTC_TIME_H

enum { UTC_TIME_ROOM = 32 };

/* Write the time now, "2024-05-12T10:31:00Z", ended by NUL. */
void utc_time_now(char out[UTC_TIME_ROOM]);

#endif
