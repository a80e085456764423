/* fuzz_move.c - the first line as a position, the rest as a move in it. */
#include "fuzz.h"

static void check_move(const paua_board *board, const paua_position *position, paua_move move)
{
    char text[PAUA_MOVE_TEXT_MAX], again[PAUA_MOVE_TEXT_MAX];
    paua_position after = *position;
    paua_undo undo;
    paua_move same;

    REQUIRE(paua_move_legal(board, position, move));
    REQUIRE(paua_move_format(board, move, text, sizeof text) < sizeof text);
    REQUIRE(paua_move_parse(board, position, text, &same, NULL) == PAUA_OK && same == move);
    paua_move_format(board, same, again, sizeof again);
    REQUIRE(strcmp(text, again) == 0);
    paua_set from = paua_move_from(board, move), to = paua_move_to(board, move);
    paua_position_make(board, &after, move, &undo);
    REQUIRE((position->marbles[position->to_move] & from) == from);
    REQUIRE((after.marbles[position->to_move] & to) == to);
    REQUIRE(after.marbles[position->to_move] ==
            ((position->marbles[position->to_move] & ~from) | to));
    REQUIRE(paua_position_check(board, &after) == PAUA_OK);
}

static void check_line(const char *line, const char *move_text)
{
    int sides[3];
    paua_position position;
    paua_error error = {PAUA_OK, 0, ""};
    paua_move move = 0x7abc;

    if (paua_position_shape(line, sides, NULL) != PAUA_OK)
        return;
    const paua_board *board = board_for(sides);
    if (paua_position_parse(board, line, &position, NULL) != PAUA_OK)
        return;
    paua_status status = paua_move_parse(board, &position, move_text, &move, &error);
    REQUIRE(paua_move_parse(board, &position, move_text, &move, NULL) == status);
    if (status == PAUA_OK) {
        check_move(board, &position, move);
    } else {
        check_error(move_text, status, &error);
        REQUIRE(status == PAUA_BAD_SYNTAX || status == PAUA_ILLEGAL_MOVE);
        REQUIRE(move == 0x7abc);
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
