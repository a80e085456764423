/* fuzz_service_openings.c - a line as the position of GET /openings, and behind it the moves of a
 * game from there, a byte each. The game is found among the moves. */
#include "fuzz.h"

#include "service/computer/opening_moves.h"
#include "service/core/request.h"
#include "service/games/model/setup.h"

static struct opening_moves moves;

/* Every legal move is equal to one that is listed, and none is listed twice. */
static void check_list(const struct setup *setup)
{
    static paua_move_list list;
    bool found[PAUA_MOVES_MAX] = {false};

    paua_moves_generate(setup->board, &setup->start, &list);
    for (int i = 0; i < moves.used; i++)
        for (int j = 0; j < i; j++)
            REQUIRE(moves.list[i].canonical != moves.list[j].canonical);
    for (int i = 0; i < list.count && moves.used; i++) {
        paua_move canonical = paua_canonical_move(setup->board, moves.symmetries, list.moves[i]);
        int at = 0;
        while (at < moves.used && moves.list[at].canonical != canonical)
            at++;
        REQUIRE(at < moves.used);
        found[at] = true;
    }
    for (int i = 0; i < moves.used; i++)
        REQUIRE(found[i]);
}

/* Plays as long as the game lasts, each move chosen by a byte. Returns the number of moves. */
static int play_game(const struct setup *setup, const char *bytes, paua_game *game)
{
    static paua_move_list list;

    while (*bytes && paua_game_outcome(game).result == PAUA_RESULT_ONGOING) {
        paua_moves_generate(setup->board, paua_game_position(game), &list);
        REQUIRE(list.count > 0);
        paua_move move = list.moves[(unsigned char)*bytes++ % list.count];
        if (paua_game_play(game, move) != PAUA_OK)
            break; /* it would repeat a position */
    }
    return paua_game_moves(game);
}

static void check_openings(const struct setup *setup, const char *bytes)
{
    paua_game *game = NULL;
    long long sum = 0;

    opening_moves_begin(&moves, setup->board, &setup->rules, &setup->start);
    check_list(setup);
    if (paua_game_new(setup->board, &setup->rules, &setup->start, &game) != PAUA_OK)
        return;
    int plies = play_game(setup, bytes, game);
    opening_moves_add_game(&moves, game);
    opening_moves_end(&moves);
    for (int i = 0; i < moves.used; i++) {
        REQUIRE(moves.list[i].count.times == 1); /* however often it was played */
        REQUIRE(opening_move_decided(&moves.list[i]) <= 1);
        sum++;
    }
    REQUIRE(sum == moves.games && (plies > 0) == (sum > 0));
    json_t *answer = opening_moves_json(&moves);
    REQUIRE(answer && (int)json_array_size(json_object_get(answer, "moves")) == moves.used);
    json_decref(answer);
    paua_game_free(game);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct boards *boards;
    char *text = text_of(data, size), *bytes = strchr(text, '\n');
    struct setup setup;
    struct api_error error = {0};

    if (!boards)
        boards = boards_new();
    if (bytes)
        *bytes++ = '\0';
    if (setup_parse_position(boards, text, &setup, &error)) {
        check_openings(&setup, bytes ? bytes : "");
    } else {
        REQUIRE(error.status == 400 && error.code && error.message[0]);
        for (const char *at = error.message; *at; at++)
            REQUIRE(*at >= ' ' && *at <= '~');
    }
    free(text);
    return 0;
}
