/* warc.c: see the header.
 *
 *     WARC/1.0             http://a/ 1.2.3.4 20260101000000 text/html 17
 *     Name: value          block
 *     (empty line)
 *     block                WARC to the left, ARC to the right; between
 *     (two empty lines)    records there are only line ends
 *
 * A record is believed when another one, or the end, follows it: a wrong
 * Content-Length shows there. Then reading goes on at the next line that begins
 * a record.
 */
#include "common/input/warc.h"

#include "common/warc/warc_http.h"
#include "common/warc/warc_source.h"
#include "common/warc/warc_wacz.h"
#include "common/system/ascii_text.h"
#include "common/system/digest.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  MOST_BYTES = 20000000, /* of a payload, if nothing is said */
  HEAD_MOST = 1 << 20,
  STORED_MORE = 1 << 16 /* a block is longer than its payload by this */
};

struct warc_reader {
  warc_source source;
  warc_options options;
  http_body body;
  wacz_list files; /* the WARCs of a WACZ */
  size_t file;     /* the one behind the one at hand */
  bool lost;       /* look for the next record first */
  char date[32];   /* of an ARC record */
};

static const char *const type_names[WARC_TYPES] = {
    "other",    "warcinfo", "request",    "response",    "resource",
    "metadata", "revisit",  "conversion", "continuation"};

/* Also for numbers that are no type. */
const char *
warc_type_name(warc_type type)
{
  return type_names[type < WARC_TYPES ? type : WARC_OTHER];
}

/* Types of later versions of the format are WARC_OTHER and not an error. */
static warc_type
find_type(pith_slice name)
{
  for (int i = 1; i < WARC_TYPES; i++)
    if (text_is_word(name, type_names[i]))
      return (warc_type)i;
  return WARC_OTHER;
}

/* --- heads ---------------------------------------------------------------- */

/* A head on its way into a record. */
typedef struct record_head {
  pith_slice text; /* the head itself */
  uint64_t length; /* of the block */
  bool arc;
} record_head;

/* The fields of an ARC line: address, IP, date, type, length; the second
 * version has five more before the length. */
static bool
split_arc(pith_slice line, pith_slice fields[4], uint64_t *length)
{
  pith_slice part = {NULL, 0};
  size_t count = 0;
  while (text_cut(&line, ' ', &part)) {
    if (count < 4)
      fields[count] = part;
    count++;
  }
  part = text_trim(part);
  *length = 0;
  if ((count != 5 && count != 10) || part.len == 0 || part.len > 18 ||
      fields[2].len != 14)
    return false;
  for (size_t i = 0; i < part.len; i++) {
    if (!text_is_digit(part.data[i]))
      return false;
    *length = *length * 10 + (uint64_t)(part.data[i] - '0');
  }
  for (size_t i = 0; i < fields[2].len; i++)
    if (!text_is_digit(fields[2].data[i]))
      return false;
  return true;
}

/* Its only line has to be there as a whole: an address and a length alone are
 * too little to go by. */
static bool
begins_arc(pith_slice text)
{
  pith_slice fields[4];
  uint64_t length;
  const char *end = memchr(text.data, '\n', text.len);
  const char *colon = memchr(text.data, ':', text.len);
  return end && colon && colon < end &&
         split_arc((pith_slice){text.data, (size_t)(end - text.data)}, fields,
                   &length);
}

/* "WARC/1." is believed; ARC has no such mark and is checked field by field. */
static bool
begins(const char *data, size_t len)
{
  if (len >= 7 && memcmp(data, "WARC/", 5) == 0 && text_is_digit(data[5]) &&
      data[6] == '.')
    return true;
  return len > 0 && begins_arc((pith_slice){data, len});
}

/* Whether text is the first line of a record. Behind a slash it may be the end
 * of an address, so there the next line has to be a record's, too. */
