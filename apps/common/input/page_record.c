/* page_record.c: see the header.
 *
 *     {"id":"a", "url":"http://...", "html":"<p>..."}
 *
 * Values are located and not decoded; they are lent by the line. Of keys that
 * repeat the last counts, and unknown keys are passed over.
 */
#include "common/input/page_record.h"

#include <string.h>

/* Put a value where its key says. Only names may be numbers; null is as good
 * as nothing. The field of a group may be any key, also "id" or "url". */
static void
keep(page_record *out, const json_member *member, const char *field)
{
  char first = member->value.len > 0 ? *member->value.data : '"';
  bool string = member->kind == JSON_STRING;
  bool number = member->kind == JSON_WORD &&
                (first == '-' || (first >= '0' && first <= '9'));
  if ((string || number) && field && json_text_is(member->key, field))
    out->group = member->value;
  if ((string || number) && json_text_is(member->key, "id"))
    out->id = member->value;
  else if ((string || number) && json_text_is(member->key, "url"))
    out->url = member->value;
  else if (string && json_text_is(member->key, "html"))
    out->html = member->value;
  else if (string && json_text_is(member->key, "html_b64"))
    out->html_b64 = member->value;
  else if (member->kind == JSON_ARRAY && json_text_is(member->key, "spans"))
    out->is_result = true;
}

/* Why a line is no page is for a message; lines that pith itself has written
 * have a reason of their own, since feeding them back is a usual mistake. */
bool
page_record_find(pith_slice line, const char *field, page_record *out,
                 const char **why)
{
  json_scan in = {line.data, line.data + line.len};
  json_member member;
  json_step step;
  memset(out, 0, sizeof *out);
  *why = "no JSON object";
  if (!json_open(&in, '{'))
    return false;
  *why = "broken JSON";
  while ((step = json_next_member(&in, &member)) == JSON_FOUND)
    keep(out, &member, field);
  if (step == JSON_BROKEN)
    return false;
  if (!json_at_end(&in)) {
    *why = "more than one JSON object";
    return false;
  }
  *why = out->is_result
             ? "a record of what pith found, without the page itself; "
               "name the pages it was made from"
             : "neither \"html\" nor \"html_b64\" in it";
  return out->html.data || out->html_b64.data;
}
