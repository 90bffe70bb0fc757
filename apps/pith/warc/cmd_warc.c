/* cmd_warc.c: `pith warc`: an archive in; its records, its damage, its index or
 * the payload of one record out.
 *
 *     word ──► row of a table ──► take(record) for each record of each file
 */
#include "common/options/commands.h"

#include "common/input/warc.h"
#include "common/options/request.h"
#include "common/system/ascii_text.h"
#include "common/system/grow.h"
#include "pith/warc/warc_cdxj.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* A command at work. */
typedef struct archive_job {
  const app_request *request;
  const char *path; /* the file at hand */
  text_out out;
  size_t records, damaged;
  uint64_t bytes;

  /* index: lines as places in `lines`, to be sorted. */
  text_out lines;
  size_t *starts; /* owned */
  size_t count, capacity;
} archive_job;

typedef struct archive_verb {
  const char *name;
  warc_options options;
  void (*take)(archive_job *job, const warc_record *record);
  bool one; /* of one record, by its offset */
} archive_verb;

/* A video is no page, but may be listed. It is in memory for that, so there is
 * a limit all the same. */
enum { RECORD_MOST = 1 << 30 };

/* --- verbs ---------------------------------------------------------------- */

/* For people and for cut(1): separated by tabs, "-" for what is unknown. */
static void
list_record(archive_job *job, const warc_record *record)
{
  char status[8] = "-";
  if (record->status > 0 && record->status < 1000)
    text_out_print(&job->out, "%llu\t%s\t%d\t",
                   (unsigned long long)record->offset,
                   warc_type_name(record->type), record->status);
  else
    text_out_print(&job->out, "%llu\t%s\t%s\t",
                   (unsigned long long)record->offset,
                   warc_type_name(record->type), status);
  pith_slice type = record->content_type;
  text_out_line(&job->out, type.len ? type.data : "-", type.len ? type.len : 1);
  text_out_print(&job->out, "\t%llu\t", (unsigned long long)record->block_size);
  text_out_line(&job->out, record->url.len ? record->url.data : "-",
                record->url.len ? record->url.len : 1);
  text_out_text(&job->out, "\n");
}

/* The reader has checked it; damage was reported. */
static void
check_record(archive_job *job, const warc_record *record)
{
  job->bytes += record->block.len;
}

/* Only what can be replayed. Lines are kept until all are there, because the
 * index is sorted; they take some 300 bytes a page. */
static void
index_record_line(archive_job *job, const warc_record *record)
{
  const char *slash = strrchr(job->path, '/');
  if (record->type != WARC_RESPONSE && record->type != WARC_RESOURCE &&
      record->type != WARC_REVISIT)
    return;
  if (!GROW(job->starts, job->capacity, job->count + 1)) {
    job->lines.error = ENOMEM;
    return;
  }
  job->starts[job->count++] = job->lines.len;
  warc_cdxj_write(record, slash ? slash + 1 : job->path, &job->lines);
}

/* Requests for a record that is not there are damage at its offset. The payload
 * is written as bytes, without a line end of our own. */
static void
extract_record(archive_job *job, const warc_record *record)
{
  text_out_bytes(&job->out, record->payload.data, record->payload.len);
}

static const archive_verb verbs[] = {
    {"ls", {.raw = true, .heads = true}, list_record, false},
    {"check", {.verify = true}, check_record, false},
    {"index", {.raw = true, .heads = true}, index_record_line, false},
    {"extract", {.raw = false}, extract_record, true},
};

/* NULL: no such word. */
static const archive_verb *
find_verb(const char *name)
{
  for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
    if (strcmp(verbs[i].name, name) == 0)
      return &verbs[i];
  return NULL;
}

/* --- files ---------------------------------------------------------------- */

/* Why a file cannot be read at all; damage inside of it is reported as it is
 * found. */
static exit_code
report_failure(const char *path, warc_status status)
{
  char room[128];
  if (status == WARC_NO_MEMORY)
    return report_out_of_memory_for(path);
  message("%s: %s", path,
          status == WARC_NO_READ      ? system_text(errno, room)
          : status == WARC_NO_LIBRARY ? "this program was built without zlib "
                                        "or libzstd, which it is packed by"
                                      : "no WARC, ARC or WACZ");
  return EXIT_INPUT;
}

