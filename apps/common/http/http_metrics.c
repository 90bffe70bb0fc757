/* http_metrics.c: see the header. */
#include "common/http/http_metrics.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

/* The statuses we send; 0 stands for any other. */
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

typedef struct row {
  counter by_status[STATUSES];
  counter by_time[ENDS + 1];
  counter microseconds;
  counter requests;
  counter received;
  counter sent;
} row;

struct http_metrics {
  counter in_flight;
  counter refused[HTTP_REFUSALS];
  size_t rows;
  row row[];
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
      calloc(1, sizeof *metrics + (routes + 1) * sizeof(row));
  if (metrics)
    metrics->rows = routes + 1;
  return metrics;
}

void
http_metrics_free(http_metrics *metrics)
{
  free(metrics);
}

void
http_metrics_begin(http_metrics *metrics)
{
  atomic_fetch_add(&metrics->in_flight, 1);
}

void
http_metrics_end(http_metrics *metrics, const http_count *count)
{
  row *r =
      &metrics
           ->row[count->row < metrics->rows ? count->row : metrics->rows - 1];
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

static void
write_head(text_out *out, const char *name, const char *kind, const char *help)
{
  text_out_text(out, "# HELP ");
  text_out_text(out, name);
  text_out_text(out, " ");
  text_out_text(out, help);
  text_out_text(out, "\n# TYPE ");
  text_out_text(out, name);
  text_out_text(out, " ");
  text_out_text(out, kind);
  text_out_text(out, "\n");
}

/* NAME{method="GET",route="/x" without the closing brace; routes are our own
 * and have nothing to escape. */
static void
write_route(text_out *out, const char *name, const http_metrics_labels *labels,
            size_t number)
{
  text_out_text(out, name);
  text_out_text(out, "{method=\"");
  text_out_text(out, labels->method(labels->state, number));
  text_out_text(out, "\",route=\"");
  text_out_text(out, labels->pattern(labels->state, number));
  text_out_text(out, "\"");
}

static void
write_value(text_out *out, uint64_t value)
{
  text_out_text(out, "} ");
  text_out_number(out, value, 0);
  text_out_text(out, "\n");
}

static void
write_requests(const http_metrics *metrics, const http_metrics_labels *labels,
               text_out *out)
{
  static const char name[] = "pith_http_requests_total";
  write_head(out, name, "counter", "Requests answered, by route and status.");
  for (size_t i = 0; i < metrics->rows; i++)
    for (size_t s = 0; s < STATUSES; s++) {
      char label[32];
      uint64_t count = get(&metrics->row[i].by_status[s]);
      if (count == 0)
        continue;
      snprintf(label, sizeof label, ",status=\"%d\"", statuses[s]);
      write_route(out, name, labels, i);
      text_out_text(out, label);
      write_value(out, count);
    }
}

static void
write_bucket(const http_metrics_labels *labels, size_t number, const char *end,
             uint64_t count, text_out *out)
{
  write_route(out, "pith_http_request_seconds_bucket", labels, number);
  text_out_text(out, ",le=\"");
  text_out_text(out, end);
  text_out_text(out, "\"");
  write_value(out, count);
}

static void
write_times(const http_metrics *metrics, const http_metrics_labels *labels,
            text_out *out)
{
  static const char name[] = "pith_http_request_seconds";
  write_head(out, name, "histogram",
             "From the first line of a request to the end of its answer.");
  for (size_t i = 0; i < metrics->rows; i++) {
    const row *r = &metrics->row[i];
    char text[64];
    uint64_t below = 0;
    if (get(&r->requests) == 0)
      continue;
    for (size_t b = 0; b < ENDS; b++) {
      below += get(&r->by_time[b]);
      snprintf(text, sizeof text, "%g", (double)ends[b] * 1e-6);
      write_bucket(labels, i, text, below, out);
    }
    below += get(&r->by_time[ENDS]);
    write_bucket(labels, i, "+Inf", below, out);
    write_route(out, "pith_http_request_seconds_sum", labels, i);
    snprintf(text, sizeof text, "} %.6f\n",
             (double)get(&r->microseconds) * 1e-6);
    text_out_text(out, text);
    write_route(out, "pith_http_request_seconds_count", labels, i);
    write_value(out, below);
  }
}

static void
write_bytes(const http_metrics *metrics, const http_metrics_labels *labels,
            text_out *out)
{
  static const char in[] = "pith_http_received_bytes_total";
  static const char sent[] = "pith_http_sent_bytes_total";
  write_head(out, in, "counter", "Bytes of the bodies of requests.");
  for (size_t i = 0; i < metrics->rows; i++)
    if (get(&metrics->row[i].requests) > 0) {
      write_route(out, in, labels, i);
      write_value(out, get(&metrics->row[i].received));
    }
  write_head(out, sent, "counter", "Bytes of the bodies of answers.");
  for (size_t i = 0; i < metrics->rows; i++)
    if (get(&metrics->row[i].requests) > 0) {
      write_route(out, sent, labels, i);
      write_value(out, get(&metrics->row[i].sent));
    }
}

static void
write_refused(const http_metrics *metrics, text_out *out)
{
  static const char *const words[HTTP_REFUSALS] = {
      [HTTP_REFUSED_HOST] = "host",     [HTTP_REFUSED_ORIGIN] = "origin",
      [HTTP_REFUSED_TOKEN] = "token",   [HTTP_REFUSED_TARGET] = "target",
      [HTTP_REFUSED_ROUTE] = "route",   [HTTP_REFUSED_HEADER] = "header",
      [HTTP_REFUSED_SIZE] = "size",     [HTTP_REFUSED_QUEUE] = "queue",
      [HTTP_REFUSED_MEMORY] = "memory", [HTTP_REFUSED_SLOW] = "slow"};
  static const char name[] = "pith_http_rejected_total";
  write_head(out, name, "counter",
             "Requests that did not reach a handler, by reason.");
  for (size_t i = 0; i < HTTP_REFUSALS; i++) {
    text_out_text(out, name);
    text_out_text(out, "{reason=\"");
    text_out_text(out, words[i]);
    text_out_text(out, "\"");
    write_value(out, get(&metrics->refused[i]));
  }
}

void
http_metrics_gauge(text_out *out, const char *name, const char *help,
                   uint64_t value)
{
  write_head(out, name, "gauge", help);
  text_out_text(out, name);
  text_out_text(out, " ");
  text_out_number(out, value, 0);
  text_out_text(out, "\n");
}

void
http_metrics_write(const http_metrics *metrics,
                   const http_metrics_labels *labels, text_out *out)
{
  write_requests(metrics, labels, out);
  write_times(metrics, labels, out);
  write_bytes(metrics, labels, out);
  write_refused(metrics, out);
  http_metrics_gauge(out, "pith_http_requests_in_flight",
                     "Requests that were begun and not answered.",
                     http_metrics_in_flight(metrics));
}
