/* review_losses.c: see the header. A line may be anything: members that are
 * missing, or of another type, become "" and 0.
 */
#include "lab/review/review_losses.h"

#include "common/json/json_scan.h"
#include "common/input/page_store.h"
#include "common/system/number.h"
#include "common/system/need.h"

#include <stdlib.h>
#include <string.h>

enum { LOSSES_MOST = 1000 }; /* of a page that are shown */

/* A member of the line, the last of that name; false when there is none. */
static bool
find_member(json_text object, const char *name, json_member *out)
{
  json_scan in = {object.data, object.data + object.len};
  json_member member;
  bool found = false;
  if (!json_open(&in, '{'))
    return false;
  while (json_next_member(&in, &member) == JSON_FOUND)
    if (json_text_is(member.key, name)) {
      *out = member;
      found = true;
    }
  return found;
}

/* Copy a text; "" when there is none. */
static void
write_text(json_out *json, const char *key, json_text object)
{
  json_member member;
  if (!find_member(object, key, &member) || member.kind != JSON_STRING)
    member.value = (json_text){"", 0};
  char *text = need(member.value.len + 1, 1);
  size_t len = json_text_decode(member.value, text);
  json_out_slice(json, key, (pith_slice){text, len});
  free(text);
}

/* Copy a whole number; 0 for anything else. */
static void
write_count(json_out *json, const char *key, json_text object)
{
  json_member member;
  uint64_t number = 0;
  if (find_member(object, key, &member) && member.kind == JSON_WORD)
    number_read_bytes(member.value.data, member.value.len, UINT32_MAX, &number);
  json_out_number(json, key, number);
}

/* The first of the spans, or an empty object. */
static json_text
first_span(json_text loss)
{
  json_member spans;
  json_member span;
  if (find_member(loss, "spans", &spans) && spans.kind == JSON_ARRAY) {
    json_scan in = {spans.value.data, spans.value.data + spans.value.len};
    if (json_open(&in, '[') && json_next_value(&in, &span) == JSON_FOUND &&
        span.kind == JSON_OBJECT)
      return span.value;
  }
  return (json_text){"{}", 2};
}

/* A loss may have several spans; the first one is shown. Every member is there
 * in the answer, so that the browser needs no case for a missing one. */
static void
write_loss(json_text loss, size_t number, json_out *json)
{
  static const char *const texts[] = {"run", "topic", "query", "class"};
  static const char *const of_span[] = {"words", "line", "reason"};
  json_text span = first_span(loss);
  json_out_object(json, NULL);
  json_out_number(json, "number", number);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    write_text(json, texts[i], loss);
  write_count(json, "rank_basic", loss);
  write_count(json, "rank_cut", loss);
  write_count(json, "from", span);
  write_count(json, "to", span);
  for (size_t i = 0; i < sizeof of_span / sizeof *of_span; i++)
    write_text(json, of_span[i], span);
  json_out_end(json);
}

/* More than LOSSES_MOST losses of one page are no use to a person. */
static void
write_losses(json_text line, json_out *json)
{
  json_member losses;
  json_member loss;
  size_t number = 0;
  if (!find_member(line, "losses", &losses) || losses.kind != JSON_ARRAY)
    return;
  json_scan in = {losses.value.data, losses.value.data + losses.value.len};
  if (!json_open(&in, '['))
    return;
  while (number < LOSSES_MOST && json_next_value(&in, &loss) == JSON_FOUND)
    if (loss.kind == JSON_OBJECT)
      write_loss(loss.value, number++, json);
}

/* Only pages of a file of lines can have losses; the line is read again,
 * since lists keep no lines. */
exit_code
review_losses_write(const review_source *source, const review_place *place,
                    json_out *json)
{
  const page_item *item = &source->sites[place->site].list.items[place->item];
  input_bytes room = {.data = NULL};
  char *line = NULL;
  if (item->kind != PAGE_LINE)
    return EXIT_FINE;
  exit_code code = page_store_read(item, &line, &room);
  if (code == EXIT_FINE)
    write_losses((json_text){line, item->len}, json);
  free(line);
  input_bytes_done(&room);
  return code;
}

/* The first page of each site is enough: a file has losses on every line or
 * on none. */
bool
review_losses_present(const review_source *source)
{
  bool present = false;
  for (size_t s = 0; s < source->count && !present; s++) {
    text_out out;
    review_place first = {0, (uint32_t)s, 0};
    text_out_init(&out, -1);
    json_out json = json_out_begin(&out);
    json_out_array(&json, NULL);
    present =
        review_losses_write(source, &first, &json) == EXIT_FINE && out.len > 1;
    text_out_done(&out);
  }
  return present;
}
