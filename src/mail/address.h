/* address.h - mail addresses as this server takes them: NAME@DOMAIN in ASCII, without comments,
 * quotes or routes (RFC 5321, section 4.1.2, less its quoted strings and address literals). */
#ifndef MAIL_ADDRESS_H
#define MAIL_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

#define MAIL_ADDRESS_SIZE 255 /* bytes, with the NUL */
#define MAIL_LOCAL_MAX    64  /* characters in front of the @ */

bool mail_address_valid(const char *address);

/* The address as it may be shown: "a***@example.org". `out` has MAIL_ADDRESS_SIZE bytes and some
 * for the stars. */
void mail_address_mask(const char *address, char out[MAIL_ADDRESS_SIZE + 4]);

/* An address with an extension, as paua+EXTENSION@example.org of paua@example.org. False: it would
 * be too long. */
bool mail_address_extend(const char *address, const char *extension, char out[MAIL_ADDRESS_SIZE]);

/* The extension of an address: what stands between its first + and its @. False: it has none, or it
 * does not fit. */
bool mail_address_extension(const char *address, char *out, size_t size);

#endif /* MAIL_ADDRESS_H */
