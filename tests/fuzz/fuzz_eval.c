/* fuzz_eval.c - any text as the name of an evaluation: known or not, and then the score stays. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int shapes[][3] = {{5, 5, 5}, {2, 2, 2}};
    char *name = text_of(data, size);

    for (int i = 0; i < 2; i++) {
        const paua_board *board = board_for(shapes[i]);
        paua_position position;
        int score = 12345;
        REQUIRE(paua_position_setup(board, PAUA_SET(0), PAUA_SET(1), PAUA_BLACK, &position) ==
                PAUA_OK);
        paua_status status = paua_eval_score(board, name, &position, &score);
        REQUIRE(status == PAUA_OK || status == PAUA_ERROR_NOT_FOUND);
        REQUIRE((score == 12345) == (status == PAUA_ERROR_NOT_FOUND));
        paua_error error = {.code = PAUA_OK};
        paua_status checked = paua_eval_check(name, &error);
        REQUIRE((checked == PAUA_OK) == (status == PAUA_OK));
        REQUIRE(checked == PAUA_OK || (error.code == checked && error.at <= strlen(name)));
    }
    free(name);
    return 0;
}
