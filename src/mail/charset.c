/* charset.c - decodes Windows 1252 and ISO 8859-15. ISO 8859-1 is read as Windows 1252, like
 * browsers do (WHATWG Encoding): mail programs confuse the two, and the control characters 0x80 to
 * 0x9f of ISO 8859-1 do not occur in mails. */
#include "mail/charset.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/unicode.h"

#define UTF8_BYTES_MAX 3 /* of a character below U+10000 */
#define REPLACEMENT    0xfffd

enum charset { CHARSET_UNKNOWN, UTF_8, WINDOWS_1252, ISO_8859_15 };

/* A text without a charset is ASCII by RFC 2045, and UTF-8 if a mail program does not say so. */
static enum charset charset_by_name(const char *name)
{
    static const struct {
        const char *name;
        enum charset charset;
    } charsets[] = {{"utf-8", UTF_8},
                    {"us-ascii", UTF_8},
                    {"iso-8859-1", WINDOWS_1252},
                    {"windows-1252", WINDOWS_1252},
                    {"cp1252", WINDOWS_1252},
                    {"iso-8859-15", ISO_8859_15}};

    if (!name)
        return UTF_8;
    for (size_t i = 0; i < sizeof charsets / sizeof *charsets; i++) {
        if (strcasecmp(name, charsets[i].name) == 0)
            return charsets[i].charset;
    }
    return CHARSET_UNKNOWN;
}

/* The character of a byte from 0x80 to 0xff; in UTF-8 of one that belongs to no valid character. */
static uint16_t decode_byte(enum charset charset, unsigned char byte)
{
    /* 0x80 to 0x9f; 0: no character */
    static const uint16_t windows_1252[32] = {
        0x20ac, 0,      0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
        0x2039, 0x0152, 0,      0x017d, 0,      0,      0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
        0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0,      0x017e, 0x0178};
    static const struct {
        unsigned char byte;
        uint16_t character;
    } iso_8859_15[] = {{0xa4, 0x20ac}, {0xa6, 0x0160}, {0xa8, 0x0161}, {0xb4, 0x017d},
                       {0xb8, 0x017e}, {0xbc, 0x0152}, {0xbd, 0x0153}, {0xbe, 0x0178}};

    if (charset == CHARSET_UNKNOWN || charset == UTF_8)
        return REPLACEMENT;
    if (byte < 0xa0) {
        uint16_t character = charset == WINDOWS_1252 ? windows_1252[byte - 0x80] : 0;

        return character ? character : REPLACEMENT;
    }
    for (size_t i = 0; i < sizeof iso_8859_15 / sizeof *iso_8859_15; i++) {
        if (charset == ISO_8859_15 && iso_8859_15[i].byte == byte)
            return iso_8859_15[i].character;
    }
    return byte; /* as in Unicode */
}

/* Writes a character from U+0080 to U+FFFF. Returns its size. */
static size_t write_utf8(char *to, uint16_t character)
{
    size_t size = 0;

    if (character < 0x800) {
        to[size++] = (char)(0xc0 | character >> 6);
    } else {
        to[size++] = (char)(0xe0 | character >> 12);
        to[size++] = (char)(0x80 | (character >> 6 & 0x3f));
    }
    to[size++] = (char)(0x80 | (character & 0x3f));
    return size;
}

char *mail_charset_decode(const char *bytes, size_t size, const char *charset_name, bool *lossy)
{
    const enum charset charset = utf8_valid(bytes, size) ? UTF_8 : charset_by_name(charset_name);
    char *text = malloc(size * UTF8_BYTES_MAX + 1);
    size_t used = 0;

    *lossy = false;
    if (!text)
        return NULL;
    for (size_t i = 0; i < size;) {
        size_t run = charset == UTF_8 ? utf8_valid_prefix(bytes + i, size - i)
                                      : (unsigned char)bytes[i] < 0x80;

        for (; run > 0; run--, i++)
            text[used++] = bytes[i] ? bytes[i] : ' ';
        if (i < size && (unsigned char)bytes[i] >= 0x80) {
            uint16_t character = decode_byte(charset, (unsigned char)bytes[i++]);

            *lossy = *lossy || character == REPLACEMENT;
            used += write_utf8(text + used, character);
        }
    }
    text[used] = '\0';
    return text;
}
