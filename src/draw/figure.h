/* figure.h - the inside of a figure: where its panels and links lie. Units and directions as in draw_sheet.h. */
#ifndef DRAW_FIGURE_H
#define DRAW_FIGURE_H

#include <paua/figure.h>

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
    FIGURE_SIGN = 70, /* breadth of a brace and of an equals sign */
    FIGURE_TIP = 34,  /* of an arrow: its length */
    FIGURE_CORNERS_MAX = 6,
};

/* Where a panel lies: its upper left corner and its size. */
struct frame {
    struct place at;
    int width, height;
};

/* The way of a link: two corners are joined by one curve that begins and ends upright, more by straight lines with
 * rounded corners. */
struct route {
    struct place corners[FIGURE_CORNERS_MAX];
    int count;
    struct place label;
};

struct paua_figure {
    paua_figure_plan plan;
    struct frame *frames; /* one for each panel; owned */
    struct route *routes; /* one for each link; owned */
    int left; /* where the whole begins: below 0 when the note is broader than the rest */
    int width, height;
    /* PAUA_SETS: the signs between the panels */
    int equals, open, bar, close, signs_top, signs_bottom;
};

/* The width of words that are so high, as near as it can be told without a font. */
int figure_words_width(const char *text, int height);

/* Places the frames, whose sizes are known, and the links of PAUA_LAYERS; tells the size of the whole, without
 * the note. False without memory. */
bool figure_layers(struct paua_figure *figure);

#endif
