/* plain_text.h - checks the texts that people write: names, labels, messages. */
#ifndef SERVICE_PLAIN_TEXT_H
#define SERVICE_PLAIN_TEXT_H

#include <stdbool.h>

enum text_lines { TEXT_ONE_LINE, TEXT_MANY_LINES };

/* Whether a UTF-8 text has 1 to `most` characters, not only blanks, and no control characters but,
 * with TEXT_MANY_LINES, line feeds. */
bool text_is_plain(const char *text, int most, enum text_lines lines);

#endif /* SERVICE_PLAIN_TEXT_H */
