/* draw.h - drawings of a position: text, SVG, TikZ.
 *
 * All are written as snprintf does: at most `cap` bytes with a NUL (always there when cap > 0), and the
 * length of the full text is returned. Every board and any number of players. Thread-safe, allocates nothing.
 */
#ifndef PAUA_DRAW_H
#define PAUA_DRAW_H

#include <paua/notation.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A few letters on a cell. */
typedef struct paua_label {
    int cell;
    const char *text; /* UTF-8 */
} paua_label;

typedef struct paua_drawing {
    paua_move last;          /* the move that led here, which is marked, or PAUA_NO_MOVE */
    bool turned;             /* by half a turn: the top row, White's, is at the bottom */
    bool coordinates;        /* row letters and column numbers */
    bool colour;             /* text only: ANSI colours */
    bool unicode;            /* text only: circles for marbles */
    const paua_move *arrows; /* moves to point out, as arrows; not in text. Borrowed, may be NULL */
    int arrow_count;
    const paua_label *labels; /* not in text. Borrowed, may be NULL */
    int label_count;
} paua_drawing;

/* One line a row, each ended by a newline. Plain: '@' black, 'O' white, players three to six their letter,
 * 'n' neutral, 'c' central, 'x' fixed, '.' empty. */
PAUA_API size_t paua_draw_text(const paua_board *board, const paua_position *position,
                               const paua_drawing *how, char *text, size_t cap);

/* A self-contained SVG document. */
PAUA_API size_t paua_draw_svg(const paua_board *board, const paua_position *position,
                              const paua_drawing *how, char *text, size_t cap);

/* A tikzpicture environment, which needs no library but TikZ itself. */
PAUA_API size_t paua_draw_tikz(const paua_board *board, const paua_position *position,
                               const paua_drawing *how, char *text, size_t cap);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_DRAW_H */
