/* addresses.h - the addresses at which other machines reach a server. */
#ifndef HTTP_ADDRESSES_H
#define HTTP_ADDRESSES_H

#include <ifaddrs.h>
#include <sys/socket.h>

#include "http/http.h"

/* Fills in the result of http_server_addresses() for a socket bound to `bound`. `v6_only`: a socket
 * bound to all IPv6 addresses does not accept IPv4. */
void addresses_list(const struct sockaddr *bound, bool v6_only, const struct ifaddrs *interfaces,
                    http_addresses *out);

#endif /* HTTP_ADDRESSES_H */
