/* game_change.c - the one list of follow-ups of a change of a game. */
#include "service/games/play/game_change.h"

#include "service/games/listeners.h"
#include "service/games/model/game.h"
#include "service/games/play/event_stream.h"
#include "service/games/play/game_players.h"
#include "service/games/play/games.h"
#include "service/games/play/timers.h"
#include "service/games/play/vacation.h"

void game_change_create(struct games *games, struct game *game)
{
    game_ratings_refresh(games->env->store, game);
    game_bots_refresh(games->env->store, game);
    for (int side = 0; side < game->setup.start.players; side++) {
        if (game->players[side].account[0])
            vacations_touch(games->vacations, game->players[side].account);
    }
    listeners_created(&games->listeners, game);
    game_change_announce(games, game);
}

void game_change_add_event(struct games *games, struct game *game, bool stored_here,
                           const struct seat *computer_before)
{
    const struct event *event = &game->events[game->event_count - 1];
    const struct game_update update = {event, stored_here, computer_before};

    if (event->type == EVENT_JOIN || game->end_event == game->event_count)
        game_ratings_refresh(games->env->store, game);
    if (event->account[0])
        game_bots_refresh(games->env->store, game);
    listeners_event(&games->listeners, game, &update);
}

void game_change_announce(struct games *games, struct game *game)
{
    event_streams_wake(game);
    timers_watch(games->timers, game);
    listeners_changed(&games->listeners, game);
}
