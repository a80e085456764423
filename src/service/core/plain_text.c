/* plain_text.c - checks the texts that people write. They come from JSON, whose parser has checked
 * that they are UTF-8. */
#include "service/core/plain_text.h"

#include "base/unicode.h"

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
