/* self_check.c - tests the game before it is solved: every move the rules give and no other,
 * every move can be taken back, symmetries change nothing, slots lead back to their positions.
 *
 * A solver whose predecessors are not the inverse of its moves gives wrong values without any
 * other sign.
 */
#include "solve/self_check.h"

#include <paua/rules.h>

#include "base/random.h"
#include "solve/state.h"

extern const struct self_check_game self_check_game_any;
#if defined(__x86_64__)
extern const struct self_check_game self_check_game_v3;
#endif

const struct self_check_game *self_check_game_for(const paua_board *board)
{
#if defined(__x86_64__)
    if (board->cpu_v3)
        return &self_check_game_v3;
#endif
    (void)board;
    return &self_check_game_any;
}

/* Positions in ascending order, to compare them with others; one may be there several times (a
 * multiset). */
struct position_bag {
    int count;
    uint64_t list[PAUA_MOVES_MAX];
};

/* A position as one number, for sorting and comparing. */
static uint64_t key_of(uint32_t own, uint32_t opp)
{
    return (uint64_t)own << 32 | opp;
}

/* Adds a position by insertion sort. */
static void bag_add(struct position_bag *bag, uint32_t own, uint32_t opp)
{
    uint64_t key = key_of(own, opp);
    int i = bag->count++;
    for (; i > 0 && bag->list[i - 1] > key; i--)
        bag->list[i] = bag->list[i - 1];
    bag->list[i] = key;
}

/* Makes a bag of the neighbours that the generator has listed. */
static void bag_fill(struct position_bag *bag, const struct neighbours *neighbours)
{
    bag->count = 0;
    for (int i = 0; i < neighbours->count; i++)
        bag_add(bag, neighbours->list[i].own, neighbours->list[i].opp);
}

/* Whether two bags are equal as multisets. */
static bool bag_same(const struct position_bag *a, const struct position_bag *b)
{
    for (int i = 0; i < a->count && i < b->count; i++)
        if (a->list[i] != b->list[i])
            return false;
    return a->count == b->count;
}

/* The multiplicity of a position in a bag. */
static int bag_times(const struct position_bag *bag, uint32_t own, uint32_t opp)
{
    int times = 0;
    for (int i = 0; i < bag->count; i++)
        times += bag->list[i] == key_of(own, opp);
    return times;
}

/* The multiplicity of a position among unsorted neighbours. */
static int times_among(const struct neighbours *neighbours, uint32_t own, uint32_t opp)
{
    int times = 0;
    for (int i = 0; i < neighbours->count; i++)
        times += neighbours->list[i].own == own && neighbours->list[i].opp == opp;
    return times;
}

/* The image of a set of cells under a symmetry. */
static uint32_t map_set(const paua_board *board, int symmetry, uint32_t set)
{
    return (uint32_t)paua_board_map(board, symmetry, set);
}

/* The image of a bag under a symmetry, sorted again. */
static void bag_map(const paua_board *board, int symmetry, const struct position_bag *from,
                    struct position_bag *to)
{
    to->count = 0;
    for (int i = 0; i < from->count; i++)
        bag_add(to, map_set(board, symmetry, (uint32_t)(from->list[i] >> 32)),
                map_set(board, symmetry, (uint32_t)from->list[i]));
}

/* The successors by src/rules: the moves made one by one, quiet and ejecting ones apart. */
static void generate_by_rules(const paua_board *board, uint32_t own, uint32_t opp,
                              struct position_bag *quiet, struct position_bag *ejecting)
{
    paua_position position;
    paua_move_list list;
    paua_undo undo;
    quiet->count = ejecting->count = 0;
    if (paua_position_setup(board, own, opp, PAUA_BLACK, &position) != PAUA_OK)
        return;
    paua_moves_generate(board, &position, &list);
    for (int i = 0; i < list.count; i++) {
        paua_position_make(board, &position, list.moves[i], &undo);
        bag_add(paua_move_ejects(list.moves[i]) ? ejecting : quiet,
                (uint32_t)position.marbles[PAUA_BLACK], (uint32_t)position.marbles[PAUA_WHITE]);
        paua_position_unmake(board, &position, list.moves[i], &undo);
    }
}

