/* network.h - addresses and networks of both families: IPv4 is kept in its IPv6 form. */
#ifndef HTTP_NETWORK_H
#define HTTP_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <netinet/in.h>
#include <sys/socket.h>

struct network {
    struct in6_addr address;
    int bits; /* of the address that count, 1 to 128 */
};

/* Reads an IPv4 or IPv6 address. */
bool network_address_read(const char *text, struct in6_addr *out);
/* The address of a socket; false for another family. */
bool network_address_of(const struct sockaddr *from, struct in6_addr *out);
/* Whether it is 127.x.y.z or ::1. */
bool network_address_is_loopback(const struct in6_addr *address);

/* Reads ADDRESS or ADDRESS/BITS. */
bool network_parse(const char *text, struct network *out);
/* Whether one of the networks has the address. */
bool network_list_has(const struct network *networks, size_t count, const struct in6_addr *address);

/* A number for the client at an address, never 0: of IPv6 it is that of its /64 network, because
 * one client usually has all of it. `seed` keeps clients from choosing their numbers. */
uint64_t network_client_key(const struct in6_addr *address, uint64_t seed);

#endif /* HTTP_NETWORK_H */
