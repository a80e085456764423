/* Positions in every form: by hand, and written and read back over random positions. `--positions
 * N` sets how many. */
#include "full_board.h"
#include "notation/server_board.h"
#include "random_positions.h"

static int positions_wanted = SANITIZED ? 1500 : 6000;
static bool same_marbles(const paua_position *a, const paua_position *b)
{
    return memcmp(a->marbles, b->marbles, sizeof a->marbles) == 0 && a->neutral == b->neutral &&
           a->central == b->central && a->fixed == b->fixed;
}

static bool plain(const paua_position *position)
{
    return position->players == 2 && !position->neutral && !position->fixed && !position->crowned;
}

static bool empty(const paua_position *position)
{
    paua_set all = position->neutral | position->fixed;

    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        all |= position->marbles[side];
    return all == 0;
}

/* Whether the form has a way to write the position at all. */
static bool can_say(paua_form form, const paua_position *position)
{
    if (form == PAUA_FORM_PLAYSTRATEGY)
        return plain(position) && !empty(position);
    if (form == PAUA_FORM_MATRIX)
        return plain(position);
    if (form == PAUA_FORM_PBM || form == PAUA_FORM_PBM_BOARD)
        return !position->neutral && !position->fixed;
    return form != PAUA_FORM_LIST || !empty(position);
}

/* What the form keeps besides the marbles. */
static void check_kept(paua_form form, const paua_position *position, const paua_position *read,
                       const char *text)
{
    bool two = position->players == 2, good = true;

    if (form == PAUA_FORM_NATIVE)
        good = paua_position_same(position, read) && position->ply == read->ply &&
               position->quiet == read->quiet && position->key == read->key;
    /* without teams and departures the turn may pass to another */
    if (form <= PAUA_FORM_LIST && !position->teams && !position->out)
        good = good && position->to_move == read->to_move;
    if (two && form != PAUA_FORM_LIST && form != PAUA_FORM_DIAGRAM)
        good = good && memcmp(position->ejected, read->ejected, sizeof read->ejected) == 0;
    if (form == PAUA_FORM_PLAYSTRATEGY)
        good = good && position->quiet == read->quiet &&
               (position->ply == read->ply || (position->ply + position->to_move) % 2 == 0);
    if (!good)
        fail_msg("%s: something is lost in\n%s", paua_form_name((int)form), text);
}

static void check_form(const paua_board *board, const paua_position *position, paua_form form)
{
    char text[PAUA_FORM_TEXT_MAX], cut[64];
    paua_position read;
    paua_error error = {.code = PAUA_OK};
    int sides[3];
    size_t length = paua_position_write(board, position, form, text, sizeof text);

    assert_int_equal(strlen(text), length);
    assert_true(length < sizeof text);
    if (!can_say(form, position)) {
        assert_int_equal(length, 0);
        return;
    }
    assert_true(length > 0);
    assert_int_equal(paua_position_write(board, position, form, cut, sizeof cut), length);
    assert_memory_equal(cut, text, length < sizeof cut ? length : sizeof cut - 1);
    if (paua_position_shape(text, sides, &error) != PAUA_OK ||
        paua_position_parse(board, text, &read, &error) != PAUA_OK)
        fail_msg("%s: byte %zu: %s in\n%s", paua_form_name((int)form), error.at, error.message,
                 text);
    for (int i = 0; i < 3; i++)
        if (sides[i] != paua_board_side(board, i))
            fail_msg("taken for a board of %dx%dx%d:\n%s", sides[0], sides[1], sides[2], text);
    if (!same_marbles(position, &read))
        fail_msg("%s: other marbles in\n%s", paua_form_name((int)form), text);
    assert_int_equal(paua_position_check(board, &read), PAUA_OK);
    check_kept(form, position, &read, text);
}

static bool player_or_neutral(const paua_position *position)
{
    paua_set all = position->neutral;

    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        all |= position->marbles[side];
    return all != 0;
}

/* What is drawn as plain text is read, too: with coordinates also turned, and with a move's
 * brackets. */
