/*
 * Any bytes as two addresses, parted by the first line end: the form of a form
 * is itself, has no dots, controls, credentials or fragments, and its host is a
 * host; layers and stories are the same from both sides; folding never makes
 * longer and folds nothing twice. The bytes as a passage do no harm either.
 */
#include "watch/passage_key.h"
#include "common/web/url_layer.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static void
check_form(const web_url *url)
{
  web_url again;
  bool parsed = web_url_parse((pith_slice){url->text, url->len}, &again);
  assert(parsed && again.len == url->len);
  assert(memcmp(again.text, url->text, url->len + 1) == 0);
  assert(url->len <= WEB_URL_MOST && strlen(url->text) == url->len);
  assert(url->host < url->origin && url->origin < url->len);
  assert(url->text[url->origin] == '/' && url->query <= url->len);
  for (size_t i = 0; i < url->len; i++)
    assert((unsigned char)url->text[i] > ' ' && url->text[i] != '#');
  assert(!memchr(url->text + url->host, '@', url->origin - url->host));
  pith_slice path = {url->text + url->origin, url->query - url->origin};
  for (size_t i = 0; i + 1 < path.len; i++)
    if (path.data[i] == '/' && path.data[i + 1] == '.') {
      size_t end = i + 1;
      while (end < path.len && path.data[end] == '.')
        end++;
      bool dots = end - i <= 3 && (end == path.len || path.data[end] == '/');
      assert(!dots);
    }
}

static void
check_fold(pith_slice name)
{
  char *once = malloc(name.len + 1), *twice = malloc(name.len + 1);
  if (once && twice) {
    size_t len = name_fold(name, once);
    assert(len <= name.len);
    assert(name_fold((pith_slice){once, len}, twice) <= len);
  }
  free(once);
  free(twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const char *text = (const char *)data;
  const char *line = size ? memchr(text, '\n', size) : NULL;
  size_t first = line ? (size_t)(line - text) : size;
  pith_slice one = {text, first};
  pith_slice two = {line ? line + 1 : text, line ? size - first - 1 : size};
  web_url a, b, from;
  bool has_a = web_url_parse(one, &a);
  if (has_a)
    check_form(&a);
  if (has_a && web_url_resolve(two, (pith_slice){a.text, a.len}, &b)) {
    check_form(&b);
    assert(url_same_layer(&a, &b) == url_same_layer(&b, &a));
    assert(url_same_story(&a, &b) == url_same_story(&b, &a));
    assert((url_sibling_score(&a, &b) > 0) == web_url_same_host(&a, &b));
    assert(url_same_layer(&a, &a));
  }
  static const char base[] = "http://h/a/b?c";
  if (web_url_resolve(one, (pith_slice){base, strlen(base)}, &from))
    check_form(&from);
  check_fold(one);
  uint64_t key = 0, again = 0;
  if (passage_key(one, &key) && passage_key(one, &again))
    assert(key == again);
  return 0;
}
