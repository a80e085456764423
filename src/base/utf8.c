/* utf8.c - checks UTF-8 by the table of well-formed sequences (Unicode, table 3-7). */
#include "base/utf8.h"

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
