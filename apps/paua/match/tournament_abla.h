/* tournament_abla.h - `paua tournament --abla`: the games of the paper on ABLA. */
#ifndef PAUA_MATCH_TOURNAMENT_ABLA_H
#define PAUA_MATCH_TOURNAMENT_ABLA_H

#include <stdbool.h>

struct tournament_abla {
    long long table;  /* 1 or 3 */
    bool choices;     /* also how they end where what the paper leaves open is decided otherwise */
    long long choice; /* only the one of this number, from 1; 0: the usual one */
    bool json, quiet;
    const char *out; /* a file that every game is added to, or NULL */
};

/* Plays the games of "A Simple Intelligent Agent for Playing Abalone Game: ABLA" and prints them
 * beside its table 1, and table 2, or its table 3. Returns an exit code. */
int tournament_abla(const struct tournament_abla *options);

#endif
