/* fuzz_game.c - bytes as a game: board, start, rules, then moves, take-backs, departures and the
 * players' own ends, for two to six players. A plain list of positions kept beside it says what the
 * game has to be. */
#include "fuzz.h"

#define PLIES_MAX 200

struct input {
    const uint8_t *data;
    size_t left;
};

struct record {
    const paua_board *board;
    paua_rules rules;
    paua_game *game;
    int count;                              /* moves played */
    paua_position positions[PLIES_MAX + 1]; /* after i moves and the departures behind them */
    paua_move moves[PLIES_MAX];
    paua_outcome agreed;
    int departed;
    struct {
        int move;
        paua_side side;
        paua_reason reason;
    } departures[PAUA_PLAYERS_MAX];
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
                                    {4, 4, 4}, {2, 5, 6}, {3, 4, 9}, {1, 7, 8}, {5, 1, 1}};
    unsigned choice = next_byte(input);

    *layout = NULL;
    if (choice < sizeof shapes / sizeof *shapes)
        return board_for(shapes[choice]);
    *layout = paua_layout_at((int)(choice % (unsigned)paua_layout_count()));
    return board_for((*layout)->sides);
}

/* One byte for each cell: a marble of somebody, of nobody, a fixed one, or none. */
static void scatter(struct input *input, const paua_board *board, paua_position *position)
{
    for (int cell = 0; cell < paua_board_cells(board); cell++) {
        unsigned what = next_byte(input) % 16;
        paua_set bit = PAUA_SET(cell) & paua_board_all(board);
        if (what < 9)
            position->marbles[what % position->players] |= bit;
        else if (what < 11)
            position->neutral |= bit;
        else if (what == 11)
            position->fixed |= bit;
        if (what == 10 && !position->central)
            position->central = bit;
    }
}

static void choose_teams(struct input *input, paua_position *position)
{
    unsigned choice = next_byte(input);

    if (position->players == 4)
        position->teams = (uint8_t)(choice % 3);
    else if (position->players == 6)
        position->teams = choice % 2 ? PAUA_TEAMS_14_25_36 : PAUA_TEAMS_NONE;
}

static paua_position choose_start(struct input *input, const paua_board *board,
                                  const paua_layout *layout)
{
    paua_position position = {.players = 2, .ply = 1};

    if (layout) {
        REQUIRE(paua_position_parse(board, layout->name, &position, NULL) == PAUA_OK);
        choose_teams(input, &position);
    } else {
        unsigned byte = next_byte(input);
        position.players = (uint8_t)(2 + byte % 5);
        scatter(input, board, &position);
        choose_teams(input, &position);
        position.to_move = (uint8_t)(next_byte(input) % position.players);
        position.quiet = (uint16_t)(next_byte(input) % 8);
        if (byte >= 128 && position.players > 2)
            position.out = (uint8_t)(next_byte(input) % ((1u << position.players) - 1));
        if (byte >= 192 && !position.central)
            position.crowned = (uint8_t)(next_byte(input) % (position.players + 1u));
        for (int side = 0; side < position.players; side++)
            position.ejected[side] = (uint8_t)(next_byte(input) % 2);
    }
    paua_position before = position;
    if (paua_position_complete(board, &position) != PAUA_OK) {
        REQUIRE(paua_board_cells(board) > 50); /* full, and more marbles ejected */
        REQUIRE(memcmp(&before, &position, sizeof before) == 0);
        memset(position.ejected, 0, sizeof position.ejected);
        REQUIRE(paua_position_complete(board, &position) == PAUA_OK);
    }
    return position;
}

static paua_rules choose_rules(struct input *input, const paua_board *board)
{
    unsigned choice = next_byte(input);
    paua_rules rules = {.win = (uint8_t)(1 + choice % 6)};

    if (choice >= 240) {
        const char *name = paua_preset_name((int)choice % paua_preset_count());
        REQUIRE(paua_rules_preset(board, name, &rules) == PAUA_OK);
        return rules;
    }
    rules.repetition = (uint8_t)(next_byte(input) % 5);
    choice = next_byte(input);
    rules.stuck_loses = choice & 1;
    rules.score_decides = (choice & 2) != 0;
    rules.ko = (choice & 12) == 12;
    rules.centre_turn = (uint16_t)((choice & 16) ? 1 + choice / 32 : 0);
    rules.line_turn = (uint16_t)((choice & 12) == 4 ? 1 + choice / 32 : 0);
    rules.quiet = (uint16_t)(next_byte(input) % 64);
    rules.plies = (uint16_t)next_byte(input);
    return rules;
}

