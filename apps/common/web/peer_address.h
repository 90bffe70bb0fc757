/* peer_address.h: may a page from the web be fetched from this address?
 *
 * A name, a redirect or a link can lead anywhere: to this machine, to the
 * router, to the metadata service of a cloud. So not the name is checked but
 * the address of each connection. Public are all addresses that the IANA
 * registries of special-purpose addresses (RFC 6890 and later) do not list.
 * IPv6 addresses that contain an IPv4 address (mapped, NAT64, 6to4, ISATAP)
 * must pass that check too.
 */
#ifndef CRAWL_PEER_ADDRESS_H
#define CRAWL_PEER_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

struct sockaddr;

/* Four bytes, sixteen bytes, in the order of the network. */
bool peer_is_public4(const uint8_t address[4]);
bool peer_is_public6(const uint8_t address[16]);

/* An address as the system has it; neither IPv4 nor IPv6 is not public. */
bool peer_is_public(const struct sockaddr *address);

/* An address as text, "192.0.2.1" or "2001:db8::1"; anything else is not. */
bool peer_text_is_public(const char *text);

#endif
