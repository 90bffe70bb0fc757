/*
 * Decoding a whole page into memory of our own, with checkpoints for the map.
 */
#ifndef PITH_DECODE_BULK_H
#define PITH_DECODE_BULK_H

#include "decode/decode.h"

/* Decode `decoded->bytes` from its byte order mark on by `decoded->encoding`,
 * into `decoded->buffer` and `decoded->checkpoints`; sets `decoded->text`.
 * There is at least one byte. Fails with PITH_NOMEM or PITH_LIMIT. */
pith_status pith__bulk_decode(pith_decoded *decoded);

#endif
