/* warc_source.h: the unpacked bytes of an archive, unit by unit.
 *
 *     file, bytes, feed ──► window (packed) ──► data (unpacked) ──► warc.c
 *
 * A unit is what can be unpacked by itself: a gzip member, a zstd frame; of a
 * plain file, all of it. Units matter for two things: offsets name them, and
 * after damage reading goes on with the next one.
 */
#ifndef COMMON_WARC_SOURCE_H
#define COMMON_WARC_SOURCE_H

#include "common/input/warc.h"

typedef enum warc_packing { WARC_PLAIN, WARC_GZIP, WARC_ZSTD } warc_packing;

typedef struct warc_source {
  /* Where packed bytes come from: a file's descriptor and a range of it, or a
   * feed. Bytes in memory are a window that is never filled again. */
  int file; /* owned; -1: none */
  uint64_t from, to;
  byte_feed feed; /* read NULL: none */

  /* Packed bytes: window[at, len) are next; window[0] is at `base`. */
  char *window;
  size_t capacity; /* 0: the window is borrowed */
  size_t at, len;
  uint64_t base;
  bool window_ended;
  int error; /* errno of a read that failed */

  /* Unpacked bytes: data[use, data_len) have not been used. */
  warc_packing packing;
  char *data;
  size_t data_capacity;
  size_t use, data_len;
  bool inside;       /* a unit has begun and not ended */
  bool broken;       /* the unit cannot be unpacked any further */
  bool heads;        /* of a member no more than its front is unpacked ... */
  bool whole;        /* ... unless it is this one, which was asked for */
  unsigned misses;   /* members that could not be left early */
  uint64_t unit;     /* offset of the unit that was begun last ... */
  size_t unit_start; /* ... and where its bytes begin in data */

  void *fast;          /* libdeflate's state; owned, as the next */
  void *slow;          /* of `how` */
  const unpacker *how; /* NULL: plain */
  bool no_memory;
} warc_source;

/* Whether text begins a record; set by warc.c, which knows. */
typedef bool (*warc_begins)(const char *text, size_t len);

/* Start at what file, from, to, feed or window and len name. */
warc_status warc_source_begin(warc_source *source, warc_begins begins);
void warc_source_done(warc_source *source);

/* Have at least `need` unused bytes in data, as long as the unit at hand lasts.
 * Returns how many there are. */
size_t warc_source_need(warc_source *source, size_t need);

/* Begin the next unit; its bytes come behind those in data. False at the end of
 * the file. */
bool warc_source_next_unit(warc_source *source);

/* With `heads`: leave the unit without unpacking the rest of it, for the place
 * where the next one begins. False unless it is a gzip member that has `size`
 * bytes by its own account, and the next one is in sight: then it is unpacked
 * as usual. */
bool warc_source_leave_unit(warc_source *source, uint64_t size);

/* Pass over bytes, which may be more than data has, within the unit. */
void warc_source_skip(warc_source *source, uint64_t count);

/* After damage: leave the unit, and of a plain archive at least a byte, and go
 * on where a record begins. False: there is none. */
bool warc_source_resync(warc_source *source, warc_begins begins);

/* The offset in the file of the first unused byte of a plain archive, else of
 * the unit it is in. */
uint64_t warc_source_offset(const warc_source *source);

/* Go to an offset of the file. False for a feed. */
bool warc_source_seek(warc_source *source, uint64_t offset);

/* Forget what was used, so that data does not grow. Slices into it end. */
void warc_source_forget(warc_source *source);

/* Of a plain archive: whether a record may end at this offset, as far as can be
 * seen without reading up to it. */
bool warc_source_ends_at(const warc_source *source, uint64_t offset,
                         warc_begins begins);

#endif
