/* fuzz_referee.c - any bytes as the answer of a program of a course: behind a first byte 'b' as the
 * board after a move, else as the move. */
#include "fuzz.h"

#include "referee/answer.h"

static void check_fault(enum referee_fault fault, const char *note)
{
    REQUIRE(fault == REFEREE_FAULT_SEVERAL || fault == REFEREE_FAULT_SYNTAX ||
            fault == REFEREE_FAULT_ILLEGAL || fault == REFEREE_FAULT_BOARD ||
            fault == REFEREE_FAULT_SIZE);
    REQUIRE(referee_fault_name(fault)[0] && note[0]);
    REQUIRE(memchr(note, '\0', ANSWER_NOTE_MAX));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int sides[3] = {5, 5, 5};
    const paua_board *board = board_for(sides);
    paua_rules rules = paua_rules_default(board);
    paua_position start, after;
    paua_game *game;
    paua_move move = PAUA_NO_MOVE, known;
    paua_undo undo;
    char note[ANSWER_NOTE_MAX] = "";

    if (size == 0)
        return 0;
    /* memory of the exact size: a reader that goes too far is found */
    char *bytes = text_of(data + 1, size - 1);
    REQUIRE(paua_position_parse(board, "standard", &start, NULL) == PAUA_OK);
    REQUIRE(paua_move_parse(board, &start, "c3c5d4", &known, NULL) == PAUA_OK);
    REQUIRE(paua_game_new(board, &rules, &start, &game) == PAUA_OK);
    after = start;
    paua_position_make(board, &after, known, &undo);
    enum referee_fault fault = data[0] == 'b'
                                   ? answer_check_board(board, &after, bytes, size - 1, note)
                                   : answer_read_move(game, bytes, size - 1, &move, note);
    if (fault)
        check_fault(fault, note);
    else if (data[0] != 'b')
        REQUIRE(paua_game_play(game, move) == PAUA_OK);
    paua_game_free(game);
    free(bytes);
    return 0;
}
