/* busy.h - which moves threads are looking into right now, so that another thread that meets one of them tries something else
 * first and finds the result in the transposition table later.
 *
 * After J.-C. Weill, "The ABDADA Distributed Minimax Search Algorithm", ICCA Journal 19 (1996), in the form that
 * T. Kerrigan called "Simplified ABDADA": the marks stand in a small table of their own. */
#ifndef SEARCH_BUSY_H
#define SEARCH_BUSY_H

#include <stdatomic.h>

#include <paua/position.h>

/* The moves of a position share few of the processor's lines of memory, so that a thread that is alone there need not wait
 * for what others write. */
#define BUSY_PLACES 8192
#define BUSY_NEAR   32 /* places for one position: four lines */

/* All threads of an engine share one. A mark that another has overwritten is lost: that costs time, nothing else. */
struct busy {
    _Alignas(64) _Atomic uint64_t marks[BUSY_PLACES]; /* 0: none */
};

/* Whether some thread is looking into the move in the position with this key. */
bool busy_has(const struct busy *busy, uint64_t key, paua_move move);

void busy_begin(struct busy *busy, uint64_t key, paua_move move);
void busy_end(struct busy *busy, uint64_t key, paua_move move);

#endif
