/* fuzz_service_setup.c - any bytes as the body that creates a game, and as a setup from the store. */
#include "fuzz.h"

#include "service/games/model/setup.h"

static void check_request(struct boards *boards, json_t *body)
{
    struct setup setup, restored;
    struct api_error error = {0};

    if (!setup_read_game(boards, body, &setup, &error)) {
        REQUIRE(error.status == 400 && error.code && error.message[0]);
        for (const char *at = error.message; *at; at++)
            REQUIRE(*at >= ' ' && *at <= '~');
        return;
    }
    REQUIRE(paua_position_check(setup.board, &setup.start) == PAUA_OK);
    REQUIRE(paua_position_outcome(setup.board, &setup.rules, &setup.start).result ==
            PAUA_RESULT_ONGOING);
    for (int side = 0; side < setup.start.players; side++) {
        if (setup.seats[side].kind == SEAT_USER) /* the service has found the account */
            memcpy(setup.seats[side].account, "abcdefgh", ACCOUNT_ID_SIZE);
    }
    char *text = setup_store(&setup);
    REQUIRE(text && setup_restore(boards, text, &restored) == PAUA_OK);
    REQUIRE(setup.board == restored.board && identical(&setup.start, &restored.start));
    REQUIRE(strcmp(setup.layout, restored.layout) == 0);
    REQUIRE(setup.rated == restored.rated);
    REQUIRE(memcmp(&setup.rules, &restored.rules, sizeof setup.rules) == 0);
    REQUIRE(memcmp(setup.seats, restored.seats, sizeof setup.seats) == 0);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct boards *boards;
    char *text = text_of(data, size);
    json_t *body = json_loadb(text, size, JSON_REJECT_DUPLICATES, NULL);
    struct setup setup;

    if (!boards)
        boards = boards_new();
    if (body)
        check_request(boards, body);
    json_decref(body);
    setup_restore(boards, text, &setup);
    free(text);
    return 0;
}
