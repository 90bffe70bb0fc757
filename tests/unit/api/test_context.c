/* Workspaces: one is kept when idle, a large one is not, none is shared. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "api/workspace.h"

static const size_t plenty = (size_t)1 << 30;

static int
make_context(void **state)
{
  return pith_context_new(NULL, (pith_context **)state) != PITH_OK;
}

static int
free_context(void **state)
{
  pith_context_free(*state);
  return 0;
}

static void
the_idle_one_is_taken_again(void **state)
{
  pith_context *context = *state;
  pith_workspace *first = pith__workspace_take(context, plenty);
  pith_workspace *second = pith__workspace_take(context, plenty);
  assert_ptr_not_equal(first, second);
  pith__workspace_return(first);
  pith__workspace_return(second); /* there is a spare one: released */
  assert_ptr_equal(context->spare, first);
  assert_ptr_equal(pith__workspace_take(context, plenty), first);
  assert_null(context->spare);
  pith__workspace_return(first);
}

static void
a_large_one_is_not_kept(void **state)
{
  pith_context *context = *state;
  pith_workspace *work = pith__workspace_take(context, plenty);
  assert_true(pith__buffer_reserve(&work->decoded.buffer, 65 * 1000 * 1000));
  pith__workspace_return(work);
  assert_null(context->spare);
}

static void
a_lower_ceiling_empties_it(void **state)
{
  pith_context *context = *state;
  pith_workspace *work = pith__workspace_take(context, plenty);
  assert_true(pith__buffer_reserve(&work->decoded.buffer, 100000));
  pith__workspace_return(work);
  work = pith__workspace_take(context, 100000000);
  assert_true(work->memory.used >= 100000);
  pith__workspace_return(work);
  work = pith__workspace_take(context, 1000);
  assert_int_equal(work->memory.used, 0);
  assert_int_equal(work->memory.ceiling, 1000);
  pith__workspace_return(work);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(the_idle_one_is_taken_again, make_context,
                                      free_context),
      cmocka_unit_test_setup_teardown(a_large_one_is_not_kept, make_context,
                                      free_context),
      cmocka_unit_test_setup_teardown(a_lower_ceiling_empties_it, make_context,
                                      free_context),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
