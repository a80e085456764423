/* action_check.c - checks each kind of action against the current game (step 3 of the life of a
 * move, action.c), and responds with the reason where it refuses one. Repeated requests are
 * harmless: one that is already done gets the response as if it were done now. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "service/core/idempotency_key.h"
#include "service/core/response.h"
#include "service/games/model/fair_play.h"
#include "service/games/model/game_json.h"
#include "service/games/model/game_proposals.h"
#include "service/games/model/rated.h"
#include "service/games/play/action_check.h"
#include "service/games/play/action_repeat.h"
#include "service/games/play/cache.h"
#include "service/games/play/conditional_play.h"
#include "service/games/play/games.h"
#include "service/games/play/settled_proposals.h"
#include "service/games/play/timers.h"
#include "service/games/play/vacation.h"
#include "json/json_text.h"

static const char *const colours[PAUA_PLAYERS_MAX] = {"Black", "White",  "Red",
                                                      "Green", "Yellow", "Purple"};
static const char *const offer_texts[PROPOSALS] = {"draw offer", "request for a takeback",
                                                   "request for a pause", "offer of a rematch"};

void action_respond_game(struct action *action)
{
    if (!action->request)
        return;
    respond_committed_text(action_take_request(action), 200,
                           game_view_now(action->game, game_presence(action->game), action->side,
                                         NULL, env_running_ms(action->games->env)));
}

void action_respond_move(struct action *action, int i)
{
    const struct game *game = action->game;
    char move[PAUA_MOVE_TEXT_MAX];

    paua_move_format(game->setup.board, paua_game_move(game->play, i), move, sizeof move);
    json_t *json = json_pack("{s:i,s:s,s:i}", "ply", game->setup.start.ply + i, "move", move,
                             "event", game_move_event(game, i));
    respond_committed_text(action_take_request(action), 200, json_write_text(json, JSON_COMPACT));
}

bool action_refuse(struct action *action, const char *code, const char *reason)
{
    if (action->request)
        respond_error(action_take_request(action), 409, code, "%s", reason);
    return false;
}

/* Parses the text of a move. False: the request has its response. */
static bool parse_move(struct action *action)
{
    const struct game *game = action->game;
    paua_error error;
    char reason[256];
    paua_status status = paua_move_parse(game->setup.board, paua_game_position(game->play),
                                         action->text, &action->event.move, &error);

    if (status == PAUA_OK)
        return true;
    if (status == PAUA_ERROR_ILLEGAL_MOVE) {
        respond_error(action_take_request(action), 422, "illegal_move", "move '%s': %s",
                      action->text, error.message);
    } else {
        paua_error_text(&error, action->text, reason, sizeof reason);
        respond_error(action_take_request(action), 400, "bad_move", "move '%s': %s", action->text,
                      reason);
    }
    return false;
}

/* Whether the move is in time, with its time on the network given back up to a limit. */
static bool check_clock(struct action *action)
{
    const struct game *game = action->game;

    int64_t lag_ms = action->lag_ms;

    if (lag_ms > 0) {
        const int64_t left_ms = fair_play_lag_left(game, action->side);

        lag_ms = lag_ms < left_ms ? lag_ms : left_ms;
    }
    action->event.spent_ms = game_clock_spent(&game->clock, action->at_ms, lag_ms);
    return !game_is_timed(game) ||
           action->event.spent_ms <= game_clock_limit(&game->clock, &game->setup.rules);
}

