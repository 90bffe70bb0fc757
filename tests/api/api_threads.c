/* Many threads, one context each: all must see what one thread alone sees.
 *
 * Every thread parses the same pages in another order and compares a digest of
 * each tree with the one made before any thread started. Under the thread
 * sanitizer it also shows that contexts share nothing that is written.
 */
#include <pith.h>

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 8, ROUNDS = 200, PAGES = 5 };

/* The ways through the decoder and the tree that differ most. */
static const char utf8[] =
    "<!doctype html><title>a &amp; b</title><p>one<p>two";
static const char labelled[] = "<meta charset=windows-1251><p>\xcf\xf0\xe8\xe2";
static const char utf16[] = "\xff\xfe<\0p\0>\0a";
static const char misnested[] = "<table><b>x<tr><i>y</b>z</table>"
                                "<svg><foreignObject><p>q</svg>";
static const char guessed[] = "<p>caf\xe9 na\xefve \xe7 la fran\xe7"
                              "aise";

static const pith_slice pages[PAGES] = {
    {utf8, sizeof utf8 - 1},       {labelled, sizeof labelled - 1},
    {utf16, sizeof utf16},         {misnested, sizeof misnested - 1},
    {guessed, sizeof guessed - 1},
};

typedef struct worker {
  pthread_t thread;
  unsigned first;                /* the page it begins with */
  const unsigned long *expected; /* digest of each page's tree */
  int differences;
} worker;

static unsigned long
mix(unsigned long digest, const void *data, size_t len)
{
  const unsigned char *bytes = (const unsigned char *)data;

  for (size_t i = 0; i < len; i++)
    digest = (digest ^ bytes[i]) * 1099511628211UL;
  return digest;
}

static unsigned long
digest_page(const pith_page *page)
{
  unsigned long digest = 14695981039346656037UL;

  for (pith_node n = 0; n < pith_page_node_count(page); n++) {
    pith_slice name = pith_node_name(page, n);
    pith_slice text = pith_node_text(page, n);
    pith_span span = pith_node_span(page, n);
    digest = mix(digest, name.data, name.len);
    digest = mix(digest, text.data, text.len);
    digest = mix(digest, &span, sizeof span);
  }
  return digest;
}

/* The digest of one page's tree, 0 when it cannot be parsed. */
static unsigned long
digest_of(pith_context *context, unsigned which)
{
  pith_page *page;
  unsigned long digest;

  if (pith_page_parse(context, pages[which], NULL, &page, NULL) != PITH_OK)
    return 0;
  digest = digest_page(page);
  pith_page_free(page);
  return digest;
}

static void *
work(void *argument)
{
  worker *self = (worker *)argument;
  pith_context *context;

  if (pith_context_new(NULL, &context) != PITH_OK) {
    self->differences = 1;
    return NULL;
  }
  for (unsigned i = 0; i < ROUNDS; i++) {
    unsigned which = (self->first + i) % PAGES;
    if (digest_of(context, which) != self->expected[which])
      self->differences++;
  }
  pith_context_free(context);
  return NULL;
}

int
main(void)
{
  unsigned long expected[PAGES];
  worker workers[THREADS];
  pith_context *context;
  int bad = pith_context_new(NULL, &context) != PITH_OK;

  for (unsigned i = 0; i < PAGES && !bad; i++) {
    expected[i] = digest_of(context, i);
    bad = expected[i] == 0;
  }
  pith_context_free(context);
  if (bad)
    return 1;

  memset(workers, 0, sizeof workers);
  for (unsigned i = 0; i < THREADS; i++) {
    workers[i].first = i;
    workers[i].expected = expected;
    if (pthread_create(&workers[i].thread, NULL, work, &workers[i]) != 0)
      return 1;
  }
  for (unsigned i = 0; i < THREADS; i++) {
    pthread_join(workers[i].thread, NULL);
    bad += workers[i].differences;
  }
  printf("%d trees differ\n", bad);
  return bad > 0;
}
