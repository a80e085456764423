/* test_figure.c - figures: nothing overlaps, links run where they should, what is written is cut as
 * snprintf does. */
#include "draw/figure.h"

#include "random_positions.h"

typedef size_t write_function(const paua_figure *, char *, size_t);

static paua_figure *figure_of(const paua_figure_plan *plan)
{
    paua_figure *figure = NULL;

    assert_int_equal(paua_figure_new(plan, &figure), PAUA_OK);
    assert_non_null(figure);
    return figure;
}

/* The whole text, malloc'd; written twice, and cut. */
static char *written(write_function *function, const paua_figure *figure)
{
    size_t length = function(figure, NULL, 0), cap = length / 3;
    char *text = malloc(length + 1), *part = malloc(cap + 1);

    assert_true(text && part);
    assert_int_equal(function(figure, text, length + 1), length);
    assert_int_equal(strlen(text), length);
    assert_int_equal(function(figure, part, cap + 1), length);
    assert_int_equal(strlen(part), cap);
    assert_memory_equal(part, text, cap);
    free(part);
    return text;
}

static bool apart(const struct figure_frame *a, const struct figure_frame *b)
{
    return a->at.x + a->width <= b->at.x || b->at.x + b->width <= a->at.x ||
           a->at.y + a->height <= b->at.y || b->at.y + b->height <= a->at.y;
}

static void check_frames(const struct paua_figure *figure)
{
    int right = figure->left + figure->width;

    for (int i = 0; i < figure->plan.panel_count; i++) {
        const struct figure_frame *frame = &figure->frames[i];
        assert_true(frame->width > 0 && frame->height > 0);
        assert_true(frame->at.x >= figure->left && frame->at.x + frame->width <= right);
        assert_true(frame->at.y >= 0 && frame->at.y + frame->height <= figure->height);
        for (int j = 0; j < i; j++)
            assert_true(apart(frame, &figure->frames[j]));
    }
}

/* Whether an upright or level line touches the inside of a frame. */
static bool enters(struct draw_point from, struct draw_point to, const struct figure_frame *frame)
{
    struct draw_point low = {from.x < to.x ? from.x : to.x, from.y < to.y ? from.y : to.y};
    struct draw_point high = {from.x < to.x ? to.x : from.x, from.y < to.y ? to.y : from.y};
    return low.x < frame->at.x + frame->width && high.x > frame->at.x &&
           low.y < frame->at.y + frame->height && high.y > frame->at.y;
}

static void check_routes(const struct paua_figure *figure)
{
    for (int i = 0; i < figure->plan.link_count; i++) {
        const paua_link *link = &figure->plan.links[i];
        const struct figure_frame *from = &figure->frames[link->from],
                                  *to = &figure->frames[link->to];
        const struct link_route *route = &figure->routes[i];
        struct draw_point begin = route->corners[0], end = route->corners[route->count - 1];
        assert_true(begin.x > from->at.x && begin.x < from->at.x + from->width);
        assert_true(end.x > to->at.x && end.x < to->at.x + to->width);
        assert_true(begin.y == from->at.y + from->height || begin.y == from->at.y);
        assert_true(end.y == to->at.y || end.y == to->at.y + to->height);
        for (int corner = 0; corner < route->count; corner++) {
            assert_in_range(route->corners[corner].x - figure->left, 0, figure->width);
            assert_in_range(route->corners[corner].y, 0, figure->height);
        }
        if (route->count == 2) { /* a curve that begins and ends upright, between two layers */
            assert_true(end.y > begin.y ? begin.y > from->at.y : begin.y == from->at.y);
            continue;
        }
        for (int corner = 1; corner < route->count; corner++) {
            struct draw_point a = route->corners[corner - 1], b = route->corners[corner];
            assert_true(a.x == b.x || a.y == b.y);
            for (int panel = 0; panel < figure->plan.panel_count; panel++)
                assert_false(enters(a, b, &figure->frames[panel]));
        }
    }
}

