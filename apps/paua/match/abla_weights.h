/* abla_weights.h - `paua tournament --abla --weights`: what a feature of ABLA's evaluation is worth
 * beside the distance to the centre, by its weight. */
#ifndef PAUA_MATCH_ABLA_WEIGHTS_H
#define PAUA_MATCH_ABLA_WEIGHTS_H

#include "match/contest.h"

/* As given on the command line; NULL or 0 where not given. */
struct abla_weights {
    const char *weights; /* "0:1:0.1", or one weight */
    const char *feature; /* neighbours, hexagons or groups */
    const char *plies;   /* "3,4" */
    long long choice;    /* a reading of what the paper leaves open (abla_choices.h), from 1 */
};

/* Plays games against the distance alone, for each weight, number of plies and start, and prints
 * what each weight scores. Of the contest's options count games (for each weight, plies and start),
 * openings (random:N), seed, concurrency, threads, out, resume, quiet and json. Returns an exit
 * code. */
int abla_weights(const struct abla_weights *weights, const struct contest_options *options);

#endif
