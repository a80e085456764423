/* figures.h - figures of every layout, measured once and stored. */
#ifndef PAUA_COMPLEXITY_FIGURES_H
#define PAUA_COMPLEXITY_FIGURES_H

#include "complexity/measure.h"

/* How the stored self-play was made: games for two, and fewer for more, which take longer. */
enum {
    COMPLEXITY_STORED_GAMES = 20,
    COMPLEXITY_STORED_GAMES_OF_MANY = 4,
    COMPLEXITY_STORED_LEVEL = 5,
    COMPLEXITY_STORED_SEED = 1,
};

/* Of self-play, or NULL. */
const struct complexity_figures *complexity_stored(const char *layout);

/* Of games between people, or NULL. */
const struct complexity_figures *complexity_people(const char *layout);

#endif
