/* figure_ways.c - where layers lie on the page, and how links run between them. */
#include <stdlib.h>

#include "draw/figure_layers.h"

enum {
    CURVE = 130, /* height between two layers that curves join, at least and at most */
    CURVE_MOST = 400,
    STEEP = 8,    /* so much broader than high may curves be before layers move apart */
    LANE = 40,    /* between the lanes of links that go around */
    ENTRY = 60,   /* from the lowest lane above a layer to its panels */
    LABELS = 100, /* height of what stands beside the beginnings of links, in two rows */
    LABEL_FIRST = 34,
    LABEL_NEXT = 44,
    FAR = 1000000000,
};

struct ways {
    const struct layers *layers;
    enum way *way; /* of each link */
    int *lane;     /* of each link that goes around: 0 is next to the panels */
    int *top;      /* of each layer */
    int *bottom;
    int *above, *below; /* lanes there: links that end at the layer, links that begin there */
    int lanes[2];       /* on the left and on the right */
    int labels;         /* LABELS when links have words, else 0 */
    double least, most; /* the ends of the layers */
};

static bool ways_allocate(struct ways *ways)
{
    size_t links = (size_t)ways->layers->link_count + 1, ranks = (size_t)ways->layers->ranks;
    ways->way = calloc(links, sizeof *ways->way);
    ways->lane = calloc(links, sizeof(int));
    ways->top = calloc(ranks, sizeof(int));
    ways->bottom = calloc(ranks, sizeof(int));
    ways->above = calloc(ranks, sizeof(int));
    ways->below = calloc(ranks, sizeof(int));
    return ways->way && ways->lane && ways->top && ways->bottom && ways->above && ways->below;
}

static void ways_free(struct ways *ways)
{
    free(ways->way);
    free(ways->lane);
    free(ways->top);
    free(ways->bottom);
    free(ways->above);
    free(ways->below);
}

static void measure(struct ways *ways)
{
    const struct layers *layers = ways->layers;

    ways->least = FAR;
    ways->most = -FAR;
    for (int i = 0; i < layers->panels; i++) {
        double half = layers->figure->frames[i].width / 2.0;
        if (layers->middle[i] - half < ways->least)
            ways->least = layers->middle[i] - half;
        if (layers->middle[i] + half > ways->most)
            ways->most = layers->middle[i] + half;
    }
}

/* A link that goes around takes the nearer side. */
static void choose_ways(struct ways *ways)
{
    const struct layers *layers = ways->layers;
    double centre = ways->least + ways->most;

    for (int i = 0; i < layers->link_count; i++) {
        int from = layers->links[i].from, to = layers->links[i].to;
        int down = layers->rank[to] - layers->rank[from];
        if (layers->links[i].text)
            ways->labels = LABELS;
        if (down == 1 || down == -1) {
            ways->way[i] = down == 1 ? WAY_DOWN : WAY_UP;
            continue;
        }
        ways->way[i] =
            layers->middle[from] + layers->middle[to] < centre - 1 ? WAY_LEFT : WAY_RIGHT;
        ways->lanes[ways->way[i] == WAY_RIGHT]++;
        ways->above[layers->rank[to]]++;
        ways->below[layers->rank[from]]++;
    }
}

/* A link that goes around, and how many layers it passes. */
struct detour {
    int link, layers;
};

static int compare_detours(const void *a, const void *b)
{
    const struct detour *x = a, *y = b;
    return x->layers != y->layers ? x->layers - y->layers : x->link - y->link;
}

/* Short ways lie inside long ones. */
static bool share_lanes(struct ways *ways)
{
    const struct layers *layers = ways->layers;
    struct detour *detours = calloc((size_t)layers->link_count + 1, sizeof *detours);
    int count = 0, taken[2] = {0, 0};

    if (!detours)
        return false;
    for (int i = 0; i < layers->link_count; i++)
        if (ways->way[i] == WAY_LEFT || ways->way[i] == WAY_RIGHT)
            detours[count++] = (struct detour){
                i, abs(layers->rank[layers->links[i].from] - layers->rank[layers->links[i].to])};
    qsort(detours, (size_t)count, sizeof *detours, compare_detours);
    for (int i = 0; i < count; i++)
        ways->lane[detours[i].link] = taken[ways->way[detours[i].link] == WAY_RIGHT]++;
    free(detours);
    return true;
}

/* The height between a layer and the one below it. */
static int curve_height(const struct layers *layers, int rank)
{
    double broadest = 0;

    for (int i = 0; i < layers->link_count; i++) {
        int from = layers->links[i].from, to = layers->links[i].to;
        int upper = layers->rank[from] < layers->rank[to] ? from : to, lower = from + to - upper;
        double breadth = layers->middle[upper] - layers->middle[lower];
        if (layers->rank[upper] == rank && layers->rank[lower] == rank + 1)
            broadest = breadth > broadest ? breadth : -breadth > broadest ? -breadth : broadest;
    }
    double height = CURVE + broadest / STEEP;
    return height < CURVE_MOST ? (int)height : CURVE_MOST;
}

