/* play.c - one game of a match: moves in turn, clocks, faults, adjudication. Follows the game's
 * rules (game.h); which games there are is match.c's business. */
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/random.h"
#include "match/match.h"
#include "rules/gain.h"

/* A game in progress. */
struct play {
    const paua_match *match;
    struct player *players[PAUA_SIDES];
    paua_game *game;
    int64_t left_ms[PAUA_SIDES];
    uint64_t seed;

    /* adjudication: moves in a row that a player scored as won, as lost; that both scored as
     * even */
    int won[PAUA_SIDES], lost[PAUA_SIDES], even;
    bool adjudicated;
};

/* Whether players have a clock: time for the game, an increment, or both. */
static bool has_clock(const paua_match *match)
{
    return match->setup.clock_ms > 0 || match->setup.gain_ms > 0;
}

/* The side loses by a fault, not on the board. */
static void lose_by_fault(struct play *play, paua_side side, paua_fault fault, const char *note,
                          paua_match_game *out)
{
    if (fault == PAUA_FAULT_TIME)
        paua_game_forfeit(play->game, side);
    else
        paua_game_resign(play->game, side);
    out->fault = fault;
    snprintf(out->note, sizeof out->note, "%s", note);
}

/* The time for this move, by clock and limit; 0: no limit. */
static int64_t allowed_time(const struct play *play, paua_side side)
{
    int64_t of_move = player_limits(play->players[side]).time_ms;
    int64_t left_ms = play->left_ms[side] + play->match->setup.delay_ms;
    if (has_clock(play->match) && (!of_move || left_ms < of_move))
        return left_ms > 1 ? left_ms : 1;
    return of_move;
}

/* Charges the mover's clock. Waiting for a processor is not the engine's time. False, with a note,
 * when it has exceeded its time. */
static bool charge_clock(struct play *play, paua_side side, const struct move_request *request,
                         struct move_reply *reply)
{
    const paua_match_setup *setup = &play->match->setup;
    int64_t spent_ms = reply->spent_ms - reply->delayed_ms;
    if (request->allowed_ms && spent_ms > request->allowed_ms + setup->margin_ms) {
        snprintf(reply->note, sizeof reply->note, "move %d took %lld ms of %lld",
                 paua_game_moves(play->game) + 1, (long long)spent_ms,
                 (long long)request->allowed_ms);
        return false;
    }
    spent_ms = spent_ms > setup->delay_ms ? spent_ms - setup->delay_ms : 0;
    play->left_ms[side] -= spent_ms < play->left_ms[side] ? spent_ms : play->left_ms[side];
    play->left_ms[side] = gain_add(play->left_ms[side], setup->gain_ms, setup->cap_ms);
    return true;
}

/* Counts the scores of both players, and ends the game when they agree. */
static void adjudicate_game(struct play *play, paua_side side, const struct move_reply *reply)
{
    const paua_adjudication *rule = &play->match->setup.adjudication;
    paua_side other = PAUA_OTHER(side);
    int score = reply->score, wanted = rule->win_moves;
    play->won[side] = reply->scored && score >= rule->win_score ? play->won[side] + 1 : 0;
    play->lost[side] = reply->scored && score <= -rule->win_score ? play->lost[side] + 1 : 0;
    play->even = reply->scored && abs(score) <= rule->draw_score ? play->even + 1 : 0;
    if (paua_game_outcome(play->game).result != PAUA_RESULT_ONGOING)
        return;
    if (wanted && play->won[side] >= wanted && play->lost[other] >= wanted)
        play->adjudicated = paua_game_resign(play->game, other) == PAUA_OK;
    else if (wanted && play->lost[side] >= wanted && play->won[other] >= wanted)
        play->adjudicated = paua_game_resign(play->game, side) == PAUA_OK;
    else if (rule->draw_moves && play->even >= 2 * rule->draw_moves &&
             paua_game_moves(play->game) >= rule->draw_ply)
        play->adjudicated = paua_game_agree_draw(play->game) == PAUA_OK;
}

/* One move. PAUA_ERROR_NOT_FOUND when the match is stopped. */
static paua_status play_turn(struct play *play, paua_match_game *out)
{
    paua_side side = (paua_side)paua_game_position(play->game)->to_move;
    int64_t delay_ms = play->match->setup.delay_ms;
    const struct move_request request = {
        .game = play->game,
        .seed = play->seed,
        .clock = has_clock(play->match),
        .left_ms = {play->left_ms[0] + delay_ms, play->left_ms[1] + delay_ms},
        .allowed_ms = allowed_time(play, side)};
    struct move_reply reply;
    paua_status status = player_find_move(play->players[side], &request, &reply);
    if (status != PAUA_OK)
        return status;
    if (atomic_load(&play->match->stop))
        return PAUA_ERROR_NOT_FOUND;
    if (!reply.fault && !charge_clock(play, side, &request, &reply))
        reply.fault = PAUA_FAULT_TIME;
    if (!reply.fault) {
        status = paua_game_play(play->game, reply.move);
        if (status == PAUA_OK)
            adjudicate_game(play, side, &reply);
        if (status != PAUA_ERROR_ILLEGAL_MOVE)
            return status;
        reply.fault = PAUA_FAULT_ILLEGAL;
        snprintf(reply.note, sizeof reply.note, "move %d: forbidden by ko, or no move",
                 paua_game_moves(play->game) + 1);
    }
    lose_by_fault(play, side, reply.fault, reply.note, out);
    return PAUA_OK;
}

/* Prepares both players; one that cannot loses. */
static paua_status start_players(struct play *play, paua_match_game *out)
{
    /* an opening may have ended the game already */
    if (paua_game_outcome(play->game).result != PAUA_RESULT_ONGOING)
        return PAUA_OK;
    for (int side = 0; side < PAUA_SIDES && !out->fault; side++) {
        struct move_reply reply;
        paua_status status = player_new_game(play->players[side], play->game, &reply);
        if (status != PAUA_OK) {
            snprintf(out->note, sizeof out->note, "%s", reply.note);
            return status;
        }
        if (reply.fault)
            lose_by_fault(play, (paua_side)side, reply.fault, reply.note, out);
    }
    return PAUA_OK;
}

/* Fills in the result and its reason: a fault, adjudication, or a rule. */
static void describe_result(const struct play *play, paua_match_game *out)
{
    paua_outcome outcome = paua_game_outcome(play->game);
    out->game = play->game;
    out->result = outcome.result;
    out->ending = out->fault          ? paua_fault_name(out->fault)
                  : play->adjudicated ? "adjudication"
                                      : paua_reason_name(outcome.reason);
}

paua_status match_play(const paua_match *match, int64_t number, struct player *black,
                       struct player *white, paua_match_game *out)
{
    const paua_match_setup *setup = &match->setup;
    struct pairing pairing = match_pairing(match, number);
    struct play play = {.match = match,
                        .players = {black, white},
                        .left_ms = {setup->clock_ms, setup->clock_ms},
                        .seed = setup->seed + (uint64_t)number};
    paua_status status = paua_openings_game(setup->openings, pairing.opening, setup->rules,
                                            setup->plies, &play.game);
    *out = (paua_match_game){.number = number + 1, .black = pairing.black, .white = pairing.white};
    if (status != PAUA_OK)
        return status;
    random_next(&play.seed);
    status = start_players(&play, out);
    while (status == PAUA_OK && paua_game_outcome(play.game).result == PAUA_RESULT_ONGOING)
        status = play_turn(&play, out);
    if (status == PAUA_OK)
        describe_result(&play, out);
    else
        paua_game_free(play.game);
    return status;
}
