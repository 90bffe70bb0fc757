/*
 * How fast the decode stage is on one file.
 *
 *   decode_speed FILE LABEL    decode FILE by LABEL, then look up offsets
 *   decode_speed FILE          validate FILE as UTF-8, by each path there is
 *
 * One line each: what, MB/s (or ns for a look-up), best of many rounds.
 * bench/stage_decode/run builds it and makes the files.
 */
#include "base/slice.h"
#include "base/utf8_validate.h"
#include "decode/decode.h"

#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define ROUNDS 300

typedef size_t validator(const char *data, size_t len);

static double
now(void)
{
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

static pith_slice
read_file(const char *path)
{
  FILE *file = fopen(path, "rb");
  if (!file || fseek(file, 0, SEEK_END) != 0)
    exit(3);
  size_t len = (size_t)ftell(file);
  char *data = malloc(len + 1);
  rewind(file);
  if (!data || fread(data, 1, len, file) != len)
    exit(3);
  fclose(file);
  return pith__slice(data, len);
}

static void
time_validator(const char *name, validator *valid, pith_slice bytes)
{
  double best = 1e9;
  size_t sum = 0;
  for (unsigned i = 0; i < ROUNDS; i++) {
    double start = now();
    sum += valid(bytes.data, bytes.len);
    double seconds = now() - start;
    best = seconds < best ? seconds : best;
  }
  printf("validate %s: %.0f MB/s, %zu of %zu bytes valid\n", name,
         (double)bytes.len / best / 1e6, sum / ROUNDS, bytes.len);
}

/* Every seventh byte of the text that starts a character. */
static uint32_t
look_up_all(pith_decoded *decoded, uint32_t *sum)
{
  uint32_t count = 0;
  for (uint32_t at = 0; at < decoded->text.len; at += 7)
    if (((unsigned char)decoded->text.data[at] & 0xC0) != 0x80) {
      *sum += pith__decode_offset(decoded, at);
      count++;
    }
  return count;
}

static void
time_look_ups(pith_decoded *decoded)
{
  uint32_t sum = 0;
  double best = 1e9;
  for (unsigned i = 0; i < ROUNDS / 10; i++) {
    double start = now();
    uint32_t count = look_up_all(decoded, &sum);
    double each = (now() - start) / count;
    best = each < best ? each : best;
  }
  printf("look up: %.1f ns, rising offsets (sum %u)\n", best * 1e9, sum);
}

static void
time_decode(pith_slice bytes, const char *label)
{
  pith_memory memory;
  pith_decoded decoded;
  pith_decode_hints hints = {label, NULL, NULL};
  double best = 1e9;
  pith__memory_init(&memory, NULL, (size_t)1 << 32);
  pith__decode_init(&decoded, &memory);
  for (unsigned i = 0; i < ROUNDS; i++) {
    double start = now();
    if (pith__decode(&decoded, bytes, &hints) != PITH_OK)
      exit(1);
    double seconds = now() - start;
    best = seconds < best ? seconds : best;
  }
  printf("decode %s: %.0f MB/s, memory %.2f of the bytes\n", label,
         (double)bytes.len / best / 1e6,
         (double)memory.peak / (double)bytes.len);
  time_look_ups(&decoded);
  pith__decode_done(&decoded);
}

int
main(int argc, char **argv)
{
  if (argc < 2)
    return 2;
  pith_slice bytes = read_file(argv[1]);
  if (argc > 2) {
    time_decode(bytes, argv[2]);
    return 0;
  }
  time_validator("best", pith__utf8_valid_prefix, bytes);
#if PITH_X86_64
  time_validator("sse2", pith__utf8_valid_sse2, bytes);
#endif
  time_validator("portable", pith__utf8_valid_portable, bytes);
  return 0;
}
