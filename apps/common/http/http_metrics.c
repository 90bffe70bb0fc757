/* http_metrics.c: see the header.
 *
 * All memory is one block with a row for each route. Counters are independent
 * atomics with relaxed order: a report may be a request or two apart between
 * its lines, which Prometheus allows, but no count is ever lost.
 */
#include "common/http/http_metrics.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* The statuses we send; 0 counts all others. */
static const int statuses[] = {200, 201, 204, 304, 400, 401, 403, 404,
                               405, 406, 408, 409, 411, 413, 414, 415,
                               422, 431, 500, 503, 507, 0};
enum { STATUSES = sizeof statuses / sizeof statuses[0] };

/* Upper ends of the latency buckets, in microseconds. */
static const uint64_t ends[] = {500,     1000,    2500,    5000,    10000,
                                25000,   50000,   100000,  250000,  500000,
                                1000000, 2500000, 5000000, 10000000};
enum { ENDS = sizeof ends / sizeof ends[0] };

typedef atomic_uint_fast64_t counter;

/* The counters of one route. */
typedef struct route_counters {
  counter by_status[STATUSES];
  counter by_time[ENDS + 1];
  counter microseconds;
  counter requests;
  counter received;
  counter sent;
} route_counters;

struct http_metrics {
  counter in_flight;
  counter refused[HTTP_REFUSALS];
  size_t rows;
  route_counters row[];
};

static void
add(counter *to, uint64_t count)
{
  atomic_fetch_add_explicit(to, count, memory_order_relaxed);
}

static uint64_t
get(const counter *from)
{
  return atomic_load_explicit(from, memory_order_relaxed);
}

http_metrics *
http_metrics_new(size_t routes)
{
  http_metrics *metrics =
      calloc(1, sizeof *metrics + (routes + 1) * sizeof(route_counters));
  if (metrics)
    metrics->rows = routes + 1;
  return metrics;
}

void
http_metrics_free(http_metrics *metrics)
{
  free(metrics);
}

/* Requests in flight order the shutdown of the server, so unlike the other
 * counters this one is sequentially consistent. */
void
http_metrics_begin(http_metrics *metrics)
{
  atomic_fetch_add(&metrics->in_flight, 1);
}

/* Add a finished request to the row of its route. The two searches are over
 * a dozen numbers; nothing here is worth an index. */
void
http_metrics_end(http_metrics *metrics, const http_count *count)
{
  size_t last = metrics->rows - 1; /* requests that matched no route */
  route_counters *r = &metrics->row[count->row < last ? count->row : last];
  size_t status = 0, bucket = 0;
  while (status + 1 < STATUSES && statuses[status] != count->status)
    status++;
  while (bucket < ENDS && count->microseconds > ends[bucket])
    bucket++;
  add(&r->by_status[status], 1);
  add(&r->by_time[bucket], 1);
  add(&r->microseconds, count->microseconds);
  add(&r->requests, 1);
  add(&r->received, count->received);
  add(&r->sent, count->sent);
  atomic_fetch_sub(&metrics->in_flight, 1);
}

void
http_metrics_refuse(http_metrics *metrics, http_refusal why)
{
  add(&metrics->refused[why], 1);
}

size_t
http_metrics_in_flight(const http_metrics *metrics)
{
  return (size_t)atomic_load(&metrics->in_flight);
}

/* --- the text format of Prometheus ----------------------------------------
 *
 *     # HELP name help
 *     # TYPE name counter
 *     name{method="GET",route="/v1/extract",status="200"} 17
 */

/* Where a report goes, and what its rows are called. */
typedef struct report {
  const http_metrics *metrics;
  const http_metrics_labels *labels;
  text_out *out;
} report;

static void
write_head(text_out *out, const char *name, const char *kind, const char *help)
{
  text_out_print(out, "# HELP %s %s\n# TYPE %s %s\n", name, help, name, kind);
}

/* One sample of a row. `more` is further labels with a comma before them, or
 * "". Routes are our own constants and have nothing to escape. */
static void
write_sample(const report *to, const char *name, size_t row, const char *more,
             const char *value)
{
  const http_metrics_labels *labels = to->labels;
  text_out_print(to->out, "%s{method=\"%s\",route=\"%s\"%s} %s\n", name,
                 labels->method(labels->state, row),
                 labels->pattern(labels->state, row), more, value);
}

static void
write_count(const report *to, const char *name, size_t row, const char *more,
            uint64_t count)
{
  char value[32];
  snprintf(value, sizeof value, "%llu", (unsigned long long)count);
  write_sample(to, name, row, more, value);
}

