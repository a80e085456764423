/* page.c - the web app's files, and the headers that keep strangers out of it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "service/internal.h"

#define ETAG_BYTES 12

/* Nothing but what this server sends itself; WebAssembly needs its own word. */
static const char policy[] =
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'";

struct file {
    const service_asset *asset;
    char etag[2 * ETAG_BYTES + 5];
};

struct page {
    size_t count;
    struct file files[];
};

struct page *page_new(const service_asset *assets, size_t count)
{
    struct page *p = calloc(1, sizeof *p + count * sizeof p->files[0]);
    unsigned char hash[crypto_generichash_BYTES];
    char hex[2 * ETAG_BYTES + 1];

    if (!p)
        return NULL;
    p->count = count;
    for (size_t i = 0; i < count; i++) {
        crypto_generichash(hash, sizeof hash, assets[i].data, assets[i].size, NULL, 0);
        sodium_bin2hex(hex, sizeof hex, hash, ETAG_BYTES);
        p->files[i].asset = &assets[i];
        snprintf(p->files[i].etag, sizeof p->files[i].etag, "W/\"%s\"",
                 hex); /* weak: packed or not */
    }
    return p;
}

void page_free(struct page *p)
{
    free(p);
}

/* Whether Accept-Encoding names gzip, and not to refuse it. */
static bool takes_gzip(const http_request *request)
{
    const char *accepted = http_header(request, "Accept-Encoding");
    const char *gzip = accepted ? strstr(accepted, "gzip") : NULL;

    if (!gzip)
        return false;
    gzip += strlen("gzip");
    gzip += strspn(gzip, " ;\t");
    return strncmp(gzip, "q=0", 3) != 0 || strspn(gzip + 3, ".0") != strcspn(gzip + 3, ", \t");
}

void page_answer(struct page *p, http_request *request, const char *path)
{
    const char *known = http_header(request, "If-None-Match");
    const struct file *f = NULL;

    for (size_t i = 0; i < p->count && !f; i++) {
        if (strcmp(p->files[i].asset->path, path) == 0)
            f = &p->files[i];
    }
    if (!f) {
        reply_error(request, 404, "not_found", "nothing at %.80s", http_path(request));
        return;
    }
    http_add_header(request, "ETag", f->etag);
    http_add_header(request, "Cache-Control", "no-cache");
    http_add_header(request, "Content-Security-Policy", policy);
    http_add_header(request, "Vary", "Accept-Encoding");
    if (known && strstr(known, f->etag)) {
        http_respond_static(request, 304, NULL, "", 0);
    } else if (f->asset->gzip && takes_gzip(request)) {
        http_add_header(request, "Content-Encoding", "gzip");
        http_respond_static(request, 200, f->asset->type, f->asset->gzip, f->asset->gzip_size);
    } else {
        http_respond_static(request, 200, f->asset->type, f->asset->data, f->asset->size);
    }
}
