/* Mails that are written: what a text cannot do to them, and that they are read back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "mail/draft.h"
#include "mail/received.h"

static const struct mail_draft plain = {
    .from = "paua@club.example",
    .to = "ann@example.org",
    .reply_to = "",
    .message_id = "abc@club.example",
    .in_reply_to = "",
    .references = "",
    .thread = "",
    .position = "",
    .move = "",
    .subject = "Hello",
    .body = "games\n",
    .automatic = "auto-generated",
    .unsubscribe = "",
    .unsubscribe_url = "",
    .date_ms = 1795000000000,
};

/* A draft is the same behind the pipe; nothing else is taken for one. */
static void test_packed(void **state)
{
    struct mail_draft draft = plain, read;
    char *longest = malloc(MAIL_DRAFT_MAX);
    size_t size;

    (void)state;
    draft.unsubscribe_url = "https://club.example/x";
    draft.body = "line\n\xc3\xa4\n";
    unsigned char *bytes = mail_draft_pack(&draft, &size);
    assert_non_null(bytes);
    assert_true(mail_draft_unpack(bytes, size, &read));
    assert_string_equal(read.from, draft.from);
    assert_string_equal(read.body, draft.body);
    assert_string_equal(read.unsubscribe_url, draft.unsubscribe_url);
    assert_int_equal(read.date_ms, draft.date_ms);
    for (size_t i = 0; i < size; i++)
        assert_false(mail_draft_unpack(bytes, i, &read));
    bytes[size - 1] = 'x';
    assert_false(mail_draft_unpack(bytes, size, &read));
    free(bytes);

    assert_non_null(longest);
    memset(longest, 'x', MAIL_DRAFT_MAX - 1);
    longest[MAIL_DRAFT_MAX - 1] = '\0';
    draft.body = longest;
    assert_null(mail_draft_pack(&draft, &size));
    free(longest);
}

#ifdef PAUA_MAIL

/* Writes a mail, and checks what holds for each: lines of ASCII that end with CRLF, of at most 998
 * bytes, none of which begins with a dot or "From ". */
static char *write_mail(const struct mail_draft *draft, const struct mail_picture *picture)
{
    size_t size;
    char *mail =
        mail_draft_write(draft, picture ? picture : &(struct mail_picture){NULL, 0}, &size);

    assert_non_null(mail);
    assert_int_equal(strlen(mail), size);
    for (const char *line = mail; *line;) {
        const char *end = strchr(line, '\n');

        assert_non_null(end);
        assert_true(end > line && end[-1] == '\r' && end - line <= 999);
        for (const char *c = line; c < end - 1; c++)
            assert_true((*c >= ' ' || *c == '\t') && (unsigned char)*c < 0x7f);
        assert_int_not_equal(*line, '.');
        assert_int_not_equal(strncmp(line, "From ", 5), 0);
        line = end + 1;
    }
    return mail;
}

/* A text cannot add a header or a line of its own to the mail. */
static void test_plain(void **state)
{
    struct mail_draft draft = plain;

    (void)state;
    draft.reply_to = "paua+x@club.example";
    draft.in_reply_to = "<2@x>";
    draft.references = "<0@x> junk <\xc3\xa4@x>\r\n <1@x>";
    draft.subject = "Re: \xc3\xa4\r\nBcc: all@example.org =?utf-8?q?x?=";
    draft.body = "From here\n.\n\xc3\xa4=1 \nend";
    draft.automatic = "auto-replied";
    char *mail = write_mail(&draft, NULL);
    assert_string_equal(
        mail, "From: Paua <paua@club.example>\r\nTo: ann@example.org\r\n"
              "Reply-To: Paua <paua+x@club.example>\r\n"
              "Subject: Re: =?UTF-8?B?w6Q=?=  Bcc: all@example.org = ?utf-8?q?x?=\r\n"
              "Date: Wed, 18 Nov 2026 11:06:40 +0000\r\nMessage-Id: <abc@club.example>\r\n"
              "In-Reply-To: <2@x>\r\nReferences: <0@x> <1@x> <2@x>\r\n"
              "Auto-Submitted: auto-replied\r\nX-Auto-Response-Suppress: All\r\n"
              "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n"
              "Content-Transfer-Encoding: quoted-printable\r\n\r\n"
              "=46rom here\r\n=2E\r\n=C3=A4=3D1=20\r\nend\r\n");
    free(mail);
}

