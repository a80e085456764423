/* lab/figure.h - several positions in one drawing: sheets of boards, sets of options, graphs.
 *
 * A plan lists the contents; a figure is the plan with its layout computed, and is written as SVG
 * or TikZ like a drawing of one position (draw.h). The same plan gives the same bytes. A plan and
 * everything it points to is borrowed for the lifetime of the figure. A figure may be written by
 * any number of threads. docs/study.md shows examples.
 *
 * Research: no promise about its functions and structs from one version to the next.
 */
#ifndef PAUA_LAB_FIGURE_H
#define PAUA_LAB_FIGURE_H

#include <paua/draw.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A coloured field with text, under a board. */
typedef struct paua_band {
    int player;       /* a paua_side, whose colour it has; -1: grey */
    const char *text; /* UTF-8, may be NULL */
} paua_band;

#define PAUA_BANDS_MAX 2

typedef struct paua_panel {
    const paua_position *position;   /* NULL: no board, only text */
    paua_drawing how;                /* its size need not be set */
    const char *title;               /* above the board, or NULL */
    paua_band bands[PAUA_BANDS_MAX]; /* side by side */
    int band_count;
    bool framed; /* has a line around it */
} paua_panel;

/* An arrow from a panel to a panel. */
typedef struct paua_link {
    int from, to;
    const char *text; /* beside its beginning, or NULL */
    bool dashed;
} paua_link;

typedef enum paua_arrangement {
    PAUA_ARRANGEMENT_ROWS,  /* in order, in rows */
    PAUA_ARRANGEMENT_SETS,  /* panel 0 = { the next `left` panels | the others } */
    PAUA_ARRANGEMENT_LAYERS /* by the number of links from panel 0, with the links drawn */
} paua_arrangement;

typedef struct paua_figure_plan {
    const paua_board *board;
    const char *title; /* one sentence; not drawn, but read by screen readers */
    const char *note;  /* a line below everything, or NULL */
    paua_arrangement arrangement;
    const paua_panel *panels;
    int panel_count;
    int left;               /* PAUA_ARRANGEMENT_SETS only */
    const paua_link *links; /* PAUA_ARRANGEMENT_LAYERS only */
    int link_count;
} paua_figure_plan;

typedef struct paua_figure paua_figure;

#define PAUA_FIGURE_PANELS_MAX 10000
#define PAUA_FIGURE_LINKS_MAX  1000000

/* Computes the layout. Returns PAUA_OK, PAUA_ERROR_BAD_ARGUMENT (no panel, too many panels or
 * links, a link to a panel that does not exist, `left` too large), or PAUA_ERROR_NO_MEMORY. */
PAUA_API paua_status paua_figure_new(const paua_figure_plan *plan, paua_figure **out);
PAUA_API void paua_figure_free(paua_figure *figure); /* NULL is allowed */

/* In units of a hundredth of the distance between neighbouring cells' centres. */
PAUA_API int paua_figure_width(const paua_figure *figure);
PAUA_API int paua_figure_height(const paua_figure *figure);

/* TeX knows no lengths beyond this many units. */
#define PAUA_FIGURE_TIKZ_MAX 64000

/* As paua_draw_svg() and paua_draw_tikz(). */
PAUA_API size_t paua_figure_svg(const paua_figure *figure, char *text, size_t cap);
PAUA_API size_t paua_figure_tikz(const paua_figure *figure, char *text, size_t cap);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_LAB_FIGURE_H */
