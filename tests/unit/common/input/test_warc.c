/* test_warc.c: archives whose every byte was damaged once, and that were cut
 * off everywhere: only the damaged record is lost, and the reading ends.
 */
#include "common/input/warc.h"

#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef PITH_HAVE_ZLIB
#include <zlib.h>
#endif

enum { RECORDS = 8, ROOM = 1 << 16 };

/* An archive and where its records begin. */
typedef struct archive {
  char data[ROOM];
  size_t len;
  size_t starts[RECORDS + 1];
} archive;

static size_t
make_record(int number, char *out, size_t room)
{
  char body[400];
  int len = snprintf(body, sizeof body,
                     "HTTP/1.1 200 OK\r\nContent-Type: text/html; "
                     "charset=utf-8\r\n\r\n<title>%d</title><p>Text of page "
                     "%d, and some more of it: %d %d %d.",
                     number, number, number * 7919, number * 104729, number);
  return (size_t)snprintf(out, room,
                          "WARC/1.0\r\nWARC-Type: response\r\n"
                          "WARC-Target-URI: http://a.example/%d\r\n"
                          "WARC-Date: 2026-01-02T03:04:05Z\r\n"
                          "WARC-Record-ID: <urn:uuid:%d>\r\n"
                          "Content-Type: application/http\r\n"
                          "Content-Length: %d\r\n\r\n%s\r\n\r\n",
                          number, number, len, body);
}

static void
make_plain(archive *out)
{
  out->len = 0;
  for (int i = 0; i < RECORDS; i++) {
    out->starts[i] = out->len;
    out->len += make_record(i, out->data + out->len, ROOM - out->len);
  }
  out->starts[RECORDS] = out->len;
}

#ifdef PITH_HAVE_ZLIB
/* A member a record. */
static void
make_gzip(archive *out)
{
  char record[2000];
  out->len = 0;
  for (int i = 0; i < RECORDS; i++) {
    z_stream z = {.next_in = (unsigned char *)record};
    z.avail_in = (unsigned)make_record(i, record, sizeof record);
    z.next_out = (unsigned char *)out->data + out->len;
    z.avail_out = (unsigned)(ROOM - out->len);
    out->starts[i] = out->len;
    assert_int_equal(deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, 0), Z_OK);
    assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
    out->len += z.total_out;
    deflateEnd(&z);
  }
  out->starts[RECORDS] = out->len;
}
#endif

/* Read all of it; a bit for each record whose payload is right. */
static unsigned
read_records(const char *data, size_t len, size_t *damaged)
{
  warc_reader *reader;
  warc_record record;
  warc_status status;
  unsigned found = 0;
  size_t steps = 0;
  *damaged = 0;
  if (warc_open_bytes((pith_slice){data, len}, NULL, &reader) != WARC_FINE)
    return 0;
  while ((status = warc_next(reader, &record)) <= WARC_DAMAGE) {
    char expected[40];
    assert_true(++steps < 1000);
    *damaged += record.damage != NULL;
    for (int i = 0; i < RECORDS && status == WARC_FINE; i++) {
      int size = snprintf(expected, sizeof expected, "<title>%d</title>", i);
      if (record.payload.len > (size_t)size &&
          memcmp(record.payload.data, expected, (size_t)size) == 0)
        found |= 1u << i;
    }
  }
  assert_int_equal(status, WARC_END);
  warc_close(reader);
  return found;
}

/* Which record a byte is in. */
static int
record_of(const archive *in, size_t at)
{
  int number = 0;
  while (number + 1 < RECORDS && at >= in->starts[number + 1])
    number++;
  return number;
}

static void
check_flips(archive *in)
{
  const unsigned all = (1u << RECORDS) - 1;
  size_t damaged;
  assert_int_equal(read_records(in->data, in->len, &damaged), all);
  assert_int_equal(damaged, 0);
  for (size_t at = 0; at < in->len; at++) {
    static const unsigned char masks[] = {0xFF, 0x01, 0x20};
    for (size_t m = 0; m < sizeof masks; m++) {
      in->data[at] = (char)(in->data[at] ^ masks[m]);
      unsigned found = read_records(in->data, in->len, &damaged);
      unsigned lost = all & ~found;
      int own = record_of(in, at);
      /* The line ends behind a record belong to both sides. */
      unsigned may = 1u << own;
      if (lost & ~may)
        fail_msg("byte %zu of record %d, mask %02x: lost %x", at, own, masks[m],
                 lost);
      in->data[at] = (char)(in->data[at] ^ masks[m]);
    }
  }
}

static void
check_cuts(archive *in)
{
  size_t damaged;
  for (size_t len = 1; len < in->len; len++) {
    int last = record_of(in, len);
    unsigned whole = (1u << last) - 1;
    unsigned found = read_records(in->data, len, &damaged);
    if ((found & whole) != whole)
      fail_msg("cut at %zu: found %x of %x", len, found, whole);
  }
}

static void
flipped_bytes_cost_one_record(void **state)
{
  archive *in = malloc(sizeof *in);
  (void)state;
  assert_non_null(in);
  make_plain(in);
  check_flips(in);
#ifdef PITH_HAVE_ZLIB
  make_gzip(in);
  check_flips(in);
#endif
  free(in);
}

static void
cut_files_keep_what_is_whole(void **state)
{
  archive *in = malloc(sizeof *in);
  (void)state;
  assert_non_null(in);
  make_plain(in);
  check_cuts(in);
#ifdef PITH_HAVE_ZLIB
  make_gzip(in);
  check_cuts(in);
#endif
  free(in);
}

