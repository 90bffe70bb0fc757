/* serve_pages.h: the pages in the body of a request.
 *
 *   one page      HTML, or {"html" | "html_b64", "url", ...}
 *   many pages    one object a line, an array of objects, or {"pages":[...]}
 *
 * Many pages are located first and decoded one at a time, so memory holds the
 * body and one page.
 */
#ifndef SERVER_SERVE_PAGES_H
#define SERVER_SERVE_PAGES_H

#include "common/http/http_server.h"
#include "pith/serve/serve_ask.h"
#include "common/input/page_record.h"

/* A page that is ready to be parsed. */
typedef struct serve_page {
  pith_slice html; /* lent by the body, or by `owned` */
  char *owned;     /* NULL: none */
  char label[64];  /* charset of the Content-Type; "": none */
  bool utf8;       /* it is UTF-8 because JSON is */
} serve_page;

/* Find the one page of a request; other members of a JSON body are set in
 * `ask`. False after an error answer. */
bool serve_page_read(const http_request *request, serve_ask *ask,
                     serve_page *out, http_response *response);
void serve_page_done(serve_page *page);

/* The same for a form of the Content-Type `type`; in serve_multipart.c. */
bool serve_form_read(const char *type, pith_slice body, serve_ask *ask,
                     serve_page *out, http_response *response);

/* How to parse it: the options of the request, and the charset of its
 * transport.
 */
pith_options serve_page_options(const serve_page *page, const serve_ask *ask);

typedef struct serve_item {
  char *name;         /* owned: "id", else "url", else its number */
  char *url;          /* owned; NULL: none */
  page_record record; /* lent by the body */
} serve_item;

/* Find the page of a line; `number` is its name where it has none. PITH_FORMAT
 * when it holds none, with *why; PITH_NOMEM. Ends by serve_item_done(). */
pith_status serve_item_find(pith_slice line, size_t number, serve_item *out,
                            const char **why);
void serve_item_done(serve_item *item);

/* Whether the body of a request may be lines of JSON; false after an error
 * answer. */
bool serve_lines_check(const http_request *request, http_response *response);

typedef struct serve_pages {
  serve_item *items; /* in the byte order of their names */
  size_t count;
  size_t capacity;
} serve_pages;

/* Find the pages of a request. */
bool serve_pages_read(const http_request *request, serve_pages *out,
                      http_response *response);
void serve_pages_done(serve_pages *pages);

/* Decode a page. PITH_FORMAT when it holds none, PITH_NOMEM. */
pith_status serve_item_open(const serve_item *item, serve_page *out);

#endif
