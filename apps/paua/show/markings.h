/* markings.h - what `paua show` marks in a drawing: arrows, labels on cells, the last move. */
#ifndef PAUA_SHOW_MARKINGS_H
#define PAUA_SHOW_MARKINGS_H

#include <paua/draw.h>

enum { MARKINGS_ARROWS_MAX = 64 };

struct markings {
    paua_move last;
    paua_move arrows[MARKINGS_ARROWS_MAX];
    paua_label labels[PAUA_CELLS_MAX];
    char *label_texts; /* owned; `labels` point into it */
    int arrow_count, label_count;
};

/* Reads, each unless it is NULL,
 *   last    the move that led to the position, in standard notation;
 *   arrows  moves of any player, separated by blanks or commas;
 *   labels  CELL=TEXT, separated by commas.
 * Returns 0, or an exit code after an error line. Call markings_free() in either case. */
int markings_read(const paua_board *board, const paua_position *position, const char *last,
                  const char *arrows, const char *labels, struct markings *out);
void markings_free(struct markings *markings);

#endif