static void check_drawing(uint64_t *random, const paua_board *board, const paua_position *position)
{
    static paua_move_list list;
    char text[PAUA_FORM_TEXT_MAX];
    paua_position read;
    paua_error error = {.code = PAUA_OK};
    paua_drawing how = {.size = sizeof(paua_drawing), .coordinates = random_below(random, 2) == 0};

    if (how.coordinates && paua_board_rows(board) > 1)
        how.turned = random_below(random, 2) == 0;
    how.unicode = random_below(random, 2) == 0;
    if (!how.coordinates && !how.unicode && !player_or_neutral(position))
        return; /* a fixed marble alone is an x of the network server's */
    paua_moves_generate(board, position, &list);
    if (list.count > 0)
        how.last = list.moves[random_below(random, list.count)];
    assert_true(paua_draw_text(board, position, &how, text, sizeof text) < sizeof text);
    if (paua_position_parse(board, text, &read, &error) != PAUA_OK ||
        !same_marbles(position, &read))
        fail_msg("byte %zu: %s in\n%s", error.at, error.message, text);
}

static void every_form_is_read_back(void **state)
{
    uint64_t random = 0x706f73ull;
    paua_board *boards[LENGTH(random_boards)];

    (void)state;
    for (size_t i = 0; i < LENGTH(random_boards); i++)
        boards[i] = board_of(random_boards[i][0], random_boards[i][1], random_boards[i][2]);
    for (int i = 0; i < positions_wanted; i++) {
        const paua_board *board = boards[random_below(&random, LENGTH(random_boards))];
        paua_position position = random_position(&random, board, i % 2 ? 0 : 2);
        for (int form = 0; form < PAUA_FORM_COUNT; form++)
            check_form(board, &position, (paua_form)form);
        check_drawing(&random, board, &position);
    }
    for (size_t i = 0; i < LENGTH(random_boards); i++)
        paua_board_free(boards[i]);
}

/* The widest and the highest boards, full and empty. */
static void every_board_has_room(void **state)
{
    (void)state;
    for (int a = 1; a <= PAUA_CELLS_MAX; a++)
        for (int b = 1; b <= PAUA_CELLS_MAX; b++)
            for (int c = 1; c <= PAUA_CELLS_MAX; c += SANITIZED ? 3 : 1) {
                paua_position position;
                if (paua_board_cells_of(a, b, c) == 0)
                    continue;
                paua_board *board = board_of(a, b, c);
                paua_set all = paua_board_all(board), some = all & 0x5a5a5a5a5a5a5a5aull;
                const paua_set blacks[] = {all, 0, some};
                for (int i = 0; i < 3; i++) {
                    paua_position_setup(board, blacks[i], i == 2 ? all & ~some : 0, PAUA_BLACK,
                                        &position);
                    for (int side = 0; side < 2; side++)
                        position.ejected[side] =
                            (uint8_t)(PAUA_CELLS_MAX - count_of(position.marbles[1 - side]));
                    position.key = paua_position_key(board, &position);
                    for (int form = 0; form < PAUA_FORM_COUNT; form++)
                        check_form(board, &position, (paua_form)form);
                }
                paua_board_free(board);
            }
}

struct example {
    const char *text, *native;
};

static void check_examples(const struct example *examples, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[PAUA_POSITION_TEXT_MAX];
        int sides[3];
        paua_error error;
        paua_position position;
        paua_board *board;
        if (paua_position_shape(examples[i].text, sides, &error) != PAUA_OK)
            fail_msg("byte %zu: %s in\n%s", error.at, error.message, examples[i].text);
        board = board_of(sides[0], sides[1], sides[2]);
        if (paua_position_parse(board, examples[i].text, &position, &error) != PAUA_OK)
            fail_msg("byte %zu: %s in\n%s", error.at, error.message, examples[i].text);
        paua_position_format(board, &position, text, sizeof text);
        assert_string_equal(text, examples[i].native);
        paua_board_free(board);
    }
}

#define STANDARD "wwwww/wwwwww/2www2/8/9/8/2bbb2/bbbbbb/bbbbb"
#define DAISY    "ww1bb/wwwbbb/1ww1bb1/8/9/8/1bb1ww1/bbbwww/bb1ww"

