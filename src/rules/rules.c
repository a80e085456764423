/* rules.c - presets of rules, when a position ends the game (R10 - R19), and the public calls for
 * move generation and perft, which the kernels implement (kernel_source.h). */
#include <paua/rules.h>

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/bits.h"
#include "board/shape.h"
#include "rules/kernel.h"
#include "rules/nearness.h"
#include "rules/teams.h"

/* Marbles to eject (R10). R10 gives six boards; the bounds between them are Paua's choice. */
static uint8_t default_win(const paua_board *board)
{
    if (board->cells >= 37)
        return 6;
    return board->cells >= 14 ? 2 : 1;
}

paua_rules paua_rules_solver(const paua_board *board)
{
    return (paua_rules){.win = default_win(board)};
}

paua_rules paua_rules_default(const paua_board *board)
{
    return (paua_rules){.win = default_win(board), .repetition = 3, .quiet = 200};
}

/* The presets; `win` is set by default_win(). */
static const struct {
    const char *name, *text;
    paua_rules rules;
} presets[] = {
    {"classic", "the rules that come with the game, and draws", {.repetition = 3, .quiet = 200}},
    {"tournament",
     "over the board: clocks, and a side that avoids the centre loses",
     {.repetition = 3, .quiet = 100, .centre_turn = 15, .game_ms = 1200000, .gain_ms = 5000}},
    {"course",
     "\"Project Abalone\": time for each turn, a limit of turns, the score decides",
     {.plies = 80, .score_decides = true, .turn_ms = 5000}},
    {"arena",
     "between programs: every game ends",
     {.repetition = 3, .quiet = 100, .plies = 400, .score_decides = true}},
    {"ko", "no position may be repeated", {.ko = true}},
    {"solver", "only ejections end a game", {.win = 0}},
};

enum { PRESETS = sizeof presets / sizeof *presets };

int paua_preset_count(void)
{
    return PRESETS;
}

const char *paua_preset_name(int i)
{
    return i >= 0 && i < PRESETS ? presets[i].name : NULL;
}

const char *paua_preset_text(int i)
{
    return i >= 0 && i < PRESETS ? presets[i].text : NULL;
}

paua_status paua_rules_preset(const paua_board *board, const char *name, paua_rules *out)
{
    for (int i = 0; i < PRESETS; i++)
        if (strcmp(presets[i].name, name) == 0) {
            *out = presets[i].rules;
            out->win = default_win(board);
            return PAUA_OK;
        }
    return PAUA_ERROR_NOT_FOUND;
}

const char *paua_reason_name(paua_reason reason)
{
    static const char *const names[] = {
#define X(code, name, text) name,
        PAUA_REASON_MAP(X)
#undef X
    };
    return (unsigned)reason < PAUA_REASON_COUNT ? names[reason] : NULL;
}

const char *paua_reason_text(paua_reason reason)
{
    static const char *const texts[] = {
#define X(code, name, text) text,
        PAUA_REASON_MAP(X)
#undef X
    };
    return (unsigned)reason < PAUA_REASON_COUNT ? texts[reason] : NULL;
}

const char *paua_result_text(paua_result result)
{
    static const char *const texts[] = {"*",       "1-0",       "0-1",         "0-0-1",
                                        "0-0-0-1", "0-0-0-0-1", "0-0-0-0-0-1", "1/2-1/2"};
    return (unsigned)result <= PAUA_RESULT_DRAW ? texts[result] : "*";
}

static paua_outcome outcome_won(int side, paua_reason reason)
{
    return (paua_outcome){(paua_result)((int)PAUA_RESULT_BLACK_WINS + side), reason};
}

static paua_outcome outcome_drawn(paua_reason reason)
{
    return (paua_outcome){PAUA_RESULT_DRAW, reason};
}

/* The only team with players left in a game of three and more, or -1. */
static int last_team(const paua_position *position)
{
    unsigned present = ~position->out & ((1u << position->players) - 1);
    int first = bits_first(present);
    bool one = (present & ~paua_position_team(position, (paua_side)first)) == 0;
    return one ? teams_first(position, first) : -1;
}

/* The outcome when the side to move has no legal move (R11, R12). */
static paua_outcome stuck_outcome(const paua_rules *rules, const paua_position *position)
{
    if (rules->stuck_loses && position->players == PAUA_SIDES)
        return outcome_won(1 - position->to_move, PAUA_REASON_STUCK);
    return outcome_drawn(PAUA_REASON_STUCK);
}

/* Whether any player of the team has not left. */
static bool team_plays(const paua_position *position, int side)
{
    return (paua_position_team(position, (paua_side)side) & ~(unsigned)position->out) != 0;
}

/* The team with the largest amount wins; a tie between teams draws. Teams that have left cannot
 * win. */
static paua_outcome larger_amount(const paua_position *position,
                                  const int64_t amounts[PAUA_PLAYERS_MAX], paua_reason reason)
{
    int best = -1;
    for (int side = 0; side < position->players; side++)
        if (team_plays(position, side) && (best < 0 || amounts[side] > amounts[best]))
            best = side;
    for (int side = 0; side < position->players; side++)
        if (team_plays(position, side) && amounts[side] == amounts[best] &&
            !(paua_position_team(position, (paua_side)best) >> side & 1))
            return outcome_drawn(reason);
    return outcome_won(teams_first(position, best), reason);
}

/* Adjudication by ejections at the limit of plies (R14). */
static paua_outcome score_outcome(const paua_position *position)
{
    int64_t scores[PAUA_PLAYERS_MAX] = {0};
    for (int side = 0; side < position->players; side++)
        scores[side] = teams_score(position, side);
    return larger_amount(position, scores, PAUA_REASON_SCORE);
}

