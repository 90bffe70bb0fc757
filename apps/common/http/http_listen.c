/* http_listen.c: see the header. Only numeric addresses and the name localhost
 * are accepted: no DNS answer decides where we listen.
 */
#include "common/http/http_listen.h"

#include "common/system/number.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
  WAITING_MOST = 1024, /* connections that wait to be accepted */
  FIRST_SOCKET = 3     /* of those that systemd hands over */
};

/* An address of either family; see `any.sa_family`. */
typedef union address {
  struct sockaddr any;
  struct sockaddr_in four;
  struct sockaddr_in6 six;
} address;

/* A port in digits, 0 to 65535, in network order. */
static bool
read_port(const char *text, in_port_t *out)
{
  uint64_t port = 0;
  bool fine = number_read(text, 65535, &port);
  *out = htons((uint16_t)port);
  return fine;
}

/* The address before the port: IPv6 in brackets, else IPv4. An empty one is
 * loopback, so that a port alone never exposes the server. */
static bool
read_host(const char *text, size_t len, address *out)
{
  char host[64];
  bool brackets = len > 1 && text[0] == '[' && text[len - 1] == ']';
  text += brackets;
  len -= brackets ? 2 : 0;
  if (len >= sizeof host)
    return false;
  memcpy(host, text, len);
  host[len] = '\0';
  if (brackets) {
    out->any.sa_family = AF_INET6;
    return inet_pton(AF_INET6, host, &out->six.sin6_addr) == 1;
  }
  out->any.sa_family = AF_INET;
  if (len == 0 || strcmp(host, "localhost") == 0) {
    out->four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return true;
  }
  return inet_pton(AF_INET, host, &out->four.sin_addr) == 1;
}

/* Split at the last colon: an IPv6 address has others. */
static bool
read_address(const char *where, address *out)
{
  const char *colon = strrchr(where, ':');
  memset(out, 0, sizeof *out);
  in_port_t port;
  if (!read_port(colon ? colon + 1 : where, &port) ||
      !read_host(where, colon ? (size_t)(colon - where) : 0, out))
    return false;
  if (out->any.sa_family == AF_INET)
    out->four.sin_port = port;
  else
    out->six.sin6_port = port;
  return true;
}

/* bind() insists on the exact size of the family. */
static socklen_t
address_len(const address *where)
{
  return where->any.sa_family == AF_INET ? sizeof where->four
                                         : sizeof where->six;
}

/* Ask the kernel what the socket was bound to: port 0 has become a real one. */
static bool
describe(http_listener *out)
{
  address got;
  socklen_t len = sizeof got;
  if (getsockname(out->socket, &got.any, &len) != 0)
    return false;
  char digits[INET6_ADDRSTRLEN];
  bool four = got.any.sa_family == AF_INET;
  const void *from = four ? (const void *)&got.four.sin_addr
                          : (const void *)&got.six.sin6_addr;
  if (!inet_ntop(got.any.sa_family, from, digits, sizeof digits))
    return false;
  snprintf(out->name, sizeof out->name, four ? "%s" : "[%s]", digits);
  out->port = ntohs(four ? got.four.sin_port : got.six.sin6_port);
  out->loopback = four ? ntohl(got.four.sin_addr.s_addr) >> 24 == 127
                       : IN6_IS_ADDR_LOOPBACK(&got.six.sin6_addr);
  out->any = four ? got.four.sin_addr.s_addr == htonl(INADDR_ANY)
                  : IN6_IS_ADDR_UNSPECIFIED(&got.six.sin6_addr);
  return true;
}

/* The socket must not block: MHD accepts in its event loop. It must not leak
 * into a browser that the review starts. */
static bool
open_socket(const address *where, http_listener *out)
{
  const int yes = 1;
  out->socket = socket(where->any.sa_family, SOCK_STREAM, 0);
  return out->socket >= 0 && fcntl(out->socket, F_SETFD, FD_CLOEXEC) == 0 &&
         fcntl(out->socket, F_SETFL, O_NONBLOCK) == 0 &&
         setsockopt(out->socket, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) ==
             0 &&
         bind(out->socket, &where->any, address_len(where)) == 0 &&
         listen(out->socket, WAITING_MOST) == 0 && describe(out);
}

/* The socket that systemd has opened for this very process, as sd_listen_fds()
 * finds it: LISTEN_PID is ours, LISTEN_FDS says how many, from 3 on. The
 * variables are of no use to programs that we start. */
static bool
take_socket(http_listener *out)
{
  uint64_t process = 0, count = 0;
  const char *process_text = getenv("LISTEN_PID");
  const char *count_text = getenv("LISTEN_FDS");
  bool ours = process_text && count_text &&
              number_read(process_text, INT32_MAX, &process) &&
              number_read(count_text, INT32_MAX, &count) &&
              (pid_t)process == getpid() && count > 0;
  unsetenv("LISTEN_PID");
  unsetenv("LISTEN_FDS");
  out->socket = FIRST_SOCKET;
  return ours && fcntl(out->socket, F_SETFD, FD_CLOEXEC) == 0 &&
         fcntl(out->socket, F_SETFL, O_NONBLOCK) == 0 && describe(out);
}

/* What the user can do about a failure. */
static const char *
remedy(int error)
{
  if (error == EADDRINUSE)
    return "; choose another port, or 0 for a free one";
  if (error == EACCES)
    return "; ports from 1024 on need no permission";
  if (error == EADDRNOTAVAIL)
    return "; this machine does not have that address";
  return "";
}

/* A bad address is the user's mistake (EXIT_USAGE); an address that cannot
 * be bound is the machine's. */
exit_code
http_listen(const char *where, http_listener *out)
{
  address wanted;
  char room[128];
  if (!read_address(where, &wanted)) {
    message("bad address '%s'; use ADDRESS:PORT in digits, such as "
            "127.0.0.1:8080 or [::1]:8080",
            where);
    return EXIT_USAGE;
  }
  if (take_socket(out) || open_socket(&wanted, out))
    return EXIT_FINE;
  int error = errno;
  message("cannot listen on %s: %s%s", where, system_text(error, room),
          remedy(error));
  if (out->socket >= 0)
    close(out->socket);
  return EXIT_ENVIRONMENT;
}