/* All mails of a thread refer to the same Message-ID, whatever they answer. */
static void test_threads(void **state)
{
    struct mail_draft draft = plain;

    (void)state;
    draft.thread = "game-5fQ2xZ1b";
    char *mail = write_mail(&draft, NULL);
    assert_non_null(strstr(mail, "\r\nIn-Reply-To: <game-5fQ2xZ1b.paua@club.example>\r\n"));
    assert_non_null(strstr(mail, "\r\nReferences: <game-5fQ2xZ1b.paua@club.example>\r\n"));
    free(mail);

    draft.in_reply_to = "<1@x>";
    mail = write_mail(&draft, NULL);
    assert_non_null(strstr(mail, "\r\nIn-Reply-To: <1@x>\r\n"));
    assert_non_null(strstr(mail, "\r\nReferences: <game-5fQ2xZ1b.paua@club.example> <1@x>\r\n"));
    free(mail);
    mail = write_mail(&plain, NULL);
    assert_null(strstr(mail, "In-Reply-To"));
    assert_null(strstr(mail, "References"));
    free(mail);
}

/* RFC 2369 and RFC 8058: the addresses stand there as they are. */
static void test_unsubscribe(void **state)
{
    struct mail_draft draft = plain;

    (void)state;
    draft.unsubscribe = "paua+abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz@club.example";
    char *mail = write_mail(&draft, NULL);
    assert_non_null(strstr(mail,
                           "\r\nList-Unsubscribe: <mailto:paua+abcdefghijklmnopqrstuvwxyzabcdef"
                           "ghijklmnopqrstuvwxyz@club.example?subject=mail%20off>\r\n"));
    assert_null(strstr(mail, "List-Unsubscribe-Post"));
    free(mail);

    draft.unsubscribe_url = "https://paua.example.org/api/1/mail/unsubscribe?token="
                            "abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrstuvwxyz";
    mail = write_mail(&draft, NULL);
    assert_non_null(strstr(mail, "\r\nList-Unsubscribe: <https://paua.example.org/api/1/mail/"
                                 "unsubscribe?token=abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrst"
                                 "uvwxyz>,\r\n <mailto:paua+"));
    assert_non_null(strstr(mail, "\r\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"));
    free(mail);
}

/* A picture is beside the same text as HTML; one that is too large is left out. */
static void test_picture(void **state)
{
    static unsigned char bytes[MAIL_PICTURE_MAX + 1];
    struct mail_picture picture = {bytes, 300};
    struct mail_draft draft = plain;

    (void)state;
    memset(bytes, 0x89, sizeof bytes);
    draft.body = "1 < 2 & \"3\"\n</pre>--=_related\n";
    char *mail = write_mail(&draft, &picture);
    static const char *const parts[] = {
        "Content-Type: multipart/alternative; boundary=\"=_alternative\"\r\n",
        "\r\n--=_alternative\r\nContent-Type: text/plain; charset=utf-8\r\n",
        "\r\n1 < 2 & \"3\"\r\n</pre>--=3D_related\r\n",
        "\r\n--=_alternative\r\nContent-Type: multipart/related; boundary=\"=_related\"; "
        "type=\"text/html\"\r\n",
        "\r\n--=_related\r\nContent-Type: text/html; charset=utf-8\r\n",
        "<img src=3D\"cid:board.abc@club.example\"",
        "\r\n1 &lt; 2 &amp; &quot;3&quot;\r\n&lt;/pre&gt;--=3D_related\r\n",
        "\r\n--=_related\r\nContent-Type: image/png; name=board.png\r\n"
        "Content-Transfer-Encoding: base64\r\nContent-Id: <board.abc@club.example>\r\n"
        "Content-Disposition: inline; filename=board.png\r\n\r\niYmJiYmJ",
        "\r\n--=_related--\r\n",
        "\r\n--=_alternative--\r\n",
    };
    const char *at = mail;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        const char *found = strstr(at, parts[i]);

        if (!found)
            fail_msg("no '%s' in: %s", parts[i], at);
        at = found;
    }
    free(mail);

    picture.size = MAIL_PICTURE_MAX;
    mail = write_mail(&draft, &picture);
    assert_non_null(strstr(mail, "image/png"));
    free(mail);
    picture.size++;
    mail = write_mail(&draft, &picture);
    assert_null(strstr(mail, "image/png"));
    assert_null(strstr(mail, "text/html"));
    free(mail);
}

