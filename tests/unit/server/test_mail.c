/* Addresses, tokens, commands in mails, and mails that are read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "base/unicode.h"
#include "mail/address.h"
#include "mail/charset.h"
#include "mail/commands.h"
#include "mail/received.h"
#include "mail/token.h"

static const unsigned char key[MAIL_KEY_SIZE] = "the key of a server in this test";

/* Whether malloc() fails in the rooms, though not in GMime. The linker leads it here (--wrap). */
static bool out_of_memory;

/* NOLINTBEGIN(bugprone-reserved-identifier): the names that --wrap asks for */
void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);

void *__wrap_malloc(size_t size)
{
    return out_of_memory ? NULL : __real_malloc(size);
}
/* NOLINTEND(bugprone-reserved-identifier) */

static void test_addresses(void **state)
{
    static const char *const valid[] = {"a@b", "ann.b+c@example.org", "o'hara@mail-1.example.org"};
    static const char *const invalid[] = {
        "",        "a",       "@b",    "a@",        "a..b@c",  ".a@b",          "a@b..c",
        "a@-b",    "a b@c",   "a@b c", "a\n@b.c",   "\"a\"@b", "a@[127.0.0.1]", "<a@b>",
        "a@b,c@d", "a@b\r\n", "-oX@b", "\xc3\xa4@b"};
    static const char *const local[] = {
        "root@localhost", "a@b", "a.b@c", "a@127.0.0.1", "|sh@mail.example", "/x@mail.example"};
    char out[MAIL_MASKED_SIZE], extension[8];

    (void)state;
    for (size_t i = 0; i < sizeof valid / sizeof *valid; i++)
        assert_true(mail_address_valid(valid[i]));
    for (size_t i = 0; i < sizeof invalid / sizeof *invalid; i++) {
        if (mail_address_valid(invalid[i]))
            fail_msg("'%s' is taken", invalid[i]);
    }
    assert_true(mail_address_is_public("ann@example.org"));
    for (size_t i = 0; i < sizeof local / sizeof *local; i++)
        assert_false(mail_address_is_public(local[i]));
    assert_true(mail_address_same("paua@Play.example", "PAUA+abc@play.example"));
    assert_true(mail_address_same("paua+x@play.example", "paua@play.example"));
    assert_false(mail_address_same("paua@play.example", "paua2@play.example"));
    assert_false(mail_address_same("paua@play.example", "paua@example"));

    mail_address_mask("ann@example.org", out);
    assert_string_equal(out, "a***@example.org");
    assert_true(mail_address_extend("paua@example.org", "abc", out));
    assert_string_equal(out, "paua+abc@example.org");
    assert_true(mail_address_extension(out, extension, sizeof extension));
    assert_string_equal(extension, "abc");
    assert_false(mail_address_extension("paua@example.org", extension, sizeof extension));
    assert_false(mail_address_extension("p+@example.org", extension, sizeof extension));
    assert_false(mail_address_extension("p+abcdefgh@x", extension, sizeof extension));
}

/* A token is valid in upper and lower case, and invalid if a letter changes. */
static void test_tokens(void **state)
{
    const struct mail_token_payload payload = {.account = "Ab3dEf9h", .expires_ms = 1795000000000};
    char token[MAIL_TOKEN_SIZE + 1], second[MAIL_TOKEN_SIZE + 1];
    struct mail_token_payload read;

    (void)state;
    mail_token_make(key, MAIL_REPLY, &payload, "data", token);
    mail_token_make(key, MAIL_REPLY, &payload, "data", second);
    assert_string_not_equal(token, second);
    assert_int_equal(strlen(token), MAIL_TOKEN_SIZE);
    assert_true(mail_token_read(token, &read));
    assert_string_equal(read.account, "Ab3dEf9h");
    assert_true(read.expires_ms >= payload.expires_ms &&
                read.expires_ms < payload.expires_ms + 60000);
    assert_true(mail_token_verify(key, MAIL_REPLY, token, "data"));
    assert_false(mail_token_verify(key, MAIL_ADDRESS, token, "data"));
    assert_false(mail_token_verify(key, MAIL_REPLY, token, "other"));
    for (size_t i = 0; i < MAIL_TOKEN_SIZE; i++) {
        memcpy(second, token, sizeof second);
        second[i] = token[i] == 'a' ? 'b' : 'a';
        assert_false(mail_token_verify(key, MAIL_REPLY, second, "data"));
        if (token[i] >= 'a')
            token[i] = (char)(token[i] - 'a' + 'A');
        assert_true(mail_token_verify(key, MAIL_REPLY, token, "data"));
    }
    token[5] = '1';
    assert_false(mail_token_read(token, &read));
}

