/* cmd_review.c: `pith review INPUT`: reads the command line and serves the
 * review (review_server.h).
 */
#include "common/options/commands.h"

#include "common/options/command_line.h"
#include "lab/review/review_server.h"

#include "pith.h"

#include <stddef.h>
#include <string.h>

/* Read a number from `least` to `most`; false after a message. */
static bool
read_number(const char *name, const char *value, uint64_t least, uint64_t most,
            uint64_t *out)
{
  if (pith_count_read(value, most, out) && *out >= least)
    return true;
  message("bad value '%s' for %s; use a number from %lu to %lu", value, name,
          (unsigned long)least, (unsigned long)most);
  return false;
}

static bool
set_option(void *state, const char *name, const char *value)
{
  review_request *out = state;
  uint64_t number = 0;
  if (strcmp(name, "--store") == 0)
    out->store = value;
  else if (strcmp(name, "--grader") == 0)
    out->grader = value;
  else if (strcmp(name, "--open") == 0)
    out->open = true;
  else if (strcmp(name, "--quiet") == 0)
    out->quiet = true;
  else if (strcmp(name, "--port") == 0) {
    if (!read_number(name, value, 1, 65535, &number))
      return false;
    out->port = (unsigned)number;
  } else if (strcmp(name, "--sample") == 0) {
    if (!read_number(name, value, 1, 1000000, &number))
      return false;
    out->sample = (int64_t)number;
  } else if (strcmp(name, "--seed") == 0) {
    if (!read_number(name, value, 0, 1000000000, &number))
      return false;
    out->seed = number;
  }
  return true;
}

static bool
check(const review_request *out)
{
  const char *wrong = NULL;
  if (!out->input)
    wrong = "name a directory of pages, the OUT of pith site, or a .jsonl file";
  else if (out->grader && (out->grader[0] == '\0' || strlen(out->grader) > 99))
    wrong = "the name of a grader has 1 to 99 bytes";
  if (wrong)
    message("review: %s", wrong);
  return !wrong;
}

static bool
add_file(void *state, const char *file)
{
  review_request *out = state;
  return command_line_keep_one(file, "review: one input at a time",
                               &out->input);
}

exit_code
cmd_review(int argc, char *const *argv)
{
  review_request request = {.seed = 1};
  exit_code code;
  const command_line line = {"review", &request, set_option, add_file};
  if (!command_line_read(&line, argc, argv, &code) || !check(&request))
    return code;
  return review_serve(&request);
}
