/* eval_records.c: see the header.
 *
 *     path ──► file                     lines of JSON
 *          └─► folder ─┬─ gold.jsonl or pages.jsonl
 *                      ├─ SUBFOLDER/gold.jsonl  (gold only)
 *                      └─ *.txt, *.md    a record each, read when scored
 *
 * Records are added first and indexed once, by eval_records_settle(): slots
 * borrow their keys from records, whose texts never move.
 */
#include "lab/eval/eval_records.h"

#include "common/system/ascii_text.h"
#include "common/system/fnv.h"
#include "common/system/need.h"
#include "common/system/number.h"
#include "common/input/page_files.h"
#include "common/system/path.h"

#include <dirent.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* Folders with more files of gold, and names with more bytes, are a mistake. */
enum { FILES_MOST = 4096, KEY_MOST = 4096 };

/* The names of the keys in gold, and of --by. */
const char *
group_field_name(group_field field)
{
  static const char *const names[] = {"dataset", "page_type", "lang", "site"};
  return names[field];
}

void
eval_records_init(eval_records *records, record_role role)
{
  memset(records, 0, sizeof *records);
  records->role = role;
}

/* Records point into files and strings, which go with them. */
void
eval_records_done(eval_records *records)
{
  for (size_t i = 0; i < records->file_count; i++)
    whole_file_done(&records->files[i]);
  for (size_t i = 0; i < records->string_count; i++)
    free(records->strings[i]);
  free(records->items);
  free(records->files);
  free(records->strings);
  free(records->slots);
  memset(records, 0, sizeof *records);
}

/* The new record is empty; a caller that refuses the line takes it off
 * again. */
static eval_record *
append_record(eval_records *records)
{
  need_all(records->count < UINT32_MAX / 4);
  eval_record *record = NEED_ITEM(records, items, count, capacity);
  *record = (eval_record){.confidence = NAN};
  return record;
}

/* For texts that are in no file: paths, and ids made from them. */
static char *
keep_string(eval_records *records, const char *text, size_t len)
{
  char *copy = needed(text_copy((pith_slice){text, len}));
  *NEED_ITEM(records, strings, string_count, string_capacity) = copy;
  return copy;
}

/* --- lines of JSON -----------------------------------------------------------
 *
 *     {"id":"a","gold_text":"..."}  ──►  eval_record, pointing into the bytes
 *
 * Strings are decoded in place: a decoded text is never longer than its JSON,
 * and the closing quote makes room for the NUL. The bytes are those of the
 * records, which own the file.
 */

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

/* A name: a string, or a number as it is written. NULL for anything else.
 */
