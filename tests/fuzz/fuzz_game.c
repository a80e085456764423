/* fuzz_game.c - bytes as a game: board, start, rules, then moves, take-backs and the players' own
 * ends. A plain list of positions kept beside it says what the game has to be. */
#include "fuzz.h"

#define PLIES_MAX 300

struct input {
    const uint8_t *data;
    size_t left;
};

struct record {
    const paua_board *board;
    paua_rules rules;
    paua_game *game;
    int count; /* moves played */
    paua_position positions[PLIES_MAX + 1];
    paua_move moves[PLIES_MAX];
    paua_outcome agreed;
};

static unsigned next_byte(struct input *input)
{
    if (input->left == 0)
        return 0;
    input->left--;
    return *input->data++;
}

static const paua_board *choose_board(struct input *input, const paua_layout **layout)
{
    static const int shapes[][3] = {{2, 2, 2}, {2, 2, 3}, {2, 3, 2}, {3, 3, 3}, {1, 1, 5},
                                    {4, 4, 4}, {2, 5, 6}, {3, 4, 9}, {1, 7, 8}};
    unsigned choice = next_byte(input);

    *layout = NULL;
    if (choice < sizeof shapes / sizeof *shapes)
        return board_for(shapes[choice]);
    *layout = paua_layout_at((int)(choice % (unsigned)paua_layout_count()));
    return board_for((*layout)->sides);
}

static paua_position choose_start(struct input *input, const paua_board *board,
                                  const paua_layout *layout)
{
    paua_position position;
    paua_set marbles[PAUA_SIDES] = {0, 0};

    if (layout) {
        REQUIRE(paua_position_parse(board, layout->name, &position, NULL) == PAUA_OK);
        return position;
    }
    for (int cell = 0; cell < paua_board_ring(board); cell++) {
        unsigned what = next_byte(input) % 3;
        if (what < 2 && paua_board_all(board) & PAUA_SET(cell))
            marbles[what] |= PAUA_SET(cell);
    }
    REQUIRE(paua_position_setup(board, marbles[0], marbles[1],
                                next_byte(input) % 2 ? PAUA_WHITE : PAUA_BLACK,
                                &position) == PAUA_OK);
    return position;
}

static paua_rules choose_rules(struct input *input)
{
    paua_rules rules = {.win = (uint8_t)(1 + next_byte(input) % 6)};

    rules.repetition = (uint8_t)(next_byte(input) % 5);
    rules.stuck_loses = next_byte(input) % 2;
    rules.quiet = (uint16_t)(next_byte(input) % 64);
    rules.plies = (uint16_t)next_byte(input);
    return rules;
}

/* R10, R12, R13 by looking at every position there has been. */
static paua_outcome expected_outcome(const struct record *r)
{
    const paua_position *now = &r->positions[r->count];
    int times = 0;

    if (r->agreed.result != PAUA_ONGOING)
        return r->agreed;
    paua_outcome outcome = paua_position_outcome(r->board, &r->rules, now);
    for (int i = 0; i <= r->count; i++)
        times += paua_position_same(&r->positions[i], now);
    if (outcome.result == PAUA_ONGOING && r->rules.repetition > 0 && times >= r->rules.repetition)
        outcome = (paua_outcome){PAUA_DRAW, PAUA_BY_REPETITION};
    return outcome;
}

static void check_game(const struct record *r)
{
    paua_outcome got = paua_game_outcome(r->game), wanted = expected_outcome(r);

    REQUIRE(got.result == wanted.result && got.reason == wanted.reason);
    REQUIRE(paua_game_moves(r->game) == r->count);
    REQUIRE(identical(paua_game_position(r->game), &r->positions[r->count]));
    REQUIRE(paua_position_check(r->board, paua_game_position(r->game)) == PAUA_OK);
}

static void check_history(const struct record *r)
{
    REQUIRE(identical(paua_game_start(r->game), &r->positions[0]));
    for (int i = 0; i < r->count; i++) {
        REQUIRE(paua_game_move(r->game, i) == r->moves[i]);
        REQUIRE(paua_game_keys(r->game)[i] == r->positions[i].key);
    }
}

static void play(struct record *r, paua_move move)
{
    bool legal = paua_move_legal(r->board, &r->positions[r->count], move);
    bool over = expected_outcome(r).result != PAUA_ONGOING;
    paua_status status = paua_game_play(r->game, move);

    REQUIRE(status == (legal && !over ? PAUA_OK : PAUA_ILLEGAL_MOVE));
    if (status == PAUA_OK) {
        paua_undo undo;
        r->moves[r->count] = move;
        r->positions[r->count + 1] = r->positions[r->count];
        paua_position_make(r->board, &r->positions[++r->count], move, &undo);
    }
}

static void play_listed(struct record *r, unsigned choice)
{
    static paua_move_list list;

    paua_moves_generate(r->board, &r->positions[r->count], &list);
    if (list.count > 0)
        play(r, list.moves[choice % (unsigned)list.count]);
}

static void take_back(struct record *r)
{
    paua_status status = paua_game_takeback(r->game);

    REQUIRE(status == (r->count > 0 ? PAUA_OK : PAUA_NOT_FOUND));
    if (status == PAUA_OK) {
        r->count--;
        r->agreed = (paua_outcome){PAUA_ONGOING, PAUA_BY_NONE};
    }
}

static void end(struct record *r, unsigned how)
{
    static const paua_outcome ends[] = {{PAUA_WHITE_WINS, PAUA_BY_RESIGNATION},
                                        {PAUA_BLACK_WINS, PAUA_BY_RESIGNATION},
                                        {PAUA_DRAW, PAUA_BY_AGREEMENT}};
    bool over = expected_outcome(r).result != PAUA_ONGOING;
    paua_status status = how == 2 ? paua_game_agree_draw(r->game)
                                  : paua_game_resign(r->game, how ? PAUA_WHITE : PAUA_BLACK);

    REQUIRE(status == (over ? PAUA_CONFLICT : PAUA_OK));
    if (!over)
        r->agreed = ends[how];
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct record record;
    struct input input = {data, size};
    const paua_layout *layout;
    struct record *r = &record;

    r->board = choose_board(&input, &layout);
    r->rules = choose_rules(&input);
    r->positions[0] = choose_start(&input, r->board, layout);
    r->count = 0;
    r->agreed = (paua_outcome){PAUA_ONGOING, PAUA_BY_NONE};
    REQUIRE(paua_game_new(r->board, &r->rules, &r->positions[0], &r->game) == PAUA_OK);
    check_game(r);
    while (input.left > 0 && r->count < PLIES_MAX) {
        unsigned byte = next_byte(&input);
        if (byte < 224)
            play_listed(r, byte);
        else if (byte < 244)
            take_back(r);
        else if (byte < 248)
            play(r, (paua_move)(next_byte(&input) << 8 | next_byte(&input)));
        else if (byte < 251)
            end(r, byte - 248);
        check_game(r);
    }
    check_history(r);
    paua_game_free(r->game);
    return 0;
}
