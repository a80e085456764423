/* tb.c - probing tablebases in a search: which apply to a game, which of their values hold under
 * its rules, and the line of best play at the root. <paua/search.h> says what callers may rely
 * on. */
#include "search/tb.h"

#include <assert.h>
#include <stdlib.h>

#include "base/bits.h"
#include "rules/nearness.h"
#include "search/level.h"
#include "search/search.h"

paua_status tb_use_tables(struct worker *worker, const paua_table *const *tables, int count)
{
    struct tablebase *tablebases = count ? calloc((size_t)count, sizeof *tablebases) : NULL;
    if (count && !tablebases)
        return PAUA_ERROR_NO_MEMORY;
    for (int i = 0; i < count; i++) {
        tablebases[i] = (struct tablebase){.table = tables[i], .probe = paua_probe_new(tables[i])};
        if (!tablebases[i].probe) {
            tb_free(tablebases, i);
            return PAUA_ERROR_NO_MEMORY;
        }
    }
    tb_free(worker->tablebases, worker->tablebase_count);
    worker->tablebases = tablebases;
    worker->tablebase_count = count;
    return PAUA_OK;
}

void tb_free(struct tablebase *tablebases, int count)
{
    for (int i = 0; i < count; i++)
        paua_probe_free(tablebases[i].probe);
    free(tablebases);
}

/* Whether a tablebase is of this board, perhaps turned, and of the same rule for a stuck side
 * (R12). The marbles to be ejected are compared position by position. */
static bool matches_game(const paua_table *table, const paua_board *board, const paua_rules *rules)
{
    int map[PAUA_CELLS_MAX];
    return paua_table_about(table)->stuck_loses == rules->stuck_loses &&
           paua_board_turn(board, paua_table_board(table), map);
}

/* Whether both sides still have to eject as many marbles in this layer of the tablebase as in the
 * game. */
static bool matches_score(const paua_table_info *info, const paua_rules *rules,
                          const paua_position *position)
{
    int spare = info->marbles - info->win; /* marbles of a side that has lost */
    for (int side = 0; side < PAUA_SIDES; side++)
        if (bits_count(position->marbles[PAUA_OTHER(side)]) - spare !=
            rules->win - position->ejected[side])
            return false;
    return true;
}

/* Asks the tablebases that apply for the value of a position and its remoteness (distance to the
 * end, in plies). One that cannot be read is not asked again, and what it said of the root decides
 * no longer: the search continues to its depth. */
static bool probe_tables(struct worker *worker, const paua_position *position, paua_value *value,
                         int *remoteness)
{
    for (int i = 0; i < worker->tablebase_count; i++) {
        struct tablebase *tablebase = &worker->tablebases[i];
        if (!tablebase->applies ||
            !matches_score(paua_table_about(tablebase->table), &worker->rules, position))
            continue;
        paua_status status =
            paua_probe_position(tablebase->probe, worker->board, position, value, remoteness);
        if (status == PAUA_OK) {
            worker->tb_hits++;
            return true;
        }
        if (status != PAUA_ERROR_NOT_FOUND) {
            tablebase->applies = false;
            worker->tb_root = worker->tb_decided = false;
        }
    }
    return false;
}

/* Whether a drawn position stays drawn: no limit of plies that decides the game is still to come
 * (R14). */
static bool draw_holds(const struct worker *worker, const paua_position *position)
{
    const paua_rules *rules = &worker->rules;
    bool ejected = position->ejected[PAUA_BLACK] || position->ejected[PAUA_WHITE];
    return !(rules->plies && rules->score_decides) && (!nearness_turn(rules) || ejected);
}

/* Whether a win comes before every limit (R14): none may be reached before its last ply. */
static bool win_holds(const struct worker *worker, const paua_position *position, int remoteness)
{
    const paua_rules *rules = &worker->rules;
    int ply = position->ply + remoteness - 1, nearness = nearness_turn(rules);
    bool ejected = position->ejected[PAUA_BLACK] || position->ejected[PAUA_WHITE];
    return (!rules->quiet || position->quiet + remoteness <= rules->quiet) &&
           (!rules->plies || ply <= rules->plies) &&
           (!nearness || ejected || ply <= nearness * PAUA_SIDES);
}

/* Whether a position nearer to the end than the root has already occurred as often as it may (R13).
 * The remoteness falls with every move of the winner, so no other position can repeat. */
static bool is_blocked_by_history(struct worker *worker, int remoteness)
{
    const uint64_t *keys = paua_game_keys(worker->game);
    int played = paua_game_moves(worker->game), since = played - worker->position.quiet;
    paua_position position = *paua_game_start(worker->game);
    for (int i = 0; i < played && worker->rules.repetition; i++) {
        paua_value value;
        paua_undo undo;
        int seen = 0, nearer;
        for (int k = i; k >= 0 && k >= since; k--)
            seen += keys[k] == keys[i];
        if (i >= since && seen >= worker->rules.repetition - 1 &&
            probe_tables(worker, &position, &value, &nearer) && value != PAUA_VALUE_DRAW &&
            nearer < remoteness)
            return true;
        paua_position_make(worker->board, &position, paua_game_move(worker->game, i), &undo);
    }
    return false;
}

