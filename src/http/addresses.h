/* addresses.h - at which addresses other machines reach a server. */
#ifndef HTTP_ADDRESSES_H
#define HTTP_ADDRESSES_H

#include <ifaddrs.h>
#include <sys/socket.h>

#include "http/http.h"

/* Fills in what http_server_addresses() returns, for a socket bound to `bound`. `v6_only`: a socket
 * for all IPv6 addresses takes no IPv4. */
void addresses_list(const struct sockaddr *bound, bool v6_only, const struct ifaddrs *interfaces,
                    http_addresses *out);

#endif /* HTTP_ADDRESSES_H */
