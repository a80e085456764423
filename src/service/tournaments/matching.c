/* matching.c - weighted matching by growing alternating trees. Vertices are numbered from 1 here;
 * numbers above those of the vertices are blossoms: odd cycles that are shrunk to one node. Labels
 * are the dual variables, doubled, so that all of them stay whole. */
#include "service/tournaments/matching.h"

#include <stdlib.h>
#include <string.h>

/* An edge between two vertices, or the best one between what they are shrunk to. */
struct matching_edge {
    int u, v;
    int64_t weight; /* 0: there is none */
};

/* What a node is in the forest. */
enum node_kind { NODE_FREE = -1, NODE_OUTER, NODE_INNER };

struct matching {
    int vertices, nodes, capacity; /* nodes: the largest number in use */
    struct matching_edge *edges;
    int *within;  /* of blossom b and vertex x: the child of b that x is in, or 0 */
    int *cycle;   /* of each blossom: its children in order, beginning with its base */
    int *lengths; /* of these */
    int64_t *label;
    int *mate, *slack, *outermost, *parent, *visited;
    enum node_kind *kind;
    int *queue; /* outer vertices that have not been looked at */
    int queue_first, queue_last, visit;
};

static struct matching_edge *edge_at(struct matching *self, int u, int v)
{
    return &self->edges[u * self->capacity + v];
}

static int *child_with(struct matching *self, int blossom, int vertex)
{
    return &self->within[blossom * (self->vertices + 1) + vertex];
}

static int *cycle_of(struct matching *self, int blossom)
{
    return &self->cycle[blossom * self->capacity];
}

struct matching *matching_new(int count)
{
    struct matching *self = calloc(1, sizeof *self);

    if (!self)
        return NULL;
    const size_t capacity = 2 * (size_t)count + 2;
    self->vertices = self->nodes = count;
    self->capacity = (int)capacity;
    self->edges = calloc(capacity * capacity, sizeof *self->edges);
    self->within = calloc(capacity * ((size_t)count + 1), sizeof *self->within);
    self->cycle = calloc(capacity * capacity, sizeof *self->cycle);
    self->label = calloc(capacity, sizeof *self->label);
    self->kind = calloc(capacity, sizeof *self->kind);
    self->lengths = calloc(7 * capacity, sizeof *self->lengths);
    if (!self->edges || !self->within || !self->cycle || !self->label || !self->kind ||
        !self->lengths) {
        matching_free(self);
        return NULL;
    }
    self->mate = self->lengths + capacity;
    self->slack = self->mate + capacity;
    self->outermost = self->slack + capacity;
    self->parent = self->outermost + capacity;
    self->visited = self->parent + capacity;
    self->queue = self->visited + capacity;
    for (int u = 1; u <= count; u++) {
        for (int v = 1; v <= count; v++)
            *edge_at(self, u, v) = (struct matching_edge){u, v, 0};
    }
    return self;
}

void matching_free(struct matching *self)
{
    if (!self)
        return;
    free(self->edges);
    free(self->within);
    free(self->cycle);
    free(self->label);
    free(self->kind);
    free(self->lengths);
    free(self);
}

void matching_join(struct matching *self, int one, int other, int64_t weight)
{
    edge_at(self, one + 1, other + 1)->weight = weight;
    edge_at(self, other + 1, one + 1)->weight = weight;
}

/* How far an edge is from being tight. */
static int64_t edge_excess(struct matching *self, const struct matching_edge *edge)
{
    return self->label[edge->u] + self->label[edge->v] -
           2 * edge_at(self, edge->u, edge->v)->weight;
}

static void slack_update(struct matching *self, int u, int x)
{
    if (!self->slack[x] || edge_excess(self, edge_at(self, u, x)) <
                               edge_excess(self, edge_at(self, self->slack[x], x)))
        self->slack[x] = u;
}

