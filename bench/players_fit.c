/* players_fit.c - self-play games of three to six players, and the weights of the "fitted"
 * evaluation for them: src/eval/players_weights.h.
 *
 *   bench_players_fit [GAMES] [NODES] [SEED] > src/eval/players_weights.h
 *
 * Plays GAMES games on each layout (and in teams where it has them), best-reply search with NODES
 * nodes a move, some moves random. Every few plies it takes the features of all players. The fit is
 * a multinomial logit by Newton's method: a team's utility is the weighted sum of its members' mean
 * features, and the targets are the results, a draw being a win of nobody in particular. One game
 * in eight is held out, to report its log-loss.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/paua.h>

#include "base/random.h"
#include "eval/eval.h"
#include "eval/players.h"

enum {
    RANDOM_PLIES = 2,  /* of each player, at the start */
    RANDOM_SHARE = 40, /* later one move in so many is random */
    SAMPLE_EVERY = 5,  /* plies between two positions, in the mean */
    TURNS = 80,        /* of each player, then the score decides */
    HELD_OUT = 8,      /* one game in so many */
    WEIGHTS = PLAYERS_PHASES * PLAYERS_FEATURES,
    STEPS = 12,
};

#define RIDGE 2.0 /* keeps the weights of rare features small */

struct fit_sample {
    float features[PAUA_PLAYERS_MAX][PLAYERS_FEATURES]; /* by party */
    float target[PAUA_PLAYERS_MAX];
    float phase; /* 0 .. 1 */
    int parties;
    bool held_out;
};

struct fit_samples {
    struct fit_sample *list; /* owned */
    int count, room;
};

static void exit_with_error(const char *what)
{
    fprintf(stderr, "bench_players_fit: %s\n", what);
    exit(2);
}

static paua_move random_move(const paua_game *game, uint64_t *state)
{
    paua_move_list list;
    paua_game_generate(game, &list);
    return list.moves[random_below(state, (uint64_t)list.count)];
}

/* The players who are the first of their team. */
static int list_parties(const paua_position *position, int parties[PAUA_PLAYERS_MAX])
{
    int count = 0;
    for (int side = 0; side < position->players; side++) {
        unsigned team = paua_position_team(position, (paua_side)side);
        if (!(team & ((1u << side) - 1)))
            parties[count++] = side;
    }
    return count;
}

static void add_sample(struct fit_samples *samples, const struct eval *eval,
                       const paua_position *position, bool held_out)
{
    int32_t features[PAUA_PLAYERS_MAX][PLAYERS_FEATURES];
    int parties[PAUA_PLAYERS_MAX];
    if (samples->count == samples->room) {
        samples->room = samples->room ? 2 * samples->room : 4096;
        samples->list = realloc(samples->list, (size_t)samples->room * sizeof *samples->list);
        if (!samples->list)
            exit_with_error("no memory");
    }
    struct fit_sample *sample = &samples->list[samples->count++];
    *sample = (struct fit_sample){.held_out = held_out};
    players_kernel_for(eval)->features(eval, position, features);
    sample->parties = list_parties(position, parties);
    sample->phase = (float)players_phase(eval, position) / (float)(eval->win - 1);
    for (int i = 0; i < sample->parties; i++) {
        unsigned team = paua_position_team(position, (paua_side)parties[i]);
        int members = __builtin_popcount(team);
        for (int side = 0; side < position->players; side++)
            for (int k = 0; k < PLAYERS_FEATURES && (team >> side & 1); k++)
                sample->features[i][k] += (float)features[side][k] / (float)members;
    }
}

/* Sets the targets of a game's samples from its result. */
static void set_targets(struct fit_samples *samples, int from, const paua_game *game)
{
    const paua_position *position = paua_game_position(game);
    paua_result result = paua_game_outcome(game).result;
    int parties[PAUA_PLAYERS_MAX], count = list_parties(position, parties);
    int winner = (int)result - (int)PAUA_RESULT_BLACK_WINS;
    for (int n = from; n < samples->count; n++)
        for (int i = 0; i < count; i++) {
            unsigned team = paua_position_team(position, (paua_side)parties[i]);
            samples->list[n].target[i] =
                result == PAUA_RESULT_DRAW ? 1.0f / (float)count : (float)(team >> winner & 1);
        }
}

