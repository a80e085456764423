/* unicode.h - checks and decodes UTF-8 (RFC 3629), and keeps characters out of the texts of others
 * that are invisible or change how their neighbours are displayed. */
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

/* Replaces in place what a terminal must not get from others: control characters but line feeds,
 * invisible ones but joiners, and what is not UTF-8, each by '?'. */
void unicode_make_safe(char *text);
/* The same on one line: line feeds and other blanks of ASCII become spaces. */
void unicode_make_line(char *text);

/* The one policy for texts that people write and others see: names, labels, messages. No character
 * may show nothing, or change how others are shown: a name would look like another's. */
enum text_kind {
    TEXT_NAME,      /* stands for somebody or something: no invisible character at all */
    TEXT_ONE_LINE,  /* joiners and variation selectors may follow a visible character (emoji) */
    TEXT_MANY_LINES /* the same, with line feeds */
};

/* Whether a UTF-8 text has 1 to `most` characters, one of them visible, and no control, format,
 * bidirectional or other invisible characters, except as its kind says. */
bool text_is_plain(const char *text, int most, enum text_kind kind);

#endif
