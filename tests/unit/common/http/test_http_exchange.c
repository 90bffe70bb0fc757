/* What is received is bounded: a body by its route, all bodies together by the
 * server, and what was counted is given back.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/http/http_exchange.h"

#include <string.h>

enum { PIECE = 10000, BODY_MOST = 100000, ALL_MOST = 150000 };

static void
send_length(const http_request *request, http_response *response)
{
  text_out_number(&response->body, request->body.len, 0);
}

static const http_route routes[] = {
    {"POST", "/x", send_length, BODY_MOST, false, false}};

static void
open_shared(http_shared *shared)
{
  memset(shared, 0, sizeof *shared);
  http_options_default(&shared->options);
  shared->options.routes = routes;
  shared->options.route_count = 1;
  shared->options.bodies_most = ALL_MOST;
  shared->metrics = http_metrics_new(1);
  assert_non_null(shared->metrics);
}

static http_exchange *
begin(http_shared *shared)
{
  http_exchange *x = http_exchange_new(shared, "/x");
  assert_non_null(x);
  x->route = &routes[0];
  return x;
}

/* Take so many pieces; returns whether the connection may live. */
static bool
take(http_exchange *x, int pieces)
{
  static const char data[PIECE];
  bool lives = true;
  for (int i = 0; i < pieces && lives; i++)
    lives = http_exchange_take(x, data, PIECE);
  return lives;
}

static void
one_body_has_an_end(void **state)
{
  http_shared shared;
  (void)state;
  open_shared(&shared);
  http_exchange *x = begin(&shared);
  assert_true(take(x, 10));
  assert_false(x->refused);
  assert_int_equal(x->len, BODY_MOST);
  assert_true(x->capacity <= BODY_MOST);
  assert_true(take(x, 1));
  assert_true(x->refused);
  assert_int_equal(x->response.status, 413);
  assert_int_equal(atomic_load(&shared.bodies), 0);
  assert_false(take(x, 1000)); /* who goes on and on is cut off */
  http_exchange_free(x);
  http_metrics_free(shared.metrics);
}

static void
all_bodies_have_an_end(void **state)
{
  http_shared shared;
  (void)state;
  open_shared(&shared);
  http_exchange *one = begin(&shared);
  http_exchange *two = begin(&shared);
  take(one, 10);
  take(two, 10);
  assert_false(one->refused);
  assert_true(two->refused);
  assert_int_equal(two->response.status, 503);
  http_exchange_run(one, NULL);
  assert_memory_equal(one->response.body.data, "100000", 6);
  assert_int_equal(atomic_load(&shared.bodies), 0);
  http_exchange_hold(one); /* the answer counts until it is sent */
  assert_int_equal(atomic_load(&shared.bodies), 6);
  http_exchange_free(one);
  http_exchange_free(two);
  assert_int_equal(atomic_load(&shared.bodies), 0);
  assert_int_equal(http_metrics_in_flight(shared.metrics), 0);
  http_metrics_free(shared.metrics);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(one_body_has_an_end),
      cmocka_unit_test(all_bodies_have_an_end),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
