/* tournament.h - a tournament of games of two: its settings, its players, its rounds. Pure but for
 * memory; who changes it, and how it is stored, is tournaments.h.
 *
 * A round is paired when the one before it is over. Points are counted in halves (pairing.h).
 */
#ifndef SERVICE_TOURNAMENT_H
#define SERVICE_TOURNAMENT_H

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
    bool left; /* after the start: is not paired any more */
};

struct tournament {
    struct tournament *next; /* tournaments.c */
    char id[GAME_ID_SIZE + 1];
    int64_t revision, created_ms; /* as in store_tournament */
    char name[4 * TOURNAMENT_NAME_MAX + 1];
    char owner[ACCOUNT_ID_SIZE + 1], owner_name[ACCOUNT_NAME_SIZE];
    enum tournament_system system;
    enum tournament_status status;
    int rounds, round; /* of a Swiss, and once it has begun; the one that is played, 0 before */
    int players_max;
    bool bots;          /* may play */
    int64_t starts_ms;  /* since 1970; 0: when its owner says so */
    struct setup setup; /* of its games: all but who plays */
    int player_count;
    struct contestant players[PAIRING_PLAYERS_MAX]; /* once it has begun in the order of seeding */
    int game_count, game_room;
    struct paired_game *games;          /* owned: of all rounds, in order */
    char (*game_ids)[GAME_ID_SIZE + 1]; /* owned: "" of what is not played on the board */
};

/* NULL is allowed. */
void tournament_free(struct tournament *self);
/* NULL: out of memory. */
struct tournament *tournament_copy(const struct tournament *from);

/* "swiss", "round-robin", "double-round-robin"; and back, or -1. */
const char *tournament_system_name(enum tournament_system system);
int tournament_system_find(const char *name);

/* The number of an account among the players, or PAIRING_NOBODY. */
int tournament_player(const struct tournament *self, const char *account);

/* Begins with the players as they are in order, at least two of them. */
void tournament_begin(struct tournament *self);

/* Where the round is over, pairs the next one; after the last one, and where no round can be
 * paired any more, the tournament is over. Games that are new have the id "" and no points yet.
 * PAUA_OK or PAUA_NO_MEMORY. */
paua_status tournament_advance(struct tournament *self);

/* A game has ended: half points of Black and White, and whether both have made a move. False: it is
 * not one of those that are being played. */
bool tournament_result(struct tournament *self, const char *game, int black, int white,
                       bool played);

/* As stored, JSON; free() it. NULL: out of memory. */
char *tournament_store(const struct tournament *self);
/* PAUA_OK, PAUA_CORRUPT or PAUA_NO_MEMORY. */
paua_status tournament_restore(struct boards *boards, const store_tournament *row,
                               struct tournament **out);

/* For clients: as in a list, or with the standings, the pairings and the cross table. NULL: out of
 * memory. */
json_t *tournament_row_json(const struct tournament *self);
json_t *tournament_json(const struct tournament *self);

#endif