void tb_set_up(struct worker *worker)
{
    const paua_position *root = &worker->position;
    paua_value value;
    int remoteness;
    worker->tb_hits = 0;
    worker->tb_applies = worker->tb_root = false;
    worker->tb_blocked = worker->tb_decided = false;
    if (!search_is_alpha_beta(worker) || worker->rules.ko || level_errs(worker->limits.level) ||
        root->neutral || root->fixed || root->crowned)
        return;
    for (int i = 0; i < worker->tablebase_count; i++) {
        struct tablebase *tablebase = &worker->tablebases[i];
        tablebase->applies = paua_table_health(tablebase->table) == PAUA_OK &&
                             matches_game(tablebase->table, worker->board, &worker->rules);
        worker->tb_applies = worker->tb_applies || tablebase->applies;
    }
    worker->tb_root = worker->tb_applies && probe_tables(worker, root, &value, &remoteness);
    if (!worker->tb_root)
        return;
    worker->tb_blocked = value != PAUA_VALUE_DRAW && is_blocked_by_history(worker, remoteness);
    if (worker->limits.only) /* the value of the root is that of another move, perhaps */
        return;
    worker->tb_decided = value == PAUA_VALUE_DRAW
                             ? draw_holds(worker, root)
                             : !worker->tb_blocked && win_holds(worker, root, remoteness);
}

bool tb_probe_score(struct worker *worker, int ply, int depth, int *score)
{
    const paua_position *position = &worker->position;
    paua_value value;
    int remoteness;
    assert(worker->tb_applies);

    /* 1. Probe, except in quiescence search above the tablebase, where a probe costs more than
     * searching the other ejections, and where the game's past may interfere: then the search
     * continues to its depth. */
    if ((depth <= 0 && !worker->tb_root) || (depth > 0 && worker->tb_blocked) ||
        !probe_tables(worker, position, &value, &remoteness))
        return false;

    /* 2. A draw, unless a limit of plies decides the game. */
    if (value == PAUA_VALUE_DRAW) {
        if (!draw_holds(worker, position))
            return false;
        *score = search_draw_score(worker);
        return true;
    }

    /* 3. A win or a loss: a forced score, or at the horizon, where it is not certain to come before
     * every limit, a score just below. */
    bool sure = !worker->tb_blocked && win_holds(worker, position, remoteness) &&
                ply + remoteness < PAUA_SCORE_WIN - PAUA_SCORE_FORCED;
    if (!sure && depth > 0)
        return false;
    int won = (sure ? PAUA_SCORE_WIN : PAUA_SCORE_FORCED - 1) - ply - remoteness;
    *score = value == PAUA_VALUE_WIN ? won : -won;
    return true;
}

/* The best move by tablebase values, or PAUA_NO_MOVE where a position after a move is not
 * covered. */
static paua_move find_best_move(struct worker *worker, paua_position *position)
{
    paua_move_list list;
    paua_move best = PAUA_NO_MOVE;
    int best_score = -SEARCH_INFINITE;
    paua_moves_generate(worker->board, position, &list);
    for (int i = 0; i < list.count; i++) {
        paua_undo undo;
        paua_value value = PAUA_VALUE_LOSS;
        int remoteness = 0, score = 0;
        paua_position_make(worker->board, position, list.moves[i], &undo);
        bool known = position->ejected[PAUA_OTHER(position->to_move)] >= worker->rules.win ||
                     probe_tables(worker, position, &value, &remoteness);
        paua_position_unmake(worker->board, position, list.moves[i], &undo);
        if (!known)
            return PAUA_NO_MOVE;
        if (value != PAUA_VALUE_DRAW)
            score = value == PAUA_VALUE_LOSS ? PAUA_SCORE_WIN - remoteness
                                             : remoteness - PAUA_SCORE_WIN;
        if (score > best_score) {
            best_score = score;
            best = list.moves[i];
        }
    }
    return best;
}

void tb_extend_pv(struct worker *worker)
{
    paua_position position = worker->position;
    paua_value value;
    paua_undo undo;
    int length = 0, remoteness;
    paua_move move = worker->pv[0][0];
    while (length < PAUA_DEPTH_MAX && move != PAUA_NO_MOVE) {
        worker->pv[0][length++] = move;
        paua_position_make(worker->board, &position, move, &undo);
        if (position.ejected[PAUA_OTHER(position.to_move)] >= worker->rules.win ||
            !probe_tables(worker, &position, &value, &remoteness) || value == PAUA_VALUE_DRAW)
            break; /* a draw has no end */
        move = find_best_move(worker, &position);
    }
    worker->pv_length[0] = length;
}
