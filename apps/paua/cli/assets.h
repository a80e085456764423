/* assets.h - the web app's files and the description of the HTTP API, inside the command.
 *
 * The build writes the table; a build without the web app (PAUA_WEB=OFF) has the description alone.
 */
#ifndef PAUA_CLI_ASSETS_H
#define PAUA_CLI_ASSETS_H

#include <stddef.h>

struct asset {
    const char *path;          /* as in the address: "/app.js"; "/" for index.html */
    const char *type;          /* the Content-Type */
    const unsigned char *data; /* static */
    size_t size;               /* bytes */
    const unsigned char *gzip; /* the same packed, or NULL */
    size_t gzip_size;
};

extern const struct asset assets[]; /* the page first, the description last */
extern const size_t assets_count;

#endif /* PAUA_CLI_ASSETS_H */
