#include "unit.h"

#include "ugi/line.h"

static struct ugi_line line_of(const char *text)
{
    struct ugi_line line;

    memset(&line, 0x55, sizeof line);
    ugi_line_read(text, &line);
    return line;
}

static void check_span(struct ugi_span span, const char *wanted)
{
    assert_int_equal(span.length, strlen(wanted));
    assert_memory_equal(span.text, wanted, span.length);
}

static void words_are_known(void **state)
{
    const struct {
        const char *text;
        enum ugi_kind kind;
    } cases[] = {
        {"", UGI_EMPTY},       {" \t\r\n", UGI_EMPTY},       {"ugi", UGI_UGI},
        {"  UGI \n", UGI_UGI}, {"isready\r\n", UGI_ISREADY}, {"uginewgame", UGI_NEWGAME},
        {"stop", UGI_STOP},    {"quit now", UGI_QUIT},       {"d", UGI_DISPLAY},
        {"bench", UGI_BENCH},  {"ugin", UGI_UNKNOWN},        {"ug", UGI_UNKNOWN},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++)
        assert_int_equal(line_of(cases[i].text).kind, cases[i].kind);
    check_span(line_of(" xyz abc").name, "xyz");
}

static void options_have_a_name_and_a_value(void **state)
{
    struct ugi_line line = line_of("setoption name Two  Words value a  b \n");

    (void)state;
    assert_int_equal(line.kind, UGI_SETOPTION);
    check_span(line.name, "Two  Words");
    check_span(line.value, "a  b");
    line = line_of("setoption name Clear");
    check_span(line.name, "Clear");
    check_span(line.value, "");
    line = line_of("setoption name X value value name");
    check_span(line.value, "value name");
    assert_int_equal(line_of("setoption").kind, UGI_BAD);
    assert_int_equal(line_of("setoption Hash 3").kind, UGI_BAD);
    assert_int_equal(line_of("setoption name").kind, UGI_BAD);
    assert_int_equal(line_of("setoption name value 3").kind, UGI_BAD);
}

static void positions_have_a_start_and_moves(void **state)
{
    struct ugi_line line = line_of("position startpos");

    (void)state;
    assert_int_equal(line.kind, UGI_POSITION);
    check_span(line.name, "");
    check_span(line.value, "");
    line = line_of("position startpos moves a1b2 i5h5\n");
    check_span(line.name, "");
    check_span(line.value, "a1b2 i5h5");
    line = line_of("position startpos moves");
    assert_int_equal(line.kind, UGI_POSITION);
    check_span(line.value, "");
    line = line_of("position fen b/w b 0-0  0 1 moves  a1b2");
    check_span(line.name, "b/w b 0-0  0 1");
    check_span(line.value, "a1b2");
    assert_int_equal(line_of("position").kind, UGI_BAD);
    assert_int_equal(line_of("position b/w").kind, UGI_BAD);
    assert_int_equal(line_of("position fen").kind, UGI_BAD);
    assert_int_equal(line_of("position fen moves a1b2").kind, UGI_BAD);
    assert_int_equal(line_of("position startpos a1b2").kind, UGI_BAD);
}

static void limits_are_numbers(void **state)
{
    struct ugi_line line = line_of("go p1time 60000 p2time 0 p1inc 10 p2inc 20 depth 5 nodes 7 "
                                   "movetime 9");

    (void)state;
    assert_int_equal(line.kind, UGI_GO);
    assert_false(line.go.infinite);
    assert_int_equal(line.go.clock[0], 60000);
    assert_int_equal(line.go.clock[1], 0);
    assert_int_equal(line.go.increment[0], 10);
    assert_int_equal(line.go.increment[1], 20);
    assert_int_equal(line.go.depth, 5);
    assert_int_equal(line.go.nodes, 7);
    assert_int_equal(line.go.movetime, 9);
    line = line_of("go p6time 7 P3INC 8 p5time 0");
    assert_int_equal(line.go.clock[5], 7);
    assert_int_equal(line.go.increment[2], 8);
    assert_int_equal(line.go.clock[4], 0);
    assert_int_equal(line.go.clock[0], -1);
    assert_int_equal(line_of("go p7time 7").kind, UGI_BAD);
    assert_int_equal(line_of("go p0inc 7").kind, UGI_BAD);
    assert_int_equal(line_of("go p 7").kind, UGI_BAD);
    line = line_of("go");
    assert_int_equal(line.kind, UGI_GO);
    assert_int_equal(line.go.clock[0], -1);
    assert_int_equal(line.go.clock[1], -1);
    assert_int_equal(line.go.depth, 0);
    assert_true(line_of("go infinite").go.infinite);
    /* a clock may have run out, and what is beyond all reason is cut off */
    line = line_of("go p1time -300 depth 0 nodes 99999999999999999999999999");
    assert_int_equal(line.go.clock[0], 0);
    assert_int_equal(line.go.depth, 1);
    assert_true(line.go.nodes == 1000000000000000);
    assert_int_equal(line_of("go depth").kind, UGI_BAD);
    assert_int_equal(line_of("go depth -").kind, UGI_BAD);
    assert_int_equal(line_of("go depth 5x").kind, UGI_BAD);
    assert_int_equal(line_of("go depth infinite").kind, UGI_BAD);
    assert_int_equal(line_of("go 5").kind, UGI_BAD);
}

static void the_rest_is_checked(void **state)
{
    (void)state;
    assert_int_equal(line_of("perft 5").number, 5);
    assert_int_equal(line_of("perft").kind, UGI_BAD);
    assert_int_equal(line_of("perft 0").kind, UGI_BAD);
    assert_int_equal(line_of("perft 100").kind, UGI_BAD);
    check_span(line_of("query result").name, "result");
    assert_int_equal(line_of("query").kind, UGI_QUERY);
    assert_int_equal(line_of("query").name.length, 0);
    assert_int_equal(line_of("position here").kind, UGI_BAD);
    assert_int_equal(line_of("position here").command, UGI_POSITION);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_are_known),
        cmocka_unit_test(options_have_a_name_and_a_value),
        cmocka_unit_test(positions_have_a_start_and_moves),
        cmocka_unit_test(limits_are_numbers),
        cmocka_unit_test(the_rest_is_checked),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
