/* graph.c - the graph of play from one constellation, by breadth-first search; nodes are found
 * by a hash table. */
#include <paua/lab/study.h>

#include <assert.h>
#include <stdlib.h>

#include "base/array.h"

struct paua_graph {
    paua_node *list;  /* owned */
    paua_edge *edges; /* owned */
    int *slots;       /* owned; a node and one, 0: empty; a power of two of them */
    int nodes, edge_count;
    int node_room, edge_room, slot_count;
};

enum { ROOM_FIRST = 64 };

/* Multiplicative hashing; the constants are 2^64 / golden ratio and a prime of xxHash. */
static uint64_t hash_of(paua_constellation at, paua_side side)
{
    uint64_t hash = (at.black * 0x9e3779b97f4a7c15u) ^ (at.white + side) * 0xc2b2ae3d27d4eb4fu;
    return hash ^ hash >> 29;
}

/* The slot that holds this node, or the empty one where it belongs. */
static int *slot_of(const struct paua_graph *graph, paua_constellation at, paua_side side)
{
    size_t mask = (size_t)graph->slot_count - 1;
    for (size_t i = hash_of(at, side) & mask;; i = (i + 1) & mask) {
        int *slot = &graph->slots[i];
        const paua_node *node = *slot ? &graph->list[*slot - 1] : NULL;
        if (!node ||
            (node->side == side && node->at.black == at.black && node->at.white == at.white))
            return slot;
    }
}

/* Keeps the slots at most half full. */
static bool grow_slots(struct paua_graph *graph)
{
    int more = graph->slot_count ? 2 * graph->slot_count : 4 * ROOM_FIRST;
    if (2 * graph->nodes < graph->slot_count)
        return true;
    int *slots = calloc((size_t)more, sizeof *slots);
    if (!slots)
        return false;
    free(graph->slots);
    graph->slots = slots;
    graph->slot_count = more;
    for (int i = 0; i < graph->nodes; i++)
        *slot_of(graph, graph->list[i].at, graph->list[i].side) = i + 1;
    return true;
}

/* What graph to make. */
struct graph_plan {
    const paua_oracle *oracle;
    paua_play play;
    int nodes_max;
};

/* Finds the number of a node; a new one is added. */
static paua_status find_or_add_node(const struct graph_plan *plan, struct paua_graph *graph,
                                    paua_constellation at, paua_side side, int depth, int *number)
{
    paua_node node = {.at = at, .side = side, .depth = depth};
    paua_position position;
    if (!grow_slots(graph) || !ARRAY_RESERVE(graph->list, graph->node_room, graph->nodes + 1))
        return PAUA_ERROR_NO_MEMORY;
    int *slot = slot_of(graph, at, side);
    if (*slot) {
        *number = *slot - 1;
        return PAUA_OK;
    }
    if (graph->nodes == plan->nodes_max)
        return PAUA_ERROR_UNSUPPORTED;
    paua_status status = paua_study_position(plan->oracle, at, side, &position);
    if (status == PAUA_OK)
        status = plan->oracle->ask(&position, &node.value, &node.remoteness, plan->oracle->context);
    if (status != PAUA_OK)
        return status;
    *number = graph->nodes;
    graph->list[graph->nodes++] = node;
    *slot = graph->nodes;
    return PAUA_OK;
}

/* Whether play of this kind makes the choice. */
static bool is_played(const paua_choice *choice, paua_play play)
{
    return play == PAUA_PLAY_ALL || (play == PAUA_PLAY_SAFE ? choice->safe : choice->best);
}

/* Adds the edges of a node and the nodes that they lead to. */
static paua_status expand_node(const struct graph_plan *plan, struct paua_graph *graph, int from)
{
    const paua_node node = graph->list[from];
    paua_choice choices[PAUA_MOVES_MAX];
    int count;
    paua_status status = paua_study_choices(plan->oracle, node.at, node.side, choices, &count);
    if (status != PAUA_OK)
        return status;
    graph->list[from].first = graph->edge_count;
    for (int i = 0; i < count; i++) {
        paua_edge edge = {choices[i], -1};
        if (!is_played(&choices[i], plan->play))
            continue;
        if (!edge.choice.ends)
            status = find_or_add_node(plan, graph, edge.choice.to, PAUA_OTHER(node.side),
                                      node.depth + 1, &edge.to);
        if (status != PAUA_OK)
            return status;
        if (!ARRAY_RESERVE(graph->edges, graph->edge_room, graph->edge_count + 1))
            return PAUA_ERROR_NO_MEMORY;
        graph->edges[graph->edge_count++] = edge;
        graph->list[from].edges++;
    }
    return PAUA_OK;
}

paua_status paua_graph_new(const paua_oracle *oracle, paua_constellation from, paua_side side,
                           paua_play play, int nodes_max, paua_graph **out)
{
    const struct graph_plan plan = {oracle, play, nodes_max};
    const paua_constellation first = paua_constellation_canonical(oracle->board, from);
    struct paua_graph *graph = calloc(1, sizeof *graph);
    int number;
    if (!graph)
        return PAUA_ERROR_NO_MEMORY;
    paua_status status = find_or_add_node(&plan, graph, first, side, 0, &number);
    for (int i = 0; i < graph->nodes && status == PAUA_OK; i++)
        status = expand_node(&plan, graph, i);
    if (status == PAUA_OK)
        *out = graph;
    else
        paua_graph_free(graph);
    return status;
}

void paua_graph_free(paua_graph *graph)
{
    if (!graph)
        return;
    free(graph->list);
    free(graph->edges);
    free(graph->slots);
    free(graph);
}

int paua_graph_nodes(const paua_graph *graph)
{
    return graph->nodes;
}

int paua_graph_edges(const paua_graph *graph)
{
    return graph->edge_count;
}

const paua_node *paua_graph_node(const paua_graph *graph, int i)
{
    assert(i >= 0 && i < graph->nodes);
    return &graph->list[i];
}

const paua_edge *paua_graph_edge(const paua_graph *graph, int i)
{
    assert(i >= 0 && i < graph->edge_count);
    return &graph->edges[i];
}
