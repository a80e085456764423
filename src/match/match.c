/* match.c - the games of a match and its score so far: pairings, results, the SPRT's progress, and
 * a hash of the setup so that a file of games can be resumed. */
#include "match/match.h"

#include <stdlib.h>

#include <paua/version.h>

#include "base/error.h"
#include "base/fnv.h"
#include "match/openings.h"

enum { PLIES_MAX = 65535, CONCURRENCY_MAX = 1024, TT_MB_MAX = 1 << 20 };

const char *paua_fault_name(paua_fault fault)
{
    static const char *const names[] = {
#define X(code, name) name,
        PAUA_FAULT_MAP(X)
#undef X
    };
    return (unsigned)fault < PAUA_FAULT_COUNT ? names[fault] : NULL;
}

/* The limit of all engines may be a depth, nodes or time, but no level and no MultiPV. */
static bool limits_good(const paua_limits *limits)
{
    return limits->depth >= 0 && limits->depth <= PAUA_DEPTH_MAX && limits->time_ms >= 0 &&
           limits->level == 0 && limits->multipv == 0;
}

/* An SPRT needs two engines, elo0 < elo1, and error probabilities between 0 and 1/2. */
static bool sprt_good(const paua_match_setup *setup)
{
    const paua_sprt *sprt = &setup->sprt;
    return !setup->sprt_on || (setup->count == 2 && sprt->elo0 < sprt->elo1 && sprt->alpha > 0 &&
                               sprt->alpha < 0.5 && sprt->beta > 0 && sprt->beta < 0.5);
}

/* Whether all settings are in range. Without rules of their own, games need a limit of plies. */
static bool setup_good(const paua_match_setup *setup)
{
    return setup->count >= 2 && setup->count <= PAUA_ENGINE_CONFIGS_MAX &&
           setup->first_opening >= 0 && setup->games >= 1 &&
           (uint64_t)setup->games < SIZE_MAX / sizeof(struct result) && setup->concurrency >= 1 &&
           setup->concurrency <= CONCURRENCY_MAX && setup->plies >= (setup->rules ? 0 : 1) &&
           setup->plies <= PLIES_MAX && limits_good(&setup->limits) && setup->clock_ms >= 0 &&
           setup->gain_ms >= 0 && setup->cap_ms >= 0 && setup->delay_ms >= 0 &&
           setup->margin_ms >= 0 && setup->tt_mb >= 1 && setup->tt_mb <= TT_MB_MAX &&
           setup->threads >= 1 && setup->threads <= PAUA_THREADS_MAX && setup->patience_ms >= 1 &&
           sprt_good(setup);
}

/* Mixes the limits of a search into the hash of the setup. */
static uint64_t hash_limits(uint64_t hash, const paua_limits *limits)
{
    hash = fnv1a_number(hash, (uint64_t)limits->depth);
    hash = fnv1a_number(hash, limits->nodes);
    hash = fnv1a_number(hash, (uint64_t)limits->time_ms);
    hash = fnv1a_number(hash, (uint64_t)limits->level);
    if (limits->order || limits->last)
        hash = fnv1a_number(hash, (uint64_t)limits->order * 2 + limits->last);
    return fnv1a_number(hash, (uint64_t)limits->method);
}

/* By the bytes of the net, not by the name of its file. */
static uint64_t hash_net(uint64_t hash, const paua_net *net)
{
    char name[PAUA_NET_NAME_MAX];
    return fnv1a_text(hash, net ? paua_net_name(net, name) : "");
}

