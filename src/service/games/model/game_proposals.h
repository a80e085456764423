/* game_proposals.h - the draws, takebacks, pauses and rematches that players of a game propose.
 * Calls need the game's lock.
 */
#ifndef SERVICE_GAME_PROPOSALS_H
#define SERVICE_GAME_PROPOSALS_H

#include "service/games/model/game.h"

/* The sides that must accept what `side` proposes, as bits: all others who are still in the game;
 * computers are asked for a draw alone. After the game everybody counts as in the game. */
unsigned game_consent_needed(const struct game *game, proposal_kind kind, int side);

/* How often a side has offered a rematch. */
int game_rematch_offers(const struct game *game, int side);

/* Whether a takeback to this ply would bring back a player who has left the game since. */
bool game_takeback_revives(const struct game *game, int ply);

/* The draw or pause to which nobody's consent is missing any more, because the last player who had
 * not accepted has left: any player completes it by accepting. PROPOSALS: none. */
proposal_kind game_proposal_settled(const struct game *game);

/* Why something may not be done: code and reason of the response (static). */
struct refusal {
    const char *code, *reason;
};

/* Why a side may not propose this in the state that the game is in; a code of NULL: it may. What
 * else a proposal needs is not checked here: whether one stands, its ply, its limits. */
struct refusal game_offer_refusal(const struct game *game, proposal_kind kind, int side);

/* Whether there is a move with this number to be taken back. */
bool game_can_take_back(const struct game *game, int ply);

/* Whether a proposal may be made now, answered by this side, or withdrawn by it. */
bool game_proposal_allows(const struct game *game, const struct event *event);

/* Sets event->done: whether this offer or acceptance is the last consent that was missing. An
 * acceptance gets the ply of its proposal. */
void game_proposal_complete(const struct game *game, struct event *event);

/* Updates the open proposals after an event of any kind. */
void game_proposals_update(struct game *game, const struct event *event);

#endif /* SERVICE_GAME_PROPOSALS_H */
