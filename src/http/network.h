/* network.h - IP addresses and networks. IPv4 addresses are stored in their IPv6 form. */
#ifndef HTTP_NETWORK_H
#define HTTP_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <netinet/in.h>
#include <sys/socket.h>

#include "http/client.h"

#define NETWORK_UNIX "unix:" /* the text for sockets in the file system */

struct network {
    struct in6_addr address;
    int bits; /* of the prefix, 1 to 128 */
};

/* Reads an IPv4 or IPv6 address. */
bool network_address_read(const char *text, struct in6_addr *out);
/* Writes it, an IPv4 address in its own form, that of sockets in the file system as
 * NETWORK_UNIX. */
void network_address_write(const struct in6_addr *address, char out[INET6_ADDRSTRLEN]);
/* The address of a socket; false for another family than IPv4, IPv6 and AF_UNIX. All sockets of the
 * file system have one address, which no other has: `::`. */
bool network_address_of(const struct sockaddr *from, struct in6_addr *out);
/* Whether it is 127.x.y.z, ::1 or that of sockets in the file system. */
bool network_address_is_local(const struct in6_addr *address);

/* Whether it is of this machine or of a network of its own, so that no stranger on the internet has
 * it: local, private (RFC 1918, RFC 4193), shared (RFC 6598) or link-local. */
bool network_address_is_private(const struct in6_addr *address);

/* Reads ADDRESS, ADDRESS/BITS or NETWORK_UNIX. */
bool network_parse(const char *text, struct network *out);
/* Whether one of the networks contains the address. */
bool network_list_has(const struct network *networks, size_t count, const struct in6_addr *address);

/* The client at an address, with the networks around it. `seed` keeps clients from choosing their
 * keys. */
http_client network_client(const struct in6_addr *address, uint64_t seed);

#endif /* HTTP_NETWORK_H */
