/* test_draw.c - drawings as text, SVG and TikZ. */
#include "unit.h"

static const paua_drawing plain = {.size = sizeof(paua_drawing), .last = PAUA_NO_MOVE};
static const paua_drawing named = {
    .size = sizeof(paua_drawing), .last = PAUA_NO_MOVE, .coordinates = true};

typedef size_t draw_function(const paua_board *, const paua_position *, const paua_drawing *,
                             char *, size_t);

/* The whole drawing; free it. */
static char *draw(draw_function *function, const paua_board *board, const paua_position *position,
                  const paua_drawing *how)
{
    size_t length = function(board, position, how, NULL, 0);
    char *text = malloc(length + 1);

    assert_non_null(text);
    assert_int_equal(function(board, position, how, text, length + 1), length);
    assert_int_equal(strlen(text), length);
    return text;
}

static int occurrences(const char *text, const char *part)
{
    int count = 0;

    for (const char *at = text; (at = strstr(at, part)); at += strlen(part))
        count++;
    return count;
}

static void check_text(const paua_board *board, const char *position_text, const char *move,
                       const paua_drawing *how, const char *wanted)
{
    paua_position position = position_of(board, position_text);
    paua_drawing drawing = *how;
    paua_undo undo;
    char *text;

    if (move) {
        drawing.last = move_of(board, &position, move);
        paua_position_make(board, &position, drawing.last, &undo);
    }
    text = draw(paua_draw_text, board, &position, &drawing);
    assert_string_equal(text, wanted);
    free(text);
}

static void text_is_drawn_row_by_row(void **state)
{
    paua_board *small = board_of(2, 2, 2), *lone = board_of(1, 1, 1), *slanted = board_of(2, 3, 1);
    const paua_drawing turned = {.size = sizeof(paua_drawing), .coordinates = true, .turned = true};
    const paua_drawing coloured = {.size = sizeof(paua_drawing), .colour = true};

    (void)state;
    check_text(small, "wb/1b1/bw", NULL, &plain, "  O @\n . @ .\n  @ O\n");
    check_text(small, "wb/1b1/bw", NULL, &named, " c  O @\nb  . @ .\n a  @ O 3\n     1 2\n");
    check_text(small, "wb/1b1/bw", NULL, &turned, " a  O @\nb  . @ .\n c  @ O 1\n     3 2\n");
    check_text(small, "b1/3/w1", NULL, &coloured,
               "  \033[1;34m@\033[0m .\n . . .\n  \033[1mO\033[0m .\n");
    check_text(lone, "b", NULL, &named, "a  @\n    1\n");
    check_text(slanted, "b1/2/w1", NULL, &plain, " @ .\n  . .\n   O .\n");
    paua_board_free(small);
    paua_board_free(lone);
    paua_board_free(slanted);
}

static void the_last_move_stands_in_brackets(void **state)
{
    paua_board *board = board_of(3, 3, 3);
    const paua_drawing turned = {.size = sizeof(paua_drawing), .turned = true};

    (void)state;
    check_text(board, "3/4/5/4/b2", "a1b2", &plain,
               "   . . .\n  . . . .\n . . . . .\n  .(@). .\n  (.). .\n");
    check_text(board, "3/4/5/4/bb1", "a1a2", &plain,
               "   . . .\n  . . . .\n . . . . .\n  . . . .\n  (. @ @)\n");
    check_text(board, "3/4/5/4/bb1", "a1a2b1", &plain,
               "   . . .\n  . . . .\n . . . . .\n (@ @). .\n  (. .).\n");
    check_text(board, "3/4/5/4/bb1", "a1a2", &turned,
               "  (@ @ .)\n  . . . .\n . . . . .\n  . . . .\n   . . .\n");
    paua_board_free(board);
}

static void a_short_buffer_gets_the_beginning(void **state)
{
    paua_board *board = board_of(5, 5, 5);
    paua_position position = position_of(board, "standard");
    draw_function *const functions[] = {paua_draw_text, paua_draw_svg, paua_draw_tikz};

    (void)state;
    for (size_t f = 0; f < LENGTH(functions); f++) {
        char *whole = draw(functions[f], board, &position, &named);
        size_t length = strlen(whole);
        for (size_t cap = 1; cap <= length + 1; cap += cap < 40 ? 1 : 37) {
            char *part = malloc(cap);
            assert_non_null(part);
            assert_int_equal(functions[f](board, &position, &named, part, cap), length);
            assert_int_equal(strlen(part), cap - 1 < length ? cap - 1 : length);
            assert_memory_equal(part, whole, strlen(part));
            free(part);
        }
        free(whole);
    }
    paua_board_free(board);
}