static void check_written(const paua_figure *figure)
{
    char *svg = written(paua_figure_svg, figure), *tikz = written(paua_figure_tikz, figure);
    int depth = 0;

    assert_int_equal(strncmp(svg, "<svg ", 5), 0);
    assert_string_equal(svg + strlen(svg) - 7, "</svg>\n");
    for (const char *at = svg; *at; at++)
        depth += (*at == '<') - (*at == '>');
    assert_int_equal(depth, 0);
    for (const char *at = tikz; *at; at++) {
        if (*at == '\\' && at[1])
            at++;
        else
            depth += (*at == '{') - (*at == '}');
        assert_true(depth >= 0);
    }
    assert_int_equal(depth, 0);
    free(svg);
    free(tikz);
}

enum { PANELS = 40 };

/* Panels of every kind: with and without a board, a title, bands. */
static void random_panels(uint64_t *state, const paua_board *board, paua_position *positions,
                          paua_panel *panels, int count)
{
    static const char *const words[] = {NULL,          "", "12", "draw", "a<b&c\"#_^{}\\$%~",
                                        "\xff\xc3\x28"};

    for (int i = 0; i < count; i++) {
        paua_panel panel = {.how = {.last = PAUA_NO_MOVE}};
        positions[i] = random_position(state, board, 0);
        panel.how.coordinates = random_below(state, 2);
        panel.how.turned = random_below(state, 2);
        panel.position = random_below(state, 5) ? &positions[i] : NULL;
        panel.title =
            panel.position && random_below(state, 2) ? words[random_below(state, 6)] : NULL;
        panel.band_count = panel.position ? random_below(state, 3) : 1 + random_below(state, 2);
        for (int band = 0; band < panel.band_count; band++)
            panel.bands[band] =
                (paua_band){random_below(state, 3) - 1, words[random_below(state, 6)]};
        panel.framed = random_below(state, 2);
        panels[i] = panel;
    }
}

static void random_figures_are_sound(void **state)
{
    static paua_position positions[PANELS];
    static paua_panel panels[PANELS];
    static paua_link links[4 * PANELS];
    uint64_t bits = 20260;

    (void)state;
    for (int round = 0; round < 300; round++) {
        const int *sides = random_boards[random_below(&bits, 24)];
        paua_board *board = board_of(sides[0], sides[1], sides[2]);
        paua_figure_plan plan = {.board = board,
                                 .title = "<&>",
                                 .note = round % 3 ? "a note" : NULL,
                                 .arrangement = (paua_arrangement)(round % 3),
                                 .panels = panels,
                                 .panel_count = 1 + random_below(&bits, PANELS),
                                 .links = links};
        random_panels(&bits, board, positions, panels, plan.panel_count);
        plan.left = random_below(&bits, plan.panel_count);
        if (plan.arrangement == PAUA_ARRANGEMENT_LAYERS)
            plan.link_count = random_below(&bits, 4 * plan.panel_count);
        for (int i = 0; i < plan.link_count; i++)
            links[i] = (paua_link){
                random_below(&bits, plan.panel_count), random_below(&bits, plan.panel_count),
                random_below(&bits, 2) ? "a1b2 x2" : NULL, random_below(&bits, 2)};
        paua_figure *figure = figure_of(&plan);
        check_frames(figure);
        check_routes(figure);
        check_written(figure);
        paua_figure_free(figure);
        paua_board_free(board);
    }
}

/* Where two curves between the same layers cross their ends are in opposite orders. */
static int crossings(const struct paua_figure *figure)
{
    int count = 0;

    for (int i = 0; i < figure->plan.link_count; i++)
        for (int j = 0; j < i; j++) {
            const struct draw_point *a = figure->routes[i].corners, *b = figure->routes[j].corners;
            if (figure->routes[i].count == 2 && figure->routes[j].count == 2 && a[0].y == b[0].y)
                count += (a[0].x < b[0].x) != (a[1].x < b[1].x);
        }
    return count;
}

