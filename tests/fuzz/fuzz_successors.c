/* fuzz_successors.c - any bytes as an input of `paua successors`; what comes out is checked against the moves. */
#include "fuzz.h"

#include "successors/text.h"

/* Line `i` of a text, in memory of its own. */
static char *line_of(const char *text, int i)
{
    for (; i > 0; i--)
        text = strchr(text, '\n') + 1;
    return text_of((const uint8_t *)text, strcspn(text, "\n"));
}

static int count_lines(const char *text)
{
    int lines = 0;

    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* The i-th move leads to the i-th board. */
static void check_pair(const paua_board *board, const paua_position *position, char *move_text,
                       char *board_text)
{
    char list[PAUA_FORM_TEXT_MAX];
    paua_position after = *position;
    paua_undo undo;
    paua_move move;

    REQUIRE(paua_move_read(board, position, PAUA_NOTATION_TRIPLE, move_text, &move, NULL) ==
            PAUA_OK);
    paua_position_make(board, &after, move, &undo);
    paua_position_write(board, &after, PAUA_FORM_LIST, list, sizeof list);
    REQUIRE(strcmp(strchr(list, '\n') + 1, board_text) == 0);
    free(move_text);
    free(board_text);
}

static void check_successors(const char *text, const struct successors *successors)
{
    int sides[3];
    paua_position position;

    REQUIRE(paua_position_shape(text, sides, NULL) == PAUA_OK);
    const paua_board *board = board_for(sides);
    REQUIRE(paua_position_parse(board, text, &position, NULL) == PAUA_OK);
    int count = paua_moves_count(board, &position);
    REQUIRE(count_lines(successors->boards) == count && count_lines(successors->moves) == count);
    for (int i = 0; i < count; i += 1 + count / 16)
        check_pair(board, &position, line_of(successors->moves, i), line_of(successors->boards, i));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct successors successors = {NULL, NULL};
    paua_error error = {.code = PAUA_OK};
    char *bytes = text_of(data, size);
    paua_status status = successors_read(bytes, size, &successors, &error);

    if (status == PAUA_OK) {
        check_successors(bytes + (size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0),
                         &successors);
        successors_free(&successors);
    } else {
        REQUIRE(status == PAUA_ERROR_BAD_SYNTAX || status == PAUA_ERROR_BAD_POSITION ||
                status == PAUA_ERROR_UNSUPPORTED);
        REQUIRE(error.code == status && error.at <= size && error.message[0]);
        REQUIRE(!successors.boards && !successors.moves);
    }
    free(bytes);
    return 0;
}
