/* What a server counts comes out in Prometheus' text format. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "common/http/http_metrics.h"

#include <string.h>

static const char *
method(const void *state, size_t row)
{
  (void)state;
  return row == 0 ? "GET" : "";
}

static const char *
pattern(const void *state, size_t row)
{
  (void)state;
  return row == 0 ? "/a" : "other";
}

static void
counts_come_out(void **state)
{
  static const char *const wanted[] = {
      "pith_http_requests_total{method=\"GET\",route=\"/a\",status=\"200\"} 2",
      "pith_http_requests_total{method=\"\",route=\"other\",status=\"404\"} 1",
      "pith_http_requests_total{method=\"GET\",route=\"/a\",status=\"0\"} 1",
      "seconds_bucket{method=\"GET\",route=\"/a\",le=\"0.0005\"} 1",
      "seconds_bucket{method=\"GET\",route=\"/a\",le=\"0.025\"} 2",
      "seconds_bucket{method=\"GET\",route=\"/a\",le=\"10\"} 2",
      "seconds_bucket{method=\"GET\",route=\"/a\",le=\"+Inf\"} 3",
      "seconds_sum{method=\"GET\",route=\"/a\"} 60.020100",
      "seconds_count{method=\"GET\",route=\"/a\"} 3",
      "received_bytes_total{method=\"GET\",route=\"/a\"} 14",
      "sent_bytes_total{method=\"GET\",route=\"/a\"} 10",
      "pith_http_rejected_total{reason=\"slow\"} 1",
      "pith_http_rejected_total{reason=\"host\"} 0",
      "pith_http_requests_in_flight 1",
  };
  static const http_count counts[] = {
      {0, 200, 7, 10, 100},
      {0, 200, 7, 0, 20000},
      {0, 299, 0, 0, 60000000},
      {1, 404, 0, 0, 1},
  };
  http_metrics *metrics = http_metrics_new(1);
  http_metrics_labels labels = {NULL, method, pattern};
  text_out out;
  (void)state;
  assert_non_null(metrics);
  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) {
    http_metrics_begin(metrics);
    http_metrics_end(metrics, &counts[i]);
  }
  http_metrics_begin(metrics);
  http_metrics_refuse(metrics, HTTP_REFUSED_SLOW);
  text_out_init(&out, -1);
  http_metrics_write(metrics, &labels, &out);
  text_out_bytes(&out, "", 1);
  for (size_t i = 0; i < sizeof wanted / sizeof wanted[0]; i++)
    if (!strstr(out.data, wanted[i]))
      fail_msg("no '%s' in\n%s", wanted[i], out.data);
  text_out_done(&out);
  http_metrics_free(metrics);
}

int
main(void)
{
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(counts_come_out),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
