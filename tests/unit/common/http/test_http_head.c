/* Heads and chunks by the letter: what parsers disagree about is refused, and
 * how the bytes are cut into pieces changes nothing.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/http/http_chunks.h"
#include "common/http/http_head.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The status of a head: 0 when it is read, -1 when it is not complete. Fed in
 * pieces of `piece` bytes. */
static int
status_of(const char *text, size_t piece, http_head *head)
{
  static char room[HTTP_HEAD_MOST];
  size_t len = strlen(text), end = 0;
  memcpy(room, text, len);
  for (size_t there = piece;; there += piece) {
    bool all = there >= len;
    switch (http_head_find(room, all ? len : there, &end)) {
    case HTTP_HEAD_WHOLE:
      return http_head_split(room, end, head);
    case HTTP_HEAD_BAD:
      return 400;
    default:
      if (all)
        return -1;
    }
  }
}

static void
heads_are_strict(void **state)
{
  static const struct {
    const char *text;
    int status;
  } cases[] = {
      {"GET / HTTP/1.1\r\nHost: a\r\n\r\n", 0},
      {"GET / HTTP/1.0\r\n\r\n", 0},
      {"GET / HTTP/1.2\r\n\r\n", 0},
      {"\r\nGET / HTTP/1.1\r\n\r\n", 0},
      {"GET / HTTP/1.1\r\nX:\r\nY: a \t\r\n\r\n", 0},
      {"GET / HTTP/1.1\r\nHost: a\r\n", -1},
      {"GET / HTTP/1.1\r\nHost: a\r\n\r", -1},
      {"", -1},
      {"\r\n\r\n", 400},
      {"\r\n\r\nGET / HTTP/1.1\r\n\r\n", 400},
      {"GET / HTTP/1.1\nHost: a\n\n", 400},
      {"GET / HTTP/1.1\r\nHost: a\n\r\n", 400},
      {"GET / HTTP/1.1\r\nHost: a\r\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nX: a\rb\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nX: a\r\n b\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nX: a\r\n\tb: c\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\n X: a\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nX : a\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\n: a\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nX\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nX: \001\r\n\r\n", 400},
      {"GET / HTTP/1.1\r\nX: \177\r\n\r\n", 400},
      {"GET  / HTTP/1.1\r\n\r\n", 400},
      {"GET /  HTTP/1.1\r\n\r\n", 400},
      {"GET / HTTP/1.1 \r\n\r\n", 400},
      {"GET /\r\n\r\n", 400},
      {"GET\r\n\r\n", 400},
      {" GET / HTTP/1.1\r\n\r\n", 400},
      {"G(T / HTTP/1.1\r\n\r\n", 400},
      {"GET / http/1.1\r\n\r\n", 400},
      {"GET / HTTP/1.10\r\n\r\n", 400},
      {"GET / HTTP/2.0\r\n\r\n", 505},
      {"GET / HTTP/0.9\r\n\r\n", 505},
  };
  http_head head;
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (size_t piece = 1; piece < 40; piece += 3) {
      int status = status_of(cases[i].text, piece, &head);
      if (status != cases[i].status)
        fail_msg("%s: %d", cases[i].text, status);
    }
}

/* Write at `at`; returns where the text ends, with a NUL. */
static size_t
add_text(char text[HTTP_HEAD_MOST], size_t at, const char *more)
{
  return at + (size_t)snprintf(text + at, HTTP_HEAD_MOST - at, "%s", more);
}

static void
lines_have_an_end(void **state)
{
  static char text[HTTP_HEAD_MOST];
  http_head head;
  (void)state;
  size_t len = add_text(text, 0, "GET / HTTP/1.1\r\n");
  for (int i = 0; i < HTTP_LINES_MOST; i++)
    len += (size_t)snprintf(text + len, sizeof text - len, "X%d: %d\r\n", i, i);
  add_text(text, len, "\r\n");
  assert_int_equal(status_of(text, 1000, &head), 0);
  assert_string_equal(http_head_value(&head, "x99"), "99");
  assert_null(http_head_value(&head, "X100"));
  add_text(text, len, "Y: 1\r\n\r\n");
  assert_int_equal(status_of(text, 1000, &head), 431);
}

/* What the lines behind the first say. */
static http_facts
facts_of(const char *lines, const char *version)
{
  char text[512];
  http_head head;
  http_facts facts;
  snprintf(text, sizeof text, "POST / HTTP/%s\r\n%s\r\n", version, lines);
  assert_int_equal(status_of(text, 7, &head), 0);
  http_head_facts(&head, &facts);
  return facts;
}

