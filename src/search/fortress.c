/* fortress.c - proves that a side can defend for ever, by the greatest closed set of arrangements
 * of its marbles (a fixed point, as in the solution of safety games), and searches whether an
 * ejection can be forced. fortress.h says what is proved. */
#include <stdlib.h>
#include <string.h>

#include <paua/lab/fortress.h>

#include "base/array.h"
#include "base/bits.h"

enum {
    RUN_MAX = 2,      /* a longer run cannot be pushed */
    STEPS_MAX = 20000 /* of the search for attackers that stop every move; then they may */
};

/* The defender's marbles, and the cells outside. */
struct arrangement {
    paua_set marbles, outside;
    bool safe;
    int first_way, ways;    /* its moves, in proof.ways */
    int first_push, pushes; /* what its attackers need, in proof.pushes */
};

/* A move to another arrangement. */
struct way {
    paua_move move;
    int to;
};

struct proof {
    const paua_board *board;
    int attackers;            /* how many marbles the attacker has */
    struct arrangement *list; /* owned */
    struct way *ways;         /* owned */
    paua_set *pushes;         /* owned; sets of cells behind a run */
    int count, capacity;      /* of the list */
    int way_count, way_room;
    int push_count, push_room;
    int steps;
};

/* All cells of `room` that paths inside it join to `from`. */
static paua_set flood_room(const paua_board *board, paua_set from, paua_set room)
{
    paua_set seen = from & room, edge = seen;
    while (edge) {
        paua_set next = 0;
        for (int d = 0; d < PAUA_DIRECTION_COUNT; d++)
            next |= paua_board_step(board, edge, (paua_direction)d);
        edge = next & room & ~seen;
        seen |= edge;
    }
    return seen;
}

/* The attackers that a push of the run needs which begins at `cell` and runs in this direction:
 * cells outside, in line behind it; 0 if it cannot be pushed. */
static paua_set find_pushers(const paua_board *board, const struct arrangement *at, int cell,
                             paua_direction direction)
{
    paua_direction back = (paua_direction)((direction + 3) % PAUA_DIRECTION_COUNT);
    paua_set pushers = 0;
    int run = 0, behind = cell;
    for (; cell != PAUA_NO_CELL && at->marbles & PAUA_SET(cell); run++)
        cell = paua_board_neighbour(board, cell, direction);
    for (int i = 0; i <= run && run <= RUN_MAX; i++) {
        behind = paua_board_neighbour(board, behind, back);
        if (behind == PAUA_NO_CELL || !(at->outside & PAUA_SET(behind)))
            return 0;
        pushers |= PAUA_SET(behind);
    }
    return pushers;
}

/* Notes all pushes against an arrangement that the attacker has marbles enough for. */
static bool add_pushes(struct proof *proof, struct arrangement *at)
{
    at->first_push = proof->push_count;
    for (paua_set rest = at->marbles; rest;) {
        int cell = bits_take(&rest);
        for (int d = 0; d < PAUA_DIRECTION_COUNT; d++) {
            paua_set pushers = find_pushers(proof->board, at, cell, (paua_direction)d);
            if (!pushers || bits_count(pushers) > proof->attackers)
                continue;
            if (!ARRAY_RESERVE(proof->pushes, proof->push_room, proof->push_count + 1))
                return false;
            proof->pushes[proof->push_count++] = pushers;
        }
    }
    at->pushes = proof->push_count - at->first_push;
    return true;
}

/* The number of an arrangement, which is added if it is new; -1: out of memory. */
static int find_arrangement(struct proof *proof, paua_set marbles, paua_set outside)
{
    for (int i = 0; i < proof->count; i++)
        if (proof->list[i].marbles == marbles && proof->list[i].outside == outside)
            return i;
    if (!ARRAY_RESERVE(proof->list, proof->capacity, proof->count + 1))
        return -1;
    struct arrangement *at = &proof->list[proof->count];
    *at = (struct arrangement){.marbles = marbles, .outside = outside, .safe = true};
    return add_pushes(proof, at) ? proof->count++ : -1;
}