/* A move needs a game with all seats taken, neither over nor paused, and the turn. */
static bool check_move(struct action *action)
{
    const struct game *game = action->game;
    int ply = game_ply(game), turn = paua_game_position(game->play)->to_move, index;

    action->event.type = EVENT_MOVE;
    action->event.ply = ply;
    paua_status made = action_find_move(action, &index);
    if (made == PAUA_OK)
        action_respond_move(action, index);
    if (made == PAUA_ERROR_NO_MEMORY)
        respond_no_memory(action_take_request(action));
    if (made != PAUA_ERROR_NOT_FOUND)
        return false;
    if (game_is_over(game))
        return action_refuse(action, "game_over", GAME_OVER);
    if (!game_is_full(game))
        return action_refuse(action, "not_started", "the game begins when every seat is taken");
    if (game->paused)
        return action_refuse(action, "paused", "the game is paused");
    if (action->ply != ply) {
        respond_error(action_take_request(action), 409, "wrong_ply",
                      "ply %d: the next move is number %d", action->ply, ply);
        return false;
    }
    if (turn != action->side) {
        respond_error(action_take_request(action), 409, "not_your_turn", "it is %s's turn",
                      colours[turn]);
        return false;
    }
    if (action->has_after && game_moved_since(game, action->after))
        return action_refuse_overtaken(action);
    if (!parse_move(action))
        return false;
    if (!check_clock(action))
        return action_refuse(action, "out_of_time", "your time is up");
    /* Legal by itself: only the ko rule can forbid it now. */
    struct game_outcome unused;
    paua_status status = game_dry_run(action->game, &action->event, &unused);
    if (status == PAUA_ERROR_NO_MEMORY)
        respond_no_memory(action_take_request(action));
    if (status == PAUA_OK || status == PAUA_ERROR_NO_MEMORY)
        return status == PAUA_OK;
    respond_error(action_take_request(action), 422, "illegal_move",
                  "move '%s': these rules forbid recreating an earlier position", action->text);
    return false;
}

/* The time charged for a computer's move: that of its search without the wait in the queue, and
 * never more than is left. */
static int64_t computer_spent(const struct action *action)
{
    const struct game_clock *clock = &action->game->clock;
    int64_t spent = game_clock_used(clock, action->at_ms);
    int64_t limit = game_clock_limit(clock, &action->game->setup.rules);

    spent = spent < action->thought_ms ? spent : action->thought_ms;
    return spent < limit ? spent : limit;
}

/* The game may have changed during the search. */
static bool check_computer_move(struct action *action)
{
    const struct game *game = action->game;
    const paua_position *now = paua_game_position(game->play);

    action->event.type = EVENT_MOVE;
    action->event.ply = game_ply(game);
    action->event.spent_ms = computer_spent(action);
    return game_computer_to_move(game) && action->event.ply == action->ply &&
           now->key == action->position_key && now->to_move == action->side &&
           paua_move_legal(game->setup.board, now, action->event.move);
}

/* Sets the text of the event. */
static bool set_event_text(struct action *action, const char *text)
{
    free(action->event.text); /* of an earlier attempt */
    action->event.text = strdup(text);
    if (!action->event.text && action->request)
        respond_no_memory(action_take_request(action));
    return action->event.text != NULL;
}

/* The number of the side's last move, to which a takeback returns; 0: none. */
static int last_own_ply(const struct game *game, int side)
{
    for (int i = paua_game_moves(game->play); i-- > 0;) {
        const struct event *event = &game->events[game_move_event(game, i) - 1];

        if (event->side == side)
            return event->ply;
    }
    return 0;
}

/* Whoever has not moved yet may decline to play. */
static bool check_decline(struct action *action)
{
    const struct game *game = action->game;

    action->event.type = EVENT_CLOSE;
    if (game->closed && game->closed_by == action->side) {
        action_respond_game(action);
        return false;
    }
    if (game_is_over(game))
        return action_refuse(action, "game_over", GAME_OVER);
    if (game->setup.tournament[0])
        return action_refuse(action, "tournament",
                             "a game of a tournament is not declined: resign");
    if (!game_side_plays(game, action->side))
        return action_refuse(action, "out_of_game", "this seat has left the game");
    if (last_own_ply(game, action->side) != 0)
        return action_refuse(action, "has_moved", "you have made a move: resign instead");
    return set_event_text(action, "declined");
}

/* In a tournament the event keeps whether the other side is there, because nobody gets a point for
 * a game to which nobody has come (tournament_tasks.c). False: out of memory. */
static bool note_who_is_there(struct action *action)
{
    const struct game *game = action->game;
    const int other = PAUA_SIDES - 1 - action->side;

    if (!game->setup.tournament[0] || (!(presence_seats(game_presence(game)) >> other & 1) &&
                                       !seat_is_computer(&game->setup.seats[other])))
        return true;
    return set_event_text(action, (char[]){side_letter(other), '\0'});
}

/* The flag of the side to move falls, unless it has moved meanwhile. If its first move has not come
 * in time, that is as if it had declined to play. */
