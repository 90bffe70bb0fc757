/*
 * Sixteen bytes compared with a limit at once; a yes sets a bit
 * in the sixteen answers. Unsigned, the same on every machine.
 */
#ifndef PITH_BASE_SIMD_ABOVE_H
#define PITH_BASE_SIMD_ABOVE_H

#include "base/compiler.h"

#include <stdint.h>

/* Bytes that are compared at once. */
#define PITH_ABOVE_BYTES 16

#if PITH_X86_64

#include <emmintrin.h>

typedef __m128i pith_answers;

static PITH_ALWAYS_INLINE pith_answers
pith__answers_none(void)
{
  return _mm_setzero_si128();
}

/* What is above the limit is not 0 when the limit is taken off. */
static PITH_ALWAYS_INLINE pith_answers
pith__answers_ask(pith_answers answers, const uint8_t *bytes, uint8_t limit,
                  uint8_t bit)
{
  __m128i block = _mm_loadu_si128((const __m128i *)(const void *)bytes);
  __m128i rest = _mm_subs_epu8(block, _mm_set1_epi8((char)limit));
  __m128i no = _mm_cmpeq_epi8(rest, _mm_setzero_si128());
  return _mm_or_si128(answers, _mm_andnot_si128(no, _mm_set1_epi8((char)bit)));
}

static PITH_ALWAYS_INLINE void
pith__answers_store(pith_answers answers, uint8_t *out)
{
  _mm_storeu_si128((__m128i *)(void *)out, answers);
}

#elif PITH_ARM64

#include <arm_neon.h>

typedef uint8x16_t pith_answers;

static PITH_ALWAYS_INLINE pith_answers
pith__answers_none(void)
{
  return vdupq_n_u8(0);
}

static PITH_ALWAYS_INLINE pith_answers
pith__answers_ask(pith_answers answers, const uint8_t *bytes, uint8_t limit,
                  uint8_t bit)
{
  uint8x16_t yes = vcgtq_u8(vld1q_u8(bytes), vdupq_n_u8(limit));
  return vorrq_u8(answers, vandq_u8(yes, vdupq_n_u8(bit)));
}

static PITH_ALWAYS_INLINE void
pith__answers_store(pith_answers answers, uint8_t *out)
{
  vst1q_u8(out, answers);
}

#else

typedef struct pith_answers {
  uint8_t bytes[PITH_ABOVE_BYTES];
} pith_answers;

static PITH_ALWAYS_INLINE pith_answers
pith__answers_none(void)
{
  pith_answers answers = {{0}};
  return answers;
}

static PITH_ALWAYS_INLINE pith_answers
pith__answers_ask(pith_answers answers, const uint8_t *bytes, uint8_t limit,
                  uint8_t bit)
{
  for (int i = 0; i < PITH_ABOVE_BYTES; i++)
    if (bytes[i] > limit)
      answers.bytes[i] |= bit;
  return answers;
}

static PITH_ALWAYS_INLINE void
pith__answers_store(pith_answers answers, uint8_t *out)
{
  for (int i = 0; i < PITH_ABOVE_BYTES; i++)
    out[i] = answers.bytes[i];
}

#endif

#endif
