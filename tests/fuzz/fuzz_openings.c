/* fuzz_openings.c - any bytes as a file of openings, and as the words that ask for some. */
#include <paua/lab/match.h>

#include "fuzz.h"

/* Checks games that begin with the openings, and frees these. */
static void check_openings(paua_openings *openings, int64_t games)
{
    for (int64_t i = 0; openings && i < games; i++) {
        paua_game *game = NULL;
        REQUIRE(paua_openings_game(openings, i, NULL, 400, &game) == PAUA_OK);
        REQUIRE(paua_game_position(game)->players == PAUA_SIDES);
        REQUIRE(paua_position_check(paua_game_board(game), paua_game_position(game)) == PAUA_OK);
        paua_game_free(game);
    }
    paua_openings_free(openings);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size);
    paua_openings *openings = NULL;
    paua_error error;
    paua_status status = paua_openings_read(text, &openings, &error);

    if (status != PAUA_OK) {
        check_error(text, status, &error);
        REQUIRE(!openings);
    }
    check_openings(openings, openings ? paua_openings_count(openings) : 0);

    openings = NULL;
    status = paua_openings_parse(text, 1, &openings, &error);
    if (status != PAUA_OK) {
        check_error(text, status, &error);
        REQUIRE(!openings);
    }
    check_openings(openings, 3);
    free(text);
    return 0;
}
