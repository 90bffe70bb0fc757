/* crawl_index.c: see the header. A line is a flat JSON object; lines that are
 * not are skipped, so that a file that was edited by hand does not end a crawl.
 */
#include "common/web/crawl_index.h"

#include "common/json/json_out.h"
#include "common/json/json_scan.h"
#include "common/system/number.h"
#include "common/output/text_out.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define INDEX_NAME "index.jsonl"

enum { INDEX_BYTES_MOST = 1 << 30, TEXTS = 10 };

static const char *const text_names[TEXTS] = {
    "url",  "final_url", "time",     "result", "why",
    "type", "charset",   "encoding", "file",   "same_as"};

/* The texts of a record in the order of their names. The one list of text
 * members, for reading and for writing. */
static void
list_texts(index_record *record, const char **texts[TEXTS])
{
  const char **all[TEXTS] = {
      &record->url,  &record->final_url, &record->time,    &record->result,
      &record->why,  &record->type,      &record->charset, &record->encoding,
      &record->file, &record->same_as};
  memcpy(texts, all, sizeof all);
}

/* --- reading ------------------------------------------------------------- */

/* Decode a text where it is, and end it with NUL: the quote behind it is not
 * needed any more. `bytes` is the writable buffer that the text lies in. */
static char *
decode_here(char *bytes, json_text text)
{
  char *at = bytes + (text.data - bytes);
  at[json_text_decode(text, at)] = '\0';
  return at;
}

static void
set_text(index_record *record, json_text key, char *text)
{
  const char **texts[TEXTS];
  list_texts(record, texts);
  for (size_t i = 0; i < TEXTS; i++)
    if (json_text_is(key, text_names[i]))
      *texts[i] = text;
  if (json_text_is(key, "hash"))
    record->hash = strtoull(text, NULL, 16);
}

/* A number, or true. */
static void
set_word(index_record *record, json_text key, json_text value)
{
  uint64_t number = 0;
  if (json_text_is(key, "retry"))
    record->retry = json_text_is(value, "true");
  else if (!number_read_bytes(value.data, value.len, UINT64_MAX, &number))
    return;
  else if (json_text_is(key, "status"))
    record->status = (int)number;
  else if (json_text_is(key, "bytes"))
    record->bytes = number;
  else if (json_text_is(key, "depth"))
    record->depth = (uint32_t)number;
}

/* Read a line, which is written over: the record points into it. */
static bool
read_line(char *line, size_t len, index_record *record)
{
  json_scan in = {line, line + len};
  json_member member;
  json_step step;
  memset(record, 0, sizeof *record);
  if (!json_open(&in, '{'))
    return false;
  while ((step = json_next_member(&in, &member)) == JSON_FOUND)
    if (member.kind == JSON_STRING)
      set_text(record, member.key, decode_here(line, member.value));
    else if (member.kind == JSON_WORD)
      set_word(record, member.key, member.value);
  return step == JSON_END && record->url && record->result;
}

/* Call `sink` for each line of whole lines. */
static bool
read_lines(char *bytes, size_t len, index_sink sink, void *state)
{
  for (size_t from = 0; from < len;) {
    char *end = memchr(bytes + from, '\n', len - from);
    index_record record;
    size_t line = end ? (size_t)(end - bytes) - from : 0;
    if (!end)
      break;
    if (read_line(bytes + from, line, &record) && !sink(state, &record))
      return false;
    from += line + 1;
  }
  return true;
}

/* Report a failure of the file. */
static exit_code
refuse(const crawl_index *index, int error)
{
  char room[128];
  message("%s/%s: %s", index->path, INDEX_NAME, write_error_text(error, room));
  return EXIT_ENVIRONMENT;
}

/* Read `size` bytes, however they are delivered. */
static bool
read_all(int file, char *bytes, size_t size)
{
  size_t len = 0;
  while (len < size) {
    ssize_t got = read(file, bytes + len, size - len);
    if (got < 0 && errno == EINTR)
      continue;
    if (got <= 0)
      return false;
    len += (size_t)got;
  }
  return true;
}