static void records_and_lists_are_read(void **state)
{
    const struct example examples[] = {
        {STANDARD "-5b4w w", STANDARD " w 4-5 0 1"},
        {STANDARD "-4w", STANDARD " b 4-0 0 1"},
        {"3/5b2/9/bwr1/3-2r1b g", ""}, /* no such board: see below */
        {"br/wrr/2-1b2w3r r", "br/wrr/2 r 0-0-0 0 1"},
        {"SS1ss/SSSsss/1SS1ss1/8/9/8/1ss1SS1/sssSSS/ss1SS 1 2 w 3 7",
         "bb1ww/bbbwww/1bb1ww1/8/9/8/1ww1bb1/wwwbbb/ww1bb w 1-2 3 14"},
        {"5x1x1:1SsS1", "5x1x1:1bwb1 b 0-0 0 1"},
        /* what PlayStrategy writes at the start */
        {"ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss 0 0 b 0 0", DAISY " b 0-0 0 1"},
        {"ss1SS/sssSSS/1ss1SS1/8/9/8/1SS1ss1/SSSsss/SS1ss 0 0 w 0 0", DAISY " w 0-0 0 2"},
        {"\xef\xbb\xbf" DAISY " w 0-0 0 0", DAISY " w 0-0 0 1"},
        {"Ss/3/2 0 0 w", "bw/3/2 w 0-0 0 2"},
        {"w\nA1b,I9w,e5w", "4w/6/7/8/4w4/8/7/6/b4 w 0-0 0 1"},
        {" B\r\n  C5b , D5B\r\n", "5/6/7/8/9/4b3/4b2/6/5 b 0-0 0 1"},
        {"b A1b,A2r,A3n,A4c,A5x", "5/6/7/8/9/8/7/6/brncx b 0-0-0 0 1"},
        {"2x3x2:w\nA1b,D3w", "2x3x2:1w/3/3/b1 w 0-0 0 1"},
        {"bowl-5", "gg1rr/gggrrr/1gg1rr1/6bb/6bbb/6bb/1yy1ww1/yyywww/yy1ww b 0-0-0-0-0 0 1"},
        {"standard-3 r 0-0-2", "bbbbb/bbbbbb/7/r6w/rr5ww/rr4ww/rr3ww/rr2ww/rr1ww r 0-0-2 0 1"},
    };

    (void)state;
    check_examples(examples, 2);
    check_examples(examples + 3, LENGTH(examples) - 3);
}

