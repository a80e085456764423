/* network.h - addresses of clients, and networks. */
#ifndef HTTP_NETWORK_H
#define HTTP_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <netinet/in.h>
#include <sys/socket.h>

#include "http/client.h"

#define NETWORK_UNIX "unix:" /* the text for sockets in the file system */

/* Where a client comes from: an IP address, or a socket in the file system. */
struct network_address {
    bool is_socket;
    struct in6_addr ip; /* an IPv4 address in its IPv6 form; of a socket all zero */
};

struct network {
    struct network_address address;
    int bits; /* of the prefix, 1 to 128; of a socket 0 */
};

/* Reads an IPv4 or IPv6 address. */
bool network_address_read(const char *text, struct network_address *out);
/* Writes it, an IPv4 address in its own form, that of sockets in the file system as
 * NETWORK_UNIX. */
void network_address_write(const struct network_address *address, char out[INET6_ADDRSTRLEN]);
/* The address of a peer; false for another family than IPv4, IPv6 and AF_UNIX. */
bool network_address_of(const struct sockaddr *from, struct network_address *out);
/* Whether it is 127.x.y.z, ::1 or that of sockets in the file system. */
bool network_address_is_local(const struct network_address *address);

/* Whether it is of this machine or of a network of its own, so that no stranger on the internet has
 * it: local, private (RFC 1918, RFC 4193), shared (RFC 6598) or link-local. */
bool network_address_is_private(const struct network_address *address);

/* Reads ADDRESS, ADDRESS/BITS or NETWORK_UNIX. */
bool network_parse(const char *text, struct network *out);
/* Whether one of the networks contains the address. */
bool network_list_has(const struct network *networks, size_t count,
                      const struct network_address *address);

/* The client at an address, with the networks around it. `seed` keeps clients from choosing their
 * keys. */
http_client network_client(const struct network_address *address, uint64_t seed);

#endif /* HTTP_NETWORK_H */