static bool has_been(const struct record *r, const paua_position *position)
{
    for (int i = 0; i <= r->count; i++) {
        bool same = paua_position_same(&r->positions[i], position);
        REQUIRE(same == (r->positions[i].key == position->key));
        if (same)
            return true;
    }
    return false;
}

/* The moves of the current position that may be played there (R16). */
static void allowed_moves(const struct record *r, paua_move_list *list)
{
    int kept = 0;

    paua_moves_generate(r->board, &r->positions[r->count], list);
    for (int i = 0; i < list->count && r->rules.ko; i++) {
        paua_position after = r->positions[r->count];
        paua_undo undo;
        paua_position_make(r->board, &after, list->moves[i], &undo);
        if (!has_been(r, &after))
            list->moves[kept++] = list->moves[i];
    }
    if (r->rules.ko)
        list->count = kept;
}

/* R10 to R16 by looking at every position there has been. */
static paua_outcome expected_outcome(const struct record *r)
{
    static paua_move_list list;
    const paua_position *now = &r->positions[r->count];
    int times = 0;

    if (r->agreed.result != PAUA_RESULT_ONGOING)
        return r->agreed;
    paua_outcome outcome = paua_position_outcome(r->board, &r->rules, now);
    if (outcome.result != PAUA_RESULT_ONGOING)
        return outcome;
    for (int i = 0; i <= r->count; i++)
        times += paua_position_same(&r->positions[i], now);
    if (r->rules.repetition > 0 && times >= r->rules.repetition)
        return (paua_outcome){PAUA_RESULT_DRAW, PAUA_REASON_REPETITION};
    if (r->rules.ko) {
        allowed_moves(r, &list);
        if (list.count == 0 && r->rules.stuck_loses && now->players == 2)
            return (paua_outcome){now->to_move == 0 ? PAUA_RESULT_WHITE_WINS
                                                    : PAUA_RESULT_BLACK_WINS,
                                  PAUA_REASON_STUCK};
        if (list.count == 0)
            return (paua_outcome){PAUA_RESULT_DRAW, PAUA_REASON_STUCK};
    }
    return outcome;
}

static void check_game(const struct record *r, paua_outcome wanted)
{
    static paua_move_list got_moves, moves;
    paua_outcome got = paua_game_outcome(r->game);

    REQUIRE(got.result == wanted.result && got.reason == wanted.reason);
    REQUIRE(paua_game_moves(r->game) == r->count);
    REQUIRE(identical(paua_game_position(r->game), &r->positions[r->count]));
    REQUIRE(paua_position_check(r->board, paua_game_position(r->game)) == PAUA_OK);
    paua_game_generate(r->game, &got_moves);
    moves.count = 0;
    if (wanted.result == PAUA_RESULT_ONGOING)
        allowed_moves(r, &moves);
    REQUIRE(got_moves.count == moves.count);
    REQUIRE(memcmp(got_moves.moves, moves.moves, (size_t)moves.count * sizeof(paua_move)) == 0);
    REQUIRE(paua_game_departures(r->game) == r->departed);
    for (int i = 0; i < r->departed; i++) {
        paua_reason reason;
        int move;
        REQUIRE(paua_game_departure(r->game, i, &move, &reason) == r->departures[i].side);
        REQUIRE(move == r->departures[i].move && reason == r->departures[i].reason);
    }
}

static void check_history(const struct record *r)
{
    for (int i = 0; i < r->count; i++) {
        REQUIRE(paua_game_move(r->game, i) == r->moves[i]);
        REQUIRE(paua_game_keys(r->game)[i] == r->positions[i].key);
    }
}

/* All marbles are somewhere: on the board, ejected, or were nobody's. */
static void check_marbles(const paua_position *before, const paua_position *after, paua_move move)
{
    int lost = 0, scored = 0;

    for (int side = 0; side < before->players; side++) {
        lost += __builtin_popcountll(before->marbles[side]) -
                __builtin_popcountll(after->marbles[side]);
        scored += after->ejected[side] - before->ejected[side];
    }
    REQUIRE(scored == lost);
    lost += __builtin_popcountll(before->neutral) - __builtin_popcountll(after->neutral);
    REQUIRE(lost == paua_move_ejects(move));
    REQUIRE(before->fixed == after->fixed);
    REQUIRE((after->crowned != 0) ==
            (before->crowned != 0 || (before->central && !after->central)));
}

