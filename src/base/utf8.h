/* utf8.h - checks texts for UTF-8 (RFC 3629). */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* How many bytes the character has that begins at `at`, of `left` bytes; 0: none is well formed
 * there. */
size_t utf8_character_size(const unsigned char *at, size_t left);

/* Overlong forms, surrogates and what is beyond U+10FFFF are not; NUL is. */
bool utf8_valid(const char *text, size_t size);

/* The size of the longest prefix that is valid. */
size_t utf8_valid_prefix(const char *text, size_t size);

#endif /* BASE_UTF8_H */
