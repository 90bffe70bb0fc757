/* run_manifest.c: see the header. Rows are kept in the order of name and file;
 * those of earlier runs that this run did not replace are written back, so that
 * several inputs can share a folder.
 *
 *     old row of         its page in this run    ──► what becomes of it
 *     the same inputs    done or skipped             replaced
 *     the same inputs    failed, other format        kept
 *     the same inputs    not there                   stale: reported, removed
 *     other inputs                                   kept
 */
#include "common/output/run_manifest.h"

#include "common/json/json_out.h"
#include "common/json/json_scan.h"
#include "common/system/ascii_text.h"
#include "common/system/fnv.h"
#include "common/system/grow.h"
#include "common/system/number.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define MANIFEST_NAME ".pith-manifest"

enum {
  MANIFEST_BYTES_MOST = 1 << 30, /* more is none of ours */
  PROGRAM_PIECE = 1 << 16,
  PATH_ROOM = 1 << 14,
  SAID_MOST = 10 /* stale files that are named */
};

/* --- digests -------------------------------------------------------------- */

/* Eight bytes a step: pages are hashed at every run, also those that are then
 * skipped. */
uint64_t
bytes_digest(pith_slice bytes)
{
  uint64_t hash = bytes.len * 0x9E3779B97F4A7C15u + 1;
  size_t i = 0;
  for (; i + 8 <= bytes.len; i += 8) {
    uint64_t word = 0;
    for (unsigned k = 0; k < 8; k++) /* one load, whatever the byte order */
      word |= (uint64_t)(unsigned char)bytes.data[i + k] << (8 * k);
    hash = (hash ^ word) * 0xFF51AFD7ED558CCDu;
    hash ^= hash >> 32;
  }
  for (; i < bytes.len; i++)
    hash = (hash ^ (unsigned char)bytes.data[i]) * 0x100000001B3u;
  return hash ^ hash >> 29;
}

/* In the byte order of the machine: the manifest is for the same program. */
static uint64_t
add_number(uint64_t hash, uint64_t number)
{
  return fnv_add(hash, (const char *)&number, sizeof number);
}

/* With its end, so that "ab", "c" is not "a", "bc". */
static uint64_t
add_text(uint64_t hash, const char *text)
{
  return text ? fnv_add(hash, text, strlen(text) + 1) : add_number(hash, 0);
}

/* The program as it is, not its version: what it was built from decides what it
 * writes. 0: it cannot be read. */
static uint64_t
program_digest(void)
{
  int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
  char *piece = malloc(PROGRAM_PIECE);
  uint64_t hash = FNV_START;
  ssize_t got = -1;
  while (file >= 0 && piece && (got = read(file, piece, PROGRAM_PIECE)) > 0)
    hash = add_number(hash, bytes_digest((pith_slice){piece, (size_t)got}));
  free(piece);
  if (file >= 0)
    close(file);
  return got == 0 ? hash : 0;
}

/* How much of an input names what its pages come from: of a file that is a page
 * its folder, so that `pith *.html` misses a page that was removed. */
static size_t
source_length(const char *input)
{
  struct stat about;
  size_t len = strlen(input);
  bool file = stat(input, &about) == 0 && S_ISREG(about.st_mode);
  if (file && !page_list_holds_many(input)) {
    const char *slash = strrchr(input, '/');
    len = slash ? (size_t)(slash - input) : 0;
  }
  while (len > 1 && input[len - 1] == '/')
    len--;
  return len;
}

/* By name and from where they are looked at: a folder that was made anew is
 * still the same source. */
uint64_t
manifest_source(const char *const *inputs, size_t count)
{
  char *here = malloc(PATH_ROOM);
  const char *from = here ? getcwd(here, PATH_ROOM) : NULL;
  uint64_t source = add_text(FNV_START, from), last = 0;
  for (size_t i = 0; i < count; i++) {
    uint64_t one = fnv_add(FNV_START, inputs[i], source_length(inputs[i]));
    if (one != last)
      source = add_number(source, one);
    last = one;
  }
  free(here);
  return source;
}

