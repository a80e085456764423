/* fuzz_position.c - any text as a position; what is read is written, read again and played on. */
#include "fuzz.h"

#include "notation/printed.h"

static void check_text(const paua_board *board, const paua_position *position)
{
    char text[PAUA_POSITION_TEXT_MAX], cut[PAUA_POSITION_TEXT_MAX];
    paua_position again;
    int sides[3];
    size_t length = paua_position_format(board, position, text, sizeof text);

    REQUIRE(length < sizeof text && length == strlen(text));
    REQUIRE(paua_position_shape(text, sides, NULL) == PAUA_OK);
    REQUIRE(board_for(sides) == board);
    REQUIRE(paua_position_parse(board, text, &again, NULL) == PAUA_OK);
    REQUIRE(identical(&again, position));
    for (size_t cap = 0; cap <= length; cap += 7) {
        cut[cap] = '#';
        REQUIRE(paua_position_format(board, position, cut, cap) == length);
        REQUIRE(cut[cap] == '#' && (cap == 0 || strlen(cut) == cap - 1));
        REQUIRE(strncmp(cut, text, cap == 0 ? 0 : cap - 1) == 0);
    }
}

/* Every other form keeps the marbles. */
static void check_forms(const paua_board *board, const paua_position *position)
{
    for (int form = 1; form < PAUA_FORM_COUNT; form++) {
        char text[PAUA_FORM_TEXT_MAX];
        int sides[3];
        paua_position again;
        size_t length = paua_position_write(board, position, (paua_form)form, text, sizeof text);
        REQUIRE(length < sizeof text && length == strlen(text));
        if (length == 0)
            continue;
        REQUIRE(paua_position_shape(text, sides, NULL) == PAUA_OK);
        REQUIRE(board_for(sides) == board);
        REQUIRE(paua_position_parse(board, text, &again, NULL) == PAUA_OK);
        REQUIRE(memcmp(again.marbles, position->marbles, sizeof again.marbles) == 0);
        REQUIRE(again.neutral == position->neutral && again.central == position->central &&
                again.fixed == position->fixed);
    }
}

static void check_moves(const paua_board *board, const paua_position *position)
{
    static paua_move_list list;

    paua_moves_generate(board, position, &list);
    REQUIRE(list.count >= 0 && list.count <= PAUA_MOVES_MAX);
    REQUIRE(list.count == paua_moves_count(board, position));
    for (int i = 0; i < list.count; i++) {
        char text[PAUA_MOVE_TEXT_MAX];
        paua_position after = *position;
        paua_undo undo;
        paua_move move;
        REQUIRE(paua_move_legal(board, position, list.moves[i]));
        REQUIRE(paua_move_format(board, list.moves[i], text, sizeof text) < sizeof text);
        REQUIRE(paua_move_parse(board, position, text, &move, NULL) == PAUA_OK);
        REQUIRE(move == list.moves[i]);
        paua_position_make(board, &after, move, &undo);
        REQUIRE(paua_position_check(board, &after) == PAUA_OK);
        REQUIRE(!paua_position_same(&after, position));
        paua_position_unmake(board, &after, move, &undo);
        REQUIRE(identical(&after, position));
    }
}

/* Whatever the text is about, some board must be able to say what is wrong with it. */
static void parse_elsewhere(const char *text)
{
    const int full[3] = {5, 5, 5};
    paua_position position;
    paua_error error = {.code = PAUA_OK};
    paua_status status = paua_position_parse(board_for(full), text, &position, &error);

    if (status != PAUA_OK)
        check_error(text, status, &error);
    else
        REQUIRE(paua_position_check(board_for(full), &position) == PAUA_OK);
}

/* A printed board that is repaired can be read. */
static void check_printed(const char *text)
{
    char board[PRINTED_BOARD_MAX], notes[PRINTED_NOTES_MAX];
    int sides[3];

    if (printed_board_repair(text, board, notes)) {
        REQUIRE(paua_position_shape(board, sides, NULL) == PAUA_OK);
        REQUIRE(sides[0] == 5 && sides[1] == 5 && sides[2] == 5);
        REQUIRE(!*notes || notes[strlen(notes) - 1] == '\n');
    } else {
        REQUIRE(!*board && !*notes);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    int sides[3];
    paua_error error = {.code = PAUA_OK};
    paua_position position;
    paua_status status = paua_position_shape(text, sides, &error);

    parse_elsewhere(text);
    check_printed(text);
    if (status != PAUA_OK) {
        check_error(text, status, &error);
        free(text);
        return 0;
    }
    const paua_board *board = board_for(sides);
    REQUIRE(board);
    status = paua_position_parse(board, text, &position, &error);
    if (status == PAUA_OK) {
        REQUIRE(paua_position_check(board, &position) == PAUA_OK);
        check_text(board, &position);
        check_forms(board, &position);
        check_moves(board, &position);
    } else {
        check_error(text, status, &error);
    }
    free(text);
    return 0;
}
