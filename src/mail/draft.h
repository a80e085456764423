/* draft.h - formats a mail draft by RFC 5322, for any mail server: text in UTF-8, quoted-printable
 * where needed. */
#ifndef MAIL_DRAFT_H
#define MAIL_DRAFT_H

#include <stddef.h>
#include <stdint.h>

struct mail_draft {
    const char *from, *to;   /* mail_address_valid() */
    const char *reply_to;    /* an address; "": none, replies go to `from` */
    const char *message_id;  /* without <> */
    const char *in_reply_to; /* a Message-ID with <>, or "" */
    const char *references;  /* Message-IDs before `in_reply_to`, or "" */
    /* Mails with the same thread belong together, such as those of one game: letters, digits and
     * hyphens, as "game-5fQ2xZ1b"; "": the mail begins none. */
    const char *thread;
    /* The picture of a board: a position as paua_position_parse() reads it (notation.h), and the
     * move that led to it, in standard notation; each may be "". */
    const char *position, *move;
    const char *subject;     /* UTF-8; control characters become spaces */
    const char *body;        /* UTF-8; lines */
    const char *automatic;   /* Auto-Submitted: "auto-replied" or "auto-generated" */
    const char *unsubscribe; /* an address that accepts the subject "mail off", or "" */
    int64_t date_ms;         /* since 1970 */
};

/* Returns the mail, with CRLF at the end of each line; free() it. NULL: out of memory. */
char *mail_draft_write(const struct mail_draft *draft, size_t *size);

#endif /* MAIL_DRAFT_H */