static bool
is_first_line(const char *at, const char *end)
{
  enum { LINE = 8 /* "WARC/1.0" */ };
  if (end - at <= LINE || memcmp(at, "WARC/", 5) != 0 ||
      !text_is_digit(at[5]) || at[6] != '.' || !text_is_digit(at[7]) ||
      (at[8] != '\r' && at[8] != '\n'))
    return false;
  if (at[-1] != '/')
    return true;
  for (at += LINE; at < end && (*at == '\r' || *at == '\n');)
    at++;
  return text_begins((pith_slice){at, (size_t)(end - at)}, "warc-type");
}

/* Whether another record begins behind the first byte: then what comes before
 * it was cut off. */
static bool
holds_record(pith_slice text)
{
  const char *at = text.data, *end = text.data + text.len;
  while (end - at > 1 && (at = memchr(at + 1, 'W', (size_t)(end - at - 1))))
    if (is_first_line(at, end))
      return true;
  return false;
}

/* For input_kind.c, which has the first bytes only. */
bool
warc_looks_like(pith_slice head)
{
  return begins(head.data, head.len);
}

/* 14 digits into 2026-01-02T03:04:05Z. */
static pith_slice
arc_date(warc_reader *r, pith_slice d)
{
  int len = snprintf(r->date, sizeof r->date, "%.4s-%.2s-%.2sT%.2s:%.2s:%.2sZ",
                     d.data, d.data + 4, d.data + 6, d.data + 8, d.data + 10,
                     d.data + 12);
  return (pith_slice){r->date, (size_t)len};
}

/* wget writes <http://...>. */
static pith_slice
bare_url(pith_slice url)
{
  if (url.len >= 2 && url.data[0] == '<' && url.data[url.len - 1] == '>')
    return (pith_slice){url.data + 1, url.len - 2};
  return url;
}

/* The line was checked before; its fields need no second look. */
static void
read_arc(warc_reader *r, pith_slice head, warc_record *out)
{
  pith_slice fields[4];
  uint64_t length;
  split_arc(head, fields, &length);
  out->url = fields[0];
  out->date = arc_date(r, fields[2]);
  out->content_type = fields[3];
  out->type = text_begins(out->url, "filedesc:") ? WARC_INFO
              : text_begins(out->url, "http")    ? WARC_RESPONSE
                                                 : WARC_RESOURCE;
}

/* Only what callers ask for; the rest is found by warc_field(). */
static void
read_warc(pith_slice head, warc_record *out)
{
  out->type = find_type(warc_field(head, "warc-type"));
  out->url = bare_url(warc_field(head, "warc-target-uri"));
  out->date = warc_field(head, "warc-date");
  out->id = warc_field(head, "warc-record-id");
  out->payload_digest = warc_field(head, "warc-payload-digest");
  if (out->type == WARC_REVISIT) {
    out->refers_to_url =
        bare_url(warc_field(head, "warc-refers-to-target-uri"));
    out->refers_to_date = warc_field(head, "warc-refers-to-date");
  }
  if (warc_field(head, "warc-truncated").len > 0)
    out->damage = "truncated by its writer";
}

/* Where the head at `data` ends: behind its empty line, or its only line; 0:
 * not within `len`. */
static size_t
find_head_end(const char *data, size_t len, bool arc)
{
  const char *end = data + len;
  for (const char *at = data; (at = memchr(at, '\n', (size_t)(end - at)));) {
    at++;
    if (arc || (at < end && *at == '\n'))
      return (size_t)(at - data) + !arc;
    if (at + 1 < end && at[0] == '\r' && at[1] == '\n')
      return (size_t)(at - data) + 2;
  }
  return 0;
}

/* More digits than a number holds are no length. */
static bool
read_length(pith_slice head, uint64_t *out)
{
  pith_slice text = warc_field(head, "content-length");
  *out = 0;
  for (size_t i = 0; i < text.len; i++) {
    if (!text_is_digit(text.data[i]) || *out > UINT64_MAX / 20)
      return false;
    *out = *out * 10 + (uint64_t)(text.data[i] - '0');
  }
  return text.len > 0;
}

