/* slow.h - what slow games keep beside their events: conditional moves. Texts and numbers; what
 * they mean is up to the caller. Reads and writes as in accounts.h.
 */
#ifndef STORE_SLOW_H
#define STORE_SLOW_H

#include "store/batch.h"

/* The conditional moves of a seat. */
typedef struct store_conditional {
    const char *game;
    int side;
    const char *id; /* 8 characters: of this text, not of the one that replaces it */
    int64_t event;  /* the game's newest when they were made; those after it count */
    const char *text;
} store_conditional;

/* Sets those of a seat. A conflict: there is no such game. */
bool batch_set_conditional(store_batch *batch, const store_conditional *conditional);
/* Removes those of a seat, if they still have this id; NULL: whatever id they have. */
bool batch_remove_conditional(store_batch *batch, const char *game, int side, const char *id);

/* Those of a game, by side. */
paua_status store_conditionals(store *self, const char *game,
                               bool (*each)(const store_conditional *conditional, void *context),
                               void *context);
/* The ids of all games that have some and are not over, until `each` returns false. */
paua_status store_conditional_games(store *self, bool (*each)(const char *id, void *context),
                                    void *context);

#endif /* STORE_SLOW_H */