static void drawings_are_read(void **state)
{
    const struct example examples[] = {
        {"0    ! ! * $ $\n      ! ! ! $ $ $\n      * ! ! * $ $ *\n      * * * * * * * *\n"
         "    * * * * * * * * *\n      * * * * * * * *\n      * $ $ * ! ! *\n"
         "        $ $ $ ! ! !\n0    $ $ * ! !\n",
         DAISY " b 0-0 0 1"},
        {"6 ! \\$\n* ! \\$!\n0  $ *", ""}, /* no hexagon */
        {"2  ! !\n  * * *\n   $ *  3", "ww/3/b1 b 2-3 0 1"},
        {"     I O O O O O\n    H O O O O O O\n   G + + O O O + +\n  F + + + + + + + +\n"
         " E + + + + + + + + +\n  D + + + + + + + + 9\n   C + + @ @ @ + + 8\n"
         "    B @ @ @ @ @ @ 7\n     A @ @ @ @ @ 6\n        1 2 3 4 5\n",
         STANDARD " b 0-0 0 1"},
        {"  O O\n + r +\n  @ x", "ww/1r1/bx b 0-0-0 0 1"},
        {"  O .\n . . .\n  @ .\n1-0 by ejections, ejected: Black 1, White 0", "w1/3/b1 b 1-0 0 1"},
        {"  O .\n . . r\n  @ .\nRed to move, ply 4, ejected: Black 1, White 0 (left), Red 2",
         "w1/2r/b1 r 1-0-2 0 4"},
        {"  a (.)@\n b  .(@). \n  c  O O 1\n     3 2\nWhite to move, ply 2, ejected: Black 1, "
         "White 0",
         "ww/1b1/b1 w 1-0 0 2"}, /* turned */
        {"  c  O O\n b (@). .\n  a (.)@ 3\n      1 2\nWhite to move, ply 2, ejected: Black 1, "
         "White 3\n",
         "ww/b2/1b w 1-3 0 2"},
        {"            1 1 1 1 .\n           1 1 1 1 . 2\n          . . . . . 2 2\n"
         "         4 . . 5 5 . 2 2\n        4 4 . 5 5 5 . 2 2\n         4 4 . 5 5 . . 2\n"
         "          4 4 . . . . .\n           4 . 3 3 3 3\n            . 3 3 3 3\n",
         "bbbb1/bbbb1w/5ww/g2yy1ww/gg1yyy1ww/gg1yy2w/gg5/g1rrrr/1rrrr b 0-0-0-0-0 0 1"},
        {"            1 2 3 4 5\n            / / / / / 6\n        A- o o o o o / 7\n"
         "       B- o o o o o o / 8\n      C- . . o o . . . / 9\n     D- . . . . o . . . /\n"
         "    E- . . . . . . . . .\n     F- . . . . . . . .\n      G- . . x x x . .\n"
         "       H- x x x x x x\n        I- x x x x x\n",
         "wwwww/wwwwww/2ww3/4w3/9/8/2bbb2/bbbbbb/bbbbb b 0-0 0 1"},
        {"     1 2\n     / / 3\n A- o . /    x x\nB- . x .\n C- . o    o", "w1/1b1/1w b 1-2 0 1"},
        {"  o . .  x x\n . x . o\n  . o .    o", "w2/1b1w/1w1 b 1-2 0 1"},
        {" 1 1\n2 2 2\n 1 1", "bb/www/bb b 0-0 0 1"},
        {"1 2 1", "3x1x1:bwb b 0-0 0 1"},
        /* other programs write capitals */
        {"    O O O O O\n   O O O O O O\n  . . O O O . .\n . . . . . . . .\n. . . . . . . . .\n"
         " . . . . . . . .\n  . . X X X . .\n   X X X X X X\n    X X X X X\n",
         STANDARD " b 0-0 0 1"},
        {" X X\n. . O\n X .\n", "bb/2w/b1 b 0-0 0 1"},
        {" X X\n. . .\n X .\n", "bb/3/b1 b 0-0 0 1"},
        {"     1 2\n     / / 3\n A- O . /    X X\nB- . X .\n C- . O    O", "w1/1b1/1w b 1-2 0 1"},
        {"  . .\n . . x\n. . o\n . .", "2/2b/2w/2 b 0-0 0 1"},
        {" . .\n. . x\n . . o\n  . .", "2x3x2:2/2b/2w/2 b 0-0 0 1"},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(examples); i++) {
        int sides[3];
        if (!*examples[i].native)
            assert_int_equal(paua_position_shape(examples[i].text, sides, NULL),
                             PAUA_ERROR_BAD_SYNTAX);
        else
            check_examples(&examples[i], 1);
    }
}

/* Puzzles and starts of Abalassembly, and starts of gym-abalone. */
static void json_is_read(void **state)
{
    const struct example examples[] = {
        {"{\"bm\":[\"3,4\",\"3,6\",\"5,6\",\"4,6\",\"4,5\",\"6,0\",\"8,0\",\"0,0\",\"3,3\",\"3,2\"]"
         ","
         "\"wm\":[\"3,1\",\"7,2\",\"4,7\",\"5,1\",\"4,2\",\"6,1\",\"7,1\",\"6,2\",\"2,0\",\"3,0\"],"
         "\"cb\":4,\"cw\":3,\"c\":\"white\",\"sol\":{\"cells\":[{\"r\":3,\"c\":4}],\"dir\":{\"q\":-"
         "1}},"
         "\"lab\":\"f6f5\",\"src\":\"a } \\\"b\\\" vs c\",\"mv\":17}",
         "b4/6/w6/wwbbb1b1/2w2bbw1/1w4b1/bww4/1ww3/b4 w 4-3 0 1"},
        {"{\"black\":[[8,0],[8,1],[7,0],[7,1],[7,2],[6,1],[6,2],[0,3],[0,4],[1,3],[1,4],[1,5],[2,4]"
         ","
         "[2,5]],\n \"white\" : [ "
         "[8,3],[8,4],[7,3],[7,4],[7,5],[6,4],[6,5],[0,0],[0,1],[1,0],[1,1],"
         "[1,2],[2,1],[2,2] ] }",
         DAISY " b 0-0 0 1"},
        {"{\"name\": \"belgian-daisy\", \"id\": 7, \"other\": [true, null, -1.5e3, {}],"
         "\"black\": [3,4,8,9,10,15,16,44,45,50,51,52,56,57],"
         "\"white\": [0,1,5,6,7,12,13,47,48,53,54,55,59,60]}",
         DAISY " b 0-0 0 1"},
        {"{\"black\":[],\"white\":[30]}", "5/6/7/8/4w4/8/7/6/5 b 0-0 0 1"},
    };

    (void)state;
    check_examples(examples, LENGTH(examples));
}

