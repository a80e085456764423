/* charset.h - converts the text of a mail to UTF-8. Reads UTF-8 and the Western European charsets
 * with one byte per character, without iconv, which loads files and so fails in the sandbox. */
#ifndef MAIL_CHARSET_H
#define MAIL_CHARSET_H

#include <stdbool.h>
#include <stddef.h>

/* U+FFFD, the replacement character, in UTF-8. */
#define MAIL_REPLACEMENT "\xef\xbf\xbd"

/* Returns the text in UTF-8, its NULs as spaces; free() it. NULL: out of memory. `charset_name` is
 * the parameter of Content-Type, or NULL; text that is valid UTF-8 is read as UTF-8. Characters
 * that cannot be decoded become MAIL_REPLACEMENT, and *lossy true. */
char *mail_charset_decode(const char *bytes, size_t size, const char *charset_name, bool *lossy);

#endif /* MAIL_CHARSET_H */
