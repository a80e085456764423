/* tikz.c - the pen that writes drawings as TikZ pictures for LaTeX. A unit is a quarter of a point;
 * y runs down. */
#include "base/options.h"
#include "draw/sheet.h"

#include <string.h>

#include "draw/palette.h"

static const char *const looks[DRAW_LOOKS] = {
    [LOOK_BLOCK_TOP] = "draw=paua-fixed!55!black, fill=paua-fixed!60!white",
    [LOOK_PLATE] = "draw=paua-edge, fill=paua-plate, line width=2pt, rounded corners=2pt",
    [LOOK_HOLE] = "draw=paua-rim, fill=paua-hole, line width=.5pt",
    [LOOK_LEFT] = "draw=paua-last, line width=1.5pt, dash pattern=on 3.25pt off 2.25pt",
    [LOOK_REACHED] = "draw=paua-last, line width=1.75pt",
    [LOOK_MARK_LIGHT] = "fill=white, fill opacity=.85",
    [LOOK_MARK_DARK] = "fill=paua-ink, fill opacity=.75",
    [LOOK_ARROW_EDGE] = "draw=white, fill=white, line width=2.25pt, line join=round",
    [LOOK_ARROW] = "fill=paua-arrow",
    [LOOK_NAMES] = "text=paua-names, every node/.style={anchor=base, inner sep=0pt}",
    [LOOK_LABEL_LIGHT] =
        "text=white, font=\\bfseries, every node/.style={anchor=base, inner sep=0pt}",
    [LOOK_LABEL_DARK] =
        "text=paua-ink, font=\\bfseries, every node/.style={anchor=base, inner sep=0pt}",
    [LOOK_GONE] = "fill=paua-last",
    [LOOK_TURN] = "fill=paua-names",
    [LOOK_FRAME] = "draw=paua-arrow, line width=2pt, line join=round",
    [LOOK_SIGN] = "draw=paua-ink, line width=2.25pt, line cap=round",
    [LOOK_LINK] = "draw=paua-ink, line width=1.5pt",
    [LOOK_LINK_DASHED] = "draw=paua-names, line width=1pt, dash pattern=on 4pt off 3pt",
    [LOOK_LINK_TIP] = "fill=paua-ink",
    [LOOK_PAPER] = "fill=white, fill opacity=.9",
};

static const struct {
    const char *name, *value;
} colours[] = {
    {"plate", PALETTE_TEXT(PLATE)},  {"edge", PALETTE_TEXT(PLATE_EDGE)},
    {"hole", PALETTE_TEXT(HOLE)},    {"rim", PALETTE_TEXT(HOLE_EDGE)},
    {"last", PALETTE_TEXT(MOVE_TO)}, {"ink", PALETTE_TEXT(INK)},
    {"arrow", PALETTE_TEXT(ARROW)},  {"names", PALETTE_TEXT(NAMES)},
};

/* Begins a \path with the style of a look: a band, a fixed style, or a marble. */
static void tikz_begin(const struct pen *pen, enum draw_look look)
{
    if (look >= LOOK_BAND)
        text_put(pen->out, "\\path[draw=paua-%s!55!black, fill=paua-%s, line width=.75pt]",
                 draw_tints[look - LOOK_BAND].name, draw_tints[look - LOOK_BAND].name);
    else if ((int)look >= DRAW_KINDS)
        text_put(pen->out, "\\path[%s]", looks[look]);
    else
        text_put(pen->out, "\\path[draw=paua-%s!55!black, fill=paua-%s, line width=.5pt]",
                 draw_tints[look].name, draw_tints[look].name);
}

static void tikz_circle(const struct pen *pen, struct draw_point centre, int radius)
{
    text_put(pen->out, "\n  (%d,%d) circle[radius=%d]", centre.x, centre.y, radius);
}

/* A closed polygon. */
static void tikz_outline(const struct pen *pen, const struct draw_point *corners, int count)
{
    for (int i = 0; i < count; i++)
        text_put(pen->out, "%s(%d,%d)", i ? " -- " : "\n  ", corners[i].x, corners[i].y);
    text_put(pen->out, " -- cycle");
}

