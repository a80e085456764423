/* fuzz_service_tournament.c - any bytes as a tournament from the store: what can be read is written
 * and read as the same again, and goes on. */
#include "fuzz.h"

#include "service/tournaments/tournament.h"

/* Ends every game that is being played with a win of Black. */
static void end_games(struct tournament *self)
{
    for (int i = 0; i < self->game_count; i++) {
        if (self->games[i].black_points == PAIRING_PENDING) {
            self->games[i].black_points = 2;
            self->games[i].white_points = 0;
        }
    }
}

static void check_tournament(struct boards *boards, const struct tournament *read)
{
    struct tournament *again, *copy = tournament_copy(read);
    char *text = tournament_store(read);

    REQUIRE(text && copy);
    store_tournament row = {.id = read->id, .revision = 1, .text = text};
    REQUIRE(tournament_restore(boards, &row, &again) == PAUA_OK);
    char *second = tournament_store(again);
    REQUIRE(second && strcmp(text, second) == 0);
    json_t *json = tournament_json(read);
    REQUIRE(json);
    json_decref(json);
    for (int round = 0; round < 4 && copy->status == TOURNAMENT_RUNNING; round++) {
        end_games(copy);
        REQUIRE(tournament_advance(copy) == PAUA_OK);
    }
    free(text);
    free(second);
    tournament_free(again);
    tournament_free(copy);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct boards *boards;
    char *text = text_of(data, size);
    struct tournament *read;

    if (!boards)
        boards = boards_new();
    store_tournament row = {.id = "abcdefgh", .revision = 1, .unfinished = true, .text = text};
    if (tournament_restore(boards, &row, &read) == PAUA_OK) {
        check_tournament(boards, read);
        tournament_free(read);
    }
    free(text);
    return 0;
}
