/* review_losses.c: see the header. */
#include "lab/review/review_losses.h"

#include "common/json/json_scan.h"
#include "common/input/page_store.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { LOSSES_MOST = 1000 }; /* of a page that are told */

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

static void
write_text(text_out *out, const char *key, json_text object)
{
  json_member member;
  if (!find_member(object, key, &member) || member.kind != JSON_STRING)
    member.value = (json_text){"", 0};
  char *text = malloc(member.value.len + 1);
  if (!text) {
    out->error = ENOMEM;
    return;
  }
  size_t len = json_text_decode(member.value, text);
  text_out_text(out, ",\"");
  text_out_text(out, key);
  text_out_text(out, "\":");
  text_out_json(out, text, len);
  free(text);
}

/* A whole number; 0 for anything else. */
static void
write_count(text_out *out, const char *key, json_text object)
{
  json_member member;
  unsigned long number = 0;
  if (find_member(object, key, &member) && member.kind == JSON_WORD)
    for (size_t i = 0; i < member.value.len; i++) {
      char c = member.value.data[i];
      bool fits = c >= '0' && c <= '9' && number < UINT32_MAX / 10;
      number = fits ? number * 10 + (unsigned long)(c - '0') : 0;
      if (!fits)
        break;
    }
  text_out_text(out, ",\"");
  text_out_text(out, key);
  text_out_text(out, "\":");
  text_out_number(out, number, 0);
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

static void
write_loss(json_text loss, size_t number, text_out *out)
{
  static const char *const texts[] = {"run", "topic", "query", "class"};
  static const char *const of_span[] = {"words", "line", "reason"};
  json_text span = first_span(loss);
  text_out_text(out, number ? ",{\"number\":" : "{\"number\":");
  text_out_number(out, number, 0);
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    write_text(out, texts[i], loss);
  write_count(out, "rank_basic", loss);
  write_count(out, "rank_cut", loss);
  write_count(out, "from", span);
  write_count(out, "to", span);
  for (size_t i = 0; i < sizeof of_span / sizeof *of_span; i++)
    write_text(out, of_span[i], span);
  text_out_text(out, "}");
}

static void
write_losses(json_text line, text_out *out)
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
      write_loss(loss.value, number++, out);
}

exit_code
review_losses_write(const review_source *source, const review_place *place,
                    text_out *out)
{
  const page_item *item = &source->sites[place->site].list.items[place->item];
  input_bytes room = {.data = NULL};
  char *line = NULL;
  if (item->kind != PAGE_LINE)
    return EXIT_FINE;
  exit_code code = page_store_read(item, &line, &room);
  if (code == EXIT_FINE)
    write_losses((json_text){line, item->len}, out);
  free(line);
  input_bytes_done(&room);
  return code;
}

bool
review_losses_present(const review_source *source)
{
  bool present = false;
  for (size_t s = 0; s < source->count && !present; s++) {
    text_out out;
    review_place first = {0, (uint32_t)s, 0};
    text_out_init(&out, -1);
    present =
        review_losses_write(source, &first, &out) == EXIT_FINE && out.len > 0;
    text_out_done(&out);
  }
  return present;
}
