/*
 * Any bytes through the decode stage: the text is valid UTF-8, the map is
 * monotonic and ends at the end, decoding the same bytes again returns the same
 * text, and all paths of UTF-8 validation agree. The first byte chooses an
 * encoding that decides, or that there is none; the second a transport label.
 */
#include "base/slice.h"
#include "base/utf8_validate.h"
#include "decode/decode.h"
#include "decode/label.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void
check_validators(pith_slice bytes)
{
  size_t valid = pith__utf8_valid_portable(bytes.data, bytes.len);
  assert(pith__utf8_valid_prefix(bytes.data, bytes.len) == valid);
#if PITH_X86_64
  assert(pith__utf8_valid_sse2(bytes.data, bytes.len) == valid);
#endif
}

static void
check_map(pith_decoded *decoded)
{
  uint32_t len = (uint32_t)decoded->text.len, last = decoded->mark;
  uint32_t middle = 0, byte_of_middle = 0;
  for (uint32_t at = 0; at < len; at++) {
    if (((unsigned char)decoded->text.data[at] & 0xC0) == 0x80)
      continue;
    uint32_t byte = pith__decode_offset(decoded, at);
    assert(byte >= last && byte < decoded->bytes.len);
    last = byte;
    if (at <= len / 2) {
      middle = at;
      byte_of_middle = byte;
    }
  }
  assert(pith__decode_offset(decoded, len) == decoded->bytes.len);
  if (len > 0) /* a jump back finds the same */
    assert(pith__decode_offset(decoded, middle) == byte_of_middle);
}

static void
check_page(pith_decoded *decoded, pith_slice bytes,
           const pith_decode_hints *hints)
{
  pith_status status = pith__decode(decoded, bytes, hints);
  assert(status == PITH_OK);
  pith_slice text = decoded->text;
  assert(pith__utf8_valid_portable(text.data, text.len) == text.len);
  if (decoded->identity)
    assert(text.len + decoded->mark == bytes.len);
  check_map(decoded);

  bool ascii = pith__ascii_prefix(bytes.data, bytes.len) == bytes.len;
  bool utf16 = memchr(bytes.data, '\0', bytes.len) != NULL;
  if (!hints->encoding && !ascii && !utf16 && !decoded->mark &&
      pith__utf8_valid_portable(bytes.data, bytes.len) == bytes.len)
    assert(decoded->encoding == PITH_DECODE_UTF_8 && decoded->identity);
}

/* The encoding that was found, given as a label, makes the same text. */
static void
check_again(const pith_decoded *decoded, pith_memory *memory)
{
  pith_decoded again;
  pith_decode_hints hints = {pith__encoding_name(decoded->encoding), NULL,
                             NULL};
  pith__decode_init(&again, memory);
  pith_status status = pith__decode(&again, decoded->bytes, &hints);
  assert(status == PITH_OK && again.text.len == decoded->text.len);
  assert(again.text.len == 0 ||
         memcmp(again.text.data, decoded->text.data, again.text.len) == 0);
  pith__decode_done(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size < 2)
    return 0;
  pith_decode_hints hints = {NULL, NULL, NULL};
  if (data[0] < PITH_DECODE_COUNT)
    hints.encoding = pith__encoding_name(data[0]);
  if (data[1] < PITH_DECODE_COUNT)
    hints.transport = pith__encoding_name(data[1]);
  size_t len = size - 2;
  char *copy = malloc(len + !len); /* so that ASan sees both ends */
  if (!copy)
    return 0;
  memcpy(copy, data + 2, len);

  pith_memory memory;
  pith_decoded decoded;
  pith_slice bytes = pith__slice(copy, len);
  pith__memory_init(&memory, NULL, (size_t)1 << 28);
  pith__decode_init(&decoded, &memory);
  check_validators(bytes);
  check_page(&decoded, bytes, &hints);
  check_again(&decoded, &memory);
  pith__decode_done(&decoded);
  assert(memory.used == 0);
  free(copy);
  return 0;
}