/* Six players on a board of rows e to a, with marbles of nobody in its upper row. */
#define SIX "ncx/bwrg/yp3/4/3 g 0-0-0-0-0-0"

static void every_kind_of_marble_has_its_sign(void **state)
{
    paua_board *board = board_of(3, 3, 3);
    const paua_drawing unicode = {.size = sizeof(paua_drawing), .unicode = true};
    const paua_drawing coloured = {.size = sizeof(paua_drawing), .colour = true, .unicode = true};

    (void)state;
    check_text(board, SIX, NULL, &plain, "   n c x\n  @ O r g\n y p . . .\n  . . . .\n   . . .\n");
    check_text(board, SIX, NULL, &unicode,
               "   ⓝ ⓒ ⊗\n  ● ○ Ⓡ Ⓖ\n Ⓨ Ⓟ · · ·\n  · · · ·\n   · · ·\n");
    check_text(board, "nc1/4/5/4/3 b 0-0", NULL, &coloured,
               "   \033[36mⓝ\033[0m \033[1;36mⓒ\033[0m ·\n  · · · ·\n · · · · ·\n"
               "  · · · ·\n   · · ·\n");
    paua_board_free(board);
}

/* What a drawing in SVG holds. */
struct circle {
    int x, y, r;
};

struct words {
    int x, y, height, letters;
};

struct picture {
    int low_x, low_y, width, height;
    struct circle circles[512];
    struct words words[256];
    struct circle points[4096]; /* corners of paths */
    int circle_count, words_count, point_count, groups;
};

static void read_path(struct picture *picture, const char *line)
{
    int x, y, used;

    line = strchr(line, 'M');
    while (line && sscanf(line + 1, "%d %d%n", &x, &y, &used) == 2) {
        assert_true(picture->point_count < (int)LENGTH(picture->points));
        picture->points[picture->point_count++] = (struct circle){x, y, 0};
        line += 1 + used;
        if (*line != 'L')
            break;
    }
    assert_non_null(line);
    assert_int_equal(*line, 'Z');
}

/* Reads the whole drawing: a line that is not known fails. */
static void read_picture(const char *svg, struct picture *picture)
{
    int width, height;

    memset(picture, 0, sizeof *picture);
    assert_int_equal(sscanf(svg,
                            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" "
                            "viewBox=\"%d %d %d %d\" role=\"img\">\n",
                            &width, &height, &picture->low_x, &picture->low_y, &picture->width,
                            &picture->height),
                     6);
    assert_int_equal(width, picture->width / 2);
    assert_int_equal(height, picture->height / 2);
    for (const char *line = strchr(svg, '\n') + 1; *line; line = strchr(line, '\n') + 1) {
        struct circle circle;
        struct words words;
        int used = 0;
        if (sscanf(line, "<circle cx=\"%d\" cy=\"%d\" r=\"%d\"/>", &circle.x, &circle.y,
                   &circle.r) == 3)
            picture->circles[picture->circle_count++] = circle;
        else if (sscanf(line, "<text x=\"%d\" y=\"%d\" font-size=\"%d\">%n", &words.x, &words.y,
                        &words.height, &used) == 3) {
            words.letters = (int)strcspn(line + used, "<");
            picture->words[picture->words_count++] = words;
        } else if (!strncmp(line, "<path ", 6))
            read_path(picture, line);
        else if (!strncmp(line, "<g ", 3))
            picture->groups++;
        else if (!strncmp(line, "</g>", 4))
            picture->groups--;
        else
            assert_true(!strncmp(line, "<title>", 7) || !strncmp(line, "<desc>", 6) ||
                        !strncmp(line, "<defs>", 6) || !strncmp(line, "</defs>", 7) ||
                        !strncmp(line, "<radialGradient ", 16) || !strncmp(line, "</svg>", 6));
        assert_true(picture->groups == 0 || picture->groups == 1);
        assert_true(picture->circle_count < (int)LENGTH(picture->circles));
        assert_true(picture->words_count < (int)LENGTH(picture->words));
    }
    assert_int_equal(picture->groups, 0);
}

