/* http_guard.c: see the header. Pure functions of strings, so that each rule
 * has a unit test. Names are compared without case; a port is part of the name,
 * 80 where none is written.
 */
#include "common/http/http_guard.h"

#include "common/system/number.h"

#include <arpa/inet.h>
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

/* An address in digits, IPv6 in brackets. */
static bool
is_digits(const char *host, size_t len)
{
  char text[64];
  struct in6_addr ignored;
  bool brackets = len > 1 && host[0] == '[' && host[len - 1] == ']';
  host += brackets;
  len -= brackets ? 2 : 0;
  if (len == 0 || len >= sizeof text)
    return false;
  memcpy(text, host, len);
  text[len] = '\0';
  return inet_pton(brackets ? AF_INET6 : AF_INET, text, &ignored) == 1;
}

/* Names that --allow-host added fit with any port unless they have one. */
static bool
is_listed(const http_names *names, const char *host)
{
  size_t len = name_len(host);
  for (size_t i = 0; i < names->more_count; i++)
    if (port_after(host + len) != 0 && fits_entry(host, len, names->more[i]))
      return true;
  return false;
}

/* On loopback its three usual names count too. */
bool
http_host_is_ours(const http_names *names, const char *host)
{
  if (!host || !*host)
    return false;
  size_t len = name_len(host);
  unsigned port = port_after(host + len);
  bool local = is_name(host, len, "localhost");
  if (names->any && port != 0 &&
      (local || is_digits(host, len) ||
       (*names->machine && is_name(host, len, names->machine))))
    return true;
  bool named = is_name(host, len, names->bound) ||
               (names->loopback && (local || is_name(host, len, "127.0.0.1") ||
                                    is_name(host, len, "[::1]")));
  return (named && port == names->port) || is_listed(names, host);
}

/* A server on every address goes by any address as Host; as an Origin that
 * would be every page that was loaded from an address, so there only the very
 * one of the request counts. */
bool
http_origin_is_ours(const http_names *names, const char *origin,
                    const char *host)
{
  static const char plain[] = "http://", secure[] = "https://";
  if (strncasecmp(origin, secure, sizeof secure - 1) == 0)
    return is_listed(names, origin + sizeof secure - 1);
  if (strncasecmp(origin, plain, sizeof plain - 1) != 0)
    return false;
  origin += sizeof plain - 1;
  if (host && strcasecmp(origin, host) == 0)
    return true;
  return names->any ? is_listed(names, origin)
                    : http_host_is_ours(names, origin);
}

/* Origins are compared as they are: browsers write them in one way. */
bool
http_origin_is_listed(const char *const *list, size_t count, const char *origin)
{
  for (size_t i = 0; i < count; i++)
    if (strcmp(list[i], "*") == 0 || strcasecmp(list[i], origin) == 0)
      return true;
  return false;
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

bool
http_header_is_strict(const char *name, const char *value)
{
  static const char signs[] = "!#$%&'*+-.^_`|~";
  const char *at = name;
  for (; *at; at++)
    if (!((*at >= '0' && *at <= '9') ||
          ((*at | 0x20) >= 'a' && (*at | 0x20) <= 'z') || strchr(signs, *at)))
      return false;
  if (at == name)
    return false;
  for (at = value ? value : ""; *at; at++)
    if (((unsigned char)*at < ' ' && *at != '\t') || *at == 0x7F)
      return false;
  return true;
}
