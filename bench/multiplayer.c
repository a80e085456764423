/* multiplayer.c - best-reply search against max^n, or against best-reply search with another
 * evaluation, in games of three to six players: the figures of docs/multiplayer.md.
 *
 *   bench_multiplayer [PLAYERS] [GAMES] [NODES] [RULES] [EVAL]
 *
 * Games start from the standard layout. Each method has half of the seats, and the seats change
 * from game to game; each move gets NODES nodes; the first moves of a game are random, so that no
 * two games are alike. Prints how often each method won, its share of all ejections, and its mean
 * depth.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/paua.h>

#include "base/random.h"

enum { RANDOM_PLIES = 2 }; /* of each player */

struct side_figures {
    double wins;
    long seats, ejections, moves, depths;
};

struct seating_score {
    const paua_board *board;
    paua_engine *engines[2];
    int methods[2]; /* each a paua_method */
    struct side_figures figures[2];
    int draws;
    long plies;
};

static void exit_with_error(const char *what)
{
    fprintf(stderr, "bench_multiplayer: %s\n", what);
    exit(2);
}

static paua_move random_move(const paua_game *game, uint64_t *state)
{
    paua_move_list list;
    paua_game_generate(game, &list);
    return list.moves[random_below(state, (uint64_t)list.count)];
}

/* Which of the two has which seat: half of them each, by the number of the game. */
static void assign_seats(int players, int number, int seats[PAUA_PLAYERS_MAX])
{
    for (int side = 0; side < players; side++)
        seats[side] = ((side + number) % players) % 2;
    if (players % 2 && number / players % 2) /* an odd seat too many goes round */
        for (int side = 0; side < players; side++)
            seats[side] = 1 - seats[side];
}

static void play_game(struct seating_score *table, const paua_position *start,
                      const paua_rules *rules, int number, uint64_t nodes)
{
    paua_game *game;
    int seats[PAUA_PLAYERS_MAX];
    uint64_t state = (uint64_t)number / 2 + 1;
    if (paua_game_new(table->board, rules, start, &game) != PAUA_OK)
        exit_with_error("no game");
    assign_seats(start->players, number, seats);
    while (paua_game_outcome(game).result == PAUA_ONGOING) {
        int who = seats[paua_game_position(game)->to_move];
        paua_limits limits = {.nodes = nodes, .method = table->methods[who]};
        paua_search_info info;
        paua_move move;
        if (paua_game_moves(game) < RANDOM_PLIES * start->players) {
            paua_game_play(game, random_move(game, &state));
            continue;
        }
        paua_engine_search(table->engines[who], game, &limits, &move, &info, NULL, NULL);
        table->figures[who].moves++;
        table->figures[who].depths += info.depth;
        if (paua_game_play(game, move) != PAUA_OK)
            exit_with_error("an illegal move");
    }
    int winner = (int)paua_game_outcome(game).result - (int)PAUA_BLACK_WINS;
    for (int side = 0; side < start->players; side++) {
        struct side_figures *figures = &table->figures[seats[side]];
        figures->seats++;
        figures->ejections += paua_game_position(game)->ejected[side];
        figures->wins += side == winner;
    }
    table->draws += paua_game_outcome(game).result == PAUA_DRAW;
    table->plies += paua_game_moves(game);
    paua_game_free(game);
}

int main(int argc, char **argv)
{
    int players = argc > 1 ? atoi(argv[1]) : 3, games = argc > 2 ? atoi(argv[2]) : 20;
    uint64_t nodes = argc > 3 ? strtoull(argv[3], NULL, 10) : 20000;
    const char *eval = argc > 5 ? argv[5] : NULL;
    struct seating_score table = {
        .methods = {PAUA_METHOD_BEST_REPLY, eval ? PAUA_METHOD_BEST_REPLY : PAUA_METHOD_MAX_N}};
    paua_board *board = NULL;
    paua_position start;
    paua_rules rules;
    const paua_layout *layout = paua_layout_find_for("standard", players);
    if (!layout || games < 1 || nodes < 1 || paua_board_new(5, 5, 5, &board) != PAUA_OK ||
        paua_position_parse(board, layout->rows, &start, NULL) != PAUA_OK ||
        paua_rules_parse(board, argc > 4 ? argv[4] : "arena,plies=1200", &rules, NULL) != PAUA_OK)
        exit_with_error("expected [PLAYERS] [GAMES] [NODES] [RULES] [EVAL]");
    table.board = board;
    for (int i = 0; i < 2; i++)
        if (paua_engine_new(board, 16 << 20, i ? eval : NULL, &table.engines[i]) != PAUA_OK)
            exit_with_error("no engine");
    for (int i = 0; i < games; i++)
        play_game(&table, &start, &rules, i, nodes);
    printf("%d players, %d games, %llu nodes a move: %d draws, %ld plies a game\n", players, games,
           (unsigned long long)nodes, table.draws, table.plies / games);
    for (int i = 0; i < 2; i++) {
        const struct side_figures *f = &table.figures[i];
        printf("%-13s wins %5.1f of %d   ejections a seat %.2f   mean depth %.2f\n",
               i && eval ? eval : paua_method_name(table.methods[i]), f->wins, games,
               (double)f->ejections / (double)f->seats, (double)f->depths / (double)f->moves);
        paua_engine_free(table.engines[i]);
    }
    paua_board_free(board);
    return 0;
}
