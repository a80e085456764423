/* png.h - SVG turned into PNG by rsvg-convert, a program of the Debian package librsvg2-bin. */
#ifndef PAUA_SHOW_PNG_H
#define PAUA_SHOW_PNG_H

#include <stddef.h>

#define PNG_SIZE_MAX 10000

/* Makes a picture with a white ground, its longer side `size` pixels. *png is malloc'd.
 * Returns 0, or an exit code after an error line. */
int png_render(const char *svg, size_t length, int size, char **png, size_t *png_length);

#endif
