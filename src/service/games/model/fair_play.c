/* fair_play.c - sums over the events of a game. What a move was given back is the difference
 * between the time that its turn took and the time that was charged. */
#include "service/games/model/fair_play.h"

/* Of the moves of a side. */
struct turn_times {
    int64_t taken_ms, given_back_ms;
};

static struct turn_times add_turns(const struct game *game, int side)
{
    struct turn_times sum = {0, 0};

    if (!game->clocks || seat_is_computer(&game->setup.seats[side]))
        return sum;
    for (int i = 1; i < game->event_count; i++) {
        const struct event *event = &game->events[i];

        if (event->type != EVENT_MOVE || event->side != side || event->clock_ms == 0)
            continue;
        const int64_t taken_ms = game_clock_used(&game->clocks[i - 1], event->clock_ms);
        const int64_t back_ms = taken_ms - event->spent_ms;

        sum.taken_ms += taken_ms;
        if (back_ms > 0)
            sum.given_back_ms += back_ms < CLOCK_LAG_MAX_MS ? back_ms : CLOCK_LAG_MAX_MS;
    }
    return sum;
}

int64_t fair_play_lag(const struct game *game, int side)
{
    return add_turns(game, side).given_back_ms;
}

int64_t fair_play_lag_left(const struct game *game, int side)
{
    const struct turn_times sum = add_turns(game, side);
    const int64_t left_ms = LAG_GAME_MS + sum.taken_ms / LAG_GAME_SHARE - sum.given_back_ms;

    return left_ms > 0 ? left_ms : 0;
}

int fair_play_pauses(const struct game *game, int64_t until_ms, int64_t *paused_ms)
{
    int64_t since_ms = 0;
    int pauses = 0;
    bool paused = false;

    *paused_ms = 0;
    for (int i = 0; i < game->event_count; i++) {
        const struct event *event = &game->events[i];

        if ((event->type == EVENT_OFFER || event->type == EVENT_ACCEPT) && event->done &&
            event->proposal == PROPOSE_PAUSE) {
            paused = true;
            pauses++;
            since_ms = event->clock_ms;
        } else if (event->type == EVENT_RESUME && paused) {
            paused = false;
            *paused_ms += event->clock_ms - since_ms;
        }
    }
    if (paused && until_ms > since_ms)
        *paused_ms += until_ms - since_ms;
    return pauses;
}
