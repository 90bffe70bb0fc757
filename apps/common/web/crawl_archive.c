/* crawl_archive.c: see the header.
 *
 * libcurl hands over bodies free of chunks and content encodings, so the head
 * in the archive must not claim them: such lines are kept under the name
 * X-Archive-Orig-NAME, and Content-Length is that of the body stored here.
 */
#include "common/web/crawl_archive.h"

#include "common/packing/pack.h"
#include "common/system/ascii_text.h"
#include "common/system/utc_time.h"
#include "common/warc/warc_write.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

struct crawl_archive {
  int file;
  const char *path;     /* lent */
  const packer *packer; /* NULL: plain */
  int error;            /* errno of the first failure */
};

/* One write for a record; half of one at the end is what --verify finds. */
static void
write_bytes(crawl_archive *to, const char *data, size_t len)
{
  while (len > 0 && !to->error) {
    ssize_t wrote = write(to->file, data, len);
    if (wrote < 0 && errno != EINTR)
      to->error = errno;
    if (wrote > 0) {
      data += wrote;
      len -= (size_t)wrote;
    }
  }
}

/* A member of its own for each record, so that a reader can begin anywhere. */
static void
write_packed(crawl_archive *to, pith_slice record)
{
  size_t len = to->packer->bound(record.len);
  char *room = malloc(len);
  if (room && to->packer->run(record, room, &len))
    write_bytes(to, room, len);
  else
    to->error = ENOMEM;
  free(room);
}

/* In memory first: a record needs its length in front. Nothing is written
 * after a failure, so that the file ends with a whole record. */
static void
write_record(crawl_archive *to, const warc_out *record)
{
  text_out out;
  text_out_init(&out, -1);
  warc_write(record, &out);
  if (out.error)
    to->error = out.error;
  else if (to->packer)
    write_packed(to, (pith_slice){out.data, out.len});
  else
    write_bytes(to, out.data, out.len);
  text_out_done(&out);
}

/* --- heads ---------------------------------------------------------------- */

/* Names of fields are matched without case. */
static bool
is_field(pith_slice line, const char *name)
{
  size_t len = strlen(name);
  return line.len > len && line.data[len] == ':' &&
         text_is_word((pith_slice){line.data, len}, name);
}

/* The head as it came, but for the lines that the stored body is no longer
 * true to. */
static void
write_head(pith_slice head, size_t body, text_out *out)
{
  while (head.len > 0) {
    const char *end = memchr(head.data, '\n', head.len);
    size_t len = end ? (size_t)(end - head.data) + 1 : head.len;
    pith_slice line = {head.data, len};
    bool last = text_trim(line).len == 0;
    bool length = is_field(line, "content-length");
    if (last)
      text_out_print(out, "Content-Length: %zu\r\n", body);
    if (length || is_field(line, "transfer-encoding") ||
        is_field(line, "content-encoding"))
      text_out_text(out, "X-Archive-Orig-");
    text_out_bytes(out, line.data, line.len);
    head = (pith_slice){head.data + len, head.len - len};
  }
}

/* --- records -------------------------------------------------------------- */

/* Who made the archive and how; without a hash of the run, so that equal runs
 * at one second are equal bytes. */
static void
write_info(crawl_archive *to, const char *user_agent)
{
  char now[UTC_TIME_ROOM], id[WARC_ID_ROOM];
  text_out block;
  utc_time_now(now);
  text_out_init(&block, -1);
  text_out_print(&block,
                 "software: pith\r\nformat: WARC File Format 1.1\r\n"
                 "conformsTo: http://iipc.github.io/warc-specifications/"
                 "specifications/warc-format/warc-1.1/\r\n"
                 "robots: obey\r\nhttp-header-user-agent: %s\r\n",
                 user_agent);
  warc_out record = {.version = "1.1",
                     .type = "warcinfo",
                     .date = now,
                     .id = id,
                     .content_type = "application/warc-fields",
                     .block = {block.data, block.len}};
  warc_make_id("warcinfo", now, record.block, id);
  if (block.error)
    to->error = block.error;
  else
    write_record(to, &record);
  text_out_done(&block);
}

