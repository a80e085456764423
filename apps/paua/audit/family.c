/* family.c - decides the conjectures of section 4: winning shapes, and a broadside first move. */
#include <stdlib.h>

#include "audit/parts.h"
#include "base/bits.h"

enum { PLACEMENTS_MAX = 64, EXAMPLES = 4 };

/* The families of the board, counted at the first claim that needs them; NULL on failure. */
static const paua_families *families_of(struct judging *judging)
{
    struct audit_game *game = judging->game;
    if (!game->families &&
        !audit_worked(judging, paua_families_new(&game->oracle, NULL, NULL, &game->families)))
        return NULL;
    return game->families;
}

/* `length` cells in a row, or the empty set if the board ends before. */
static paua_set row_of(const paua_board *board, int cell, paua_direction direction, int length)
{
    paua_set row = 0;
    for (int i = 0; i < length; i++) {
        if (cell == PAUA_NO_CELL)
            return 0;
        row |= PAUA_SET(cell);
        cell = paua_board_neighbour(board, cell, direction);
    }
    return row;
}

/* The canonical image of a set of cells, and how many images differ. */
static paua_set least_image(const paua_board *board, paua_set cells, int *images)
{
    paua_set least = cells;
    int keep = 1; /* number 0 does */
    for (int symmetry = 1; symmetry < paua_board_symmetries(board); symmetry++) {
        paua_set image = paua_board_map(board, symmetry, cells);
        keep += image == cells;
        if (image < least)
            least = image;
    }
    *images = paua_board_symmetries(board) / keep;
    return least;
}

/* A placement of a shape, up to symmetry. */
struct placement {
    paua_set cells;
    int images, distance; /* sum of its cells' distances from the centre */
};

struct placements {
    int count;
    struct placement list[PLACEMENTS_MAX];
};

/* Adds a placement, unless it or an image of it is already listed. */
static void add_placement(const paua_board *board, paua_set cells, struct placements *placements)
{
    struct placement new = {.distance = 0};
    new.cells = least_image(board, cells, &new.images);
    for (paua_set rest = new.cells; rest;)
        new.distance += paua_board_eccentricity(board, bits_take(&rest));
    for (int i = 0; i < placements->count; i++)
        if (placements->list[i].cells == new.cells)
            return;
    if (placements->count < PLACEMENTS_MAX)
        placements->list[placements->count++] = new;
}

/* Places rows of these lengths side by side; each begins between the first two cells of the one
 * before, on either side. */
static void place_rows(const paua_board *board, const int *lengths, int rows,
                       struct placements *placements)
{
    for (int cell = 0; cell < paua_board_cells(board); cell++)
        for (int k = 0; k < 2 * PAUA_DIRECTION_COUNT; k++) {
            paua_direction along = (paua_direction)(k / 2);
            paua_direction across =
                (paua_direction)((k / 2 + (k % 2 ? 1 : PAUA_DIRECTION_COUNT - 1)) %
                                 PAUA_DIRECTION_COUNT);
            paua_set cells = 0;
            int from = cell, row = 0;
            for (; row < rows && from != PAUA_NO_CELL; row++) {
                paua_set next = row_of(board, from, along, lengths[row]);
                if (!next)
                    break;
                cells |= next;
                from = paua_board_neighbour(board, from, across);
            }
            if (row == rows)
                add_placement(board, cells, placements);
        }
}

/* The placement in the middle: the nearest to the centre of those that a symmetry keeps. */
static int middle_one(const paua_board *board, const struct placements *placements)
{
    int best = -1;
    for (int i = 0; i < placements->count; i++) {
        const struct placement *placement = &placements->list[i];
        if (placement->images < paua_board_symmetries(board) &&
            (best < 0 || placement->distance < placements->list[best].distance))
            best = i;
    }
    return best;
}

/* The first exceptions of a shape. */
struct examples {
    struct judging *judging;
    int shown;
};

/* Callback of paua_families_exceptions(): shows the first few with their outcome classes. */
static bool show_exception(int shape, paua_constellation at, const paua_verdict *verdict,
                           void *context)
{
    struct examples *examples = context;
    (void)shape;
    audit_show(examples->judging, at, "%s", paua_class_name((int)verdict->class_));
    return ++examples->shown < EXAMPLES;
}

