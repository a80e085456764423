/* network.h - addresses of clients, and networks. */
#ifndef HTTP_NETWORK_H
#define HTTP_NETWORK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <netinet/in.h>
#include <sys/socket.h>

#include "http/client.h"

#define NETWORK_UNIX "unix:" /* the text for all users at sockets in the file system */

/* Where a client comes from: an IP address, or a user of this machine at a socket in the file
 * system. */
struct network_address {
    bool is_user;
    uid_t user;         /* if is_user */
    struct in6_addr ip; /* if not; an IPv4 address in its IPv6 form */
};

struct network {
    struct network_address address;
    int bits;       /* of the prefix, 1 to 128; of a user 0 */
    bool all_users; /* whatever address.user says */
};

/* Reads an IPv4 or IPv6 address. */
bool network_address_read(const char *text, struct network_address *out);
/* Writes it, an IPv4 address in its own form, a user as NETWORK_UNIX and a number. */
void network_address_write(const struct network_address *address, char out[INET6_ADDRSTRLEN]);
/* The address of the peer of a connected socket; false for another family than IPv4, IPv6 and
 * AF_UNIX. A user is who has called connect(), as the kernel knows. */
bool network_address_of(int socket, const struct sockaddr *from, struct network_address *out);
/* Whether it is 127.x.y.z, ::1 or a user. */
bool network_address_is_local(const struct network_address *address);

/* Whether it is of this machine or of a network of its own, so that no stranger on the internet has
 * it: local, private (RFC 1918, RFC 4193), shared (RFC 6598) or link-local. */
bool network_address_is_private(const struct network_address *address);

/* Reads ADDRESS, ADDRESS/BITS, NETWORK_UNIX for all users, or NETWORK_UNIX and a number for one. */
bool network_parse(const char *text, struct network *out);
/* Whether one of the networks contains the address. */
bool network_list_has(const struct network *networks, size_t count,
                      const struct network_address *address);

/* The client at an address, with the networks around it; all users are such a network. `seed` keeps
 * clients from choosing their keys. */
http_client network_client(const struct network_address *address, uint64_t seed);

#endif /* HTTP_NETWORK_H */
