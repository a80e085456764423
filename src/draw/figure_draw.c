/* figure_draw.c - writes figures by a pen: panels, links and the signs between sets. */
#include <stdlib.h>

#include "draw/figure.h"

enum {
    TIP_HALF = 16, /* half the width of an arrow's tip */
    ROUND = 60,    /* radius of a corner of a link that goes around */
    BAND_GAP = 8,  /* between two bands, and above them */
    STEPS_MAX = 1 + 3 * 2 * FIGURE_CORNERS_MAX,
};

/* A group with one text. */
static void put_words(const struct pen *pen, enum draw_look look, struct draw_point centre,
                      int height, const char *text)
{
    pen->kind->begin(pen, look);
    pen->kind->words(pen, centre, height, text);
    pen->kind->end(pen, look);
}

/* A group with one rectangle. */
static void put_box(const struct pen *pen, enum draw_look look, struct draw_point low,
                    struct draw_point high)
{
    const struct draw_point corners[] = {low, {high.x, low.y}, high, {low.x, high.y}};
    pen->kind->begin(pen, look);
    pen->kind->outline(pen, corners, 4);
    pen->kind->end(pen, look);
}

/* The bands of a panel, side by side and equally wide. */
static void put_bands(const struct pen *pen, const paua_panel *panel,
                      const struct figure_frame *frame)
{
    int count = panel->band_count, bottom = frame->at.y + frame->height;
    int room = frame->width - 2 * FIGURE_INSET;
    for (int i = 0; i < count; i++) {
        const paua_band *band = &panel->bands[i];
        int kind = band->player < 0 ? DRAW_NEUTRAL : band->player;
        struct draw_point low = {frame->at.x + FIGURE_INSET + room * i / count +
                                     (i ? BAND_GAP / 2 : 0),
                                 bottom - FIGURE_BAND + BAND_GAP};
        struct draw_point high = {frame->at.x + FIGURE_INSET + room * (i + 1) / count -
                                      (i + 1 < count ? BAND_GAP / 2 : 0),
                                  bottom - BAND_GAP};
        put_box(pen, (enum draw_look)(LOOK_BAND + kind), low, high);
        if (band->text)
            put_words(pen, draw_tints[kind].deep ? LOOK_LABEL_LIGHT : LOOK_LABEL_DARK,
                      (struct draw_point){(low.x + high.x) / 2, (low.y + high.y) / 2},
                      FIGURE_BAND_TEXT, band->text);
    }
}

/* A panel: title, board, bands and frame. */
static void put_panel(const struct paua_figure *figure, const struct pen *pen, int i)
{
    const paua_panel *panel = &figure->plan.panels[i];
    const struct figure_frame *frame = &figure->frames[i];
    struct draw_point at = frame->at;
    int middle = at.x + frame->width / 2;
    if (panel->title) {
        put_words(pen, LOOK_LABEL_DARK, (struct draw_point){middle, at.y + FIGURE_TITLE_ROOM / 2},
                  FIGURE_TITLE, panel->title);
        at.y += FIGURE_TITLE_ROOM;
    }
    if (panel->position) {
        struct draw_sheet sheet =
            draw_sheet_begin(figure->plan.board, panel->position, &panel->how, pen);
        at.x = middle - (sheet.high.x - sheet.low.x) / 2;
        draw_sheet_move(&sheet, at);
        draw_sheet_fill(&sheet);
    }
    put_bands(pen, panel, frame);
    if (panel->framed)
        put_box(pen, LOOK_FRAME, frame->at,
                (struct draw_point){frame->at.x + frame->width, frame->at.y + frame->height});
}

/* A line being drawn: its first point, and three points for each curve. */
struct pen_strokes {
    struct draw_point places[STEPS_MAX];
    int count;
};

/* Appends a curve with two control points. */
static void curve_to(struct pen_strokes *strokes, struct draw_point one, struct draw_point two,
                     struct draw_point end)
{
    strokes->places[strokes->count++] = one;
    strokes->places[strokes->count++] = two;
    strokes->places[strokes->count++] = end;
}

/* Appends a straight line. */
static void straight_to(struct pen_strokes *strokes, struct draw_point end)
{
    curve_to(strokes, strokes->places[strokes->count - 1], end, end);
}

