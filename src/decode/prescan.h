/*
 * What the first bytes of a page declare about its encoding.
 */
#ifndef PITH_DECODE_PRESCAN_H
#define PITH_DECODE_PRESCAN_H

#include "decode/decode.h"

/* The byte order mark: its length, 0 when there is none, and its encoding. */
uint32_t pith__prescan_mark(pith_slice bytes, pith_encoding *out);

/* The standard's "prescan a byte stream to determine its encoding", over the
 * first 1,024 bytes. False when they do not declare one. */
bool pith__prescan(pith_slice bytes, pith_encoding *out);

/* The standard's "extracting a character encoding from a meta element": the
 * label in the value of a `content` attribute. False when it has none. */
bool pith__prescan_content(pith_slice content, pith_slice *label);

#endif