/* Lines of any length, with every character first, subjects of any length. */
static void test_lengths(void **state)
{
    static char text[5000];
    struct mail_draft draft = plain;

    (void)state;
    draft.body = draft.subject = text;
    for (size_t length = 0; length < sizeof text - 1; length += length < 200 ? 1 : 997) {
        for (const char *c = ".F= \xc3\xa4x\t\x01\x7f\xff"; *c; c++) {
            memset(text, *c, length);
            text[length] = '\0';
            free(write_mail(&draft, NULL));
            memcpy(text + length - (length < 5 ? length : 5), "From ", length < 5 ? length : 5);
            free(write_mail(&draft, NULL));
        }
    }
}

/* What is written is read back, by the reader of the mails that come. */
static void test_read_back(void **state)
{
    static struct mail_received mail;
    static unsigned char bytes[100];
    const struct mail_picture none = {NULL, 0}, picture = {bytes, sizeof bytes};
    struct mail_draft draft = plain;
    static const char start[] = "message Bob From here. \xc3\xa4 = \xf0\x9f\x98\x80 ";
    char long_line[1001];
    size_t size;

    (void)state;
    memset(long_line, 'x', sizeof long_line - 1);
    memcpy(long_line, start, sizeof start - 1);
    long_line[sizeof long_line - 1] = '\0';
    draft.body = long_line;
    draft.subject = "Zug 12: \xc3\xa4\xe2\x82\xac = ?utf-8 \"Bob\" <x@y>, and a subject that is "
                    "longer than one line";
    draft.in_reply_to = "<1@x>";
    draft.references = "<0@x>";
    draft.reply_to = "paua+t@club.example";
    for (int i = 0; i < 2; i++) {
        char *text = mail_draft_write(&draft, i ? &picture : &none, &size);
        assert_non_null(text);
        mail_received_read(text, size, &mail);
        free(text);
        assert_string_equal(mail.from, "paua+t@club.example");
        assert_string_equal(mail.subject, draft.subject);
        assert_string_equal(mail.message_id, "<abc@club.example>");
        assert_string_equal(mail.references, "<0@x> <1@x>");
        assert_int_equal(mail.text_kind, MAIL_TEXT_PLAIN);
        assert_int_equal(mail.automatic, 1);
        assert_int_equal(mail.commands.count, 1);
        assert_string_equal(mail.commands.lines[0], long_line);
    }
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_packed),
#ifdef PAUA_MAIL
        cmocka_unit_test(test_plain),       cmocka_unit_test(test_threads),
        cmocka_unit_test(test_unsubscribe), cmocka_unit_test(test_picture),
        cmocka_unit_test(test_lengths),     cmocka_unit_test(test_read_back),
#endif
    };

#ifdef PAUA_MAIL
    mail_draft_init();
    mail_received_init();
#endif
    return cmocka_run_group_tests(tests, NULL, NULL);
}
