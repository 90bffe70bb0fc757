/* digest.c: see the header.
 *
 *     bytes │ 0x80 │ zeros │ length in bits      blocks of 64 bytes
 */
#include "common/system/digest.h"

#include "common/system/ascii_text.h"

#include <stdio.h>
#include <string.h>

enum { BLOCK = 64, STATE_MOST = 8 };

typedef void (*mix_block)(uint32_t state[STATE_MOST],
                          const unsigned char block[BLOCK]);

/* Never by 0 or 32, so that no shift is as wide as the word. */
static uint32_t
rotate(uint32_t value, int left)
{
  return value << left | value >> (32 - left);
}

/* One load on machines that can. */
static uint32_t
big_endian(const unsigned char *at)
{
  return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 |
         at[3];
}

/* FIPS 180-4, 6.1.2. The five words a..e are v[0]..v[4]; four rounds of
 * twenty steps differ in f and in the constant. */
static void
mix_sha1(uint32_t state[STATE_MOST], const unsigned char block[BLOCK])
{
  static const uint32_t constants[] = {0x5A827999, 0x6ED9EBA1, 0x8F1BBCDC,
                                       0xCA62C1D6};
  uint32_t w[80], v[5];
  for (int i = 0; i < 16; i++)
    w[i] = big_endian(block + 4 * i);
  for (int i = 16; i < 80; i++)
    w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
  memcpy(v, state, sizeof v);
  for (int i = 0; i < 80; i++) {
    uint32_t f = i < 20   ? (v[1] & v[2]) | (~v[1] & v[3])
                 : i < 40 ? v[1] ^ v[2] ^ v[3]
                 : i < 60 ? (v[1] & v[2]) | (v[1] & v[3]) | (v[2] & v[3])
                          : v[1] ^ v[2] ^ v[3];
    uint32_t next = rotate(v[0], 5) + f + v[4] + constants[i / 20] + w[i];
    v[4] = v[3];
    v[3] = v[2];
    v[2] = rotate(v[1], 30);
    v[1] = v[0];
    v[0] = next;
  }
  for (int i = 0; i < 5; i++)
    state[i] += v[i];
}

static const uint32_t sha256_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1,
    0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
    0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786,
    0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
    0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147,
    0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
    0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
    0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a,
    0x5b9cca4f, 0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
    0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

/* FIPS 180-4, 6.2.2. The eight words a..h are v[0]..v[7]; a step moves all of
 * them by one and changes two. Rotations to the right are written as ones to
 * the left by 32 minus the count. */
static void
mix_sha256(uint32_t state[STATE_MOST], const unsigned char block[BLOCK])
{
  uint32_t w[64], v[8];
  for (int i = 0; i < 16; i++)
    w[i] = big_endian(block + 4 * i);
  for (int i = 16; i < 64; i++) {
    uint32_t a = w[i - 15], b = w[i - 2];
    w[i] = w[i - 16] + (rotate(a, 25) ^ rotate(a, 14) ^ a >> 3) + w[i - 7] +
           (rotate(b, 15) ^ rotate(b, 13) ^ b >> 10);
  }
  memcpy(v, state, sizeof v);
  for (int i = 0; i < 64; i++) {
    uint32_t one =
        v[7] + (rotate(v[4], 26) ^ rotate(v[4], 21) ^ rotate(v[4], 7)) +
        ((v[4] & v[5]) ^ (~v[4] & v[6])) + sha256_constants[i] + w[i];
    uint32_t two = (rotate(v[0], 30) ^ rotate(v[0], 19) ^ rotate(v[0], 10)) +
                   ((v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]));
    memmove(v + 1, v, 7 * sizeof *v);
    v[4] += one;
    v[0] = one + two;
  }
  for (int i = 0; i < 8; i++)
    state[i] += v[i];
}

/* All of the bytes, block by block; the last one or two are made here, with the
 * padding of 5.1.1: a bit, zeros, and the length. */