/* The head at the front of the unused data, which is then still unused. Returns
 * what is wrong with it. */
static const char *
read_head(warc_reader *r, record_head *out)
{
  warc_source *s = &r->source;
  size_t first = r->options.heads ? 1 << 9 : 1 << 12;
  size_t have = warc_source_need(s, first), end = 0;
  if (!begins(s->data + s->use, have))
    return s->broken ? "damaged packed data" : "no record begins here";
  out->arc = s->data[s->use] != 'W';
  for (size_t want = first; end == 0; want *= 2) {
    have = warc_source_need(s, want);
    end = find_head_end(s->data + s->use, have, out->arc);
    if (end == 0 && (have < want || want >= HEAD_MOST))
      return "the head of the record does not end";
  }
  out->text = (pith_slice){s->data + s->use, end};
  pith_slice fields[4];
  if (!out->arc && holds_record(out->text))
    return "the head of the record is cut off";
  if (out->arc)
    split_arc(out->text, fields, &out->length);
  else if (!read_length(out->text, &out->length))
    return "the record has no length";
  return NULL;
}

/* --- blocks --------------------------------------------------------------- */

/* Whether behind the block, between `from` and `end` of the unused data, there
 * are only line ends up to the end of the unit or the next record. */
static bool
ends_well(warc_reader *r, size_t from, size_t end)
{
  warc_source *s = &r->source;
  size_t at = end, have;
  while ((have = warc_source_need(s, at + 256)) > at &&
         (s->data[s->use + at] == '\r' || s->data[s->use + at] == '\n'))
    at++;
  /* Two empty lines are how a record ends. Where there are fewer, another one
   * has to follow, or a head that is cut off at the end of the file. */
  const char *next = s->data + s->use + at;
  size_t left = have > at ? have - at : 0;
  if (s->broken)
    return false;
  if (begins(next, left) || (left == 0 && (s->how || at - end == 4)))
    return true; /* whatever is in the block, as a page about WARC files */
  /* No record follows: it is the last one, the next is damaged, or this one is
   * cut off and its length ends by chance where a part of a later one does. */
  pith_slice block = {s->data + s->use + from, end - from};
  bool ended =
      left == 0 || at - end >= 4 || (left < 256 && !memchr(next, '\n', left));
  return ended && !holds_record(block);
}

/* A record may go on in the next unit, of files that were packed without
 * regard to records:
 *
 *     unit   │ head, half of the block │ rest of the block, head ... │
 *     unit   │ head, half of the block │ WARC/1.0 ...      cut off: damage */
static bool
join_units(warc_reader *r, size_t need)
{
  warc_source *s = &r->source;
  while (warc_source_need(s, need) < need) {
    if (s->broken || s->no_memory || !s->how || !warc_source_next_unit(s))
      return false;
    warc_source_need(s, s->unit_start - s->use + 64);
    if (begins(s->data + s->unit_start, s->data_len - s->unit_start)) {
      s->use = s->unit_start; /* another record: this one is cut off */
      r->lost = false;
      return false;
    }
  }
  return true;
}

/* No bit set means all of them. */
static bool
is_wanted(const warc_reader *r, warc_type type)
{
  return r->options.types == 0 || (r->options.types & 1u << type);
}

/* A block too long to be kept. Returns what is wrong. */
static const char *
skip_block(warc_reader *r, const record_head *head, bool wanted)
{
  warc_source *s = &r->source;
  uint64_t end = warc_source_offset(s) + head->text.len + head->length;
  if (!s->how && !warc_source_ends_at(s, end, begins))
    return "the record is cut off, or its length is wrong";
  warc_source_skip(s, head->text.len + head->length);
  r->lost = false;
  return wanted ? "the record is larger than --max-bytes" : NULL;
}

