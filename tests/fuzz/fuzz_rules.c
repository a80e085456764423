/* fuzz_rules.c - any text as rules; what is read is written and read again. */
#include "fuzz.h"

static void check_rules(const paua_board *board, const paua_rules *rules)
{
    char text[PAUA_RULES_TEXT_MAX], cut[16];
    paua_rules again;
    size_t length = paua_rules_format(board, rules, text, sizeof text);

    REQUIRE(length < sizeof text && length == strlen(text));
    REQUIRE(rules->win > 0 && rules->win <= PAUA_CELLS_MAX);
    REQUIRE(paua_rules_parse(board, text, &again, NULL) == PAUA_OK);
    REQUIRE(paua_rules_same(rules, &again));
    for (size_t cap = 0; cap < sizeof cut; cap++) {
        REQUIRE(paua_rules_format(board, rules, cut, cap) == length);
        REQUIRE(cap == 0 || strncmp(cut, text, cap - 1) == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const int shapes[][3] = {{5, 5, 5}, {2, 2, 2}};
    char *text = text_of(data, size);

    for (int i = 0; i < 2; i++) {
        const paua_board *board = board_for(shapes[i]);
        paua_rules rules = {.win = 99}, untouched = rules;
        paua_error error = {.code = PAUA_OK};
        paua_status status = paua_rules_parse(board, text, &rules, &error);
        REQUIRE(paua_rules_parse(board, text, &rules, NULL) == status);
        if (status == PAUA_OK) {
            check_rules(board, &rules);
        } else {
            REQUIRE(status == PAUA_ERROR_BAD_SYNTAX);
            check_error(text, status, &error);
            REQUIRE(memcmp(&rules, &untouched, sizeof rules) == 0);
        }
    }
    free(text);
    return 0;
}
