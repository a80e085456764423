/* plain_text.c - checks the texts that people write. They come from JSON, whose parser has checked
 * that they are UTF-8. */
#include "service/core/plain_text.h"

#include <string.h>

/* Whether a control character begins here: of ASCII (C0 and DEL), or of Latin-1 (C1). */
static bool is_control(const unsigned char *at)
{
    return at[0] < ' ' || at[0] == 0x7f || (at[0] == 0xc2 && at[1] < 0xa0);
}

bool text_is_plain(const char *text, int most, enum text_lines lines)
{
    const bool many = lines == TEXT_MANY_LINES;
    int count = 0;

    for (const unsigned char *at = (const unsigned char *)text; *at; at++) {
        if (is_control(at) && !(many && *at == '\n'))
            return false;
        count += (*at & 0xc0) != 0x80; /* not of the continuation bytes */
    }
    return count > 0 && count <= most && text[strspn(text, many ? " \n" : " ")] != '\0';
}
