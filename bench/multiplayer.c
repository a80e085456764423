/* multiplayer.c - matches between two settings of the engine in games of three to six players: the
 * figures of docs/multiplayer.md.
 *
 *   bench_multiplayer A B [PAIRS] [LAYOUT]...
 *
 * A and B are settings: method=NAME, eval=NAME, level=N, nodes=N, ms=N, in any number, with commas
 * between them, or "-". The layouts, all of three and more players where none is named, are played
 * everyone for himself, and where they have pairs that face each other in teams as well
 * ("standard-4 teams"). A game begins with two random moves of each player, half of the players,
 * drawn by lot, are A's, the others B's; the second game of a pair has the same beginning and the
 * seats exchanged. The rules are "course" with 60 turns for each player: six ejections win, then
 * the score does. A win is one point for the winner or his team, a draw is divided. Prints A's
 * share of the points with its 95 % interval, where 50 % is equal.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/paua.h>

#include "base/random.h"

enum { RANDOM_PLIES = 2 /* of each player */, TURNS = 60, TT_BYTES = 4 << 20, NODES = 1000 };

struct seat_figures {
    long seats, ejections, moves, depths;
    double nodes, ms;
};

struct match_setting {
    const char *text;
    paua_limits limits;
    paua_engine *engine; /* owned */
    struct seat_figures figures;
};

/* A's shares in pairs of games. */
struct share_sum {
    double sum, squares;
    int pairs, draws;
};

static void exit_with_error(const char *what)
{
    fprintf(stderr, "bench_multiplayer: %s\n", what);
    exit(2);
}

static int find_method(const char *name)
{
    for (int i = 0; i < PAUA_METHOD_COUNT; i++)
        if (strcmp(paua_method_name(i), name) == 0)
            return i;
    exit_with_error("no such method");
    return 0;
}

/* Sets one value of a setting, from NAME=VALUE; *eval is the name of its evaluation. */
static void read_word(char *word, paua_limits *limits, const char **eval)
{
    char *value = strchr(word, '=');
    if (!value)
        exit_with_error("a setting is NAME=VALUE");
    *value++ = '\0';
    if (strcmp(word, "method") == 0)
        limits->method = find_method(value);
    else if (strcmp(word, "eval") == 0)
        *eval = value;
    else if (strcmp(word, "level") == 0)
        limits->level = atoi(value);
    else if (strcmp(word, "nodes") == 0)
        limits->nodes = strtoull(value, NULL, 10);
    else if (strcmp(word, "ms") == 0)
        limits->time_ms = atoi(value);
    else
        exit_with_error("settings are method, eval, level, nodes and ms");
}

/* Reads a setting and creates its engine. */
static void read_setting(const paua_board *board, const char *text, struct match_setting *out)
{
    char copy[200];
    const char *eval = NULL;
    *out = (struct match_setting){.text = text, .limits = {.size = sizeof(paua_limits)}};
    snprintf(copy, sizeof copy, "%s", strcmp(text, "-") == 0 ? "" : text);
    for (char *word = copy; *word;) {
        char *next = word + strcspn(word, ",");
        if (*next)
            *next++ = '\0';
        read_word(word, &out->limits, &eval);
        word = next;
    }
    if (!out->limits.nodes && !out->limits.level && !out->limits.time_ms)
        out->limits.nodes = NODES;
    if (paua_engine_new(board, TT_BYTES, eval, &out->engine) != PAUA_OK)
        exit_with_error("no such evaluation");
}

static paua_move random_move(const paua_game *game, uint64_t *state)
{
    paua_move_list list;
    paua_game_generate(game, &list);
    return list.moves[random_below(state, (uint64_t)list.count)];
}

/* Draws half of the parties for A, in an odd number one fewer; returns the players as bits. */
static unsigned draw_seats(const paua_position *start, uint64_t *state)
{
    unsigned parties[PAUA_PLAYERS_MAX], seats = 0;
    int count = 0;
    for (int side = 0; side < start->players; side++) {
        unsigned team = paua_position_team(start, (paua_side)side);
        if (!(team & ((1u << side) - 1)))
            parties[count++] = team;
    }
    for (int i = 0; i < count / 2; i++) {
        int at = i + (int)random_below(state, (uint64_t)(count - i));
        unsigned drawn = parties[at];
        parties[at] = parties[i];
        parties[i] = drawn;
        seats |= drawn;
    }
    return seats;
}

static paua_move search_move(struct match_setting *setting, const paua_game *game, uint64_t seed)
{
    paua_limits limits = setting->limits;
    paua_search_info info;
    paua_move move;
    limits.seed = seed;
    if (paua_engine_search(setting->engine, game, &limits, &move, &info, NULL, NULL) != PAUA_OK)
        exit_with_error("no search");
    setting->figures.moves++;
    setting->figures.depths += info.depth;
    setting->figures.nodes += (double)info.nodes;
    setting->figures.ms += (double)info.time_ms;
    return move;
}

/* The share of the points of the players of `seats`; *drawn counts draws. */
static double share_of(const paua_game *game, unsigned seats, int *drawn)
{
    const paua_position *position = paua_game_position(game);
    paua_result result = paua_game_outcome(game).result;
    int own = 0;
    for (int side = 0; side < position->players; side++)
        own += (int)(seats >> side & 1);
    *drawn += result == PAUA_RESULT_DRAW;
    if (result == PAUA_RESULT_DRAW)
        return (double)own / position->players;
    return (double)(seats >> ((int)result - (int)PAUA_RESULT_BLACK_WINS) & 1);
}