/* Read the index, and remove half a line at its end. */
static exit_code
read_index(crawl_index *index, index_sink sink, void *state)
{
  struct stat about;
  if (fstat(index->file, &about) != 0)
    return refuse(index, errno);
  if (!S_ISREG(about.st_mode) || about.st_size > INDEX_BYTES_MOST)
    return refuse(index, EFBIG);
  size_t size = (size_t)about.st_size, whole = size;
  char *bytes = malloc(size + 1);
  if (!bytes)
    return refuse(index, ENOMEM);
  exit_code code = EXIT_FINE;
  if (!read_all(index->file, bytes, size))
    code = refuse(index, errno);
  while (whole > 0 && bytes[whole - 1] != '\n')
    whole--;
  if (code == EXIT_FINE && whole < size &&
      ftruncate(index->file, (off_t)whole) != 0)
    code = refuse(index, errno);
  if (code == EXIT_FINE && !read_lines(bytes, whole, sink, state))
    code = refuse(index, ENOMEM);
  free(bytes);
  return code;
}

/* The lock is advisory and ends with the process, so a killed run leaves
 * none behind. */
exit_code
crawl_index_open(const output_tree *tree, index_sink sink, void *state,
                 crawl_index *out)
{
  struct flock lock = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
  out->path = tree->path;
  out->file =
      openat(tree->directory, INDEX_NAME,
             O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (out->file < 0)
    return refuse(out, errno);
  exit_code code = EXIT_FINE;
  if (fcntl(out->file, F_SETLK, &lock) != 0) {
    message("%s/%s: another program writes to it", out->path, INDEX_NAME);
    code = EXIT_ENVIRONMENT;
  }
  THEN(code, read_index(out, sink, state));
  if (code != EXIT_FINE)
    crawl_index_close(out);
  return code;
}

/* Closing ends the lock. */
void
crawl_index_close(crawl_index *index)
{
  if (index->file >= 0)
    close(index->file);
  index->file = -1;
}

/* --- writing ------------------------------------------------------------- */

/* Empty texts are left out. The hash is text, because JSON numbers are doubles
 * to most readers. */
static void
write_line(text_out *out, const index_record *record)
{
  index_record copy = *record;
  const char **texts[TEXTS];
  char hash[20];
  json_out json = json_out_begin(out);
  list_texts(&copy, texts);
  json_out_object(&json, NULL);
  json_out_number(&json, "v", 1);
  for (size_t i = 0; i < TEXTS; i++)
    if (*texts[i] && **texts[i])
      json_out_text(&json, text_names[i], *texts[i]);
  json_out_print(&json, "status %d depth %u", record->status, record->depth);
  if (record->file || record->same_as) {
    snprintf(hash, sizeof hash, "%016llx", (unsigned long long)record->hash);
    json_out_number(&json, "bytes", record->bytes);
    json_out_text(&json, "hash", hash);
  }
  if (record->retry)
    json_out_bool(&json, "retry", true);
  json_out_end(&json);
  text_out_text(out, "\n");
}

/* One write for the line, then fsync(): after a crash it is there or it is not.
 * What a full disk took of it is cut off again. */
exit_code
crawl_index_add(crawl_index *index, const index_record *record)
{
  text_out line;
  text_out_init(&line, -1);
  write_line(&line, record);
  int error = line.error;
  size_t sent = 0;
  while (!error && sent < line.len) {
    ssize_t wrote = write(index->file, line.data + sent, line.len - sent);
    if (wrote > 0)
      sent += (size_t)wrote;
    else if (errno != EINTR)
      error = errno;
  }
  if (!error && fsync(index->file) != 0)
    error = errno;
  if (error && sent > 0) {
    off_t end = lseek(index->file, 0, SEEK_END);
    if (end >= (off_t)sent && ftruncate(index->file, end - (off_t)sent) != 0)
      message("%s/%s: its last line is cut off; the next run removes it",
              index->path, INDEX_NAME);
  }
  text_out_done(&line);
  return error ? refuse(index, error) : EXIT_FINE;
}
