/* http_metrics.h: the counters of a server, for Prometheus.
 *
 * One row a route and one for requests that fit none. Counting is a few atomic
 * additions; the memory does not grow with the number of requests.
 */
#ifndef SERVER_HTTP_METRICS_H
#define SERVER_HTTP_METRICS_H

#include "common/output/text_out.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct http_metrics http_metrics;

/* Why a request did not reach its handler. */
typedef enum http_refusal {
  HTTP_REFUSED_HOST,
  HTTP_REFUSED_ORIGIN,
  HTTP_REFUSED_TOKEN,
  HTTP_REFUSED_TARGET,
  HTTP_REFUSED_ROUTE,
  HTTP_REFUSED_HEADER,
  HTTP_REFUSED_SIZE,
  HTTP_REFUSED_QUEUE,
  HTTP_REFUSED_MEMORY,
  HTTP_REFUSED_SLOW,
  HTTP_REFUSED_RATE,
  HTTP_REFUSED_CODING,
  HTTP_REFUSALS
} http_refusal;

/* A request that has been answered. */
typedef struct http_count {
  size_t row; /* number of its route; the number of routes: none */
  int status;
  uint64_t received; /* bytes of the body */
  uint64_t sent;
  uint64_t microseconds;
} http_count;

/* Make counters for so many routes. NULL without memory. */
http_metrics *http_metrics_new(size_t routes);
void http_metrics_free(http_metrics *metrics);

void http_metrics_begin(http_metrics *metrics);
void http_metrics_end(http_metrics *metrics, const http_count *count);
void http_metrics_refuse(http_metrics *metrics, http_refusal why);

/* Requests that were begun and not ended. */
size_t http_metrics_in_flight(const http_metrics *metrics);

/* Write them. The callbacks return the labels of a row; rows that have counted
 * nothing are left out. */
typedef struct http_metrics_labels {
  const void *state;
  const char *(*method)(const void *state, size_t row);
  const char *(*pattern)(const void *state, size_t row);
} http_metrics_labels;

void http_metrics_write(const http_metrics *metrics,
                        const http_metrics_labels *labels, text_out *out);

/* Write a gauge: a number that goes up and down. */
void http_metrics_gauge(text_out *out, const char *name, const char *help,
                        uint64_t value);

#endif
