/* compare.c - the library against the reference model, on random positions.
 *
 * compare [--positions N] [--seed S] [--board AxBxC] [--corrupt KIND]
 *
 * Walks of random moves from the layouts and from random scatterings of marbles, both colours to
 * move; checks.c compares what both sides say of every position met. Exit 0 when nothing differs,
 * 1 with a report at the first difference, 2 for wrong options, 3 for want of memory.
 * --corrupt breaks one side on purpose: then 1 is the right answer.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board/shape.h"
#include "checks.h"

struct corruption {
    const char *name;
    const char *what;
    struct model_laws laws;
    enum spoil spoil;
};

#define LAWS MODEL_LAWS_RIGHT

/* The model's side is broken by one other law, the library's by a spoiled answer. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverride-init"
static const struct corruption corruptions[] = {
    {"short-lines", "only two marbles move together", {LAWS, .longest = 2}, SPOIL_NOTHING},
    {"long-lines", "four marbles move together", {LAWS, .longest = 4}, SPOIL_NOTHING},
    {"three-three", "three push three", {LAWS, .pushed = {0, 0, 1, 3}}, SPOIL_NOTHING},
    {"two-two", "two push two", {LAWS, .pushed = {0, 0, 2, 2}}, SPOIL_NOTHING},
    {"one-one", "one pushes one", {LAWS, .pushed = {0, 1, 1, 2}}, SPOIL_NOTHING},
    {"not-two", "three cannot push two", {LAWS, .pushed = {0, 0, 1, 1}}, SPOIL_NOTHING},
    {"no-push", "nobody pushes", {LAWS, .pushed = {0}}, SPOIL_NOTHING},
    {"push-through", "a marble behind does not block", {LAWS, .backed = false}, SPOIL_NOTHING},
    {"walled", "nothing is pushed off", {LAWS, .eject = false}, SPOIL_NOTHING},
    {"no-score", "an ejection is forgotten", {LAWS, .score = false}, SPOIL_NOTHING},
    {"suicide", "own marbles leave the board", {LAWS, .suicide = true}, SPOIL_NOTHING},
    {"squeeze",
     "a broadside line of three passes a marble",
     {LAWS, .every_target = false},
     SPOIL_NOTHING},
    {"same-side", "the same side moves again", {LAWS, .alternate = false}, SPOIL_NOTHING},
    {"never-quiet",
     "an ejection leaves the quiet plies",
     {LAWS, .reset_quiet = false},
     SPOIL_NOTHING},
    {"drop", "one push is not generated", {LAWS}, SPOIL_DROP},
    {"order", "moves are listed out of order", {LAWS}, SPOIL_ORDER},
    {"ejections", "a wrong move among those that eject", {LAWS}, SPOIL_EJECTIONS},
    {"count", "pushes are counted twice", {LAWS}, SPOIL_COUNT},
    {"bits", "a push of two says one", {LAWS}, SPOIL_BITS},
    {"key", "an ejection is missing from the key", {LAWS}, SPOIL_KEY},
    {"unmake", "unmake forgets the quiet plies", {LAWS}, SPOIL_UNMAKE},
    {"text", "broadside moves are written from the other end", {LAWS}, SPOIL_TEXT},
    {"read", "a move's text is read as another move", {LAWS}, SPOIL_READ},
    {"legal", "what a move pushes is not looked at", {LAWS}, SPOIL_LEGAL},
    {"outcome", "a stuck side draws instead of losing", {LAWS}, SPOIL_OUTCOME},
    {"symmetry", "one symmetry is taken for another", {LAWS}, SPOIL_SYMMETRY},
    {"perft", "one leaf is missing", {LAWS}, SPOIL_PERFT},
};
#pragma GCC diagnostic pop

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

struct plan {
    int sides[3];
    int weight;
    bool any_board; /* the library has code of its own for 5x5x5: leave that alone */
    bool any_cpu;   /* and for newer processors: leave that alone */
};

static const struct plan plans[] = {
    {.sides = {5, 5, 5}, .weight = 12},
    {.sides = {5, 5, 5}, .weight = 3, .any_board = true},
    {.sides = {5, 5, 5}, .weight = 3, .any_cpu = true},
    {.sides = {2, 2, 2}, .weight = 2},
    {.sides = {2, 2, 3}, .weight = 2},
    {.sides = {2, 3, 2}, .weight = 2},
    {.sides = {3, 2, 2}, .weight = 2},
    {.sides = {2, 3, 3}, .weight = 2},
    {.sides = {3, 3, 3}, .weight = 3},
    {.sides = {3, 3, 4}, .weight = 2},
    {.sides = {4, 3, 3}, .weight = 1},
    {.sides = {4, 4, 4}, .weight = 3},
    {.sides = {1, 1, 1}, .weight = 1},
    {.sides = {1, 1, 5}, .weight = 1},
    {.sides = {1, 5, 1}, .weight = 1},
    {.sides = {2, 1, 1}, .weight = 1},
    {.sides = {5, 1, 1}, .weight = 1},
    {.sides = {61, 1, 1}, .weight = 1},
    {.sides = {1, 1, 61}, .weight = 1},
    {.sides = {1, 30, 2}, .weight = 1},
    {.sides = {2, 2, 19}, .weight = 1},
    {.sides = {2, 5, 6}, .weight = 2},
    {.sides = {3, 4, 9}, .weight = 2},
    {.sides = {9, 4, 3}, .weight = 2, .any_cpu = true},
    {.sides = {1, 7, 8}, .weight = 2},
    {.sides = {4, 5, 6}, .weight = 2},
    {.sides = {6, 5, 4}, .weight = 1},
    {.sides = {3, 7, 5}, .weight = 1},
};

