/* test_record.c - games written as APGN. */
#define _POSIX_C_SOURCE 200809L /* strdup */

#include "unit.h"

/* A game with these moves, separated by blanks. */
static paua_game *game_of(const paua_board *board, const char *start, const char *moves)
{
    paua_rules rules = paua_rules_default(board);
    paua_position position = position_of(board, start);
    paua_game *game = NULL;
    char *copy = strdup(moves);

    assert_int_equal(paua_game_new(board, &rules, &position, &game), PAUA_OK);
    for (char *word = strtok(copy, " "); word; word = strtok(NULL, " ")) {
        paua_move move = move_of(board, paua_game_position(game), word);
        assert_int_equal(paua_game_play(game, move), PAUA_OK);
    }
    free(copy);
    return game;
}

static char *record_of(const paua_game *game, const paua_tags *tags)
{
    size_t length = paua_apgn_format(game, tags, NULL, 0);
    char *text = malloc(length + 1);

    assert_non_null(text);
    assert_int_equal(paua_apgn_format(game, tags, text, length + 1), length);
    assert_int_equal(strlen(text), length);
    return text;
}

static void check_record(paua_game *game, const paua_tags *tags, const char *wanted)
{
    char *text = record_of(game, tags);

    assert_string_equal(text, wanted);
    free(text);
    paua_game_free(game);
}

static void a_game_with_nothing_known(void **state)
{
    paua_board *board = board_of(5, 5, 5);

    (void)state;
    check_record(game_of(board, "standard", "a1b2 i5h5 b2c3"), NULL,
                 "[Event \"?\"]\n[Date \"????.??.??\"]\n[Black \"?\"]\n[White \"?\"]\n"
                 "[Variant \"standard\"]\n[Result \"*\"]\n[Notation \"Aba-Pro\"]\n[Plies \"3\"]\n\n"
                 "1. a1b2 i5h5 2. b2c3 *\n");
    check_record(game_of(board, "belgian-daisy", ""), NULL,
                 "[Event \"?\"]\n[Date \"????.??.??\"]\n[Black \"?\"]\n[White \"?\"]\n"
                 "[Variant \"belgian-daisy\"]\n[Result \"*\"]\n[Notation \"Aba-Pro\"]\n"
                 "[Plies \"0\"]\n\n*\n");
    paua_board_free(board);
}

static void a_game_with_everything_known(void **state)
{
    paua_board *board = board_of(5, 5, 5);
    paua_game *game = game_of(board, "standard", "a1b2");
    const paua_tags tags = {.size = sizeof(paua_tags),
                            .event = "Cup \"A\\B\"\nfinal",
                            .date = "2026.11.21",
                            .black = "Ad\xc3\xa8le",
                            .white = "",
                            .source = "club",
                            .time_control = "60+5",
                            .annotator = "Cy",
                            .black_elo = 1600,
                            .white_elo = 2};

    (void)state;
    assert_int_equal(paua_game_resign(game, PAUA_WHITE), PAUA_OK);
    check_record(game, &tags,
                 "[Event \"Cup \\\"A\\\\B\\\" final\"]\n[Date \"2026.11.21\"]\n"
                 "[Black \"Ad\xc3\xa8le\"]\n[White \"\"]\n"
                 "[Variant \"standard\"]\n[Result \"1-0\"]\n[Notation \"Aba-Pro\"]\n"
                 "[Termination \"resignation\"]\n[Plies \"1\"]\n[Source \"club\"]\n"
                 "[BlackElo \"1600\"]\n[WhiteElo \"2\"]\n[TimeControl \"60+5\"]\n"
                 "[Annotator \"Cy\"]\n\n1. a1b2 1-0\n");
    paua_board_free(board);
}

static void tags_of_another_size_are_refused(void **state)
{
    paua_board *board = board_of(5, 5, 5);
    paua_game *game = game_of(board, "standard", "a1b2");
    const paua_tags shorter = {.size = sizeof(paua_tags) - 1}, unset = {.event = "Cup"};
    char text[8] = "before";

    (void)state;
    assert_int_equal(paua_apgn_format(game, &shorter, text, sizeof text), 0);
    assert_string_equal(text, "");
    assert_int_equal(paua_apgn_format(game, &unset, text, sizeof text), 0);
    paua_game_free(game);
    paua_board_free(board);
}

