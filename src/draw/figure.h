/* figure.h - the fields of a figure: the places of its panels and links. Units and directions as in
 * sheet.h. */
#ifndef DRAW_FIGURE_H
#define DRAW_FIGURE_H

#include <paua/lab/figure.h>

#include "draw/sheet.h"

enum {
    FIGURE_MARGIN = 40,
    FIGURE_GAP = 60, /* between panels */
    FIGURE_TITLE = 52,
    FIGURE_TITLE_ROOM = 72,
    FIGURE_INSET = 16, /* of bands: from the sides of their panel */
    FIGURE_BAND = 66,
    FIGURE_BAND_TEXT = 42,
    FIGURE_LINK_TEXT = 40,
    FIGURE_NOTE_ROOM = 80,
    FIGURE_SIGN = 70, /* width of a brace and of an equals sign */
    FIGURE_TIP = 34,  /* length of an arrow's tip */
    FIGURE_CORNERS_MAX = 6,
};

/* The place of a panel: its upper left corner and its size. */
struct figure_frame {
    struct draw_point at;
    int width, height;
};

/* The route of a link: two corners are joined by one curve that begins and ends vertically, more by
 * straight lines with rounded corners. */
struct link_route {
    struct draw_point corners[FIGURE_CORNERS_MAX];
    int count;
    struct draw_point label;
};

struct paua_figure {
    paua_figure_plan plan;
    struct figure_frame *frames; /* one for each panel; owned */
    struct link_route *routes;   /* one for each link; owned */
    int left;                    /* left edge: below 0 when the note is wider than the rest */
    int width, height;
    /* PAUA_ARRANGEMENT_SETS: the signs between the panels */
    int equals, open, bar, close, signs_top, signs_bottom;
};

/* The width of a text of this height, estimated without a font. */
int figure_words_width(const char *text, int height);

/* Lays out a figure of PAUA_ARRANGEMENT_LAYERS: places the frames, whose sizes are known, and the
 * links, and sets the size of the whole without the note. False without memory. */
bool figure_layers(struct paua_figure *figure);

#endif