/* --- rows ----------------------------------------------------------------- */

/* Safe twice, and for a row whose strings were handed on. */
void
manifest_row_done(manifest_row *row)
{
  free(row->name);
  free(row->file);
  row->name = row->file = NULL;
}

/* A page can have files of several formats, from several runs. */
static int
compare_rows(const void *a, const void *b)
{
  const manifest_row *one = a;
  const manifest_row *two = b;
  int names = strcmp(one->name, two->name);
  return names ? names : strcmp(one->file, two->file);
}

/* The order of rows is also one of names, so both can be looked up. */
static int
compare_names(const void *a, const void *b)
{
  return strcmp(((const manifest_row *)a)->name,
                ((const manifest_row *)b)->name);
}

/* An id that is no name of a file gets an ending in HTML, too. The same for
 * all commands: the name is what the manifest is looked up by. */
char *
manifest_file(const page_item *item, const pith_format_facts *format)
{
  const char *ending =
      item->store >= 0 && !*format->ending ? ".html" : format->ending;
  char *name = output_name(item->name);
  size_t size = name ? strlen(name) + strlen(ending) + 1 : 0;
  char *file = name ? malloc(size) : NULL;
  if (file)
    snprintf(file, size, "%s%s", name, ending);
  free(name);
  return file;
}

/* All that the record or the text of a page can have of it, beside the page:
 * a page that is fetched again from another address has other links. */
static uint64_t
page_key(const run_manifest *manifest, const page_item *item, uint64_t digest)
{
  static const page_origin none = {"", "", "", "", 0, 0};
  const page_origin *origin = item->origin ? item->origin : &none;
  uint64_t key = add_number(manifest->context, digest);
  const char *const texts[] = {item->name,   item->url,      origin->date,
                               origin->type, origin->record, origin->charset};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    key = add_text(key, texts[i]);
  key = add_number(key, origin->offset);
  key = add_number(key, (uint64_t)origin->status * 2 + item->utf8);
  return key ? key : 1;
}

/* A file without a name is memory that has ended, so it is checked here, once
 * for all callers. */
bool
manifest_row_begin(const run_manifest *manifest, const page_item *item,
                   uint64_t digest, char *file, manifest_row *out)
{
  memset(out, 0, sizeof *out);
  out->file = file;
  out->name = strdup(item->name);
  out->source = manifest->source;
  out->key = page_key(manifest, item, digest);
  if (out->name && out->file)
    return true;
  manifest_row_done(out);
  return false;
}

/* Whether the file of a row is as it was written, by its size: a date would
 * change when a folder is copied, and reading the file costs as much as the
 * work that is saved. */
static bool
is_there(const run_manifest *manifest, const manifest_row *row)
{
  uint64_t size = 0;
  int file = *row->file ? output_open(manifest->tree, row->file, &size) : -1;
  if (file >= 0)
    close(file);
  return file >= 0 && size == row->size;
}

/* The file is looked for last: it costs a call of the system. */
const manifest_row *
manifest_find(const run_manifest *manifest, const manifest_row *row)
{
  if (!manifest->context || manifest->old_count == 0)
    return NULL;
  const manifest_row *old = bsearch(row, manifest->old, manifest->old_count,
                                    sizeof *row, compare_rows);
  bool same =
      old && old->key == row->key && (!*old->file || is_there(manifest, old));
  return same ? old : NULL;
}

/* Rows come in the order of pages and are sorted at the end. */
bool
manifest_add(run_manifest *manifest, manifest_row *row)
{
  if (!GROW(manifest->rows, manifest->capacity, manifest->count + 1)) {
    manifest_row_done(row);
    return false;
  }
  manifest->rows[manifest->count++] = *row;
  row->name = row->file = NULL;
  return true;
}

/* --- the file ------------------------------------------------------------- */

/* 64 bits as text: numbers of JSON are doubles to most readers. */
static void
write_hex(json_out *json, const char *key, uint64_t number)
{
  char room[20];
  snprintf(room, sizeof room, "%016llx", (unsigned long long)number);
  json_out_text(json, key, room);
}