struct options {
    uint64_t positions;
    uint64_t seed;
    int sides[3]; /* one board only, if the first is not 0 */
    const struct corruption *corruption;
};

static bool ground_open(struct ground *ground, const struct plan *plan)
{
    const int *s = plan->sides;

    ground->weight = plan->weight;
    snprintf(ground->name, sizeof ground->name, "%dx%dx%d%s", s[0], s[1], s[2],
             plan->any_board ? " any board"
             : plan->any_cpu ? " any cpu"
                             : "");
    if (!model_board_make(&ground->model, s[0], s[1], s[2]) ||
        paua_board_new(s[0], s[1], s[2], &ground->board) != PAUA_OK)
        return false;
    ground->board->full &= !plan->any_board;
    ground->board->cpu_v3 &= !plan->any_cpu;
    for (int i = 0; i < ground->model.cells; i++)
        ground->cell[i] =
            paua_board_cell(ground->board, ground->model.row[i], ground->model.column[i]);
    return paua_board_cells(ground->board) == ground->model.cells;
}

/* Marbles anywhere: from an empty board to a full one. */
static void scatter(struct comparison *c, struct model_position *position)
{
    const struct model_board *board = &c->ground->model;
    unsigned cells = (unsigned)board->cells;
    unsigned marbles = draw(c, draw(c, 3) ? cells / 2 + 1 : cells + 1);
    unsigned black = draw(c, 2) ? marbles / 2 : draw(c, marbles + 1);

    model_position_clear(board, position);
    for (unsigned i = 0; i < marbles; i++) {
        unsigned cell;
        do
            cell = draw(c, cells);
        while (position->cell[cell] != '.');
        position->cell[cell] = i < black ? 'b' : 'w';
    }
    position->side = (int)draw(c, 2);
    /* nobody has ever had more marbles than the largest board has cells */
    unsigned most[2] = {MODEL_CELLS - (marbles - black), MODEL_CELLS - black};
    for (int side = 0; side < 2; side++)
        position->ejected[side] = (int)draw(c, draw(c, 16) && most[side] > 5 ? 6 : most[side] + 1);
    position->quiet = draw(c, 16) ? (int)draw(c, 300) : 65530 + (int)draw(c, 6);
    position->ply = draw(c, 16) ? 1 + (int)draw(c, 500) : 65530 + (int)draw(c, 6);
}

/* A layout of this board if it has any; false if not. */
static bool lay_out(struct comparison *c, struct model_position *position)
{
    const paua_layout *layout = paua_layout_at((int)draw(c, (unsigned)paua_layout_count()));

    if (memcmp(layout->sides, c->ground->model.sides, sizeof layout->sides) != 0 ||
        !model_position_rows(&c->ground->model, layout->rows, position))
        return false;
    position->side = draw(c, 8) == 0;
    return true;
}

/* Half of the time a push where there is one, so that games come to something. */
static const struct model_move *choose_move(struct comparison *c, int count)
{
    int chosen = (int)draw(c, (unsigned)count);
    bool push = draw(c, 2) > 0;

    for (int i = 0; i < count && push; i++) {
        int k = (chosen + i) % count;
        if (c->expected[k].pushed > 0)
            return &c->expected[k];
    }
    return &c->expected[chosen];
}

/* The library's move to where the model's leads. */
static bool follow(struct comparison *c, const struct model_move *step, paua_position *position)
{
    char text[PAUA_MOVE_TEXT_MAX];
    paua_move move;
    paua_undo undo;

    model_move_text(&c->ground->model, step, text);
    if (paua_move_parse(c->ground->board, position, text, &move, NULL) != PAUA_OK)
        return false;
    paua_position_make(c->ground->board, position, move, &undo);
    return true;
}

/* One random game or scattering, `left` positions of it at most. */
static bool walk(struct comparison *c, uint64_t left)
{
    struct model_position position;
    paua_position same;
    bool layout = draw(c, 4) > 0 && lay_out(c, &position);
    int count;

    if (!layout)
        scatter(c, &position);
    uint64_t steps = 1 + draw(c, layout ? 150 : 12);
    if (!read_position(c, &position, &same))
        return false;
    for (uint64_t i = 0; i < steps && i < left; i++) {
        if (!check_position(c, &position, &same, &count))
            return false;
        if (count == 0)
            break;
        struct model_move step = *choose_move(c, count);
        if (!follow(c, &step, &same)) {
            printf("a move that was just compared cannot be played\n");
            return false;
        }
        position = step.after;
    }
    return true;
}

