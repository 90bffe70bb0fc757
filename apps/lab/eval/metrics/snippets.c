/* snippets.c: see the header. strstr() is linear in glibc and musl.
 *
 *     "The  Harbour\n froze. "  ──►  "the harbour froze."
 *
 * Text and pieces are folded alike, so a piece is found however the output
 * breaks its lines.
 */
#include "lab/eval/metrics/snippets.h"

#include "common/system/need.h"

#include "pith_experimental.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void
snippet_room_done(snippet_room *room)
{
  free(room->text);
  free(room->piece);
  free(room->low);
  memset(room, 0, sizeof *room);
}

/* The length of the white space of Unicode at `p`, 0 when there is none: what
 * Python's split() cuts at. */
static size_t
space_len(const char *p, size_t left)
{
  const unsigned char *b = (const unsigned char *)p;
  if (b[0] <= ' ')
    return b[0] == ' ' || (b[0] >= 9 && b[0] <= 13) ||
           (b[0] >= 28 && b[0] <= 31);
  if (left > 1 && b[0] == 0xC2)
    return b[1] == 0x85 || b[1] == 0xA0 ? 2 : 0;
  if (left < 3 || b[0] < 0xE1 || b[0] > 0xE3)
    return 0;
  uint32_t code = (b[0] & 15u) << 12 | (b[1] & 63u) << 6 | (b[2] & 63u);
  bool space = code == 0x1680 || (code >= 0x2000 && code <= 0x200A) ||
               code == 0x2028 || code == 0x2029 || code == 0x202F ||
               code == 0x205F || code == 0x3000;
  return space ? 3 : 0;
}

/* Lower case, blanks collapsed, ended by NUL. A NUL inside the text becomes
 * U+0001, because strstr() would stop there. `out` has room for
 * PITH_LOWER_ROOM(text.len) + 1 bytes, and `low` for as many. */
static void
fold(pith_slice text, char *low, char *out)
{
  size_t len = pith_text_lower(text, low), to = 0;
  bool blank = false;
  for (size_t i = 0; i < len;) {
    size_t space = space_len(low + i, len - i);
    if (space > 0) {
      blank = to > 0;
      i += space;
      continue;
    }
    if (blank)
      out[to++] = ' ';
    blank = false;
    out[to++] = low[i] ? low[i] : '\1';
    i++;
  }
  out[to] = '\0';
}

/* The text once, for all pieces. */
void
snippets_prepare(snippet_room *room, pith_slice text)
{
  size_t wanted = PITH_LOWER_ROOM(text.len) + 1;
  NEED_NEW(room->low, room->low_capacity, wanted);
  NEED_NEW(room->text, room->text_capacity, wanted);
  fold(text, room->low, room->text);
}

/* Whether a piece, still JSON, is in the text. One buffer holds both forms of
 * the piece, the folded one first and the decoded one behind it:
 *
 *     room->piece  [ folded, NUL ........ | decoded ........ ]
 *                    0                     wanted
 */
static bool
has_piece(snippet_room *room, json_text piece)
{
  size_t wanted = PITH_LOWER_ROOM(piece.len) + 1;
  NEED_NEW(room->low, room->low_capacity, wanted);
  NEED_NEW(room->piece, room->piece_capacity, 2 * wanted);
  char *plain = room->piece + wanted;
  size_t len = json_text_decode(piece, plain);
  fold((pith_slice){plain, len}, room->low, room->piece);
  return strstr(room->text, room->piece) != NULL;
}

/* Entries that are no strings are passed over. */
double
snippets_share(snippet_room *room, json_text array)
{
  json_scan in = {array.data, array.data + array.len};
  json_member piece;
  size_t count = 0, there = 0;
  if (!array.data || !json_open(&in, '['))
    return NAN;
  while (json_next_value(&in, &piece) == JSON_FOUND) {
    if (piece.kind != JSON_STRING)
      continue;
    count++;
    there += has_piece(room, piece.value);
  }
  return count > 0 ? (double)there / (double)count : NAN;
}
