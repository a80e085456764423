/* received.h - reads a mail as a mail server hands it over, by GMime: whom it is from, and the
 * commands in it.
 *
 * MIME is where bugs live: `paua mail` reads mails of strangers in a process of its own, which
 * may do nothing but compute. So what is read has a fixed size, without pointers. */
#ifndef MAIL_RECEIVED_H
#define MAIL_RECEIVED_H

#include <stdbool.h>
#include <stddef.h>

#include "mail/address.h"
#include "mail/commands.h"

#define MAIL_SUBJECT_SIZE 300
#define MAIL_ID_SIZE      256
#define MAIL_THREAD_SIZE  1000
#define MAIL_BYTES_MAX    (1024 * 1024) /* of a mail that are looked at */

enum mail_text {
    MAIL_TEXT_PLAIN,
    MAIL_TEXT_MARKUP, /* there is only HTML, or text in letters that cannot be read */
    MAIL_TEXT_NONE,
    MAIL_TEXT_UNREADABLE /* it could not be read at all */
};

struct mail_received {
    char to[MAIL_ADDRESS_SIZE];      /* the first with an extension of those that it was sent to */
    char from[MAIL_ADDRESS_SIZE];    /* whom to answer; "": nobody */
    char subject[MAIL_SUBJECT_SIZE]; /* UTF-8, one line */
    char id[MAIL_ID_SIZE];           /* Message-ID with <>; "": it has none that can be used */
    char thread[MAIL_THREAD_SIZE];   /* References */
    bool automatic;                  /* written by a program: bounces, absences, lists */
    enum mail_text text;
    bool from_subject; /* the text has no line, so the subject is taken for one */
    struct mail_commands commands;
};

/* Before the first mail, once. */
void mail_received_init(void);

/* Reads the bytes of a mail; never fails. */
void mail_received_read(const char *bytes, size_t size, struct mail_received *out);

/* Makes what another process has written safe to use: texts end, are UTF-8 and have no control
 * characters, and addresses are valid or "". */
void mail_received_check(struct mail_received *received);

#endif /* MAIL_RECEIVED_H */
