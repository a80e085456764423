#include "search/engine.h"

#include "base/clock.h"

/* Draws are a little worse than nothing for the side that the engine plays, so that it does not settle
 * for repetitions in level positions. */
#define CONTEMPT 50

int search_draw_score(const paua_engine *engine)
{
    return engine->position.to_move == engine->root_side ? -CONTEMPT : CONTEMPT;
}

static void check_limits(paua_engine *engine)
{
    const paua_limits *limits = &engine->limits;
    if (!engine->can_stop)
        return;
    if (atomic_load_explicit(&engine->stop, memory_order_relaxed) ||
        (limits->nodes && engine->nodes >= limits->nodes) ||
        (limits->time_ms && (engine->nodes & 1023) == 0 &&
         clock_now_ms() - engine->started_ms >= limits->time_ms))
        engine->stopped = true;
}

bool search_repeats(const paua_engine *engine, int ply, int step, int times)
{
    const uint64_t key = engine->position.key;
    int back = step, reach = engine->position.quiet;
    for (; back <= reach && back <= ply; back += step)
        if (engine->path[ply - back] == key && --times == 0)
            return true;
    const uint64_t *keys = paua_game_keys(engine->game);
    int played = paua_game_moves(engine->game);
    for (; back <= reach && back - ply <= played; back += step)
        if (keys[played - (back - ply)] == key && --times == 0)
            return true;
    return false;
}

static int stuck_score(const paua_engine *engine, int ply)
{
    return engine->rules.stuck_loses ? ply - PAUA_SCORE_WIN : search_draw_score(engine);
}

/* The value of a game that ends here in this way. */
static int outcome_score(const paua_engine *engine, int ply, paua_result result)
{
    if (result == PAUA_DRAW)
        return search_draw_score(engine);
    bool won = (int)result - (int)PAUA_BLACK_WINS == engine->position.to_move;
    return won ? PAUA_SCORE_WIN - ply : ply - PAUA_SCORE_WIN;
}

/* Whether a limit that the rules set, on plies or on turns without an ejection, has been reached. */
static bool at_limit(const paua_engine *engine)
{
    const paua_position *position = &engine->position;
    const paua_rules *rules = &engine->rules;
    return (rules->quiet && position->quiet >= rules->quiet) ||
           (rules->plies && position->ply > rules->plies) ||
           (rules->centre_turn && position->ply > rules->centre_turn * PAUA_SIDES);
}

/* How often a position must have been there before to be taken for a draw. On a solved board it is as the rules say, since
 * a win may lead through what was there before. */
static int repeats_to_draw(const paua_engine *engine)
{
    int before = engine->rules.repetition - 1;
    return engine->solved_root && before > 1 ? before : 1;
}

/* Whether the game is over here for another reason than a lack of moves; *score is then its value. */
static bool over(const paua_engine *engine, int ply, int *score)
{
    const paua_position *position = &engine->position;
    const paua_rules *rules = &engine->rules;
    if (position->ejected[1 - position->to_move] >= rules->win || position->crowned) {
        *score = ply - PAUA_SCORE_WIN;
        return true;
    }
    if (at_limit(engine)) {
        paua_outcome outcome = paua_position_outcome(engine->board, rules, position);
        *score = outcome_score(engine, ply, outcome.result);
        return outcome.result != PAUA_ONGOING;
    }
    if (rules->repetition && search_repeats(engine, ply, PAUA_SIDES, repeats_to_draw(engine))) {
        *score = search_draw_score(engine);
        return true;
    }
    return false;
}

int search_score_to_table(int score, int ply)
{
    if (score >= PAUA_SCORE_FORCED)
        return score + ply;
    return score <= -PAUA_SCORE_FORCED ? score - ply : score;
}

int search_score_from_table(int score, int ply)
{
    if (score >= PAUA_SCORE_FORCED)
        return score - ply;
    return score <= -PAUA_SCORE_FORCED ? score + ply : score;
}

bool search_cuts_off(const struct table_entry *entry, int score, int depth, int alpha, int beta)
{
    if (entry->depth < depth)
        return false;
    return entry->bound == TABLE_EXACT || (entry->bound == TABLE_LOWER && score >= beta) ||
           (entry->bound == TABLE_UPPER && score <= alpha);
}

void search_extend_pv(paua_engine *engine, int ply, paua_move move)
{
    paua_move *line = engine->pv[ply];
    int length = engine->pv_length[ply + 1];
    line[0] = move;
    for (int i = 0; i < length; i++)
        line[i + 1] = engine->pv[ply + 1][i];
    engine->pv_length[ply] = length + 1;
}

void search_enter(paua_engine *engine, int ply, uint64_t key)
{
    engine->nodes++;
    engine->pv_length[ply] = 0;
    engine->path[ply] = key;
    if (ply > engine->seldepth)
        engine->seldepth = ply;
    check_limits(engine);
}

