/* network.c - reads and compares addresses and networks. An IPv4 address a.b.c.d is stored as
 * ::ffff:a.b.c.d (RFC 4291, 2.5.5.2), so that it is the same from an IPv4 and an IPv6 socket. */
#define _GNU_SOURCE
#include "http/network.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define V4_PREFIX 96 /* bits before the IPv4 address in its IPv6 form */

/* The IPv6 form of an IPv4 address. */
static void address_map(struct in_addr v4, struct in6_addr *out)
{
    memset(out, 0, sizeof *out);
    out->s6_addr[10] = out->s6_addr[11] = 0xff;
    memcpy(out->s6_addr + 12, &v4, sizeof v4);
}

bool network_address_read(const char *text, struct network_address *out)
{
    struct in_addr v4;

    *out = (struct network_address){.is_user = false};
    if (inet_pton(AF_INET, text, &v4) != 1)
        return inet_pton(AF_INET6, text, &out->ip) == 1;
    address_map(v4, &out->ip);
    return true;
}

void network_address_write(const struct network_address *address, char out[INET6_ADDRSTRLEN])
{
    if (address->is_user)
        snprintf(out, INET6_ADDRSTRLEN, NETWORK_UNIX "%u", (unsigned)address->user);
    else if (IN6_IS_ADDR_V4MAPPED(&address->ip))
        inet_ntop(AF_INET, address->ip.s6_addr + 12, out, INET6_ADDRSTRLEN);
    else
        inet_ntop(AF_INET6, &address->ip, out, INET6_ADDRSTRLEN);
}

/* The user at the other end of a socket in the file system. */
static uid_t peer_user(int socket)
{
    struct ucred peer = {.uid = (uid_t)-1};
    socklen_t size = sizeof peer;

    getsockopt(socket, SOL_SOCKET, SO_PEERCRED, &peer, &size);
    return peer.uid;
}

bool network_address_of(int socket, const struct sockaddr *from, struct network_address *out)
{
    struct sockaddr_in v4;

    *out = (struct network_address){.is_user = false};
    if (from && from->sa_family == AF_UNIX) {
        *out = (struct network_address){.is_user = true, .user = peer_user(socket)};
        return true;
    }
    if (from && from->sa_family == AF_INET) {
        memcpy(&v4, from, sizeof v4);
        address_map(v4.sin_addr, &out->ip);
        return true;
    }
    if (!from || from->sa_family != AF_INET6)
        return false;
    struct sockaddr_in6 v6;
    memcpy(&v6, from, sizeof v6);
    out->ip = v6.sin6_addr;
    return true;
}

bool network_address_is_local(const struct network_address *address)
{
    return address->is_user || IN6_IS_ADDR_LOOPBACK(&address->ip) ||
           (IN6_IS_ADDR_V4MAPPED(&address->ip) && address->ip.s6_addr[12] == 127);
}

bool network_address_is_private(const struct network_address *address)
{
    static const struct {
        uint32_t prefix;
        int bits;
    } v4[] = {{0x7f000000, 8},  {0x0a000000, 8},  {0xac100000, 12},
              {0xc0a80000, 16}, {0xa9fe0000, 16}, {0x64400000, 10}};
    uint32_t number;

    if (!IN6_IS_ADDR_V4MAPPED(&address->ip))
        return network_address_is_local(address) || IN6_IS_ADDR_LINKLOCAL(&address->ip) ||
               (address->ip.s6_addr[0] & 0xfe) == 0xfc;
    memcpy(&number, address->ip.s6_addr + 12, sizeof number);
    number = ntohl(number);
    for (size_t i = 0; i < sizeof v4 / sizeof v4[0]; i++) {
        if ((number ^ v4[i].prefix) >> (32 - v4[i].bits) == 0)
            return true;
    }
    return false;
}

