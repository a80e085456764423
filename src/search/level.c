#include "search/search.h"

#include "base/clock.h"
#include "base/random.h"

/* How each level plays: it looks `depth` plies ahead and misjudges each move by up to `error`
 * hundredths of a step either way; without error it searches as full strength does, but no longer
 * than `nodes`. */
static const struct {
    int depth;
    int error;
    uint64_t nodes;
} levels[PAUA_LEVELS + 1] = {
    {0, 0, 0},  {1, 1000, 0},   {1, 400, 0},    {2, 400, 0},     {2, 150, 0},     {3, 150, 0},
    {3, 50, 0}, {4, 0, 100000}, {5, 0, 300000}, {7, 0, 1000000}, {0, 0, 4000000},
};

bool level_errs(int level)
{
    return levels[level].error > 0;
}

void level_limit(paua_limits *limits)
{
    int depth = levels[limits->level].depth;
    uint64_t nodes = levels[limits->level].nodes;
    if (depth && (!limits->depth || depth < limits->depth))
        limits->depth = depth;
    if (nodes && (!limits->nodes || nodes < limits->nodes))
        limits->nodes = nodes;
}

/* -error .. +error, the same for the same seed, position and move. */
static int misjudgement(const struct search *search, paua_move move)
{
    uint64_t state = search->limits.seed ^ search->position.key;
    uint32_t error = (uint32_t)levels[search->limits.level].error;
    state = random_next(&state) ^ move;
    return (int)random_below(&state, 2 * error + 1) - (int)error;
}

static int score_after(struct search *search, paua_move move, int depth)
{
    if (search_is_for_two(search))
        return search_after(search, move, depth);
    return search->method == PAUA_METHOD_PLAIN ? plain_after(search, move, depth)
                                               : many_after(search, move, depth);
}

/* Every move gets its exact score, so that errors are weighed against true differences. */
paua_move level_choose(struct search *search, paua_search_info *info)
{
    paua_move_list list;
    paua_move best = PAUA_NO_MOVE;
    int best_judged = -2 * SEARCH_INFINITE, best_score = 0;
    int depth = search->limits.depth ? search->limits.depth : 1;
    paua_game_generate(search->game, &list);
    for (int i = 0; i < list.count; i++) {
        paua_move move = list.moves[i];
        int error = misjudgement(search, move);
        int score = score_after(search, move, depth);
        if (search->stopped)
            break;
        if (score + error > best_judged) {
            best = move;
            best_judged = score + error;
            best_score = score;
            search->pv_length[0] = 1;
            search->pv[0][0] = move;
        }
        search->can_stop = true;
    }
    *info = (paua_search_info){
        .depth = depth,
        .multipv = 1,
        .seldepth = search->seldepth,
        .score = best_score,
        .nodes = search->nodes,
        .time_ms = clock_now_ms() - search->started_ms,
        .hashfull = table_fullness(search->table),
        .pv_count = 1,
        .pv = search->pv[0],
    };
    return best;
}
