/* Names and texts that people write: what is plain, what looks like what, what a terminal gets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "base/unicode.h"
#include "service/accounts/guest_name.h"

static void characters_are_decoded(void **state)
{
    static const struct {
        const char *text;
        size_t size;
        uint32_t code;
    } known[] = {{"a", 1, 'a'},
                 {"\xc2\xa0", 2, 0xa0},
                 {"\xe2\x80\xae", 3, 0x202e},
                 {"\xf0\x9f\x94\xa5", 4, 0x1f525},
                 {"\xff", 1, 0xfffd},
                 {"\xe2\x80", 1, 0xfffd},
                 {"\xc2", 1, 0xfffd}};

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        uint32_t code;

        assert_int_equal(unicode_decode(known[i].text, &code), known[i].size);
        assert_int_equal(code, known[i].code);
    }
}

static void names_show_what_they_are(void **state)
{
    static const char *const good[] = {"Ann",
                                       "Zo\u00eb",
                                       "\u0420\u043e\u043c\u0430\u043d",
                                       "\u5c71\u7530 \u592a\u90ce",
                                       "A B",
                                       "x\u0301",
                                       "\u2764",
                                       "\U0001f525",
                                       "a\u00a0b",
                                       "-"};
    static const char *const bad[] = {"",          " ",         "\u00a0",      "\u3000",
                                      "\u200b",    "\ufeff",    "\u2028",      "\u2029",
                                      "\u3164",    "\u115f",    "\u1160",      "\uffa0",
                                      "\u00ad",    "\u2800",    "\u0301",      "Ann\u202e",
                                      "\u202eAnn", "A\u200bnn", "A\u200dnn",   "Ann\ufe0f",
                                      "A\u2066nn", "A\u061cnn", "A\U000e0041", "A\u180enn",
                                      "A\nnn",     "A\x01nn",   "A\x7fnn",     "A\xc2\x85nn",
                                      "A\u034fnn", "A\u2060nn", "A\U0001d173", "\u0301\u0302"};

    (void)state;
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        for (int kind = TEXT_NAME; kind <= TEXT_MANY_LINES; kind++)
            assert_true(text_is_plain(good[i], 24, (enum text_kind)kind));
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        if (text_is_plain(bad[i], 24, TEXT_NAME))
            fail_msg("name %zu is accepted", i);
    }
}

static void messages_may_have_emoji(void **state)
{
    static const char family[] = "\U0001f468\u200d\U0001f469\u200d\U0001f467",
                      heart[] = "\u2764\ufe0f", burning[] = "\u2764\ufe0f\u200d\U0001f525";

    (void)state;
    for (int kind = TEXT_ONE_LINE; kind <= TEXT_MANY_LINES; kind++) {
        assert_true(text_is_plain(family, 10, (enum text_kind)kind));
        assert_true(text_is_plain(heart, 10, (enum text_kind)kind));
        assert_true(text_is_plain(burning, 10, (enum text_kind)kind));
        assert_false(text_is_plain("\u200d", 10, (enum text_kind)kind));
        assert_false(text_is_plain(" \u200da", 10, (enum text_kind)kind));
        assert_false(text_is_plain("a\u200d\u200d\u200d", 10, (enum text_kind)kind));
        assert_false(text_is_plain("a\u202e", 10, (enum text_kind)kind));
    }
    assert_true(text_is_plain("a\nb\n", 10, TEXT_MANY_LINES));
    assert_false(text_is_plain("\n \n", 10, TEXT_MANY_LINES));
    assert_false(text_is_plain("a\nb", 10, TEXT_ONE_LINE));
    assert_true(text_is_plain("\u00e4\u00e4\u00e4", 3, TEXT_NAME));
    assert_false(text_is_plain("\u00e4\u00e4\u00e4", 2, TEXT_NAME));
}

static void letters_look_alike(void **state)
{
    static const struct {
        const char *text, *letters, *shapes;
    } known[] = {
        {"Ann", "ann", "ann"},
        {" Paua Level 3 ", "paua level 3", "paua level 3"},
        {"\u0410nn", "ann", "ann"},                       /* Cyrillic A */
        {"\u0391\u039d\u039d", "ann", "ann"},             /* Greek */
        {"\uff21\uff4e\uff4e", "ann", "ann"},             /* full-width */
        {"\U0001d400\U0001d427\U0001d427", "ann", "ann"}, /* mathematical */
        {"p\u0430u\u0430.5", "paua.5", "paua.5"},         /* Cyrillic a */
        {"\u0421\u043ep\u0443", "copy", "copy"},
        {"BiIl", "biil", "bill"},
        {"B0b", "b0b", "bob"},
        {"Zo\u00eb", "zo?", "zo?"},
        {"\u00a0Ann\u3000", "ann", "ann"},
    };
    char text[32];

    (void)state;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        lookalike_fold(known[i].text, LOOKALIKE_LETTERS, text, sizeof text);
        assert_string_equal(text, known[i].letters);
        lookalike_fold(known[i].text, LOOKALIKE_SHAPES, text, sizeof text);
        assert_string_equal(text, known[i].shapes);
    }
    lookalike_fold("abcdef", LOOKALIKE_LETTERS, text, 4);
    assert_string_equal(text, "abc");
}

static void a_terminal_gets_no_commands(void **state)
{
    char text[] = "a\x1b[31mb\xc2\x9b\u202e\nc\u200d\xff\x7f";

    (void)state;
    unicode_make_safe(text);
    assert_string_equal(text, "a?[31mb??\nc\u200d??");

    char line[] = "\u5c71\r\n\tb\x1b\u202e\xe5\xb1";
    unicode_make_line(line);
    assert_string_equal(line, "\u5c71   b????");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_are_decoded),      cmocka_unit_test(names_show_what_they_are),
        cmocka_unit_test(messages_may_have_emoji),     cmocka_unit_test(letters_look_alike),
        cmocka_unit_test(a_terminal_gets_no_commands),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
