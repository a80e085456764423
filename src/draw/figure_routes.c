/* figure_routes.c - step 4 of a layered drawing (figure_layers.c): the heights of layers, and the
 * routes of links between and around them. */
#include <stdlib.h>

#include "draw/figure_layers.h"

enum {
    CURVE = 130,      /* least height between two layers that curves join */
    CURVE_MOST = 400, /* greatest height */
    STEEP = 8,        /* ratio of width to height of curves above which layers move apart */
    LANE = 40,        /* distance of the lanes of links that go around */
    ENTRY = 60,       /* distance from the lowest lane above a layer to its panels */
    LABELS = 100,     /* height of the labels at the beginnings of links, in two rows */
    LABEL_FIRST = 34,
    LABEL_NEXT = 44,
    FAR = 1000000000,
};

struct link_routing {
    const struct layers *layers;
    enum link_side *side; /* of each link */
    int *lane;            /* of each link that goes around: 0 is next to the panels */
    int *top;             /* of each layer */
    int *bottom;
    int *above, *below; /* lanes there: links that end at the layer, links that begin there */
    int lanes[2];       /* on the left and on the right */
    int labels;         /* LABELS when links have labels, else 0 */
    double least, most; /* the left and right ends of the layers */
};

/* The caller calls routing_free() on failure, too. */
static bool routing_allocate(struct link_routing *routing)
{
    size_t links = (size_t)routing->layers->link_count + 1, ranks = (size_t)routing->layers->ranks;
    routing->side = calloc(links, sizeof *routing->side);
    routing->lane = calloc(links, sizeof(int));
    routing->top = calloc(ranks, sizeof(int));
    routing->bottom = calloc(ranks, sizeof(int));
    routing->above = calloc(ranks, sizeof(int));
    routing->below = calloc(ranks, sizeof(int));
    return routing->side && routing->lane && routing->top && routing->bottom && routing->above &&
           routing->below;
}

static void routing_free(struct link_routing *routing)
{
    free(routing->side);
    free(routing->lane);
    free(routing->top);
    free(routing->bottom);
    free(routing->above);
    free(routing->below);
}

/* Finds the left and right ends of the layers. */
static void measure_layers(struct link_routing *routing)
{
    const struct layers *layers = routing->layers;
    routing->least = FAR;
    routing->most = -FAR;
    for (int i = 0; i < layers->panels; i++) {
        double half = layers->figure->frames[i].width / 2.0;
        if (layers->middle[i] - half < routing->least)
            routing->least = layers->middle[i] - half;
        if (layers->middle[i] + half > routing->most)
            routing->most = layers->middle[i] + half;
    }
}

/* Chooses the direction of each link; one that goes around takes the nearer side. */
static void choose_sides(struct link_routing *routing)
{
    const struct layers *layers = routing->layers;
    double centre = routing->least + routing->most;
    for (int i = 0; i < layers->link_count; i++) {
        int from = layers->links[i].from, to = layers->links[i].to;
        int down = layers->rank[to] - layers->rank[from];
        if (layers->links[i].text)
            routing->labels = LABELS;
        if (down == 1 || down == -1) {
            routing->side[i] = down == 1 ? LINK_DOWN : LINK_UP;
            continue;
        }
        routing->side[i] =
            layers->middle[from] + layers->middle[to] < centre - 1 ? LINK_LEFT : LINK_RIGHT;
        routing->lanes[routing->side[i] == LINK_RIGHT]++;
        routing->above[layers->rank[to]]++;
        routing->below[layers->rank[from]]++;
    }
}

/* A link that goes around, and the number of layers it passes. */
struct link_detour {
    int link, layers;
};

/* For qsort(): the shortest detour first; equal ones by the number of the link. */
static int compare_detours(const void *a, const void *b)
{
    const struct link_detour *one = a, *other = b;
    return one->layers != other->layers ? one->layers - other->layers : one->link - other->link;
}