/* The payload of a record whose block is there. */
static void
read_payload(warc_reader *r, bool arc, warc_record *out)
{
  pith_slice type = warc_field(out->head, "content-type");
  /* Requests have an HTTP head too, but a body that nobody decodes. */
  bool http = out->type == WARC_RESPONSE || out->type == WARC_REVISIT ||
              out->type == WARC_REQUEST;
  out->payload = out->block;
  if (http && http_head_read(out->block, out)) {
    const char *why =
        r->options.raw || out->type == WARC_REQUEST
            ? NULL
            : http_body_decode(&r->body, r->options.most_bytes, out);
    if (why) {
      out->payload = (pith_slice){NULL, 0};
      out->damage = why;
    }
  } else if (!arc) {
    http_type_read(type, out);
  }
}

/* Wrong digests are damage that only --verify finds. A payload digest may have
 * been made with the chunks or without them. */
static void
verify(warc_record *out)
{
  pith_slice block = warc_field(out->head, "warc-block-digest");
  pith_slice stored = {out->block.data + out->http.len,
                       out->block.len - out->http.len};
  if (block.len > 0 && digest_check(block, out->block) == DIGEST_WRONG)
    out->damage = "the digest of the block is wrong";
  else if (out->payload_digest.len > 0 && out->type != WARC_REVISIT &&
           digest_check(out->payload_digest, stored) == DIGEST_WRONG &&
           digest_check(out->payload_digest, out->payload) == DIGEST_WRONG)
    out->damage = "the digest of the payload is wrong";
}

/* --- records -------------------------------------------------------------- */

/* Memory that ended looks like damage until here. */
static warc_status
report(warc_reader *r, uint64_t offset, const char *why, warc_record *out)
{
  if (r->source.no_memory)
    return WARC_NO_MEMORY;
  *out = (warc_record){.offset = offset, .damage = why};
  return WARC_DAMAGE;
}

/* Where the record at hand ends. */
static uint64_t
record_end(const warc_source *s)
{
  return s->base + s->at - s->from;
}

/* Its fields, once all of it is there: the data does not move any more. */
static void
take_record(warc_reader *r, const record_head *head, size_t end,
            warc_record *out)
{
  const warc_source *s = &r->source;
  const char *text = s->data + s->use;
  size_t rest = s->data_len - s->use - end, line_ends = 0;
  while (line_ends < rest && line_ends < 4 &&
         (text[end + line_ends] == '\r' || text[end + line_ends] == '\n'))
    line_ends++;
  out->head = (pith_slice){text, head->text.len};
  out->block = (pith_slice){text + head->text.len, end - head->text.len};
  if (head->arc)
    read_arc(r, out->head, out);
  else
    read_warc(out->head, out);
  if (!s->how)
    out->length = end + line_ends;
  else if (s->use == s->unit_start && rest == line_ends)
    out->length = record_end(s) - out->offset;
}

/* Have the HTTP head, if the block begins with one. Returns how many bytes of
 * the block are there then. */
static size_t
need_http_head(warc_reader *r, const record_head *head)
{
  warc_source *s = &r->source;
  size_t from = head->text.len, seen = 0;
  for (size_t want = 1 << 9; want <= HEAD_MOST; want *= 2) {
    size_t have = warc_source_need(s, from + want);
    seen = have > from ? have - from : 0;
    const char *block = s->data + s->use + from;
    if (have < from + want || find_head_end(block, seen, false) > 0 ||
        !text_begins((pith_slice){block, seen}, "http/"))
      break;
  }
  return seen < head->length ? seen : (size_t)head->length;
}

/* A record of which the head will do, when its member can be left early. */
static bool
take_heads(warc_reader *r, const record_head *head, warc_record *out)
{
  enum { ENDS = 4 /* two empty lines */ };
  warc_source *s = &r->source;
  size_t seen = need_http_head(r, head);
  if (seen == head->length || s->broken ||
      !warc_source_leave_unit(s, head->text.len + head->length + ENDS))
    return false;
  const char *text = s->data + s->use;
  out->head = (pith_slice){text, head->text.len};
  out->block = (pith_slice){text + head->text.len, seen};
  out->length = record_end(s) - out->offset;
  read_warc(out->head, out);
  s->use = s->data_len;
  return true;
}