/* Finds the outer vertex whose edge to x is nearest to being tight. */
static void slack_find(struct matching *self, int x)
{
    self->slack[x] = 0;
    for (int u = 1; u <= self->vertices; u++) {
        if (edge_at(self, u, x)->weight > 0 && self->outermost[u] != x &&
            self->kind[self->outermost[u]] == NODE_OUTER)
            slack_update(self, u, x);
    }
}

/* Queues all vertices of a node. */
static void queue_push(struct matching *self, int x)
{
    if (x <= self->vertices) {
        self->queue[self->queue_last++] = x;
        return;
    }
    for (int i = 0; i < self->lengths[x]; i++)
        queue_push(self, cycle_of(self, x)[i]); /* blossoms in blossoms: as deep as they are */
}

static void outermost_set(struct matching *self, int x, int blossom)
{
    self->outermost[x] = blossom;
    for (int i = 0; x > self->vertices && i < self->lengths[x]; i++)
        outermost_set(self, cycle_of(self, x)[i], blossom);
}

static void reverse_nodes(int *nodes, int count)
{
    for (int i = 0, j = count - 1; i < j; i++, j--) {
        int node = nodes[i];

        nodes[i] = nodes[j];
        nodes[j] = node;
    }
}

/* Where a child is in its cycle, which is turned so that the way to it from the base is even. */
static int even_way(struct matching *self, int blossom, int child)
{
    int *cycle = cycle_of(self, blossom), at = 0, length = self->lengths[blossom];

    while (cycle[at] != child)
        at++;
    if (at % 2 == 0)
        return at;
    reverse_nodes(cycle + 1, length - 1);
    return length - at;
}

/* Matches node u by its edge to node v, and what is inside of u accordingly. */
static void mate_set(struct matching *self, int u, int v)
{
    const struct matching_edge edge = *edge_at(self, u, v);

    self->mate[u] = edge.v;
    if (u <= self->vertices)
        return;
    int child = *child_with(self, u, edge.u), way = even_way(self, u, child),
        *cycle = cycle_of(self, u);
    for (int i = 0; i < way; i++)
        mate_set(self, cycle[i], cycle[i ^ 1]);
    mate_set(self, child, v);
    /* The child becomes the base: rotates the cycle by `way`. */
    reverse_nodes(cycle, way);
    reverse_nodes(cycle + way, self->lengths[u] - way);
    reverse_nodes(cycle, self->lengths[u]);
}

/* Swaps matched and unmatched edges from node u to the root of its tree. */
static void augment_path(struct matching *self, int u, int v)
{
    for (;;) {
        int next = self->outermost[self->mate[u]];

        mate_set(self, u, v);
        if (!next)
            return;
        mate_set(self, next, self->outermost[self->parent[next]]);
        u = self->outermost[self->parent[next]];
        v = next;
    }
}

/* The node in which the ways of two outer nodes to their roots meet, or 0. */
static int common_root(struct matching *self, int u, int v)
{
    self->visit++;
    while (u || v) {
        if (u) {
            if (self->visited[u] == self->visit)
                return u;
            self->visited[u] = self->visit;
            u = self->outermost[self->mate[u]];
            if (u)
                u = self->outermost[self->parent[u]];
        }
        int other = u;
        u = v;
        v = other;
    }
    return 0;
}

/* Appends the way from node x up to the base of a new blossom. */
static void cycle_append(struct matching *self, int blossom, int x, int base)
{
    int *cycle = cycle_of(self, blossom);

    while (x != base) {
        int mate = self->outermost[self->mate[x]];

        cycle[self->lengths[blossom]++] = x;
        cycle[self->lengths[blossom]++] = mate;
        queue_push(self, mate);
        x = self->outermost[self->parent[mate]];
    }
}

