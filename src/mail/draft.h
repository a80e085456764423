/* draft.h - a mail as the server writes it, and its parts: what goes to the program that makes a
 * mail of it (`paua mail --compose`), and what that makes by GMime.
 *
 * A mail is one part of plain text. With a picture it is multipart/alternative: the plain text, and
 * an HTML page with the picture and the same text (multipart/related), which is the form that mail
 * programs show. The server itself does not use GMime, whose library GLib ends the process when
 * memory runs out: mail_draft_write() is in the module paua-mail.so, and a process of its own calls
 * it. The server only packs the draft. Its size is bounded: so is the memory for a mail, to about
 * ten times as much. Thread-safe, but for mail_draft_init(). */
#ifndef MAIL_DRAFT_H
#define MAIL_DRAFT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define MAIL_DRAFT_MAX   (256 * 1024)      /* bytes of a packed draft */
#define MAIL_PICTURE_MAX (64 * 1024)       /* bytes of a picture */
#define MAIL_WRITTEN_MAX (2 * 1024 * 1024) /* bytes of a mail that such a draft becomes */

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
     * move that led to it, in a notation that names all its marbles: PAUA_NOTATION_TRIPLE. Each may
     * be "". Whoever writes the mail draws it. */
    const char *position, *move;
    const char *subject;         /* UTF-8; control characters become spaces */
    const char *body;            /* UTF-8; lines */
    const char *automatic;       /* Auto-Submitted: "auto-replied" or "auto-generated" */
    const char *unsubscribe;     /* an address that accepts the subject "mail off", or "" */
    const char *unsubscribe_url; /* a page that a POST unsubscribes at (RFC 8058), or "" */
    int64_t date_ms;             /* since 1970 */
};

/* A picture as PNG; no bytes: none. */
struct mail_picture {
    const unsigned char *bytes;
    size_t size;
};

/* Packs a draft into bytes for another process; free() them. NULL: out of memory, or larger than
 * MAIL_DRAFT_MAX. */
unsigned char *mail_draft_pack(const struct mail_draft *draft, size_t *size);

/* Reads a packed draft, whose texts then point into `bytes`. False: malformed. */
bool mail_draft_unpack(const unsigned char *bytes, size_t size, struct mail_draft *out);

/* Call it once, before the first mail_draft_write(). */
void mail_draft_init(void);

/* Returns the mail by RFC 5322, with CRLF at the end of each line, for any mail server: all bytes
 * are ASCII, no line is longer than 998 bytes, and no text can add a header or a part. free() it.
 * A picture of more than MAIL_PICTURE_MAX bytes is left out. NULL: the mail has more than
 * MAIL_WRITTEN_MAX bytes, or there is no memory for this last copy of it; where memory runs out in
 * GLib, the process ends. */
char *mail_draft_write(const struct mail_draft *draft, const struct mail_picture *picture,
                       size_t *size);

#endif /* MAIL_DRAFT_H */