/* The hash of everything that a game depends on. */
static uint64_t setup_hash_of(const paua_match *match)
{
    const paua_match_setup *setup = &match->setup;
    uint64_t hash = hash_limits(setup->openings->hash, &setup->limits);
    hash = fnv1a_text(hash, paua_version());
    hash = hash_net(hash, paua_net_embedded());
    for (int i = 0; i < setup->count; i++) {
        const paua_engine_config *engine = &setup->engines[i];
        hash = fnv1a_text(hash, engine->name);
        hash = fnv1a_text(hash, engine->eval);
        hash = hash_net(hash, match->nets[i]);
        hash = fnv1a_text(hash, engine->command);
        hash = fnv1a_text(hash, engine->options);
        if (engine->parameters[0])
            hash = fnv1a_text(hash, engine->parameters);
        hash = hash_limits(hash, &engine->limits);
        hash = fnv1a_number(hash, (uint64_t)engine->tt_mb);
        hash = fnv1a_number(hash, (uint64_t)engine->threads);
        if (engine->memory_mb || engine->cpu_s) {
            hash = fnv1a_number(hash, (uint64_t)engine->memory_mb);
            hash = fnv1a_number(hash, (uint64_t)engine->cpu_s);
        }
    }
    if (setup->rules)
        hash = fnv1a_text(hash, setup->rules);
    if (setup->gauntlet)
        hash = fnv1a_text(hash, "gauntlet");
    if (setup->first_opening)
        hash = fnv1a_number(hash, (uint64_t)setup->first_opening);
    hash = fnv1a_number(hash, setup->seed);
    hash = fnv1a_number(hash, (uint64_t)setup->plies);
    hash = fnv1a_number(hash, (uint64_t)setup->clock_ms);
    hash = fnv1a_number(hash, (uint64_t)setup->gain_ms);
    if (setup->cap_ms)
        hash = fnv1a_number(hash, (uint64_t)setup->cap_ms);
    if (setup->delay_ms)
        hash = fnv1a_number(hash, (uint64_t)setup->delay_ms);
    hash = fnv1a_number(hash, (uint64_t)setup->margin_ms);
    hash = fnv1a_number(hash, (uint64_t)setup->tt_mb);
    hash = fnv1a_number(hash, (uint64_t)setup->adjudication.win_score);
    hash = fnv1a_number(hash, (uint64_t)setup->adjudication.win_moves);
    hash = fnv1a_number(hash, (uint64_t)setup->adjudication.draw_score);
    hash = fnv1a_number(hash, (uint64_t)setup->adjudication.draw_moves);
    hash = fnv1a_number(hash, (uint64_t)setup->adjudication.draw_ply);
    return fnv1a_number(hash, (uint64_t)setup->threads);
}

/* Opens the network files that engines name. */
static paua_status open_nets(paua_match *match, paua_error *error)
{
    for (int i = 0; i < match->setup.count; i++) {
        const char *path = match->setup.engines[i].net;
        paua_error why;
        paua_status status = *path ? paua_net_open(path, &match->nets[i], &why) : PAUA_OK;
        if (status != PAUA_OK)
            return error_fill(error, status, 0, "net %.80s: %.60s", path, why.message);
    }
    return PAUA_OK;
}

/* Allocates the results, opens the networks and hashes the setup. */
static paua_status prepare_match(paua_match *match, paua_error *error)
{
    match->results = calloc((size_t)match->setup.games, sizeof *match->results);
    if (!match->results)
        return error_fill(error, PAUA_ERROR_NO_MEMORY, 0, "%s",
                          paua_status_text(PAUA_ERROR_NO_MEMORY));
    match->counted = match->setup.games;
    atomic_init(&match->stop, false);
    paua_status status = open_nets(match, error);
    match->setup_hash = setup_hash_of(match);
    return status;
}

paua_status paua_match_new(const paua_match_setup *setup, paua_match **out, paua_error *error)
{
    paua_match *match = setup_good(setup) ? calloc(1, sizeof *match) : NULL;
    paua_status status = setup_good(setup) ? PAUA_ERROR_NO_MEMORY : PAUA_ERROR_BAD_ARGUMENT;
    if (!match || pthread_mutex_init(&match->lock, NULL) != 0) {
        free(match);
        return error_fill(error, status, 0, "%s", paua_status_text(status));
    }
    match->setup = *setup;
    status = prepare_match(match, error);
    if (status == PAUA_OK)
        *out = match;
    else
        paua_match_free(match);
    return status;
}

