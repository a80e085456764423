/* unicode.h - checks and decodes UTF-8 (RFC 3629), and classifies characters that are invisible or
 * change how their neighbours are displayed. */
#ifndef BASE_UNICODE_H
#define BASE_UNICODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How many bytes the character has that begins at `at`, of `left` bytes; 0: none is well formed
 * there. */
size_t utf8_character_size(const unsigned char *at, size_t left);

/* Whether a text is valid. Overlong forms, surrogates and what is beyond U+10FFFF are not; NUL
 * is. */
bool utf8_valid(const char *text, size_t size);

/* The size of the longest prefix that is valid. */
size_t utf8_valid_prefix(const char *text, size_t size);

/* The first character of a text that is not empty; returns its size in bytes. A byte that begins no
 * well-formed character is a character of its own, U+FFFD. */
size_t unicode_decode(const char *text, uint32_t *code);

/* C0 with the line feed, DEL, and C1. */
bool unicode_is_control(uint32_t code);
/* Formats, bidirectional controls, line and paragraph separators, fillers, and whatever else shows
 * nothing without being a blank. */
bool unicode_is_invisible(uint32_t code);
/* Joiners and the variation selectors of emoji, which are invisible as well. */
bool unicode_is_joiner(uint32_t code);
bool unicode_is_blank(uint32_t code);
/* Combining marks, which need a character to stand on. */
bool unicode_is_mark(uint32_t code);

/* Replaces in place what a terminal must not get from others: control characters but line feeds,
 * invisible ones but joiners, and what is not UTF-8, each by '?'. */
void unicode_make_safe(char *text);
/* The same on one line: line feeds and other blanks of ASCII become spaces. */
void unicode_make_line(char *text);

#endif
