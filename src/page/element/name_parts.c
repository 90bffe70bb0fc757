/*
 * See name_parts.h.
 */
#include "page/element/name_parts.h"

#include "base/slice.h"
#include "page/text/text_tally.h"

enum { PART_LEAST = 2, WHOLE_FACTOR = 0x01000193 };

/* What a byte is in a name. */
typedef enum byte_kind { OTHER, BLANK, SMALL, LARGE } byte_kind;

/* Bytes beyond ASCII count as capitals, which begin a part only behind a small
 * letter. */
static byte_kind
kind_of(char c)
{
  if (c >= 'a' && c <= 'z')
    return SMALL;
  if ((c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80)
    return LARGE;
  return pith__is_space(c) ? BLANK : OTHER;
}

/* The hashes so far, and the word that goes on. */
typedef struct token_list {
  uint32_t *out; /* borrowed */
  uint32_t count;
  uint32_t room;
  uint32_t whole;
  uint32_t parts;
} token_list;

/* Hashes beyond the room are dropped; the first ones stay the same. */
static void
add(token_list *list, uint32_t hash)
{
  if (list->count < list->room)
    list->out[list->count++] = hash;
}

static void
add_part(token_list *list, uint32_t hash)
{
  list->whole = list->whole * WHOLE_FACTOR + hash;
  list->parts++;
  add(list, hash);
}

/* A word of one part is that part, and needs no hash of its own. */
static void
end_word(token_list *list)
{
  if (list->parts > 1)
    add(list, list->whole);
  list->whole = list->parts = 0;
}

uint32_t
pith__name_parts(pith_slice value, uint32_t seed, uint32_t *out, uint32_t room)
{
  token_list list = {out, 0, room, 0, 0};
  for (size_t i = 0; i < value.len && list.count < room;) {
    size_t from = i;
    byte_kind kind = kind_of(value.data[i++]);
    if (kind == BLANK)
      end_word(&list);
    if (kind < SMALL)
      continue;
    for (; i < value.len; i++) {
      byte_kind next = kind_of(value.data[i]);
      if (next < SMALL || (next == LARGE && kind == SMALL))
        break;
      kind = next;
    }
    if (i - from >= PART_LEAST)
      add_part(&list, pith__word_hash(value.data + from, i - from) ^ seed);
  }
  end_word(&list);
  return list.count;
}