/* Adds the moves of an arrangement onto enclosed cells, and what they lead to: those of a position
 * in which the cells outside are fixed marbles. */
static bool add_ways(struct proof *proof, int number)
{
    const struct arrangement from = proof->list[number];
    paua_set all = paua_board_all(proof->board);
    paua_position position = {.players = PAUA_SIDES, .ply = 1, .fixed = from.outside};
    paua_move_list list;
    position.marbles[PAUA_BLACK] = from.marbles;
    proof->list[number].first_way = proof->way_count;
    paua_moves_generate(proof->board, &position, &list);
    for (int i = 0; i < list.count; i++) {
        paua_set to = paua_move_to(proof->board, list.moves[i]);
        paua_set marbles = (from.marbles & ~paua_move_from(proof->board, list.moves[i])) | to;
        paua_set outside = flood_room(proof->board, from.outside, all & ~marbles);
        int next = find_arrangement(proof, marbles, outside);
        if (next < 0 || !ARRAY_RESERVE(proof->ways, proof->way_room, proof->way_count + 1))
            return false;
        proof->ways[proof->way_count++] = (struct way){list.moves[i], next};
    }
    proof->list[number].ways = proof->way_count - proof->list[number].first_way;
    return true;
}

/* Whether attackers on these cells could push in the arrangement. */
static bool can_push(const struct proof *proof, const struct arrangement *at, paua_set attackers)
{
    for (int i = 0; i < at->pushes; i++)
        if (!(proof->pushes[at->first_push + i] & ~attackers))
            return true;
    return false;
}

/* Whether attackers, these among them, can stand so that after each safe move from way i on they
 * could push. */
static bool stops_every_way(struct proof *proof, const struct arrangement *from, int i,
                            paua_set attackers)
{
    if (bits_count(attackers) > proof->attackers)
        return false;
    if (++proof->steps > STEPS_MAX)
        return true;
    for (; i < from->ways; i++) {
        const struct arrangement *next = &proof->list[proof->ways[from->first_way + i].to];
        if (next->safe && !can_push(proof, next, attackers))
            break;
    }
    if (i >= from->ways)
        return true;
    const struct arrangement *to = &proof->list[proof->ways[from->first_way + i].to];
    for (int k = 0; k < to->pushes; k++) {
        paua_set pushers = proof->pushes[to->first_push + k];
        if (!(pushers & ~from->outside) && stops_every_way(proof, from, i + 1, attackers | pushers))
            return true;
    }
    return false;
}

/* Strikes out arrangements that are not safe until all that are left are. */
static void strike_out(struct proof *proof)
{
    for (bool again = true; again;) {
        again = false;
        for (int i = 0; i < proof->count; i++) {
            struct arrangement *at = &proof->list[i];
            proof->steps = 0;
            if (at->safe && stops_every_way(proof, at, 0, 0)) {
                at->safe = false;
                again = true;
            }
        }
    }
}

/* The first safe move that these attackers cannot answer by a push; NULL if there is none. */
static const struct way *find_safe_way(const struct proof *proof, int from, paua_set attackers)
{
    const struct arrangement *at = &proof->list[from];
    for (int i = 0; i < at->ways; i++) {
        const struct way *way = &proof->ways[at->first_way + i];
        const struct arrangement *to = &proof->list[way->to];
        if (to->safe && !can_push(proof, to, attackers))
            return way;
    }
    return NULL;
}

/* Lists all arrangements from the first one on; false: out of memory. More than
 * PAUA_FORTRESS_SETS of them are left unlisted, and the first one is then not safe. */
static bool list_arrangements(struct proof *proof, paua_set marbles, paua_set attackers)
{
    paua_set room = paua_board_all(proof->board) & ~marbles;
    if (find_arrangement(proof, marbles, flood_room(proof->board, attackers, room)) < 0)
        return false;
    for (int i = 0; i < proof->count; i++) {
        if (proof->count > PAUA_FORTRESS_SETS) {
            proof->list[0].safe = false;
            return true;
        }
        if (!add_ways(proof, i))
            return false;
    }
    return true;
}