static bool check_time(struct action *action)
{
    const struct game *game = action->game;
    int64_t deadline = game_deadline(game);

    /* A conditional move that could not be stored is retried here. */
    if (conditional_check(action)) {
        action->kind = ACTION_CONDITIONAL;
        return true;
    }
    action->event.type = EVENT_TIME;
    action->side = action->event.side = paua_game_position(game->play)->to_move;
    if (deadline == 0 || action->at_ms < deadline) {
        timers_watch(action->games->timers, game);
        return false;
    }
    if (game->clock.awaits_first
            ? check_decline(action)
            : !vacations_cover(action->games->vacations, game) && note_who_is_there(action))
        return true;
    timers_retry(action->games->timers, game->id);
    return false;
}

/* A player may resign at any time once the game has begun, also in another side's turn. */
static bool check_resignation(struct action *action)
{
    action->event.type = EVENT_RESIGN;
    if (game_is_over(action->game))
        return action_refuse(action, "game_over", GAME_OVER);
    if (!game_is_full(action->game))
        return action_refuse(action, "not_started", "a seat is still open: decline to play");
    if (!game_side_plays(action->game, action->side))
        return action_refuse(action, "out_of_game", "this seat has left the game");
    return true;
}

/* Whether a computer would have to agree to a draw. */
static bool computer_must_agree(const struct game *game, int side)
{
    unsigned needed = game_consent_needed(game, PROPOSE_DRAW, side);

    for (int other = 0; other < game->setup.start.players; other++) {
        if (needed >> other & 1 && seat_is_computer(&game->setup.seats[other]))
            return true;
    }
    return false;
}

/* Whoever has left the game stays out: no takeback brings him back. */
static bool check_departures(struct action *action, int ply)
{
    return !game_takeback_revives(action->game, ply) ||
           action_refuse(action, "left", "a player has left the game since that move");
}

/* Whether what the side would propose is so already: the rematch is there, the game paused. */
static bool is_fulfilled(const struct action *action)
{
    const struct game *game = action->game;

    return (action->event.proposal == PROPOSE_REMATCH && game_is_full(game) && game->next[0]) ||
           (action->event.proposal == PROPOSE_PAUSE && game->paused &&
            game_side_plays(game, action->side));
}

/* Whether the side may propose this now. */
static bool check_offer(struct action *action)
{
    const struct game *game = action->game;
    struct event *event = &action->event;

    event->type = EVENT_OFFER;
    if (is_fulfilled(action)) {
        action_respond_game(action);
        return false;
    }
    const struct refusal refusal = game_offer_refusal(game, event->proposal, action->side);
    if (refusal.code)
        return action_refuse(action, refusal.code, refusal.reason);
    if (game->setup.tournament[0] &&
        (event->proposal == PROPOSE_TAKEBACK || event->proposal == PROPOSE_PAUSE))
        return action_refuse(action, "tournament",
                             "in a tournament no move is taken back, and no clock stops");
    if (event->proposal == PROPOSE_TAKEBACK && game->setup.rated)
        return action_refuse(action, "rated", "in a rated game no move is taken back");
    if (event->proposal == PROPOSE_DRAW && computer_must_agree(game, action->side))
        return action_refuse(action, "computer_declines", "the computer does not agree to draws");
    int64_t paused_ms;
    if (event->proposal == PROPOSE_PAUSE && game->setup.rated &&
        fair_play_pauses(game, action->at_ms, &paused_ms) >= RATED_PAUSES)
        return action_refuse(action, "rated", "a rated game has three pauses at most");
    if (event->proposal != PROPOSE_TAKEBACK)
        return true;
    event->ply = action->ply ? action->ply : last_own_ply(game, action->side);
    if (game_can_take_back(game, event->ply))
        return check_departures(action, event->ply);
    return action_refuse(action, "no_move",
                         action->ply ? "there is no such move to be taken back"
                                     : "you have not made a move that could be taken back");
}

/* An offer that was declined or withdrawn can be made again after the side's next move, so that
 * nobody is pestered with it. A rematch that was only withdrawn can be offered again at once, a few
 * times. */
