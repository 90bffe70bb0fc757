/*
 * Recovery on the tree itself: what is found, where, at what cost, and that a
 * page without faults is left as it is. Whole pages are in tests/recover.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/slice.h"
#include "html/recover/recover.h"

#include <stdlib.h>

typedef struct fixture {
  pith_memory memory;
  pith_tree tree;
  pith_recovery recovery;
} fixture;

static const pith_tree_options defaults = {
    .limits = {
        .nodes = 1000000, .depth = 512, .attributes = 256, .formatting = 64}};

static void
begin(fixture *f, const pith_allocator *allocator)
{
  pith__memory_init(&f->memory, allocator, (size_t)1 << 30);
  pith__tree_init(&f->tree, &f->memory);
  pith__recovery_init(&f->recovery, &f->memory);
}

static void
end(fixture *f)
{
  pith__tree_done(&f->tree);
  pith__recovery_done(&f->recovery);
  assert_int_equal(f->memory.used, 0);
}

static pith_status
recover(fixture *f, pith_slice page)
{
  pith__recovery_clear(&f->recovery);
  pith_status status = pith__tree_build(&f->tree, page, &defaults);
  return status == PITH_OK ? pith__recover(&f->recovery, &f->tree, &defaults)
                           : status;
}

/* How many elements of a tag the tree has. */
static uint32_t
count_tag(const pith_tree *tree, pith_tag tag)
{
  uint32_t count = 0;
  for (uint32_t n = 0; n < tree->count; n++)
    count += tree->nodes[n].kind == PITH_NODE_ELEMENT &&
             tree->nodes[n].tag == (unsigned)tag;
  return count;
}

/* A page that needs nothing is not built twice. */
static void
test_leaves_good_pages(void **state)
{
  static const char *const pages[] = {
      "<p>One<p>Two",
      "<title>A &lt;b> c</title><script>a = '<p>';</script><p>One",
      "<script type=text/template><div><p>x</p></div></script><p>One",
      "<textarea><html><body><p>a<p>b<p>c</body></html></textarea><p>One",
      "<br /><script src=a></script><a name=b /><p>One",
      "<p title='a > b'>One <b data-x='{\"a\":\"<p>b</p>\"}'>two</b>",
      "<!-- <p>old</p><p>older</p> --><p>One",
      "<p>A page cut short in a script<script>var a = '<p>one</p>",
      "<video><p>No video.</p></video><p>One <iframe src=a></iframe> two",
      ""};
  fixture f;
  (void)state;
  begin(&f, NULL);
  for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
    assert_int_equal(recover(&f, pith__slice_of(pages[i])), PITH_OK);
    assert_int_equal(f.recovery.count, 0);
    assert_int_equal(f.recovery.rounds, 0);
    assert_int_equal(f.recovery.text.len, 0);
  }
  end(&f);
}

/* Offsets are those of the page, before and behind a repair. */
static void
test_keeps_offsets(void **state)
{
  pith_slice page = pith__slice_of(
      "<br><p>a</p><iframe src=\"x\"/><p>b</p><p>c</p><p></p></body></html>");
  fixture f;
  (void)state;
  begin(&f, NULL);
  assert_int_equal(recover(&f, page), PITH_OK);
  assert_int_equal(f.recovery.count, 1);
  assert_string_equal(f.recovery.repairs[0].name, "iframe");
  assert_int_equal(f.recovery.repairs[0].offset, 12);
  assert_int_equal(count_tag(&f.tree, PITH_TAG_P), 4);
  for (uint32_t n = 0; n < f.tree.count; n++) {
    const pith_tree_node *node = &f.tree.nodes[n];
    if (node->kind == PITH_NODE_ELEMENT && node->tag == PITH_TAG_P)
      assert_memory_equal(page.data + node->from, "<p>", 3);
  }
  end(&f);
}

