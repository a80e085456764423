/* fuzz_mail_received.c - a mail of a stranger: whatever it is, what is read of it can be used. The
 * same bytes are then what a process has written that was taken over. */
#include "fuzz.h"

#include "base/unicode.h"
#include "mail/received.h"

static void check_received(const struct mail_received *received)
{
    REQUIRE(!*received->to || mail_address_valid(received->to));
    REQUIRE(!*received->from || mail_address_valid(received->from));
    REQUIRE(utf8_valid(received->subject, strlen(received->subject)));
    REQUIRE(!strpbrk(received->subject, "\r\n"));
    REQUIRE(!strpbrk(received->message_id, "\r\n ") && !strpbrk(received->references, "\r\n"));
    REQUIRE(!*received->message_id ||
            (*received->message_id == '<' && strchr(received->message_id, '>')));
    REQUIRE(received->text_kind <= MAIL_TEXT_UNREADABLE);
    REQUIRE(received->commands.count >= 0 && received->commands.count <= MAIL_COMMANDS_MAX);
    REQUIRE(received->commands.left_out >= 0);
    REQUIRE(received->automatic <= 1 && received->from_subject <= 1);
    for (int i = 0; i < received->commands.count; i++) {
        const char *line = received->commands.lines[i];

        REQUIRE(strlen(line) < MAIL_COMMAND_SIZE && !strpbrk(line, "\r\n\t"));
        REQUIRE(utf8_valid(line, strlen(line)));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct mail_received received, copy;
    static bool begun;

    if (!begun)
        mail_received_init();
    begun = true;
    mail_received_read((const char *)data, size, &received);
    check_received(&received);
    copy = received;
    mail_received_check(&copy);
    REQUIRE(memcmp(&copy, &received, sizeof copy) == 0);
    memset(&received, 0, sizeof received);
    memcpy(&received, data, size < sizeof received ? size : sizeof received);
    mail_received_check(&received);
    check_received(&received);
    return 0;
}
