/* fetch_flags.c: see the header. Each option has its range; a value outside it
 * is refused with a message that names what is allowed.
 */
#include "common/web/fetch_flags.h"

#include "common/options/arguments.h"
#include "common/system/ascii_text.h"
#include "common/system/number.h"

#include <string.h>

/* A number with a unit (20k), from `least` to `most`. */
static bool
set_count(const char *name, const char *value, uint64_t least, uint64_t most,
          uint32_t *out)
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

/* A time of at most an hour. */
static bool
set_time(const char *name, const char *value, uint64_t least, uint32_t *out)
{
  uint64_t time;
  if (!number_read_time(value, 3600 * 1000, &time) || time < least) {
    message("bad value '%s' for %s; use a time such as 500ms, 2s or 1m", value,
            name);
    return false;
  }
  *out = (uint32_t)time;
  return true;
}

/* A product name first, and no control character, which could end the header
 * line and begin another one. */
static bool
set_agent(const char *name, const char *value, const char **out)
{
  bool fine = text_is_letter(*value) && strlen(value) <= 200;
  for (const char *at = value; *at; at++)
    fine = fine && (unsigned char)*at >= ' ' && *at != 0x7F;
  if (fine) {
    *out = value;
    return true;
  }
  message("bad value '%s' for %s; it begins with a name, such as "
          "'mine/1.0 (mail address)'",
          value, name);
  return false;
}

/* At most 1 GB, which is what a page may have in memory. */
static bool
set_bytes(const char *name, const char *value, uint64_t *out)
{
  if (pith_count_read(value, 1000000000, out) && *out > 0)
    return true;
  message("bad value '%s' for %s; use a number such as 20M, at most 1G", value,
          name);
  return false;
}

/* The names are those of the option table; an option that is none of these
 * is left to the caller. */
flag_outcome
fetch_flag_set(const char *name, const char *value, crawl_options *out)
{
  bool fine;
  if (strcmp(name, "--same-layer") == 0)
    fine = set_count(name, value, 1, 10000, &out->same_layer);
  else if (strcmp(name, "--max-pages") == 0)
    fine = set_count(name, value, 1, 1000000, &out->max_pages);
  else if (strcmp(name, "--depth") == 0)
    fine = set_count(name, value, 0, 1000, &out->depth);
  else if (strcmp(name, "--delay") == 0)
    fine = set_time(name, value, 0, &out->fetch.delay);
  else if (strcmp(name, "--max-time") == 0)
    fine = set_time(name, value, 1, &out->fetch.time);
  else if (strcmp(name, "--max-bytes") == 0)
    fine = set_bytes(name, value, &out->fetch.bytes);
  else if (strcmp(name, "--user-agent") == 0)
    fine = set_agent(name, value, &out->fetch.user_agent);
  else if (strcmp(name, "--allow-private") == 0)
    fine = out->fetch.allow_private = true;
  else
    return FLAG_OTHER;
  return fine ? FLAG_SET : FLAG_WRONG;
}