#define GRID       "11111\n111111\n0011100\n00000000\n000000000\n00000000\n0022200\n222222\n22222\n"
#define FEWER      "11111\n111111\n0011000\n00000000\n000000000\n00000000\n0022200\n222222\n22222\n"
#define FEWER_ROWS "wwwww/wwwwww/2ww3/8/9/8/2bbb2/bbbbbb/bbbbb"

/* What CodinGame's referee writes to a bot: a whole turn, the first one or a later one, or the
 * board. */
static void codingame_is_read(void **state)
{
    const struct example examples[] = {
        {GRID, STANDARD " b 0-0 0 1"},
        {"2\n0 0\n" GRID "-1 -1 -1 -1 -1\n2\n2 6 2 6 2\n2 6 4 6 1\n", STANDARD " b 0-0 0 1"},
        {"1\r\n0 0\r\n" GRID "2 6 2 6 2", STANDARD " w 0-0 0 1"},
        {" 0 0\n" GRID "2 6 2 6 2\n1\n0 0 2 2 0", STANDARD " w 0-0 0 1"}, /* a white marble moves */
        {"1\n" GRID, STANDARD " w 0-0 0 1"},
        {"1 0\n" FEWER, FEWER_ROWS " b 1-0 0 1"},
        {"0 1\n" FEWER, FEWER_ROWS " w 1-0 0 1"},
        {"1\n0 1\n" FEWER, FEWER_ROWS " w 1-0 0 1"},
        {FEWER, FEWER_ROWS " b 0-0 0 1"},
    };
    const char *const refused[] = {
        "3\n" GRID,
        GRID "x",
        GRID "-1 -1 -1 -1 -1\n1\n2 6 2 6 E",
        "2\n70 0\n" GRID, /* more than 61 marbles */
        "11111\n111111\n0011100\n00000000\n000000000\n00000000\n0022200\n222222\n2222\n",
        "11111 111111\n0011100\n00000000\n000000000\n00000000\n0022200\n222222\n22222\n",
    };

    (void)state;
    check_examples(examples, LENGTH(examples));
    for (size_t i = 0; i < LENGTH(refused); i++) {
        paua_position position;
        paua_error error = {.code = PAUA_OK};
        if (paua_position_parse(full, refused[i], &position, &error) == PAUA_OK)
            fail_msg("accepted: %s", refused[i]);
    }
}

/* The picture in the help of the network server, to the letter. */
static void the_labelled_board_is_drawn_as_in_the_help(void **state)
{
    static const char picture[] = "        1 2 3 4 5\n"
                                  "        / / / / / 6\n"
                                  "    A- o o o o o / 7\n"
                                  "   B- o o o o o o / 8\n"
                                  "  C- . . o o o . . / 9\n"
                                  " D- . . . . . . . . /\n"
                                  "E- . . . . . . . . .\n"
                                  " F- . . . . . . . .\n"
                                  "  G- . . x x x . .\n"
                                  "   H- x x x x x x\n"
                                  "    I- x x x x x\n";
    char text[PAUA_FORM_TEXT_MAX];
    paua_position position = position_of(full, "standard");

    (void)state;
    paua_position_write(full, &position, PAUA_FORM_PBM_BOARD, text, sizeof text);
    assert_string_equal(text, picture);
    check_form(full, &position, PAUA_FORM_PBM_BOARD);
}

/* Where a game is shown, letters name its players: the first of two is o, whatever the form calls
 * his colour. */