/* The record at the front of the data. WARC_END: it is not wanted. */
static warc_status
read_record(warc_reader *r, warc_record *out)
{
  warc_source *s = &r->source;
  record_head head;
  uint64_t offset = warc_source_offset(s);
  const char *why = read_head(r, &head);
  r->lost = true; /* until it is whole */
  /* From here on every way out but the last leaves the reader lost, so that
   * the next call looks for a record behind this one. */
  if (why)
    return report(r, offset, why, out);
  *out = (warc_record){.offset = offset, .block_size = head.length};
  if (head.arc)
    read_arc(r, head.text, out);
  else
    read_warc(head.text, out);
  bool wanted = is_wanted(r, out->type);
  /* Of a plain file, long records that nobody wants are not even read. */
  size_t kept = r->options.most_bytes + STORED_MORE;
  if (head.length > kept || (!wanted && !s->how && head.length > HEAD_MOST)) {
    why = skip_block(r, &head, wanted);
    return why ? report(r, offset, why, out) : WARC_END;
  }
  if (r->options.heads && !head.arc && take_heads(r, &head, out)) {
    r->lost = false;
    read_payload(r, false, out);
    return wanted ? WARC_FINE : WARC_END;
  }
  size_t end = head.text.len + (size_t)head.length;
  if (!join_units(r, end) || !ends_well(r, head.text.len, end))
    return report(r, offset,
                  s->broken ? "damaged packed data"
                            : "the record is cut off, or its length is wrong",
                  out);
  r->lost = false;
  take_record(r, &head, end, out);
  s->use += end;
  if (!wanted)
    return WARC_END;
  read_payload(r, head.arc, out);
  if (r->options.verify)
    verify(out);
  return WARC_FINE;
}

/* The next WARC of a WACZ. One that cannot be opened ends the archive: the
 * directory was wrong, and the entries behind it are no better. */
static bool
next_file(warc_reader *r)
{
  if (r->file >= r->files.count)
    return false;
  warc_source_done(&r->source);
  r->source = (warc_source){.file = -1, .heads = r->options.heads};
  warc_status status = wacz_open(&r->files, r->file++, &r->source.file,
                                 &r->source.from, &r->source.to);
  return status == WARC_FINE &&
         warc_source_begin(&r->source, begins) == WARC_FINE;
}

/* To the next record: over line ends, into the next unit, into the next file of
 * a WACZ. False: the end. A unit that is broken from its first byte counts as a
 * record, which will be reported as damage. */
static bool
go_on(warc_reader *r)
{
  warc_source *s = &r->source;
  if (r->lost && !warc_source_resync(s, begins))
    s->use = s->data_len;
  r->lost = false;
  for (;;) {
    while (warc_source_need(s, 1) > 0 &&
           (s->data[s->use] == '\r' || s->data[s->use] == '\n'))
      s->use++;
    if (s->use < s->data_len || s->broken)
      return true;
    warc_source_forget(s);
    if (!warc_source_next_unit(s) && (s->no_memory || !next_file(r)))
      return s->no_memory;
  }
}

/* Records that are not wanted are passed over without being decoded. */
warc_status
warc_next(warc_reader *r, warc_record *out)
{
  warc_status status = WARC_END;
  while (status == WARC_END) {
    warc_source_forget(&r->source);
    if (!go_on(r))
      break;
    if (r->source.no_memory)
      return WARC_NO_MEMORY;
    status = read_record(r, out);
  }
  if (status == WARC_END && r->source.error) {
    errno = r->source.error;
    return WARC_NO_READ;
  }
  if (status <= WARC_DAMAGE && r->files.count > 0)
    out->file = text_slice(r->files.items[r->file - 1].name);
  return status;
}

/* --- opening -------------------------------------------------------------- */

