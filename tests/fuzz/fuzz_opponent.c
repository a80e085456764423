/* fuzz_opponent.c - any text as an opponent; what is read is written and read again. */
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = text_of(data, size), written[PAUA_OPPONENT_TEXT_MAX];
    paua_opponent opponent = {.depth = 99}, untouched = opponent, again;
    paua_error error = {.code = PAUA_OK};
    paua_status status = paua_opponent_parse(text, &opponent, &error);

    REQUIRE(paua_opponent_parse(text, &again, NULL) == status);
    if (status == PAUA_OK) {
        REQUIRE(opponent.depth >= 0 && opponent.depth <= PAUA_OPPONENT_DEPTH_MAX);
        REQUIRE(strlen(paua_opponent_format(&opponent, written, sizeof written)) + 1 <
                sizeof written);
        REQUIRE(paua_opponent_parse(written, &again, NULL) == PAUA_OK);
        REQUIRE(memcmp(&again, &opponent, sizeof again) == 0);
    } else {
        REQUIRE(status == PAUA_ERROR_NOT_FOUND || status == PAUA_ERROR_BAD_SYNTAX);
        check_error(text, status, &error);
        REQUIRE(memcmp(&opponent, &untouched, sizeof opponent) == 0);
    }
    free(text);
    return 0;
}
