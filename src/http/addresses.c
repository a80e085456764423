/* addresses.c - lists the addresses at which other machines may reach the server: IPv4 first, in
 * the order of the interfaces, without loopback and link-local addresses. */
#define _GNU_SOURCE
#include "http/addresses.h"

#include <arpa/inet.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>

#include "http/server.h"

#define LINK_LOCAL_V4 0xa9fe0000u /* 169.254.0.0/16 */

struct sockaddr_any {
    struct in_addr v4;
    struct in6_addr v6;
    bool is_v4;
    int port;
};

/* Reads an IPv4 or IPv6 address; one in IPv4-mapped form counts as IPv4. */
static bool address_read(const struct sockaddr *from, struct sockaddr_any *out)
{
    memset(out, 0, sizeof *out);
    if (from && from->sa_family == AF_INET) {
        struct sockaddr_in v4;

        memcpy(&v4, from, sizeof v4);
        *out = (struct sockaddr_any){.v4 = v4.sin_addr, .is_v4 = true, .port = ntohs(v4.sin_port)};
        return true;
    }
    if (!from || from->sa_family != AF_INET6)
        return false;
    struct sockaddr_in6 v6;
    memcpy(&v6, from, sizeof v6);
    out->port = ntohs(v6.sin6_port);
    out->v6 = v6.sin6_addr;
    out->is_v4 = IN6_IS_ADDR_V4MAPPED(&v6.sin6_addr);
    if (out->is_v4)
        memcpy(&out->v4, v6.sin6_addr.s6_addr + 12, sizeof out->v4);
    return true;
}

static bool address_is_any(const struct sockaddr_any *address)
{
    return address->is_v4 ? address->v4.s_addr == INADDR_ANY
                          : IN6_IS_ADDR_UNSPECIFIED(&address->v6);
}

static bool address_is_loopback(const struct sockaddr_any *address)
{
    return address->is_v4 ? ntohl(address->v4.s_addr) >> 24 == 127
                          : IN6_IS_ADDR_LOOPBACK(&address->v6);
}

/* Whether other machines may reach this address. */
static bool address_is_open(const struct sockaddr_any *address)
{
    if (address_is_any(address) || address_is_loopback(address))
        return false;
    return address->is_v4 ? (ntohl(address->v4.s_addr) & 0xffff0000u) != LINK_LOCAL_V4
                          : !IN6_IS_ADDR_LINKLOCAL(&address->v6);
}

/* Adds http://ADDRESS:PORT, unless the list has it or is full. */
static void addresses_add(http_addresses *list, const struct sockaddr_any *address, int port)
{
    char host[INET6_ADDRSTRLEN] = "", *url = list->urls[list->count];

    if (list->count == HTTP_ADDRESSES_MAX)
        return;
    if (address->is_v4)
        inet_ntop(AF_INET, &address->v4, host, sizeof host);
    else
        inet_ntop(AF_INET6, &address->v6, host, sizeof host);
    snprintf(url, HTTP_URL_MAX, address->is_v4 ? "http://%s:%d" : "http://[%s]:%d", host, port);
    for (int i = 0; i < list->count; i++) {
        if (strcmp(list->urls[i], url) == 0)
            return;
    }
    list->count++;
}

/* Adds the addresses of one family of all interfaces that are up. */
static void addresses_add_interfaces(http_addresses *list, const struct ifaddrs *interfaces,
                                     bool v4, int port)
{
    struct sockaddr_any address;

    for (const struct ifaddrs *at = interfaces; at; at = at->ifa_next) {
        if ((at->ifa_flags & IFF_UP) && (at->ifa_flags & IFF_RUNNING) &&
            address_read(at->ifa_addr, &address) && address.is_v4 == v4 &&
            address_is_open(&address))
            addresses_add(list, &address, port);
    }
}

void addresses_list(const struct sockaddr *bound, bool v6_only, const struct ifaddrs *interfaces,
                    http_addresses *out)
{
    struct sockaddr_any address;

    memset(out, 0, sizeof *out);
    if (!address_read(bound, &address))
        return;
    out->loopback = address_is_loopback(&address);
    if (address_is_any(&address)) {
        if (address.is_v4 || !v6_only)
            addresses_add_interfaces(out, interfaces, true, address.port);
        if (!address.is_v4)
            addresses_add_interfaces(out, interfaces, false, address.port);
    } else if (!out->loopback) {
        addresses_add(out, &address, address.port);
    }
}

void http_server_addresses(const http_server *server, http_addresses *out)
{
    struct sockaddr_storage bound = {.ss_family = AF_UNSPEC};
    socklen_t size = sizeof bound, v6_only_size = sizeof(int);
    struct ifaddrs *interfaces = NULL;
    int v6_only = 0;

    getsockname(server->socket, (struct sockaddr *)&bound, &size);
    getsockopt(server->socket, IPPROTO_IPV6, IPV6_V6ONLY, &v6_only, &v6_only_size);
    if (getifaddrs(&interfaces) != 0)
        interfaces = NULL;
    addresses_list((struct sockaddr *)&bound, v6_only != 0, interfaces, out);
    if (interfaces)
        freeifaddrs(interfaces);
}