/* Looks at ejections alone until there are none worth it: a side may always decline. */
static int quiesce(paua_engine *engine, int ply, int alpha, int beta)
{
    paua_move_list list;
    paua_undo undo;
    int scores[PAUA_MOVES_MAX];
    int best;
    search_enter(engine, ply, engine->position.key);
    if (engine->stopped)
        return 0;
    if (over(engine, ply, &best) || (engine->solved_fits && solved_score(engine, ply, 0, &best)))
        return best;
    best = eval_score(&engine->eval, &engine->position);
    if (best >= beta || ply == SEARCH_PLIES)
        return best;
    if (best > alpha)
        alpha = best;
    engine->kernel->generate_ejections(engine->board, &engine->position, &list);
    order_moves(engine, &list, ply, PAUA_NO_MOVE, scores);
    for (int i = 0; i < list.count; i++) {
        order_pick(&list, scores, i);
        engine->kernel->make(engine->board, &engine->position, list.moves[i], &undo);
        int score = -quiesce(engine, ply + 1, -beta, -alpha);
        engine->kernel->unmake(engine->board, &engine->position, list.moves[i], &undo);
        if (engine->stopped)
            return 0;
        if (score <= best)
            continue;
        best = score;
        if (score > alpha) {
            alpha = score;
            search_extend_pv(engine, ply, list.moves[i]);
        }
        if (score >= beta)
            break;
    }
    return best;
}

bool search_excluded(const paua_engine *engine, int ply, paua_move move)
{
    for (int i = 0; ply == 0 && i < engine->excluded_count; i++)
        if (engine->excluded[i] == move)
            return true;
    return false;
}

/* One child: with a null window first unless it is the first one (principal variation search). */
static int search_child(paua_engine *engine, int ply, int depth, int alpha, int beta, bool first)
{
    if (!first) {
        int score = -search_node(engine, ply + 1, depth - 1, -alpha - 1, -alpha);
        if (engine->stopped || score <= alpha || score >= beta)
            return score;
    }
    return -search_node(engine, ply + 1, depth - 1, -beta, -alpha);
}

int search_node(paua_engine *engine, int ply, int depth, int alpha, int beta)
{
    if (depth <= 0 || ply == SEARCH_PLIES)
        return quiesce(engine, ply, alpha, beta);

    paua_move_list list;
    paua_undo undo;
    int scores[PAUA_MOVES_MAX];
    int best = -SEARCH_INFINITE, old_alpha = alpha, tried = 0;
    paua_move best_move = PAUA_NO_MOVE, first = PAUA_NO_MOVE;
    uint64_t key = engine->position.key;

    search_enter(engine, ply, engine->position.key);
    if (engine->stopped)
        return 0;
    if (ply > 0 && (over(engine, ply, &best) ||
                    (engine->solved_fits && solved_score(engine, ply, depth, &best))))
        return best;

    const struct table_entry *entry = table_probe(&engine->table, key);
    if (entry) {
        int score = search_score_from_table(entry->score, ply);
        first = entry->move;
        if (ply > 0 && beta - alpha == 1 && search_cuts_off(entry, score, depth, alpha, beta))
            return score;
    }

    engine->kernel->generate(engine->board, &engine->position, &list);
    if (list.count == 0)
        return stuck_score(engine, ply);
    order_moves(engine, &list, ply, first, scores);
    for (int i = 0; i < list.count; i++) {
        order_pick(&list, scores, i);
        paua_move move = list.moves[i];
        if (search_excluded(engine, ply, move))
            continue;
        engine->kernel->make(engine->board, &engine->position, move, &undo);
        if (engine->rules.ko && search_repeats(engine, ply + 1, PAUA_SIDES, 1)) {
            engine->kernel->unmake(engine->board, &engine->position, move, &undo);
            continue;
        }
        int score = search_child(engine, ply, depth, alpha, beta, tried++ == 0);
        engine->kernel->unmake(engine->board, &engine->position, move, &undo);
        if (engine->stopped)
            return 0;
        if (score <= best)
            continue;
        best = score;
        if (score > alpha) {
            alpha = score;
            best_move = move;
            search_extend_pv(engine, ply, move);
        }
        if (score >= beta) {
            order_reward(engine, &list, i, ply, depth);
            break;
        }
    }

    if (tried == 0 && engine->excluded_count == 0)
        return stuck_score(engine, ply); /* ko forbids every move */
    enum table_bound bound = best >= beta       ? TABLE_LOWER
                             : best > old_alpha ? TABLE_EXACT
                                                : TABLE_UPPER;
    if (ply > 0 || engine->excluded_count == 0)
        table_store(&engine->table, key, depth, search_score_to_table(best, ply), bound, best_move);
    return best;
}

int search_after(paua_engine *engine, paua_move move, int depth)
{
    paua_undo undo;
    engine->path[0] = engine->position.key;
    engine->kernel->make(engine->board, &engine->position, move, &undo);
    int score = -search_node(engine, 1, depth - 1, -SEARCH_INFINITE, SEARCH_INFINITE);
    engine->kernel->unmake(engine->board, &engine->position, move, &undo);
    return score;
}
