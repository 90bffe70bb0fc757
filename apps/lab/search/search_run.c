/* search_run.c: how pages are ranked, by what a user says. */
#include "lab/search/search_index.h"

#include <stdlib.h>
#include <string.h>

void
search_run_default(search_run *run)
{
  *run = (search_run){.weight = 0.2,
                      .method = 0,
                      .ranking = SEARCH_BM25F,
                      .fields = {2, 1, 1},
                      .nearness = 0.5};
}

/* A number from 0 to 1: 0.2, .2, 1. */
static bool
read_part(const char *text, double *out)
{
  char *end;
  size_t len = strlen(text);
  if (len == 0 || len > 20 || strspn(text, "0123456789.") != len)
    return false;
  double number = strtod(text, &end);
  if (*end || end == text || number > 1)
    return false;
  *out = number;
  return true;
}

bool
search_run_read(const char *text, search_run *run)
{
  static const char weighted[] = "weighted:";
  size_t len = sizeof weighted - 1;
  if (strcmp(text, "basic") == 0)
    run->weight = 1;
  else if (strcmp(text, "cut") == 0)
    run->weight = 0;
  else if (strcmp(text, "weighted") == 0)
    run->weight = 0.2;
  else if (strncmp(text, weighted, len) != 0 ||
           !read_part(text + len, &run->weight)) {
    message("unknown run '%s'; choose basic, cut or weighted:W with W from 0 "
            "to 1",
            text);
    return false;
  }
  return true;
}