static void play_game(paua_engine *engine, const struct eval *eval, paua_game *game, uint64_t nodes,
                      uint64_t *state, bool held_out, struct fit_samples *samples)
{
    const int from = samples->count, opening = RANDOM_PLIES * paua_game_position(game)->players;
    int wait = 0;
    while (paua_game_outcome(game).result == PAUA_RESULT_ONGOING) {
        paua_limits limits = {.size = sizeof(paua_limits), .nodes = nodes};
        paua_move move;
        bool random = paua_game_moves(game) < opening || random_below(state, RANDOM_SHARE) == 0;
        if (random)
            move = random_move(game, state);
        else if (paua_engine_search(engine, game, &limits, &move, NULL, NULL, NULL) != PAUA_OK)
            exit_with_error("no search");
        if (paua_game_play(game, move) != PAUA_OK)
            exit_with_error("an illegal move");
        if (paua_game_moves(game) < opening || --wait > 0)
            continue;
        if (paua_game_outcome(game).result == PAUA_RESULT_ONGOING)
            add_sample(samples, eval, paua_game_position(game), held_out);
        wait = 1 + (int)random_below(state, 2 * SAMPLE_EVERY);
    }
    set_targets(samples, from, game);
}

/* Plays all games of one layout, in teams or not. */
static void play_layout(const paua_board *board, const struct eval *eval, paua_engine *engine,
                        const paua_layout *layout, bool teams, int games, uint64_t nodes,
                        uint64_t *state, struct fit_samples *samples)
{
    paua_position start;
    paua_rules rules;
    char text[40];
    if (paua_position_parse(board, layout->rows, &start, NULL) != PAUA_OK)
        exit_with_error("no layout");
    start.teams = teams ? (uint8_t)layout->facing : 0;
    snprintf(text, sizeof text, "course,plies=%d", TURNS * start.players);
    if (paua_position_complete(board, &start) != PAUA_OK ||
        paua_rules_parse(board, text, &rules, NULL) != PAUA_OK)
        exit_with_error("no rules");
    for (int i = 0; i < games; i++) {
        paua_game *game;
        if (paua_game_new(board, &rules, &start, &game) != PAUA_OK)
            exit_with_error("no game");
        paua_engine_clear(engine);
        play_game(engine, eval, game, nodes, state, i % HELD_OUT == 0, samples);
        paua_game_free(game);
    }
    fprintf(stderr, "%s%s: %d samples\n", layout->name, teams ? " in teams" : "", samples->count);
}

/* A weight's factor in a party's utility. */
static double factor_of(const struct fit_sample *sample, int party, int weight)
{
    const double phase = weight < PLAYERS_FEATURES ? 1.0 - sample->phase : sample->phase;
    return phase * sample->features[party][weight % PLAYERS_FEATURES];
}

/* The probabilities of all parties; returns the log-loss. */
static double predict_shares(const struct fit_sample *sample, const double *weights,
                             double out[PAUA_PLAYERS_MAX])
{
    double most = -1e9, sum = 0.0, loss = 0.0;
    for (int i = 0; i < sample->parties; i++) {
        out[i] = 0.0;
        for (int k = 0; k < WEIGHTS; k++)
            out[i] += weights[k] * factor_of(sample, i, k);
        most = out[i] > most ? out[i] : most;
    }
    for (int i = 0; i < sample->parties; i++)
        sum += out[i] = exp(out[i] - most);
    for (int i = 0; i < sample->parties; i++) {
        out[i] /= sum;
        loss -= sample->target[i] > 0.0f ? sample->target[i] * log(out[i]) : 0.0;
    }
    return loss;
}

/* Adds one sample to gradient and Hessian of the log-likelihood. */
static void add_derivatives(const struct fit_sample *sample, const double *weights,
                            double gradient[WEIGHTS], double hessian[WEIGHTS][WEIGHTS])
{
    double p[PAUA_PLAYERS_MAX], x[PAUA_PLAYERS_MAX][WEIGHTS], mean[WEIGHTS] = {0};
    predict_shares(sample, weights, p);
    for (int i = 0; i < sample->parties; i++)
        for (int k = 0; k < WEIGHTS; k++) {
            x[i][k] = factor_of(sample, i, k);
            mean[k] += p[i] * x[i][k];
            gradient[k] += (sample->target[i] - p[i]) * x[i][k];
        }
    for (int i = 0; i < sample->parties; i++)
        for (int k = 0; k < WEIGHTS; k++)
            for (int m = 0; m < WEIGHTS; m++)
                hessian[k][m] += p[i] * (x[i][k] - mean[k]) * (x[i][m] - mean[m]);
}

