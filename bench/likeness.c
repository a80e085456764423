/* How human the levels play, and how well: the share of positions in which a level plays the move
 * that a person of some rating played, and what its moves lose, beside what the person's lost.
 *
 *   bench_likeness FILE [POSITIONS [LEVELS [BOTS...]]]
 *
 * FILE are games in APGN. The ratings of its most frequent players are fitted to the decided games
 * (paua_ratings_fit()). Those whose name contains none of BOTS are split into three groups by
 * rating; a group before these are all who have decided too few games for a rating, newcomers most
 * of them. Of each group's positions after the sixth ply POSITIONS (1000) are drawn. A row for the
 * people, for each level up to LEVELS (8), and for a move at random.
 *
 * What a move loses is the chance to win after the best move less that after this one, in percent;
 * both are asked of searches of NODES nodes, a score of s thousandths being a chance of
 * 1 / (1 + exp(-s / 1000)).
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/lab/rating.h>
#include <paua/paua.h>
#include <paua/replay.h>

#include "base/random.h"

enum {
    PLAYERS_MAX = 4096,
    GROUPS = 4,
    OPENING = 6,
    GAMES_LEAST = 10,
    HASH = 1 << 24,
    NODES = 10000
};

struct person {
    char name[64];
    int games;     /* decided ones */
    int positions; /* in which it had the move */
    int rated;     /* its number among the rated, or -1 */
    int group;     /* 0: too few games, then by rating; -1: a program, or of no finite rating */
};

struct choice {
    paua_position before;
    paua_move move; /* of the person */
    double chance;  /* after the best move */
};

/* What is known of all moves of a player in a group's positions. */
struct quality {
    int same; /* as the person's */
    double lost;
};

static struct person players[PLAYERS_MAX];
static int player_count;
static paua_tally tallies[PAUA_RATINGS_MAX * PAUA_RATINGS_MAX];
static int rated_count; /* the first players */
static struct choice *choices[GROUPS];
static long seen[GROUPS];
static int wanted = 1000;
static uint64_t seed = 1;

static _Noreturn void give_up(const char *what)
{
    perror(what);
    exit(3);
}

static long read_file(char *bytes, size_t cap, void *context)
{
    return (long)fread(bytes, 1, cap, context);
}

/* Calls `each` for every game. */
static void read_games(const char *path, void (*each)(const paua_record *record))
{
    paua_apgn_reader *reader = NULL;
    const paua_record *record;
    FILE *file = fopen(path, "r");
    if (!file || paua_apgn_reader_new(read_file, file, &reader) != PAUA_OK)
        give_up(path);
    while (paua_apgn_next(reader, &record, NULL) == PAUA_OK)
        each(record);
    paua_apgn_reader_free(reader);
    fclose(file);
}

/* The player of a tag; a new one if need be. */
static struct person *player_of(const paua_record *record, const char *tag)
{
    const char *name = paua_record_tag(record, tag);
    for (int i = 0; i < player_count; i++)
        if (name && strncmp(players[i].name, name, sizeof players[i].name - 1) == 0)
            return &players[i];
    if (!name || player_count == PLAYERS_MAX)
        return NULL;
    struct person *player = &players[player_count++];
    snprintf(player->name, sizeof player->name, "%s", name);
    player->rated = -1;
    return player;
}

static bool is_decided(const paua_record *record)
{
    const char *result = paua_record_result(record);
    return strcmp(result, "1-0") == 0 || strcmp(result, "0-1") == 0;
}

static void count_game(const paua_record *record)
{
    struct person *black = player_of(record, "Black"), *white = player_of(record, "White");
    if (!black || !white || black == white || !is_decided(record))
        return;
    black->games++;
    white->games++;
}

static int by_games(const void *a, const void *b)
{
    return ((const struct person *)b)->games - ((const struct person *)a)->games;
}

/* The most frequent players. */
static void choose_rated(void)
{
    qsort(players, (size_t)player_count, sizeof *players, by_games);
    while (rated_count < player_count && rated_count < PAUA_RATINGS_MAX &&
           players[rated_count].games >= GAMES_LEAST) {
        players[rated_count].rated = rated_count;
        rated_count++;
    }
}

