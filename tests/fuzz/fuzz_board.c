/* fuzz_board.c - any text as the sides of a board. */
#include "fuzz.h"

static void check_board(const paua_board *board)
{
    int cells = 0;

    for (int row = -1; row <= paua_board_rows(board); row++)
        for (int column = 0; column <= PAUA_CELLS_MAX + 1; column++) {
            int cell = paua_board_cell(board, row, column);
            if (cell == PAUA_NO_CELL)
                continue;
            cells++;
            REQUIRE(paua_board_row(board, cell) == row);
            REQUIRE(paua_board_column(board, cell) == column);
            for (int d = 0; d < PAUA_DIRECTION_COUNT; d++) {
                int next = paua_board_neighbour(board, cell, (paua_direction)d);
                if (next != PAUA_NO_CELL)
                    REQUIRE(paua_board_neighbour(board, next, (paua_direction)((d + 3) % 6)) ==
                            cell);
            }
        }
    REQUIRE(cells == paua_board_cells(board));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    int sides[3] = {-1, -1, -1};
    paua_error error = {.code = PAUA_OK};
    paua_status status = paua_board_parse(text, sides, &error);

    REQUIRE(status == paua_board_parse(text, sides, NULL));
    if (status == PAUA_OK) {
        const paua_board *board = board_for(sides);
        char again[16];
        REQUIRE(board);
        check_board(board);
        snprintf(again, sizeof again, "%dx%dx%d", sides[0], sides[1], sides[2]);
        REQUIRE(strcmp(text, again) == 0);
    } else {
        check_error(text, status, &error);
        REQUIRE(sides[0] == -1 && sides[1] == -1 && sides[2] == -1);
    }
    free(text);
    return 0;
}
