/* compose.c - writes the mails of a server: draws the board, and makes a mail of the draft.
 *
 * A process of its own does that, which the server starts (serve/composer.h): GLib ends its process
 * when memory runs out, and the texts are those of strangers. It can only compute, and write into
 * its socket. */
#define _GNU_SOURCE
#include "mail/compose.h"

#include <stdlib.h>
#include <unistd.h>

#include "base/bytes.h"
#include "cli/common.h"
#include "mail/picture.h"
#include "mail/pipe.h"
#include "mail/sandbox.h"

#define COMPOSE_SECONDS 60 /* for all mails of one process; the server then starts another one */

/* Makes a mail of a draft, with the picture of its position. NULL: it cannot be written. */
static char *compose_mail(const struct mail_module *module, const struct mail_draft *draft,
                          size_t *size)
{
    size_t picture_size = 0;
    unsigned char *bytes =
        *draft->position ? mail_picture_draw(draft->position, draft->move, &picture_size) : NULL;
    const struct mail_picture picture = {bytes, bytes ? picture_size : 0};
    char *mail = module->write(draft, &picture, size);

    free(bytes);
    return mail;
}

/* Writes a first mail, so that GLib and libpng have read what they need before files are closed. */
static bool compose_first(const struct mail_module *module)
{
    const struct mail_draft first = {
        .from = "paua@example.org",
        .to = "paua@example.org",
        .reply_to = "",
        .message_id = "first@example.org",
        .in_reply_to = "",
        .references = "",
        .thread = "",
        .position = "standard",
        .move = "",
        .subject = "\xc3\xa4",
        .body = "\xc3\xa4",
        .automatic = "auto-generated",
        .unsubscribe = "",
        .unsubscribe_url = "",
    };
    size_t size;
    char *mail = compose_mail(module, &first, &size);

    free(mail);
    return mail;
}

/* Reads a draft and answers it with the mail. False: the input has ended, or is malformed. */
static bool compose_next(const struct mail_module *module, unsigned char *bytes)
{
    unsigned char number[COMPOSE_NUMBER_BYTES];
    struct mail_draft draft;
    size_t size = 0;

    if (!pipe_read(STDIN_FILENO, number, sizeof number))
        return false;
    const size_t asked = bytes_get(number, COMPOSE_NUMBER_BYTES);
    if (asked > MAIL_DRAFT_MAX || !pipe_read(STDIN_FILENO, bytes, asked) ||
        !mail_draft_unpack(bytes, asked, &draft))
        return false;
    char *mail = compose_mail(module, &draft, &size);
    bytes_put(number, mail ? size : 0, COMPOSE_NUMBER_BYTES);
    const bool written = pipe_write(STDIN_FILENO, number, sizeof number) &&
                         (!mail || pipe_write(STDIN_FILENO, mail, size));
    free(mail);
    return written;
}

int mail_compose(void)
{
    static unsigned char bytes[MAIL_DRAFT_MAX];
    struct mail_module module;
    int code = mail_module_load(&module);

    if (code != EXIT_DONE)
        return code;
    module.draft_init();
    if (!compose_first(&module))
        return complain_memory();
    if (!sandbox_enter(COMPOSE_SECONDS))
        _exit(EXIT_ENVIRONMENT); /* standard error may be closed already */
    while (compose_next(&module, bytes))
        ;
    _exit(EXIT_DONE); /* what the C library does at the end is not allowed any more */
}