static void play(struct record *r, paua_move move, bool over)
{
    static paua_move_list list;
    bool legal = false;

    allowed_moves(r, &list);
    for (int i = 0; i < list.count; i++)
        legal = legal || list.moves[i] == move;
    paua_status status = paua_game_play(r->game, move);
    REQUIRE(status == (legal && !over ? PAUA_OK : PAUA_ERROR_ILLEGAL_MOVE));
    if (status == PAUA_OK) {
        paua_position *now = &r->positions[r->count], *next = now + 1;
        paua_undo undo;
        r->moves[r->count++] = move;
        *next = *now;
        paua_position_make(r->board, next, move, &undo);
        check_marbles(now, next, move);
        paua_position back = *next;
        paua_position_unmake(r->board, &back, move, &undo);
        REQUIRE(identical(&back, now));
    }
}

static void play_listed(struct record *r, unsigned choice, bool over)
{
    static paua_move_list list;

    paua_moves_generate(r->board, &r->positions[r->count], &list);
    if (list.count > 0)
        play(r, list.moves[choice % (unsigned)list.count], over);
}

static void take_back(struct record *r)
{
    paua_status status = paua_game_takeback(r->game);

    REQUIRE(status == (r->count > 0 ? PAUA_OK : PAUA_ERROR_NOT_FOUND));
    if (status == PAUA_OK) {
        while (r->departed > 0 && r->departures[r->departed - 1].move == r->count)
            r->departed--;
        r->count--;
        r->agreed = (paua_outcome){PAUA_RESULT_ONGOING, PAUA_REASON_NONE};
    }
}

/* The first player of the one team that is left, or -1. */
static int last_left(const paua_position *position)
{
    int winner = -1;

    for (int side = 0; side < position->players; side++) {
        unsigned team = paua_position_team(position, (paua_side)side);
        if (position->out >> side & 1)
            continue;
        if (winner >= 0 && !(team >> winner & 1))
            return -1;
        while (winner < 0 || !(team >> winner & 1))
            winner++;
    }
    return winner;
}

static void give_up(struct record *r, int side, paua_reason reason, bool over)
{
    paua_position *now = &r->positions[r->count];
    paua_status status = reason == PAUA_REASON_TIME ? paua_game_forfeit(r->game, (paua_side)side)
                                                    : paua_game_resign(r->game, (paua_side)side);

    if (side >= now->players) {
        REQUIRE(status == PAUA_ERROR_BAD_ARGUMENT);
        return;
    }
    REQUIRE(status == (over || now->out >> side & 1 ? PAUA_ERROR_CONFLICT : PAUA_OK));
    if (status != PAUA_OK)
        return;
    int winner = 1 - side;
    if (now->players > 2) {
        r->departures[r->departed].move = r->count;
        r->departures[r->departed].side = (paua_side)side;
        r->departures[r->departed++].reason = reason;
        REQUIRE(paua_position_leave(r->board, now, (paua_side)side) == PAUA_OK);
        winner = last_left(now);
    }
    if (winner >= 0)
        r->agreed = (paua_outcome){(paua_result)((int)PAUA_RESULT_BLACK_WINS + winner), reason};
}

static void agree(struct record *r, bool over)
{
    REQUIRE(paua_game_agree_draw(r->game) == (over ? PAUA_ERROR_CONFLICT : PAUA_OK));
    if (!over)
        r->agreed = (paua_outcome){PAUA_RESULT_DRAW, PAUA_REASON_AGREEMENT};
}

static void act(struct record *r, struct input *input, bool over)
{
    unsigned byte = next_byte(input);

    if (byte < 220) {
        play_listed(r, byte, over);
    } else if (byte < 238) {
        take_back(r);
    } else if (byte < 242) {
        unsigned high = next_byte(input);
        play(r, (paua_move)(high << 8 | next_byte(input)), over);
    } else if (byte < 254) {
        give_up(r, (int)byte % 7, byte & 1 ? PAUA_REASON_TIME : PAUA_REASON_RESIGNATION, over);
    } else if (byte == 254) {
        agree(r, over);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct record record;
    struct input input = {data, size};
    const paua_layout *layout;
    struct record *r = &record;

    r->board = choose_board(&input, &layout);
    r->rules = choose_rules(&input, r->board);
    r->positions[0] = choose_start(&input, r->board, layout);
    r->count = r->departed = 0;
    r->agreed = (paua_outcome){PAUA_RESULT_ONGOING, PAUA_REASON_NONE};
    paua_position start = r->positions[0];
    REQUIRE(paua_game_new(r->board, &r->rules, &start, &r->game) == PAUA_OK);
    paua_outcome outcome = expected_outcome(r);
    check_game(r, outcome);
    while (input.left > 0 && r->count < PLIES_MAX) {
        act(r, &input, outcome.result != PAUA_RESULT_ONGOING);
        outcome = expected_outcome(r);
        check_game(r, outcome);
    }
    check_history(r);
    REQUIRE(identical(paua_game_start(r->game), &start));
    paua_game_free(r->game);
    return 0;
}
