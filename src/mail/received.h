/* received.h - reads a mail as delivered by a mail server, by GMime: its sender and its commands.
 *
 * MIME parsers have bugs, so `paua mail` reads the mails of strangers in a separate process that
 * can only compute. The result crosses a pipe: it has a fixed size and no pointers. */
#ifndef MAIL_RECEIVED_H
#define MAIL_RECEIVED_H

#include <stdbool.h>
#include <stddef.h>

#include "mail/address.h"
#include "mail/commands.h"

/* Sizes in bytes, with the NUL. */
#define MAIL_SUBJECT_SIZE 300
#define MAIL_ID_SIZE      256
#define MAIL_THREAD_SIZE  1000

#define MAIL_BYTES_MAX (1024 * 1024) /* of a mail; the rest is not read */

enum mail_text {
    MAIL_TEXT_PLAIN,
    MAIL_TEXT_MARKUP, /* only HTML, or text in an unknown encoding */
    MAIL_TEXT_NONE,
    MAIL_TEXT_UNREADABLE /* not a mail, or the reader has failed */
};

struct mail_received {
    char to[MAIL_ADDRESS_SIZE];      /* the first recipient with an extension */
    char from[MAIL_ADDRESS_SIZE];    /* for the answer: Reply-To, or else From; "": none */
    char subject[MAIL_SUBJECT_SIZE]; /* UTF-8, one line */
    char id[MAIL_ID_SIZE];           /* Message-ID with <>; "": none or unusable */
    char thread[MAIL_THREAD_SIZE];   /* References */
    bool automatic;                  /* written by a program: bounce, out-of-office reply, list */
    enum mail_text text;
    bool from_subject; /* the text has no commands; the subject is used as one */
    struct mail_commands commands;
};

/* Call it once, before the first mail. */
void mail_received_init(void);

/* Reads the bytes of a mail; never fails. */
void mail_received_read(const char *bytes, size_t size, struct mail_received *out);

/* Makes a struct written by another process safe to use: texts end with a NUL, are UTF-8 and have
 * no control characters; addresses are valid or "". */
void mail_received_check(struct mail_received *received);

#endif /* MAIL_RECEIVED_H */
