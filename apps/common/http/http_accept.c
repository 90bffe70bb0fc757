/* http_accept.c: see the header. RFC 9110, 12.4.2 and 12.5: "text/html;q=0.5,
 * text/plain" is two members with the weights 500 and 1,000; a weight of 0
 * means "not acceptable".
 */
#include "common/http/http_accept.h"

#include <string.h>
#include <strings.h>

/* Where the value of q begins behind a name; NULL: it has none. */
static const char *
find_weight(const char *at, const char *end)
{
  while ((at = memchr(at, ';', (size_t)(end - at)))) {
    at++;
    while (at < end && (*at == ' ' || *at == '\t'))
      at++;
    if (end - at > 2 && (*at == 'q' || *at == 'Q') && at[1] == '=')
      return at + 2;
  }
  return NULL;
}

/* The weight of a member, in thousandths: its q, 1,000 without one. */
static unsigned
weight_of(const char *at, size_t len)
{
  const char *end = at + len;
  const char *q = find_weight(at, end);
  unsigned weight = 0, unit = 1000;
  if (!q)
    return 1000;
  for (; q < end && ((*q >= '0' && *q <= '9') || *q == '.') && unit > 0; q++)
    if (*q != '.') {
      weight += (unsigned)(*q - '0') * unit;
      unit /= 10;
    }
  return weight > 1000 ? 1000 : weight;
}

/* An empty member, as in ",,", is skipped: RFC 9110, 5.6.1. */
bool
http_choice_next(const char **at, http_choice *out)
{
  const char *from = *at + strspn(*at, " ,\t");
  size_t len = strcspn(from, ",");
  *at = from + len;
  *out = (http_choice){.name = from, .len = strcspn(from, ";, \t")};
  out->weight = weight_of(from, len);
  return *from != '\0';
}

/* Names of types and codings know no case. */
bool
http_choice_is(const http_choice *choice, const char *name)
{
  return strlen(name) == choice->len &&
         strncasecmp(choice->name, name, choice->len) == 0;
}

/* The weight that a list gives to a coding: its own, else that of "*". */
static unsigned
weight_in(const char *list, const char *name)
{
  unsigned any = 0;
  http_choice choice;
  while (http_choice_next(&list, &choice)) {
    if (http_choice_is(&choice, name))
      return choice.weight;
    if (http_choice_is(&choice, "*"))
      any = choice.weight;
  }
  return any;
}

/* Of equal weights our own order decides. */
const packer *
http_packer_for(const char *accept)
{
  const packer *best = NULL;
  unsigned most = 0;
  for (const packer *const *each = pack_all(); accept && *each; each++) {
    unsigned weight = weight_in(accept, (*each)->name);
    if (weight > most) {
      most = weight;
      best = *each;
    }
  }
  return best;
}

/* One coding at most: bodies packed twice come from nobody but those who look
 * for bombs. */
bool
http_unpacker_for(const char *coding, const unpacker **out)
{
  static const struct {
    const char *name;
    const unpacker *(*how)(void);
  } known[] = {{"gzip", unpack_gzip},
               {"x-gzip", unpack_gzip},
               {"deflate", unpack_deflate},
               {"br", unpack_brotli},
               {"zstd", unpack_zstd}};
  http_choice first, second;
  *out = NULL;
  if (!coding || !http_choice_next(&coding, &first) ||
      (http_choice_is(&first, "identity") &&
       !http_choice_next(&coding, &second)))
    return true;
  if (http_choice_next(&coding, &second))
    return false;
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (http_choice_is(&first, known[i].name))
      return (*out = known[i].how()) != NULL;
  return false;
}
