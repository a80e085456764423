/* figure_layers.h - the state shared by the steps of a layered graph layout. */
#ifndef DRAW_FIGURE_LAYERS_H
#define DRAW_FIGURE_LAYERS_H

#include "draw/figure.h"

/* The direction of a link between neighbouring layers, or the side on which it goes around. */
enum link_side { LINK_DOWN, LINK_UP, LINK_LEFT, LINK_RIGHT };

struct layers {
    struct paua_figure *figure;
    const paua_link *links;
    int panels, link_count, ranks;
    int *rank;            /* of each panel */
    int *order;           /* the panels, layer by layer, from left to right */
    int *start;           /* of each layer in `order`, and the end */
    int *place;           /* of each panel in its layer */
    int *best;            /* the order with the fewest crossings yet */
    double *sum, *number; /* of each panel: of its neighbours' places, and how many these are */
    double *middle;       /* of each panel: its horizontal centre */
};

/* Step 4: figure_routes.c. */
bool figure_route_links(const struct layers *layers);

#endif
