/*
 * What differs between compilers and processors, in one place.
 *
 * The rest of the library tests PITH_X86_64 or PITH_ARM64 only in the SIMD
 * files of base/, and never tests which compiler it is.
 */
#ifndef PITH_BASE_COMPILER_H
#define PITH_BASE_COMPILER_H

#if defined(__GNUC__) || defined(__clang__)
#define PITH_LIKELY(x)     __builtin_expect(!!(x), 1)
#define PITH_UNLIKELY(x)   __builtin_expect(!!(x), 0)
#define PITH_ALWAYS_INLINE inline __attribute__((always_inline))
#define PITH_NEVER_INLINE  __attribute__((noinline))
#else
#define PITH_LIKELY(x)     (x)
#define PITH_UNLIKELY(x)   (x)
#define PITH_ALWAYS_INLINE inline
#define PITH_NEVER_INLINE
#endif

/* PITH_PORTABLE (a build option) forces the path without SIMD, so that it is
 * tested on every machine. */
#if !defined(PITH_PORTABLE) && defined(__x86_64__)
#define PITH_X86_64 1
#else
#define PITH_X86_64 0
#endif

#if !defined(PITH_PORTABLE) && defined(__aarch64__)
#define PITH_ARM64 1
#else
#define PITH_ARM64 0
#endif

#endif
