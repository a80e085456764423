/* access.c - reports a finished request: client, method, path, status, size and time. It leaves out
 * headers, query and body, and every method and path segment that may hold a secret. */
#define _GNU_SOURCE
#include "http/access.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "http/connection.h"
#include "http/server.h"

#define LETTERS     "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define PATH_SAFE   LETTERS "abcdefghijklmnopqrstuvwxyz0123456789.-_"
#define SEGMENT_MAX 20 /* characters; an account name has as many, keys and tokens have more */
#define METHOD_MAX  10
#define PATH_CUT    "/..."

void access_path(const char *path, char out[ACCESS_PATH_MAX])
{
    const size_t room = ACCESS_PATH_MAX - sizeof PATH_CUT;
    size_t used = 0;
    bool cut = false;

    if (*path != '/')
        out[used++] = '*';
    while (*path == '/') {
        path++;
        size_t size = strcspn(path, "/?");
        bool secret = strspn(path, PATH_SAFE) < size || size > SEGMENT_MAX;
        size_t shown = secret ? 1 : size;

        if (used + 1 + shown > room) {
            cut = true;
            break;
        }
        out[used++] = '/';
        memcpy(out + used, secret ? "*" : path, shown);
        used += shown;
        path += size;
    }
    snprintf(out + used, ACCESS_PATH_MAX - used, "%s", cut ? PATH_CUT : "");
}

/* The method; `*` if it does not look like one, because a client has invented it. */
static const char *access_method(const char *method)
{
    size_t size = strlen(method);

    return size > 0 && size <= METHOD_MAX && strspn(method, LETTERS) == size ? method : "*";
}

/* Writes the client's address; "": unknown. */
static void access_address(const http_request *request, char out[INET6_ADDRSTRLEN])
{
    struct network_address address = request->forwarded;

    *out = '\0';
    if (!request->is_forwarded && !connection_peer(request->connection, &address))
        return;
    network_address_write(&address, out);
}

void access_report(const http_request *request)
{
    const http_config *config = &request->server->config;
    char address[INET6_ADDRSTRLEN], path[ACCESS_PATH_MAX];

    if (!config->served || request->status == 0)
        return;
    access_address(request, address);
    access_path(request->path, path);
    http_served served = {
        .address = address,
        .method = access_method(request->method),
        .path = path,
        .status = request->status,
        .bytes = strcmp(request->method, "HEAD") == 0 ? 0 : request->sent,
        .us = (clock_now_ns() - request->began_ns) / 1000,
    };
    config->served(&served, config->served_context);
}
