/*
 * Model files: what is written is read back; what is damaged in any byte, cut
 * off anywhere, or made up with a right checksum, is refused or read as what
 * it is, and never more.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/hash64.h"
#include "base/slice.h"
#include "site/site_sample.h"
#include "unit/failing_allocator.h"
#include "unit/site_pages.h"

static pith_memory memory;
static pith_buffer file; /* of a model with five pages */

static pith_status
load(const char *data, size_t len)
{
  pith_site_sample model;
  pith__site_sample_init(&model, &memory, 0);
  pith_status status = pith__site_sample_load(&model, pith__slice(data, len));
  if (status != PITH_OK)
    assert_int_equal(model.count, 0);
  pith__site_sample_done(&model);
  return status;
}

static void
what_is_written_is_read_back(void **state)
{
  (void)state;
  pith_site_sample model;
  pith_buffer again;
  pith__site_sample_init(&model, &memory, 0);
  pith__buffer_init(&again, &memory);
  assert_int_equal(pith__site_sample_load(&model, pith__buffer_slice(&file)),
                   PITH_OK);
  assert_int_equal(model.count, 5);
  assert_int_equal(model.most, 9);
  assert_int_equal(pith__site_sample_save(&model, &again), PITH_OK);
  assert_int_equal(again.len, file.len);
  assert_memory_equal(again.data, file.data, file.len);
  pith__buffer_done(&again);
  pith__site_sample_done(&model);
}

/* What a page of the model keeps is what its profile had. */
static void
tokens_and_examples_survive(void **state)
{
  (void)state;
  pith_site_sample model;
  site_page page;
  pith__site_sample_init(&model, &memory, 0);
  assert_int_equal(pith__site_sample_load(&model, pith__buffer_slice(&file)),
                   PITH_OK);
  assert_true(site_page_init(&page, &memory, site_page_text(3)));
  const pith_model_page *kept = NULL;
  for (uint32_t i = 0; i < model.count; i++)
    if (model.pages[i].content == page.profile.content)
      kept = &model.pages[i];
  assert_non_null(kept);
  assert_int_equal(kept->count, page.profile.count);
  for (uint32_t i = 0; i < kept->count; i++) {
    assert_int_equal(kept->tokens[i].hash, page.profile.tokens[i].hash);
    assert_int_equal(kept->tokens[i].facts, page.profile.tokens[i].facts);
  }
  assert_int_equal(kept->example_len, page.profile.examples.len);
  assert_memory_equal(kept->examples, page.profile.examples.data,
                      kept->example_len);
  site_page_done(&page);
  pith__site_sample_done(&model);
}

static void
an_empty_model_is_a_file_too(void **state)
{
  (void)state;
  pith_site_sample model;
  pith_buffer empty;
  pith__site_sample_init(&model, &memory, 0);
  pith__buffer_init(&empty, &memory);
  assert_int_equal(pith__site_sample_save(&model, &empty), PITH_OK);
  assert_int_equal(load(empty.data, empty.len), PITH_OK);
  pith__buffer_done(&empty);
  pith__site_sample_done(&model);
}

static void
every_changed_byte_is_noticed(void **state)
{
  (void)state;
  for (size_t i = 0; i < file.len; i++) {
    for (int bit = 0; bit < 8; bit++) {
      file.data[i] = (char)(file.data[i] ^ 1 << bit);
      assert_int_equal(load(file.data, file.len), PITH_FORMAT);
      file.data[i] = (char)(file.data[i] ^ 1 << bit);
    }
  }
  assert_int_equal(load(file.data, file.len), PITH_OK);
}

static void
every_missing_byte_is_noticed(void **state)
{
  (void)state;
  for (size_t len = 0; len < file.len; len++)
    assert_int_equal(load(file.data, len), PITH_FORMAT);
  pith__buffer_append_char(&file, '\0');
  assert_int_equal(load(file.data, file.len), PITH_FORMAT);
  file.len--;
}

/* Length and checksum as the reader wants them. */
static void
seal(char *data, size_t len)
{
  for (int i = 0; i < 8; i++)
    data[16 + i] = (char)((uint64_t)len >> 8 * i & 0xFF);
  uint64_t head = pith__hash64(data, 24, 0x6368656Bu);
  uint64_t sum = pith__hash64(data + 32, len - 32, head);
  for (int i = 0; i < 8; i++)
    data[24 + i] = (char)(sum >> 8 * i & 0xFF);
}

/* Nothing in the file is trusted, even if the checksum is right: all bytes
 * are changed, one at a time, and the file sealed again. */