/* Shows a shape's cells, and how many constellations of its family are in L. */
static void show_shape(struct judging *judging, const paua_shape *shape, const char *what)
{
    audit_show(judging, (paua_constellation){shape->cells, 0}, "%s%llu of %llu in L", what,
               (unsigned long long)(shape->family - shape->exceptions),
               (unsigned long long)shape->family);
}

/* Conjecture 4.3: every board with Black on the Diamond (rows of 2 and 2), or the Trapezoid (3 and
 * 2), in the middle is in L. The other placements are shown for comparison. */
void audit_judge_family(struct judging *judging)
{
    const paua_board *board = judging->game->board;
    const paua_families *families = families_of(judging);
    const char *list = judging->claim->list;
    struct placements placements = {0};
    struct examples examples = {.judging = judging};
    char word[AUDIT_WORD_MAX];
    int lengths[4], rows = 0;
    paua_shape shape;
    while (rows < 4 && audit_word(&list, word))
        lengths[rows++] = atoi(word);
    place_rows(board, lengths, rows, &placements);
    int middle = middle_one(board, &placements);
    if (!families || middle < 0) {
        judging->unreadable = true;
        return;
    }
    if (!audit_worked(judging,
                      paua_families_shape(families, placements.list[middle].cells, &shape)))
        return;
    judging->holds = shape.exceptions == 0;
    audit_say(judging,
              "%d placements that symmetries do not make equal; in the middle:", placements.count);
    show_shape(judging, &shape, "");
    if (!judging->holds)
        audit_worked(judging,
                     paua_families_exceptions(families, &shape, 1, show_exception, &examples));
    audit_say(judging, "and elsewhere:");
    for (int i = 0; i < placements.count; i++)
        if (i != middle &&
            audit_worked(judging, paua_families_shape(families, placements.list[i].cells, &shape)))
            show_shape(judging, &shape, "");
}

/* Whether the set is in one piece and no cell is missing between two others of a line. */
static bool is_convex(const paua_board *board, paua_set cells)
{
    paua_set reached = cells & -cells, before = 0;
    while (reached != before) {
        before = reached;
        for (int d = 0; d < PAUA_DIRECTION_COUNT; d++)
            reached |= cells & paua_board_step(board, before, (paua_direction)d);
    }
    if (reached != cells)
        return false;
    for (int d = 0; d < PAUA_DIRECTION_COUNT / 2; d++) {
        paua_set ahead = cells,
                 behind = cells; /* cells with one of the set before or behind them */
        for (int i = 0; i < paua_board_cells(board); i++) {
            ahead |= paua_board_step(board, ahead, (paua_direction)d);
            behind |=
                paua_board_step(board, behind, (paua_direction)(d + PAUA_DIRECTION_COUNT / 2));
        }
        if ((ahead & behind) != cells)
            return false;
    }
    return true;
}

struct clusters {
    struct judging *judging;
    paua_set middle;
    int shapes, good;
};

/* Callback of paua_families_search(): counts the shapes, and the convex ones in the middle. */
static bool count_cluster(const paua_shape *shape, void *context)
{
    struct clusters *clusters = context;
    const paua_board *board = clusters->judging->game->board;
    bool convex = is_convex(board, shape->cells);
    bool good = convex && (shape->cells & clusters->middle) == clusters->middle;
    clusters->shapes++;
    clusters->good += good;
    show_shape(clusters->judging, shape,
               good     ? "convex, in the middle: "
               : convex ? "not in the middle: "
                        : "not convex: ");
    return true;
}

/* Statement 4.4: more than half of the minimal winning shapes are convex and in the middle. */
void audit_judge_clusters(struct judging *judging)
{
    const paua_families_options options = {.cells = judging->game->oracle.marbles};
    const paua_families *families = families_of(judging);
    struct clusters clusters = {.judging = judging, .middle = audit_middle(judging->game->board)};
    if (!families ||
        !audit_worked(judging, paua_families_search(families, &options, count_cluster, &clusters)))
        return;
    judging->holds = 2 * clusters.good > clusters.shapes;
    audit_say(judging, "%d least winning shapes, %d of them convex and in the middle",
              clusters.shapes, clusters.good);
}

/* Whether two marbles of White can stand beside the black shape so that both are threatened and no
 * move saves both; *at becomes the first such board. */
