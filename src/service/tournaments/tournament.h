/* tournament.h - a tournament of games of two: its settings, players and rounds. Plain data and
 * functions; tournaments.h changes and stores it.
 *
 * A round is paired when the one before it is over. Points are counted in halves (pairing.h).
 */
#ifndef SERVICE_TOURNAMENT_H
#define SERVICE_TOURNAMENT_H

#include "service/accounts/accounts.h"
#include "service/core/api_error.h"
#include "service/core/keys.h"
#include "service/games/model/setup.h"
#include "service/tournaments/pairing.h"
#include "store/tables/tournaments.h"

#define TOURNAMENT_NAME_MAX   60 /* characters */
#define TOURNAMENT_ROUNDS_MAX 20 /* of a Swiss */

enum tournament_system {
    TOURNAMENT_SWISS,
    TOURNAMENT_ROUND_ROBIN,
    TOURNAMENT_DOUBLE_ROUND_ROBIN,
    TOURNAMENT_SYSTEMS
};

enum tournament_status {
    TOURNAMENT_OPEN,    /* players join */
    TOURNAMENT_RUNNING, /* rounds are played */
    TOURNAMENT_OVER
};

struct contestant {
    char account[ACCOUNT_ID_SIZE + 1];
    char name[ACCOUNT_NAME_SIZE];
    bool bot;
    bool left; /* after the start: a Swiss pairs him no more, in a round robin he forfeits */
};

struct tournament {
    struct tournament *next; /* tournaments.c */
    char id[ID_SIZE + 1];
    int64_t revision, created_ms; /* as in store_tournament */
    char name[4 * TOURNAMENT_NAME_MAX + 1];
    char owner[ACCOUNT_ID_SIZE + 1], owner_name[ACCOUNT_NAME_SIZE];
    enum tournament_system system;
    enum tournament_status status;
    /* Of a Swiss as requested, until tournament_begin() lowers it to what its players can play; of
     * a round robin 0 until then. */
    int rounds;
    int round; /* the current one; 0: not begun */
    int players_max;
    bool bots;          /* may play */
    int64_t starts_ms;  /* since 1970; 0: its owner starts it */
    struct setup setup; /* of its games, without the seats; setup.request is the hash of the request
                         * that created the tournament */
    int player_count;
    struct contestant players[PAIRING_PLAYERS_MAX]; /* in the order of seeding once it has begun */
    int game_count, game_capacity;
    struct paired_game *games;     /* owned: those of all rounds, in order */
    char (*game_ids)[ID_SIZE + 1]; /* owned: one a pairing; "" of a bye and of a forfeit */
};

/* NULL is allowed. */
void tournament_free(struct tournament *self);
/* NULL: out of memory. */
struct tournament *tournament_copy(const struct tournament *from);

/* "swiss", "round-robin", "double-round-robin". */
const char *tournament_system_name(enum tournament_system system);
/* The system of this name, or -1. */
int tournament_system_find(const char *name);

/* The number of an account among the players, or PAIRING_NOBODY. */
int tournament_player(const struct tournament *self, const char *account);

/* Add and remove a player; no change if he takes part already, or does not. Who leaves a running
 * tournament stays in its list as one who has `left`, and cannot join again. `who` sends the
 * request: the owner of the tournament or the player. False: *error says why not. */
bool tournament_join(struct tournament *self, const struct login *who,
                     const struct contestant *player, struct api_error *error);
bool tournament_leave(struct tournament *self, const struct login *who,
                      const struct contestant *player, struct api_error *error);

/* The seat of a player in a game. */
void tournament_seat(const struct contestant *player, struct seat *out);

/* Orders the players by their ratings in the category of the games; without a category they stay in
 * the order of joining. PAUA_OK, or why the ratings cannot be read. */
paua_status tournament_seed(store *db, struct tournament *self);

/* Begins the tournament; the players are in the order of seeding. */
void tournament_begin(struct tournament *self);

/* If the round is over, pairs the next one. After the last round, and if no round can be paired,
 * the tournament is over. New games have the id "" and no points yet; byes and forfeits have the id
 * "" and their points. PAUA_OK or
 * PAUA_ERROR_NO_MEMORY. */
paua_status tournament_advance(struct tournament *self);

/* Enters the result of a game: half points of Black and White, and whether both have made a move.
 * False: no pending game has this id. */
bool tournament_result(struct tournament *self, const char *game, int black, int white,
                       bool played);

/* The tournament as JSON for the store; free() it. NULL: out of memory. */
char *tournament_store(const struct tournament *self);
/* Reads what tournament_store() wrote; tournament_free() it. PAUA_OK, PAUA_ERROR_CORRUPT or
 * PAUA_ERROR_NO_MEMORY, with *out untouched. */
paua_status tournament_restore(struct boards *boards, const store_tournament *row,
                               struct tournament **out);
/* The same without the setup and the games, in a fraction of the time. */
paua_status tournament_restore_head(const store_tournament *row, struct tournament **out);

/* The row of the tournament in a list; the tournament with standings, pairings and cross table.
 * NULL: out of memory. */
json_t *tournament_row_json(const struct tournament *self);
json_t *tournament_json(const struct tournament *self);

#endif