static void check_inside(const struct picture *picture, int x, int y, int margin_x, int margin_y)
{
    assert_true(x - margin_x >= picture->low_x && x + margin_x <= picture->low_x + picture->width);
    assert_true(y - margin_y >= picture->low_y && y + margin_y <= picture->low_y + picture->height);
}

/* Half the breadth of a text: letters are a little more than half as broad as they are high. */
static int half(const struct words *words)
{
    return words->letters * words->height * 3 / 10;
}

/* Texts are `height` high from y upwards. */
static void check_texts_apart(const struct picture *picture)
{
    for (int i = 0; i < picture->words_count; i++) {
        const struct words *one = &picture->words[i];
        check_inside(picture, one->x, one->y - one->height / 2, half(one), one->height / 2);
        for (int j = 0; j < i; j++) {
            const struct words *other = &picture->words[j];
            assert_true(abs(one->x - other->x) > half(one) + half(other) ||
                        abs(one->y - other->y) > one->height);
        }
        for (int j = 0; j < picture->circle_count; j++) {
            const struct circle *circle = &picture->circles[j];
            int middle = one->y - one->height / 3;
            assert_true(abs(one->x - circle->x) > half(one) + circle->r ||
                        abs(middle - circle->y) > one->height / 3 + circle->r);
        }
    }
}

/* Marbles do not touch each other: circles are either concentric or apart. */
static void check_picture(const struct picture *picture)
{
    for (int i = 0; i < picture->circle_count; i++) {
        const struct circle *one = &picture->circles[i];
        check_inside(picture, one->x, one->y, one->r, one->r);
        for (int j = 0; j < i; j++) {
            const struct circle *other = &picture->circles[j];
            int x = one->x - other->x, y = one->y - other->y, reach = one->r + other->r;
            assert_true((x == 0 && y == 0) || x * x + y * y > reach * reach);
        }
    }
    for (int i = 0; i < picture->point_count; i++)
        check_inside(picture, picture->points[i].x, picture->points[i].y, 0, 0);
    check_texts_apart(picture);
}

/* Every cell taken, by players in turn; some marbles of nobody; each player has ejected
 * something. */
static paua_position crowd(const paua_board *board, int players)
{
    paua_position position = {.players = (uint8_t)players, .ply = 1};
    int number = 0;

    for (int cell = 0; cell < 64; cell++) {
        if (!(paua_board_all(board) & PAUA_SET(cell)))
            continue;
        if (number % 9 == 7)
            position.neutral |= PAUA_SET(cell);
        else if (number % 9 == 8)
            position.fixed |= PAUA_SET(cell);
        else
            position.marbles[number % players] |= PAUA_SET(cell);
        number++;
    }
    for (int side = 0; side < players; side++)
        position.ejected[side] = (uint8_t)(players == 2 ? number % 7 : 3 * side);
    if (number > 9 && players > 2)
        position.crowned = (uint8_t)(1 + number % players);
    else if (number > 7)
        position.central = position.neutral & (~position.neutral + 1);
    assert_int_equal(paua_position_complete(board, &position), PAUA_OK);
    return position;
}

/* The circles of the SVG are those of the TikZ picture, in the same order. */
static void check_tikz(const char *tikz, const struct picture *picture)
{
    int count = 0;

    for (const char *at = tikz; (at = strstr(at, " circle[radius=")); at++, count++) {
        const char *start = at;
        struct circle circle;
        while (*start != '\n')
            start--;
        assert_int_equal(
            sscanf(start, "\n  (%d,%d) circle[radius=%d]", &circle.x, &circle.y, &circle.r), 3);
        assert_true(count < picture->circle_count);
        assert_memory_equal(&circle, &picture->circles[count], sizeof circle);
    }
    assert_int_equal(count, picture->circle_count);
    assert_int_equal(occurrences(tikz, "node{"), picture->words_count);
    assert_int_equal(occurrences(tikz, "\\path["), occurrences(tikz, ";\n") - 1);
    assert_int_equal(occurrences(tikz, "{"), occurrences(tikz, "}"));
}

static void check_drawn(const paua_board *board, const paua_position *position, bool turned,
                        bool coordinates)
{
    static struct picture picture;
    paua_drawing how = {.size = sizeof(paua_drawing), .coordinates = coordinates, .turned = turned};
    char *text = draw(paua_draw_text, board, position, &how);
    char *svg = draw(paua_draw_svg, board, position, &how);
    char *tikz = draw(paua_draw_tikz, board, position, &how);

    assert_int_equal(occurrences(text, "@"), count_of(position->marbles[PAUA_BLACK]));
    assert_int_equal(occurrences(text, "O"), count_of(position->marbles[PAUA_WHITE]));
    assert_int_equal(occurrences(text, "\n"), paua_board_rows(board) + coordinates);
    read_picture(svg, &picture);
    check_picture(&picture);
    check_tikz(tikz, &picture);
    free(text);
    free(svg);
    free(tikz);
}