/* A line of JSON, so that people and scripts can see what is ours. */
static void
write_row(text_out *out, const manifest_row *row)
{
  json_out json = json_out_begin(out);
  json_out_object(&json, NULL);
  json_out_text(&json, "name", row->name);
  json_out_text(&json, "file", row->file);
  write_hex(&json, "key", row->key);
  write_hex(&json, "source", row->source);
  json_out_number(&json, "size", row->size);
  json_out_array(&json, "facts");
  for (size_t i = 0; i < MANIFEST_FACTS; i++)
    json_out_number(&json, NULL, row->facts[i]);
  json_out_end(&json);
  json_out_end(&json);
  text_out_text(out, "\n");
}

/* Facts that are missing, or no numbers, are 0. */
static void
read_facts(json_text text, manifest_row *out)
{
  json_scan in = {text.data, text.data + text.len};
  json_member value;
  if (json_open(&in, '['))
    for (size_t i = 0;
         i < MANIFEST_FACTS && json_next_value(&in, &value) == JSON_FOUND; i++)
      number_read_bytes(value.value.data, value.value.len, UINT64_MAX,
                        &out->facts[i]);
}

/* A digit that is none makes another key, which fits no page. */
static uint64_t
read_hex(json_text text)
{
  uint64_t number = 0;
  for (size_t i = 0; i < text.len && i < 16; i++) {
    int digit = number_hex_digit(text.data[i]);
    number = number << 4 | (unsigned)(digit < 0 ? 0 : digit);
  }
  return number;
}

/* A member that comes twice counts once, so that nothing is lost. */
static void
read_member(const json_member *member, manifest_row *out)
{
  json_text value = member->value;
  if (json_text_is(member->key, "name") && !out->name)
    out->name = json_text_copy(value);
  else if (json_text_is(member->key, "file") && !out->file)
    out->file = json_text_copy(value);
  else if (json_text_is(member->key, "key"))
    out->key = read_hex(value);
  else if (json_text_is(member->key, "source"))
    out->source = read_hex(value);
  else if (json_text_is(member->key, "size"))
    number_read_bytes(value.data, value.len, UINT64_MAX, &out->size);
  else if (json_text_is(member->key, "facts"))
    read_facts(value, out);
}

/* False without memory; a line that is none of ours is passed over. */
static bool
read_row(run_manifest *manifest, pith_slice line)
{
  json_scan in = {line.data, line.data + line.len};
  json_member member;
  manifest_row row = {0};
  if (!json_open(&in, '{'))
    return true;
  while (json_next_member(&in, &member) == JSON_FOUND)
    read_member(&member, &row);
  if (row.name && row.file && row.key &&
      GROW(manifest->old, manifest->old_capacity, manifest->old_count + 1)) {
    manifest->old[manifest->old_count++] = row;
    return true;
  }
  bool fine = !row.name || !row.file || !row.key;
  manifest_row_done(&row);
  return fine;
}

/* All, or false: half a manifest would pass for a whole one. */
static bool
read_all(int file, char *data, size_t len)
{
  size_t at = 0;
  ssize_t got = 1;
  while (at < len && (got = read(file, data + at, len - at)) > 0)
    at += (size_t)got;
  return at == len;
}

/* A manifest that is too large or cannot be read is as none. */
exit_code
manifest_open(run_manifest *manifest, uint64_t options)
{
  uint64_t size = 0;
  int file =
      manifest->tree ? output_open(manifest->tree, MANIFEST_NAME, &size) : -1;
  uint64_t program = manifest->tree && options ? program_digest() : 0;
  manifest->context =
      program ? add_number(add_number(FNV_START, program), options) : 0;
  if (file < 0)
    return EXIT_FINE;
  bool fits = size <= MANIFEST_BYTES_MOST;
  char *data = fits ? malloc((size_t)size + 1) : NULL;
  bool fine = data || !fits;
  if (data && read_all(file, data, (size_t)size)) {
    pith_slice rest = {data, (size_t)size}, line;
    while (fine && text_cut(&rest, '\n', &line))
      fine = read_row(manifest, line);
  }
  close(file);
  free(data);
  if (manifest->old_count > 0)
    qsort(manifest->old, manifest->old_count, sizeof(manifest_row),
          compare_rows);
  return fine ? EXIT_FINE : report_out_of_memory();
}