static void
a_right_checksum_is_not_enough(void **state)
{
  (void)state;
  char *copy = malloc(file.len);
  size_t refused = 0;
  for (size_t i = 8; i < file.len; i++) {
    static const unsigned char values[] = {0x00, 0x01, 0x7F, 0x80, 0xFF};
    for (size_t v = 0; v < sizeof values; v++) {
      memcpy(copy, file.data, file.len);
      copy[i] = (char)values[v];
      seal(copy, file.len);
      pith_status status = load(copy, file.len);
      assert_true(status == PITH_OK || status == PITH_FORMAT ||
                  status == PITH_REVISION);
      refused += status != PITH_OK;
    }
  }
  assert_true(refused > file.len); /* most of it is checked */
  for (size_t len = 40; len < file.len; len++) {
    memcpy(copy, file.data, len);
    seal(copy, len);
    assert_int_equal(load(copy, len), PITH_FORMAT);
  }
  free(copy);
}

/* The layout of another version and the rules of another revision. */
static void
what_another_library_made_is_refused(void **state)
{
  (void)state;
  for (size_t at = 8; at <= 40; at += 32) {
    char *copy = malloc(file.len);
    memcpy(copy, file.data, file.len);
    copy[at] = (char)(copy[at] + 1);
    seal(copy, file.len);
    assert_int_equal(load(copy, file.len), PITH_REVISION);
    free(copy);
  }
}

/* Load the file, name it and say how its pages were parsed. */
static void
load_as(pith_site_sample *model, const char *key, uint64_t options)
{
  pith__site_sample_init(model, &memory, 0);
  assert_int_equal(pith__site_sample_load(model, pith__buffer_slice(&file)),
                   PITH_OK);
  pith__site_sample_name(model, pith__slice_of(key));
  model->options = options;
}

/* No name, one name, several: whatever the order of merging. */
static void
names_merge(void **state)
{
  (void)state;
  static const char *const cases[][3] = {
      {"", "", ""},
      {"a.example", "", "a.example"},
      {"", "a.example", "a.example"},
      {"a.example", "a.example", "a.example"},
      {"a.example", "b.example", "*"},
      {"*", "b.example", "*"},
      {"b.example", "*", "*"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    pith_site_sample one, two;
    pith_buffer saved;
    load_as(&one, cases[i][0], 7);
    load_as(&two, cases[i][1], i % 2 ? 7 : 0);
    assert_int_equal(pith__site_sample_merge(&one, &two), PITH_OK);
    pith__site_sample_done(&two);
    pith__buffer_init(&saved, &memory);
    assert_int_equal(pith__site_sample_save(&one, &saved), PITH_OK);
    assert_int_equal(pith__site_sample_load(&two, pith__buffer_slice(&saved)),
                     PITH_OK);
    assert_string_equal(two.key, cases[i][2]);
    assert_int_equal(two.options, 7);
    pith__buffer_done(&saved);
    pith__site_sample_done(&one);
    pith__site_sample_done(&two);
  }
}

static void
without_memory_nothing_is_left(void **state)
{
  (void)state;
  for (size_t n = 1;; n++) {
    failing_allocator failing;
    pith_memory poor;
    pith_site_sample model;
    pith_buffer out;
    failing_allocator_init(&failing, n);
    pith_allocator allocator = failing_allocator_use(&failing);
    pith__memory_init(&poor, &allocator, SIZE_MAX);
    pith__site_sample_init(&model, &poor, 0);
    pith__buffer_init(&out, &poor);
    pith_status status =
        pith__site_sample_load(&model, pith__buffer_slice(&file));
    if (status == PITH_OK)
      status = pith__site_sample_save(&model, &out);
    pith__buffer_done(&out);
    pith__site_sample_done(&model);
    assert_true(failing_allocator_is_clean(&failing));
    assert_int_equal(status, failing.failed ? PITH_NOMEM : PITH_OK);
    if (!failing.failed)
      break;
  }
}

static int
set_up(void **state)
{
  (void)state;
  pith_site_sample model;
  pith__memory_init(&memory, NULL, SIZE_MAX);
  pith__buffer_init(&file, &memory);
  pith__site_sample_init(&model, &memory, 9);
  for (uint32_t i = 0; i < 5; i++) {
    site_page page;
    if (!site_page_init(&page, &memory, site_page_text(i)) ||
        pith__site_sample_add(&model, &page.profile) != PITH_OK)
      return 1;
    site_page_done(&page);
  }
  pith_status status = pith__site_sample_save(&model, &file);
  pith__site_sample_done(&model);
  return status != PITH_OK;
}

static int
tear_down(void **state)
{
  (void)state;
  pith__buffer_done(&file);
  return memory.used != 0;
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(what_is_written_is_read_back),
      cmocka_unit_test(tokens_and_examples_survive),
      cmocka_unit_test(an_empty_model_is_a_file_too),
      cmocka_unit_test(every_changed_byte_is_noticed),
      cmocka_unit_test(every_missing_byte_is_noticed),
      cmocka_unit_test(a_right_checksum_is_not_enough),
      cmocka_unit_test(what_another_library_made_is_refused),
      cmocka_unit_test(names_merge),
      cmocka_unit_test(without_memory_nothing_is_left),
  };
  return cmocka_run_group_tests(tests, set_up, tear_down);
}
