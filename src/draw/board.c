/* board.c - places the board, its coordinates and its marbles on a sheet. */
#include "draw/sheet.h"

#include <stdio.h>

#include "draw/palette.h"
#include "notation/move.h"

enum {
    MARGIN = 12,
    NAMES = 48,   /* room for letters and numbers outside the plate */
    LETTER = 106, /* distance from the first cell of a row to its letter */
};

#define TINT(name, code, deep)                                                                     \
    {                                                                                              \
        name, PALETTE_TEXT(code##_LIGHT), PALETTE_TEXT(code), PALETTE_TEXT(code##_DARK),           \
            PALETTE_TEXT(code##_EDGE), deep                                                        \
    }

const struct draw_tint draw_tints[DRAW_KINDS] = {
    [PAUA_BLACK] = TINT("black", BLACK, true),
    [PAUA_WHITE] = TINT("white", WHITE, false),
    [PAUA_RED] = TINT("red", RED, true),
    [PAUA_GREEN] = TINT("green", GREEN, false),
    [PAUA_YELLOW] = TINT("yellow", YELLOW, false),
    [PAUA_PURPLE] = TINT("purple", PURPLE, true),
    [DRAW_NEUTRAL] = TINT("neutral", NEUTRAL, true),
    [DRAW_CENTRAL] = TINT("neutral", NEUTRAL, true),
    [DRAW_FIXED] = TINT("fixed", FIXED, false),
};

struct draw_point draw_place(const struct draw_sheet *sheet, int row, int column)
{
    return (struct draw_point){sheet->origin.x + sheet->sign * (2 * column - row) * DRAW_PITCH / 2,
                               sheet->origin.y - sheet->sign * row * DRAW_RISE};
}

int draw_kind_at(const paua_position *position, int cell)
{
    paua_set at = PAUA_SET(cell);
    for (int player = 0; player < PAUA_PLAYERS_MAX; player++)
        if (position->marbles[player] & at)
            return player;
    if (position->central & at)
        return DRAW_CENTRAL;
    return position->neutral & at ? DRAW_NEUTRAL : position->fixed & at ? DRAW_FIXED : -1;
}

int draw_row_name(const paua_board *board, int row, char name[8])
{
    int length = 0;
    paua_cell_format(board, paua_board_cell(board, row, paua_board_row_first(board, row)), name);
    while (name[length] >= 'a')
        length++;
    name[length] = '\0';
    return length;
}

/* Finds the centres of the outermost cells. */
static void measure_sheet(struct draw_sheet *sheet)
{
    const paua_board *board = sheet->board;
    sheet->least = sheet->most = draw_place(sheet, 0, 1);
    for (int row = 0; row < paua_board_rows(board); row++) {
        const int ends[] = {paua_board_row_first(board, row), paua_board_row_last(board, row)};
        for (int i = 0; i < 2; i++) {
            struct draw_point place = draw_place(sheet, row, ends[i]);
            sheet->least.x = place.x < sheet->least.x ? place.x : sheet->least.x;
            sheet->least.y = place.y < sheet->least.y ? place.y : sheet->least.y;
            sheet->most.x = place.x > sheet->most.x ? place.x : sheet->most.x;
            sheet->most.y = place.y > sheet->most.y ? place.y : sheet->most.y;
        }
    }
}

struct draw_sheet draw_sheet_begin(const paua_board *board, const paua_position *position,
                                   const paua_drawing *how, const struct pen *pen)
{
    struct draw_sheet sheet = {
        .board = board, .position = position, .how = how, .pen = pen, .sign = how->turned ? -1 : 1};
    int around = DRAW_BORDER + MARGIN + (how->coordinates ? NAMES : 0);
    measure_sheet(&sheet);
    struct draw_point room = draw_score_room(&sheet);
    int middle = (sheet.least.x + sheet.most.x) / 2;
    int reach = sheet.most.x - middle + DRAW_PLATE_TIP + around;
    reach = room.x + MARGIN > reach ? room.x + MARGIN : reach;
    sheet.low = (struct draw_point){middle - reach, sheet.least.y - DRAW_PLATE - around};
    sheet.high = (struct draw_point){middle + reach, sheet.most.y + DRAW_PLATE + around + room.y};
    return sheet;
}

static struct draw_point shift_point(struct draw_point place, struct draw_point by)
{
    return (struct draw_point){place.x + by.x, place.y + by.y};
}

void draw_sheet_move(struct draw_sheet *sheet, struct draw_point low)
{
    const struct draw_point by = {low.x - sheet->low.x, low.y - sheet->low.y};
    sheet->origin = shift_point(sheet->origin, by);
    sheet->least = shift_point(sheet->least, by);
    sheet->most = shift_point(sheet->most, by);
    sheet->low = shift_point(sheet->low, by);
    sheet->high = shift_point(sheet->high, by);
}

unsigned draw_kinds(const paua_position *position)
{
    unsigned kinds = (1u << position->players) - 1;
    /* the central marble has the colours of a neutral one */
    if (position->neutral || position->central || position->crowned)
        kinds |= 1u << DRAW_NEUTRAL;
    if (position->fixed)
        kinds |= 1u << DRAW_FIXED;
    return kinds;
}

/* The plate: a hexagon around the corner cells, with parallel edges. */
static void put_plate(const struct draw_sheet *sheet)
{
    const paua_board *board = sheet->board;
    int top = paua_board_rows(board) - 1;
    int east = paua_board_side(board, 2) - 1, west = paua_board_side(board, 1) - 1;
    const struct {
        int row;
        bool right;
        struct draw_point out; /* from the corner cell to the corner of the plate */
    } corners[6] = {
        {0, false, {-DRAW_PLATE_TIP / 2, DRAW_PLATE}},
        {0, true, {DRAW_PLATE_TIP / 2, DRAW_PLATE}},
        {east, true, {DRAW_PLATE_TIP, 0}},
        {top, true, {DRAW_PLATE_TIP / 2, -DRAW_PLATE}},
        {top, false, {-DRAW_PLATE_TIP / 2, -DRAW_PLATE}},
        {west, false, {-DRAW_PLATE_TIP, 0}},
    };
    struct draw_point outline[6];
    for (int i = 0; i < 6; i++) {
        int row = corners[i].row;
        outline[i] = draw_place(sheet, row,
                                corners[i].right ? paua_board_row_last(board, row)
                                                 : paua_board_row_first(board, row));
        outline[i].x += sheet->sign * corners[i].out.x;
        outline[i].y += sheet->sign * corners[i].out.y;
    }
    sheet->pen->kind->begin(sheet->pen, LOOK_PLATE);
    sheet->pen->kind->outline(sheet->pen, outline, 6);
    sheet->pen->kind->end(sheet->pen, LOOK_PLATE);
}

struct spots draw_spots(const struct draw_sheet *sheet, paua_set set)
{
    const paua_board *board = sheet->board;
    struct spots spots = {.count = 0};
    for (int row = 0; row < paua_board_rows(board); row++) {
        int last = paua_board_row_last(board, row);
        for (int column = paua_board_row_first(board, row); column <= last; column++)
            if (set & PAUA_SET(paua_board_cell(board, row, column)))
                spots.at[spots.count++] = draw_place(sheet, row, column);
    }
    return spots;
}

/* A circle on every cell of a set. */
static void put_circles(const struct draw_sheet *sheet, paua_set set, int radius,
                        enum draw_look look)
{
    struct spots spots = draw_spots(sheet, set);
    if (!spots.count)
        return;
    sheet->pen->kind->begin(sheet->pen, look);
    for (int i = 0; i < spots.count; i++)
        sheet->pen->kind->circle(sheet->pen, spots.at[i], radius);
    sheet->pen->kind->end(sheet->pen, look);
}

/* The marbles, with their marks where they have no label. */
static void put_marbles(const struct draw_sheet *sheet)
{
    const paua_position *position = sheet->position;
    paua_set labelled = 0;
    for (int i = 0; i < sheet->how->label_count; i++)
        labelled |= PAUA_SET(sheet->how->labels[i].cell);
    for (int kind = 0; kind < DRAW_KINDS; kind++) {
        paua_set set = kind == DRAW_FIXED     ? position->fixed
                       : kind == DRAW_CENTRAL ? position->central
                       : kind == DRAW_NEUTRAL ? position->neutral & ~position->central
                                              : position->marbles[kind];
        struct spots all = draw_spots(sheet, set), bare = draw_spots(sheet, set & ~labelled);
        draw_marbles(sheet->pen, kind, &all, DRAW_MARBLE);
        draw_marks(sheet->pen, kind, &bare, DRAW_MARBLE);
    }
}

/* The last move: a ring around the moved marbles, a dashed ring on the cells they left. */
static void put_last_move(const struct draw_sheet *sheet)
{
    paua_move last = sheet->how->last;
    if (last == PAUA_NO_MOVE)
        return;
    paua_set from = paua_move_from(sheet->board, last), to = paua_move_to(sheet->board, last);
    put_circles(sheet, from & ~to, DRAW_HOLE, LOOK_LEFT);
    put_circles(sheet, to, DRAW_HALO, LOOK_REACHED);
}

/* Row letters to the left, column numbers at the lower end of their diagonal. */
static void put_coordinates(const struct draw_sheet *sheet)
{
    const paua_board *board = sheet->board;
    const struct pen *pen = sheet->pen;
    int step = sheet->sign;
    char name[8];
    pen->kind->begin(pen, LOOK_NAMES);
    for (int row = 0; row < paua_board_rows(board); row++) {
        int first = paua_board_row_first(board, row), last = paua_board_row_last(board, row);
        struct draw_point left = draw_place(sheet, row, step > 0 ? first : last);
        left.x -= LETTER;
        draw_row_name(board, row, name);
        pen->kind->words(pen, left, DRAW_TEXT, name);
        for (int column = first; column <= last; column++) {
            if (paua_board_cell(board, row - step, column) != PAUA_NO_CELL)
                continue;
            snprintf(name, sizeof name, "%d", column);
            pen->kind->words(pen, draw_place(sheet, row - step, column), DRAW_TEXT, name);
        }
    }
    pen->kind->end(pen, LOOK_NAMES);
}

void draw_sheet_fill(const struct draw_sheet *sheet)
{
    bool coordinates = sheet->how->coordinates;
    put_plate(sheet);
    put_circles(sheet, paua_board_all(sheet->board), DRAW_HOLE, LOOK_HOLE);
    if (coordinates)
        put_coordinates(sheet);
    put_marbles(sheet);
    put_last_move(sheet);
    draw_arrows(sheet);
    draw_labels(sheet);
    draw_score(sheet, sheet->most.y + DRAW_PLATE + DRAW_BORDER + (coordinates ? NAMES : 0));
}

void draw_title(const struct draw_sheet *sheet, struct text_out *out)
{
    text_put(out, "Abalone, %s to move", move_player(sheet->position->to_move));
}

/* Whether a byte continues a UTF-8 character. */
static bool is_continuation_byte(char c)
{
    return ((unsigned char)c & 0xC0) == 0x80;
}

unsigned draw_letter(const char **text)
{
    const char *at = *text;
    unsigned lead = (unsigned char)*at, code, least;
    int more = lead < 0x80 ? 0 : lead < 0xC0 ? -1 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
    if (!lead)
        return 0;
    *text = ++at;
    if (more <= 0)
        return more < 0 || (lead < ' ' && lead != '\t') || lead == 127 ? 0xFFFD : lead;
    code = lead & (0x3Fu >> more);
    least = more == 1 ? 0x80 : more == 2 ? 0x800 : 0x10000;
    for (int i = 0; i < more; i++) {
        if (!is_continuation_byte(at[i]))
            return 0xFFFD;
        code = code << 6 | ((unsigned char)at[i] & 0x3F);
    }
    if (code < least || code > 0x10FFFF || code >> 11 == 0x1B || code >> 1 == 0x7FFF ||
        lead >= 0xF8)
        return 0xFFFD;
    *text = at + more;
    return code;
}