/* Also after manifest_open() has failed, with the rows that were read. */
void
manifest_done(run_manifest *manifest)
{
  for (size_t i = 0; i < manifest->old_count; i++)
    manifest_row_done(&manifest->old[i]);
  for (size_t i = 0; i < manifest->count; i++)
    manifest_row_done(&manifest->rows[i]);
  free(manifest->old);
  free(manifest->rows);
}

/* --- the end of a run ----------------------------------------------------- */

/* A row of this run that equals an old one by an order; NULL: none. */
static const manifest_row *
find_new(const run_manifest *manifest, const manifest_row *old,
         int (*order)(const void *, const void *))
{
  return manifest->count == 0 ? NULL
                              : bsearch(old, manifest->rows, manifest->count,
                                        sizeof *old, order);
}

/* Whether the page of an old row is gone: the same inputs no longer have it. A
 * file that somebody has removed or changed is no longer ours. */
static bool
is_stale(const run_manifest *manifest, const manifest_row *old)
{
  return manifest->many && old->source == manifest->source && *old->file &&
         !find_new(manifest, old, compare_names) && is_there(manifest, old);
}

/* Say that a file is stale, or remove it; `stale` counts them. Only the first
 * few are named: a site that moved has thousands. */
static exit_code
settle_stale(const run_manifest *manifest, const manifest_row *old,
             size_t stale)
{
  const char *path = manifest->tree->path;
  if (manifest->prune)
    TRY(output_remove(manifest->tree, old->file));
  if (!manifest->quiet && stale < SAID_MOST)
    message(manifest->prune
                ? "%s/%s: removed: no page of this run gives it"
                : "%s/%s: stale: no page of this run gives it; --prune removes "
                  "the file",
            path, old->file);
  return EXIT_FINE;
}

/* Write back what other runs have written and this one has not replaced, so
 * that it is still known to be ours: runs over single pages, or over other
 * folders, may share one result folder. */
static exit_code
keep_old(const run_manifest *manifest, bool whole, text_out *out)
{
  size_t stale = 0;
  exit_code code = EXIT_FINE;
  for (size_t i = 0; i < manifest->old_count && code == EXIT_FINE; i++) {
    const manifest_row *old = &manifest->old[i];
    bool gone = whole && is_stale(manifest, old);
    if (gone)
      code = settle_stale(manifest, old, stale++);
    const manifest_row *anew = find_new(manifest, old, compare_rows);
    bool replaced = anew && anew->key; /* the file of a failed page is old */
    if (!replaced && !(gone && manifest->prune))
      write_row(out, old);
  }
  if (stale > SAID_MOST && !manifest->quiet)
    message("%s: %zu more files %s", manifest->tree->path, stale - SAID_MOST,
            manifest->prune ? "removed" : "are stale");
  return code;
}

/* After a failure of the disk the old manifest stays: its keys fit no file that
 * was written since. */
exit_code
manifest_end(run_manifest *manifest, exit_code run, bool whole)
{
  text_out out;
  if (!manifest->tree || run == EXIT_ENVIRONMENT)
    return run;
  text_out_init(&out, -1);
  if (manifest->count > 0)
    qsort(manifest->rows, manifest->count, sizeof(manifest_row), compare_rows);
  exit_code code = keep_old(manifest, whole && run == EXIT_FINE, &out);
  for (size_t i = 0; i < manifest->count; i++)
    if (manifest->rows[i].key)
      write_row(&out, &manifest->rows[i]);
  if (out.error)
    code = report_out_of_memory();
  THEN(code,
       output_write(manifest->tree, MANIFEST_NAME, "", out.data, out.len));
  text_out_done(&out);
  return code == EXIT_FINE ? run : code;
}
