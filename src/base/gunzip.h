/* gunzip.h - a source of bytes that unpacks what gzip has compressed (RFC 1952), piece by piece. */
#ifndef BASE_GUNZIP_H
#define BASE_GUNZIP_H

#include <stdbool.h>
#include <stddef.h>

/* At most this many bytes may follow from one compressed byte, and GUNZIP_FREE_BYTES before that
 * counts: game texts shrink to a fifth, and the same game again and again to a hundredth. */
#define GUNZIP_RATIO_MAX  200
#define GUNZIP_FREE_BYTES (1024 * 1024)

/* Fills at most `cap` bytes (cap > 0) and returns their number, 0 at the end, -1 on failure. */
typedef long (*gunzip_source)(char *bytes, size_t cap, void *context);

struct gunzip;

/* Whether a file that begins with these bytes was compressed by gzip; needs the first two. */
bool gunzip_marked(const char *bytes, size_t length);

/* Unpacks `bytes`, of which it makes a copy, and what the source has behind them. NULL: out of
 * memory. */
struct gunzip *gunzip_new(gunzip_source source, void *context, const char *bytes, size_t length);
void gunzip_free(struct gunzip *gunzip); /* NULL is allowed */

/* A gunzip_source; its context is the struct gunzip. */
long gunzip_read(char *bytes, size_t cap, void *context);

/* Why gunzip_read() has returned -1, a static text; NULL: its source has failed. */
const char *gunzip_why(const struct gunzip *gunzip);

#endif
