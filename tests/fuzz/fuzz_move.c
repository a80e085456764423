/* fuzz_move.c - the first line as a position, the rest as a move in it, in every notation. */
#include "fuzz.h"

/* Whatever was read is written in every notation and read back. */
static void check_texts(const paua_board *board, const paua_position *position, paua_move move)
{
    for (int notation = 0; notation < PAUA_NOTATION_COUNT; notation++) {
        char text[PAUA_MOVE_TEXT_MAX];
        paua_move same = PAUA_NO_MOVE;
        size_t length =
            paua_move_write(board, position, (paua_notation)notation, move, text, sizeof text);
        REQUIRE(length < sizeof text && length == strlen(text));
        REQUIRE(paua_move_read(board, position, (paua_notation)notation, text, &same, NULL) ==
                    PAUA_OK &&
                same == move);
        same = PAUA_NO_MOVE;
        REQUIRE(paua_move_parse(board, position, text, &same, NULL) == PAUA_OK && same == move);
    }
}

static void check_move(const paua_board *board, const paua_position *position, paua_move move)
{
    paua_position after = *position;
    paua_undo undo;

    REQUIRE(paua_move_legal(board, position, move));
    check_texts(board, position, move);
    paua_set from = paua_move_from(board, move), to = paua_move_to(board, move);
    unsigned team = paua_position_team(position, (paua_side)position->to_move);
    paua_set friends = 0, now = 0;
    paua_position_make(board, &after, move, &undo);
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        if (team >> side & 1) {
            friends |= position->marbles[side];
            now |= after.marbles[side];
        }
    REQUIRE((friends & from) == from && (now & to) == to);
    REQUIRE(now == ((friends & ~from) | to));
    REQUIRE(paua_position_check(board, &after) == PAUA_OK);
}

static void check_answer(const char *text, paua_status status, paua_move move,
                         const paua_error *error)
{
    if (status == PAUA_OK)
        return;
    check_error(text, status, error);
    REQUIRE(status == PAUA_ERROR_BAD_SYNTAX || status == PAUA_ERROR_ILLEGAL_MOVE ||
            status == PAUA_ERROR_AMBIGUOUS);
    REQUIRE(move == 0x7abc);
}

static void check_line(const char *line, const char *text)
{
    int sides[3];
    paua_position position;
    paua_error error = {.code = PAUA_OK};
    paua_move move = 0x7abc;

    if (paua_position_shape(line, sides, NULL) != PAUA_OK)
        return;
    const paua_board *board = board_for(sides);
    if (paua_position_parse(board, line, &position, NULL) != PAUA_OK)
        return;
    paua_status status = paua_move_parse(board, &position, text, &move, &error);
    REQUIRE(paua_move_parse(board, &position, text, &move, NULL) == status);
    check_answer(text, status, move, &error);
    if (status == PAUA_OK)
        check_move(board, &position, move);
    for (int notation = 0; notation < PAUA_NOTATION_COUNT; notation++) {
        paua_move read = 0x7abc;
        status = paua_move_read(board, &position, (paua_notation)notation, text, &read, &error);
        check_answer(text, status, read, &error);
        if (status == PAUA_OK)
            check_move(board, &position, read);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    char *end = strchr(text, '\n');

    if (end) {
        /* each in memory of its own, so that reading beyond either end is seen */
        char *line = text_of((const uint8_t *)text, (size_t)(end - text));
        char *move = text_of((const uint8_t *)end + 1, strlen(end + 1));
        check_line(line, move);
        free(line);
        free(move);
    }
    free(text);
    return 0;
}
