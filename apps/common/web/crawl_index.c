/* crawl_index.c: see the header. A line is a flat object of texts, numbers and
 * true; the reader takes no more than that, and passes over a line that is
 * something else.
 */
#include "common/web/crawl_index.h"

#include "common/input/page_record.h"
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

/* The texts of a record in the order of their names. */
static void
list_texts(index_record *record, const char **texts[TEXTS])
{
  const char **all[TEXTS] = {
      &record->url,  &record->final_url, &record->time,    &record->result,
      &record->why,  &record->type,      &record->charset, &record->encoding,
      &record->file, &record->same_as};
  memcpy(texts, all, sizeof all);
}

/* --- reading -----------------------------------------------------------------
 */

static void
set_number(index_record *record, const char *key, size_t len, uint64_t number)
{
  if (len == 6 && memcmp(key, "status", 6) == 0)
    record->status = (int)number;
  else if (len == 5 && memcmp(key, "bytes", 5) == 0)
    record->bytes = number;
  else if (len == 5 && memcmp(key, "depth", 5) == 0)
    record->depth = (uint32_t)number;
}

static void
set_text(index_record *record, const char *key, size_t len, char *text)
{
  const char **texts[TEXTS];
  list_texts(record, texts);
  for (size_t i = 0; i < TEXTS; i++)
    if (strlen(text_names[i]) == len && memcmp(text_names[i], key, len) == 0)
      *texts[i] = text;
  if (len == 4 && memcmp(key, "hash", 4) == 0)
    record->hash = strtoull(text, NULL, 16);
}

/* The end of a text that begins behind its first quote; NULL: none. */
static char *
find_quote(char *at)
{
  for (; *at && *at != '"'; at++)
    if (*at == '\\' && !*++at)
      return NULL;
  return *at ? at : NULL;
}

/* Read one member, `at` being behind '{' or ','; gives what stands behind it,
 * NULL when it is none. Texts are decoded in place. */
static char *
read_member(char *at, index_record *record)
{
  char *key = at + 1, *end;
  if (*at != '"' || !(end = find_quote(key)) || end[1] != ':')
    return NULL;
  size_t key_len = (size_t)(end - key);
  at = end + 2;
  if (*at == '"') {
    char *text = at + 1;
    if (!(end = find_quote(text)))
      return NULL;
    size_t len =
        json_text_decode((json_text){text, (size_t)(end - text)}, text);
    text[len] = '\0';
    set_text(record, key, key_len, text);
    return end + 1;
  }
  if (strncmp(at, "true", 4) == 0) {
    record->retry = record->retry || (key_len == 5 && *key == 'r');
    return at + 4;
  }
  if (*at < '0' || *at > '9')
    return NULL;
  set_number(record, key, key_len, strtoull(at, &end, 10));
  return end;
}

/* Read a line, ended by NUL; it is written over. */
static bool
read_line(char *line, index_record *record)
{
  memset(record, 0, sizeof *record);
  if (*line != '{')
    return false;
  for (char *at = line + 1; (at = read_member(at, record)) != NULL; at++) {
    if (*at == '}')
      return record->url && record->result;
    if (*at != ',')
      return false;
  }
  return false;
}

static bool
tell_lines(char *bytes, size_t len, index_sink sink, void *state)
{
  for (size_t from = 0; from < len;) {
    char *end = memchr(bytes + from, '\n', len - from);
    index_record record;
    if (!end)
      break;
    *end = '\0';
    if (read_line(bytes + from, &record) && !sink(state, &record))
      return false;
    from = (size_t)(end - bytes) + 1;
  }
  return true;
}

static exit_code
refuse(const crawl_index *index, int error)
{
  char room[128];
  message("%s/%s: %s", index->path, INDEX_NAME, system_text(error, room));
  return EXIT_ENVIRONMENT;
}

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

/* Tell of what is there, and take half a line off its end. */
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
  if (code == EXIT_FINE && !tell_lines(bytes, whole, sink, state))
    code = refuse(index, ENOMEM);
  free(bytes);
  return code;
}

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
  if (code == EXIT_FINE)
    code = read_index(out, sink, state);
  if (code != EXIT_FINE)
    crawl_index_close(out);
  return code;
}

void
crawl_index_close(crawl_index *index)
{
  if (index->file >= 0)
    close(index->file);
  index->file = -1;
}

/* --- writing -----------------------------------------------------------------
 */

static void
put_number(text_out *out, const char *name, uint64_t number)
{
  char room[64];
  snprintf(room, sizeof room, ",\"%s\":%llu", name, (unsigned long long)number);
  text_out_text(out, room);
}

static void
put_line(text_out *out, const index_record *record)
{
  index_record copy = *record;
  const char **texts[TEXTS];
  char room[64];
  list_texts(&copy, texts);
  text_out_text(out, "{\"v\":1");
  for (size_t i = 0; i < TEXTS; i++) {
    if (!*texts[i] || !**texts[i])
      continue;
    snprintf(room, sizeof room, ",\"%s\":", text_names[i]);
    text_out_text(out, room);
    text_out_json_name(out, *texts[i], strlen(*texts[i]));
  }
  put_number(out, "status", (uint64_t)record->status);
  put_number(out, "depth", record->depth);
  if (record->file || record->same_as) {
    put_number(out, "bytes", record->bytes);
    snprintf(room, sizeof room, ",\"hash\":\"%016llx\"",
             (unsigned long long)record->hash);
    text_out_text(out, room);
  }
  text_out_text(out, record->retry ? ",\"retry\":true}\n" : "}\n");
}

exit_code
crawl_index_add(crawl_index *index, const index_record *record)
{
  text_out line;
  text_out_init(&line, -1);
  put_line(&line, record);
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
  text_out_done(&line);
  return error ? refuse(index, error) : EXIT_FINE;
}
