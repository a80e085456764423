/* fuzz_mail_draft.c - the texts of a mail that is written, each behind the NUL of the one before:
 * none adds a header, a line or a part, and our reader finds what was written. The same bytes are
 * then what the process that writes mails is asked for. */
#include "fuzz.h"

#include "base/unicode.h"
#include "mail/draft.h"
#include "mail/received.h"

static const struct mail_picture picture = {(const unsigned char *)"\x89PNG\r\n\x1a\n\r\n.\r\n",
                                            13};

/* The next text of the input. */
static const char *next_text(const char **at, const char *end)
{
    const char *text = *at;

    *at += strlen(text) + (*at + strlen(text) < end);
    return text;
}

/* How many lines of the mail begin with this. */
static int count_lines(const char *mail, const char *start)
{
    int count = strncmp(mail, start, strlen(start)) == 0;

    for (const char *c = mail; (c = strchr(c, '\n')) != NULL; c++)
        count += strncmp(c + 1, start, strlen(start)) == 0;
    return count;
}

static void check_lines(const char *mail)
{
    for (const char *line = mail; *line;) {
        const char *end = strchr(line, '\n');

        REQUIRE(end && end > line && end[-1] == '\r' && end - line <= 999);
        for (const char *c = line; c < end - 1; c++)
            REQUIRE((*c >= ' ' || *c == '\t') && (unsigned char)*c < 0x7f);
        REQUIRE(*line != '.' && strncmp(line, "From ", 5) != 0);
        line = end + 1;
    }
}

static void check_mail(const struct mail_draft *draft, char *mail, size_t size, bool pictured)
{
    static struct mail_received read;
    static const char *const once[] = {
        "From:", "To:", "Subject:", "Date:", "MIME-Version:", "Auto-Submitted:"};

    char *body = strstr(mail, "\r\n\r\n");

    check_lines(mail);
    REQUIRE(body);
    *body = '\0';
    for (size_t i = 0; i < sizeof once / sizeof *once; i++)
        REQUIRE(count_lines(mail, once[i]) == 1);
    *body = '\r';
    REQUIRE(count_lines(mail, "--=_alternative") == (pictured ? 3 : 0));
    REQUIRE(count_lines(mail, "--=_related") == (pictured ? 3 : 0));
    mail_received_read(mail, size, &read);
    REQUIRE(strcmp(read.from, draft->from) == 0);
    REQUIRE(strcmp(read.message_id, "<id@club.example>") == 0);
    REQUIRE(read.automatic == 1 && read.text_kind == MAIL_TEXT_PLAIN);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static bool begun;
    char *text = text_of(data, size);
    const char *at = text, *end = text + size;
    struct mail_draft draft = {
        .from = "paua@club.example",
        .to = "ann@example.org",
        .reply_to = "",
        .message_id = "id@club.example",
        .subject = next_text(&at, end),
        .in_reply_to = next_text(&at, end),
        .references = next_text(&at, end),
        .thread = "game-1",
        .position = "",
        .move = "",
        .automatic = "auto-generated",
        .unsubscribe = "paua+x@club.example",
        .unsubscribe_url = "https://club.example/x",
        .date_ms = 1795000000000,
    };

    if (!begun) {
        mail_draft_init();
        mail_received_init();
    }
    begun = true;
    draft.body = next_text(&at, end);
    for (int i = 0; i < 2 && size < MAIL_DRAFT_MAX; i++) {
        size_t written;
        char *mail =
            mail_draft_write(&draft, i ? &picture : &(struct mail_picture){NULL, 0}, &written);

        REQUIRE(mail);
        check_mail(&draft, mail, written, i);
        free(mail);
    }
    free(text);
    if (mail_draft_unpack(data, size, &draft)) {
        size_t again;
        unsigned char *packed = mail_draft_pack(&draft, &again);

        REQUIRE(packed && again == size && memcmp(packed, data, size) == 0);
        free(packed);
    }
    return 0;
}