/* A point at distance ROUND from a corner towards another one, at most half the way. */
static struct draw_point point_towards(struct draw_point corner, struct draw_point other)
{
    int x = other.x - corner.x, y = other.y - corner.y;
    int length = abs(x) + abs(y), step = length / 2 < ROUND ? length / 2 : ROUND;
    if (length == 0)
        return corner;
    return (struct draw_point){corner.x + x * step / length, corner.y + y * step / length};
}

/* The end of a link's line, which is the base of its arrow's tip. */
static struct draw_point behind_tip(struct draw_point before, struct draw_point end)
{
    return (struct draw_point){end.x, end.y + (before.y < end.y ? -FIGURE_TIP : FIGURE_TIP)};
}

/* A link's line. */
static void put_route(const struct pen *pen, const struct link_route *route)
{
    const struct draw_point *corners = route->corners;
    struct draw_point end = behind_tip(corners[route->count - 2], corners[route->count - 1]);
    struct pen_strokes strokes = {.places = {corners[0]}, .count = 1};
    if (route->count == 2) {
        int middle = (corners[0].y + end.y) / 2;
        curve_to(&strokes, (struct draw_point){corners[0].x, middle},
                 (struct draw_point){end.x, middle}, end);
    } else {
        for (int i = 1; i < route->count - 1; i++) {
            straight_to(&strokes, point_towards(corners[i], corners[i - 1]));
            curve_to(&strokes, corners[i], corners[i], point_towards(corners[i], corners[i + 1]));
        }
        straight_to(&strokes, end);
    }
    pen->kind->line(pen, strokes.places, strokes.count);
}

/* The tip of a link's arrow. */
static void put_tip(const struct pen *pen, const struct link_route *route)
{
    struct draw_point end = route->corners[route->count - 1];
    struct draw_point base = behind_tip(route->corners[route->count - 2], end);
    const struct draw_point corners[] = {
        end, {base.x - TIP_HALF, base.y}, {base.x + TIP_HALF, base.y}};
    pen->kind->outline(pen, corners, 3);
}

/* A link's label on a background. */
static void put_label(const struct pen *pen, const struct link_route *route, const char *text)
{
    int half = figure_words_width(text, FIGURE_LINK_TEXT) / 2;
    struct draw_point at = route->label;
    put_box(pen, LOOK_PAPER, (struct draw_point){at.x - half, at.y - FIGURE_LINK_TEXT / 2},
            (struct draw_point){at.x + half, at.y + FIGURE_LINK_TEXT / 2});
    put_words(pen, LOOK_NAMES, at, FIGURE_LINK_TEXT, text);
}

/* The links: lines, dashed ones first, then tips, then labels. */
static void put_links(const struct paua_figure *figure, const struct pen *pen)
{
    const paua_link *links = figure->plan.links;
    int count = figure->plan.link_count;
    for (int dashed = 1; dashed >= 0; dashed--) {
        enum draw_look look = dashed ? LOOK_LINK_DASHED : LOOK_LINK;
        bool begun = false;
        for (int i = 0; i < count; i++) {
            if (links[i].dashed != dashed)
                continue;
            if (!begun)
                pen->kind->begin(pen, look);
            begun = true;
            put_route(pen, &figure->routes[i]);
        }
        if (begun)
            pen->kind->end(pen, look);
    }
    if (!count)
        return;
    pen->kind->begin(pen, LOOK_LINK_TIP);
    for (int i = 0; i < count; i++)
        put_tip(pen, &figure->routes[i]);
    pen->kind->end(pen, LOOK_LINK_TIP);
    for (int i = 0; i < count; i++)
        if (links[i].text)
            put_label(pen, &figure->routes[i], links[i].text);
}

/* A brace from `from` to its point. */
static void put_brace(const struct paua_figure *figure, const struct pen *pen, int point, int from)
{
    int top = figure->signs_top, bottom = figure->signs_bottom, middle = (top + bottom) / 2;
    int spine = (point + from) / 2, bow = FIGURE_SIGN / 2;
    struct pen_strokes strokes = {.places = {{from, top}}, .count = 1};
    curve_to(&strokes, (struct draw_point){spine, top}, (struct draw_point){spine, top},
             (struct draw_point){spine, top + bow});
    straight_to(&strokes, (struct draw_point){spine, middle - bow});
    curve_to(&strokes, (struct draw_point){spine, middle}, (struct draw_point){spine, middle},
             (struct draw_point){point, middle});
    curve_to(&strokes, (struct draw_point){spine, middle}, (struct draw_point){spine, middle},
             (struct draw_point){spine, middle + bow});
    straight_to(&strokes, (struct draw_point){spine, bottom - bow});
    curve_to(&strokes, (struct draw_point){spine, bottom}, (struct draw_point){spine, bottom},
             (struct draw_point){from, bottom});
    pen->kind->line(pen, strokes.places, strokes.count);
}

