/* peer_address.c: see the header. Two tables of address blocks; an address in
 * one of them is not public. Of IPv6 only 2000::/3 is allocated at all, so
 * everything else is not public either, except for the two forms that contain
 * IPv4.
 */
#include "common/web/peer_address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>

/* The first `bits` bits of a block. Blocks of IPv6 need no more than 32. */
typedef struct address_block {
  uint8_t first[4];
  unsigned bits;
} address_block;

static const address_block blocks4[] = {
    {{0, 0, 0, 0}, 8},       /* this network */
    {{10, 0, 0, 0}, 8},      /* private */
    {{100, 64, 0, 0}, 10},   /* shared by carriers */
    {{127, 0, 0, 0}, 8},     /* this machine */
    {{169, 254, 0, 0}, 16},  /* link-local; metadata of clouds */
    {{172, 16, 0, 0}, 12},   /* private */
    {{192, 0, 0, 0}, 24},    /* protocols */
    {{192, 0, 2, 0}, 24},    /* documentation */
    {{192, 88, 99, 0}, 24},  /* 6to4 relays */
    {{192, 168, 0, 0}, 16},  /* private */
    {{198, 18, 0, 0}, 15},   /* benchmarks */
    {{198, 51, 100, 0}, 24}, /* documentation */
    {{203, 0, 113, 0}, 24},  /* documentation */
    {{224, 0, 0, 0}, 4},     /* multicast */
    {{240, 0, 0, 0}, 4},     /* reserved, broadcast */
};

/* Inside 2000::/3. */
static const address_block blocks6[] = {
    {{0x20, 0x01, 0x00, 0x00}, 23}, /* protocols, Teredo, ORCHID */
    {{0x20, 0x01, 0x0D, 0xB8}, 32}, /* documentation */
    {{0x3F, 0xFF, 0x00, 0x00}, 20}, /* documentation */
};

/* Whether the first `bits` bits of both are equal. */
static bool
is_inside(const uint8_t *address, const uint8_t *first, unsigned bits)
{
  unsigned bytes = bits / 8, rest = bits % 8;
  if (memcmp(address, first, bytes) != 0)
    return false;
  unsigned mask = rest ? 0xFFu << (8 - rest) & 0xFFu : 0;
  return rest == 0 || (address[bytes] & mask) == (first[bytes] & mask);
}

bool
peer_is_public4(const uint8_t address[4])
{
  for (size_t i = 0; i < sizeof blocks4 / sizeof *blocks4; i++)
    if (is_inside(address, blocks4[i].first, blocks4[i].bits))
      return false;
  return true;
}

/* An IPv6 address may carry an IPv4 one (mapped, NAT64, 6to4, ISATAP). It
 * counts as what the inner address is; otherwise a page could lead the fetcher
 * into a private network by way of a tunnel. */
bool
peer_is_public6(const uint8_t address[16])
{
  static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
  static const uint8_t nat64[12] = {0, 0x64, 0xFF, 0x9B};
  static const uint8_t isatap[4] = {0, 0, 0x5E, 0xFE};
  if (memcmp(address, mapped, 12) == 0 || memcmp(address, nat64, 12) == 0)
    return peer_is_public4(address + 12);
  if ((address[0] & 0xE0) != 0x20)
    return false;
  for (size_t i = 0; i < sizeof blocks6 / sizeof *blocks6; i++)
    if (is_inside(address, blocks6[i].first, blocks6[i].bits))
      return false;
  if (address[0] == 0x20 && address[1] == 0x02) /* 6to4 */
    return peer_is_public4(address + 2);
  bool tunnel = (address[8] & 0xFD) == 0 && address[9] == isatap[1] &&
                address[10] == isatap[2] && address[11] == isatap[3];
  return !tunnel || peer_is_public4(address + 12);
}

/* Copied first: a sockaddr need not be aligned for its real type. A family that
 * is not known is not public. */
bool
peer_is_public(const struct sockaddr *address)
{
  if (address->sa_family == AF_INET) {
    struct sockaddr_in in4;
    memcpy(&in4, address, sizeof in4);
    return peer_is_public4((const uint8_t *)&in4.sin_addr);
  }
  if (address->sa_family == AF_INET6) {
    struct sockaddr_in6 in6;
    memcpy(&in6, address, sizeof in6);
    return peer_is_public6(in6.sin6_addr.s6_addr);
  }
  return false;
}

bool
peer_text_is_public(const char *text)
{
  uint8_t bytes[16];
  if (inet_pton(AF_INET, text, bytes) == 1)
    return peer_is_public4(bytes);
  return inet_pton(AF_INET6, text, bytes) == 1 && peer_is_public6(bytes);
}