/* All boards there are, for all numbers of players: everything is inside the picture and nothing
 * overlaps. */
static void every_board_can_be_drawn(void **state)
{
    int boards = 0;

    (void)state;
    for (int a = 1; a <= 61; a++) {
        for (int b = 1; b <= 61; b++) {
            for (int c = 1; c <= 61; c += SANITIZED ? 3 : 1) {
                if (!paua_board_cells_of(a, b, c))
                    continue;
                paua_board *board = board_of(a, b, c);
                for (int players = 2; players <= PAUA_PLAYERS_MAX; players++) {
                    paua_position position = crowd(board, players);
                    check_drawn(board, &position, boards & 1, true);
                    check_drawn(board, &position, !(boards & 1), players & 1);
                }
                paua_board_free(board);
                boards++;
            }
        }
    }
    assert_true(boards > (SANITIZED ? 150 : 500));
}

/* However many marbles are out: beside a board of one cell, too. */
static void any_score_can_be_drawn(void **state)
{
    paua_board *lone = board_of(1, 1, 1), *full = board_of(5, 5, 5);

    (void)state;
    for (int black = 0; black <= 61; black += black < 12 ? 1 : 7) {
        paua_position position = {.players = 2, .ply = 1};
        position.ejected[PAUA_BLACK] = (uint8_t)black;
        position.ejected[PAUA_WHITE] = (uint8_t)(61 - black);
        assert_int_equal(paua_position_complete(lone, &position), PAUA_OK);
        check_drawn(lone, &position, false, true);
        check_drawn(lone, &position, false, false);
        assert_int_equal(paua_position_complete(full, &position), PAUA_OK);
        check_drawn(full, &position, true, false);
    }
    paua_board_free(lone);
    paua_board_free(full);
}

/* A drawing of this position; free it. */
static char *svg_of(const paua_board *board, const char *text, const paua_drawing *how)
{
    paua_position position = position_of(board, text);
    return draw(paua_draw_svg, board, &position, how);
}

static void scores_show_who_left_and_who_moves(void **state)
{
    paua_board *board = board_of(5, 5, 5);
    const char *const rows = "1bbb1/p1bb1w/pp1b1ww/ppp2www/9/yyy2rrr/yy1g1rr/y1gg1r/1ggg1";
    struct {
        const char *rest;
        int gone, turn, stars;
    } cases[] = {
        {"r 2-1-0-5-3-0", 0, 1, 0},
        {"r 2-1x-0-5-3-0x", 2, 1, 0},
        {"b 0-0-0-0-0-0", 0, 1, 0},
        {"g 2-1-0-5c-3-0", 0, 1, 1},
        {"y 2x-1x-0-5-3-0 0 1 bg-wy-rp", 2, 1 + 3, 0},
    };

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char text[PAUA_POSITION_TEXT_MAX];
        snprintf(text, sizeof text, "%s %s", rows, cases[i].rest);
        char *svg = svg_of(board, text, &plain);
        assert_int_equal(occurrences(svg, "<g fill=\"#c4501b\">"), cases[i].gone);
        assert_int_equal(occurrences(svg, "<g fill=\"#6a6252\">"), cases[i].turn);
        assert_int_equal(occurrences(svg, "<g fill=\"url(#paua-neutral)"), cases[i].stars);
        assert_int_equal(occurrences(svg, "<text"), 6);
        assert_int_equal(occurrences(svg, "<circle"), 61 + 36 + 6 + cases[i].stars);
        free(svg);
    }
    paua_board_free(board);
}