static const char *
read_name(eval_records *records, const json_member *member)
{
  if (member->kind == JSON_STRING)
    return decode_here(member->value).data;
  if (member->kind != JSON_WORD || member->value.len == 0 ||
      !memchr("-0123456789", member->value.data[0], 11))
    return NULL;
  return keep_string(records, member->value.data, member->value.len);
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
 * data sets have members of their own. */
static void
read_member(eval_records *records, eval_record *record,
            const json_member *member)
{
  const char **name = name_place(record, records->role, member->key);
  if (name)
    *name = read_name(records, member);
  else if (member->kind == JSON_STRING &&
           is_text_key(records->role, member->key, record->text.data != NULL))
    record->text = decode_here(member->value);
  else if (member->kind == JSON_ARRAY)
    read_array(record, member);
  else if (member->kind == JSON_WORD && json_text_is(member->key, "confidence"))
    read_confidence(record, member->value);
}

/* What is wrong with the line, NULL when nothing is. */
static const char *
read_object(eval_records *records, eval_record *record, json_text line)
{
  json_scan in = {line.data, line.data + line.len};
  json_member member;
  json_step step;
  if (!json_open(&in, '{'))
    return "no JSON object";
  while ((step = json_next_member(&in, &member)) == JSON_FOUND)
    read_member(records, record, &member);
  if (step == JSON_BROKEN)
    return "broken JSON";
  if (!json_at_end(&in))
    return "more than one JSON object";
  return record->id || record->path || record->file
             ? NULL
             : "neither \"id\" nor \"path\" in it";
}

/* A line that is wrong is reported and left out; a file without any right
 * line is an error. */
static exit_code
read_lines(eval_records *records, const char *path, const char *folder,
           whole_file *file)
{
  pith_slice rest = {file->data, file->len}, line;
  size_t before = records->count;
  for (size_t number = 1; text_cut(&rest, '\n', &line); number++) {
    if (text_is_blank(line))
      continue;
    eval_record *record = append_record(records);
    const char *wrong =
        read_object(records, record, (json_text){line.data, line.len});
    record->folder = folder;
    if (wrong) {
      message("%s:%zu: %s; the line is left out", path, number, wrong);
      records->failed++;
      records->count--;
    }
  }
  if (records->count > before)
    return EXIT_FINE;
  message("%s: no records in it", path);
  return EXIT_INPUT;
}

/* --- files and folders -------------------------------------------------------
 */

/* The folder of a path, "." for a bare name. */
static const char *
folder_of(eval_records *records, const char *path)
{
  const char *slash = strrchr(path, '/');
  if (!slash)
    return keep_string(records, ".", 1);
  return keep_string(records, path, slash > path ? (size_t)(slash - path) : 1);
}

/* The file stays in memory: its records point into it. */
static exit_code
add_file(eval_records *records, const char *path)
{
  NEED(records->files, records->file_capacity, records->file_count + 1);
  const char *folder = folder_of(records, path);
  whole_file *file = &records->files[records->file_count];
  TRY(whole_file_read(path, WHOLE_FILE_MOST, file));
  records->file_count++;
  return read_lines(records, path, folder, file);
}

/* Records that never were in a file are read as if they had been. */
exit_code
eval_records_add_lines(eval_records *records, char *lines, size_t len)
{
  whole_file *file = NEED_ITEM(records, files, file_count, file_capacity);
  *file = (whole_file){lines, len};
  return read_lines(records, "predictions", ".", file);
}

/* A folder of plain texts, each named by its path without ending. */
static exit_code
add_texts(eval_records *records, const char *folder)
{
  page_files files;
  TRY(text_files_find(folder, &files));
  for (size_t i = 0; i < files.count; i++) {
    /* A file of text is read when it is scored. */
    const page_file *file = &files.items[i];
    eval_record *record = append_record(records);
    size_t len = strlen(file->name);
    while (len > 0 && file->name[len - 1] != '.')
      len--;
    record->id = record->path = record->file =
        keep_string(records, file->name, len > 0 ? len - 1 : 0);
    record->text_path = keep_string(records, file->path, strlen(file->path));
  }
  bool any = files.count > 0;
  if (!any)
    message("%s: neither %s nor texts (.txt, .md) in it", folder,
            records->role == ROLE_GOLD ? "gold.jsonl" : "pages.jsonl");
  page_files_done(&files);
  return any ? EXIT_FINE : EXIT_INPUT;
}

/* Add FOLDER/NAME if it is there. A file that is not there is no failure: the
 * next form of input is tried then. */
static exit_code
try_file(eval_records *records, const char *folder, const char *name,
         bool *there)
{
  struct stat about;
  char *path = needed(path_join(folder, name));
  *there = stat(path, &about) == 0 && S_ISREG(about.st_mode);
  exit_code code = *there ? add_file(records, path) : EXIT_FINE;
  free(path);
  return code;
}

/* Names that begin with a dot are not data. */
static int
is_data(const struct dirent *entry)
{
  return entry->d_name[0] != '.';
}

/* "site/name" for a name of a page of a site; kept with the records. */
static const char *
name_in_site(eval_records *records, const char *site, const char *name)
{
  char *joined = needed(path_join(site, name));
  const char *kept = keep_string(records, joined, strlen(joined));
  free(joined);
  return kept;
}

/* Records of a site in a collection are named within it: the names of pages
 * are unique in their site only. */
static void
name_by_site(eval_records *records, size_t from, const char *site)
{
  for (size_t i = from; i < records->count; i++) {
    eval_record *record = &records->items[i];
    if (record->id)
      record->id = name_in_site(records, site, record->id);
    if (record->path)
      record->path = name_in_site(records, site, record->path);
  }
}

/* Records in the folders of a folder, one level deep: a collection of data sets
 * or the OUT of `pith site --collection`, read in the order of their names. */
static exit_code
try_folders(eval_records *records, const char *folder, bool *there)
{
  struct dirent **entries;
  exit_code code = EXIT_FINE;
  int count = scandir(folder, &entries, is_data, alphasort);
  if (count < 0) {
    char room[128];
    message("%s: %s", folder, system_text(errno, room));
    return EXIT_INPUT;
  }
  for (int i = 0; i < count; i++) {
    bool found = false, gold = records->role == ROLE_GOLD;
    size_t before = records->count;
    char *name = needed(
        path_join(entries[i]->d_name, gold ? "gold.jsonl" : "pages.jsonl"));
    if (code == EXIT_FINE && records->file_count < FILES_MOST)
      code = try_file(records, folder, name, &found);
    *there |= found;
    if (!gold)
      name_by_site(records, before, entries[i]->d_name);
    free(name);
    free(entries[i]);
  }
  free(entries);
  return code;
}

/* A path names a file or a folder; what it holds decides the rest. */
exit_code
eval_records_add(eval_records *records, const char *path)
{
  struct stat about;
  if (stat(path, &about) == 0 && S_ISDIR(about.st_mode)) {
    /* The usual names first, then folders with the usual names in them, then
     * plain texts. */
    bool gold = records->role == ROLE_GOLD, there = false;
    exit_code code =
        try_file(records, path, gold ? "gold.jsonl" : "pages.jsonl", &there);
    if (code == EXIT_FINE && !there)
      code = try_folders(records, path, &there);
    return code == EXIT_FINE && !there ? add_texts(records, path) : code;
  }
  return add_file(records, path);
}

/* --- the index ---------------------------------------------------------------
 */

/* FNV-1a, folded: ids are short. */
static uint64_t
hash_key(const char *key)
{
  uint64_t hash = fnv_add(FNV_START, key, strlen(key));
  return hash ^ hash >> 32;
}

/* Open addressing; the table is at most half full, so a free slot always ends
 * the search. */
static record_slot *
find_slot(const eval_records *records, const char *key)
{
  size_t at = (size_t)hash_key(key) & (records->slot_count - 1);
  while (records->slots[at].key && strcmp(records->slots[at].key, key) != 0)
    at = (at + 1) & (records->slot_count - 1);
  return &records->slots[at];
}

/* Put a record under a name; whether another had it. The later record is
 * found from then on. */
static bool
index_record(eval_records *records, const char *key, uint32_t number)
{
  record_slot *slot = find_slot(records, key);
  bool taken = slot->key != NULL;
  *slot = (record_slot){key, number};
  return taken;
}

/* Each record is found by its id and by its path, so the table has room for
 * two keys each. */
void
eval_records_settle(eval_records *records)
{
  /* two keys for each record, and the table at most half full */
  size_t wanted = 64;
  while (wanted < 4 * (records->count + 1))
    wanted *= 2;
  records->slots = need(wanted, sizeof *records->slots);
  records->slot_count = wanted;
  for (size_t i = 0; i < records->count; i++) {
    const eval_record *record = &records->items[i];
    const char *path = record->path;
    bool again = false;
    if (record->id)
      again = index_record(records, record->id, (uint32_t)i);
    if (path && (!record->id || strcmp(path, record->id) != 0))
      again |= index_record(records, path, (uint32_t)i);
    records->duplicates += again;
  }
}

/* One look into the table. */
static const eval_record *
find_key(const eval_records *records, const char *key)
{
  const record_slot *slot = find_slot(records, key);
  return slot->key ? &records->items[slot->record] : NULL;
}

/* A name, and without its ending: "a/b.html" finds "a/b". A dot in a folder's
 * name is none of an ending. */
static const eval_record *
find_both(const eval_records *records, const char *name)
{
  char stem[KEY_MOST];
  const eval_record *found = find_key(records, name);
  const char *slash = strrchr(name, '/');
  const char *dot = strrchr(slash ? slash : name, '.');
  if (found || !dot || (size_t)(dot - name) >= sizeof stem)
    return found;
  memcpy(stem, name, (size_t)(dot - name));
  stem[dot - name] = '\0';
  return find_key(records, stem);
}

/* A page of a site in a collection: "site/file", where the folder of the gold
 * is the site's. Without a file the id may have the site before the page, as
 * the corrections of `pith review` have it, whose pages are below "pages/". */
static const eval_record *
find_in_site(const eval_records *predictions, const eval_record *gold)
{
  char joined[KEY_MOST];
  const char *folder = gold->folder ? strrchr(gold->folder, '/') : NULL;
  const char *site = folder ? folder + 1 : gold->folder ? gold->folder : "";
  const char *rest = gold->id ? strchr(gold->id, '/') : NULL;
  int len = -1;
  if (gold->file)
    len = snprintf(joined, sizeof joined, "%s/%s", site, gold->file);
  else if (rest)
    len = snprintf(joined, sizeof joined, "%.*s/pages%s",
                   (int)(rest - gold->id), gold->id, rest);
  bool fits = len > 0 && (size_t)len < sizeof joined;
  return fits ? find_both(predictions, joined) : NULL;
}

/* Gold and predictions rarely agree on names. The ways are tried from the
 * exact to the loose. */
const eval_record *
eval_records_find(const eval_records *predictions, const eval_record *gold)
{
  char joined[KEY_MOST];
  const eval_record *found = gold->id ? find_key(predictions, gold->id) : NULL;
  const char *file = gold->file;
  if (!found)
    found = find_in_site(predictions, gold);
  if (found || !file)
    return found;
  int len = gold->folder
                ? snprintf(joined, sizeof joined, "%s/%s", gold->folder, file)
                : -1;
  if (len > 0 && (size_t)len < sizeof joined)
    found = find_key(predictions, joined);
  if (!found)
    found = find_both(predictions, file);
  if (!found && strncmp(file, "pages/", 6) == 0)
    found = find_both(predictions, file + 6);
  return found;
}
