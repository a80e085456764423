/* sandbox.h - reads a mail in a process of its own that can do nothing but compute and write into a
 * pipe: whoever finds a fault in the reading of MIME has got no further than that. */
#ifndef PAUA_MAIL_SANDBOX_H
#define PAUA_MAIL_SANDBOX_H

#include <stddef.h>

#include "mail/received.h"

/* Reads the bytes. What cannot be read, or takes too long or too much memory, is
 * MAIL_TEXT_UNREADABLE. Returns 0, or an exit code after an error line: there is no process. */
int sandbox_read(const char *bytes, size_t size, struct mail_received *out);

#endif
