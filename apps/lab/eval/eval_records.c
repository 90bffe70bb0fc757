/* eval_records.c: see the header. Lines of JSON are read in eval_lines.c.
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

#include "lab/eval/eval_lines.h"

#include "common/system/ascii_text.h"
#include "common/system/grow.h"
#include "common/input/page_files.h"
#include "common/system/path.h"

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
eval_record *
eval_records_append(eval_records *records)
{
  if (!GROW_UP_TO(records->items, records->capacity, records->count + 1,
                  UINT32_MAX / 4))
    return NULL;
  eval_record *record = &records->items[records->count++];
  memset(record, 0, sizeof *record);
  record->confidence = NAN;
  return record;
}

/* For texts that are in no file: paths, and ids made from them. */
char *
eval_records_string(eval_records *records, const char *text, size_t len)
{
  if (!GROW(records->strings, records->string_capacity,
            records->string_count + 1))
    return NULL;
  char *copy = text_copy((pith_slice){text, len});
  if (!copy)
    return NULL;
  records->strings[records->string_count++] = copy;
  return copy;
}

/* --- files and folders -------------------------------------------------------
 */

/* The folder of a path, "." for a bare name. */
static const char *
folder_of(eval_records *records, const char *path)
{
  const char *slash = strrchr(path, '/');
  if (!slash)
    return eval_records_string(records, ".", 1);
  return eval_records_string(records, path,
                             slash > path ? (size_t)(slash - path) : 1);
}

/* The file stays in memory: its records point into it. */
static exit_code
add_file(eval_records *records, const char *path)
{
  if (!GROW(records->files, records->file_capacity, records->file_count + 1))
    return report_out_of_memory_for(path);
  const char *folder = folder_of(records, path);
  if (!folder)
    return report_out_of_memory_for(path);
  whole_file *file = &records->files[records->file_count];
  exit_code code = whole_file_read(path, WHOLE_FILE_MOST, file);
  if (code != EXIT_FINE)
    return code;
  records->file_count++;
  return eval_lines_read(records, path, folder, file);
}

/* A file of text is read when it is scored. */
static bool
add_text(eval_records *records, const page_file *file)
{
  eval_record *record = eval_records_append(records);
  if (!record)
    return false;
  size_t len = strlen(file->name);
  while (len > 0 && file->name[len - 1] != '.')
    len--;
  char *id = eval_records_string(records, file->name, len > 0 ? len - 1 : 0);
  char *path = eval_records_string(records, file->path, strlen(file->path));
  record->id = id;
  record->path = id;
  record->file = id;
  record->text_path = path;
  return id && path;
}

/* A folder of plain texts, each named by its path without ending. */
static exit_code
add_texts(eval_records *records, const char *folder)
{
  page_files files;
  exit_code code = text_files_find(folder, &files);
  if (code != EXIT_FINE)
    return code;
  for (size_t i = 0; i < files.count && code == EXIT_FINE; i++)
    if (!add_text(records, &files.items[i]))
      code = report_out_of_memory_for(folder);
  if (code == EXIT_FINE && files.count == 0) {
    message("%s: neither %s nor texts (.txt, .md) in it", folder,
            records->role == ROLE_GOLD ? "gold.jsonl" : "pages.jsonl");
    code = EXIT_INPUT;
  }
  page_files_done(&files);
  return code;
}

/* Add FOLDER/NAME if it is there. A file that is not there is no failure: the
 * next form of input is tried then. */
static exit_code
try_file(eval_records *records, const char *folder, const char *name,
         bool *there)
{
  struct stat about;
  char *path = path_join(folder, name);
  if (!path)
    return report_out_of_memory_for(folder);
  *there = stat(path, &about) == 0 && S_ISREG(about.st_mode);
  exit_code code = *there ? add_file(records, path) : EXIT_FINE;
  free(path);
  return code;
}

/* Gold in the folders of a folder, one level deep: a collection of data sets.
 * Names are freed even after a failure, so the loop never breaks off. */
static exit_code
try_folders(eval_records *records, const char *folder, bool *there)
{
  char **names;
  size_t count;
  exit_code code = eval_folders_list(folder, &names, &count);
  for (size_t i = 0; i < count; i++) {
    bool found = false;
    size_t room = strlen(names[i]) + sizeof "/gold.jsonl";
    char *name = malloc(room);
    if (!name && code == EXIT_FINE)
      code = report_out_of_memory_for(folder);
    if (name)
      snprintf(name, room, "%s/gold.jsonl", names[i]);
    if (code == EXIT_FINE && records->file_count < FILES_MOST)
      code = try_file(records, folder, name, &found);
    *there |= found;
    free(name);
    free(names[i]);
  }
  free(names);
  return code;
}

/* The usual names first, then folders with the usual names in them, then
 * plain texts. */
static exit_code
add_folder(eval_records *records, const char *folder)
{
  bool gold = records->role == ROLE_GOLD, there = false;
  exit_code code =
      try_file(records, folder, gold ? "gold.jsonl" : "pages.jsonl", &there);
  if (code == EXIT_FINE && !there && gold)
    code = try_folders(records, folder, &there);
  return code == EXIT_FINE && !there ? add_texts(records, folder) : code;
}

/* A path names a file or a folder; what it holds decides the rest. */
exit_code
eval_records_add(eval_records *records, const char *path)
{
  struct stat about;
  if (stat(path, &about) == 0 && S_ISDIR(about.st_mode))
    return add_folder(records, path);
  return add_file(records, path);
}

/* --- the index ---------------------------------------------------------------
 */

/* FNV-1a, folded: ids are short. */
static uint64_t
hash_key(const char *key)
{
  uint64_t hash = 0xCBF29CE484222325u;
  for (; *key; key++)
    hash = (hash ^ (unsigned char)*key) * 0x100000001B3u;
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
exit_code
eval_records_settle(eval_records *records)
{
  /* two keys for each record, and the table at most half full */
  size_t wanted = 64;
  while (wanted < 4 * (records->count + 1))
    wanted *= 2;
  records->slots = calloc(wanted, sizeof *records->slots);
  if (!records->slots)
    return report_out_of_memory_for("index of records");
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
  return EXIT_FINE;
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

/* Gold and predictions rarely agree on names. The ways are tried from the
 * exact to the loose. */
const eval_record *
eval_records_find(const eval_records *predictions, const eval_record *gold)
{
  char joined[KEY_MOST];
  const eval_record *found = gold->id ? find_key(predictions, gold->id) : NULL;
  const char *file = gold->file;
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