/* The words of the standard for an answer that is not whole. */
static const char *
find_truncation(transfer_end end)
{
  switch (end) {
  case TRANSFER_DONE:
    return NULL;
  case TRANSFER_TOO_LARGE:
  case TRANSFER_NOT_A_PAGE:
    return "length";
  case TRANSFER_TOO_SLOW:
    return "time";
  case TRANSFER_TRUNCATED:
    return "disconnect";
  default:
    return "unspecified";
  }
}

/* The request and the facts of the transfer belong to the response. */
static void
write_companions(crawl_archive *to, const warc_out *response,
                 const transfer_answer *answer)
{
  char id[WARC_ID_ROOM], facts[96];
  warc_out record = *response;
  record.id = id;
  record.concurrent_to = response->id;
  record.truncated = NULL;
  record.payload = (pith_slice){NULL, 0};
  record.type = "request";
  record.content_type = "application/http;msgtype=request";
  record.block = answer->request_head;
  warc_make_id(record.url, "request", response->block, id);
  write_record(to, &record);
  record.type = "metadata";
  record.content_type = "application/warc-fields";
  record.address = NULL;
  int len = snprintf(facts, sizeof facts, "fetchTimeMs: %lu\r\n",
                     (unsigned long)answer->milliseconds);
  record.block = (pith_slice){facts, (size_t)len};
  warc_make_id(record.url, "metadata", response->block, id);
  write_record(to, &record);
}

/* The date is that of the end of the exchange. Requests that no server
 * answered leave no record; index.jsonl has them. */
void
crawl_archive_add(void *archive, const web_url *url,
                  const transfer_answer *answer)
{
  crawl_archive *to = archive;
  char now[UTC_TIME_ROOM], id[WARC_ID_ROOM];
  text_out block;
  if (answer->status == 0 || answer->response_head.len == 0)
    return;
  utc_time_now(now);
  text_out_init(&block, -1);
  write_head(answer->response_head, answer->len, &block);
  size_t head = block.len;
  text_out_bytes(&block, answer->body ? answer->body : "", answer->len);
  warc_out record = {.version = "1.1",
                     .type = "response",
                     .url = url->text,
                     .date = now,
                     .id = id,
                     .address = answer->address,
                     .truncated = find_truncation(answer->end),
                     .content_type = "application/http;msgtype=response"};
  if (block.error) {
    to->error = block.error;
  } else {
    record.block = (pith_slice){block.data, block.len};
    record.payload = (pith_slice){block.data + head, block.len - head};
    warc_make_id(url->text, now, record.block, id);
    write_record(to, &record);
    write_companions(to, &record, answer);
  }
  text_out_done(&block);
}

/* --- the file ------------------------------------------------------------- */

/* Readers of WARC know gzip; the other ways of packing are for HTTP. */
static const packer *
find_gzip(void)
{
  for (const packer *const *at = pack_all(); *at; at++)
    if (strcmp((*at)->name, "gzip") == 0)
      return *at;
  return NULL;
}

static bool
ends_with(const char *text, const char *end)
{
  size_t len = strlen(text), tail = strlen(end);
  return len > tail && strcmp(text + len - tail, end) == 0;
}

/* A file that was begun by an earlier run has its warcinfo. */
exit_code
crawl_archive_open(const char *path, const char *user_agent,
                   crawl_archive **out)
{
  char room[128];
  struct stat about = {0};
  crawl_archive *to = calloc(1, sizeof *to);
  *out = to;
  if (!to)
    return report_out_of_memory();
  to->path = path;
  to->file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (ends_with(path, ".gz") && !(to->packer = find_gzip()))
    return report_built_without(path, "zlib", "zlib1g-dev");
  if (to->file < 0 || fstat(to->file, &about) != 0) {
    message("%s: %s", path, system_text(errno, room));
    return EXIT_ENVIRONMENT;
  }
  if (about.st_size == 0)
    write_info(to, user_agent);
  return EXIT_FINE;
}

exit_code
crawl_archive_close(crawl_archive *archive)
{
  char room[128];
  exit_code code = EXIT_FINE;
  if (!archive)
    return code;
  if (archive->file >= 0 && close(archive->file) != 0 && !archive->error)
    archive->error = errno;
  if (archive->error) {
    message("%s: %s", archive->path, system_text(archive->error, room));
    code = EXIT_ENVIRONMENT;
  }
  free(archive);
  return code;
}
