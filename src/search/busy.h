/* busy.h - which moves threads are looking into right now, so that another thread that meets one of
 * them tries something else first and finds the result in the transposition table later.
 *
 * After J.-C. Weill, "The ABDADA Distributed Minimax Search Algorithm", ICCA Journal 19 (1996), in
 * the form that T. Kerrigan called "Simplified ABDADA": the marks stand in a small table of their
 * own. */
#ifndef SEARCH_BUSY_H
#define SEARCH_BUSY_H

#include <stdatomic.h>

#include <paua/position.h>

#define BUSY_LINES 1024
#define BUSY_LINE  32 /* marks in a line of the processor's memory */

/* All threads of an engine share one. What one has written the others wait for, so a mark is short,
 * and those of a position stand in one line. One that another has written over or taken away is
 * lost: that costs time, nothing else. */
struct busy {
    _Alignas(64) _Atomic uint16_t marks[BUSY_LINES * BUSY_LINE]; /* 0: none */
};

/* Whether some thread is looking into the move in the position with this key. */
bool busy_has(const struct busy *busy, uint64_t key, paua_move move);

void busy_begin(struct busy *busy, uint64_t key, paua_move move);
void busy_end(struct busy *busy, uint64_t key, paua_move move);

#endif