static void server_boards_name_players(void **state)
{
    static const char picture[] = "        1 2 3 4 5\n"
                                  "        / / / / / 6\n"
                                  "    A- o o o o o / 7    x x\n"
                                  "   B- o o o o o . / 8\n"
                                  "  C- . . o o o . . / 9\n"
                                  " D- . . . . . . . . /\n"
                                  "E- . . . . . . . . .\n"
                                  " F- . . . . . . . .\n"
                                  "  G- . . . x x . .\n"
                                  "   H- x x x x x x\n"
                                  "    I- x x x x .    o\n";
    char text[PAUA_FORM_TEXT_MAX], form[PAUA_FORM_TEXT_MAX];
    paua_position position =
        position_of(full, "bbbbb/bbbbb1/2bbb2/8/9/8/3ww2/wwwwww/wwww1 b 2-1 0 9");

    (void)state;
    size_t length = server_board_write(full, &position, text, sizeof text);
    assert_string_equal(text, picture);
    assert_int_equal(length, strlen(picture));
    assert_int_equal(server_board_mark(2, PAUA_BLACK, true), 'o');
    assert_int_equal(server_board_mark(2, PAUA_WHITE, true), 'x');
    position = position_of(full, "standard-3");
    server_board_write(full, &position, text, sizeof text);
    paua_position_write(full, &position, PAUA_FORM_PBM_BOARD, form, sizeof form);
    assert_string_equal(text, form);
    assert_int_equal(server_board_mark(3, PAUA_BLACK, true), '1');
    position = position_of(full, "pillar"); /* which the server has no letter for */
    assert_int_equal(server_board_write(full, &position, text, sizeof text), 0);
    assert_string_equal(text, "");
}

