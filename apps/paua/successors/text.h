/* text.h - the state space of "Project Abalone" (seed 002) as text: from one position, the boards
 * that its legal moves lead to, and these moves. */
#ifndef PAUA_SUCCESSORS_TEXT_H
#define PAUA_SUCCESSORS_TEXT_H

#include <stddef.h>

#include <paua/status.h>

/* One line for each legal move. Both texts have the same order, that of the moves in standard
 * notation. */
struct successors {
    char *boards; /* "C5b,D5b,...": black marbles first, then by row and column */
    char *moves;  /* "[a1, c3, b2]" */
};

/* Reads a position (a side and marbles, as in seed 002, or any other form) from `length` bytes and
 * lists its successors. On PAUA_OK both texts belong to the caller: release them with
 * successors_free(). Otherwise *error is filled and *out unchanged. */
paua_status successors_read(const char *bytes, size_t length, struct successors *out,
                            paua_error *error);
void successors_free(struct successors *successors);

#endif