/* The best edges of a new blossom are those of its children. */
static void blossom_join(struct matching *self, int blossom)
{
    for (int x = 1; x <= self->nodes; x++)
        edge_at(self, blossom, x)->weight = edge_at(self, x, blossom)->weight = 0;
    for (int x = 1; x <= self->vertices; x++)
        *child_with(self, blossom, x) = 0;
    for (int i = 0; i < self->lengths[blossom]; i++) {
        int child = cycle_of(self, blossom)[i];

        for (int x = 1; x <= self->nodes; x++) {
            const struct matching_edge *edge = edge_at(self, child, x),
                                       *best = edge_at(self, blossom, x);

            if (edge->weight > 0 &&
                (best->weight == 0 || edge_excess(self, edge) < edge_excess(self, best))) {
                *edge_at(self, blossom, x) = *edge;
                *edge_at(self, x, blossom) = *edge_at(self, x, child);
            }
        }
        for (int x = 1; x <= self->vertices; x++) {
            if (*child_with(self, child, x))
                *child_with(self, blossom, x) = child;
        }
    }
}

/* Shrinks the odd cycle that an edge between the outer nodes u and v closes. */
static void blossom_add(struct matching *self, int u, int base, int v)
{
    int blossom = self->vertices + 1;

    while (blossom <= self->nodes && self->outermost[blossom])
        blossom++;
    if (blossom > self->nodes)
        self->nodes++;
    self->label[blossom] = 0;
    self->kind[blossom] = NODE_OUTER;
    self->mate[blossom] = self->mate[base];
    cycle_of(self, blossom)[0] = base;
    self->lengths[blossom] = 1;
    cycle_append(self, blossom, u, base);
    reverse_nodes(cycle_of(self, blossom) + 1, self->lengths[blossom] - 1);
    cycle_append(self, blossom, v, base);
    outermost_set(self, blossom, blossom);
    blossom_join(self, blossom);
    slack_find(self, blossom);
}

/* Opens an inner blossom again; the even way through it stays in the tree. */
static void blossom_expand(struct matching *self, int blossom)
{
    int *cycle = cycle_of(self, blossom);

    for (int i = 0; i < self->lengths[blossom]; i++)
        outermost_set(self, cycle[i], cycle[i]);
    int child = *child_with(self, blossom, edge_at(self, blossom, self->parent[blossom])->u),
        way = even_way(self, blossom, child);
    for (int i = 0; i < way; i += 2) {
        int inner = cycle[i], outer = cycle[i + 1];

        self->parent[inner] = edge_at(self, outer, inner)->u;
        self->kind[inner] = NODE_INNER;
        self->kind[outer] = NODE_OUTER;
        self->slack[inner] = 0;
        slack_find(self, outer);
        queue_push(self, outer);
    }
    self->kind[child] = NODE_INNER;
    self->parent[child] = self->parent[blossom];
    for (int i = way + 1; i < self->lengths[blossom]; i++) {
        self->kind[cycle[i]] = NODE_FREE;
        slack_find(self, cycle[i]);
    }
    self->outermost[blossom] = 0;
}

/* A tight edge out of an outer node: grows a tree, shrinks a blossom, or finds an augmenting path.
 * True: the matching has grown. */
static bool edge_use(struct matching *self, const struct matching_edge *edge)
{
    int u = self->outermost[edge->u], v = self->outermost[edge->v];

    if (self->kind[v] == NODE_FREE) {
        int next = self->outermost[self->mate[v]];

        self->parent[v] = edge->u;
        self->kind[v] = NODE_INNER;
        self->slack[v] = self->slack[next] = 0;
        self->kind[next] = NODE_OUTER;
        queue_push(self, next);
    } else if (self->kind[v] == NODE_OUTER) {
        int base = common_root(self, u, v);

        if (!base) {
            augment_path(self, u, v);
            augment_path(self, v, u);
            return true;
        }
        blossom_add(self, u, base, v);
    }
    return false;
}

/* Looks at the edges of all outer vertices that are queued. True as edge_use(). */
static bool queue_run(struct matching *self)
{
    while (self->queue_first < self->queue_last) {
        int u = self->queue[self->queue_first++];

        if (self->kind[self->outermost[u]] == NODE_INNER)
            continue;
        for (int v = 1; v <= self->vertices; v++) {
            const struct matching_edge *edge = edge_at(self, u, v);

            if (edge->weight == 0 || self->outermost[u] == self->outermost[v])
                continue;
            if (edge_excess(self, edge) != 0)
                slack_update(self, u, self->outermost[v]);
            else if (edge_use(self, edge))
                return true;
        }
    }
    return false;
}