/* Twice the rows from a cell to the centre line, the middle row, which lies between rows on some
 * boards. */
static int rows_to_line(const paua_board *board, int cell)
{
    return abs(2 * paua_board_row(board, cell) - (paua_board_rows(board) - 1));
}

/* The marbles of a player's team. */
static paua_set team_marbles(const paua_position *position, int side)
{
    unsigned team = paua_position_team(position, (paua_side)side);
    paua_set set = 0;
    for (int member = 0; member < position->players; member++)
        set |= team >> member & 1 ? position->marbles[member] : 0;
    return set;
}

static int64_t sum_distances(const paua_board *board, paua_set set,
                             int (*distance)(const paua_board *, int))
{
    int64_t sum = 0;
    while (set)
        sum += distance(board, bits_take(&set));
    return sum;
}

/* Adjudication by nearness (R14): the smaller mean distance of a team's marbles wins, or with the
 * position that the game began with, the larger decrease of it. Means are compared exactly, as
 * fractions with a common denominator: the product of all numbers of marbles, which is below
 * 61^6. */
static paua_outcome nearness_outcome(const paua_board *board, const paua_position *start,
                                     const paua_position *position,
                                     int (*distance)(const paua_board *, int), paua_reason reason)
{
    int64_t amounts[PAUA_PLAYERS_MAX] = {0}, marbles[PAUA_PLAYERS_MAX], product = 1;
    for (int side = 0; side < position->players; side++) {
        paua_set set = team_marbles(position, side);
        marbles[side] = bits_count(set);
        product *= marbles[side] ? marbles[side] : 1;
        amounts[side] = -sum_distances(board, set, distance);
        if (start)
            amounts[side] += sum_distances(board, team_marbles(start, side), distance);
    }
    for (int side = 0; side < position->players; side++)
        amounts[side] = marbles[side] ? amounts[side] * (product / marbles[side]) : INT64_MIN;
    return larger_amount(position, amounts, reason);
}

static bool nobody_has_ejected(const paua_position *position)
{
    for (int side = 0; side < position->players; side++)
        if (position->ejected[side])
            return false;
    return true;
}

/* The outcome when nobody has ejected by the turn of a rule of nearness. The line is between two
 * sides: for more players it is the centre. */
static paua_outcome not_ejected_outcome(const paua_board *board, const paua_rules *rules,
                                        const paua_position *position)
{
    bool line = !nearness_due(position, rules->centre_turn) && position->players == PAUA_SIDES;
    return line ? nearness_outcome(board, NULL, position, rows_to_line, PAUA_REASON_LINE)
                : nearness_outcome(board, NULL, position, paua_board_eccentricity,
                                   PAUA_REASON_CENTRE);
}

paua_outcome rules_progress_outcome(const paua_board *board, const paua_position *start,
                                    const paua_position *position)
{
    return nearness_outcome(board, start, position, rows_to_line, PAUA_REASON_LINE);
}

paua_outcome paua_position_outcome(const paua_board *board, const paua_rules *rules,
                                   const paua_position *position)
{
    int winner = teams_winner(position, rules->win);
    if (winner >= 0)
        return outcome_won(winner, position->crowned ? PAUA_REASON_CENTRAL : PAUA_REASON_EJECTIONS);
    if (position->out && (winner = last_team(position)) >= 0)
        return outcome_won(winner, PAUA_REASON_RESIGNATION);
    if (paua_moves_count(board, position) == 0)
        return stuck_outcome(rules, position);
    if (nearness_due(position, nearness_turn(rules)) && nobody_has_ejected(position))
        return not_ejected_outcome(board, rules, position);
    if (rules->quiet && position->quiet >= rules->quiet)
        return outcome_drawn(PAUA_REASON_QUIET);
    if (plies_played(position, rules->plies))
        return rules->score_decides ? score_outcome(position) : outcome_drawn(PAUA_REASON_PLIES);
    return (paua_outcome){PAUA_RESULT_ONGOING, PAUA_REASON_NONE};
}

void paua_moves_generate(const paua_board *board, const paua_position *position,
                         paua_move_list *list)
{
    kernel_for(board, position)->generate(board, position, list);
}

int paua_moves_count(const paua_board *board, const paua_position *position)
{
    return kernel_for(board, position)->count(board, position);
}

bool paua_move_legal(const paua_board *board, const paua_position *position, paua_move move)
{
    return kernel_for(board, position)->is_legal(board, position, move);
}

paua_set paua_move_from(const paua_board *board, paua_move move)
{
    paua_set set = PAUA_SET(paua_move_cell(move)), line = set;
    for (int i = 1; i < paua_move_count(move); i++) {
        set = board_step(&board->shape, set, (int)paua_move_axis(move));
        line |= set;
    }
    return line;
}

paua_set paua_move_to(const paua_board *board, paua_move move)
{
    return board_step(&board->shape, paua_move_from(board, move), (int)paua_move_direction(move));
}

uint64_t paua_perft(const paua_board *board, const paua_rules *rules, const paua_position *position,
                    int depth)
{
    assert(depth >= 0);
    paua_position copy = *position;
    return kernel_for(board, position)->perft(board, rules->win, &copy, depth);
}

uint64_t paua_perft_make(const paua_board *board, const paua_rules *rules,
                         const paua_position *position, int depth)
{
    assert(depth >= 0);
    paua_position copy = *position;
    return kernel_for(board, position)->perft_make(board, rules->win, &copy, depth);
}
