/* Every allocation fails once: nothing leaks, nothing crashes, and the failure
 * is reported. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "metadata/metadata.h"
#include "unit/failing_allocator.h"
#include "unit/render/page_helper.h"

/* A bit of everything that allocates. */
static const char html[] =
    "<title>t</title><meta name=author content=Ann><base href=/b/>"
    "<script type=application/ld+json>{\"@type\":\"Article\",\"headline\":"
    "\"H\",\"author\":[{\"name\":\"Ann\"},{\"name\":\"Bo\"}]}</script>"
    "<h1>a &amp; b</h1><p onclick=x>one <b>two <i>three</i></b> <code>c</code>"
    "<a href=/x>link</a><img src=/i alt=c>four</p><ul><li>a<ol><li>b</ol></ul>"
    "<blockquote><pre>code\n more</pre></blockquote><table><tr><th>x<th>y<tr>"
    "<td rowspan=2>1<td>2<br>3<tr><td>4</table><table>moved<tr><td>z</table>"
    "<p>menu</p><dl><dt>t<dd>d</dl>";

static pith_status
run(test_page *page, const pith_allocator *allocator, int format)
{
  pith_metadata_reader metadata;
  pith_status status = page_load(page, allocator, pith__slice_of(html));
  if (status == PITH_OK) {
    page_cut_words(page, "menu");
    page_cut_words(page, "hree</i>");
    if (format < FORMAT_COUNT) {
      status = page_render(page, (page_format)format);
    } else {
      pith__metadata_init(&metadata, &page->memory);
      status = pith__metadata_read(&metadata, &page->tree,
                                   pith__slice_of("http://h.example/"));
      pith__metadata_done(&metadata);
    }
  }
  bool failed = page->verdicts.failed;
  page_done(page);
  return failed ? PITH_NOMEM : status;
}

static void
every_allocation_fails_once(void **state)
{
  (void)state;
  for (int format = 0; format <= FORMAT_COUNT; format++) {
    for (size_t n = 1;; n++) {
      failing_allocator failing;
      test_page page;
      failing_allocator_init(&failing, n);
      pith_allocator allocator = failing_allocator_use(&failing);
      pith_status status = run(&page, &allocator, format);
      assert_true(failing_allocator_is_clean(&failing));
      if (status != (failing.failed ? PITH_NOMEM : PITH_OK))
        fail_msg("format %d, allocation %zu: status %d", format, n,
                 (int)status);
      if (!failing.failed) {
        assert_true(n > 5);
        break;
      }
    }
  }
}

static void
a_ceiling_is_a_limit(void **state)
{
  (void)state;
  for (int format = 0; format < FORMAT_COUNT; format++) {
    test_page page;
    assert_int_equal(page_load(&page, NULL, pith__slice_of(html)), PITH_OK);
    page.memory.ceiling = page.memory.used;
    assert_int_equal(page_render(&page, (page_format)format), PITH_LIMIT);
    page_done(&page);
  }
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_allocation_fails_once),
      cmocka_unit_test(a_ceiling_is_a_limit),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