/* A straight line. */
static void put_straight(const struct pen *pen, struct draw_point from, struct draw_point to)
{
    struct pen_strokes strokes = {.places = {from}, .count = 1};
    straight_to(&strokes, to);
    pen->kind->line(pen, strokes.places, strokes.count);
}

/* The signs = { | }. */
static void put_signs(const struct paua_figure *figure, const struct pen *pen)
{
    int top = figure->signs_top, bottom = figure->signs_bottom, middle = (top + bottom) / 2;
    int inset = FIGURE_SIGN / 6, left = figure->open, right = figure->close;
    pen->kind->begin(pen, LOOK_SIGN);
    for (int side = -1; side <= 1; side += 2)
        put_straight(pen, (struct draw_point){figure->equals, middle + side * inset},
                     (struct draw_point){figure->equals + FIGURE_SIGN, middle + side * inset});
    put_brace(figure, pen, left + inset, left + FIGURE_SIGN - inset);
    put_straight(pen, (struct draw_point){figure->bar, top},
                 (struct draw_point){figure->bar, bottom});
    put_brace(figure, pen, right + FIGURE_SIGN - inset, right + inset);
    pen->kind->end(pen, LOOK_SIGN);
}

/* All shapes of the figure. */
static void put_figure(const struct paua_figure *figure, const struct pen *pen)
{
    const paua_figure_plan *plan = &figure->plan;
    if (plan->arrangement == PAUA_ARRANGEMENT_LAYERS)
        put_links(figure, pen);
    if (plan->arrangement == PAUA_ARRANGEMENT_SETS)
        put_signs(figure, pen);
    for (int i = 0; i < plan->panel_count; i++)
        put_panel(figure, pen, i);
    if (plan->note)
        put_words(pen, LOOK_NAMES,
                  (struct draw_point){figure->left + figure->width / 2,
                                      figure->height - FIGURE_NOTE_ROOM / 2},
                  FIGURE_BAND_TEXT, plan->note);
}

/* The kinds of marbles in all panels, as bits. */
static unsigned kinds_of(const paua_figure_plan *plan)
{
    unsigned kinds = 0;
    for (int i = 0; i < plan->panel_count; i++)
        if (plan->panels[i].position)
            kinds |= draw_kinds(plan->panels[i].position);
    return kinds;
}

/* On a screen a board is half as large as in a drawing of its own. */
size_t paua_figure_svg(const paua_figure *figure, char *text, size_t cap)
{
    struct text_out out = text_out_begin(text, cap);
    const struct pen pen = {.kind = &draw_svg, .out = &out};
    text_put(&out,
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
             "viewBox=\"%d 0 %d %d\" role=\"img\">\n<title>",
             figure->width / 4, figure->height / 4, figure->left, figure->width, figure->height);
    draw_svg_letters(&out, figure->plan.title);
    text_put(&out, "</title>\n");
    draw_svg_gradients(&out, kinds_of(&figure->plan));
    put_figure(figure, &pen);
    text_put(&out, "</svg>\n");
    return out.length;
}

size_t paua_figure_tikz(const paua_figure *figure, char *text, size_t cap)
{
    struct text_out out = text_out_begin(text, cap);
    const struct pen pen = {.kind = &draw_tikz, .out = &out};
    text_put(&out, "\\begin{tikzpicture}[x=.25pt, y=-.25pt]\n%% ");
    draw_tikz_letters(&out, figure->plan.title);
    text_put(&out, "\n");
    draw_tikz_colours(&out);
    text_put(&out, "\\useasboundingbox (%d,0) rectangle (%d,%d);\n", figure->left,
             figure->left + figure->width, figure->height);
    put_figure(figure, &pen);
    text_put(&out, "\\end{tikzpicture}\n");
    return out.length;
}