static void free_proof(struct proof *proof)
{
    free(proof->list);
    free(proof->ways);
    free(proof->pushes);
}

/* Lists the arrangements and strikes out those that are not safe. *proved: the side stands in a
 * fortress. On PAUA_OK call free_proof(). */
static paua_status build_proof(const paua_board *board, const paua_position *position,
                               paua_side side, struct proof *proof, bool *proved)
{
    if (side != PAUA_BLACK && side != PAUA_WHITE)
        return PAUA_ERROR_BAD_ARGUMENT;
    if (position->players != PAUA_SIDES || position->neutral || position->fixed)
        return PAUA_ERROR_UNSUPPORTED;
    paua_set attackers = position->marbles[PAUA_OTHER(side)];
    *proof = (struct proof){.board = board, .attackers = bits_count(attackers)};
    *proved = false;
    if (!list_arrangements(proof, position->marbles[side], attackers)) {
        free_proof(proof);
        return PAUA_ERROR_NO_MEMORY;
    }
    if (!proof->list[0].safe)
        return PAUA_OK;
    strike_out(proof);
    /* with his turn the attacker may be able to push at once, else the defender may have no move
     * that keeps those who are there from it */
    *proved = proof->list[0].safe &&
              (position->to_move == side ? find_safe_way(proof, 0, attackers) != NULL
                                         : !can_push(proof, &proof->list[0], attackers));
    return PAUA_OK;
}

paua_status paua_fortress_prove(const paua_board *board, const paua_position *position,
                                paua_side side, paua_fortress *out)
{
    struct proof proof;
    bool proved;
    paua_status status = build_proof(board, position, side, &proof, &proved);
    if (status != PAUA_OK)
        return status;
    *out = (paua_fortress){.proved = proved, .move = PAUA_NO_MOVE};
    for (int i = 0; i < proof.count && proved; i++)
        out->sets += proof.list[i].safe;
    if (proved && position->to_move == side)
        out->move = find_safe_way(&proof, 0, position->marbles[PAUA_OTHER(side)])->move;
    free_proof(&proof);
    return PAUA_OK;
}

/* The answers of one arrangement: sets of attackers, each met by the first way that it cannot
 * refute. */
struct answers {
    paua_set *taken; /* owned */
    int count, room;
};

/* Notes a set of attackers unless it is known. False: out of memory. */
static bool add_taken(struct answers *answers, paua_set taken)
{
    for (int i = 0; i < answers->count; i++)
        if (answers->taken[i] == taken)
            return true;
    if (!ARRAY_RESERVE(answers->taken, answers->room, answers->count + 1))
        return false;
    answers->taken[answers->count++] = taken;
    return true;
}

/* For qsort(): fewer attackers first, so that an answer comes after those to fewer. */
static int compare_taken(const void *a, const void *b)
{
    paua_set left = *(const paua_set *)a, right = *(const paua_set *)b;
    int fewer = bits_count(left) - bits_count(right);
    return fewer ? fewer : (left > right) - (left < right);
}

/* Lists all sets that need an answer: the empty one; and for each of them, joined with what else
 * refutes its way. So the way of the largest set that is taken is refuted by nobody. */
static bool list_taken(const struct proof *proof, int number, struct answers *answers)
{
    paua_set outside = proof->list[number].outside;
    answers->count = 0;
    if (!add_taken(answers, 0))
        return false;
    for (int i = 0; i < answers->count; i++) {
        paua_set taken = answers->taken[i];
        const struct arrangement *to = &proof->list[find_safe_way(proof, number, taken)->to];
        for (int k = 0; k < to->pushes; k++) {
            paua_set pushers = proof->pushes[to->first_push + k];
            if (!(pushers & ~outside) && bits_count(taken | pushers) <= proof->attackers &&
                !add_taken(answers, taken | pushers))
                return false;
        }
    }
    qsort(answers->taken, (size_t)answers->count, sizeof *answers->taken, compare_taken);
    return true;
}

