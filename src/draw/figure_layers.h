/* figure_layers.h - what the steps of laying a graph out share. */
#ifndef DRAW_FIGURE_LAYERS_H
#define DRAW_FIGURE_LAYERS_H

#include "draw/figure.h"

/* How a link runs, seen on the page. */
enum way { WAY_DOWN, WAY_UP, WAY_LEFT, WAY_RIGHT };

struct layers {
    struct paua_figure *figure;
    const paua_link *links;
    int panels, link_count, ranks;
    int *rank;                     /* of each panel */
    int *order;                    /* the panels, layer by layer, from left to right */
    int *start;                    /* of each layer in `order`, and the end */
    int *place;                    /* of each panel in its layer */
    int *best;                     /* the order with the fewest crossings yet */
    double *sum, *number, *middle; /* of each panel: of its neighbours, and where it lies */
};

/* Step 4: figure_ways.c. */
bool figure_ways(const struct layers *layers);

#endif
