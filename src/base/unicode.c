/* unicode.c - checks UTF-8 by the table of well-formed sequences (Unicode, table 3-7), and
 * characters by tables of ranges from the Unicode Character Database 15.1. */
#define _GNU_SOURCE
#include "base/unicode.h"

#include <string.h>

size_t utf8_character_size(const unsigned char *at, size_t left)
{
    static const struct {
        unsigned char first, last, second_first, second_last, size;
    } forms[] = {
        {0x00, 0x7F, 0x00, 0x00, 1}, {0xC2, 0xDF, 0x80, 0xBF, 2}, {0xE0, 0xE0, 0xA0, 0xBF, 3},
        {0xE1, 0xEC, 0x80, 0xBF, 3}, {0xED, 0xED, 0x80, 0x9F, 3}, {0xEE, 0xEF, 0x80, 0xBF, 3},
        {0xF0, 0xF0, 0x90, 0xBF, 4}, {0xF1, 0xF3, 0x80, 0xBF, 4}, {0xF4, 0xF4, 0x80, 0x8F, 4},
    };
    size_t form = 0;

    while (form < sizeof forms / sizeof *forms &&
           (at[0] < forms[form].first || at[0] > forms[form].last))
        form++;
    if (form == sizeof forms / sizeof *forms || forms[form].size > left)
        return 0;
    for (size_t i = 1; i < forms[form].size; i++) {
        unsigned char first = i == 1 ? forms[form].second_first : 0x80;
        unsigned char last = i == 1 ? forms[form].second_last : 0xBF;

        if (at[i] < first || at[i] > last)
            return 0;
    }
    return forms[form].size;
}

size_t utf8_valid_prefix(const char *text, size_t size)
{
    const unsigned char *bytes = (const unsigned char *)text;
    size_t valid = 0;

    while (valid < size) {
        size_t character = utf8_character_size(bytes + valid, size - valid);

        if (character == 0)
            break;
        valid += character;
    }
    return valid;
}

bool utf8_valid(const char *text, size_t size)
{
    return utf8_valid_prefix(text, size) == size;
}

struct range {
    uint32_t first, last;
};

/* General categories Cf, Zl and Zp, Default_Ignorable_Code_Point of DerivedCoreProperties.txt
 * (fillers and variation selectors among them), and two signs that are blank, of Braille and of
 * music. In order. */
static const struct range invisible[] = {
    {0xad, 0xad},       {0x34f, 0x34f},     {0x600, 0x605},     {0x61c, 0x61c},
    {0x6dd, 0x6dd},     {0x70f, 0x70f},     {0x890, 0x891},     {0x8e2, 0x8e2},
    {0x115f, 0x1160},   {0x17b4, 0x17b5},   {0x180b, 0x180f},   {0x200b, 0x200f},
    {0x2028, 0x202e},   {0x2060, 0x206f},   {0x2800, 0x2800},   {0x3164, 0x3164},
    {0xfe00, 0xfe0f},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0},   {0xfff0, 0xfffb},
    {0x110bd, 0x110bd}, {0x110cd, 0x110cd}, {0x13430, 0x1343f}, {0x1bca0, 0x1bca3},
    {0x1d159, 0x1d159}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
};

/* General category Zs. In order. */
static const struct range blanks[] = {
    {0x20, 0x20},     {0xa0, 0xa0},     {0x1680, 0x1680}, {0x2000, 0x200a},
    {0x202f, 0x202f}, {0x205f, 0x205f}, {0x3000, 0x3000},
};

/* Blocks of combining marks. In order. */
static const struct range marks[] = {
    {0x300, 0x36f},   {0x483, 0x489},   {0x1ab0, 0x1aff},
    {0x1dc0, 0x1dff}, {0x20d0, 0x20ff}, {0xfe20, 0xfe2f},
};

/* Zero width non-joiner and joiner; the variation selectors for text and emoji. In order. */
static const struct range joiners[] = {{0x200c, 0x200d}, {0xfe0e, 0xfe0f}};

#define IN(ranges, code) is_in(ranges, sizeof(ranges) / sizeof *(ranges), code)

static bool is_in(const struct range *ranges, size_t count, uint32_t code)
{
    for (size_t i = 0; i < count && ranges[i].first <= code; i++) {
        if (code <= ranges[i].last)
            return true;
    }
    return false;
}

size_t unicode_decode(const char *text, uint32_t *code)
{
    static const unsigned char first_bits[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
    const unsigned char *at = (const unsigned char *)text;
    const size_t size = utf8_character_size(at, strnlen(text, 4));

    if (size == 0) {
        *code = 0xfffd;
        return 1;
    }
    *code = at[0] & first_bits[size];
    for (size_t i = 1; i < size; i++)
        *code = *code << 6 | (at[i] & 0x3f);
    return size;
}

/* C0 with the line feed, DEL, and C1. */
static bool unicode_is_control(uint32_t code)
{
    return code < ' ' || (code >= 0x7f && code < 0xa0);
}

/* Formats, bidirectional controls, line and paragraph separators, fillers, and whatever else shows
 * nothing without being a blank. */
static bool unicode_is_invisible(uint32_t code)
{
    return IN(invisible, code);
}

/* Joiners and the variation selectors of emoji, which are invisible as well. */
static bool unicode_is_joiner(uint32_t code)
{
    return IN(joiners, code);
}

static bool unicode_is_blank(uint32_t code)
{
    return IN(blanks, code);
}

/* Combining marks, which need a character to stand on. */
static bool unicode_is_mark(uint32_t code)
{
    return IN(marks, code);
}

void unicode_make_safe(char *text)
{
    char *to = text;

    while (*text) {
        uint32_t code;
        const size_t size = unicode_decode(text, &code);
        const bool is_malformed = size == 1 && code == 0xfffd;

        if (is_malformed || (unicode_is_control(code) && code != '\n') ||
            (unicode_is_invisible(code) && !unicode_is_joiner(code))) {
            *to++ = '?';
        } else {
            memmove(to, text, size);
            to += size;
        }
        text += size;
    }
    *to = '\0';
}

void unicode_make_line(char *text)
{
    for (char *at = text; (at = strpbrk(at, "\t\n\v\f\r")) != NULL;)
        *at = ' ';
    unicode_make_safe(text);
}

/* How many joiners may follow a visible character: a variation selector and a joiner. */
#define JOINERS_MAX 2

bool text_is_plain(const char *text, int most, enum text_kind kind)
{
    bool has_visible = false;
    int count = 0, joiners_left = 0;

    while (*text) {
        uint32_t code;

        text += unicode_decode(text, &code);
        if (++count > most)
            return false;
        if (joiners_left > 0 && unicode_is_joiner(code)) {
            joiners_left--;
            continue;
        }
        const bool is_line_end = kind == TEXT_MANY_LINES && code == '\n';
        if ((unicode_is_control(code) && !is_line_end) || unicode_is_invisible(code))
            return false;

        const bool shows = !is_line_end && !unicode_is_blank(code);
        joiners_left = shows && kind != TEXT_NAME ? JOINERS_MAX : 0;
        has_visible |= shows && !unicode_is_mark(code);
    }
    return has_visible;
}
