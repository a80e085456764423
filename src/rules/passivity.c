/* passivity.c - which moves of a game are passive: they push nothing, and bring neither the marbles
 * nearer to the centre nor more pushes to hand than their player had since his last active move. */
#include <paua/lab/passivity.h>

#include <paua/rules.h>

#include "base/bits.h"

/* What the measure sees of a player in a position. */
static void observe_player(const paua_board *board, const paua_position *position, int side,
                           paua_passivity *out)
{
    paua_position turned = *position;
    paua_move_list list;
    turned.to_move = (uint8_t)side;
    out->marbles = bits_count(position->marbles[side]);
    out->distance = out->pushes = 0;
    for (paua_set rest = position->marbles[side]; rest;)
        out->distance += paua_board_eccentricity(board, bits_take(&rest));
    paua_moves_generate(board, &turned, &list);
    for (int i = 0; i < list.count; i++)
        out->pushes += paua_move_pushed(list.moves[i]) > 0;
}

/* Whether the mean distance of a is smaller than that of b. */
static bool is_nearer(const paua_passivity *a, const paua_passivity *b)
{
    return a->distance * b->marbles < b->distance * a->marbles;
}

/* Keeps the better of what was and what is. */
static void keep_best(paua_passivity *best, const paua_passivity *now)
{
    if (is_nearer(now, best)) {
        best->marbles = now->marbles;
        best->distance = now->distance;
    }
    if (now->pushes > best->pushes)
        best->pushes = now->pushes;
}

void paua_passivity_begin(const paua_board *board, const paua_position *start,
                          paua_passivity out[PAUA_PLAYERS_MAX])
{
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++) {
        out[side] = (paua_passivity){.moves = 0};
        if (side < start->players)
            observe_player(board, start, side, &out[side]);
    }
}

bool paua_passivity_follow(const paua_board *board, const paua_position *after, paua_side side,
                           paua_move move, paua_passivity all[PAUA_PLAYERS_MAX])
{
    bool passive = false;
    for (int i = 0; i < after->players; i++) {
        paua_passivity now, *best = &all[i];
        observe_player(board, after, i, &now);
        if (i == (int)side)
            passive =
                !paua_move_pushed(move) && !is_nearer(&now, best) && now.pushes <= best->pushes;
        if (i != (int)side || passive) {
            keep_best(best, &now);
            continue;
        }
        best->marbles = now.marbles;
        best->distance = now.distance;
        best->pushes = now.pushes;
    }
    paua_passivity *own = &all[side];
    own->moves++;
    own->passive += passive;
    own->run = passive ? own->run + 1 : 0;
    if (own->run > own->longest)
        own->longest = own->run;
    return passive;
}

double paua_passivity_share(const paua_passivity *passivity)
{
    return passivity->moves ? (double)passivity->passive / passivity->moves : 0.0;
}
