/* digest.h: SHA-1 and SHA-256 (FIPS 180-4), as archives write them.
 *
 *     sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ      base32, or hexadecimal
 *
 * For finding damage and copies; nothing here is a secret.
 */
#ifndef SHARED_DIGEST_H
#define SHARED_DIGEST_H

#include "pith.h"

enum { DIGEST_TEXT = 40 };

/* The SHA-1 of bytes as "sha1:" and base32, ended by NUL. */
void digest_sha1_text(pith_slice bytes, char out[DIGEST_TEXT]);

typedef enum digest_result {
  DIGEST_RIGHT,
  DIGEST_WRONG,
  DIGEST_UNKNOWN /* of a kind that we cannot make */
} digest_result;

/* Compare bytes with a digest of them, "sha1:..." or "sha256:...". */
digest_result digest_check(pith_slice given, pith_slice bytes);

#endif
