/* level.h - the levels of the computer: one table of what each overlooks and how far it looks, with
 * the sentence that people read.
 *
 * Levels that overlook moves make mistakes as people do: they search a few plies over the moves
 * that they notice and judge these soundly. They overlook ejections least, then other pushes,
 * in-line moves, and broadside moves most; replies half as often again as their own moves. What is
 * overlooked is drawn from the seed and the position, once for a whole turn: with the same seed a
 * level plays the same move in the same position. The other levels overlook nothing and search as
 * full strength does, up to a number of nodes. docs/strength.md has their results against each
 * other.
 */
#ifndef PAUA_LEVEL_H
#define PAUA_LEVEL_H

#include <stdint.h>

#include <paua/status.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PAUA_LEVELS 10

typedef struct paua_level {
    int depth; /* plies searched; 0: as deep as the nodes allow */
    /* Of 1000 moves of the kind that is hardest to see, the number overlooked; easier ones are
     * overlooked in proportion, so more than 1000 has a meaning too. 0: it overlooks nothing. */
    int overlook;
    uint64_t nodes;   /* the most nodes of a search; 0: the depth ends it */
    const char *text; /* a sentence for people */
} paua_level;

/* A level, 1 (weakest) .. PAUA_LEVELS; NULL for other numbers. */
PAUA_API const paua_level *paua_level_info(int level);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_LEVEL_H */
