/* sandbox.h - GMime in a process that can only compute: an exploited bug in it gives no access to
 * anything else. */
#ifndef PAUA_MAIL_SANDBOX_H
#define PAUA_MAIL_SANDBOX_H

#include <stdbool.h>
#include <stddef.h>

#include "mail/draft.h"
#include "mail/received.h"

#define MAIL_LIBRARY "GMime, which reads and writes mails"

/* The functions of paua-mail.so. */
struct mail_module {
    void (*read_init)(void);  /* mail_received_init() */
    void (*draft_init)(void); /* mail_draft_init() */
    void (*read)(const char *bytes, size_t size, struct mail_received *out);
    char *(*write)(const struct mail_draft *draft, const struct mail_picture *picture,
                   size_t *size);
};

/* Loads the module. Returns 0, or an exit code after an error line. */
int mail_module_load(struct mail_module *out);

/* Closes all files but standard input, to which the process may also write, and applies all
 * restrictions for ever: the process has `seconds` of the processor. False: one of them failed. */
bool sandbox_enter(int seconds);

/* Reads a mail in a child process. One that is malformed, or takes too long or too much memory,
 * becomes MAIL_TEXT_UNREADABLE. Returns 0, or an exit code after an error line: no child process
 * could be started, or the module is missing. */
int sandbox_read(const char *bytes, size_t size, struct mail_received *out);

#endif