static void stack_layers(struct ways *ways)
{
    const struct layers *layers = ways->layers;
    int y = FIGURE_MARGIN;

    for (int rank = 0; rank < layers->ranks; rank++) {
        int height = 0;
        if (rank)
            y += ways->labels + ways->below[rank - 1] * LANE + curve_height(layers, rank - 1);
        if (ways->above[rank])
            y += ways->above[rank] * LANE + ENTRY;
        for (int i = layers->start[rank]; i < layers->start[rank + 1]; i++) {
            struct frame *frame = &layers->figure->frames[layers->order[i]];
            frame->at = (struct place){(int)layers->middle[layers->order[i]] - frame->width / 2, y};
            height = frame->height > height ? frame->height : height;
        }
        ways->top[rank] = y;
        ways->bottom[rank] = y += height;
    }
    if (ways->below[layers->ranks - 1])
        y += ways->labels + ways->below[layers->ranks - 1] * LANE;
    layers->figure->height = y + FIGURE_MARGIN;
}

/* An end of a link on the upper or the lower edge of a panel. */
struct port {
    int panel;
    bool lower;
    double towards; /* where the other end lies */
    int link;
    bool end; /* of the link, not its beginning */
};

static int compare_ports(const void *a, const void *b)
{
    const struct port *x = a, *y = b;
    if (x->panel != y->panel)
        return x->panel - y->panel;
    if (x->lower != y->lower)
        return x->lower - y->lower;
    if (x->towards != y->towards)
        return x->towards < y->towards ? -1 : 1;
    return x->link - y->link;
}

static struct port port_of(const struct ways *ways, int link, bool end)
{
    const struct layers *layers = ways->layers;
    const paua_link *ends = &layers->links[link];
    int panel = end ? ends->to : ends->from, other = end ? ends->from : ends->to;
    enum way way = ways->way[link];
    double towards = way == WAY_LEFT ? -FAR : way == WAY_RIGHT ? FAR : layers->middle[other];

    return (struct port){panel, end == (way == WAY_UP), towards, link, end};
}

static void set_port(const struct ways *ways, const struct port *port, int which, int count)
{
    struct paua_figure *figure = ways->layers->figure;
    const struct frame *frame = &figure->frames[port->panel];
    struct route *route = &figure->routes[port->link];
    const struct place at = {frame->at.x + frame->width * (which + 1) / (count + 1),
                             port->lower ? frame->at.y + frame->height : frame->at.y};
    int away = LABEL_FIRST + which % 2 * LABEL_NEXT;

    if (port->end) {
        route->corners[FIGURE_CORNERS_MAX - 1] = at;
        return;
    }
    route->corners[0] = at;
    route->label = (struct place){at.x, port->lower ? at.y + away : at.y - away};
}

/* The ends of links are spread over the edges of panels, those that lead to the left on the left. */
static bool spread_ports(struct ways *ways)
{
    int count = 2 * ways->layers->link_count;
    struct port *ports = calloc((size_t)count + 1, sizeof *ports);

    if (!ports)
        return false;
    for (int i = 0; i < count; i++)
        ports[i] = port_of(ways, i / 2, i % 2);
    qsort(ports, (size_t)count, sizeof *ports, compare_ports);
    for (int first = 0, next; first < count; first = next) {
        for (next = first; next < count && ports[next].panel == ports[first].panel &&
                           ports[next].lower == ports[first].lower;)
            next++;
        for (int i = first; i < next; i++)
            set_port(ways, &ports[i], i - first, next - first);
    }
    free(ports);
    return true;
}

/* The corners between the ends: down to a lane below the layer, to the side, along it, and in from above. */
static void lay_routes(struct ways *ways)
{
    const struct layers *layers = ways->layers;

    for (int i = layers->link_count - 1; i >= 0; i--) {
        struct route *route = &layers->figure->routes[i];
        struct place begin = route->corners[0], end = route->corners[FIGURE_CORNERS_MAX - 1];
        int from = layers->rank[layers->links[i].from], to = layers->rank[layers->links[i].to];
        if (ways->way[i] == WAY_DOWN || ways->way[i] == WAY_UP) {
            route->corners[1] = end;
            route->count = 2;
            continue;
        }
        int side = ways->way[i] == WAY_LEFT ? (int)ways->least - LANE * (ways->lane[i] + 1)
                                            : (int)ways->most + LANE * (ways->lane[i] + 1);
        int low = ways->bottom[from] + ways->labels + LANE * --ways->below[from] + LANE / 2;
        int high = ways->top[to] - ENTRY - LANE * --ways->above[to];
        route->corners[1] = (struct place){begin.x, low};
        route->corners[2] = (struct place){side, low};
        route->corners[3] = (struct place){side, high};
        route->corners[4] = (struct place){end.x, high};
        route->count = FIGURE_CORNERS_MAX;
    }
}

static void move_right(struct paua_figure *figure, int by)
{
    for (int i = 0; i < figure->plan.panel_count; i++)
        figure->frames[i].at.x += by;
    for (int i = 0; i < figure->plan.link_count; i++) {
        figure->routes[i].label.x += by;
        for (int corner = 0; corner < figure->routes[i].count; corner++)
            figure->routes[i].corners[corner].x += by;
    }
}

bool figure_ways(const struct layers *layers)
{
    struct ways ways = {.layers = layers};
    bool done = ways_allocate(&ways);

    if (done) {
        measure(&ways);
        choose_ways(&ways);
        stack_layers(&ways);
        done = share_lanes(&ways) && spread_ports(&ways);
    }
    if (done) {
        lay_routes(&ways);
        int left = (int)ways.least - LANE * ways.lanes[0] - FIGURE_MARGIN;
        move_right(layers->figure, -left);
        layers->figure->width = (int)ways.most + LANE * ways.lanes[1] + FIGURE_MARGIN - left;
    }
    ways_free(&ways);
    return done;
}
