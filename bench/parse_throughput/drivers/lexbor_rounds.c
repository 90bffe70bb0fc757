/* lexbor_rounds.c: lexbor's C parser inside the selectolax package.
 *
 * The package's extension module exports lexbor's functions, so this helper,
 * loaded into the same Python process after that module, can call them without
 * Python between the pages. It shows how much of selectolax's time is lexbor's
 * own, so that our figure is not flattered by another language's overhead.
 * The declarations are ours and hold only what is called; handles are opaque.
 */
#include <stddef.h>
#include <time.h>

typedef struct lxb_document lxb_document;

lxb_document *lxb_html_document_create(void);
void lxb_html_document_clean(lxb_document *document);
lxb_document *lxb_html_document_destroy(lxb_document *document);
unsigned lxb_html_document_parse(lxb_document *document,
                                 const unsigned char *html, size_t len);
void lxb_dom_document_opt_set_noi(lxb_document *document, unsigned options);

/* "Without events": no callbacks on insertion. Faster, and what a program
 * that only reads the tree would choose. */
enum { LXB_DOM_DOCUMENT_OPT_WO_EVENTS = 1 };

double lexbor_pass(const char *const *pages, const size_t *lengths,
                   size_t count, int reuse, int quiet);

/* One pass over the pages; returns seconds of processor time, or -1 when a page
 * was refused. `reuse` keeps one document and cleans it between pages;
 * otherwise each page has a document of its own, as selectolax does it. `quiet`
 * turns events off. Borrows everything. */
double
lexbor_pass(const char *const *pages, const size_t *lengths, size_t count,
            int reuse, int quiet)
{
  struct timespec start, end;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
  lxb_document *document = lxb_html_document_create();
  if (document && quiet)
    lxb_dom_document_opt_set_noi(document, LXB_DOM_DOCUMENT_OPT_WO_EVENTS);
  for (size_t i = 0; i < count; i++) {
    const unsigned char *html = (const unsigned char *)pages[i];
    if (!document || lxb_html_document_parse(document, html, lengths[i]) != 0)
      return -1;
    if (reuse) {
      lxb_html_document_clean(document);
    } else {
      lxb_html_document_destroy(document);
      document = i + 1 < count ? lxb_html_document_create() : NULL;
    }
  }
  if (document)
    lxb_html_document_destroy(document);
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
  return (double)(end.tv_sec - start.tv_sec) +
         (double)(end.tv_nsec - start.tv_nsec) * 1e-9;
}