static bool check_repeated_offer(struct action *action)
{
    proposal_kind kind = action->event.proposal;
    int ended_by = action->game->offer_ended_by[kind][action->side];
    bool withdrawn = ended_by == action->side;
    char reason[120];

    if (ended_by == NOBODY ||
        (kind == PROPOSE_REMATCH && withdrawn &&
         game_rematch_offers(action->game, action->side) < REMATCH_OFFERS_MAX))
        return true;
    snprintf(reason, sizeof reason, "your %s was %s%s", offer_texts[kind],
             withdrawn ? "withdrawn" : "declined",
             kind == PROPOSE_REMATCH ? "" : ": you can make it again after your next move");
    return action_refuse(action, "offered_before", reason);
}

/* Whether the side may accept or decline the open proposal. */
static bool check_answer(struct action *action, event_type type)
{
    const struct game *game = action->game;
    const struct proposal *proposal = &game->proposals[action->event.proposal];
    char reason[80];

    action->event.type = type;
    if (proposal->by == NOBODY) {
        snprintf(reason, sizeof reason, "nobody has offered a %s",
                 proposal_name(action->event.proposal));
        return action_refuse(action, "no_offer", reason);
    }
    if (proposal->by == action->side && type == EVENT_DECLINE)
        return action_refuse(action, "own_offer", "this is your own offer: withdraw it");
    if (!game_proposal_allows(game, &action->event)) {
        if (proposal->by != action->side && !(proposal->accepted >> action->side & 1))
            return action_refuse(action, "out_of_game", "this seat has left the game");
        action_respond_game(action);
        return false;
    }
    return type != EVENT_ACCEPT || action->event.proposal != PROPOSE_TAKEBACK ||
           check_departures(action, proposal->ply);
}

/* Offers, accepts, declines or withdraws a proposal. */
static bool check_proposal(struct action *action)
{
    const struct proposal *proposal = &action->game->proposals[action->event.proposal];
    bool stands = proposal->by != NOBODY;

    switch (action->wish) {
    case WISH_ANSWER:
    case WISH_OFFER:
        if (stands)
            return check_answer(action, EVENT_ACCEPT);
        return check_offer(action) && check_repeated_offer(action);
    case WISH_ACCEPT:
        return check_answer(action, EVENT_ACCEPT);
    case WISH_DECLINE:
        return check_answer(action, EVENT_DECLINE);
    case WISH_WITHDRAW:
        action->event.type = EVENT_WITHDRAW;
        return (stands && proposal->by == action->side) ||
               action_refuse(action, "no_offer", "you have made no such offer");
    }
    return false;
}

/* Any player may resume a paused game. */
static bool check_resume(struct action *action)
{
    action->event.type = EVENT_RESUME;
    if (action->game->paused)
        return true;
    action_respond_game(action);
    return false;
}

/* Responds to a message that has been stored. Returns false. */
static bool chat_respond_repeat(struct action *action, const struct event *stored)
{
    if (strcmp(stored->text, action->event.text) == 0) {
        action_respond_game(action);
        return false;
    }
    struct api_error error;
    idempotency_key_refuse(&error);
    respond_api_error(action_take_request(action), &error);
    return false;
}

/* How long the seat must wait for its next message, in ms of the running time. Counts stored
 * messages: those of before a start and of other servers, too. */
static int64_t chat_wait_ms(const struct action *action)
{
    const struct game *game = action->game;
    int found = 0;

    for (int i = game->event_count; i-- > 0;) {
        const struct event *event = &game->events[i];

        if (event->type == EVENT_CHAT && event->side == action->side && ++found == CHAT_BURST) {
            const int64_t wait_ms = event->clock_ms + CHAT_BURST_MS - action->at_ms;

            return wait_ms > 0 ? wait_ms : 0;
        }
    }
    return 0;
}

/* A seat may send a few messages at a time. */
static bool check_chat(struct action *action)
{
    const struct event *stored = action_find_chat(action);

    action->event.type = EVENT_CHAT;
    if (stored)
        return chat_respond_repeat(action, stored);
    if (action->game->setup.chat_off)
        return action_refuse(action, "chat_off", "messages are off in this game");
    const int64_t wait_ms = chat_wait_ms(action);
    if (wait_ms == 0)
        return true;
    const int seconds = (int)(wait_ms + 999) / 1000;
    http_add_retry_after(action->request, seconds);
    respond_error(action_take_request(action), 429, "too_many",
                  "at most %d messages in %d seconds; try again in %d s", CHAT_BURST,
                  CHAT_BURST_MS / 1000, seconds);
    return false;
}