static void tally_game(const paua_record *record)
{
    const struct person *black = player_of(record, "Black"), *white = player_of(record, "White");
    if (!black || !white || black == white || !is_decided(record) || black->rated < 0 ||
        white->rated < 0)
        return;
    const bool won = strcmp(paua_record_result(record), "1-0") == 0;
    paua_tally *ours = &tallies[black->rated * rated_count + white->rated];
    paua_tally *theirs = &tallies[white->rated * rated_count + black->rated];
    ours->wins += won;
    ours->losses += !won;
    theirs->wins += !won;
    theirs->losses += won;
}

static paua_elo elo[PAUA_RATINGS_MAX];

static int by_rating(const void *a, const void *b)
{
    const double x = elo[*(const int *)a].elo, y = elo[*(const int *)b].elo;
    return (x > y) - (x < y);
}

static bool is_bot(int player, char **bots, int bot_count)
{
    for (int i = 0; i < bot_count; i++)
        if (strstr(players[player].name, bots[i]))
            return true;
    return false;
}

/* Thirds of the rated people, by rating; prints them. */
static void split_groups(char **bots, int bot_count)
{
    int order[PAUA_RATINGS_MAX], count = 0, unrated = 0;
    bool added;
    if (rated_count < GROUPS || paua_ratings_fit(rated_count, tallies, elo, &added) != PAUA_OK)
        give_up("ratings");
    for (int i = 0; i < player_count; i++) {
        const bool bot = is_bot(i, bots, bot_count);
        players[i].group = i < rated_count || bot ? -1 : 0;
        unrated += players[i].group == 0;
        if (i < rated_count && !bot && isfinite(elo[i].low))
            order[count++] = i;
    }
    printf("group 0: %d players of fewer than %d decided games\n", unrated, GAMES_LEAST);
    qsort(order, (size_t)count, sizeof *order, by_rating);
    for (int group = 1; group < GROUPS; group++) {
        const int from = count * (group - 1) / (GROUPS - 1), to = count * group / (GROUPS - 1);
        double mean = 0;
        for (int i = from; i < to; i++) {
            players[order[i]].group = group;
            mean += elo[order[i]].elo / (to - from);
        }
        printf("group %d: %d players, %+.0f in the mean\n", group, to - from, mean);
    }
}

/* Keeps a position with the same probability as all others of its group (reservoir sampling). */
static void keep_choice(int group, const paua_position *before, paua_move move)
{
    long at = seen[group]++;
    if (at >= wanted)
        at = (long)random_below(&seed, (uint64_t)at + 1);
    if (at < wanted)
        choices[group][at] = (struct choice){*before, move, 0};
}

static const struct person *sides[PAUA_SIDES];

static void note_step(const paua_board *board, const paua_position *before, paua_move move,
                      void *context)
{
    (void)board;
    (void)context;
    const struct person *player = sides[before->to_move];
    if (before->players == PAUA_SIDES && before->ply > OPENING && player && player->group >= 0)
        keep_choice(player->group, before, move);
}

static paua_replay replay;

static void collect_game(const paua_record *record)
{
    const char *board = paua_record_tag(record, "Board");
    if (board && strcmp(board, "5x5x5") != 0)
        return;
    sides[PAUA_BLACK] = player_of(record, "Black");
    sides[PAUA_WHITE] = player_of(record, "White");
    paua_replay_record(&replay, record, note_step, NULL, NULL);
}

/* Searches a position; returns the score. */
static int search_choice(paua_engine *engine, const paua_board *board, const struct choice *choice,
                         const paua_limits *limits, paua_move *best)
{
    paua_rules rules = paua_rules_default(board);
    paua_game *game;
    paua_search_info info;
    rules.quiet = rules.plies = 0; /* people play on */
    paua_engine_clear(engine);
    if (paua_game_new(board, &rules, &choice->before, &game) != PAUA_OK ||
        paua_engine_search(engine, game, limits, best, &info, NULL, NULL) != PAUA_OK)
        give_up("search");
    paua_game_free(game);
    return info.score;
}

