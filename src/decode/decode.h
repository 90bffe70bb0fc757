/*
 * Bytes to UTF-8, with the way back.
 *
 *   bytes ──► which encoding? ──► UTF-8 text ──► (html/token, by way of api/)
 *                                    │
 *                                    └ map: text offset → byte offset
 *
 * Valid UTF-8 is not copied: `text` points into the caller's bytes and the map
 * is the identity (plus the length of a byte order mark). Everything else is
 * decoded once into memory of our own; the map then keeps a checkpoint every
 * few hundred bytes of text, from which a look-up decodes again to the place
 * asked for. That costs 5 % of memory instead of one offset per character,
 * and is exact for every encoding, malformed sequences included.
 */
#ifndef PITH_DECODE_DECODE_H
#define PITH_DECODE_DECODE_H

#include "base/buffer.h"
#include "base/memory.h"

/* An encoding, by its number in the tables; see decode/label.h for names. */
typedef uint8_t pith_encoding;

/* Where decoding can start again: byte `byte` gives text offset `text`. */
typedef struct pith_checkpoint {
  uint32_t text;
  uint32_t byte;
  uint32_t state; /* of the decoder (ISO-2022-JP shifts); 0 elsewhere */
} pith_checkpoint;

typedef struct pith_decoded {
  pith_slice text;  /* valid UTF-8 without a byte order mark */
  pith_slice bytes; /* the input, borrowed */
  pith_encoding encoding;
  pith_encoding_source source;

  bool doubtful;      /* the encoding is a poor guess, or bytes do not fit it */
  bool identity;      /* text points into bytes */
  uint32_t mark;      /* bytes of the byte order mark that was dropped */
  pith_buffer buffer; /* owns the text when it is not the input */

  pith_checkpoint *checkpoints; /* owned, in rising order */
  uint32_t checkpoint_count;
  uint32_t checkpoint_capacity;
  pith_checkpoint cursor; /* where the last look-up ended: walks are linear */
} pith_decoded;

/* What the caller knows about the encoding. */
typedef struct pith_decode_hints {
  const char *encoding;  /* a label that decides, or NULL; borrowed */
  const char *transport; /* a label that is believed unless it lies, or NULL */
  const char *late_meta; /* label of a `meta` found by parsing, or NULL */
} pith_decode_hints;

/* Make `decoded` ready for use and for pith__decode_done(). */
void pith__decode_init(pith_decoded *decoded, pith_memory *memory);
void pith__decode_done(pith_decoded *decoded);

/* Find the encoding of `bytes` (borrowed for the life of `decoded`) and decode
 * them. The buffers of an earlier page are used again. Order of evidence: byte
 * order mark, hints->encoding (decides), hints->transport, prescan of the first
 * 1,024 bytes, hints->late_meta, UTF-8 validity, detector, windows-1252. Except
 * after a mark or hints->encoding, bytes that are valid UTF-8 with non-ASCII in
 * them are UTF-8 whatever a label declares (source PITH_ENCODING_UTF8). Fails
 * with PITH_CHARSET (unknown hints->encoding), PITH_NOMEM, PITH_LIMIT. */
pith_status pith__decode(pith_decoded *decoded, pith_slice bytes,
                         const pith_decode_hints *hints);

/* True when a `meta` that is behind the prescan may still change the
 * encoding: nothing but a guess decided it. */
bool pith__decode_is_tentative(const pith_decoded *decoded);

/* The byte offset of a text offset that is a character boundary. Monotonic;
 * the end of the text is the end of the bytes. Constant time for UTF-8;
 * amortised constant for rising offsets otherwise. */
uint32_t pith__decode_offset(pith_decoded *decoded, uint32_t text_offset);

/* The way back: the last character boundary of the text that is not
 * behind `byte_offset`. */
uint32_t pith__decode_text_offset(pith_decoded *decoded, uint32_t byte_offset);

/* What the page itself declares: mark, else prescan. False when neither. */
bool pith__decode_declared(pith_slice bytes, pith_encoding *out);

/* Look up a label; false when it is unknown. */
bool pith__encoding_find(pith_slice label, pith_encoding *out);

/* The lower-case WHATWG name, lent for the life of the program. */
const char *pith__encoding_name(pith_encoding encoding);

/* The "change the encoding" view of a label found in a `meta`: utf-16be/le
 * become utf-8, x-user-defined becomes windows-1252. */
pith_encoding pith__encoding_for_meta(pith_encoding encoding);

#endif