static void a_game_from_a_position(void **state)
{
    paua_board *board = board_of(5, 5, 5), *mirrored = board_of(2, 3, 2);
    const paua_tags tags = {.size = sizeof(paua_tags), .termination = "time"};

    (void)state;
    check_record(game_of(board, "5/6/7/8/9/8/7/6/wwwbb w 5-4 3 8", "a1a2"), &tags,
                 "[Event \"?\"]\n[Date \"????.??.??\"]\n[Black \"?\"]\n[White \"?\"]\n"
                 "[Variant \"5x5x5\"]\n[Result \"*\"]\n[Notation \"Aba-Pro\"]\n[SetUp \"1\"]\n"
                 "[Position \"5/6/7/8/9/8/7/6/wwwbb-4b5w w\"]\n[Termination \"time\"]\n"
                 "[Plies \"1\"]\n\n1... a1a2 *\n");
    /* White to move makes another position of a layout, and a mirrored board needs its name */
    check_record(game_of(mirrored, "2x3x2:w1/3/3/b1 b", ""), NULL,
                 "[Event \"?\"]\n[Date \"????.??.??\"]\n[Black \"?\"]\n[White \"?\"]\n"
                 "[Variant \"2x3x2\"]\n[Result \"*\"]\n[Notation \"Aba-Pro\"]\n[SetUp \"1\"]\n"
                 "[Position \"2x3x2:w1/3/3/b1 b\"]\n[Plies \"0\"]\n\n*\n");
    check_record(game_of(board, "standard w", "i5h5 a1b2 h5i5"), NULL,
                 "[Event \"?\"]\n[Date \"????.??.??\"]\n[Black \"?\"]\n[White \"?\"]\n"
                 "[Variant \"5x5x5\"]\n[Result \"*\"]\n[Notation \"Aba-Pro\"]\n[SetUp \"1\"]\n"
                 "[Position \"wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb w\"]\n"
                 "[Plies \"3\"]\n\n1... i5h5 2. a1b2 h5i5 *\n");
    paua_board_free(board);
    paua_board_free(mirrored);
}

static void the_result_of_the_game_is_written(void **state)
{
    paua_board *board = board_of(2, 2, 2);
    paua_game *game = game_of(board, "b0", "");
    char *text;

    (void)state;
    assert_int_equal(paua_game_agree_draw(game), PAUA_OK);
    text = record_of(game, NULL);
    assert_non_null(strstr(text, "[Variant \"b0\"]\n[Result \"1/2-1/2\"]\n"));
    assert_non_null(strstr(text, "[Termination \"agreement\"]\n"));
    assert_non_null(strstr(text, "\n\n1/2-1/2\n"));
    free(text);
    paua_game_free(game);
    paua_board_free(board);
}

/* The bytes of a number and its moves, up to the next number or the end. */
static size_t group_length(const char *at)
{
    size_t length = strcspn(at, " \n");

    while (at[length] == ' ' && strchr("abcdefghi", at[length + 1]))
        length += 1 + strcspn(at + length + 1, " \n");
    return length;
}

static void a_number_and_its_moves_stay_on_a_line_of_78_bytes(void **state)
{
    paua_board *board = board_of(5, 5, 5);
    paua_rules rules = paua_rules_solver(board);
    paua_position start = position_of(board, "standard");
    const char *const round[] = {"b1c1", "h9g9", "c1b1", "g9h9"};
    paua_game *game = NULL;
    char *text, *line;
    int lines = 0;

    (void)state;
    assert_int_equal(paua_game_new(board, &rules, &start, &game), PAUA_OK);
    for (int i = 0; i < 400; i++)
        assert_int_equal(
            paua_game_play(game, move_of(board, paua_game_position(game), round[i % 4])), PAUA_OK);
    text = record_of(game, NULL);
    assert_non_null(strstr(text, "[Rules \"solver\"]\n"));
    line = strstr(text, "\n\n") + 2;
    assert_int_equal(strncmp(line, "1. b1c1 h9g9 2. c1b1 g9h9 ", 26), 0);
    for (; *line; line += strcspn(line, "\n") + 1, lines++) {
        size_t length = strcspn(line, "\n");
        bool last = line[length + 1] == '\0';
        assert_in_range(length, 1, last ? 80 : 78); /* the result stays with the last move */
        assert_int_not_equal(line[length - 1], ' ');
        assert_in_range(*line, '0', '9');
        if (!last) /* no line is broken early */
            assert_in_range(length + 1 + group_length(line + length + 1), 79, 200);
    }
    assert_true(lines > 30);
    free(text);
    paua_game_free(game);
    paua_board_free(board);
}

static void a_short_buffer_gets_the_beginning(void **state)
{
    paua_board *board = board_of(5, 5, 5);
    paua_game *game = game_of(board, "standard", "a1b2 i5h5");
    char *whole = record_of(game, NULL);
    size_t length = strlen(whole);

    (void)state;
    for (size_t cap = 1; cap <= length + 1; cap++) {
        char *part = malloc(cap);
        assert_non_null(part);
        assert_int_equal(paua_apgn_format(game, NULL, part, cap), length);
        assert_int_equal(strlen(part), cap - 1 < length ? cap - 1 : length);
        assert_memory_equal(part, whole, strlen(part));
        free(part);
    }
    free(whole);
    paua_game_free(game);
    paua_board_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_game_with_nothing_known),
        cmocka_unit_test(a_game_with_everything_known),
        cmocka_unit_test(a_game_from_a_position),
        cmocka_unit_test(tags_of_another_size_are_refused),
        cmocka_unit_test(the_result_of_the_game_is_written),
        cmocka_unit_test(a_number_and_its_moves_stay_on_a_line_of_78_bytes),
        cmocka_unit_test(a_short_buffer_gets_the_beginning),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
