/*
 * Any bytes as a head and as a body in chunks, whole and in two pieces. What is
 * read has tokens as names and no line ends in values; where the bytes are cut
 * decides nothing; a body is never longer than what was sent.
 */
#include "common/http/http_chunks.h"
#include "common/http/http_head.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
check_head(const http_head *head)
{
  http_facts facts;
  http_head_facts(head, &facts);
  assert(*head->method && *head->target && !strpbrk(head->target, " \r\n"));
  for (size_t i = 0; i < head->line_count; i++) {
    const http_pair *line = &head->lines[i];
    assert(*line->name && !strpbrk(line->name, " \t:\r\n"));
    assert(!strpbrk(line->value, "\r\n"));
    assert(http_head_value(head, line->name));
  }
  assert(facts.length == 0 || facts.lengths > 0);
}

/* The length of a whole head, 0: not yet, SIZE_MAX: refused. */
static size_t
find(const char *text, size_t size, size_t cut)
{
  size_t end = 0;
  http_head_state state = http_head_find(text, cut, &end);
  if (state == HTTP_HEAD_MORE)
    state = http_head_find(text, size, &end);
  return state == HTTP_HEAD_BAD ? SIZE_MAX : state == HTTP_HEAD_WHOLE ? end : 0;
}

/* A sum over the data of the body, and how it ended. */
static uint64_t
unchunk(const char *text, size_t size, size_t cut)
{
  http_chunks chunks = {0};
  http_chunk got = HTTP_CHUNK_MORE;
  uint64_t sum = 1, len = 0;
  size_t pieces[2] = {cut, size - cut};
  for (size_t i = 0; i < 2 && got == HTTP_CHUNK_MORE; i++) {
    pith_slice in = {text + (i > 0 ? cut : 0), pieces[i]}, data;
    while ((got = http_chunks_next(&chunks, &in, &data)) == HTTP_CHUNK_DATA)
      for (size_t k = 0; k < data.len; k++, len++)
        sum = sum * 31 + (unsigned char)data.data[k];
  }
  assert(len <= size);
  return sum * 4 + (uint64_t)got;
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  size_t cut = size > 0 ? data[0] * size / 256 : 0;
  char *text = malloc(size + 1); /* exact, so that a read behind it is seen */
  if (!text)
    return 0;
  memcpy(text, data, size);
  assert(unchunk(text, size, size) == unchunk(text, size, cut));
  size_t end = find(text, size, size);
  assert(end == find(text, size, cut));
  http_head head;
  if (end > 0 && end <= size && http_head_split(text, end, &head) == 0)
    check_head(&head);
  free(text);
  return 0;
}