static void wrong_forms_are_refused(void **state)
{
    const struct {
        const char *text;
        paua_status status;
        size_t at;
    } cases[] = {
        {STANDARD "-", PAUA_ERROR_BAD_SYNTAX, 43},
        {STANDARD "-5", PAUA_ERROR_BAD_SYNTAX, 45},
        {STANDARD "-5b5b", PAUA_ERROR_BAD_SYNTAX, 47},
        {STANDARD "-5x", PAUA_ERROR_BAD_SYNTAX, 45},
        {STANDARD "-62b", PAUA_ERROR_BAD_SYNTAX, 44},
        {STANDARD "-5b4w w 0-0", PAUA_ERROR_BAD_SYNTAX, 51},
        {STANDARD "-50b", PAUA_ERROR_BAD_POSITION, 0},
        {"5/6/7/8/9/8/7/6/S4 0", PAUA_OK, 0},
        {"5/6/7/8/9/8/7/6/S4 0 0 r", PAUA_ERROR_BAD_SYNTAX, 23},
        {"5/6/7/8/9/8/7/6/S4 0 0 b 0 x", PAUA_ERROR_BAD_SYNTAX, 27},
        {"{\"black\":[0,61]}", PAUA_ERROR_BAD_SYNTAX, 12},
        {"{\"black\":[[9,0]]}", PAUA_ERROR_BAD_SYNTAX, 10},
        {"{\"bm\":[\"0,5\"]}", PAUA_ERROR_BAD_SYNTAX, 7},
        {"{\"bm\":[\"0,4\"],\"wm\":[\"0,4\"]}", PAUA_ERROR_BAD_POSITION, 20},
        {"{\"bm\":[\"0,4\"],\"c\":\"red\"}", PAUA_ERROR_BAD_SYNTAX, 18},
        {"{\"bm\":[\"0,4\"],\"cb\":62}", PAUA_ERROR_BAD_SYNTAX, 19},
        {"{\"bm\":[\"0,4\"]", PAUA_ERROR_BAD_SYNTAX, 13},
        {"{\"bm\":[\"0,4\"]} 1", PAUA_ERROR_BAD_SYNTAX, 15},
        {"{\"name\":\"x\"}", PAUA_ERROR_BAD_SYNTAX, 0},
        {"{\"name\":[[}", PAUA_ERROR_BAD_SYNTAX, 11},
        {"{", PAUA_ERROR_BAD_SYNTAX, 1},
        {"5/6/7/8/9/8/7/6/S4 0 0 b 0 32769", PAUA_ERROR_BAD_SYNTAX, 27},
        {"5/6/7/8/9/8/7/6/S4 0 0 b 0 1 1", PAUA_ERROR_BAD_SYNTAX, 29},
        {"5/6/7/8/9/8/7/6/S4 62 0", PAUA_ERROR_BAD_SYNTAX, 19},
        {"5/6/7/8/9/8/7/6/Sb3", PAUA_ERROR_BAD_SYNTAX, 17},
        {"b\nA1b,", PAUA_ERROR_BAD_SYNTAX, 6},
        {"b\nA1b,A1w", PAUA_ERROR_BAD_POSITION, 6},
        {"b\nA1b A2w", PAUA_ERROR_BAD_SYNTAX, 6},
        {"b\nA6b", PAUA_ERROR_BAD_POSITION, 2},
        {"b\nJ1b", PAUA_ERROR_BAD_POSITION, 2},
        {"b\nA1q", PAUA_ERROR_BAD_SYNTAX, 2},
        {"2x2x2:b\nA1b", PAUA_ERROR_BAD_POSITION, 0},
        {"no-such-layout", PAUA_ERROR_BAD_SYNTAX, 0},
        {"standard-7", PAUA_ERROR_BAD_SYNTAX, 0},
        {" bow", PAUA_ERROR_BAD_SYNTAX, 1},
        {"! !\n$ & $\n! !", PAUA_ERROR_BAD_SYNTAX, 6},
        {"! !\n$ 1 $\n! !", PAUA_ERROR_BAD_SYNTAX, 6},
        {"! !\n$ * $\n! !", PAUA_ERROR_BAD_POSITION, 0},
        {"O O\n+ + z\n@ @", PAUA_ERROR_BAD_SYNTAX, 8},
        {"B O O\n+ + @\nA @ @", PAUA_ERROR_BAD_SYNTAX, 6},
        {"O O\n+ + +\n@ @\nnonsense", PAUA_ERROR_BAD_SYNTAX, 14},
        {"O O\n+ + +\n@ @\nBlack 99999999", PAUA_ERROR_BAD_POSITION, 0},
        {"A- o o\nB- . .q\nC- . .", PAUA_ERROR_BAD_SYNTAX, 13},
        {"A- o o\n. . .\nC- . .", PAUA_ERROR_BAD_SYNTAX, 7},
        {". . 7", PAUA_ERROR_BAD_SYNTAX, 4},
        {"1 2\nBlack +", PAUA_ERROR_BAD_SYNTAX, 0}, /* no row at all */
        {"1 .    .", PAUA_ERROR_BAD_SYNTAX, 7},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        paua_position position = {.ply = 77}, untouched = position;
        paua_error error = {.code = PAUA_OK};
        paua_status status = paua_position_parse(full, cases[i].text, &position, &error);
        if (status != cases[i].status || error.at != cases[i].at)
            fail_msg("\"%s\": %s at byte %zu (%s)", cases[i].text, paua_status_name(status),
                     error.at, error.message);
        if (status == PAUA_OK)
            continue;
        assert_string_not_equal(error.message, "");
        assert_memory_equal(&position, &untouched, sizeof position);
    }
}

/* Rows that two mirror images share need an indent, or a known board. */
static void a_drawing_shows_which_way_it_leans(void **state)
{
    const char *flat = ". .\n. . x\n. . o\n. .";
    paua_board *one = board_of(2, 2, 3), *other = board_of(2, 3, 2);
    paua_position position;
    int sides[3];

    (void)state;
    assert_int_equal(paua_position_shape(flat, sides, NULL), PAUA_ERROR_BAD_SYNTAX);
    assert_int_equal(paua_position_parse(one, flat, &position, NULL), PAUA_OK);
    assert_int_equal(paua_position_parse(other, flat, &position, NULL), PAUA_OK);
    assert_int_equal(paua_position_parse(one, " . .\n. . x\n . . o\n  . .", &position, NULL),
                     PAUA_ERROR_BAD_POSITION);
    assert_int_equal(paua_position_parse(other, " . .\n. . x\n . . o\n  . .", &position, NULL),
                     PAUA_OK);
    assert_int_equal(position.marbles[PAUA_BLACK],
                     PAUA_SET(paua_board_cell(other, 2, paua_board_row_last(other, 2))));
    paua_board_free(one);
    paua_board_free(other);
}

