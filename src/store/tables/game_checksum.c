/* game_checksum.c - which values of a game are in its checksums, and in which order. */
#include "store/tables/game_checksum.h"

#include "store/core/checksum.h"

int64_t checksum_game(const store_game *game)
{
    uint64_t sum = checksum_add_text(CHECKSUM_GAME, game->id);

    sum = checksum_add_number(sum, game->created_ms);
    sum = checksum_add_number(sum, game->clock_ms);
    return (int64_t)checksum_add_text(sum, game->setup);
}

int64_t checksum_event(const char *id, const store_event *event)
{
    uint64_t sum = checksum_add_text(CHECKSUM_EVENT, id);

    sum = checksum_add_number(sum, event->number);
    sum = checksum_add_number(sum, event->at_ms);
    sum = checksum_add_number(sum, event->clock_ms);
    sum = checksum_add_number(sum, event->spent_ms);
    sum = checksum_add_text(sum, event->type);
    return (int64_t)checksum_add_text(sum, event->text);
}

int64_t checksum_state(const char *id, int64_t events, const store_state *state)
{
    uint64_t sum = checksum_add_text(CHECKSUM_STATE, id);

    sum = checksum_add_number(sum, events);
    sum = checksum_add_text(sum, state->result);
    sum = checksum_add_text(sum, state->reason);
    sum = checksum_add_number(sum, state->pending);
    sum = checksum_add_number(sum, (int64_t)state->listing);
    sum = checksum_add_number(sum, state->closes_ms);
    return (int64_t)checksum_add_number(sum, state->deadline_ms);
}