static void svg_shows_what_happened(void **state)
{
    paua_board *board = board_of(5, 5, 5);
    paua_position position = position_of(board, "5/6/7/8/9/8/7/6/bbbww b 2-3");
    paua_drawing how = plain;
    paua_undo undo;
    char *svg;

    (void)state;
    how.last = move_of(board, &position, "a1a2");
    paua_position_make(board, &position, how.last, &undo);
    svg = draw(paua_draw_svg, board, &position, &how);
    /* cells, marbles, where the last one came from, where three stand, three and three out */
    assert_int_equal(occurrences(svg, "<circle"), 61 + 4 + 1 + 3 + 6);
    assert_int_equal(occurrences(svg, "<text"), 0);
    assert_non_null(strstr(svg, "<title>Abalone, White to move</title>\n"
                                "<desc>5/6/7/8/9/8/7/6/1bbbw w 3-3 0 2</desc>"));
    free(svg);
    how = named;
    svg = draw(paua_draw_svg, board, &position, &how);
    assert_int_equal(occurrences(svg, "<text"), 9 + 9);
    free(svg);
    paua_board_free(board);
}

/* The corners of all arrows, each twice: its edge and itself. */
static int arrow_points(const paua_board *board, const char *text, const char *move, bool turned,
                        struct circle *points)
{
    static struct picture all, without;
    paua_position position = position_of(board, text);
    paua_move arrow = move_of(board, &position, move);
    paua_drawing how = {.size = sizeof(paua_drawing), .turned = turned};
    char *svg = draw(paua_draw_svg, board, &position, &how);
    int count;

    read_picture(svg, &without);
    free(svg);
    how.arrows = &arrow;
    how.arrow_count = 1;
    svg = draw(paua_draw_svg, board, &position, &how);
    read_picture(svg, &all);
    free(svg);
    check_picture(&all);
    count = (all.point_count - without.point_count) / 2;
    memcpy(points, &all.points[all.point_count - count], (size_t)count * sizeof *points);
    assert_memory_equal(points, &all.points[all.point_count - 2 * count],
                        (size_t)count * sizeof *points);
    return count;
}

static void check_point(const struct circle *point, int x, int y)
{
    assert_int_equal(point->x, x);
    assert_int_equal(point->y, y);
}

/* The fourth corner of an arrow is its tip; cell (row, column) is at (100 column - 50 row, -87
 * row). */
static void arrows_lead_from_the_last_marble_to_where_the_first_goes(void **state)
{
    paua_board *board = board_of(5, 5, 5);
    struct circle points[64];

    (void)state;
    assert_int_equal(arrow_points(board, "5/6/7/8/9/8/7/6/bbb2", "a1a2", false, points), 7);
    check_point(&points[3], 400, 0); /* a4 */
    check_point(&points[0], 100 - 7, -7);
    assert_int_equal(arrow_points(board, "5/6/7/8/9/8/7/6/bbb2", "a1a2", true, points), 7);
    check_point(&points[3], -400, 0);
    assert_int_equal(arrow_points(board, "5/6/7/8/9/8/7/b5/b4", "a1b2", false, points), 7);
    check_point(&points[3], 150, -87); /* b2, a lone marble's */
    assert_int_equal(arrow_points(board, "5/6/7/8/9/8/7/6/bbb2", "a1a3b1", false, points),
                     4 + 3 * 7);
    check_point(&points[0], 93, -7); /* the bar */
    check_point(&points[2], 307, 7);
    check_point(&points[4 + 3], 50, -87); /* the tips: b1, b2, b3 */
    check_point(&points[11 + 3], 150, -87);
    check_point(&points[18 + 3], 250, -87);
    paua_board_free(board);
}

static void labels_are_text_and_nothing_else(void **state)
{
    paua_board *board = board_of(2, 2, 2);
    const paua_label labels[] = {{cell_of(board, "b2"), "<&\">"},
                                 {cell_of(board, "a1"), "ä\xFF\x01"},
                                 {cell_of(board, "c2"), "{\\_%}"},
                                 {cell_of(board, "c3"), ""}};
    const paua_drawing how = {
        .size = sizeof(paua_drawing), .labels = labels, .label_count = LENGTH(labels)};
    paua_position position = position_of(board, "ww/3/bb");
    char *svg = draw(paua_draw_svg, board, &position, &how);
    char *tikz = draw(paua_draw_tikz, board, &position, &how);

    (void)state;
    assert_non_null(strstr(svg, ">&#60;&#38;&#34;&#62;</text>"));
    assert_non_null(strstr(svg, ">ä&#65533;&#65533;</text>"));
    assert_int_equal(occurrences(svg, "<text"), 3);
    assert_non_null(strstr(tikz, " \\textless{}\\&\\textquotedbl{}\\textgreater{}}"));
    assert_non_null(strstr(tikz, " ä??}"));
    assert_non_null(strstr(tikz, " \\{\\textbackslash{}\\_\\%\\}}"));
    free(svg);
    free(tikz);
    paua_board_free(board);
}

