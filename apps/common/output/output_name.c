/* output_name.c: output_name() of output_tree.h.
 *
 *     http://a.b/c//d?x  ──►  a.b/c/d?x-0123456789abcdef
 *     c/d.html           ──►  c/d.html
 *
 * A name that was changed gets a hash of the whole name, so that two names that
 * are cleaned to the same text stay different files.
 */
#include "common/output/output_tree.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Longest step: room for ".html", ".part" and the like stays below 255. */
enum { STEP_MOST = 200, HASH_ROOM = 24 };

/* FNV-1a, 64 bits. */
static uint64_t
hash_name(const char *name)
{
  uint64_t hash = 0xCBF29CE484222325u;
  for (; *name; name++)
    hash = (hash ^ (unsigned char)*name) * 0x100000001B3u;
  return hash;
}

/* Files that the command itself writes beside the pages. */
static bool
is_taken(const char *name)
{
  return strcmp(name, "pages.jsonl") == 0 || strcmp(name, "report.json") == 0 ||
         strcmp(name, "sites.jsonl") == 0;
}

/* A scheme would become a folder "http:" around every page. */
static const char *
skip_scheme(const char *name)
{
  if (strncmp(name, "http://", 7) == 0)
    return name + 7;
  return strncmp(name, "https://", 8) == 0 ? name + 8 : name;
}

/* Copy one step, cut and cleaned; returns its length in `out`. */
static size_t
copy_step(const char *step, size_t len, char *out)
{
  size_t kept = len < STEP_MOST ? len : STEP_MOST;
  bool dots = len <= 2 && step[0] == '.' && step[len - 1] == '.';
  for (size_t i = 0; i < kept; i++) {
    unsigned char c = (unsigned char)step[i];
    out[i] = c < ' ' || c == 0x7F || dots ? '_' : (char)c;
  }
  return kept;
}

/* The same name for the same page in every run. */
char *
output_name(const char *name)
{
  size_t room = strlen(name) + HASH_ROOM;
  char *made = malloc(room);
  if (!made)
    return NULL;
  size_t len = 0;
  const char *at = skip_scheme(name);
  while (*at) {
    size_t step = strcspn(at, "/");
    if (step > 0) {
      if (len > 0)
        made[len++] = '/';
      len += copy_step(at, step, made + len);
    }
    at += step + (at[step] == '/');
  }
  made[len] = '\0';
  if (strcmp(made, name) != 0 || is_taken(name))
    snprintf(made + len, room - len, "-%016llx",
             (unsigned long long)hash_name(name));
  return made;
}
