/* static_files.c - serves the files of the web app with ETag, compressed by the build with brotli
 * and gzip, with a content security policy, and isolated from other origins: browsers let only such
 * pages share memory between their workers, as the engine does. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <sodium.h>

#include "http/route.h"
#include "service/core/plain_page.h"
#include "service/core/response.h"
#include "service/server/static_files.h"

#define ETAG_BYTES 12

/* Allows only content of this server. WebAssembly needs its own permission. */
static const char security_policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

struct static_file {
    const service_asset *asset;
    char etag[2 * ETAG_BYTES + 5];
};

struct static_files {
    size_t count;
    struct static_file files[];
};

struct static_files *static_files_new(const service_asset *assets, size_t count)
{
    struct static_files *all = calloc(1, sizeof *all + count * sizeof all->files[0]);
    unsigned char hash[crypto_generichash_BYTES];
    char hex[2 * ETAG_BYTES + 1];

    if (!all)
        return NULL;
    all->count = count;
    for (size_t i = 0; i < count; i++) {
        struct static_file *file = &all->files[i];

        crypto_generichash(hash, sizeof hash, assets[i].data, assets[i].size, NULL, 0);
        sodium_bin2hex(hex, sizeof hex, hash, ETAG_BYTES);
        file->asset = &assets[i];
        /* A weak ETag: it is the same however the file is compressed. */
        snprintf(file->etag, sizeof file->etag, "W/\"%s\"", hex);
    }
    return all;
}

void static_files_free(struct static_files *files)
{
    free(files);
}

/* A coding that is looked for in Accept-Encoding. */
struct coding_search {
    const char *coding;
    bool accepted;
};

/* Whether the search goes on behind a line, which does not name the coding. */
static bool on_accept_encoding(const char *line, void *context)
{
    struct coding_search *search = context;
    const size_t length = strlen(search->coding);

    for (const char *at = line; at; at = strchr(at, ',')) {
        at += strspn(at, ", \t");
        if (strcspn(at, ",; \t") != length || strncasecmp(at, search->coding, length) != 0)
            continue;
        const char *weight = at + length + strspn(at + length, " ;\t");
        search->accepted = strncasecmp(weight, "q=0", 3) != 0 ||
                           strspn(weight + 3, ".0") != strcspn(weight + 3, ", \t");
        return false;
    }
    return true;
}

/* Whether Accept-Encoding names a coding with a weight other than 0. */
static bool request_accepts(const http_request *request, const char *coding)
{
    struct coding_search search = {.coding = coding};

    http_header_lines(request, "Accept-Encoding", on_accept_encoding, &search);
    return search.accepted;
}

/* The file at a path, or NULL. The page is in the table once for each of its addresses. */
static const struct static_file *find_file(const struct static_files *files, const char *path)
{
    struct route_match match = {0};

    for (size_t i = 0; i < files->count; i++)
        if (route_path_matches(files->files[i].asset->path, path, &match))
            return &files->files[i];
    return NULL;
}

/* What caches go by: the same in 200 and 304 (RFC 9110, 15.4.5). */
static void add_cache_headers(http_request *request)
{
    http_add_header(request, "Cache-Control", "no-cache");
    http_add_header(request, "Vary", "Accept-Encoding");
}

static bool is_of_type(const service_asset *asset, const char *type)
{
    return strncmp(asset->type, type, strlen(type)) == 0;
}

/* Whether a Host header names this machine, with or without a port. */
static bool is_this_machine(const char *host)
{
    const size_t length = strcspn(host, ":");

    return (length == strlen("localhost") && strncasecmp(host, "localhost", length) == 0) ||
           strncmp(host, "127.", strlen("127.")) == 0 ||
           strncmp(host, "[::1]", strlen("[::1]")) == 0;
}

/* Whether browsers trust the address of the page: it is reached by TLS, or on this machine.
 * Elsewhere they do not isolate it, and report the headers as an error. */
static bool is_trustworthy(const http_request *request)
{
    const char *host = http_header(request, "Host");

    return http_is_secure(request) || (host && is_this_machine(host));
}

/* Lets the page share memory between its workers: page and workers come from this origin alone. */
static void add_isolation_headers(http_request *request, const service_asset *asset)
{
    const bool is_page = is_of_type(asset, "text/html");

    if (!is_trustworthy(request))
        return;
    if (is_page)
        http_add_header(request, "Cross-Origin-Opener-Policy", "same-origin");
    if (is_page || is_of_type(asset, "text/javascript"))
        http_add_header(request, "Cross-Origin-Embedder-Policy", "require-corp");
}

/* Sends a file, compressed if the client accepts that. */
static void send_file(http_request *request, int status, const service_asset *asset)
{
    add_cache_headers(request);
    if (is_of_type(asset, "text/html"))
        http_add_header(request, "Content-Security-Policy", security_policy);
    add_isolation_headers(request, asset);
    if (asset->brotli && request_accepts(request, "br")) {
        http_add_header(request, "Content-Encoding", "br");
        http_respond_static(request, status, asset->type, asset->brotli, asset->brotli_size);
    } else if (asset->gzip && request_accepts(request, "gzip")) {
        http_add_header(request, "Content-Encoding", "gzip");
        http_respond_static(request, status, asset->type, asset->gzip, asset->gzip_size);
    } else {
        http_respond_static(request, status, asset->type, asset->data, asset->size);
    }
}

/* Whether a browser navigates to an address, rather than a page fetching data. */
static bool request_wants_page(const http_request *request)
{
    return request_accepts_type(request, "text/html") &&
           strncmp(http_path(request), "/api/", strlen("/api/")) != 0;
}

/* 404: with the page for a browser, else with JSON. */
static void respond_missing(const struct static_files *files, http_request *request)
{
    const struct static_file *page = find_file(files, "/");

    if (page && request_wants_page(request))
        send_file(request, 404, page->asset);
    else
        respond_no_path(request);
}

void static_files_respond(const struct static_files *files, http_request *request, const char *path)
{
    const struct static_file *file = find_file(files, path);

    if (!file) {
        respond_missing(files, request);
        return;
    }
    http_add_header(request, "ETag", file->etag);
    if (!request_has_version(request, file->etag)) {
        send_file(request, 200, file->asset);
        return;
    }
    add_cache_headers(request);
    http_respond_static(request, 304, NULL, "", 0);
}

bool static_files_respond_limited(http_request *request)
{
    static const char page[] =
        PLAIN_PAGE("Too many requests", "<p>This server has received too many requests from your "
                                        "address. Please wait a moment, then "
                                        "<a href=\"\">try again</a>.</p>");

    if (!request_wants_page(request))
        return false;
    plain_page_headers(request);
    http_respond_static(request, 429, PLAIN_PAGE_TYPE, page, sizeof page - 1);
    return true;
}
