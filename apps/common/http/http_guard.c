/* http_guard.c: see the header. Pure functions of strings, so that each rule
 * has a unit test. Names are compared without case; a port is part of the name,
 * 80 where none is written.
 */
#include "common/http/http_guard.h"

#include "common/system/number.h"

#include <string.h>
#include <strings.h>

/* The length of NAME in NAME or NAME:PORT; colons of an IPv6 address, which is
 * in brackets, do not count. */
static size_t
name_len(const char *host)
{
  if (*host == '[') {
    const char *close = strchr(host, ']');
    return close ? (size_t)(close + 1 - host) : strlen(host);
  }
  return strcspn(host, ":");
}

/* The port after a name, 80 when none is written; 0: malformed. */
static unsigned
port_after(const char *colon)
{
  uint64_t port = 0;
  if (!*colon)
    return 80;
  if (*colon == ':')
    number_read(colon + 1, 65535, &port);
  return (unsigned)port;
}

static bool
is_name(const char *host, size_t len, const char *name)
{
  return strlen(name) == len && strncasecmp(host, name, len) == 0;
}

/* Whether HOST fits an entry of the list; one without a port fits any. */
static bool
fits_entry(const char *host, size_t len, const char *entry)
{
  size_t entry_len = name_len(entry);
  if (entry_len != len || strncasecmp(host, entry, len) != 0)
    return false;
  return !entry[len] || port_after(entry + len) == port_after(host + len);
}

/* On loopback its three usual names count too. Names that --allow-host added
 * fit with any port unless they have one. */
bool
http_host_is_ours(const http_names *names, const char *host)
{
  if (!host || !*host)
    return false;
  size_t len = name_len(host);
  unsigned port = port_after(host + len);
  bool named = is_name(host, len, names->bound) ||
               (names->loopback && (is_name(host, len, "127.0.0.1") ||
                                    is_name(host, len, "localhost") ||
                                    is_name(host, len, "[::1]")));
  if (named && port == names->port)
    return true;
  for (size_t i = 0; i < names->more_count; i++)
    if (port != 0 && fits_entry(host, len, names->more[i]))
      return true;
  return false;
}

/* Only plain http: the server has no TLS, so an https origin is always
 * another server, a proxy in front of us included. */
bool
http_origin_is_ours(const http_names *names, const char *origin)
{
  static const char plain[] = "http://";
  if (strncasecmp(origin, plain, sizeof plain - 1) != 0)
    return false;
  return http_host_is_ours(names, origin + sizeof plain - 1);
}

/* Reads all of `given` whatever differs, so that the time it takes does not
 * reveal how many leading characters are right. */
bool
http_token_is(const char *token, const char *given)
{
  if (!given)
    return false;
  size_t len = strlen(token), given_len = strlen(given);
  unsigned char differs = len != given_len;
  for (size_t i = 0; i < given_len; i++)
    differs |= (unsigned char)(given[i] ^ token[len > 0 ? i % len : 0]);
  return differs == 0;
}

const char *
http_bearer(const char *header)
{
  static const char scheme[] = "Bearer ";
  if (!header || strncasecmp(header, scheme, sizeof scheme - 1) != 0)
    return NULL;
  header += sizeof scheme - 1;
  return header + strspn(header, " ");
}

/* Takes the first cookie of the name, as browsers send the most specific one
 * first. */
bool
http_cookie(const char *header, const char *name, char *out, size_t room)
{
  size_t name_length = strlen(name);
  while (header && *header) {
    header += strspn(header, " ;");
    size_t len = strcspn(header, ";");
    if (len > name_length && header[name_length] == '=' &&
        strncmp(header, name, name_length) == 0) {
      len -= name_length + 1;
      if (len >= room)
        return false;
      memcpy(out, header + name_length + 1, len);
      out[len] = '\0';
      return true;
    }
    header += len;
  }
  return false;
}
