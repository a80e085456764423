/* players_weights.h - written by bench_players_fit, not by hand.
 *
 * Fitted to 75082 positions of games that the weights before these played:
 * bench_players_fit 150 500 8.
 * 2 parties: log-loss 0.4868 of 894 held-out positions, 0.6931 without weights
 * 3 parties: log-loss 0.9209 of 2084 held-out positions, 1.0986 without weights
 * 4 parties: log-loss 0.8954 of 1833 held-out positions, 1.3863 without weights
 * 5 parties: log-loss 1.2747 of 1866 held-out positions, 1.6094 without weights
 * 6 parties: log-loss 1.4283 of 2543 held-out positions, 1.7918 without weights
 * A score of 1000 is one unit of log-odds, a weight of 1024 a score of 1. */
#ifndef EVAL_PLAYERS_WEIGHTS_H
#define EVAL_PLAYERS_WEIGHTS_H

#include "eval/players.h"

static const int32_t players_weights[PLAYERS_PHASES][PLAYERS_FEATURES] = {
    {
        [PLAYERS_SCORE] = 840704,  [PLAYERS_NEED_1] = 0,          [PLAYERS_NEED_2] = 1642173,
        [PLAYERS_NEED_3] = 895562, [PLAYERS_MARBLES] = 696425,    [PLAYERS_DISTANCE] = -61846,
        [PLAYERS_RING_0] = 180456, [PLAYERS_RING_1] = 128101,     [PLAYERS_RING_2] = 143834,
        [PLAYERS_PAIRS] = 29608,   [PLAYERS_ALONE] = -29759,      [PLAYERS_TRIPLES] = 15363,
        [PLAYERS_SPLIT] = -83476,  [PLAYERS_LIBERTIES] = 14759,   [PLAYERS_EJECT] = 305282,
        [PLAYERS_PUSH] = 20067,    [PLAYERS_EXPOSED] = -187941,   [PLAYERS_PRESSED] = -89691,
        [PLAYERS_TURN] = 88454,    [PLAYERS_TURN_EJECT] = 221643,
    },
    {
        [PLAYERS_SCORE] = 371554,   [PLAYERS_NEED_1] = 1040062,   [PLAYERS_NEED_2] = 421930,
        [PLAYERS_NEED_3] = -49955,  [PLAYERS_MARBLES] = 381691,   [PLAYERS_DISTANCE] = 20789,
        [PLAYERS_RING_0] = -388661, [PLAYERS_RING_1] = -178530,   [PLAYERS_RING_2] = -113118,
        [PLAYERS_PAIRS] = -27563,   [PLAYERS_ALONE] = -27965,     [PLAYERS_TRIPLES] = 57293,
        [PLAYERS_SPLIT] = -118959,  [PLAYERS_LIBERTIES] = -54733, [PLAYERS_EJECT] = 299056,
        [PLAYERS_PUSH] = -10051,    [PLAYERS_EXPOSED] = -235277,  [PLAYERS_PRESSED] = -141187,
        [PLAYERS_TURN] = 64337,     [PLAYERS_TURN_EJECT] = 41887,
    },
};

#endif