/* The chance to win after a move, or after the best one: PAUA_NO_MOVE. */
static double chance_after(paua_engine *engine, const paua_board *board,
                           const struct choice *choice, paua_move move)
{
    const paua_limits limits = {.size = sizeof(paua_limits), .nodes = NODES, .only = move};
    paua_move best;
    return 1 / (1 + exp(-search_choice(engine, board, choice, &limits, &best) / 1000.0));
}

enum { PERSON = 0, AT_RANDOM = -1 }; /* beside the levels, from 1 */

/* The move of a level, of the person, or one at random. */
static paua_move move_of(paua_engine *engine, const paua_board *board, const struct choice *choice,
                         int who)
{
    paua_move best = choice->move;
    if (who == AT_RANDOM) {
        paua_move_list list;
        paua_moves_generate(board, &choice->before, &list);
        best = list.moves[random_below(&seed, (uint64_t)list.count)];
    } else if (who != PERSON) {
        const paua_limits limits = {
            .size = sizeof(paua_limits), .level = who, .seed = random_next(&seed)};
        search_choice(engine, board, choice, &limits, &best);
    }
    return best;
}

static void print_row(paua_engine *engine, const paua_board *board, const char *name, int who)
{
    printf("| %s |", name);
    for (int group = 0; group < GROUPS; group++) {
        const long count = seen[group] < wanted ? seen[group] : wanted;
        struct quality quality = {0};
        for (long i = 0; i < count; i++) {
            const struct choice *choice = &choices[group][i];
            const paua_move move = move_of(engine, board, choice, who);
            const double lost = choice->chance - chance_after(engine, board, choice, move);
            quality.same += move == choice->move;
            quality.lost += lost > 0 ? lost : 0;
        }
        const double share = count ? 100.0 / (double)count : 0;
        printf(" %.0f %% | %.1f |", share * quality.same, share * quality.lost);
    }
    printf("\n");
    fflush(stdout);
}

/* Searches all positions once, and prints a row for everybody. */
static void print_all(paua_engine *engine, const paua_board *board, int levels)
{
    char name[16];
    for (int group = 0; group < GROUPS; group++)
        for (long i = 0; i < wanted && i < seen[group]; i++) {
            struct choice *choice = &choices[group][i];
            choice->chance = chance_after(engine, board, choice, PAUA_NO_MOVE);
        }
    print_row(engine, board, "people", PERSON);
    for (int level = 1; level <= levels && level <= PAUA_LEVELS; level++) {
        snprintf(name, sizeof name, "level %d", level);
        print_row(engine, board, name, level);
    }
    print_row(engine, board, "at random", AT_RANDOM);
}

int main(int argc, char **argv)
{
    if (argc < 2) {
        fputs("usage: bench_likeness FILE [POSITIONS [LEVELS [BOTS...]]]\n", stderr);
        return 2;
    }
    wanted = argc > 2 ? atoi(argv[2]) : wanted;
    const int levels = argc > 3 ? atoi(argv[3]) : 8;
    paua_board *board;
    paua_engine *engine;
    for (int group = 0; group < GROUPS; group++)
        if (wanted < 1 || !(choices[group] = calloc((size_t)wanted, sizeof(struct choice))))
            give_up("positions");
    if (paua_board_new(5, 5, 5, &board) != PAUA_OK ||
        paua_engine_new(board, HASH, NULL, &engine) != PAUA_OK)
        give_up("engine");
    read_games(argv[1], count_game);
    choose_rated();
    read_games(argv[1], tally_game);
    split_groups(argv + 4, argc > 4 ? argc - 4 : 0);
    read_games(argv[1], collect_game);
    paua_replay_end(&replay);
    print_all(engine, board, levels);
    for (int group = 0; group < GROUPS; group++)
        free(choices[group]);
    paua_engine_free(engine);
    paua_board_free(board);
    return 0;
}
