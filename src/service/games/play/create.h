/* create.h - creates games: from a setup to a game that is stored and in the cache. */
#ifndef SERVICE_CREATE_H
#define SERVICE_CREATE_H

#include "service/games/model/game.h"
#include "store/core/batch.h"
#include "store/tables/strangers.h"

struct games;

/* How often one account may challenge others. A stranger has never written to it. */
#define CHALLENGES_WAITING_MAX 2  /* that one other has not answered */
#define CHALLENGES_ONE         10 /* in an hour to one other, those accepted aside */
#define CHALLENGES_STRANGERS   20 /* in a day to all strangers, those accepted aside */

/* A challenge of one account to another, to be counted now. */
store_challenge challenge_now(const char *challenger, const char *target);

/* Called once, on the store's thread. `game` is held during the call, or NULL if it could not be
 * stored: PAUA_ERROR_CONFLICT where the id is taken, or there are too many challenges, else
 * PAUA_ERROR_IO. */
typedef void (*game_created)(paua_status status, struct game *game, void *context);

/* Makes a game with this id and queues it for the store; after the commit it is in the cache, and
 * the computer begins if it is its turn. Challenges of the setup count as those of the account
 * `challenger`; "": they do not count. Returns PAUA_OK, or PAUA_ERROR_NO_MEMORY: then `done` is not
 * called. */
paua_status game_create(struct games *games, const struct setup *setup, const char *challenger,
                        const char *id, game_created done, void *context);

/* A game that is stored in one batch with something else. */
struct game_creation;

/* Makes a game with a new id and adds it to the batch. NULL: out of memory. */
struct game_creation *game_creation_begin(struct games *games, const struct setup *setup,
                                          char id[ID_SIZE + 1], store_batch *batch);
/* Completes and frees the creation after the commit, or its failure. On the store's thread. */
void game_creation_end(struct game_creation *creation, paua_status status);
/* Frees the creation where the batch was not queued. NULL is allowed. */
void game_creation_drop(struct game_creation *creation);

/* The setup of the game that follows when `side` declines to play: the other players in their
 * order, on the layout of the same family. False: there is none for them. Under the game's lock. */
bool game_decline_setup(const struct game *game, struct boards *boards, int side,
                        struct setup *out);

/* The setup of a rematch: the same start and rules, and each player gets the next colour. Under the
 * game's lock. */
void game_rematch_setup(const struct game *game, struct setup *out);

#endif /* SERVICE_CREATE_H */