static bool is_outermost(const struct matching *self, int x)
{
    return self->outermost[x] == x;
}

/* By how much labels may change until an edge becomes tight or a blossom opens. */
static int64_t label_step(struct matching *self)
{
    int64_t step = INT64_MAX;

    for (int b = self->vertices + 1; b <= self->nodes; b++) {
        if (is_outermost(self, b) && self->kind[b] == NODE_INNER && self->label[b] / 2 < step)
            step = self->label[b] / 2;
    }
    for (int x = 1; x <= self->nodes; x++) {
        if (!is_outermost(self, x) || !self->slack[x] || self->kind[x] == NODE_INNER)
            continue;
        int64_t excess = edge_excess(self, edge_at(self, self->slack[x], x));
        int64_t most = self->kind[x] == NODE_FREE ? excess : excess / 2;
        if (most < step)
            step = most;
    }
    return step;
}

/* Changes the labels. False: a free vertex has none left, so no larger matching weighs more. */
static bool labels_change(struct matching *self, int64_t step)
{
    for (int u = 1; u <= self->vertices; u++) {
        enum node_kind kind = self->kind[self->outermost[u]];

        if (kind == NODE_OUTER && self->label[u] <= step)
            return false;
        self->label[u] -= kind == NODE_OUTER ? step : kind == NODE_INNER ? -step : 0;
    }
    for (int b = self->vertices + 1; b <= self->nodes; b++) {
        if (is_outermost(self, b) && self->kind[b] != NODE_FREE)
            self->label[b] += self->kind[b] == NODE_OUTER ? 2 * step : -2 * step;
    }
    return true;
}

/* Uses the edges that have become tight. True as edge_use(). */
static bool slacks_use(struct matching *self)
{
    for (int x = 1; x <= self->nodes; x++) {
        if (!is_outermost(self, x) || !self->slack[x] || self->outermost[self->slack[x]] == x)
            continue;
        const struct matching_edge edge = *edge_at(self, self->slack[x], x);
        if (edge_excess(self, &edge) == 0 && edge_use(self, &edge))
            return true;
    }
    return false;
}

/* Finds one more pair. False: there is none. */
static bool matching_grow(struct matching *self)
{
    self->queue_first = self->queue_last = 0;
    for (int x = 1; x <= self->nodes; x++) {
        self->kind[x] = NODE_FREE;
        self->slack[x] = 0;
    }
    for (int x = 1; x <= self->nodes; x++) {
        if (is_outermost(self, x) && !self->mate[x]) {
            self->parent[x] = 0;
            self->kind[x] = NODE_OUTER;
            queue_push(self, x);
        }
    }
    if (self->queue_last == 0)
        return false;
    for (;;) {
        if (queue_run(self))
            return true;
        int64_t step = label_step(self);
        if (step == INT64_MAX || !labels_change(self, step))
            return false;
        self->queue_first = self->queue_last = 0;
        if (slacks_use(self))
            return true;
        for (int b = self->vertices + 1; b <= self->nodes; b++) {
            if (is_outermost(self, b) && self->kind[b] == NODE_INNER && self->label[b] == 0)
                blossom_expand(self, b);
        }
    }
}

void matching_find(struct matching *self, int mates[])
{
    int64_t largest = 0;

    for (int u = 1; u <= self->vertices; u++) {
        self->outermost[u] = u;
        *child_with(self, u, u) = u;
        for (int v = 1; v <= self->vertices; v++) {
            if (edge_at(self, u, v)->weight > largest)
                largest = edge_at(self, u, v)->weight;
        }
    }
    for (int u = 1; u <= self->vertices; u++)
        self->label[u] = largest;
    while (largest > 0 && matching_grow(self))
        continue;
    for (int u = 1; u <= self->vertices; u++)
        mates[u - 1] = self->mate[u] - 1;
}