static void show_tally(const char *name, const struct tally *t)
{
    printf("%-16s %8" PRIu64 " %9" PRIu64 " %8" PRIu64 " %7" PRIu64 " %7" PRIu64 " %8" PRIu64
           " %7" PRIu64 " %7" PRIu64 " %7" PRIu64 " %6" PRIu64 "\n",
           name, t->positions, t->moves, t->pushes[1], t->pushes[2], t->ejections, t->broadsides,
           t->stuck, t->ends, t->images, t->perfts);
}

static void add_tally(struct tally *sum, const struct tally *t)
{
    sum->positions += t->positions;
    sum->moves += t->moves;
    sum->pushes[1] += t->pushes[1];
    sum->pushes[2] += t->pushes[2];
    sum->ejections += t->ejections;
    sum->broadsides += t->broadsides;
    sum->stuck += t->stuck;
    sum->ends += t->ends;
    sum->images += t->images;
    sum->perfts += t->perfts;
}

/* A comparison that met nothing of some kind has shown nothing about it. */
static bool met_everything(const struct tally *t)
{
    return t->pushes[1] && t->pushes[2] && t->ejections && t->broadsides && t->stuck && t->ends &&
           t->images && t->perfts;
}

static int compare_ground(struct comparison *c, const struct plan *plan, uint64_t positions)
{
    struct ground ground = {.board = NULL};
    int result = 0;

    c->ground = &ground;
    c->tally = (struct tally){0};
    if (!ground_open(&ground, plan))
        result = 3;
    while (result == 0 && c->tally.positions < positions)
        result = walk(c, positions - c->tally.positions) ? 0 : 1;
    if (result == 0)
        show_tally(ground.name, &c->tally);
    paua_board_free(ground.board);
    return result;
}

static int compare_all(struct comparison *c, const struct options *options)
{
    struct tally sum = {0};
    bool alone = options->sides[0] != 0;
    uint64_t weights = 0;
    int result = 0;

    for (size_t i = 0; i < COUNT_OF(plans); i++)
        weights += (uint64_t)plans[i].weight;
    printf("seed %" PRIu64 "\n%-16s %8s %9s %8s %7s %7s %8s %7s %7s %7s %6s\n", c->seed, "board",
           "posns", "moves", "push-1", "push-2", "ejects", "broads.", "stuck", "ends", "images",
           "perfts");
    for (size_t i = 0; i < COUNT_OF(plans) && result == 0; i++) {
        if (alone && memcmp(plans[i].sides, options->sides, sizeof options->sides) != 0)
            continue;
        /* each board has its own sequence, so that --board repeats what the whole did */
        c->random = (c->seed + i + 1) * 0x9e3779b97f4a7c15u | 1;
        result = compare_ground(
            c, &plans[i], (options->positions * (uint64_t)plans[i].weight + weights - 1) / weights);
        add_tally(&sum, &c->tally);
    }
    if (result == 0)
        show_tally("all", &sum);
    if (result == 0 && !alone && !met_everything(&sum)) {
        printf("difference: something was never met; more positions are needed\n");
        result = 1;
    }
    return result;
}

static int usage(const char *program)
{
    fprintf(stderr, "usage: %s [--positions N] [--seed S] [--board AxBxC] [--corrupt KIND]\n",
            program);
    for (size_t i = 0; i < COUNT_OF(corruptions); i++)
        fprintf(stderr, "  %-14s %s\n", corruptions[i].name, corruptions[i].what);
    return 2;
}

static bool take_option(struct options *options, const char *name, const char *value)
{
    char *end = NULL;

    if (strcmp(name, "--positions") == 0)
        options->positions = strtoull(value, &end, 10);
    else if (strcmp(name, "--seed") == 0)
        options->seed = strtoull(value, &end, 10);
    else if (strcmp(name, "--board") == 0)
        return paua_board_parse(value, options->sides, NULL) == PAUA_OK;
    else if (strcmp(name, "--corrupt") == 0)
        for (size_t i = 0; i < COUNT_OF(corruptions); i++)
            if (strcmp(value, corruptions[i].name) == 0)
                options->corruption = &corruptions[i];
    return end ? *end == '\0' && *value != '\0'
               : strcmp(name, "--corrupt") == 0 && options->corruption;
}

int main(int argc, char **argv)
{
    struct options options = {.positions = 1000000, .seed = 20080};

    for (int i = 1; i < argc; i += 2)
        if (i + 1 == argc || !take_option(&options, argv[i], argv[i + 1]))
            return usage(argv[0]);
    struct comparison c = {.seed = options.seed, .laws = model_laws_right};
    if (options.corruption) {
        c.laws = options.corruption->laws;
        c.spoil = options.corruption->spoil;
    }
    c.expected = malloc(MODEL_MOVES * sizeof *c.expected);
    c.found = malloc(PAUA_MOVES_MAX * sizeof *c.found);
    int result = c.expected && c.found ? compare_all(&c, &options) : 3;
    if (result == 3)
        fprintf(stderr, "%s: out of memory\n", argv[0]);
    free(c.expected);
    free(c.found);
    return result;
}