/* The four cases of heads that are true or not, and both together. */
static void
stale_encodings_are_kept(void **state)
{
  static const char *const bodies[] = {
      "Transfer-Encoding: chunked\r\n\r\n3\r\n<p>\r\n4\r\ntext\r\n0\r\n\r\n",
      "Transfer-Encoding: chunked\r\n\r\n<p>text",
      "Content-Encoding: gzip\r\n\r\n<p>text",
      "Content-Encoding: br\r\nTransfer-Encoding: chunked\r\n\r\n<p>text",
      ("Content-Encoding: br\r\nTransfer-Encoding: chunked\r\n\r\n"
       "7\r\n<p>text\r\n0\r\n\r\n"),
  };
  char text[1000];
  (void)state;
  for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
    warc_reader *reader;
    warc_record record;
    int len = snprintf(text, sizeof text,
                       "WARC/1.1\r\nWARC-Type: response\r\nContent-Length: "
                       "%zu\r\n\r\nHTTP/1.1 200 OK\r\n%s\r\n\r\n",
                       strlen(bodies[i]) + 17, bodies[i]);
    assert_int_equal(
        warc_open_bytes((pith_slice){text, (size_t)len}, NULL, &reader),
        WARC_FINE);
    assert_int_equal(warc_next(reader, &record), WARC_FINE);
    assert_int_equal(record.payload.len, 7);
    assert_memory_equal(record.payload.data, "<p>text", 7);
    assert_int_equal(warc_next(reader, &record), WARC_END);
    warc_close(reader);
  }
}

#ifdef PITH_HAVE_ZLIB
/* Append a member: a record whose block is the head of a response and `body`,
 * then `tail`, which is part of the member but not of the record. */
static void
add_member(archive *out, pith_slice body, const char *tail)
{
  static const char http[] = "HTTP/1.1 200 OK\r\nContent-Type: text/x\r\n\r\n";
  char *text = malloc(body.len + 2000);
  assert_non_null(text);
  int len = snprintf(text, 1000,
                     "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: "
                     "http://a.example/\r\nContent-Length: %zu\r\n\r\n%s",
                     body.len + sizeof http - 1, http);
  memcpy(text + len, body.data, body.len);
  memcpy(text + len + body.len, tail, strlen(tail));
  z_stream z = {.next_in = (unsigned char *)text,
                .avail_in = (unsigned)((size_t)len + body.len + strlen(tail)),
                .next_out = (unsigned char *)out->data + out->len,
                .avail_out = (unsigned)(ROOM - out->len)};
  /* Stored, so that an archive in it is there byte by byte. */
  assert_int_equal(deflateInit2(&z, 0, Z_DEFLATED, 15 + 16, 8, 0), Z_OK);
  assert_int_equal(deflate(&z, Z_FINISH), Z_STREAM_END);
  out->len += z.total_out;
  deflateEnd(&z);
  free(text);
}

/* Offsets, lengths, sizes and types of all records; `cut` counts blocks that
 * end early. */
static size_t
list_records(const archive *in, bool heads, uint64_t out[64], size_t *cut)
{
  warc_options options = {.raw = true, .heads = heads};
  warc_reader *reader;
  warc_record record;
  warc_status status;
  size_t count = 0;
  assert_int_equal(
      warc_open_bytes((pith_slice){in->data, in->len}, &options, &reader),
      WARC_FINE);
  while ((status = warc_next(reader, &record)) == WARC_FINE) {
    assert_true(count + 5 < 64);
    out[count++] = record.offset;
    out[count++] = record.length;
    out[count++] = record.block_size;
    out[count++] = (uint64_t)record.status;
    out[count++] = record.content_type.len;
    *cut += record.block.len < record.block_size;
  }
  assert_int_equal(status, WARC_END);
  warc_close(reader);
  return count;
}

/* The same list, whether members are unpacked or left early: small and large
 * ones, an archive inside of a record, members with less or more than a
 * record. */
static void
heads_are_those_of_whole_records(void **state)
{
  archive *in = malloc(sizeof *in), *inner = malloc(sizeof *inner);
  char *large = malloc(12000);
  (void)state;
  assert_true(in && inner && large);
  memset(large, 'x', 12000);
  in->len = 0;
  add_member(in, (pith_slice){"<p>short", 8}, "\r\n\r\n");
  add_member(in, (pith_slice){large, 12000}, "\r\n\r\n");
  make_gzip(inner);
  memcpy(large + 6000, inner->data, inner->len < 6000 ? inner->len : 6000);
  add_member(in, (pith_slice){large, 12000}, "\r\n\r\n");
  add_member(in, (pith_slice){large, 12000}, "");
  add_member(in, (pith_slice){large, 12000}, "\r\n\r\n\r\n");
  add_member(in, (pith_slice){large, 9000},
             "\r\n\r\nWARC/1.0\r\nContent-Length: 3\r\n\r\nabc\r\n\r\n");
  uint64_t whole[64], heads[64];
  size_t cut = 0, count = list_records(in, false, whole, &cut);
  assert_int_equal(count, 7 * 5);
  assert_int_equal(cut, 0);
  assert_int_equal(list_records(in, true, heads, &cut), count);
  assert_int_equal(cut, 2); /* the large one, and the one with an archive */
  assert_memory_equal(whole, heads, count * sizeof *whole);
  free(large);
  free(inner);
  free(in);
}
#endif

int
main(void)
{
  const struct CMUnitTest tests[] = {
#ifdef PITH_HAVE_ZLIB
      cmocka_unit_test(heads_are_those_of_whole_records),
#endif
      cmocka_unit_test(flipped_bytes_cost_one_record),
      cmocka_unit_test(cut_files_keep_what_is_whole),
      cmocka_unit_test(stale_encodings_are_kept),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
