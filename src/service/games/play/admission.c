/* admission.c - goes through the pairs of accounts in a setup, and admits a rematch. */
#include "service/games/play/admission.h"

#include <stdio.h>
#include <string.h>

#include "service/core/quota.h"
#include "service/core/response.h"
#include "service/games/play/action_check.h"
#include "service/games/play/create.h"
#include "service/games/play/game_slots.h"
#include "service/games/play/games.h"
#include "store/tables/messages.h"

/* The pair of accounts that follows; both 0 at the beginning. False: there is none. */
struct pair {
    int first, second;
};

static bool next_pair(const struct setup *setup, struct pair *pair)
{
    const struct seat *seats = setup->seats;

    while (pair->first < setup->start.players) {
        if (++pair->second >= setup->start.players)
            pair->second = ++pair->first;
        else if (seats[pair->first].kind == SEAT_USER && seats[pair->second].kind == SEAT_USER &&
                 strcmp(seats[pair->first].account, seats[pair->second].account) != 0)
            return true;
    }
    return false;
}

paua_status admission_find_block(store *db, const struct setup *setup, const char *own,
                                 struct block_found *out)
{
    struct pair pair = {0, 0};

    *out = (struct block_found){.other = NULL};
    while (!out->other && next_pair(setup, &pair)) {
        const struct seat *one = &setup->seats[pair.first], *other = &setup->seats[pair.second];
        const bool swap = strcmp(other->account, own) == 0;
        bool blocks, blocked;
        paua_status status =
            store_block_between(db, swap ? other->account : one->account,
                                swap ? one->account : other->account, &blocks, &blocked);

        if (status != PAUA_OK)
            return status;
        if (!blocks && !blocked)
            continue;
        out->other = swap ? one : other;
        out->by_own = blocks && strcmp((swap ? other : one)->account, own) == 0;
    }
    return PAUA_OK;
}

void admission_expect_no_block(const struct setup *setup, store_batch *batch)
{
    struct pair pair = {0, 0};

    while (next_pair(setup, &pair))
        batch_expect_no_block(batch, setup->seats[pair.first].account,
                              setup->seats[pair.second].account);
}

/* Refuses a rematch of accounts of which one has blocked another, as a challenge is refused: a
 * blocked player gets the same answer as for an account without a free game slot. */
static bool check_rematch_blocks(struct action *action, const struct setup *setup)
{
    const char *own = action->game->players[action->side].account;
    struct block_found block;
    char reason[80];

    paua_status status = admission_find_block(action->games->env->store, setup, own, &block);
    if (status != PAUA_OK) {
        respond_read_error(action_take_request(action), status);
        return false;
    }
    if (!block.other)
        return true;
    snprintf(reason, sizeof reason, block.by_own ? "you have blocked %.20s" : GAME_SLOTS_TAKEN,
             block.other->name);
    return action_refuse(action, block.by_own ? "blocked" : "too_many_games", reason);
}

bool action_admit_rematch(struct action *action)
{
    struct games *games = action->games;
    struct game_outcome after;
    struct setup setup;

    if (action->event.proposal != PROPOSE_REMATCH ||
        (action->event.type != EVENT_OFFER && action->event.type != EVENT_ACCEPT))
        return true;
    game_rematch_setup(action->game, &setup);
    if (!check_rematch_blocks(action, &setup))
        return false;
    if (game_dry_run(action->game, &action->event, &after) != PAUA_OK || !after.rematch)
        return true;
    return listeners_admit(&games->listeners, action->request, &setup) &&
           quota_admit_game(games->env, action->request);
}
