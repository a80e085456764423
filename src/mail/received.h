/* received.h - reads a mail as delivered by a mail server, by GMime: its sender and its commands.
 *
 * MIME parsers have bugs, so `paua mail` reads the mails of strangers in a separate process that
 * can only compute. The result crosses a pipe: it has a fixed size and no pointers. */
#ifndef MAIL_RECEIVED_H
#define MAIL_RECEIVED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "mail/address.h"
#include "mail/commands.h"

/* Sizes in bytes, with the NUL. */
#define MAIL_SUBJECT_SIZE    300
#define MAIL_MESSAGE_ID_SIZE 256
#define MAIL_REFERENCES_SIZE 1000

#define MAIL_BYTES_MAX (1024 * 1024) /* of a mail; the rest is not read */

enum mail_text_kind {
    MAIL_TEXT_PLAIN,
    /* only HTML, UTF-16 or binary, parts beyond the limits, or commands in an unknown charset */
    MAIL_TEXT_UNSUPPORTED,
    MAIL_TEXT_NONE,
    MAIL_TEXT_UNREADABLE /* not a mail, out of memory, or the reader has failed */
};

struct mail_received {
    char to[MAIL_ADDRESS_SIZE];            /* the first recipient with an extension */
    char from[MAIL_ADDRESS_SIZE];          /* for the answer: Reply-To, or else From; "": none */
    char subject[MAIL_SUBJECT_SIZE];       /* UTF-8, one line */
    char message_id[MAIL_MESSAGE_ID_SIZE]; /* with <>; "": none or unusable */
    char references[MAIL_REFERENCES_SIZE]; /* "": none, or too long */
    enum mail_text_kind text_kind;
    /* 0 or 1. Not bool: another process writes them, and other values of a bool are undefined. */
    uint8_t automatic;    /* written by a program: bounce, out-of-office reply, list */
    uint8_t from_subject; /* the text has no commands; the command is the subject */
    struct mail_commands commands;
};

/* Call it once, before the first mail. */
void mail_received_init(void);

/* Reads the bytes of a mail; never fails. */
void mail_received_read(const char *bytes, size_t size, struct mail_received *out);

/* Makes a struct written by another process safe to use: texts end with a NUL, are UTF-8 and have
 * no control characters; addresses are valid or ""; numbers are in their range. */
void mail_received_check(struct mail_received *received);

#endif /* MAIL_RECEIVED_H */