/* An open path of cubic Bézier curves: .. controls A and B .. */
static void tikz_line(const struct pen *pen, const struct draw_point *places, int count)
{
    static const char *const before[] = {" .. ", " .. controls ", " and "};
    text_put(pen->out, "\n  (%d,%d)", places[0].x, places[0].y);
    for (int i = 1; i < count; i++)
        text_put(pen->out, "%s(%d,%d)", before[i % 3], places[i].x, places[i].y);
}

/* The escape sequence for a special character of TeX, or NULL. */
static const char *tikz_escape(unsigned code)
{
    switch (code) {
    case '\\':
        return "\\textbackslash{}";
    case '{':
        return "\\{";
    case '}':
        return "\\}";
    case '$':
        return "\\$";
    case '&':
        return "\\&";
    case '#':
        return "\\#";
    case '%':
        return "\\%";
    case '_':
        return "\\_";
    case '~':
        return "\\textasciitilde{}";
    case '^':
        return "\\textasciicircum{}";
    case '<':
        return "\\textless{}";
    case '>':
        return "\\textgreater{}";
    case '|':
        return "\\textbar{}";
    case '"':
        return "\\textquotedbl{}";
    case 0xFFFD:
        return "?";
    default:
        return NULL;
    }
}

void draw_tikz_letters(struct text_out *out, const char *text)
{
    const char *from = text;
    unsigned code;
    while ((code = draw_letter(&text))) {
        const char *instead = tikz_escape(code);
        if (instead)
            text_put(out, "%s", instead);
        else
            text_put(out, "%.*s", (int)(text - from), from);
        from = text;
    }
}

/* The largest size of TeX's own fonts that fits a height. */
static int font_size(int height)
{
    static const int sizes[] = {12, 10, 9, 8, 7, 6};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (4 * sizes[i] <= height + 2)
            return sizes[i];
    return 5;
}

/* The baseline is 36 % of the height below the centre: half the height of a capital letter. */
static void tikz_words(const struct pen *pen, struct draw_point centre, int height,
                       const char *text)
{
    int size = font_size(height);
    text_put(pen->out, "\n  (%d,%d) node{\\fontsize{%d}{%d}\\sffamily ", centre.x,
             centre.y + height * 36 / 100, size, size);
    draw_tikz_letters(pen->out, text);
    text_put(pen->out, "}");
}

/* Ends the \path that tikz_begin() began. */
static void tikz_end(const struct pen *pen, enum draw_look look)
{
    (void)look;
    text_put(pen->out, ";\n");
}

const struct pen_kind draw_tikz = {tikz_begin, tikz_circle, tikz_outline,
                                   tikz_line,  tikz_words,  tikz_end};

void draw_tikz_colours(struct text_out *out)
{
    for (int kind = 0; kind < DRAW_KINDS; kind++)
        if (kind != DRAW_CENTRAL)
            text_put(out, "\\definecolor{paua-%s}{HTML}{%s}\n", draw_tints[kind].name,
                     draw_tints[kind].base);
    for (size_t i = 0; i < sizeof colours / sizeof *colours; i++)
        text_put(out, "\\definecolor{paua-%s}{HTML}{%s}\n", colours[i].name, colours[i].value);
}

/* The beginning of the picture: units, title, position, colours, bounding box. */
static void put_head(const struct draw_sheet *sheet)
{
    struct text_out *out = sheet->pen->out;
    char text[PAUA_POSITION_TEXT_MAX];
    paua_position_format(sheet->board, sheet->position, text, sizeof text);
    text_put(out, "\\begin{tikzpicture}[x=.25pt, y=-.25pt]\n%% ");
    draw_title(sheet, out);
    text_put(out, ": %s\n", text);
    draw_tikz_colours(out);
    text_put(out, "\\useasboundingbox (%d,%d) rectangle (%d,%d);\n", sheet->low.x, sheet->low.y,
             sheet->high.x, sheet->high.y);
}

size_t paua_draw_tikz(const paua_board *board, const paua_position *position,
                      const paua_drawing *how, char *text, size_t cap)
{
    struct text_out out = text_out_begin(text, cap);
    const struct pen pen = {.kind = &draw_tikz, .out = &out};
    if (!OPTIONS_SIZED(how))
        return 0;
    struct draw_sheet sheet = draw_sheet_begin(board, position, how, &pen);
    put_head(&sheet);
    draw_sheet_fill(&sheet);
    text_put(&out, "\\end{tikzpicture}\n");
    return out.length;
}
