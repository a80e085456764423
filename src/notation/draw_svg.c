#include <paua/draw.h>

#include "notation/text.h"

/* Whole numbers throughout: neighbours in a row are PITCH apart, rows RISE (PITCH * sqrt(3) / 2). */
enum {
    PITCH = 100,
    RISE = 87,
    MARBLE = 43, /* radii */
    HOLE = 31,
    MARK = 20,
    TRAY_MARBLE = 21,
    PLATE = 64, /* from the outer cells' centres to the edge of the plate */
    BORDER = 4,
    MARGIN = 12,
    LABEL = 48,   /* what coordinates need outside the plate */
    LETTER = 106, /* from the first cell of a row to its letter */
    TRAY = 70,    /* and ejected marbles below it */
    TRAY_STEP = 48,
};

struct place {
    int x, y;
};

struct sheet {
    const paua_board *board;
    struct text_out *out;
    int sign;                 /* -1: turned by half a turn */
    struct place least, most; /* centres of the outermost cells */
};

static struct place place_of(const struct sheet *sheet, int row, int column)
{
    return (struct place){sheet->sign * (2 * column - row) * PITCH / 2, -sheet->sign * row * RISE};
}

static void measure(struct sheet *sheet)
{
    const paua_board *board = sheet->board;
    sheet->least = sheet->most = place_of(sheet, 0, 1);
    for (int row = 0; row < paua_board_rows(board); row++) {
        const int ends[] = {paua_board_row_first(board, row), paua_board_row_last(board, row)};
        for (int i = 0; i < 2; i++) {
            struct place place = place_of(sheet, row, ends[i]);
            sheet->least.x = place.x < sheet->least.x ? place.x : sheet->least.x;
            sheet->least.y = place.y < sheet->least.y ? place.y : sheet->least.y;
            sheet->most.x = place.x > sheet->most.x ? place.x : sheet->most.x;
            sheet->most.y = place.y > sheet->most.y ? place.y : sheet->most.y;
        }
    }
}

static bool has_tray(const paua_position *position)
{
    return position->ejected[PAUA_BLACK] || position->ejected[PAUA_WHITE];
}

static void put_head(const struct sheet *sheet, const paua_position *position, bool coordinates)
{
    int around = PLATE + BORDER + MARGIN + (coordinates ? LABEL : 0);
    int x = sheet->least.x - around, y = sheet->least.y - around;
    int width = sheet->most.x - sheet->least.x + 2 * around;
    int height = sheet->most.y - sheet->least.y + 2 * around + (has_tray(position) ? TRAY : 0);
    char text[PAUA_POSITION_TEXT_MAX];

    paua_position_format(sheet->board, position, text, sizeof text);
    text_put(sheet->out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
             "viewBox=\"%d %d %d %d\" role=\"img\">\n"
             "<title>Abalone position</title>\n<desc>%s</desc>\n",
             width / 2, height / 2, x, y, width, height, text);
    text_put(sheet->out, "<defs>\n"
                         "<radialGradient id=\"paua-black\" cx=\"0.36\" cy=\"0.3\" r=\"0.75\">"
                         "<stop offset=\"0\" stop-color=\"#6d6d72\"/>"
                         "<stop offset=\"0.45\" stop-color=\"#333338\"/>"
                         "<stop offset=\"1\" stop-color=\"#131316\"/></radialGradient>\n"
                         "<radialGradient id=\"paua-white\" cx=\"0.36\" cy=\"0.3\" r=\"0.8\">"
                         "<stop offset=\"0\" stop-color=\"#ffffff\"/>"
                         "<stop offset=\"0.5\" stop-color=\"#f3f1ed\"/>"
                         "<stop offset=\"1\" stop-color=\"#c3beb5\"/></radialGradient>\n"
                         "</defs>\n");
}

/* The outline of the corner cells, drawn with a broad round line: twice, for the border. */
static void put_plate(const struct sheet *sheet)
{
    const paua_board *board = sheet->board;
    int top = paua_board_rows(board) - 1;
    int east = paua_board_side(board, 2) - 1, west = paua_board_side(board, 1) - 1;
    const int rows[] = {0, 0, east, top, top, west};
    const struct {
        const char *colour;
        int reach;
    } layers[] = {{"#a3957c", PLATE + BORDER}, {"#e8dfcd", PLATE}};

    for (int layer = 0; layer < 2; layer++) {
        const char *colour = layers[layer].colour;
        text_put(sheet->out, "<path d=\"");
        for (int i = 0; i < 6; i++) {
            bool right = i >= 1 && i <= 3;
            struct place place = place_of(sheet, rows[i],
                                          right ? paua_board_row_last(board, rows[i])
                                                : paua_board_row_first(board, rows[i]));
            text_put(sheet->out, "%c%d %d", i ? 'L' : 'M', place.x, place.y);
        }
        text_put(sheet->out,
                 "Z\" fill=\"%s\" stroke=\"%s\" stroke-width=\"%d\" stroke-linejoin=\"round\"/>\n",
                 colour, colour, 2 * layers[layer].reach);
    }
}