static void
digest(mix_block mix, uint32_t state[STATE_MOST], pith_slice bytes)
{
  const unsigned char *at = (const unsigned char *)bytes.data;
  size_t left = bytes.len;
  unsigned char block[2 * BLOCK] = {0};
  for (; left >= BLOCK; at += BLOCK, left -= BLOCK)
    mix(state, at);
  if (left > 0)
    memcpy(block, at, left);
  block[left] = 0x80;
  size_t end = left < BLOCK - 8 ? BLOCK : 2 * BLOCK;
  uint64_t bits = (uint64_t)bytes.len * 8;
  for (int i = 0; i < 8; i++)
    block[end - 1 - (size_t)i] = (unsigned char)(bits >> (8 * i));
  mix(state, block);
  if (end > BLOCK)
    mix(state, block + BLOCK);
}

/* Bits of the state, most significant first, as digits of 5 or 4 bits. 160 bits
 * are 32 digits of base32 exactly; 256 bits end with a digit of one bit, which
 * is padded with zeros (RFC 4648, 6). */
static void
write_digits(const uint32_t *state, size_t words, unsigned width, char *out)
{
  static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  static const char hexes[] = "0123456789abcdef";
  size_t bits = words * 32;
  for (size_t at = 0; at < bits; at += width) {
    unsigned digit = 0;
    for (size_t b = at; b < at + width; b++)
      digit =
          digit << 1 | (b < bits ? state[b / 32] >> (31 - b % 32) & 1u : 0u);
    *out++ = (width == 5 ? letters : hexes)[digit];
  }
  *out = '\0';
}

/* The words of 5.3.1, then all bytes. */
static void
sha1(pith_slice bytes, uint32_t state[STATE_MOST])
{
  static const uint32_t start[STATE_MOST] = {
      0x67452301, 0xEFCDAB89, 0x98BADCFE, 0x10325476, 0xC3D2E1F0, 0, 0, 0};
  memcpy(state, start, sizeof start);
  digest(mix_sha1, state, bytes);
}

/* The words of 5.3.3, then all bytes. */
static void
sha256(pith_slice bytes, uint32_t state[STATE_MOST])
{
  static const uint32_t start[STATE_MOST] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372,
                                             0xa54ff53a, 0x510e527f, 0x9b05688c,
                                             0x1f83d9ab, 0x5be0cd19};
  memcpy(state, start, sizeof start);
  digest(mix_sha256, state, bytes);
}

/* The form in which nearly all archives write it, ours too (warc_write.c). */
void
digest_sha1_text(pith_slice bytes, char out[DIGEST_TEXT])
{
  uint32_t state[STATE_MOST];
  sha1(bytes, state);
  memcpy(out, "sha1:", 5);
  write_digits(state, 5, 5, out + 5);
}

/* Case of letters is ignored, and so is padding behind base32. Hexadecimal
 * digits are known by their number. */
static bool
same_digits(pith_slice text, const uint32_t *state, size_t words)
{
  char digits[72];
  while (text.len > 0 && text.data[text.len - 1] == '=')
    text.len--;
  write_digits(state, words, text.len == words * 8 ? 4 : 5, digits);
  for (size_t i = 0; digits[i]; i++)
    digits[i] = text_lower(digits[i]);
  return text_is_word(text, digits);
}

/* The name is in front of the colon. */
digest_result
digest_check(pith_slice given, pith_slice bytes)
{
  uint32_t state[STATE_MOST];
  pith_slice name;
  bool right;
  if (!text_cut(&given, ':', &name))
    return DIGEST_UNKNOWN;
  if (text_is_word(name, "sha1") || text_is_word(name, "sha-1")) {
    sha1(bytes, state);
    right = same_digits(given, state, 5);
  } else if (text_is_word(name, "sha256") || text_is_word(name, "sha-256")) {
    sha256(bytes, state);
    right = same_digits(given, state, 8);
  } else {
    return DIGEST_UNKNOWN;
  }
  return right ? DIGEST_RIGHT : DIGEST_WRONG;
}