static void check_commands(const char *text, const char *expected, int left_out)
{
    static struct mail_commands commands;
    char log[12000] = "";
    size_t used = 0;

    mail_commands_read(text, &commands);
    for (int i = 0; i < commands.count; i++)
        used += (size_t)snprintf(log + used, sizeof log - used, "%s;", commands.lines[i]);
    assert_string_equal(log, expected);
    assert_int_equal(commands.left_out, left_out);
}

static void test_commands_in_a_text(void **state)
{
    char many[14 * 8 + 1] = "", longer[1300];

    (void)state;
    check_commands("", "", 0);
    check_commands("  games \r\n\r\n\tmove  Gk\xc2\xa0 c5,d5\r\n", "games;move Gk c5,d5;", 0);
    check_commands("> old\n| old\ngames\n-- \nAnn, accept it\n", "games;", 0);
    check_commands("games\nOn Monday, Paua wrote:\nresign Gk", "games;", 0);
    check_commands("games\n-----Original Message-----\nresign Gk", "games;", 0);
    check_commands("games\n____________\nresign Gk", "games;", 0);
    check_commands("games\n" MAIL_CUT_LINE "\nresign Gk", "games;", 0);
    check_commands("games\nEND\nresign Gk", "games;", 0);
    for (int i = 0; i < 14; i++)
        memcpy(many + 2 * i, "w\n", 3);
    check_commands(many, "w;w;w;w;w;w;w;w;w;w;", 4);
    memset(longer, 'x', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    check_commands(longer, "", 1);
}

static void check_charset(const char *bytes, const char *charset, const char *expected, bool lossy)
{
    bool is_lossy;
    char *text = mail_charset_decode(bytes, strlen(bytes), charset, &is_lossy);

    assert_non_null(text);
    assert_string_equal(text, expected);
    assert_int_equal(is_lossy, lossy);
    free(text);
}

static void test_charsets(void **state)
{
    bool lossy;

    (void)state;
    check_charset("\xc3\xa4", "koi8-r", "\xc3\xa4", false);
    check_charset("a\xe4", "ISO-8859-1", "a\xc3\xa4", false);
    check_charset("\xa4\xbc\xff", "iso-8859-1", "\xc2\xa4\xc2\xbc\xc3\xbf", false);
    check_charset("\xa4\xa6\xa8\xb4\xb8\xbc\xbd\xbe\xa5", "iso-8859-15",
                  "\xe2\x82\xac\xc5\xa0\xc5\xa1\xc5\xbd\xc5\xbe\xc5\x92\xc5\x93\xc5\xb8\xc2\xa5",
                  false);
    check_charset("\x80\x93\x9f\xa4", "windows-1252", "\xe2\x82\xac\xe2\x80\x9c\xc5\xb8\xc2\xa4",
                  false);
    check_charset("\x81", "windows-1252", MAIL_REPLACEMENT, true);
    check_charset("\x80", "iso-8859-15", MAIL_REPLACEMENT, true);
    check_charset("x\xc1", "koi8-r", "x" MAIL_REPLACEMENT, true);
    check_charset("\xc3\xa4\xff\xc3\xa4", "UTF-8", "\xc3\xa4" MAIL_REPLACEMENT "\xc3\xa4", true);
    check_charset("x\xc1", NULL, "x" MAIL_REPLACEMENT, true);
    assert_int_equal(utf8_valid_prefix("a\xc3\xa4\xc3", 4), 3);
    assert_int_equal(utf8_valid_prefix("\xff", 1), 0);
    out_of_memory = true;
    assert_null(mail_charset_decode("a", 1, NULL, &lossy));
    out_of_memory = false;
}

/* What a process has written that a mail has taken over. */
static void test_check_of_received(void **state)
{
    static struct mail_received mail;
    const unsigned char one = 1;

    (void)state;
    memset(&mail, 0xff, sizeof mail);
    mail_received_check(&mail);
    assert_memory_equal(&mail.automatic, &one, 1);
    assert_memory_equal(&mail.from_subject, &one, 1);
    assert_int_equal(mail.text_kind, MAIL_TEXT_UNREADABLE);
    assert_int_equal(mail.commands.count, 0);
    assert_string_equal(mail.subject, "");
    assert_string_equal(mail.references, "");
}

#ifdef PAUA_MAIL

static void read_mail(const char *text, struct mail_received *out)
{
    mail_received_read(text, strlen(text), out);
}

static void test_received(void **state)
{
    static struct mail_received mail;

    (void)state;
    read_mail("From: Ann <ann@example.org>\nReply-To: <a@example.org>\nTo: x@y, <paua+t@z>\n"
              "Subject: =?utf-8?q?=C3=A4?=\nMessage-ID: <1@x>\nReferences: <0@x>\n"
              "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/html\n\n<p>\n"
              "--b\nContent-Type: text/plain; charset=iso-8859-1\n"
              "Content-Transfer-Encoding: quoted-printable\n\nmessage Bob =FC=\nx\n--b--\n",
              &mail);
    assert_string_equal(mail.from, "a@example.org");
    assert_string_equal(mail.to, "paua+t@z");
    assert_string_equal(mail.subject, "\xc3\xa4");
    assert_string_equal(mail.message_id, "<1@x>");
    assert_string_equal(mail.references, "<0@x>");
    assert_int_equal(mail.text_kind, MAIL_TEXT_PLAIN);
    assert_int_equal(mail.commands.count, 1);
    assert_string_equal(mail.commands.lines[0], "message Bob \xc3\xbcx");
    assert_false(mail.automatic);

    read_mail("From: a@b\nContent-Type: text/html\n\n<p>games\n", &mail);
    assert_int_equal(mail.text_kind, MAIL_TEXT_UNSUPPORTED);
    assert_int_equal(mail.commands.count, 0);
    read_mail("From: a@b\nSubject: mail off\n\n", &mail);
    assert_string_equal(mail.commands.lines[0], "mail off");
    assert_true(mail.from_subject);
    read_mail("From: a@b\nSubject: mail off\n\ngames\n", &mail);
    assert_string_equal(mail.commands.lines[0], "games");
    assert_false(mail.from_subject);
    read_mail("From: a@b\n\n", &mail);
    assert_int_equal(mail.commands.count, 0);
    assert_false(mail.from_subject);
}

/* A command that cannot be decoded is not given: its text would arrive garbled. A signature that
 * cannot be decoded does no harm. */
static void test_unknown_charset(void **state)
{
    static struct mail_received mail;

    (void)state;
    read_mail("From: a@b\nSubject: who\nContent-Type: text/plain; charset=koi8-r\n\n"
              "games\nmessage Bob \xf0\xd2\xc9\n",
              &mail);
    assert_int_equal(mail.text_kind, MAIL_TEXT_UNSUPPORTED);
    assert_int_equal(mail.commands.count, 0);
    read_mail("From: a@b\nContent-Type: text/plain; charset=koi8-r\n\ngames\n-- \n\xf0\xd2\xc9\n",
              &mail);
    assert_int_equal(mail.text_kind, MAIL_TEXT_PLAIN);
    assert_string_equal(mail.commands.lines[0], "games");
}

/* Without memory the mail is unreadable: neither empty, nor a command by its subject. */
static void test_no_memory_for_a_mail(void **state)
{
    static struct mail_received mail;

    (void)state;
    out_of_memory = true;
    read_mail("From: a@b\nSubject: mail off\n\ngames\n", &mail);
    out_of_memory = false;
    assert_int_equal(mail.text_kind, MAIL_TEXT_UNREADABLE);
    assert_int_equal(mail.commands.count, 0);
}

/* Nobody answers these: two programs would write to each other for ever. */
static void test_automatic_mails(void **state)
{
    static const char *const heads[] = {"Auto-Submitted: auto-replied",
                                        "Precedence: bulk",
                                        "Precedence: list",
                                        "Return-Path: <>",
                                        "List-Id: <x.example>",
                                        "Content-Type: multipart/report; boundary=b"};
    static struct mail_received mail;
    char text[200];

    (void)state;
    for (size_t i = 0; i < sizeof heads / sizeof *heads; i++) {
        snprintf(text, sizeof text, "From: a@b\n%s\n\ngames\n", heads[i]);
        read_mail(text, &mail);
        if (!mail.automatic)
            fail_msg("%s", heads[i]);
    }
    read_mail("From: a@b\nAuto-Submitted: no\nReturn-Path: <a@b>\n\ngames\n", &mail);
    assert_false(mail.automatic);
}

/* A text may stand beyond the parts that are read: the subject is no command then. */
static void test_parts_beyond_the_limits(void **state)
{
    static struct mail_received mail;
    static char text[16384];
    size_t used = 0;

    (void)state;
    for (int parts = 98; parts <= 99; parts++) {
        used = (size_t)snprintf(text, sizeof text,
                                "From: a@b\nSubject: mail off\n"
                                "Content-Type: multipart/mixed; boundary=b\n\n");
        for (int i = 0; i < parts; i++)
            used += (size_t)snprintf(text + used, sizeof text - used,
                                     "--b\nContent-Type: image/png\n\n\n");
        snprintf(text + used, sizeof text - used,
                 "--b\nContent-Type: text/plain\n\ngames\n--b--\n");
        read_mail(text, &mail);
        assert_int_equal(mail.text_kind, parts == 98 ? MAIL_TEXT_PLAIN : MAIL_TEXT_UNSUPPORTED);
        assert_int_equal(mail.commands.count, parts == 98 ? 1 : 0);
    }
}

/* What would be expensive or wrong to follow is not followed. */
static void test_bad_mails(void **state)
{
    static struct mail_received mail;
    const size_t size = 3 * 1024 * 1024;
    char *text = malloc(size);
    size_t used = (size_t)snprintf(text, size, "From: a@b\n");

    (void)state;
    assert_non_null(text);
    for (int i = 0; i < 2000; i++)
        used += (size_t)snprintf(text + used, size - used,
                                 "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i);
    snprintf(text + used, size - used, "Content-Type: text/plain\n\ngames\n");
    read_mail(text, &mail);
    assert_int_equal(mail.commands.count, 0);
    for (size_t i = 0; i < size; i++) /* groups of addresses in groups */
        text[i] = "a:"[i % 2];
    memcpy(text, "From: ", 6);
    mail_received_read(text, size, &mail);
    assert_int_equal(mail.text_kind, MAIL_TEXT_UNREADABLE);
    for (size_t i = 6; i < size; i++) /* a header of many lines */
        text[i] = "a:\n "[i % 4];
    mail_received_read(text, size, &mail);
    assert_int_equal(mail.text_kind, MAIL_TEXT_UNREADABLE);
    memset(text, 'x', size);
    memcpy(text, "From: a@b\n\n", 11);
    mail_received_read(text, size, &mail);
    assert_int_equal(mail.commands.count, 0);
    assert_int_equal(mail.commands.left_out, 1);
    mail_received_read("\0\0\0", 3, &mail);
    assert_int_equal(mail.commands.count, 0);
    mail_received_read("From: a@b\n\nh\0e", 14, &mail);
    assert_int_equal(mail.text_kind, MAIL_TEXT_UNSUPPORTED);
    mail_received_read("From: a@b\n\n\0", 12, &mail);
    assert_int_equal(mail.text_kind, MAIL_TEXT_UNSUPPORTED);
    free(text);
}

#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_addresses),          cmocka_unit_test(test_tokens),
        cmocka_unit_test(test_commands_in_a_text), cmocka_unit_test(test_charsets),
        cmocka_unit_test(test_check_of_received),
#ifdef PAUA_MAIL
        cmocka_unit_test(test_received),           cmocka_unit_test(test_unknown_charset),
        cmocka_unit_test(test_automatic_mails),    cmocka_unit_test(test_parts_beyond_the_limits),
        cmocka_unit_test(test_bad_mails),          cmocka_unit_test(test_no_memory_for_a_mail),
#endif
    };

    if (sodium_init() < 0)
        return 1;
#ifdef PAUA_MAIL
    mail_received_init();
#endif
    return cmocka_run_group_tests(tests, NULL, NULL);
}
