/* assets.h - the files of the web app and the description of the HTTP API, embedded into the
 * command.
 *
 * The build generates the table: the page first, once for each of its addresses; the description
 * last. Without the web app (PAUA_WEB=OFF) it has the description only.
 */
#ifndef PAUA_CLI_ASSETS_H
#define PAUA_CLI_ASSETS_H

#include <stddef.h>

struct asset {
    const char *path;          /* of the URL: "/app.js"; for the page, * is one segment */
    const char *type;          /* the Content-Type */
    const unsigned char *data; /* static */
    size_t size;               /* bytes */
    const unsigned char *gzip; /* the compressed data, or NULL */
    size_t gzip_size;
    const unsigned char *brotli; /* likewise */
    size_t brotli_size;
};

extern const struct asset assets[]; /* the page first, the description last */
extern const size_t assets_count;

#endif /* PAUA_CLI_ASSETS_H */
