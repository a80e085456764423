/* tournament_abla.h - `paua tournament --abla`: the six games of the paper on ABLA. */
#ifndef PAUA_MATCH_TOURNAMENT_ABLA_H
#define PAUA_MATCH_TOURNAMENT_ABLA_H

#include <stdbool.h>

/* Plays the games of "A Simple Intelligent Agent for Playing Abalone Game: ABLA" and prints them
 * beside its tables 1 and 2; with `choices` also how they end where what the paper leaves open
 * is decided otherwise. Adds every game to the file `out`, if that is not NULL. Returns an exit
 * code. */
int tournament_abla(bool choices, bool json, bool quiet, const char *out);

#endif