/* A list without a prefix is one of the full board, unless another one is at hand. */
static void a_list_fits_the_board_at_hand(void **state)
{
    paua_board *board = board_of(3, 2, 2);
    paua_position position;
    int sides[3];

    (void)state;
    assert_int_equal(paua_position_shape("b\nA1b", sides, NULL), PAUA_OK);
    assert_int_equal(sides[0] * 100 + sides[1] * 10 + sides[2], 555);
    assert_int_equal(paua_position_parse(board, "b\nA1b,C4w", &position, NULL), PAUA_OK);
    assert_int_equal(position.marbles[PAUA_WHITE], PAUA_SET(paua_board_cell(board, 2, 4)));
    assert_int_equal(paua_position_parse(board, "b\nA1b,E5w", &position, NULL),
                     PAUA_ERROR_BAD_POSITION);
    assert_int_equal(paua_position_parse(board, "2x3x2:b\nA1b", &position, NULL),
                     PAUA_ERROR_BAD_POSITION);
    paua_board_free(board);
}

static void more_lines_than_any_board_are_refused(void **state)
{
    char text[2 * 80 + 1] = "";
    paua_error error;
    int sides[3];

    (void)state;
    for (int i = 0; i < 80; i++)
        strcat(text, ".\n");
    assert_int_equal(paua_position_shape(text, sides, &error), PAUA_ERROR_BAD_SYNTAX);
    memset(text, 'b', 7);
    memcpy(text, "b\nA1b,", 6);
    assert_int_equal(paua_position_shape(text, sides, &error), PAUA_ERROR_BAD_SYNTAX);
}

/* A game won by the central marble must not become one that is open: these forms cannot say it. */
static void a_decided_game_stays_decided(void **state)
{
    const paua_form silent[] = {PAUA_FORM_PLAYSTRATEGY, PAUA_FORM_MATRIX};
    const paua_position won = position_of(full, "5/6/7/8/9/8/7/6/2wb1 w 0-0c 0 8");

    (void)state;
    assert_int_equal(won.crowned, PAUA_WHITE + 1);
    for (size_t i = 0; i < sizeof silent / sizeof *silent; i++) {
        char text[PAUA_FORM_TEXT_MAX];
        assert_int_equal(paua_position_write(full, &won, silent[i], text, sizeof text), 0);
    }
    check_form(full, &won, PAUA_FORM_NATIVE);
}

static void forms_have_names(void **state)
{
    const char *const names[] = {"native", "apgn",    "playstrategy", "list",
                                 "matrix", "diagram", "pbm",          "pbm-board"};
    char text[8] = "#";
    paua_position position = position_of(full, "standard");

    (void)state;
    for (int i = 0; i < PAUA_FORM_COUNT; i++)
        assert_string_equal(paua_form_name(i), names[i]);
    assert_null(paua_form_name(-1));
    assert_null(paua_form_name(PAUA_FORM_COUNT));
    assert_int_equal(paua_position_write(full, &position, PAUA_FORM_COUNT, text, sizeof text), 0);
    assert_string_equal(text, "");
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_form_is_read_back),
        cmocka_unit_test(every_board_has_room),
        cmocka_unit_test(records_and_lists_are_read),
        cmocka_unit_test(drawings_are_read),
        cmocka_unit_test(json_is_read),
        cmocka_unit_test(codingame_is_read),
        cmocka_unit_test(the_labelled_board_is_drawn_as_in_the_help),
        cmocka_unit_test(wrong_forms_are_refused),
        cmocka_unit_test(server_boards_name_players),
        cmocka_unit_test(a_drawing_shows_which_way_it_leans),
        cmocka_unit_test(a_list_fits_the_board_at_hand),
        cmocka_unit_test(more_lines_than_any_board_are_refused),
        cmocka_unit_test(a_decided_game_stays_decided),
        cmocka_unit_test(forms_have_names),
    };

    if (argc == 3 && strcmp(argv[1], "--positions") == 0)
        positions_wanted = atoi(argv[2]);
    return cmocka_run_group_tests_name("position forms", tests, set_up, tear_down);
}