/* The numbers of the safe arrangements, from 1; 0: not safe. Returns how many there are. */
static int number_arrangements(const struct proof *proof, int *numbers)
{
    int count = 0;
    for (int i = 0; i < proof->count; i++)
        numbers[i] = proof->list[i].safe ? ++count : 0;
    return count;
}

/* Reports the answers of every safe arrangement. False: out of memory. */
static bool report_answers(const struct proof *proof, int *numbers,
                           void (*each)(const paua_fortress_answer *answer, void *context),
                           void *context)
{
    struct answers answers = {NULL, 0, 0};
    int count = number_arrangements(proof, numbers);
    bool listed = true;
    for (int i = 0; i < proof->count && listed; i++) {
        if (!proof->list[i].safe)
            continue;
        listed = list_taken(proof, i, &answers);
        for (int k = 0; k < answers.count && listed; k++) {
            const struct way *way = find_safe_way(proof, i, answers.taken[k]);
            const paua_fortress_answer answer = {.arrangement = numbers[i],
                                                 .arrangements = count,
                                                 .marbles = proof->list[i].marbles,
                                                 .taken = answers.taken[k],
                                                 .move = way->move,
                                                 .to = numbers[way->to]};
            each(&answer, context);
        }
    }
    free(answers.taken);
    return listed;
}

paua_status paua_fortress_answers(const paua_board *board, const paua_position *position,
                                  paua_side side,
                                  void (*each)(const paua_fortress_answer *answer, void *context),
                                  void *context)
{
    struct proof proof;
    bool proved;
    paua_status status = build_proof(board, position, side, &proof, &proved);
    if (status != PAUA_OK)
        return status;
    if (proved) {
        int *numbers = malloc((size_t)proof.count * sizeof *numbers);
        if (!numbers || !report_answers(&proof, numbers, each, context))
            status = PAUA_ERROR_NO_MEMORY;
        free(numbers);
    }
    free_proof(&proof);
    return status;
}

/* The game with one ejection of the attacker's left to win, and more left for the defender than the
 * attacker has marbles. */
static paua_status new_hunt(const paua_game *game, paua_side side, paua_game **out)
{
    const paua_board *board = paua_game_board(game);
    paua_position position = *paua_game_position(game);
    paua_rules rules = paua_rules_solver(board);
    rules.win = (uint8_t)(bits_count(position.marbles[PAUA_OTHER(side)]) + 1);
    position.ejected[side] = 0;
    position.ejected[PAUA_OTHER(side)] = (uint8_t)(rules.win - 1);
    if (position.players != PAUA_SIDES || position.neutral || position.fixed ||
        paua_position_complete(board, &position) != PAUA_OK)
        return PAUA_ERROR_UNSUPPORTED;
    return paua_game_new(board, &rules, &position, out);
}

paua_status paua_ejection_forced(paua_engine *engine, const paua_game *game, paua_side side,
                                 int depth, int *plies, paua_move *line, int *count,
                                 int *depth_done)
{
    const paua_limits limits = {
        .size = sizeof(paua_limits), .depth = depth, .method = PAUA_METHOD_FULL};
    paua_search_info info = {.depth = 0};
    paua_move best;
    paua_game *hunt;
    if (depth < 1 || depth > PAUA_DEPTH_MAX || (side != PAUA_BLACK && side != PAUA_WHITE))
        return PAUA_ERROR_BAD_ARGUMENT;
    paua_status status = new_hunt(game, side, &hunt);
    if (status != PAUA_OK)
        return status;
    status = paua_engine_search(engine, hunt, &limits, &best, &info, NULL, NULL);
    int score = paua_game_position(hunt)->to_move == side ? -info.score : info.score;
    paua_game_free(hunt);
    if (status != PAUA_OK)
        return status;
    /* who cannot move has nothing to fear here */
    bool forced = best != PAUA_NO_MOVE && score >= PAUA_SCORE_FORCED;
    *plies = forced ? PAUA_SCORE_WIN - score : 0;
    *count = forced ? info.pv_count : 0;
    for (int i = 0; i < *count; i++)
        line[i] = info.pv[i];
    *depth_done = best == PAUA_NO_MOVE || forced ? depth : info.depth;
    return PAUA_OK;
}
