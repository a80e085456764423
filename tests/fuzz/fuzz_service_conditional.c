/* fuzz_service_conditional.c - any bytes as a tree of conditional moves, as JSON. What is read is
 * read again the same, and any game prunes it. */
#include "fuzz.h"

#include <jansson.h>

#include "service/games/model/conditional.h"
#include "service/games/model/game.h"

static struct game *make_game(struct boards *boards)
{
    struct setup setup;
    struct game *game;

    REQUIRE(setup_restore(boards,
                          "{\"board\":\"5x5x5\",\"layout\":\"standard-3\",\"start\":\"standard-3\","
                          "\"rules\":\"ko\",\"seats\":[{\"level\":1},{\"level\":1},{\"level\":1}]}",
                          &setup) == PAUA_OK);
    REQUIRE((game = game_new("abcdefgh", 0, 1, &setup)));
    return game;
}

/* Plays the first move of the tree, or any other, until nothing is left. */
static void play_on(struct game *game, struct conditional *made)
{
    const paua_board *board = game->setup.board;
    enum conditional_state state = CONDITIONAL_HOLDS;

    for (int i = 0; state == CONDITIONAL_HOLDS && i < CONDITIONAL_NODES_MAX; i++) {
        const paua_position *now = paua_game_position(game->play);
        json_t *node = json_array_get(made->tree, 0);
        struct event event = {.type = EVENT_MOVE, .side = now->to_move, .ply = game_ply(game)};
        paua_move_list list;

        if (paua_move_parse(board, now, json_string_value(json_object_get(node, "move")),
                            &event.move, NULL) != PAUA_OK) {
            paua_moves_generate(board, now, &list);
            event.move = list.moves[0];
        }
        if (game_apply(game, &event) != PAUA_OK)
            break;
        state = conditional_advance(made, game->play, &event);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct boards *boards;
    json_t *json = json_loadb((const char *)data, size, JSON_DECODE_ANY, NULL);
    struct api_error error;

    if (!boards)
        boards = boards_new();
    struct game *game = make_game(boards);
    for (int side = 1; json && side < 3; side++) {
        json_t *tree = conditional_read(game, side, json, &error);

        REQUIRE(tree || error.message[0]);
        if (!tree)
            continue;
        json_t *again = conditional_read(game, side, tree, &error);
        REQUIRE(again && json_equal(tree, again));
        json_decref(again);
        struct conditional *made = conditional_new("abcdefgh", side, 0, tree);
        REQUIRE(made);
        play_on(game, made);
        conditional_free(made);
        game_free(game);
        game = make_game(boards);
    }
    game_free(game);
    json_decref(json);
    return 0;
}
