/* game_vacation.c - vacations of players and the clock. The text of a VACATION_BEGIN event is the
 * time at which the vacation ends, in ms since 1970. That of VACATION_END is "spent" where the
 * server took a day by itself because the flag would have fallen, else empty. */
#include "service/games/model/game_vacation.h"

#include <stdlib.h>

int64_t vacation_event_until(const struct event *event)
{
    char *end;

    if (!event->text || event->text[0] < '1' || event->text[0] > '9')
        return 0;
    long long until_ms = strtoll(event->text, &end, 10);
    return *end == '\0' && until_ms < INT64_MAX ? until_ms : 0;
}

bool game_vacation_allows(const struct game *game, const struct event *event)
{
    int64_t until_ms = game->players[event->side].vacation_until_ms;

    if (event->type == EVENT_VACATION_END)
        return until_ms != 0;
    return rules_are_correspondence(&game->setup.rules) && game_side_plays(game, event->side) &&
           vacation_event_until(event) != 0 && vacation_event_until(event) != until_ms;
}

void game_vacation_update(struct game *game, const struct event *event)
{
    if (event->type == EVENT_VACATION_BEGIN || event->type == EVENT_VACATION_END)
        game->players[event->side].vacation_until_ms =
            event->type == EVENT_VACATION_BEGIN ? vacation_event_until(event) : 0;
}

int64_t game_vacation_until(const struct game *game, const struct event *event, int side)
{
    if (event->side == side && event->type == EVENT_VACATION_BEGIN)
        return vacation_event_until(event);
    return event->side == side && event->type == EVENT_VACATION_END
               ? 0
               : game->players[side].vacation_until_ms;
}

void game_vacation_clock(const struct game *game, const struct event *event,
                         struct game_clock *clock)
{
    int64_t limit_ms = game_clock_limit(clock, &game->setup.rules), used_max_ms = INT64_MAX;

    if ((event->type != EVENT_VACATION_BEGIN && event->type != EVENT_VACATION_END) ||
        event->side != clock->turn || limit_ms == CLOCK_NEVER)
        return;
    game_clock_run(clock, false, event->clock_ms);
    if (event->type == EVENT_VACATION_BEGIN)
        used_max_ms = limit_ms;
    else if (!event->text)
        used_max_ms = limit_ms > CLOCK_DAY_MS ? limit_ms - CLOCK_DAY_MS : 0;
    if (clock->used_ms > used_max_ms)
        clock->used_ms = used_max_ms;
}
