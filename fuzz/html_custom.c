/* html_custom.c: the mutator of the targets that read HTML (CMakeLists.txt has
 * the list). Three of four mutations are of tokens (html_mutator.h), one to
 * four at a time; the rest is libFuzzer's own, for what no dictionary has. The
 * first byte chooses options in most targets and is left to libFuzzer.
 */
#include "html_mutator.h"

#include <stddef.h>

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t room);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room,
                               unsigned seed);

size_t
LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t room, unsigned seed)
{
  uint64_t dice = seed;
  if (size < 2 || mutator_roll(&dice, 4) == 0)
    return LLVMFuzzerMutate(data, size, room);
  size_t len = size - 1;
  for (uint32_t left = 1 + mutator_roll(&dice, 4); left > 0; left--)
    len = mutate_html((char *)data + 1, len, room - 1, &dice);
  return len + 1;
}
