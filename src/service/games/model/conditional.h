/* conditional.h - conditional moves: what the player of a seat answers to which moves, as a tree.
 *
 * A level of the tree is an array of nodes {"move", "then"}: what may be played next, and the level
 * after it. Where another player is to move each node is one of his moves, or "*" for all that have
 * no node; where the owner is to move there is one node, his answer. A tree that is stored never
 * changes: what is left of it follows from the events of the game since it was made. So nothing
 * more need be written when a move is played, and after a crash all is as it was.
 *
 * Trees belong to a game and are guarded by its lock.
 */
#ifndef SERVICE_CONDITIONAL_H
#define SERVICE_CONDITIONAL_H

#include <jansson.h>

#include <paua/game.h>

#include "service/core/api_error.h"
#include "service/core/keys.h"

#define CONDITIONAL_NODES_MAX 200

struct event;
struct game;

struct conditional {
    char id[GAME_ID_SIZE + 1];
    int side;      /* whose it is */
    int64_t event; /* the game's newest when it was made */
    json_t *tree;  /* owned: what is left of it, from the next move on; not empty */
};

/* Reads a tree that begins with the next move of the game, checked by the rules as far as the moves
 * before a node are known; moves are then written in standard notation. NULL: *error says why. */
json_t *conditional_read(struct game *game, int side, json_t *tree, struct api_error *error);
/* A tree with one answer, a move or null, to whatever the others play. Likewise. */
json_t *conditional_queue(struct game *game, int side, json_t *move, struct api_error *error);

/* Takes over the tree. NULL: out of memory; the tree is freed. */
struct conditional *conditional_new(const char *id, int side, int64_t event, json_t *tree);
void conditional_free(struct conditional *self); /* NULL is allowed */

/* One that the store has read: *out is NULL where its text is none. False: out of memory. */
bool conditional_restore(const char *id, int side, int64_t event, const char *text,
                         struct conditional **out);

/* An event has happened, which has led to `play`: prunes the tree. `play` is changed meanwhile.
 * False: nothing is left of it. */
bool conditional_advance(struct conditional *self, paua_game *play, const struct event *event);
/* The same for all events of the game since the tree was made. */
bool conditional_catch_up(struct conditional *self, struct game *game);

/* The answer that is to be played now, which may turn out to be no legal move; NULL: none. */
const char *conditional_due(const struct conditional *self, const struct game *game);

#endif /* SERVICE_CONDITIONAL_H */