/* XML's empty elements are empty, and their attributes stay. */
static void
test_reads_xml(void **state)
{
  fixture f;
  (void)state;
  begin(&f, NULL);
  assert_int_equal(
      recover(&f, pith__slice_of(
                      "<html><head><script src='a'/><title/></head><body>"
                      "<a name='x'/><p/><div>one<br/></div><object/><p>two</p>"
                      "<table><tr><td/><td>x</td></tr></table></body></html>")),
      PITH_OK);
  assert_int_equal(f.recovery.count, 1);
  assert_string_equal(f.recovery.repairs[0].name, "self-closed");
  assert_int_equal(count_tag(&f.tree, PITH_TAG_A), 1);
  assert_int_equal(count_tag(&f.tree, PITH_TAG_P), 2);
  assert_int_equal(count_tag(&f.tree, PITH_TAG_TD), 2);
  for (uint32_t n = 0; n < f.tree.count; n++) {
    const pith_tree_node *node = &f.tree.nodes[n];
    if (node->kind == PITH_NODE_ELEMENT && node->tag == PITH_TAG_A) {
      assert_int_equal(node->end, n + 1);
      assert_int_equal(node->attributes, 1);
    }
  }
  end(&f);
}

/* `unit` again and again, behind `head`. The caller owns the page. */
static pith_slice
repeat(const char *head, const char *unit, size_t size)
{
  size_t len = strlen(head), step = strlen(unit);
  char *page = malloc(size + len + step);
  assert_non_null(page);
  memcpy(page, head, len);
  for (; len < size; len += step)
    memcpy(page + len, unit, step);
  return pith__slice(page, len);
}

/* Work is bounded by the size of the page, whatever swallows it: a look at each
 * node and byte, a few times a round. */
static void
test_is_linear(void **state)
{
  static const char *const units[] = {
      "<iframe/>",    "<iframe>",       "<script src=a><p>", "<title><body>",
      "<noscript>",   "<svg><desc><p>", "<select><option>a", "<!-- <p>",
      "<a b=\"c><p>", "<template>x",    "<![CDATA[ x>",      "<xmp><p><style/>",
      "<video>word",  "<math><mi><p>",  "<p/><a b=\"",       "<textarea><"};
  const uint64_t most = 8 * PITH_RECOVER_ROUNDS;
  fixture f;
  (void)state;
  begin(&f, NULL);
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    for (size_t twice = 0; twice < 3; twice++) {
      pith_slice page = repeat("<body>", units[i], (size_t)40000 << twice);
      assert_int_equal(recover(&f, page), PITH_OK);
      assert_true(f.recovery.rounds <= PITH_RECOVER_ROUNDS);
      if (f.recovery.looked > most * page.len)
        fail_msg("%s: %llu for %zu bytes", units[i],
                 (unsigned long long)f.recovery.looked, page.len);
      free((void *)(uintptr_t)page.data);
    }
  end(&f);
}

/* Fails the call whose number is reached. */
typedef struct failing {
  uint32_t calls;
  uint32_t fails_at;
} failing;

static void *
failing_resize(void *context, void *block, size_t old_size, size_t new_size)
{
  failing *f = context;
  (void)old_size;
  if (new_size == 0) {
    free(block);
    return NULL;
  }
  return ++f->calls == f->fails_at ? NULL : realloc(block, new_size);
}

static void
test_survives_without_memory(void **state)
{
  pith_slice page = pith__slice_of(
      "<p>a<iframe src=x><p>b<p>c</body></html><noscript>&lt;img&gt;");
  pith_status status = PITH_NOMEM;
  (void)state;
  for (uint32_t fails_at = 1; status != PITH_OK; fails_at++) {
    failing count = {0, fails_at};
    pith_allocator allocator = {failing_resize, &count};
    fixture f;
    begin(&f, &allocator);
    status = recover(&f, page);
    assert_true(status == PITH_OK || status == PITH_NOMEM);
    end(&f);
    assert_true(fails_at < 100);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_leaves_good_pages),
      cmocka_unit_test(test_keeps_offsets),
      cmocka_unit_test(test_reads_xml),
      cmocka_unit_test(test_is_linear),
      cmocka_unit_test(test_survives_without_memory),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