/* Malformed or overlong UTF-8, surrogates, what XML forbids, and what is good. */
static void letters_of_labels_are_checked(void **state)
{
    static const struct {
        const char *text, *drawn;
    } cases[] = {
        {"\xC0\x80", "&#65533;&#65533;"},
        {"\xE0\x80\x80x", "&#65533;&#65533;&#65533;x"},
        {"\xED\xA0\x80", "&#65533;&#65533;&#65533;"},
        {"\xEF\xBF\xBE", "&#65533;&#65533;&#65533;"},
        {"\xF4\x90\x80\x80", "&#65533;&#65533;&#65533;&#65533;"},
        {"\xE2\x98", "&#65533;&#65533;"},
        {"\x7F\n", "&#65533;&#65533;"},
        {"\xE2\x98\x85\xF0\x9F\x98\x80", "\xE2\x98\x85\xF0\x9F\x98\x80"},
    };
    paua_board *board = board_of(2, 2, 2);
    paua_position position = position_of(board, "ww/3/bb");

    (void)state;
    for (size_t i = 0; i < LENGTH(cases); i++) {
        const paua_label label = {cell_of(board, "b2"), cases[i].text};
        const paua_drawing how = {.size = sizeof(paua_drawing), .labels = &label, .label_count = 1};
        char wanted[128];
        char *svg = draw(paua_draw_svg, board, &position, &how);
        snprintf(wanted, sizeof wanted, "\">%s</text>", cases[i].drawn);
        assert_non_null(strstr(svg, wanted));
        free(svg);
    }
    paua_board_free(board);
}

/* A label stands instead of the mark on a marble, which elsewhere stays. */
static void a_label_takes_the_place_of_a_mark(void **state)
{
    paua_board *board = board_of(2, 2, 2);
    const paua_label label = {cell_of(board, "a1"), "1"};
    const paua_drawing how = {.size = sizeof(paua_drawing), .labels = &label, .label_count = 1};
    char *bare = svg_of(board, "bw/3/rr b 0-0-0", &plain);
    char *labelled = svg_of(board, "bw/3/rr b 0-0-0", &how);

    (void)state;
    assert_int_equal(occurrences(bare, "<path"), occurrences(labelled, "<path") + 1);
    assert_int_equal(occurrences(labelled, "<circle"), occurrences(bare, "<circle"));
    free(bare);
    free(labelled);
    paua_board_free(board);
}

static void a_drawing_of_another_size_is_refused(void **state)
{
    paua_board *board = board_of(5, 5, 5);
    const paua_position position = position_of(board, "standard");
    const size_t sizes[] = {0, sizeof(paua_drawing) - 1, sizeof(paua_drawing) + 8};
    char text[8] = "before";
    unsigned char *png = NULL;
    size_t length = 7;

    (void)state;
    for (size_t i = 0; i < LENGTH(sizes); i++) {
        const paua_drawing how = {.size = sizes[i]};
        assert_int_equal(paua_draw_text(board, &position, &how, text, sizeof text), 0);
        assert_string_equal(text, "");
        assert_int_equal(paua_draw_svg(board, &position, &how, text, sizeof text), 0);
        assert_int_equal(paua_draw_tikz(board, &position, &how, text, sizeof text), 0);
        assert_string_equal(text, "");
        assert_int_equal(paua_draw_png(board, &position, &how, 100, &png, &length),
                         PAUA_ERROR_BAD_ARGUMENT);
        assert_null(png);
        assert_int_equal(length, 7);
    }
    paua_board_free(board);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_is_drawn_row_by_row),
        cmocka_unit_test(the_last_move_stands_in_brackets),
        cmocka_unit_test(a_short_buffer_gets_the_beginning),
        cmocka_unit_test(every_kind_of_marble_has_its_sign),
        cmocka_unit_test(every_board_can_be_drawn),
        cmocka_unit_test(any_score_can_be_drawn),
        cmocka_unit_test(scores_show_who_left_and_who_moves),
        cmocka_unit_test(svg_shows_what_happened),
        cmocka_unit_test(arrows_lead_from_the_last_marble_to_where_the_first_goes),
        cmocka_unit_test(labels_are_text_and_nothing_else),
        cmocka_unit_test(letters_of_labels_are_checked),
        cmocka_unit_test(a_label_takes_the_place_of_a_mark),
        cmocka_unit_test(a_drawing_of_another_size_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
