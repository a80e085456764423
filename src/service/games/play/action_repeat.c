/* action_repeat.c - compares an action with the events of its game. They are what is stored, so the
 * answer is the same after a restart and on every server of a cluster. */
#include "service/games/play/action_repeat.h"

#include "service/games/model/game.h"

paua_status action_find_move(const struct action *action, int *index)
{
    const struct game *game = action->game;
    const paua_board *board = game->setup.board;
    int i = action->ply - game->setup.start.ply;
    paua_move move;

    if (i < 0 || i >= paua_game_moves(game->play))
        return PAUA_ERROR_NOT_FOUND;
    *index = i;
    int number = game_move_event(game, i);
    if (game->events[number - 1].side != action->side)
        return PAUA_ERROR_NOT_FOUND;
    paua_game *before = game_copy_at(game, number - 1);
    if (!before)
        return PAUA_ERROR_NO_MEMORY;
    bool same =
        paua_move_parse(board, paua_game_position(before), action->text, &move, NULL) == PAUA_OK &&
        move == paua_game_move(game->play, i);
    paua_game_free(before);
    return same ? PAUA_OK : PAUA_ERROR_NOT_FOUND;
}

const struct event *action_find_chat(const struct action *action)
{
    const struct game *game = action->game;

    for (int i = game->event_count; action->event.key && i-- > 0;) {
        const struct event *event = &game->events[i];

        if (event->type == EVENT_CHAT && event->side == action->side &&
            event->key == action->event.key)
            return event;
    }
    return NULL;
}