static bool shape_forks(struct judging *judging, paua_set cells, paua_constellation *at)
{
    const paua_board *board = judging->game->board;
    paua_set rest = paua_board_all(board) & ~cells;
    for (paua_set first = rest; first;) {
        paua_set one = PAUA_SET(bits_take(&first));
        for (paua_set second = first; second;) {
            at->black = cells;
            at->white = one | PAUA_SET(bits_take(&second));
            if (bits_count(audit_fork(judging, *at, PAUA_WHITE)) == 2)
                return true;
        }
    }
    return false;
}

/* Callback of paua_families_search(): counts the shapes, and those that can fork. */
static bool count_fork(const paua_shape *shape, void *context)
{
    struct clusters *clusters = context;
    paua_constellation at;
    bool good = shape_forks(clusters->judging, shape->cells, &at);
    clusters->shapes++;
    clusters->good += good;
    if (good)
        audit_show(clusters->judging, at, "a fork");
    else
        show_shape(clusters->judging, shape, "no fork: ");
    return true;
}

/* Statement 4.4: more than `number` per cent of the minimal winning shapes can fork two marbles. */
void audit_judge_fork_shapes(struct judging *judging)
{
    const paua_families_options options = {.cells = judging->game->oracle.marbles};
    const paua_families *families = families_of(judging);
    struct clusters clusters = {.judging = judging};
    if (!families ||
        !audit_worked(judging, paua_families_search(families, &options, count_fork, &clusters)))
        return;
    judging->holds = 100 * clusters.good > judging->claim->number * clusters.shapes;
    audit_say(judging, "%d least winning shapes, %d of them can threaten two marbles at once",
              clusters.shapes, clusters.good);
}

/* Cells with six neighbours. */
static paua_set inner_cells(const paua_board *board)
{
    paua_set inner = paua_board_all(board);
    for (int d = 0; d < PAUA_DIRECTION_COUNT; d++)
        inner &= paua_board_step(board, paua_board_all(board), (paua_direction)d);
    return inner;
}

/* Whether the choice is a broadside move of `marbles` marbles onto inner cells. */
static bool is_inner_broadside(const paua_board *board, const paua_position *position,
                               const paua_choice *choice, int marbles)
{
    paua_move_list list;
    paua_moves_generate(board, position, &list);
    for (int i = 0; i < list.count; i++) {
        paua_move move = list.moves[i];
        paua_position after = *position;
        paua_undo undo;
        if (!paua_move_broadside(move) || paua_move_count(move) != marbles ||
            (paua_move_to(board, move) & ~inner_cells(board)))
            continue;
        paua_position_make(board, &after, move, &undo);
        if (paua_constellation_isomorphic(
                board, choice->to,
                (paua_constellation){after.marbles[PAUA_BLACK], after.marbles[PAUA_WHITE]}))
            return true;
    }
    return false;
}

/* Statement 4.2: on 3x3x3 a first move of `number` marbles broadside onto inner cells wins. */
void audit_judge_broadside(struct judging *judging)
{
    const struct audit_claim *claim = judging->claim;
    paua_choice choices[PAUA_MOVES_MAX];
    paua_constellation at;
    paua_position position;
    int winning = 0, broadsides = 0;
    if (!audit_named(judging, claim->subject, &at) ||
        !audit_worked(judging,
                      paua_study_position(&judging->game->oracle, at, claim->side, &position)))
        return;
    int count = audit_choices(judging, at, claim->side, choices);
    for (int i = 0; i < count; i++) {
        bool wins = choices[i].value == PAUA_VALUE_WIN;
        bool broadside =
            is_inner_broadside(judging->game->board, &position, &choices[i], claim->number);
        judging->holds = judging->holds || (wins && broadside);
        winning += wins;
        broadsides += broadside;
        if (wins || broadside)
            audit_show(judging, choices[i].to, "%s in %d%s",
                       wins                                  ? "wins"
                       : choices[i].value == PAUA_VALUE_LOSS ? "loses"
                                                             : "draws",
                       choices[i].remoteness, broadside ? ", broadside" : "");
    }
    audit_say(judging, "%d of %d options win; %d %s such a broadside move", winning, count,
              broadsides, broadsides == 1 ? "is" : "are");
}
