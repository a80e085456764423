/* action_repeat.c - compares an action with the events of its game. They are what is stored, so the
 * answer is the same after a restart and on every server of a cluster. */
#include "service/games/play/action_repeat.h"

#include "service/games/model/game.h"
#include "service/games/play/action_check.h"

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

static bool takes_back(const struct event *event)
{
    return event->done && event->proposal == PROPOSE_TAKEBACK;
}

bool game_moved_since(const struct game *game, int after)
{
    for (int i = after; i < game->event_count; i++) {
        if (game->events[i].type == EVENT_MOVE || takes_back(&game->events[i]))
            return true;
    }
    return false;
}

bool action_refuse_overtaken(struct action *action)
{
    return action_refuse(action, "overtaken", OVERTAKEN);
}

/* What an event that the client did not know is to its action. */
enum bearing {
    UNRELATED,
    SAME,        /* what the action asks for: it is a repeat */
    CAME_BETWEEN /* the action was meant for the game before this event */
};

/* What has come since the event that the client knew. */
struct passed {
    bool others_moved;
    bool gone_on; /* the side has moved again, after others */
    bool offered; /* somebody has made a proposal of the action's kind */
};

/* The event is about the proposal of the action. Answers are to the proposal that the client knew.
 * To an offer it is nothing that another one has come and gone. */
static enum bearing bearing_on_same_proposal(const struct action *action, const struct event *event,
                                             const struct passed *passed)
{
    static const event_type answers[] = {[WISH_ACCEPT] = EVENT_ACCEPT,
                                         [WISH_DECLINE] = EVENT_DECLINE,
                                         [WISH_WITHDRAW] = EVENT_WITHDRAW};
    const bool offers = action->wish == WISH_OFFER || action->wish == WISH_ANSWER;
    const bool same_type = offers ? event->type == EVENT_OFFER || event->type == EVENT_ACCEPT
                                  : event->type == answers[action->wish];

    const bool same_ply = event->type != EVENT_OFFER || !action->ply || event->ply == action->ply;

    if (event->side == action->side && same_type && same_ply)
        return SAME;
    if (offers && passed->offered &&
        (event->type == EVENT_WITHDRAW || event->type == EVENT_DECLINE))
        return UNRELATED;
    if (event->type == EVENT_OFFER && !event->done)
        return offers ? UNRELATED : CAME_BETWEEN;
    return event->type == EVENT_ACCEPT && !event->done ? UNRELATED : CAME_BETWEEN;
}

/* A draw is offered and accepted in the position that the player sees; what is to be taken back has
 * a number. */
static enum bearing bearing_on_proposal(const struct action *action, const struct event *event,
                                        const struct passed *passed)
{
    const bool agrees = action->wish != WISH_DECLINE && action->wish != WISH_WITHDRAW;
    const proposal_kind kind = action->event.proposal;

    if (event_is_about_proposal(event->type) && event->proposal == kind)
        return bearing_on_same_proposal(action, event, passed);
    if (kind == PROPOSE_DRAW && agrees &&
        (takes_back(event) || (event->type == EVENT_MOVE && event->side != action->side)))
        return CAME_BETWEEN;
    return kind == PROPOSE_TAKEBACK && agrees && passed->gone_on ? CAME_BETWEEN : UNRELATED;
}

/* A claim is against the side that was to move. */
static enum bearing bearing_on_claim(const struct action *action, int number)
{
    const struct event *event = &action->game->events[number - 1];

    switch (event->type) {
    case EVENT_GONE:
        return event->text[0] == side_letter(action->side) ? SAME : CAME_BETWEEN;
    case EVENT_RESIGN:
    case EVENT_TIME:
        return game_departure_passes_turn(action->game, number) ? CAME_BETWEEN : UNRELATED;
    case EVENT_MOVE:
        return event->side == action->side ? UNRELATED : CAME_BETWEEN;
    default:
        return takes_back(event) ? CAME_BETWEEN : UNRELATED;
    }
}

static enum bearing bearing_of(const struct action *action, int number, const struct passed *passed)
{
    const struct event *event = &action->game->events[number - 1];

    switch (action->kind) {
    case ACTION_RESIGN:
        if (event->type == EVENT_RESIGN && event->side == action->side)
            return SAME;
        return passed->gone_on ? CAME_BETWEEN : UNRELATED;
    case ACTION_RESUME:
        return event->type == EVENT_RESUME ? SAME : UNRELATED;
    case ACTION_CLAIM:
        return bearing_on_claim(action, number);
    case ACTION_PROPOSAL:
        return bearing_on_proposal(action, event, passed);
    default:
        return UNRELATED;
    }
}

bool action_is_timely(struct action *action)
{
    const struct game *game = action->game;
    struct passed passed = {.offered = false};
    bool late = false;

    for (int i = action->after; action->has_after && i < game->event_count; i++) {
        const struct event *event = &game->events[i];
        const bool moves = event->type == EVENT_MOVE, own = event->side == action->side;

        passed.gone_on = moves && own && passed.others_moved;
        const enum bearing bearing = bearing_of(action, i + 1, &passed);

        if (bearing == SAME) {
            action_respond_game(action);
            return false;
        }
        late |= bearing == CAME_BETWEEN;
        passed.others_moved |= (moves && !own) || takes_back(event);
        passed.offered |= event->type == EVENT_OFFER && event->proposal == action->event.proposal;
    }
    return !late || action_refuse_overtaken(action);
}
