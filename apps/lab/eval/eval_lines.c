/* eval_lines.c: records from lines of JSON, for gold and predictions.
 *
 *     {"id":"a","gold_text":"..."}  ──►  eval_record, pointing into the bytes
 *
 * Strings are decoded in place: a decoded text is never longer than its JSON,
 * and the closing quote makes room for the NUL. The bytes are those of the
 * records, which own the file.
 */
#include "lab/eval/eval_lines.h"

#include "common/system/ascii_text.h"
#include "common/system/grow.h"
#include "common/system/number.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* A string of the line, decoded where it is; its closing quote makes room
 * for the NUL. */
static pith_slice
decode_here(json_text value)
{
  char *text = (char *)value.data; /* in the records' own bytes */
  size_t len = json_text_decode(value, text);
  text[len] = '\0';
  return (pith_slice){text, len};
}

/* A name: a string, or a number as it is written. NULL for anything else; sets
 * *fine to false when memory ends. */
static const char *
read_name(eval_records *records, const json_member *member, bool *fine)
{
  if (member->kind == JSON_STRING)
    return decode_here(member->value).data;
  if (member->kind != JSON_WORD || member->value.len == 0 ||
      !memchr("-0123456789", member->value.data[0], 11))
    return NULL;
  const char *name =
      eval_records_string(records, member->value.data, member->value.len);
  *fine = *fine && name;
  return name;
}

/* The place of a name in the record; NULL when the key is none of a name. */
static const char **
name_place(eval_record *record, record_role role, json_text key)
{
  if (json_text_is(key, "id"))
    return &record->id;
  if (role == ROLE_PREDICTION)
    return json_text_is(key, "path") ? &record->path : NULL;
  if (json_text_is(key, "file"))
    return &record->file;
  for (int field = 0; field < GROUP_FIELDS; field++)
    if (json_text_is(key, group_field_name((group_field)field)))
      return &record->groups[field];
  return NULL;
}

/* Gold may have both "gold_text" and "text"; the first counts. */
static bool
is_text_key(record_role role, json_text key, bool have)
{
  if (role == ROLE_PREDICTION)
    return json_text_is(key, "text");
  return json_text_is(key, "gold_text") || (!have && json_text_is(key, "text"));
}

/* Arrays stay JSON: most runs never look at them. */
static void
read_array(eval_record *record, const json_member *member)
{
  if (json_text_is(member->key, "with"))
    record->with = member->value;
  else if (json_text_is(member->key, "without"))
    record->without = member->value;
  else if (json_text_is(member->key, "spans"))
    record->spans = member->value;
}

/* A confidence outside of 0 to 1 is as good as none. */
static void
read_confidence(eval_record *record, json_text value)
{
  double number;
  if (number_read_decimal_bytes(value.data, value.len, &number) &&
      number >= 0 && number <= 1)
    record->confidence = number;
}

/* Unknown keys, and known ones with a value of another kind, are passed over:
 * data sets have members of their own. False only when memory ends. */
static bool
read_member(eval_records *records, eval_record *record,
            const json_member *member)
{
  bool fine = true;
  const char **name = name_place(record, records->role, member->key);
  if (name)
    *name = read_name(records, member, &fine);
  else if (member->kind == JSON_STRING &&
           is_text_key(records->role, member->key, record->text.data != NULL))
    record->text = decode_here(member->value);
  else if (member->kind == JSON_ARRAY)
    read_array(record, member);
  else if (member->kind == JSON_WORD && json_text_is(member->key, "confidence"))
    read_confidence(record, member->value);
  return fine;
}

/* What is wrong with the line, NULL when nothing is. *fine is false when
 * memory ended, which no line is to blame for. */
static const char *
read_object(eval_records *records, eval_record *record, json_text line,
            bool *fine)
{
  json_scan in = {line.data, line.data + line.len};
  json_member member;
  json_step step;
  if (!json_open(&in, '{'))
    return "no JSON object";
  while ((step = json_next_member(&in, &member)) == JSON_FOUND && *fine)
    *fine = read_member(records, record, &member);
  if (step == JSON_BROKEN)
    return "broken JSON";
  if (*fine && !json_at_end(&in))
    return "more than one JSON object";
  return record->id || record->path || record->file
             ? NULL
             : "neither \"id\" nor \"path\" in it";
}

/* A line that is wrong is reported and left out; a file without any right
 * line is an error. */
exit_code
eval_lines_read(eval_records *records, const char *path, const char *folder,
                whole_file *file)
{
  char *at = file->data, *end = at + file->len;
  bool fine = true;
  size_t before = records->count;
  for (size_t number = 1; fine && at < end; number++) {
    char *stop = memchr(at, '\n', (size_t)(end - at));
    stop = stop ? stop : end;
    json_text line = {at, (size_t)(stop - at)};
    at = stop + 1;
    if (text_is_blank((pith_slice){line.data, line.len}))
      continue;
    eval_record *record = eval_records_append(records);
    fine = record != NULL;
    const char *wrong = fine ? read_object(records, record, line, &fine) : NULL;
    if (!fine)
      break;
    record->folder = folder;
    if (wrong) {
      message("%s:%zu: %s; the line is left out", path, number, wrong);
      records->failed++;
      records->count--;
    }
  }
  if (!fine)
    message("%s: out of memory", path);
  else if (records->count == before)
    message("%s: no records in it", path);
  return !fine                      ? EXIT_ENVIRONMENT
         : records->count == before ? EXIT_INPUT
                                    : EXIT_FINE;
}

/* Folders are read in the order of their names, not of the disk. */
static int
compare_names(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Takes nothing: the name is copied. */
static bool
add_name(char ***names, size_t *count, size_t *capacity, const char *name)
{
  char *copy = strdup(name);
  if (!copy || !GROW(*names, *capacity, *count + 1)) {
    free(copy);
    return false;
  }
  (*names)[(*count)++] = copy;
  return true;
}

/* Names that begin with a dot are not data. */
exit_code
eval_folders_list(const char *folder, char ***names, size_t *count)
{
  char room[128];
  const struct dirent *entry;
  bool fine = true;
  size_t capacity = 0;
  *names = NULL;
  *count = 0;
  DIR *directory = opendir(folder);
  if (!directory) {
    message("%s: %s", folder, system_text(errno, room));
    return EXIT_INPUT;
  }
  while (fine && (entry = readdir(directory)) != NULL)
    if (entry->d_name[0] != '.')
      fine = add_name(names, count, &capacity, entry->d_name);
  closedir(directory);
  if (*count > 0)
    qsort(*names, *count, sizeof **names, compare_names);
  if (!fine)
    message("%s: out of memory", folder);
  return fine ? EXIT_FINE : EXIT_ENVIRONMENT;
}
