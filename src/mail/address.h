/* address.h - mail addresses as this server accepts them: NAME@DOMAIN in ASCII, without comments,
 * quotes or routes (RFC 5321, section 4.1.2, less its quoted strings and address literals). */
#ifndef MAIL_ADDRESS_H
#define MAIL_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>

/* Bytes, with the NUL. */
#define MAIL_ADDRESS_SIZE 255
#define MAIL_MASKED_SIZE  (MAIL_ADDRESS_SIZE + 4) /* of mail_address_mask() */

#define MAIL_LOCAL_MAX 64 /* characters before the @ */

bool mail_address_valid(const char *address);

/* Whether a valid address is one of the internet: its domain has a dot and a name at its end, and
 * it names no program or file, as local mail servers know them. */
bool mail_address_is_public(const char *address);

/* Whether two valid addresses are the same but for case and extensions. */
bool mail_address_same(const char *address, const char *other);

/* Writes the address for display: "a***@example.org". */
void mail_address_mask(const char *address, char out[MAIL_MASKED_SIZE]);

/* Adds an extension to an address: paua+EXTENSION@example.org. False: the result is invalid, such
 * as too long. */
bool mail_address_extend(const char *address, const char *extension, char out[MAIL_ADDRESS_SIZE]);

/* Copies the extension of an address: the text between its first + and its @. False: it has none,
 * or `out` is too small. */
bool mail_address_extension(const char *address, char *out, size_t size);

#endif /* MAIL_ADDRESS_H */
