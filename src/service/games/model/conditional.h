/* conditional.h - conditional moves: the answers of one player to moves of the others, as a tree.
 *
 * A level of the tree is an array of nodes {"move", "then"}: a move, and the level after it. Where
 * another player is to move, each node is one of his moves, or "*" for all that have no node; where
 * the owner is to move there is one node, his answer. A stored tree never changes: its rest follows
 * from the events of the game since it was made. So a move need not write it, and a crash loses
 * nothing.
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
    char id[ID_SIZE + 1];
    int side;      /* the owner */
    int64_t event; /* the number of the game's newest event when it was made */
    json_t *tree;  /* owned: the rest of it, from the next move on; not empty */
};

/* Reads a tree that begins with the next move of the game. A node is checked by the rules where all
 * moves before it are known; its move is then in standard notation. NULL: *error says why. */
json_t *conditional_read(struct game *game, int side, json_t *tree, struct api_error *error);
/* As conditional_read(), for a tree with one answer to any moves of the others. */
json_t *conditional_queue(struct game *game, int side, json_t *move, struct api_error *error);

/* Takes over the tree. NULL: out of memory; the tree is freed. */
struct conditional *conditional_new(const char *id, int side, int64_t event, json_t *tree);
void conditional_free(struct conditional *self); /* NULL is allowed */

/* Restores a stored tree; *out is NULL where its text is damaged. False: out of memory. */
bool conditional_restore(const char *id, int side, int64_t event, const char *text,
                         struct conditional **out);

enum conditional_state {
    CONDITIONAL_HOLDS,
    CONDITIONAL_ENDED,    /* nothing of it fits the game any more */
    CONDITIONAL_NO_MEMORY /* not known: the tree must be read from the store again */
};

/* Prunes the tree after an event, which has led to `play`; `play` is changed meanwhile. */
enum conditional_state conditional_advance(struct conditional *self, paua_game *play,
                                           const struct event *event);
/* Prunes the tree after all events of the game since it was made. */
enum conditional_state conditional_catch_up(struct conditional *self, struct game *game);

/* The answer to play now, which may turn out to be illegal. NULL: none is due. */
const char *conditional_due(const struct conditional *self, const struct game *game);

#endif /* SERVICE_CONDITIONAL_H */
