/* request_set.c: a row and the text of a value in, a field of a request out.
 *
 * Each kind of value has one function: counts, decimals, times, words. What is
 * wrong with a value is written as "WHAT; REMEDY", which the command prints as
 * a line and the server sends as two members.
 */
#include "common/options/request.h"

#include "common/system/number.h"

#include <stdio.h>
#include <string.h>

/* A value on its way to its field. */
typedef struct setting {
  const option_row *row;
  const char *name; /* as the caller calls the option */
  const char *value;
  void *field;
  char *fault;
} setting;

/* The value is cut to 80 characters, so that the remedy always fits. */
static bool
refuse(const setting *set, const char *remedy)
{
  snprintf(set->fault, FAULT_ROOM, "bad value '%.80s' for %s; use %s",
           set->value, set->name, remedy);
  return false;
}

/* "1000", but "1M" and "1G" as people write them. */
static void
write_bound(char *room, size_t size, double bound)
{
  const char *unit = "";
  if (bound >= 1e9 && bound / 1e9 == (double)(uint64_t)(bound / 1e9)) {
    bound /= 1e9;
    unit = "G";
  } else if (bound >= 1e6 && bound / 1e6 == (double)(uint64_t)(bound / 1e6)) {
    bound /= 1e6;
    unit = "M";
  }
  snprintf(room, size, "%.10g%s", bound, unit);
}

/* Names both bounds: the reader need not look them up. */
static bool
refuse_range(const setting *set)
{
  char least[32], most[32], remedy[96];
  write_bound(least, sizeof least, set->row->least);
  write_bound(most, sizeof most, set->row->most);
  snprintf(remedy, sizeof remedy, "a number from %s to %s", least, most);
  return refuse(set, remedy);
}

/* The offset of the row leads to a field of exactly this type: option_rows.c
 * checks that when it is compiled. */
static bool
set_count(const setting *set)
{
  uint64_t number;
  if (!number_read_count(set->value, (uint64_t)set->row->most, &number) ||
      (double)number < set->row->least)
    return refuse_range(set);
  if (set->row->target.kind == KIND_COUNT64)
    *(uint64_t *)set->field = number;
  else
    *(uint32_t *)set->field = (uint32_t)number;
  return true;
}

/* Ranges include both bounds. */
static bool
set_number(const setting *set)
{
  double number;
  if (!number_read_decimal(set->value, &number) || number < set->row->least ||
      number > set->row->most)
    return refuse_range(set);
  *(double *)set->field = number;
  return true;
}

/* Read in milliseconds, stored in the unit of the field. A least value of a
 * second or more marks intervals, whose remedy names longer times. */
static bool
set_time(const setting *set)
{
  uint64_t time;
  if (!number_read_time(set->value, (uint64_t)set->row->most, &time) ||
      (double)time < set->row->least)
    return refuse(set, set->row->least >= 1000
                           ? "a time from 1s on, such as 10m or 1d"
                           : "a time such as 500ms, 2s or 1m");
  if (set->row->target.kind == KIND_SECONDS)
    *(double *)set->field = (double)time / 1000;
  else if (set->row->target.kind == KIND_TIME64)
    *(uint64_t *)set->field = time;
  else
    *(uint32_t *)set->field = (uint32_t)time;
  return true;
}

/* The words as "a, b or c". */
static void
list_words(const char *const *words, char *out, size_t room)
{
  size_t used = 0;
  for (size_t i = 0; words[i] && used < room; i++)
    used += (size_t)snprintf(out + used, room - used, "%s%s",
                             i == 0          ? ""
                             : !words[i + 1] ? " or "
                                             : ", ",
                             words[i]);
}

/* A word is stored as the table's own string, so the field never points into a
 * request that has ended. */
static bool
set_choice(const setting *set)
{
  char list[128] = "";
  const char *const *words = set->row->choices;
  for (unsigned i = 0; words[i]; i++) {
    if (strcmp(set->value, words[i]) != 0)
      continue;
    if (set->row->target.kind == KIND_WORD)
      *(const char **)set->field = words[i];
    else
      *(unsigned *)set->field = i;
    return true;
  }
  list_words(words, list, sizeof list);
  return refuse(set, list);
}

/* A switch: no value on the command line, true or false by HTTP. */
static bool
set_switch(const setting *set)
{
  const char *value = set->value ? set->value : "";
  bool on = !*value || strcmp(value, "true") == 0 || strcmp(value, "1") == 0;
  if (!on && strcmp(value, "false") != 0 && strcmp(value, "0") != 0)
    return refuse(set, "true or false");
  *(bool *)set->field = on == (set->row->target.setting != 0);
  return true;
}