static void
lengths_are_digits(void **state)
{
  static const char *const unclear[] = {
      "Content-Length: +3\r\n",
      "Content-Length: -3\r\n",
      "Content-Length: 3, 3\r\n",
      "Content-Length: 0x3\r\n",
      "Content-Length:\r\n",
      "Content-Length: 3\r\nContent-Length: 3\r\n",
      "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n",
      "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
      "Transfer-Encoding: gzip, chunked\r\n",
      "Transfer-Encoding: identity\r\n",
  };
  (void)state;
  for (size_t i = 0; i < sizeof unclear / sizeof *unclear; i++)
    assert_true(facts_of(unclear[i], "1.1").lengths > 1);
  http_facts facts = facts_of("content-length: 12\r\n", "1.1");
  assert_true(facts.lengths == 1 && facts.length == 12 && !facts.chunked);
  facts = facts_of("Content-Length: 99999999999999999999999\r\n", "1.1");
  assert_true(facts.lengths == 1 && facts.length > (uint64_t)1 << 56);
  facts = facts_of("Transfer-Encoding: Chunked\r\n", "1.1");
  assert_true(facts.lengths == 1 && facts.chunked);
  assert_true(facts_of("Transfer-Encoding: chunked\r\n", "1.0").lengths > 1);
  assert_true(facts_of("Connection: x, Close\r\n", "1.1").closes);
  assert_false(facts_of("Connection: keep-alive\r\n", "1.1").closes);
  assert_true(facts_of("", "1.0").closes);
  assert_true(facts_of("Expect: 100-Continue\r\n", "1.1").waits);
}

/* The data of a body in chunks, fed by pieces; NULL when it is refused, "..."
 * when it is not complete. */
static const char *
unchunk(const char *text, size_t piece, size_t *rest)
{
  static char room[256];
  http_chunks chunks = {0};
  size_t len = 0, size = strlen(text);
  for (size_t at = 0; at < size; at += piece) {
    pith_slice in = {text + at, piece < size - at ? piece : size - at}, data;
    http_chunk got;
    while ((got = http_chunks_next(&chunks, &in, &data)) == HTTP_CHUNK_DATA) {
      memcpy(room + len, data.data, data.len);
      len += data.len;
    }
    room[len] = '\0';
    *rest = (size_t)(text + size - in.data);
    if (got != HTTP_CHUNK_MORE)
      return got == HTTP_CHUNK_END ? room : NULL;
  }
  return "...";
}

static void
chunks_are_strict(void **state)
{
  static const struct {
    const char *text;
    const char *data;
    size_t rest;
  } cases[] = {
      {"3\r\nabc\r\n0\r\n\r\n", "abc", 0},
      {"3\r\nabc\r\nA\r\n0123456789\r\n0\r\n\r\nGET", "abc0123456789", 3},
      {"3;x=1\r\nabc\r\n000\r\nT: 1\r\n\r\n", "abc", 0},
      {"3\r\nab", "...", 0},
      {"0\r\n\r", "...", 0},
      {"3\nabc\r\n0\r\n\r\n", NULL, 0},
      {"3\r\nabc\n0\r\n\r\n", NULL, 0},
      {"3\r\nabcd\r\n0\r\n\r\n", NULL, 0},
      {"3\r\nabc\r\n0\r\n\n", NULL, 0},
      {"3\r\nabc\r\n0\r\nT: 1\n\r\n", NULL, 0},
      {"\r\n", NULL, 0},
      {"g\r\n", NULL, 0},
      {"-1\r\n", NULL, 0},
      {" 3\r\nabc\r\n", NULL, 0},
      {"3 \r\nabc\r\n", NULL, 0},
      {"0x3\r\nabc\r\n", NULL, 0},
      {"3;\001\r\nabc\r\n", NULL, 0},
      {"1000000000000000\r\n", NULL, 0},
  };
  size_t rest = 0;
  (void)state;
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    for (size_t piece = 1; piece < 20; piece += 2) {
      const char *got = unchunk(cases[i].text, piece, &rest);
      if (!got != !cases[i].data || (got && strcmp(got, cases[i].data) != 0))
        fail_msg("%s: %s", cases[i].text, got ? got : "refused");
      if (got && *got != '.')
        assert_int_equal(rest, cases[i].rest);
    }
}

/* Extensions and trailers that nobody reads have a bound. */
static void
ignored_bytes_have_an_end(void **state)
{
  http_chunks chunks = {0};
  pith_slice in = {"0\r\nT: ", 6}, data;
  http_chunk got = http_chunks_next(&chunks, &in, &data);
  int more = 0;
  (void)state;
  for (; got == HTTP_CHUNK_MORE && more < 100000; more++) {
    in = (pith_slice){"x", 1};
    got = http_chunks_next(&chunks, &in, &data);
  }
  assert_true(got == HTTP_CHUNK_BAD && more < 10000);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(heads_are_strict),
      cmocka_unit_test(lines_have_an_end),
      cmocka_unit_test(lengths_are_digits),
      cmocka_unit_test(chunks_are_strict),
      cmocka_unit_test(ignored_bytes_have_an_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