/* A position, its successors by the rules, and its predecessors. */
struct checked_position {
    const struct self_check_game *game;
    const struct index_layer *layer;
    const paua_board *board;
    uint32_t own, opp;
    struct position_bag quiet, ejecting, before;
};

/* Compares the generator's quiet moves, their count and its ejections with src/rules. Fills
 * check->quiet and check->ejecting. */
static const char *check_moves(struct checked_position *check)
{
    const struct index_board *base = check->layer->base;
    struct neighbours neighbours;
    struct position_bag bag;
    generate_by_rules(check->board, check->own, check->opp, &check->quiet, &check->ejecting);
    check->game->moves(base, check->own, check->opp, &neighbours);
    bag_fill(&bag, &neighbours);
    if (!bag_same(&bag, &check->quiet))
        return "has other moves than the rules give";
    if (check->game->count(base, check->own, check->opp) != bag.count)
        return "has another number of moves than the rules give";
    check->game->ejections(base, check->own, check->opp, &neighbours);
    bag_fill(&bag, &neighbours);
    return bag_same(&bag, &check->ejecting) ? NULL : "has other ejections than the rules give";
}

/* Every move can be taken back, and every predecessor has a move to this position; both as often
 * as there are such moves. */
static const char *check_predecessors(struct checked_position *check)
{
    const struct index_board *base = check->layer->base;
    struct neighbours neighbours;
    struct position_bag quiet, ejecting;
    for (int i = 0; i < check->quiet.count; i++) {
        uint32_t own = (uint32_t)(check->quiet.list[i] >> 32), opp = (uint32_t)check->quiet.list[i];
        check->game->predecessors(base, own, opp, &neighbours);
        if (times_among(&neighbours, check->own, check->opp) != bag_times(&check->quiet, own, opp))
            return "is missing among the predecessors after one of its moves";
    }
    check->game->predecessors(base, check->own, check->opp, &neighbours);
    bag_fill(&check->before, &neighbours);
    for (int i = 0; i < neighbours.count; i++) {
        generate_by_rules(check->board, neighbours.list[i].own, neighbours.list[i].opp, &quiet,
                          &ejecting);
        if (bag_times(&quiet, check->own, check->opp) !=
            times_among(&neighbours, neighbours.list[i].own, neighbours.list[i].opp))
            return "has a predecessor without a move to it";
    }
    return NULL;
}

/* Whether `find` commutes with a symmetry: the neighbours of the image are the images of the
 * neighbours. */
static bool maps_to(const struct checked_position *check, int symmetry,
                    void (*find)(const struct index_board *, uint32_t, uint32_t,
                                 struct neighbours *),
                    const struct position_bag *wanted)
{
    struct neighbours neighbours;
    struct position_bag bag, image;
    find(check->layer->base, map_set(check->board, symmetry, check->own),
         map_set(check->board, symmetry, check->opp), &neighbours);
    bag_fill(&bag, &neighbours);
    bag_map(check->board, symmetry, wanted, &image);
    return bag_same(&bag, &image);
}

/* Symmetries map moves to moves, and all images of a position have the same slot. */
static const char *check_symmetries(struct checked_position *check)
{
    int order, keep = 0, symmetries = paua_board_symmetries(check->board);
    uint64_t slot = check->game->slot(check->layer, check->own, check->opp, &order);
    for (int i = 0; i < symmetries; i++) {
        uint32_t own = map_set(check->board, i, check->own);
        uint32_t opp = map_set(check->board, i, check->opp);
        int other;
        if (!maps_to(check, i, check->game->moves, &check->quiet) ||
            !maps_to(check, i, check->game->ejections, &check->ejecting) ||
            !maps_to(check, i, check->game->predecessors, &check->before))
            return "has a mirror image with other moves";
        if (check->game->slot(check->layer, own, opp, &other) != slot || other != order)
            return "has a mirror image with another slot";
        keep += own == check->own && opp == check->opp;
    }
    return keep == order ? NULL : "has a symmetry group of another order";
}

