/* glicko.h - Glicko-2: the rating of a player, its deviation, and their update by results.
 *
 * Mark E. Glickman, "Example of the Glicko-2 system", revision of 30 November 2013. A rating period
 * is one game: the paper's step 6 adds as much deviation as the time since the game before, in
 * periods that need not be whole; with 1 this is exactly the paper. All functions are pure.
 */
#ifndef SERVICE_GLICKO_H
#define SERVICE_GLICKO_H

#define GLICKO_SCALE          173.7178 /* step 2: from Elo's scale to the paper's */
#define GLICKO_RATING         1500.0   /* of a newcomer */
#define GLICKO_DEVIATION      350.0    /* of a newcomer, and the largest */
#define GLICKO_DEVIATION_MIN  30.0     /* so that a rating keeps changing */
#define GLICKO_VOLATILITY     0.06     /* of a newcomer */
#define GLICKO_VOLATILITY_MAX 0.1
#define GLICKO_RATING_MIN     100.0
#define GLICKO_RATING_MAX     4000.0

/* On Elo's scale: a lead of 200 points wins about three games of four. */
struct glicko {
    double rating;
    double deviation;  /* a standard deviation of the rating */
    double volatility; /* how far a player's strength wanders in a period, on the paper's scale */
};

/* The result against one opponent. */
struct glicko_result {
    struct glicko opponent; /* before the game */
    double score;           /* 1 won, 0.5 drawn, 0 lost */
    double weight;          /* the part of a game that it counts as, above 0; 1 in the paper */
};

/* A player without games. */
struct glicko glicko_newcomer(void);

/* The player after `periods` without a game: the deviation grows. Below 0 they count as 0. */
struct glicko glicko_age(struct glicko player, double periods);

/* The player after a game with these results, at least one, that ends `periods` after the game
 * before it. Everything stays within the limits above. */
struct glicko glicko_update(struct glicko player, const struct glicko_result *results, int count,
                            double periods);

#endif /* SERVICE_GLICKO_H */
