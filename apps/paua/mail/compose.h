/* compose.h - `paua mail --compose`: the process that writes the mails of a server. */
#ifndef PAUA_MAIL_COMPOSE_H
#define PAUA_MAIL_COMPOSE_H

/* A draft is asked for, and a mail answered, as a number of bytes and these bytes; the number has
 * COMPOSE_NUMBER_BYTES (base/bytes.h). */
#define COMPOSE_NUMBER_BYTES 4

/* Reads drafts (mail_draft_pack()) from standard input, which is a socket, and writes a mail for
 * each into it, or 0 bytes where it cannot be written; until the end of the input. Returns an exit
 * code, after an error line where it could not begin. */
int mail_compose(void);

#endif