/* Assigns lanes, short detours inside long ones. */
static bool share_lanes(struct link_routing *routing)
{
    const struct layers *layers = routing->layers;
    struct link_detour *detours = calloc((size_t)layers->link_count + 1, sizeof *detours);
    int count = 0, taken[2] = {0, 0};
    if (!detours)
        return false;
    for (int i = 0; i < layers->link_count; i++)
        if (routing->side[i] == LINK_LEFT || routing->side[i] == LINK_RIGHT)
            detours[count++] = (struct link_detour){
                i, abs(layers->rank[layers->links[i].from] - layers->rank[layers->links[i].to])};
    qsort(detours, (size_t)count, sizeof *detours, compare_detours);
    for (int i = 0; i < count; i++)
        routing->lane[detours[i].link] = taken[routing->side[detours[i].link] == LINK_RIGHT]++;
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

/* Sets the heights of the layers from top to bottom. */
static void stack_layers(struct link_routing *routing)
{
    const struct layers *layers = routing->layers;
    int y = FIGURE_MARGIN;
    for (int rank = 0; rank < layers->ranks; rank++) {
        int height = 0;
        if (rank)
            y += routing->labels + routing->below[rank - 1] * LANE + curve_height(layers, rank - 1);
        if (routing->above[rank])
            y += routing->above[rank] * LANE + ENTRY;
        for (int i = layers->start[rank]; i < layers->start[rank + 1]; i++) {
            struct figure_frame *frame = &layers->figure->frames[layers->order[i]];
            frame->at =
                (struct draw_point){(int)layers->middle[layers->order[i]] - frame->width / 2, y};
            height = frame->height > height ? frame->height : height;
        }
        routing->top[rank] = y;
        routing->bottom[rank] = y += height;
    }
    if (routing->below[layers->ranks - 1])
        y += routing->labels + routing->below[layers->ranks - 1] * LANE;
    layers->figure->height = y + FIGURE_MARGIN;
}

/* An end of a link on the upper or the lower edge of a panel. */
struct link_port {
    int panel;
    bool lower;
    double towards; /* the place of the other end */
    int link;
    bool end; /* of the link, not its beginning */
};

/* For qsort(): by panel and edge, then by the place of the other end, so that links to one edge
 * do not cross next to it. */
static int compare_ports(const void *a, const void *b)
{
    const struct link_port *one = a, *other = b;
    if (one->panel != other->panel)
        return one->panel - other->panel;
    if (one->lower != other->lower)
        return one->lower - other->lower;
    if (one->towards != other->towards)
        return one->towards < other->towards ? -1 : 1;
    return one->link - other->link;
}

/* The beginning or the end of a link as a port of its panel. */
static struct link_port port_of(const struct link_routing *routing, int link, bool end)
{
    const struct layers *layers = routing->layers;
    const paua_link *ends = &layers->links[link];
    int panel = end ? ends->to : ends->from, other = end ? ends->from : ends->to;
    enum link_side side = routing->side[link];
    double towards = side == LINK_LEFT ? -FAR : side == LINK_RIGHT ? FAR : layers->middle[other];
    return (struct link_port){panel, end == (side == LINK_UP), towards, link, end};
}

/* Sets the point of the which-th of `count` ports on an edge, and the label of a link that begins
 * there. */
static void set_port(const struct link_routing *routing, const struct link_port *port, int which,
                     int count)
{
    struct paua_figure *figure = routing->layers->figure;
    const struct figure_frame *frame = &figure->frames[port->panel];
    struct link_route *route = &figure->routes[port->link];
    const struct draw_point at = {frame->at.x + frame->width * (which + 1) / (count + 1),
                                  port->lower ? frame->at.y + frame->height : frame->at.y};
    int away = LABEL_FIRST + which % 2 * LABEL_NEXT;
    if (port->end) {
        route->corners[FIGURE_CORNERS_MAX - 1] = at;
        return;
    }
    route->corners[0] = at;
    route->label = (struct draw_point){at.x, port->lower ? at.y + away : at.y - away};
}

/* Spreads the ends of links over the edges of panels, ordered by where they lead. */
static bool spread_ports(struct link_routing *routing)
{
    int count = 2 * routing->layers->link_count;
    struct link_port *ports = calloc((size_t)count + 1, sizeof *ports);
    if (!ports)
        return false;
    for (int i = 0; i < count; i++)
        ports[i] = port_of(routing, i / 2, i % 2);
    qsort(ports, (size_t)count, sizeof *ports, compare_ports);
    for (int first = 0, next; first < count; first = next) {
        for (next = first; next < count && ports[next].panel == ports[first].panel &&
                           ports[next].lower == ports[first].lower;)
            next++;
        for (int i = first; i < next; i++)
            set_port(routing, &ports[i], i - first, next - first);
    }
    free(ports);
    return true;
}

/* Sets the corners between the ends: down to a lane below the layer, to the side, along it, and in
 * from above. */
static void lay_routes(struct link_routing *routing)
{
    const struct layers *layers = routing->layers;
    for (int i = layers->link_count - 1; i >= 0; i--) {
        struct link_route *route = &layers->figure->routes[i];
        struct draw_point begin = route->corners[0], end = route->corners[FIGURE_CORNERS_MAX - 1];
        int from = layers->rank[layers->links[i].from], to = layers->rank[layers->links[i].to];
        if (routing->side[i] == LINK_DOWN || routing->side[i] == LINK_UP) {
            route->corners[1] = end;
            route->count = 2;
            continue;
        }
        int side = routing->side[i] == LINK_LEFT
                       ? (int)routing->least - LANE * (routing->lane[i] + 1)
                       : (int)routing->most + LANE * (routing->lane[i] + 1);
        int low =
            routing->bottom[from] + routing->labels + LANE * --routing->below[from] + LANE / 2;
        int high = routing->top[to] - ENTRY - LANE * --routing->above[to];
        route->corners[1] = (struct draw_point){begin.x, low};
        route->corners[2] = (struct draw_point){side, low};
        route->corners[3] = (struct draw_point){side, high};
        route->corners[4] = (struct draw_point){end.x, high};
        route->count = FIGURE_CORNERS_MAX;
    }
}

/* Shifts panels, labels and routes, to make room for the lanes on the left. */
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

bool figure_route_links(const struct layers *layers)
{
    struct link_routing routing = {.layers = layers};
    bool done = routing_allocate(&routing);
    if (done) {
        measure_layers(&routing);
        choose_sides(&routing);
        stack_layers(&routing);
        done = share_lanes(&routing) && spread_ports(&routing);
    }
    if (done) {
        lay_routes(&routing);
        int left = (int)routing.least - LANE * routing.lanes[0] - FIGURE_MARGIN;
        move_right(layers->figure, -left);
        layers->figure->width = (int)routing.most + LANE * routing.lanes[1] + FIGURE_MARGIN - left;
    }
    routing_free(&routing);
    return done;
}