/* One game, its random moves drawn from `seed`; the players of `seats` are settings[0]'s. Returns
 * their share. */
static double play_game(const paua_board *board, struct match_setting settings[2],
                        const paua_position *start, const paua_rules *rules, unsigned seats,
                        uint64_t seed, int *drawn)
{
    paua_game *game;
    uint64_t state = seed;
    if (paua_game_new(board, rules, start, &game) != PAUA_OK)
        exit_with_error("no game");
    paua_engine_clear(settings[0].engine);
    paua_engine_clear(settings[1].engine);
    while (paua_game_outcome(game).result == PAUA_RESULT_ONGOING) {
        int who = seats >> paua_game_position(game)->to_move & 1 ? 0 : 1;
        paua_move move = paua_game_moves(game) < RANDOM_PLIES * start->players
                             ? random_move(game, &state)
                             : search_move(&settings[who], game, random_next(&state));
        if (paua_game_play(game, move) != PAUA_OK)
            exit_with_error("an illegal move");
    }
    for (int side = 0; side < start->players; side++) {
        struct seat_figures *figures = &settings[seats >> side & 1 ? 0 : 1].figures;
        figures->seats++;
        figures->ejections += paua_game_position(game)->ejected[side];
    }
    double share = share_of(game, seats, drawn);
    paua_game_free(game);
    return share;
}

static void print_share(const char *name, const struct share_sum *share)
{
    double n = share->pairs, mean = share->sum / n;
    double variance = n > 1 ? (share->squares - share->sum * mean) / (n - 1) : 0.0;
    printf("%-16s %4d games  %5.1f %% +- %4.1f  draws %d\n", name, 2 * share->pairs, 100.0 * mean,
           196.0 * sqrt(variance > 0.0 ? variance / n : 0.0), share->draws);
    fflush(stdout);
}

/* Plays one layout, prints its line and adds it to *total. */
static void play_layout(const paua_board *board, struct match_setting settings[2],
                        const paua_layout *layout, bool teams, int pairs, struct share_sum *total)
{
    struct share_sum share = {0};
    paua_position start;
    paua_rules rules;
    char text[40];
    if (paua_position_parse(board, layout->rows, &start, NULL) != PAUA_OK)
        exit_with_error("no layout");
    start.teams = (uint8_t)(teams ? layout->facing : PAUA_TEAMS_NONE);
    snprintf(text, sizeof text, "course,plies=%d", TURNS * start.players);
    if (paua_position_complete(board, &start) != PAUA_OK ||
        paua_rules_parse(board, text, &rules, NULL) != PAUA_OK)
        exit_with_error("no rules");
    for (int i = 0; i < pairs; i++) {
        uint64_t state = (uint64_t)i + 1;
        const unsigned all = (1u << start.players) - 1, seats = draw_seats(&start, &state);
        double points =
            play_game(board, settings, &start, &rules, seats, state, &share.draws) +
            play_game(board, settings, &start, &rules, all ^ seats, state, &share.draws);
        share.sum += points / 2;
        share.squares += points * points / 4;
        share.pairs++;
    }
    snprintf(text, sizeof text, "%s%s", layout->name, teams ? " teams" : "");
    print_share(text, &share);
    total->sum += share.sum;
    total->squares += share.squares;
    total->pairs += share.pairs;
    total->draws += share.draws;
}

/* Whether a layout is among the arguments, or there are none. */
static bool is_wanted(const paua_layout *layout, bool teams, char **names, int count)
{
    char text[40];
    snprintf(text, sizeof text, "%s%s", layout->name, teams ? " teams" : "");
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], text) == 0)
            return true;
    return count <= 0;
}

int main(int argc, char **argv)
{
    struct match_setting settings[2];
    struct share_sum total = {0};
    paua_board *board;
    const int pairs = argc > 3 ? atoi(argv[3]) : 20;
    if (argc < 3 || pairs < 1 || paua_board_new(5, 5, 5, &board) != PAUA_OK)
        exit_with_error("expected A B [PAIRS] [LAYOUT]...");
    for (int i = 0; i < 2; i++)
        read_setting(board, argv[1 + i], &settings[i]);
    for (int i = 0; i < paua_layout_count(); i++) {
        const paua_layout *layout = paua_layout_at(i);
        for (int teams = 0; teams <= (layout->facing ? 1 : 0); teams++)
            if (layout->players > PAUA_SIDES && is_wanted(layout, teams, argv + 4, argc - 4))
                play_layout(board, settings, layout, teams, pairs, &total);
    }
    if (total.pairs)
        print_share("all", &total);
    for (int i = 0; i < 2; i++) {
        const struct seat_figures *f = &settings[i].figures;
        printf("%-30s ejections a seat %.2f, depth %.2f, %.0f nodes a ms\n", settings[i].text,
               (double)f->ejections / (double)f->seats, (double)f->depths / (double)f->moves,
               f->nodes / (f->ms > 0.0 ? f->ms : 1.0));
        paua_engine_free(settings[i].engine);
    }
    paua_board_free(board);
    return 0;
}