/* Every record of a file, or the one at `offset`. */
static exit_code
read_archive(archive_job *job, const archive_verb *verb, const char *offset)
{
  warc_reader *reader;
  warc_record record;
  warc_options options = verb->options;
  /* Damage never ends the reading: what is behind it is listed too. */
  options.most_bytes = RECORD_MOST;
  warc_status status = warc_open_path(job->path, &options, &reader);
  if (status == WARC_FINE && offset)
    status = warc_seek(reader, strtoull(offset, NULL, 10));
  if (status != WARC_FINE) {
    warc_close(reader);
    return report_failure(job->path, status);
  }
  while ((status = warc_next(reader, &record)) <= WARC_DAMAGE) {
    if (record.damage) {
      message("%s: offset %llu: %s", job->path,
              (unsigned long long)record.offset, record.damage);
      job->damaged++;
    }
    if (status == WARC_FINE) {
      job->records++;
      verb->take(job, &record);
    }
    if (offset || job->out.error)
      break;
  }
  warc_close(reader);
  /* One record was wanted, all were read, or nobody reads on. */
  if (offset || status == WARC_END || job->out.error)
    return EXIT_FINE;
  return report_failure(job->path, status);
}

/* Lines begin with their keys, so the order of lines is that of keys. Each ends
 * with a line end, which is below all other characters. */
static int
compare_lines(const void *a, const void *b)
{
  const char *one = *(const char *const *)a;
  const char *two = *(const char *const *)b;
  while (*one == *two && *one != '\n')
    one++, two++;
  return (unsigned char)*one - (unsigned char)*two;
}

/* Lines of all files together, so that one index serves a folder of archives.
 * */
static void
write_index(archive_job *job)
{
  const char **lines = calloc(job->count + 1, sizeof *lines);
  if (!lines)
    job->out.error = ENOMEM;
  for (size_t i = 0; lines && i < job->count; i++)
    lines[i] = job->lines.data + job->starts[i];
  if (lines && job->count > 0)
    qsort(lines, job->count, sizeof *lines, compare_lines);
  for (size_t i = 0; lines && i < job->count; i++)
    text_out_bytes(&job->out, lines[i], strcspn(lines[i], "\n") + 1);
  free(lines);
}

/* The word and the files behind it; NULL: all is well. The word is the first
 * argument, as that of `pith search` is. */
static const char *
find_wrong(const app_request *in)
{
  const archive_verb *verb =
      in->input_count > 0 ? find_verb(in->inputs[0]) : NULL;
  if (!verb)
    return "say what to do: ls, check, index or extract";
  if (in->input_count < 2)
    return "name a WARC file";
  if (!verb->one)
    return NULL;
  if (in->input_count != 3 || !text_is_digit(in->inputs[2][0]))
    return "extract takes a file and the offset of a record, as ls prints it";
  return NULL;
}

/* Files that cannot be read leave the others alone. */
static exit_code
run(archive_job *job)
{
  const app_request *in = job->request;
  const archive_verb *verb = find_verb(in->inputs[0]);
  bool one = verb->one;
  size_t files = one ? 2 : in->input_count;
  exit_code code = EXIT_FINE;
  for (size_t i = 1; i < files && code != EXIT_ENVIRONMENT; i++) {
    job->path = in->inputs[i];
    exit_code file = read_archive(job, verb, one ? in->inputs[2] : NULL);
    code = file != EXIT_FINE ? file : code;
  }
  if (job->lines.error)
    return report_out_of_memory();
  write_index(job);
  exit_code written = text_out_end(&job->out);
  if (verb->options.verify && !in->output.quiet)
    message("%zu records, %llu bytes, %zu damaged", job->records,
            (unsigned long long)job->bytes, job->damaged);
  if (code == EXIT_FINE && job->damaged > 0)
    code = EXIT_INPUT;
  return code != EXIT_FINE ? code : written;
}

/* Index lines are in memory, all other output goes out as it is made. */
exit_code
cmd_warc(int argc, char *const *argv)
{
  app_request in;
  exit_code code;
  request_init(&in, COMMAND_WARC);
  if (!request_read(&in, argc, argv, &code))
    return code;
  if (request_check(&in, find_wrong(&in))) {
    archive_job job = {.request = &in};
    text_out_init(&job.out, STDOUT_FILENO);
    text_out_init(&job.lines, -1);
    code = run(&job);
    text_out_done(&job.out);
    text_out_done(&job.lines);
    free(job.starts);
  } else {
    code = EXIT_USAGE;
  }
  request_done(&in);
  return code;
}