/* Statuses that never occurred have no line: 22 of them for each route would
 * hide the rest. */
static void
write_requests(const report *to)
{
  static const char name[] = "pith_http_requests_total";
  write_head(to->out, name, "counter",
             "Requests answered, by route and status.");
  for (size_t i = 0; i < to->metrics->rows; i++)
    for (size_t s = 0; s < STATUSES; s++) {
      char label[32];
      uint64_t count = get(&to->metrics->row[i].by_status[s]);
      snprintf(label, sizeof label, ",status=\"%d\"", statuses[s]);
      if (count > 0)
        write_count(to, name, i, label, count);
    }
}

/* The histogram of one route. Buckets are cumulative, so the last one, "+Inf",
 * is the count of all requests. */
static void
write_histogram(const report *to, size_t number)
{
  const route_counters *r = &to->metrics->row[number];
  char text[64];
  uint64_t below = 0;
  for (size_t b = 0; b <= ENDS; b++) {
    below += get(&r->by_time[b]);
    if (b < ENDS)
      snprintf(text, sizeof text, ",le=\"%g\"", (double)ends[b] * 1e-6);
    else
      snprintf(text, sizeof text, ",le=\"+Inf\"");
    write_count(to, "pith_http_request_seconds_bucket", number, text, below);
  }
  snprintf(text, sizeof text, "%.6f", (double)get(&r->microseconds) * 1e-6);
  write_sample(to, "pith_http_request_seconds_sum", number, "", text);
  write_count(to, "pith_http_request_seconds_count", number, "", below);
}

static void
write_times(const report *to)
{
  write_head(to->out, "pith_http_request_seconds", "histogram",
             "From the first line of a request to the end of its answer.");
  for (size_t i = 0; i < to->metrics->rows; i++)
    if (get(&to->metrics->row[i].requests) > 0)
      write_histogram(to, i);
}

/* Bytes in one direction, for all routes that were used. */
static void
write_bytes(const report *to, bool sent)
{
  const char *name =
      sent ? "pith_http_sent_bytes_total" : "pith_http_received_bytes_total";
  write_head(to->out, name, "counter",
             sent ? "Bytes of the bodies of answers."
                  : "Bytes of the bodies of requests.");
  for (size_t i = 0; i < to->metrics->rows; i++) {
    const route_counters *r = &to->metrics->row[i];
    if (get(&r->requests) > 0)
      write_count(to, name, i, "", get(sent ? &r->sent : &r->received));
  }
}

/* All reasons are listed, zeros too, so that an alert can be defined before
 * the first refusal. */
static void
write_refused(const report *to)
{
  static const char *const words[HTTP_REFUSALS] = {
      [HTTP_REFUSED_HOST] = "host",     [HTTP_REFUSED_ORIGIN] = "origin",
      [HTTP_REFUSED_TOKEN] = "token",   [HTTP_REFUSED_TARGET] = "target",
      [HTTP_REFUSED_ROUTE] = "route",   [HTTP_REFUSED_HEADER] = "header",
      [HTTP_REFUSED_SIZE] = "size",     [HTTP_REFUSED_QUEUE] = "queue",
      [HTTP_REFUSED_MEMORY] = "memory", [HTTP_REFUSED_SLOW] = "slow",
      [HTTP_REFUSED_RATE] = "rate",     [HTTP_REFUSED_CODING] = "coding"};
  static const char name[] = "pith_http_rejected_total";
  write_head(to->out, name, "counter",
             "Requests that did not reach a handler, by reason.");
  for (size_t i = 0; i < HTTP_REFUSALS; i++)
    text_out_print(to->out, "%s{reason=\"%s\"} %llu\n", name, words[i],
                   (unsigned long long)get(&to->metrics->refused[i]));
}

void
http_metrics_gauge(text_out *out, const char *name, const char *help,
                   uint64_t value)
{
  write_head(out, name, "gauge", help);
  text_out_print(out, "%s %llu\n", name, (unsigned long long)value);
}

void
http_metrics_write(const http_metrics *metrics,
                   const http_metrics_labels *labels, text_out *out)
{
  const report to = {metrics, labels, out};
  write_requests(&to);
  write_times(&to);
  write_bytes(&to, false);
  write_bytes(&to, true);
  write_refused(&to);
  http_metrics_gauge(out, "pith_http_requests_in_flight",
                     "Requests that were begun and not answered.",
                     http_metrics_in_flight(metrics));
}