static void layers_follow_the_links(void **state)
{
    /* two trees whose leaves come in the wrong order, a link back, a link up and one to itself */
    static const paua_link links[] = {
        {0, 1, "a", false}, {0, 2, "b", false}, {1, 5, NULL, false},
        {1, 6, NULL, true}, {2, 3, NULL, true}, {2, 4, NULL, true},
        {6, 0, "c", false}, {3, 2, "d", false}, {4, 4, NULL, true},
    };
    static const int ranks[] = {0, 1, 1, 2, 2, 2, 2};
    paua_board *board = board_of(2, 2, 3);
    paua_position position = position_of(board, "2x2x3:ww/2w/b2/bb");
    paua_panel panels[7];

    (void)state;
    for (int i = 0; i < 7; i++)
        panels[i] = (paua_panel){.position = &position, .title = "1"};
    const paua_figure_plan plan = {.board = board,
                                   .title = "a graph",
                                   .arrangement = PAUA_ARRANGEMENT_LAYERS,
                                   .panels = panels,
                                   .panel_count = 7,
                                   .links = links,
                                   .link_count = 9};
    paua_figure *figure = figure_of(&plan);
    check_frames(figure);
    check_routes(figure);
    for (int i = 0; i < 7; i++)
        for (int j = 0; j < 7; j++)
            assert_int_equal(ranks[i] < ranks[j], figure->frames[i].at.y < figure->frames[j].at.y);
    assert_int_equal(crossings(figure), 0);
    const int corners[] = {2, 2, 2, 2, 2, 2, 6, 2, 6};
    for (int i = 0; i < 9; i++)
        assert_int_equal(figure->routes[i].count, corners[i]);
    char *svg = written(paua_figure_svg, figure);
    assert_non_null(strstr(svg, "stroke-dasharray=\"16 12\""));
    free(svg);
    paua_figure_free(figure);
    paua_board_free(board);
}

static void sets_stand_side_by_side(void **state)
{
    paua_board *board = board_of(2, 2, 2);
    paua_position position = position_of(board, "ww/3/bb");
    paua_panel panels[6];

    (void)state;
    for (int i = 0; i < 6; i++)
        panels[i] = (paua_panel){.position = &position};
    for (int left = 0; left < 6; left++) {
        const paua_figure_plan plan = {.board = board,
                                       .title = "sets",
                                       .arrangement = PAUA_ARRANGEMENT_SETS,
                                       .panels = panels,
                                       .panel_count = 6,
                                       .left = left};
        paua_figure *figure = figure_of(&plan);
        check_frames(figure);
        for (int i = 1; i < 6; i++) {
            int begin = figure->frames[i].at.x, end = begin + figure->frames[i].width;
            assert_true(i <= left ? begin >= figure->open + FIGURE_SIGN && end < figure->bar
                                  : begin > figure->bar && end <= figure->close);
        }
        assert_true(figure->frames[0].at.x + figure->frames[0].width < figure->equals);
        assert_true(figure->bar < figure->close);
        paua_figure_free(figure);
    }
    paua_board_free(board);
}

static void impossible_plans_are_refused(void **state)
{
    paua_board *board = board_of(2, 2, 2);
    paua_position position = position_of(board, "ww/3/bb");
    const paua_panel panel = {.position = &position};
    const paua_link links[] = {{0, 1, NULL, false}, {-1, 0, NULL, false}};
    paua_figure *figure = NULL;
    const paua_figure_plan good = {
        .board = board, .title = "", .panels = &panel, .panel_count = 1, .links = links};
    paua_figure_plan plan = good;

    (void)state;
    plan.panel_count = 0;
    assert_int_equal(paua_figure_new(&plan, &figure), PAUA_ERROR_BAD_ARGUMENT);
    plan.panel_count = PAUA_FIGURE_PANELS_MAX + 1;
    assert_int_equal(paua_figure_new(&plan, &figure), PAUA_ERROR_BAD_ARGUMENT);
    plan = good;
    plan.left = 1;
    assert_int_equal(paua_figure_new(&plan, &figure), PAUA_ERROR_BAD_ARGUMENT);
    plan = good;
    plan.link_count = 1;
    assert_int_equal(paua_figure_new(&plan, &figure), PAUA_ERROR_BAD_ARGUMENT);
    plan.links = &links[1];
    assert_int_equal(paua_figure_new(&plan, &figure), PAUA_ERROR_BAD_ARGUMENT);
    assert_null(figure);
    paua_figure_free(figure_of(&good));
    paua_figure_free(NULL);
    paua_board_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_figures_are_sound),
        cmocka_unit_test(layers_follow_the_links),
        cmocka_unit_test(sets_stand_side_by_side),
        cmocka_unit_test(impossible_plans_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
