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
say_length(const http_request *request, http_response *response)
{
  text_out_number(&response->body, request->body.len, 0);
}

static const http_route routes[] = {
    {"POST", "/x", say_length, BODY_MOST, false, false}};

static void
open_house(http_house *house)
{
  memset(house, 0, sizeof *house);
  http_options_default(&house->options);
  house->options.routes = routes;
  house->options.route_count = 1;
  house->options.bodies_most = ALL_MOST;
  house->metrics = http_metrics_new(1);
  assert_non_null(house->metrics);
}

static http_exchange *
begin(http_house *house)
{
  http_exchange *x = http_exchange_new(house, "/x");
  assert_non_null(x);
  x->route = &routes[0];
  return x;
}

/* Take so many pieces; gives whether the connection may live. */
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
  http_house house;
  (void)state;
  open_house(&house);
  http_exchange *x = begin(&house);
  assert_true(take(x, 10));
  assert_false(x->refused);
  assert_int_equal(x->len, BODY_MOST);
  assert_true(x->capacity <= BODY_MOST);
  assert_true(take(x, 1));
  assert_true(x->refused);
  assert_int_equal(x->response.status, 413);
  assert_int_equal(atomic_load(&house.bodies), 0);
  assert_false(take(x, 1000)); /* who goes on and on is cut off */
  http_exchange_free(x);
  http_metrics_free(house.metrics);
}

static void
all_bodies_have_an_end(void **state)
{
  http_house house;
  (void)state;
  open_house(&house);
  http_exchange *one = begin(&house);
  http_exchange *two = begin(&house);
  take(one, 10);
  take(two, 10);
  assert_false(one->refused);
  assert_true(two->refused);
  assert_int_equal(two->response.status, 503);
  http_exchange_run(one, NULL);
  assert_memory_equal(one->response.body.data, "100000", 6);
  assert_int_equal(atomic_load(&house.bodies), 0);
  http_exchange_hold(one); /* the answer counts until it is sent */
  assert_int_equal(atomic_load(&house.bodies), 6);
  http_exchange_free(one);
  http_exchange_free(two);
  assert_int_equal(atomic_load(&house.bodies), 0);
  assert_int_equal(http_metrics_in_flight(house.metrics), 0);
  http_metrics_free(house.metrics);
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
