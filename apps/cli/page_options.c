/* page_options.c: see the header. The caller's table of options has said that
 * the name is one of these.
 */
#include "page_options.h"

#include "shared/arguments.h"
#include "shared/message.h"

#include <string.h>

static bool
set_encoding(pith_options *page, const char *name, const char *value)
{
  pith_slice label = {value, strlen(value)};
  if (!pith_encoding_for_label(label)) {
    message("unknown encoding '%s' for %s; use a WHATWG label such as utf-8, "
            "windows-1251 or gb18030",
            value, name);
    return false;
  }
  page->encoding = value;
  return true;
}

static bool
set_limit(const char *name, const char *value, uint32_t least, uint32_t *out)
{
  const uint64_t most = 1000000000;
  uint64_t number;
  if (!count_read(value, most, &number) || number < least) {
    message("bad value '%s' for %s; use a number from %u to 1G, such as 64k or "
            "20M",
            value, name, (unsigned)least);
    return false;
  }
  *out = (uint32_t)number;
  return true;
}

bool
page_option_set(pith_options *page, const char *name, const char *value)
{
  if (strcmp(name, "--encoding") == 0)
    return set_encoding(page, name, value);
  if (strcmp(name, "--max-bytes") == 0)
    return set_limit(name, value, 0, &page->limits.bytes);
  if (strcmp(name, "--max-nodes") == 0)
    return set_limit(name, value, 16, &page->limits.nodes);
  return set_limit(name, value, 16, &page->limits.depth);
}

bool
style_option_set(pith_render_style *style, const char *name, const char *value)
{
  static const char no[] = "--no-";
  bool off = strncmp(name, no, sizeof no - 1) == 0;
  const char *what = name + (off ? sizeof no - 1 : 2);
  if (strcmp(what, "base-url") == 0)
    style->base_url = value;
  else if (strcmp(what, "highlight") == 0)
    style->highlight = true;
  else if (strcmp(what, "tables") == 0)
    style->tables = !off;
  else if (strcmp(what, "links") == 0)
    style->links = !off;
  else
    style->images = !off;
  return true;
}

bool
number_option_read(const char *name, const char *value, uint64_t least,
                   uint64_t most, uint32_t *out)
{
  uint64_t number;
  if (!count_read(value, most, &number) || number < least) {
    message("bad value '%s' for %s; use a number from %u to %u", value, name,
            (unsigned)least, (unsigned)most);
    return false;
  }
  *out = (uint32_t)number;
  return true;
}

int
choice_option_read(const char *name, const char *value,
                   const char *const *words, const char *list)
{
  for (int i = 0; words[i]; i++)
    if (strcmp(value, words[i]) == 0)
      return i;
  message("unknown value '%s' for %s; choose %s", value, name, list);
  return -1;
}
