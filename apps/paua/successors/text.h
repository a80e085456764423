/* text.h - the state space of "Project Abalone" (seed 002): one position's text becomes the texts of the
 * boards that a move leads to and of these moves. */
#ifndef PAUA_SUCCESSORS_TEXT_H
#define PAUA_SUCCESSORS_TEXT_H

#include <stddef.h>

#include <paua/status.h>

/* One line for each legal move, in the same order in both: that of the moves in standard notation. */
struct successors {
    char *boards; /* "C5b,D5b,...": black marbles first, then by row and column */
    char *moves;  /* "[a1, c3, b2]" */
};

/* Reads a position (a side and marbles, as in seed 002, or any other form) from `length` bytes. On PAUA_OK both texts
 * are the caller's: successors_free(). Else *error is filled and *out is as it was. */
paua_status successors_read(const char *bytes, size_t length, struct successors *out,
                            paua_error *error);
void successors_free(struct successors *successors);

#endif
