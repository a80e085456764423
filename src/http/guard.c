/* guard.c - checks Host, Origin, Sec-Fetch-Site and Content-Type of a request, before its route is
 * looked up. The rules for Sec-Fetch-Site are a resource isolation policy (web.dev, "Protect your
 * resources from web attacks with Fetch Metadata"). */
#define _GNU_SOURCE
#include "http/guard.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <string.h>
#include <strings.h>

#include "http/http.h"

#define HOST_MAX 256

/* Whether `text` ends here or continues with ":PORT". */
static bool port_follows(const char *text)
{
    if (*text == '\0')
        return true;
    size_t digits = *text == ':' ? strspn(text + 1, "0123456789") : 0;
    return digits > 0 && digits <= 5 && text[1 + digits] == '\0';
}

/* The size of a name without the dot of the root after it: the same host (RFC 3986, section
 * 3.2.2). */
static size_t size_without_root(const char *name, size_t size)
{
    return size > 1 && name[size - 1] == '.' ? size - 1 : size;
}

/* Copies NAME, ADDRESS or [ADDRESS] from the beginning of a text, without the port and the root's
 * dot after it. False: malformed. */
static bool host_copy(const char *text, char host[HOST_MAX])
{
    static const char name[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_";
    size_t size = strspn(text, name);

    if (*text == '[') {
        size = 1 + strspn(text + 1, "0123456789abcdefABCDEF:.");
        if (text[size++] != ']')
            return false;
    }
    if (size == 0 || size >= HOST_MAX || !port_follows(text + size))
        return false;
    size = size_without_root(text, size);
    memcpy(host, text, size);
    host[size] = '\0';
    return true;
}

/* Whether the first `size` bytes of a text are one of the server's names, without its root. */
static bool name_listed(const char *text, size_t size, const char *const *names, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (size == size_without_root(names[i], strlen(names[i])) &&
            strncasecmp(text, names[i], size) == 0)
            return true;
    }
    return false;
}

bool http_host_valid(const char *text)
{
    char host[HOST_MAX];

    return host_copy(text, host) && strlen(host) == size_without_root(text, strlen(text));
}

/* Whether an IPv4 address is a loopback address or the one that the client has connected to. */
static bool address_is_own(struct in_addr address, const struct sockaddr *local)
{
    struct sockaddr_in v4;

    if (ntohl(address.s_addr) >> 24 == 127)
        return true;
    if (local->sa_family == AF_INET) {
        memcpy(&v4, local, sizeof v4);
        return v4.sin_addr.s_addr == address.s_addr;
    }
    if (local->sa_family != AF_INET6)
        return false;
    struct sockaddr_in6 v6;
    memcpy(&v6, local, sizeof v6);
    return IN6_IS_ADDR_V4MAPPED(&v6.sin6_addr) &&
           memcmp(v6.sin6_addr.s6_addr + 12, &address, sizeof address) == 0;
}

/* The same for an IPv6 address. */
static bool address6_is_own(const struct in6_addr *address, const struct sockaddr *local)
{
    if (IN6_IS_ADDR_LOOPBACK(address))
        return true;
    if (local->sa_family != AF_INET6)
        return false;
    struct sockaddr_in6 v6;
    memcpy(&v6, local, sizeof v6);
    return memcmp(&v6.sin6_addr, address, sizeof *address) == 0;
}

/* Whether the server answers to this host. A numeric address cannot be pointed elsewhere, so the
 * one that the client has connected to is allowed. */
static bool host_allowed(const char *text, const struct sockaddr *local, const char *const *names,
                         size_t count)
{
    char host[HOST_MAX], *end;

    if (!host_copy(text, host))
        return false;
    if (strcasecmp(host, "localhost") == 0 || name_listed(host, strlen(host), names, count))
        return true;
    struct in_addr v4;
    if (inet_pton(AF_INET, host, &v4) == 1)
        return address_is_own(v4, local);
    end = strchr(host, ']');
    if (!end)
        return false;
    struct in6_addr v6;
    *end = '\0';
    return inet_pton(AF_INET6, host + 1, &v6) == 1 && address6_is_own(&v6, local);
}

/* Whether the request comes from a page of this server: its origin is the requested host or, if a
 * proxy has changed the host, one of the server's names. */
static bool origin_allowed(const char *origin, const char *host, const char *const *names,
                           size_t count)
{
    const char *authority = strstr(origin, "://");

    if (!authority)
        return false; /* "null" */
    authority += strlen("://");
    return (host && strcasecmp(authority, host) == 0) ||
           name_listed(authority, size_without_root(authority, strlen(authority)), names, count);
}

/* Whether Sec-Fetch-Site allows the request. From another site only navigation is allowed: a GET by
 * which the browser opens the page. */
static bool site_allowed(const struct guard_request *request)
{
    const char *site = request->fetch_site;

    if (!site || strcmp(site, "same-origin") == 0 || strcmp(site, "none") == 0)
        return true;
    return strcmp(request->method, "GET") == 0 && request->fetch_mode &&
           strcmp(request->fetch_mode, "navigate") == 0;
}

/* Whether the type of the body is this one, with or without parameters. */
static bool type_is(const char *type, const char *wanted)
{
    const size_t size = strlen(wanted);

    return type && strncasecmp(type, wanted, size) == 0 && strchr("; \t", type[size]);
}

/* Whether the path takes a body of this type. */
static bool type_allowed(const struct guard_request *request)
{
    const char *type = request->content_type;

    return type_is(type, "application/json") ||
           (request->takes_form && (type_is(type, "application/x-www-form-urlencoded") ||
                                    type_is(type, "multipart/form-data")));
}

int guard_check(const struct guard_request *request, const char *const *names, size_t count)
{
    if (request->host && !host_allowed(request->host, request->local, names, count))
        return 421;
    if (request->origin && !origin_allowed(request->origin, request->host, names, count))
        return 403;
    if (!site_allowed(request))
        return 403;
    if (request->has_body && !type_allowed(request))
        return 415;
    return 0;
}