/* Its slot leads back to it, or to an image of it. */
static const char *check_number(struct checked_position *check)
{
    const struct index_layer *layer = check->layer;
    int order;
    uint64_t slot = check->game->slot(layer, check->own, check->opp, &order);
    if (slot >= layer->slots)
        return "has a slot beyond the last one";
    uint32_t own = layer->representative[slot / layer->opp_sets];
    uint32_t opp = index_expand(layer->subsets[slot % layer->opp_sets], layer->base->all ^ own);
    for (int i = 0; i < paua_board_symmetries(check->board); i++)
        if (map_set(check->board, i, check->own) == own &&
            map_set(check->board, i, check->opp) == opp)
            return NULL;
    return "has the slot of another position";
}

const char *self_check_position(const struct self_check_game *game, const struct index_layer *layer,
                                uint32_t own, uint32_t opp)
{
    struct checked_position check = {
        .game = game, .layer = layer, .board = layer->base->board, .own = own, .opp = opp};
    const char *fault = check_moves(&check);
    if (!fault)
        fault = check_predecessors(&check);
    if (!fault)
        fault = check_symmetries(&check);
    return fault ? fault : check_number(&check);
}

const char *self_check_layer(const struct self_check_game *game, const struct index_layer *layer,
                             uint64_t from, uint64_t to, uint64_t *state, struct neighbour *where)
{
    const struct index_board *base = layer->base;
    const char *fault = NULL;
    for (uint64_t i = from; i < to && !fault; i++) {
        uint64_t slot = state ? random_next(state) % layer->slots : i;
        uint32_t own = layer->representative[slot / layer->opp_sets];
        uint32_t opp = index_expand(layer->subsets[slot % layer->opp_sets], base->all ^ own);
        int symmetry = (int)(i % (uint64_t)base->symmetries);
        *where = (struct neighbour){map_set(base->board, symmetry, own),
                                    map_set(base->board, symmetry, opp)};
        fault = self_check_position(game, layer, where->own, where->opp);
    }
    return fault;
}

/* Positions between two calls of the callback. */
enum { ROUND = 1000 };

struct self_check_run {
    paua_solve *solve;
    paua_solve_callback callback;
    void *context;
    uint64_t positions; /* of each layer; all of it where it has fewer slots */
    uint64_t seed;
    paua_self_check *check;
};

/* Checks one layer. False: stopped. */
static bool run_layer(struct self_check_run *run, const struct index_layer *layer)
{
    const bool all = run->positions >= layer->slots;
    const uint64_t count = all ? layer->slots : run->positions;
    struct neighbour where;
    for (uint64_t from = 0; from < count && !run->check->fault; from += ROUND) {
        uint64_t to = count - from < ROUND ? count : from + ROUND;
        paua_solve_progress now = {.own = layer->own,
                                   .opp = layer->opp,
                                   .phase = "self-check",
                                   .done = (double)from / (double)count};
        if (run->callback)
            run->callback(&now, run->context);
        if (atomic_exchange(&run->solve->stop, false))
            return false;
        run->check->fault = self_check_layer(self_check_game_for(run->solve->board), layer, from,
                                             to, all ? NULL : &run->seed, &where);
        run->check->positions += to - from;
    }
    if (run->check->fault)
        paua_position_setup(run->solve->board, where.own, where.opp, PAUA_BLACK,
                            &run->check->position);
    return true;
}

paua_status paua_solve_self_check(paua_solve *solve, uint64_t positions, uint64_t seed,
                                  paua_solve_callback callback, void *context,
                                  paua_self_check *check)
{
    const uint64_t layers = (uint64_t)solve->count;
    struct self_check_run run = {.solve = solve,
                                 .callback = callback,
                                 .context = context,
                                 .positions = (positions + layers - 1) / layers,
                                 .seed = seed,
                                 .check = check};
    *check = (paua_self_check){0};
    for (int i = solve->count - 1; i >= 0 && !check->fault; i--)
        if (!run_layer(&run, &state_layer(solve, i)->index))
            return PAUA_ERROR_CONFLICT;
    return PAUA_OK;
}
