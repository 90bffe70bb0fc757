/*
 * What the SIMD paths of UTF-8 validation have in common: which pairs of
 * neighbouring bytes are wrong.
 *
 * Whether a byte may follow another depends only on the first one's two halves
 * and on the second one's upper half. So there are three tables of 16 entries,
 * and each entry is a set of complaints that this half byte leaves open. A
 * complaint is justified when all three halves leave it open: the sets are
 * combined by AND. An example, E0 9F (an overlong form):
 *
 *   first, upper half E   SHORT | OVERLONG_3 | SURROGATE
 *   first, lower half 0   SHORT | LONG | PAIR | OVERLONG_2, _3, _4
 *   second, upper half 9  LONG | PAIR | OVERLONG_2 | OVERLONG_3 | LARGE
 *   all three             OVERLONG_3
 *
 * PAIR (two continuation bytes in a row) is no complaint by itself: it is right
 * exactly where a sequence of three or four bytes began two or three bytes
 * before. It is the top bit, so that one XOR with that expectation settles it.
 *
 * The idea of classifying by half bytes is Keiser and Lemire's (Validating
 * UTF-8 In Less Than One Instruction Per Byte, 2020).
 */
#ifndef PITH_BASE_UTF8_CLASSES_H
#define PITH_BASE_UTF8_CLASSES_H

enum {
  SHORT = 1 << 0,      /* a lead byte, then no continuation */
  LONG = 1 << 1,       /* ASCII, then a continuation */
  OVERLONG_2 = 1 << 2, /* C0 and C1 start nothing */
  OVERLONG_3 = 1 << 3, /* E0 80 to E0 9F */
  SURROGATE = 1 << 4,  /* ED A0 to ED BF */
  OVERLONG_4 = 1 << 5, /* F0 80 to F0 8F; also F5 80 and all like it */
  LARGE = 1 << 6,      /* F4 90 and above; F5 90 and above */
  PAIR = 1 << 7,       /* two continuations */

  ANY_LOW = SHORT | LONG | PAIR, /* does not depend on the lower half */
  CONTINUATION = LONG | PAIR | OVERLONG_2
};

static const unsigned char first_upper[16] = {
    LONG,
    LONG,
    LONG,
    LONG,
    LONG,
    LONG,
    LONG,
    LONG,
    PAIR,
    PAIR,
    PAIR,
    PAIR,
    SHORT | OVERLONG_2,
    SHORT,
    SHORT | OVERLONG_3 | SURROGATE,
    SHORT | OVERLONG_4 | LARGE,
};

static const unsigned char first_lower[16] = {
    ANY_LOW | OVERLONG_2 | OVERLONG_3 | OVERLONG_4,
    ANY_LOW | OVERLONG_2,
    ANY_LOW,
    ANY_LOW,
    ANY_LOW | LARGE,
    ANY_LOW | LARGE | OVERLONG_4,
    ANY_LOW | LARGE | OVERLONG_4,
    ANY_LOW | LARGE | OVERLONG_4,
    ANY_LOW | LARGE | OVERLONG_4,
    ANY_LOW | LARGE | OVERLONG_4,
    ANY_LOW | LARGE | OVERLONG_4,
    ANY_LOW | LARGE | OVERLONG_4,
    ANY_LOW | LARGE | OVERLONG_4,
    ANY_LOW | LARGE | OVERLONG_4 | SURROGATE,
    ANY_LOW | LARGE | OVERLONG_4,
    ANY_LOW | LARGE | OVERLONG_4,
};

static const unsigned char second_upper[16] = {
    SHORT,
    SHORT,
    SHORT,
    SHORT,
    SHORT,
    SHORT,
    SHORT,
    SHORT,
    CONTINUATION | OVERLONG_3 | OVERLONG_4,
    CONTINUATION | OVERLONG_3 | LARGE,
    CONTINUATION | SURROGATE | LARGE,
    CONTINUATION | SURROGATE | LARGE,
    SHORT,
    SHORT,
    SHORT,
    SHORT,
};

#endif