/* Zero but for the defaults; nothing is open yet. */
static warc_reader *
reader_new(const warc_options *options)
{
  warc_reader *r = calloc(1, sizeof *r);
  if (!r)
    return NULL;
  r->source.file = -1;
  if (options)
    r->options = *options;
  r->source.heads = r->options.heads;
  if (r->options.most_bytes == 0)
    r->options.most_bytes = MOST_BYTES;
  return r;
}

/* Whether the first unit begins with a record; an empty file has none. */
static warc_status
begin(warc_reader *r)
{
  warc_source *s = &r->source;
  warc_status status = warc_source_begin(s, begins);
  if (status != WARC_FINE)
    return status;
  if (!warc_source_next_unit(s))
    return s->no_memory ? WARC_NO_MEMORY : WARC_NO_ARCHIVE;
  size_t have = warc_source_need(s, 512);
  if (begins(s->data, have))
    return WARC_FINE;
  if (!warc_source_resync(s, begins))
    return WARC_NO_ARCHIVE;
  warc_source_seek(s, 0); /* so that the damage at its front is reported */
  return WARC_FINE;
}

/* A reader that could not be opened is released here, for all three ways of
 * opening. */
static warc_status
finish_open(warc_reader *r, warc_status status, warc_reader **out)
{
  *out = status == WARC_FINE ? r : NULL;
  if (status != WARC_FINE)
    warc_close(r);
  return status;
}

/* A WACZ is found by its directory at the end of the file, so only here. A
 * descriptor of -1 is one that could not be opened; errno says why. */
warc_status
warc_open_file(int file, const warc_options *options, warc_reader **out)
{
  struct stat about;
  *out = NULL;
  warc_reader *r = reader_new(options);
  if (!r) {
    if (file >= 0)
      close(file);
    return WARC_NO_MEMORY;
  }
  r->source.file = file;
  if (file < 0 || fstat(file, &about) != 0)
    return finish_open(r, WARC_NO_READ, out);
  r->source.to = (uint64_t)about.st_size;
  warc_status status = wacz_find(r->source.file, r->source.to, &r->files);
  if (status == WARC_FINE && r->files.count > 0) {
    r->source.file = -1; /* the list has it now */
    return finish_open(r, next_file(r) ? WARC_FINE : WARC_NO_ARCHIVE, out);
  }
  return finish_open(r, status == WARC_FINE ? begin(r) : status, out);
}

warc_status
warc_open_path(const char *path, const warc_options *options, warc_reader **out)
{
  return warc_open_file(open(path, O_RDONLY | O_CLOEXEC), options, out);
}

/* The bytes are the window: nothing is copied before it is unpacked. */
warc_status
warc_open_bytes(pith_slice bytes, const warc_options *options,
                warc_reader **out)
{
  *out = NULL;
  warc_reader *r = reader_new(options);
  if (!r)
    return WARC_NO_MEMORY;
  /* Never written to: a borrowed window has no capacity. */
  r->source.window = (char *)(size_t)(bytes.len ? bytes.data : "");
  r->source.len = bytes.len;
  return finish_open(r, begin(r), out);
}

/* For pipes: what was passed over cannot be looked at again. */
warc_status
warc_open_feed(byte_feed feed, const warc_options *options, warc_reader **out)
{
  *out = NULL;
  warc_reader *r = reader_new(options);
  if (!r)
    return WARC_NO_MEMORY;
  r->source.feed = feed;
  return finish_open(r, begin(r), out);
}

/* What follows need not be a record: then that is damage. */
warc_status
warc_seek(warc_reader *r, uint64_t offset)
{
  r->lost = false;
  return warc_source_seek(&r->source, offset) ? WARC_FINE : WARC_NO_READ;
}

/* NULL is allowed. */
void
warc_close(warc_reader *r)
{
  if (!r)
    return;
  warc_source_done(&r->source);
  http_body_done(&r->body);
  wacz_list_done(&r->files);
  free(r);
}
