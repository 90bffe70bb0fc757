/*
 * See linked_data.h. The JSON is read event by event; the only state is the
 * type of each open object, on a stack of fixed depth. Deeper objects share the
 * last place: their types may be wrong, their texts are still found.
 */
#include "page/declared/linked_data.h"

#include "base/slice.h"

void
pith__linked_reader_init(pith_linked_reader *reader, pith_slice text)
{
  memset(reader, 0, sizeof *reader);
  pith__json_reader_init(&reader->json, text);
}

/* Where the type of the innermost object is; those beyond the limit share
 * the last place. */
static uint32_t
place_of(const pith_linked_reader *reader)
{
  return reader->depth < PITH_LINKED_DEPTH ? reader->depth
                                           : PITH_LINKED_DEPTH - 1;
}

/* Until its own @type is read, an object has the type of the one around it. */
static void
open_object(pith_linked_reader *reader)
{
  pith_slice around = reader->types[place_of(reader)];
  reader->depth++;
  if (reader->depth >= PITH_LINKED_DEPTH)
    return;
  reader->types[reader->depth] = around;
  reader->typed[reader->depth] = false;
}

/* The first @type of an object counts. It is returned like any other string,
 * because page_cues.c counts types. */
static void
take_string(pith_linked_reader *reader, pith_slice text,
            pith_linked_string *string)
{
  uint32_t place = place_of(reader);
  if (!reader->typed[place] &&
      pith__slice_equal(reader->key, pith__slice_of("@type"))) {
    reader->types[place] = text;
    reader->typed[place] = true;
  }
  string->type = reader->types[place];
  string->key = reader->key;
  string->text = text;
}

bool
pith__linked_next(pith_linked_reader *reader, pith_linked_string *string)
{
  for (;;) {
    pith_json_event event = pith__json_next(&reader->json);
    switch (event.kind) {
    case PITH_JSON_END:
      return false;
    case PITH_JSON_OBJECT_OPEN:
      open_object(reader);
      break;
    case PITH_JSON_OBJECT_CLOSE:
      reader->depth -= reader->depth > 0;
      break;
    case PITH_JSON_KEY:
      reader->key = event.text;
      break;
    case PITH_JSON_STRING:
      take_string(reader, event.text, string);
      return true;
    default:
      break;
    }
  }
}