/* Solves hessian * out = gradient by Gaussian elimination; the matrix is positive definite. */
static void solve_step(double hessian[WEIGHTS][WEIGHTS], double out[WEIGHTS])
{
    for (int k = 0; k < WEIGHTS; k++)
        for (int row = k + 1; row < WEIGHTS; row++) {
            double by = hessian[row][k] / hessian[k][k];
            for (int m = k; m < WEIGHTS; m++)
                hessian[row][m] -= by * hessian[k][m];
            out[row] -= by * out[k];
        }
    for (int k = WEIGHTS; k-- > 0;) {
        for (int m = k + 1; m < WEIGHTS; m++)
            out[k] -= hessian[k][m] * out[m];
        out[k] /= hessian[k][k];
    }
}

static void fit_weights(const struct fit_samples *samples, double weights[WEIGHTS])
{
    static double hessian[WEIGHTS][WEIGHTS];
    for (int step = 0; step < STEPS; step++) {
        double gradient[WEIGHTS];
        memset(hessian, 0, sizeof hessian);
        for (int k = 0; k < WEIGHTS; k++) {
            gradient[k] = -RIDGE * weights[k];
            hessian[k][k] = RIDGE;
        }
        for (int i = 0; i < samples->count; i++)
            if (!samples->list[i].held_out)
                add_derivatives(&samples->list[i], weights, gradient, hessian);
        solve_step(hessian, gradient);
        for (int k = 0; k < WEIGHTS; k++)
            weights[k] += gradient[k];
    }
}

/* Log-loss of the held-out samples, of the fit and of equal shares, by number of parties. */
static void print_losses(const struct fit_samples *samples, const double weights[WEIGHTS])
{
    for (int parties = 2; parties <= PAUA_PLAYERS_MAX; parties++) {
        double loss = 0.0, p[PAUA_PLAYERS_MAX];
        int count = 0;
        for (int i = 0; i < samples->count; i++)
            if (samples->list[i].held_out && samples->list[i].parties == parties) {
                loss += predict_shares(&samples->list[i], weights, p);
                count++;
            }
        if (count)
            printf(" * %d parties: log-loss %.4f of %d held-out positions, %.4f without weights\n",
                   parties, loss / count, count, log(parties));
    }
}

static void print_weights(const double weights[WEIGHTS])
{
    printf("#ifndef EVAL_PLAYERS_WEIGHTS_H\n#define EVAL_PLAYERS_WEIGHTS_H\n\n"
           "#include \"eval/players.h\"\n\n"
           "static const int32_t players_weights[PLAYERS_PHASES][PLAYERS_FEATURES] = {\n");
    for (int phase = 0; phase < PLAYERS_PHASES; phase++) {
        printf("    {\n");
        for (int k = 0; k < PLAYERS_FEATURES; k++)
            printf("        [PLAYERS_%s] = %.0f,\n", players_feature_name(k),
                   weights[phase * PLAYERS_FEATURES + k] * 1000.0 * FITTED_ONE);
        printf("    },\n");
    }
    printf("};\n\n#endif\n");
}

int main(int argc, char **argv)
{
    const int games = argc > 1 ? atoi(argv[1]) : 100;
    const uint64_t nodes = argc > 2 ? strtoull(argv[2], NULL, 10) : 300;
    uint64_t state = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    struct fit_samples samples = {0};
    double weights[WEIGHTS] = {0};
    struct eval eval;
    paua_board *board;
    paua_engine *engine;
    if (games < 1 || nodes < 1 || paua_board_new(5, 5, 5, &board) != PAUA_OK ||
        eval_prepare(board, "fitted", &eval) != PAUA_OK ||
        paua_engine_new(board, 1 << 20, "fitted", &engine) != PAUA_OK)
        exit_with_error("expected [GAMES] [NODES] [SEED]");
    for (int i = 0; i < paua_layout_count(); i++) {
        const paua_layout *layout = paua_layout_at(i);
        if (layout->players < 3)
            continue;
        play_layout(board, &eval, engine, layout, false, games, nodes, &state, &samples);
        if (layout->facing)
            play_layout(board, &eval, engine, layout, true, games, nodes, &state, &samples);
    }
    fit_weights(&samples, weights);
    printf("/* players_weights.h - written by bench_players_fit, not by hand.\n *\n"
           " * Fitted to %d positions of games that the weights before these played:\n"
           " * bench_players_fit %d %llu %s.\n",
           samples.count, games, (unsigned long long)nodes, argc > 3 ? argv[3] : "1");
    print_losses(&samples, weights);
    printf(" * A score of 1000 is one unit of log-odds, a weight of 1024 a score of 1. */\n");
    print_weights(weights);
    free(samples.list);
    paua_engine_free(engine);
    paua_board_free(board);
    return 0;
}