/* Closes an idle game, unless something has happened since the store listed it. */
static bool check_close_idle(struct action *action)
{
    const struct game *game = action->game;

    action->event.type = EVENT_CLOSE;
    free(action->event.text);
    action->event.text = strdup("idle");
    return action->event.text && !game_is_over(game) && game->closes_ms != 0 &&
           game->closes_ms <= env_due_ms(action->games->env);
}

/* For how long the side to move has been disconnected, at most since its turn began; -1: it is
 * here. */
static int64_t gone_for(const struct action *action)
{
    const struct game *game = action->game;
    int64_t since = game->live->presence.gone_since_ms[game->clock.turn];
    int64_t gone = clock_now_ms() - since, turn = action->at_ms - game->clock.since_ms;

    if (since == 0)
        return -1;
    return gone < turn ? gone : turn;
}

/* A player may claim the game when the player to move is disconnected. */
static bool check_claim(struct action *action)
{
    const struct game *game = action->game;
    int64_t wait_ms = game_clock_claim(&game->setup.rules), gone_ms = gone_for(action);
    int turn = game->clock.turn;

    action->event.type = EVENT_GONE;
    if (game_is_over(game) && game->events[game->event_count - 1].type == EVENT_GONE) {
        action_respond_game(action);
        return false;
    }
    if (game_is_over(game))
        return action_refuse(action, "game_over", GAME_OVER);
    if (!game_side_plays(game, action->side))
        return action_refuse(action, "out_of_game", "this seat has left the game");
    if (!game_is_full(game))
        return action_refuse(action, "not_started", "the game begins when every seat is taken");
    if (game->paused)
        return action_refuse(action, "paused", "the game is paused");
    if (!game_is_timed(game) || wait_ms == 0)
        return action_refuse(action, "no_claim",
                             "in a game without a clock, or with one of days, "
                             "nobody has to be there");
    if (turn == action->side)
        return action_refuse(action, "no_claim", "it is your own turn");
    if (!seat_is_computer(&game->setup.seats[turn]) && last_own_ply(game, turn) == 0)
        return action_refuse(action, "no_claim",
                             "the player to move has not begun: nobody loses before his first move "
                             "but by the clock");
    if (seat_is_computer(&game->setup.seats[turn]) || gone_ms < 0)
        return action_refuse(action, "no_claim", "the player to move is here");
    if (gone_ms < wait_ms) {
        respond_error(action_take_request(action), 409, "too_early",
                      "%s may come back for %d more seconds", colours[turn],
                      (int)((wait_ms - gone_ms + 999) / 1000));
        return false;
    }
    action->event.side = turn;
    return set_event_text(action, (char[]){side_letter(action->side), '\0'});
}

/* A vacation begins or ends, unless the game has that event already. */
static bool check_vacation(struct action *action)
{
    struct game_outcome unused;

    action->event.type =
        action->kind == ACTION_BEGIN_VACATION ? EVENT_VACATION_BEGIN : EVENT_VACATION_END;
    return game_dry_run(action->game, &action->event, &unused) == PAUA_OK;
}

bool action_check(struct action *action)
{
    action->event.side = action->side;
    action->event.clock_ms = action->at_ms;
    if (!action_is_timely(action))
        return false;
    switch (action->kind) {
    case ACTION_MOVE:
        return check_move(action);
    case ACTION_COMPUTER_MOVE:
        return check_computer_move(action);
    case ACTION_CONDITIONAL:
        return conditional_check(action);
    case ACTION_RESIGN:
        return check_resignation(action);
    case ACTION_PROPOSAL:
        return check_proposal(action) && action_admit_rematch(action);
    case ACTION_SETTLE:
        return settled_check(action);
    case ACTION_RESUME:
        return check_resume(action);
    case ACTION_JOIN:
        return action_check_join(action);
    case ACTION_LINK_ACCOUNT:
        return action_check_link_account(action);
    case ACTION_CHAT:
        return check_chat(action);
    case ACTION_DECLINE:
        return check_decline(action);
    case ACTION_CLOSE_IDLE:
        return check_close_idle(action);
    case ACTION_TIME:
        return check_time(action);
    case ACTION_CLAIM:
        return check_claim(action);
    case ACTION_BEGIN_VACATION:
    case ACTION_END_VACATION:
        return check_vacation(action);
    }
    return false;
}