/* Reads what follows NETWORK_UNIX: nothing, or the number of a user. */
static bool users_parse(const char *text, struct network *out)
{
    const size_t digits = strspn(text, "0123456789");
    const unsigned long long number = strtoull(text, NULL, 10);

    *out = (struct network){.address = {.is_user = true, .user = (uid_t)number},
                            .all_users = *text == '\0'};
    /* The last number is nobody's: (uid_t)-1. */
    return text[digits] == '\0' && digits <= 10 && number < UINT32_MAX;
}

bool network_parse(const char *text, struct network *out)
{
    char address[INET6_ADDRSTRLEN];
    size_t size = strcspn(text, "/");
    struct in_addr v4;

    *out = (struct network){.bits = 0};
    if (strncmp(text, NETWORK_UNIX, strlen(NETWORK_UNIX)) == 0)
        return users_parse(text + strlen(NETWORK_UNIX), out);
    if (size >= sizeof address)
        return false;
    memcpy(address, text, size);
    address[size] = '\0';
    if (!network_address_read(address, &out->address))
        return false;
    bool is_v4 = inet_pton(AF_INET, address, &v4) == 1;
    out->bits = 128;
    if (text[size] == '\0')
        return true;
    const char *bits = text + size + 1;
    size_t digits = strspn(bits, "0123456789");
    if (digits == 0 || digits > 3 || bits[digits] != '\0')
        return false;
    long number = strtol(bits, NULL, 10);
    if (number < 1 || number > (is_v4 ? 32 : 128))
        return false;
    out->bits = (int)number + (is_v4 ? V4_PREFIX : 0);
    return true;
}

/* Whether a network contains the address. */
static bool network_has(const struct network *network, const struct network_address *address)
{
    const uint8_t *prefix = network->address.ip.s6_addr, *ip = address->ip.s6_addr;
    size_t bytes = (size_t)network->bits / 8;
    int rest = network->bits % 8;

    if (network->address.is_user != address->is_user)
        return false;
    if (address->is_user)
        return network->all_users || network->address.user == address->user;
    if (memcmp(prefix, ip, bytes) != 0)
        return false;
    return rest == 0 || (prefix[bytes] ^ ip[bytes]) >> (8 - rest) == 0;
}

bool network_list_has(const struct network *networks, size_t count,
                      const struct network_address *address)
{
    for (size_t i = 0; i < count; i++) {
        if (network_has(&networks[i], address))
            return true;
    }
    return false;
}

/* The finalizer of SplitMix64. */
static uint64_t mix_bits(uint64_t x)
{
    x ^= x >> 30;
    x *= 0xbf58476d1ce4e5b9u;
    x ^= x >> 27;
    x *= 0x94d049bb133111ebu;
    return x ^ x >> 31;
}

/* The key of an address or a network of a level, never 0. */
static uint64_t client_key(uint64_t bits, int level, uint64_t seed)
{
    const uint64_t key = mix_bits(bits ^ mix_bits(seed + (uint64_t)level));

    return key ? key : 1;
}

http_client network_client(const struct network_address *address, uint64_t seed)
{
    static const size_t prefix_bytes[HTTP_CLIENT_LEVELS] = {8, 7, 6}; /* /64, /56, /48 */
    http_client client = {{0}};
    uint64_t bits;

    if (address->is_user) { /* at levels that no address has */
        client.keys[0] = client_key(address->user, HTTP_CLIENT_LEVELS, seed);
        client.keys[1] = client_key(0, HTTP_CLIENT_LEVELS + 1, seed);
        return client;
    }
    memcpy(&bits, address->ip.s6_addr, sizeof bits);
    if (bits == 0) { /* an IPv4 address, ::1 or :: */
        memcpy(&bits, address->ip.s6_addr + 8, sizeof bits);
        client.keys[0] = client_key(bits, 0, seed);
        return client;
    }
    for (int level = 0; level < HTTP_CLIENT_LEVELS; level++) {
        bits = 0;
        memcpy(&bits, address->ip.s6_addr, prefix_bytes[level]);
        client.keys[level] = client_key(bits, level, seed);
    }
    return client;
}
