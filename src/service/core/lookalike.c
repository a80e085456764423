/* lookalike.c - folds by a table of the letters that look like Latin ones, a small part of
 * confusables.txt of Unicode Technical Standard 39. */
#include "service/core/lookalike.h"

#include <stdint.h>
#include <string.h>

#include "base/unicode.h"

/* Letters outside ASCII, in the order of the texts `like`. */
static const struct {
    const char *letters; /* UTF-8 */
    const char *like;    /* a character for each of them */
} tables[] = {
    /* Cyrillic */
    {"аАвВсСеЕһНіІјЈкКӏмМоОрРԛѕЅтТԝхХуУԁ", "aabbcceehhiijjkklmmooppqssttwxxyyd"},
    /* Greek */
    {"αΑβΒεΕΗιΙκΚΜΝνοΟρΡΤτυΥχΧΖγ", "aabbeehiikkmnvooppttuyxxzy"},
    /* Armenian; Latin letters of other languages, roman numerals, the unit kelvin */
    {"օսոհıɑɡſⅰⅼⅽⅾⅿⅹⅴK", "ounhiagsilcdmxvk"},
};

/* The ASCII character that a mathematical letter or digit stands for; 0: it is none. */
static char mathematical_letter(uint32_t code)
{
    if (code >= 0x1d400 && code < 0x1d6a4) {
        const uint32_t letter = (code - 0x1d400) % 52;

        return (char)(letter < 26 ? 'a' + letter : 'a' + letter - 26);
    }
    return code >= 0x1d7ce && code < 0x1d800 ? (char)('0' + (code - 0x1d7ce) % 10) : '\0';
}

/* The character of ASCII that this one looks like, or '?'. */
static char fold_letter(uint32_t code)
{
    if (code >= 0xff01 && code <= 0xff5e) /* full-width */
        code -= 0xff01 - '!';
    if (code >= 'A' && code <= 'Z')
        return (char)(code - 'A' + 'a');
    if (code < 0x80)
        return (char)code;
    if (code == 0xa0 || code == 0x202f || code == 0x3000 || (code >= 0x2000 && code <= 0x200a))
        return ' ';
    if (mathematical_letter(code))
        return mathematical_letter(code);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        const char *like = tables[i].like;

        for (const char *at = tables[i].letters; *at; like++) {
            uint32_t letter;

            at += unicode_decode(at, &letter);
            if (letter == code)
                return *like;
        }
    }
    return '?';
}

/* The same by the shape alone. */
static char fold_shape(uint32_t code)
{
    if (code == 'I' || code == '1' || code == '|')
        return 'l';
    return code == '0' ? 'o' : fold_letter(code);
}

void lookalike_fold(const char *text, enum lookalike_fold fold, char *out, size_t cap)
{
    size_t used = 0;

    while (*text && used + 1 < cap) {
        uint32_t code;

        text += unicode_decode(text, &code);
        const char letter = fold == LOOKALIKE_SHAPES ? fold_shape(code) : fold_letter(code);
        if (letter != ' ' || used > 0)
            out[used++] = letter;
    }
    while (used > 0 && out[used - 1] == ' ')
        used--;
    out[used] = '\0';
}
