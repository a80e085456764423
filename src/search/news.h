/* news.h - what a thread has found out about moves, told to the others.
 *
 * Each thread orders moves by an experience of its own: of tables that all write, it would wait for
 * lines of memory that the others have just written. What it judges it appends to its news, which
 * the others read in order and take over. */
#ifndef SEARCH_NEWS_H
#define SEARCH_NEWS_H

#include <stdatomic.h>
#include <stdbool.h>

#include <paua/position.h>

#define NEWS_ROOM 1024 /* verdicts; who falls further behind misses some, which does no harm */
#define NEWS_BACK 2    /* plies that a move is judged by */

/* How well a move did. */
struct verdict {
    paua_move move;
    paua_move before[NEWS_BACK]; /* the moves before it, the last one first; or PAUA_NO_MOVE */
    uint8_t side;                /* whose move it is */
    int8_t depth;                /* of the node that it refuted; negative where it did not */
};

_Static_assert(sizeof(struct verdict) == sizeof(uint64_t), "a verdict is written at once");

/* One thread writes, any number read meanwhile. All zero, it tells nothing. The count is of all
 * verdicts told, whether or not they still stand here. */
struct news {
    _Alignas(64) _Atomic uint64_t count;
    _Alignas(64) _Atomic uint64_t verdicts[NEWS_ROOM];
};

void news_tell(struct news *news, struct verdict verdict);

/* The next verdict after *seen others, which is counted on; false when there is none yet. */
bool news_next(const struct news *news, uint64_t *seen, struct verdict *verdict);

#endif
