/* received_check.c - checks the result of the process that has read a mail, which a malicious mail
 * may have taken over. */
#include "mail/received.h"

#include <string.h>

#include "base/unicode.h"

/* Ends a text with a NUL; clears it unless it is one line of UTF-8. */
static void check_text(char *text, size_t size)
{
    text[size - 1] = '\0';
    if (!utf8_valid(text, strlen(text)))
        *text = '\0';
    for (const char *c = text; *c; c++) {
        if ((unsigned char)*c < ' ' || *c == 0x7f) {
            *text = '\0';
            return;
        }
    }
}

/* Clears a Message-ID that cannot be used in a header as it is. */
static void check_message_id(char id[MAIL_MESSAGE_ID_SIZE])
{
    size_t size = strlen(id);

    if (size < 3 || *id != '<' || id[size - 1] != '>' || strcspn(id + 1, "<> ") != size - 2)
        *id = '\0';
    for (const char *c = id; *c; c++) {
        if ((unsigned char)*c >= 0x7f) {
            *id = '\0';
            return;
        }
    }
}

static void check_address(char address[MAIL_ADDRESS_SIZE])
{
    address[MAIL_ADDRESS_SIZE - 1] = '\0';
    if (*address && !mail_address_valid(address))
        *address = '\0';
}

void mail_received_check(struct mail_received *received)
{
    struct mail_commands *commands = &received->commands;

    check_address(received->to);
    check_address(received->from);
    check_text(received->subject, sizeof received->subject);
    check_text(received->message_id, sizeof received->message_id);
    check_message_id(received->message_id);
    check_text(received->references, sizeof received->references);
    if ((unsigned)received->text_kind > MAIL_TEXT_UNREADABLE)
        received->text_kind = MAIL_TEXT_UNREADABLE;
    received->automatic = received->automatic != 0;
    received->from_subject = received->from_subject != 0;
    if (commands->count < 0 || commands->count > MAIL_COMMANDS_MAX || commands->left_out < 0)
        *commands = (struct mail_commands){0};
    for (int i = 0; i < commands->count; i++)
        check_text(commands->lines[i], sizeof commands->lines[i]);
}
