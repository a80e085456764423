/* review_output.h - a reviewed game and its three outputs: a table, JSON and annotated APGN. */
#ifndef PAUA_REVIEW_REVIEW_OUTPUT_H
#define PAUA_REVIEW_REVIEW_OUTPUT_H

#include <stdio.h>

#include <jansson.h>

#include <paua/replay.h>
#include <paua/review.h>

struct reviewed {
    int number;                /* of the game in its file, from 1 */
    const paua_record *record; /* borrowed */
    const paua_replay *replay; /* borrowed: board, start, result, notation */
    paua_review_move *moves;   /* owned, summary.moves of them */
    paua_review summary;
};

enum { REVIEW_SCORE_MAX = 16 };

/* "+1.25" for 125, "#3" for a win in three moves, "#-3" for a loss. Returns `text`. */
char *review_score(int score, char text[REVIEW_SCORE_MAX]);

/* Prints a table of the moves, the turning point, the curve of who led, and the accuracy of all
 * players. */
void review_print(const struct reviewed *game, FILE *out);

/* The same as JSON; NULL: out of memory. */
json_t *review_json(const struct reviewed *game);

/* The record with glyphs, scores and best lines added. Its own notes stay, except for the scores
 * of an earlier review. */
paua_status review_annotate(const struct reviewed *game, paua_record **out);

#endif