void paua_match_free(paua_match *match)
{
    if (!match)
        return;
    for (int i = 0; i < match->setup.count; i++)
        paua_net_free(match->nets[i]);
    pthread_mutex_destroy(&match->lock);
    free(match->results);
    free(match);
}

struct pairing match_pairing(const paua_match *match, int64_t number)
{
    int count = match->setup.count;
    int64_t meetings = match->setup.gauntlet ? count - 1 : (int64_t)count * (count - 1) / 2;
    int64_t pair = number / 2;
    int64_t meeting = pair % meetings;
    struct pairing pairing = {.opening = match->setup.first_opening + pair / meetings,
                              .lower_black = number % 2 == 0};
    int lower = 0, higher;
    while (meeting >= count - 1 - lower)
        meeting -= count - 1 - lower++;
    higher = lower + 1 + (int)meeting;
    pairing.black = pairing.lower_black ? lower : higher;
    pairing.white = pairing.lower_black ? higher : lower;
    return pairing;
}

uint8_t match_points(const struct pairing *pairing, paua_result result)
{
    if (result == PAUA_RESULT_DRAW)
        return 1;
    return (result == PAUA_RESULT_BLACK_WINS) == pairing->lower_black ? 2 : 0;
}

/* Gives the SPRT all pairs played without a gap from the first one. Later ones wait: otherwise it
 * would prefer games that end early. */
static void advance_sprt(paua_match *match)
{
    while (match->decision == PAUA_SPRT_OPEN && match->settled + 1 < match->setup.games) {
        const struct result *two = &match->results[match->settled];
        if (two[0].state != GAME_PLAYED || two[1].state != GAME_PLAYED)
            return;
        match->sequence.pairs[two[0].points + two[1].points]++;
        match->settled += 2;
        match->decision = paua_sprt_decide(&match->setup.sprt, &match->sequence);
    }
    if (match->decision != PAUA_SPRT_OPEN)
        match->counted = match->settled;
}

void match_settle(paua_match *match, int64_t number, struct result result)
{
    result.state = GAME_PLAYED;
    match->results[number] = result;
    if (match->setup.sprt_on)
        advance_sprt(match);
}

/* Counts a game; points are twice the score: 0 a loss, 1 a draw, 2 a win. */
static void count_game(paua_tally *tally, int points)
{
    tally->losses += points == 0;
    tally->draws += points == 1;
    tally->wins += points == 2;
}

paua_tally paua_match_tally(const paua_match *match, int engine, int opponent)
{
    paua_tally tally = {0};
    for (int64_t i = 0; i < match->counted; i++) {
        const struct result *result = &match->results[i];
        struct pairing pairing = match_pairing(match, i);
        int lower = pairing.lower_black ? pairing.black : pairing.white;
        int higher = pairing.lower_black ? pairing.white : pairing.black;
        bool first = engine == lower && opponent == higher;
        if (result->state != GAME_PLAYED || !(first || (engine == higher && opponent == lower)))
            continue;
        count_game(&tally, first ? result->points : 2 - result->points);
        if (i % 2 && result[-1].state == GAME_PLAYED) {
            int points = result->points + result[-1].points;
            tally.pairs[first ? points : PAUA_PAIR_SCORES - 1 - points]++;
        }
    }
    return tally;
}

int64_t paua_match_faults(const paua_match *match, int engine, paua_fault fault)
{
    int64_t count = 0;
    for (int64_t i = 0; i < match->counted; i++) {
        const struct result *result = &match->results[i];
        struct pairing pairing = match_pairing(match, i);
        bool black_lost = pairing.lower_black == (result->points == 0);
        if (result->state == GAME_PLAYED && result->fault == (uint8_t)fault &&
            result->points != 1 && engine == (black_lost ? pairing.black : pairing.white))
            count++;
    }
    return count;
}

paua_sprt_state paua_match_decision(const paua_match *match, double *llr)
{
    if (llr)
        *llr = paua_sprt_llr(&match->setup.sprt, &match->sequence);
    return match->decision;
}
