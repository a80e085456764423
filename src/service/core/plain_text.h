/* plain_text.h - the one policy for texts that people write and others see: names, labels,
 * messages.
 *
 * No character may show nothing, or change how others are shown: a name would look like another's.
 */
#ifndef SERVICE_PLAIN_TEXT_H
#define SERVICE_PLAIN_TEXT_H

#include <stdbool.h>

enum text_kind {
    TEXT_NAME,      /* stands for somebody or something: no invisible character at all */
    TEXT_ONE_LINE,  /* joiners and variation selectors may follow a visible character (emoji) */
    TEXT_MANY_LINES /* the same, with line feeds */
};

/* Whether a UTF-8 text has 1 to `most` characters, one of them visible, and no control, format,
 * bidirectional or other invisible characters, except as its kind says. */
bool text_is_plain(const char *text, int most, enum text_kind kind);

#endif /* SERVICE_PLAIN_TEXT_H */
