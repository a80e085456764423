/* fuzz_service_event.c - any bytes as an event from the store: type, newline, text. What is read is
 * written and read back the same, and a game takes it or refuses it. */
#include "fuzz.h"

#include "service/games/model/game.h"

static struct game *make_game(struct boards *boards)
{
    struct setup setup;
    struct game *game;

    REQUIRE(setup_restore(boards,
                          "{\"board\":\"5x5x5\",\"layout\":\"standard-3\",\"start\":\"standard-3\","
                          "\"rules\":\"classic\",\"seats\":[{\"level\":1},{\"invitation\":"
                          "\"00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\"},"
                          "{\"account\":\"hgfedcba\",\"name\":\"Al\",\"waits\":true}]}",
                          &setup) == PAUA_OK);
    REQUIRE((game = game_new("abcdefgh", 0, 1, &setup)));
    return game;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct boards *boards;
    char *type = text_of(data, size), *text = strchr(type, '\n'), written[EVENT_TEXT_SIZE];
    struct event event, again;

    if (!boards)
        boards = boards_new();
    if (text) {
        struct game *game = make_game(boards);
        const paua_position *now = paua_game_position(game->play);

        *text++ = '\0';
        if (event_parse(type, text, game->setup.board, now, &event) == PAUA_OK) {
            event_format(&event, game->setup.board, written);
            if (strlen(text) < EVENT_TEXT_SIZE - 100) {
                REQUIRE(event_parse(event_type_name(event.type), written, game->setup.board, now,
                                    &again) == PAUA_OK);
                REQUIRE(again.type == event.type && again.side == event.side &&
                        again.move == event.move && strcmp(again.account, event.account) == 0);
                event_clear(&again);
            }
            if (game_apply(game, &event) != PAUA_OK)
                event_clear(&event);
        } else {
            event_clear(&event);
        }
        game_free(game);
    }
    free(type);
    return 0;
}
