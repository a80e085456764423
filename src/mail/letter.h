/* letter.h - writes a mail as it goes over the line: RFC 5322, text in UTF-8, quoted-printable
 * where that is needed, so that any mail server can carry it. */
#ifndef MAIL_LETTER_H
#define MAIL_LETTER_H

#include <stddef.h>
#include <stdint.h>

struct mail_letter {
    const char *from; /* addresses, with a name in front: mail_address_valid() */
    const char *to;
    const char *reply_to;    /* "": as `from` */
    const char *id;          /* of Message-ID, without <> */
    const char *answered;    /* the Message-ID that it answers, with <>, or "" */
    const char *thread;      /* those before it, or "" */
    const char *subject;     /* UTF-8; what is a control character becomes a space */
    const char *body;        /* UTF-8; lines */
    const char *automatic;   /* Auto-Submitted: "auto-replied" or "auto-generated" */
    const char *unsubscribe; /* an address that takes "mail off" as a subject, or "" */
    int64_t date_ms;         /* since 1970 */
};

/* The mail with CRLF at the end of each line; free(). NULL: out of memory. */
char *mail_letter_write(const struct mail_letter *letter, size_t *size);

#endif /* MAIL_LETTER_H */
