/* sandbox.h - reads a mail in a child process that can only compute and write into a pipe. An
 * exploited bug in the MIME parser gives no access to anything else. */
#ifndef PAUA_MAIL_SANDBOX_H
#define PAUA_MAIL_SANDBOX_H

#include <stddef.h>

#include "mail/received.h"

/* Reads a mail. One that is malformed, or takes too long or too much memory, becomes
 * MAIL_TEXT_UNREADABLE. Returns 0, or an exit code after an error line: no child process could be
 * started, or the module is missing. */
int sandbox_read(const char *bytes, size_t size, struct mail_received *out);

#endif