/* A name first, and nothing that could end the line of a header. */
static bool
set_header(const setting *set)
{
  const char *value = set->value;
  bool fine =
      (*value >= 'a' && *value <= 'z') || (*value >= 'A' && *value <= 'Z');
  for (const char *at = value; *at; at++)
    fine = fine && (unsigned char)*at >= ' ' && *at != 0x7F;
  if (!fine || strlen(value) > 200)
    return refuse(set, "a name first, such as 'mine/1.0 (mail address)'");
  *(const char **)set->field = value;
  return true;
}

/* The array of a list is part of the request, so it has a fixed bound; a row
 * may have a smaller one. */
static bool
add_to_list(const setting *set)
{
  text_list *list = set->field;
  size_t most = set->row->most > 0 ? (size_t)set->row->most : TEXT_LIST_MOST;
  if (list->count >= most || list->count == TEXT_LIST_MOST) {
    snprintf(set->fault, FAULT_ROOM, "%s may be given at most %zu times",
             set->name, list->count);
    return false;
  }
  list->items[list->count++] = set->value;
  return true;
}

/* The library has the readers and ranges of its own options. Names of HTTP
 * members are written with '_', those of options with '-'. */
static bool
set_page(app_request *out, const setting *set)
{
  pith_error error;
  char name[64];
  snprintf(name, sizeof name, "%s",
           set->row->target.page ? set->row->target.page : set->name);
  for (char *at = name; *at; at++)
    *at = *at == '_' ? '-' : *at;
  if (pith_options_set(&out->page, name, set->value, &error) == PITH_OK)
    return true;
  snprintf(set->fault, FAULT_ROOM, "%s", error.message);
  return false;
}

/* That the option was given is recorded even if the value is then refused: the
 * request is not used after that. */
bool
request_set_row(app_request *out, const option_row *row, const char *name,
                const char *value, char fault[FAULT_ROOM])
{
  void *field = (char *)out + row->target.offset;
  setting set = {row, name, value, field, fault};
  if (row->id != OPTION_NONE)
    out->given[row->id / 64] |= (uint64_t)1 << (row->id % 64);
  switch (row->target.kind) {
  case KIND_PAGE:
    return set_page(out, &set);
  case KIND_SWITCH:
    return set_switch(&set);
  case KIND_SETTING:
    *(unsigned *)field = row->target.setting;
    return true;
  case KIND_COUNT32:
  case KIND_COUNT64:
    return set_count(&set);
  case KIND_NUMBER:
    return set_number(&set);
  case KIND_TIME32:
  case KIND_TIME64:
  case KIND_SECONDS:
    return set_time(&set);
  case KIND_PATH:
    *(const char **)field = strcmp(value, "-") == 0 ? NULL : value;
    return true;
  case KIND_TEXT:
    /* An empty member of a form means that it was not filled in. */
    *(const char **)field = *value || row->id != OPTION_NONE ? value : NULL;
    return true;
  case KIND_HEADER:
    return set_header(&set);
  case KIND_CHOICE:
  case KIND_WORD:
    return set_choice(&set);
  case KIND_LIST:
    return add_to_list(&set);
  case KIND_HELP:
  case KIND_VERSION:
    break; /* printed by request_read() */
  }
  return true;
}

/* Only rows that name the route are found, so a client cannot set what only the
 * command line may. */
member_outcome
request_set(app_request *out, unsigned route, const char *name,
            const char *value, char fault[FAULT_ROOM])
{
  const option_row *row;
  for (size_t i = 0; (row = option_row_at(i)); i++)
    if (row->member && (row->routes & route) && strcmp(row->member, name) == 0)
      return request_set_row(out, row, name, value, fault) ? MEMBER_SET
                                                           : MEMBER_WRONG;
  return MEMBER_UNKNOWN;
}

/* OPTION_NONE is never marked; see request_set_row(). */
bool
request_has(const app_request *in, option_id option)
{
  return in->given[option / 64] >> (option % 64) & 1;
}

bool
request_has_layer_numbers(const app_request *in)
{
  return request_has(in, OPTION_ALPHA) || request_has(in, OPTION_BETA) ||
         request_has(in, OPTION_MAX_SLIDE) || request_has(in, OPTION_OWN_TEXT);
}

bool
request_uses(const app_request *in, const char *method)
{
  const char *used = in->page.method ? in->page.method : pith_method_default();
  return strcmp(used, method) == 0;
}

/* A form of text that the programs write around what the library renders. */
bool
request_is_wet(const app_request *in)
{
  return strcmp(in->output.to, "wet") == 0;
}

const pith_format_facts *
request_format(const app_request *in)
{
  return pith_format_find(request_is_wet(in) ? "text" : in->output.to);
}

bool
request_is_record(const app_request *in)
{
  return request_format(in)->format == PITH_FORMAT_JSON;
}

bool
request_is_csv(const app_request *in)
{
  return strcmp(in->output.to, "csv") == 0;
}

bool
request_is_stream(const app_request *in)
{
  return request_is_record(in) || request_is_wet(in) || request_is_csv(in);
}
