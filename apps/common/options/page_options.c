/* page_options.c: see the header. The caller's table of options has said that
 * the name is one of these.
 */
#include "common/options/page_options.h"

#include "common/options/arguments.h"
#include "common/output/message.h"

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
  if (!pith_count_read(value, most, &number) || number < least) {
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
    return set_limit(name, value, 0, &page->max_bytes);
  if (strcmp(name, "--max-nodes") == 0)
    return set_limit(name, value, 16, &page->max_nodes);
  return set_limit(name, value, 16, &page->max_depth);
}

bool
style_option_set(pith_options *style, const char *name, const char *value)
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
  if (!pith_count_read(value, most, &number) || number < least) {
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

bool
progress_option_read(const char *value, progress_mode *out)
{
  static const char *const words[] = {"auto", "always", "never", NULL};
  int mode =
      choice_option_read("--progress", value, words, "auto, always or never");
  if (mode >= 0)
    *out = (progress_mode)mode;
  return mode >= 0;
}

static bool
is_among(const char *name, const char *const *list)
{
  while (*list && strcmp(name, *list) != 0)
    list++;
  return *list != NULL;
}

static bool
set_jobs(unsigned *out, const char *name, const char *value)
{
  uint32_t jobs;
  if (!number_option_read(name, value, 1, 256, &jobs))
    return false;
  *out = jobs;
  return true;
}

flag_outcome
page_flag_set(const page_flags *to, const char *name, const char *value)
{
  static const char *const reading[] = {"--encoding", "--max-bytes",
                                        "--max-nodes", "--max-depth", NULL};
  static const char *const writing[] = {
      "--base-url", "--highlight", "--tables",    "--no-tables", "--links",
      "--no-links", "--images",    "--no-images", NULL};
  bool fine;
  if (is_among(name, reading))
    fine = page_option_set(to->page, name, value);
  else if (is_among(name, writing))
    fine = style_option_set(to->page, name, value);
  else if (strcmp(name, "--jobs") == 0)
    fine = set_jobs(to->jobs, name, value);
  else if (strcmp(name, "--progress") == 0)
    fine = progress_option_read(value, to->progress);
  else
    return fetch_flag_set(name, value, to->crawl);
  return fine ? FLAG_SET : FLAG_WRONG;
}
