/* picture.h - the picture of a board for a mail. */
#ifndef PAUA_MAIL_PICTURE_H
#define PAUA_MAIL_PICTURE_H

#include <stddef.h>

/* Its longer side: from this size on cells are a whole number of pixels apart, which makes a third
 * fewer bytes than a smaller picture has. */
#define MAIL_PICTURE_PIXELS 440

/* Draws a position with its last move, as PNG; both are those of a draft (mail/draft.h), and a move
 * that cannot be read is not marked. NULL: there is no such position, or out of memory. free(). */
unsigned char *mail_picture_draw(const char *position, const char *move, size_t *size);

#endif