static void put_circles(const struct sheet *sheet, paua_set set, int radius, const char *look)
{
    const paua_board *board = sheet->board;

    if (!set)
        return;
    text_put(sheet->out, "<g %s>\n", look);
    for (int row = 0; row < paua_board_rows(board); row++) {
        int last = paua_board_row_last(board, row);
        for (int column = paua_board_row_first(board, row); column <= last; column++) {
            struct place place = place_of(sheet, row, column);
            if (set & PAUA_SET(paua_board_cell(board, row, column)))
                text_put(sheet->out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n", place.x, place.y,
                         radius);
        }
    }
    text_put(sheet->out, "</g>\n");
}

#define LOOK_BLACK "fill=\"url(#paua-black)\" stroke=\"#000000\" stroke-width=\"2\""
#define LOOK_WHITE "fill=\"url(#paua-white)\" stroke=\"#7d776c\" stroke-width=\"2\""

static void put_marbles(const struct sheet *sheet, const paua_position *position)
{
    put_circles(sheet, paua_board_all(sheet->board), HOLE,
                "fill=\"#d3c7ae\" stroke=\"#bcae92\" stroke-width=\"2\"");
    put_circles(sheet, position->marbles[PAUA_BLACK], MARBLE, LOOK_BLACK);
    put_circles(sheet, position->marbles[PAUA_WHITE], MARBLE, LOOK_WHITE);
}

/* A ring where the moved marbles stand, a dashed one where they were. */
static void put_last_move(const struct sheet *sheet, paua_move last)
{
    paua_set from, to;

    if (last == PAUA_NO_MOVE)
        return;
    from = paua_move_from(sheet->board, last);
    to = paua_move_to(sheet->board, last);
    put_circles(sheet, from & ~to, HOLE,
                "fill=\"none\" stroke=\"#c4501b\" stroke-width=\"6\" stroke-dasharray=\"13 9\"");
    put_circles(sheet, to, MARK, "fill=\"none\" stroke=\"#e07a3f\" stroke-width=\"6\"");
}

/* Row letters stand to the left, column numbers at the lower end of their diagonal. */
static void put_coordinates(const struct sheet *sheet)
{
    const paua_board *board = sheet->board;
    int rows = paua_board_rows(board), step = sheet->sign;

    text_put(sheet->out, "<g font-family=\"Helvetica, Arial, sans-serif\" font-size=\"34\" "
                         "fill=\"#6a6252\" text-anchor=\"middle\">\n");
    for (int row = 0; row < rows; row++) {
        int first = paua_board_row_first(board, row), last = paua_board_row_last(board, row);
        struct place left = place_of(sheet, row, step > 0 ? first : last);
        char name[8];
        int length = 0;
        paua_cell_format(board, paua_board_cell(board, row, first), name);
        while (name[length] >= 'a')
            length++;
        text_put(sheet->out, "<text x=\"%d\" y=\"%d\">%.*s</text>\n", left.x - LETTER, left.y + 12,
                 length, name);
        for (int column = first; column <= last; column++) {
            struct place place = place_of(sheet, row, column);
            if (paua_board_cell(board, row - step, column) == PAUA_NO_CELL)
                text_put(sheet->out, "<text x=\"%d\" y=\"%d\">%d</text>\n", place.x + 50,
                         place.y + 95, column);
        }
    }
    text_put(sheet->out, "</g>\n");
}

/* What each side has ejected: on the left by Black, on the right by White. */
static void put_tray(const struct sheet *sheet, const paua_position *position, bool coordinates)
{
    static const char *const looks[] = {LOOK_WHITE, LOOK_BLACK};
    int y = sheet->most.y + PLATE + BORDER + (coordinates ? LABEL : 0) + TRAY / 2 + MARGIN / 2;
    int room = (sheet->most.x - sheet->least.x + 2 * PLATE - TRAY_STEP) / 2;

    for (int side = 0; side < PAUA_SIDES; side++) {
        int count = position->ejected[side];
        int step = count * TRAY_STEP > room ? room / count : TRAY_STEP;
        if (!count)
            continue;
        text_put(sheet->out, "<g %s>\n", looks[side]);
        for (int i = 0; i < count; i++)
            text_put(sheet->out, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"/>\n",
                     side == PAUA_BLACK ? sheet->least.x - PLATE + TRAY_MARBLE + i * step
                                        : sheet->most.x + PLATE - TRAY_MARBLE - i * step,
                     y, TRAY_MARBLE);
        text_put(sheet->out, "</g>\n");
    }
}

size_t paua_draw_svg(const paua_board *board, const paua_position *position,
                     const paua_drawing *how, char *text, size_t cap)
{
    struct text_out out = text_out_begin(text, cap);
    struct sheet sheet = {.board = board, .out = &out, .sign = how->turned ? -1 : 1};

    measure(&sheet);
    put_head(&sheet, position, how->coordinates);
    put_plate(&sheet);
    put_marbles(&sheet, position);
    put_last_move(&sheet, how->last);
    if (how->coordinates)
        put_coordinates(&sheet);
    put_tray(&sheet, position, how->coordinates);
    text_put(&out, "</svg>\n");
    return out.length;
}
