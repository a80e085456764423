/* compare.c - the library against the reference model, on random positions.
 *
 * compare [--positions N] [--seed S] [--board AxBxC] [--corrupt KIND]
 *
 * Walks of random moves from the layouts and from random scatterings of marbles, both colours to
 * move; checks.c compares what both sides say of every position met. Exit 0 when nothing differs,
 * 1 with a report at the first difference, 2 for wrong options, 3 for want of memory.
 * --corrupt breaks one side on purpose: then 1 is the right answer.
 */
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

/* The model's side is broken by one other law, the library's by a spoiled answer. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Woverride-init"
static const struct corruption corruptions[] = {
    {"short-lines",
     "only two marbles move together",
     {MODEL_LAWS_RIGHT, .longest = 2},
     SPOIL_NOTHING},
    {"long-lines", "four marbles move together", {MODEL_LAWS_RIGHT, .longest = 4}, SPOIL_NOTHING},
    {"even-push", "three push three", {MODEL_LAWS_RIGHT, .surplus = 0}, SPOIL_NOTHING},
    {"weak-push", "two cannot push one", {MODEL_LAWS_RIGHT, .surplus = 2}, SPOIL_NOTHING},
    {"no-push", "nobody pushes", {MODEL_LAWS_RIGHT, .push = false}, SPOIL_NOTHING},
    {"push-through",
     "a marble behind does not block",
     {MODEL_LAWS_RIGHT, .backed = false},
     SPOIL_NOTHING},
    {"walled", "nothing is pushed off", {MODEL_LAWS_RIGHT, .eject = false}, SPOIL_NOTHING},
    {"no-score", "an ejection is forgotten", {MODEL_LAWS_RIGHT, .score = false}, SPOIL_NOTHING},
    {"suicide", "own marbles leave the board", {MODEL_LAWS_RIGHT, .suicide = true}, SPOIL_NOTHING},
    {"squeeze",
     "a broadside line of three passes a marble",
     {MODEL_LAWS_RIGHT, .every_target = false},
     SPOIL_NOTHING},
    {"same-side",
     "the same side moves again",
     {MODEL_LAWS_RIGHT, .alternate = false},
     SPOIL_NOTHING},
    {"never-quiet",
     "an ejection leaves the quiet plies",
     {MODEL_LAWS_RIGHT, .reset_quiet = false},
     SPOIL_NOTHING},
    {"drop", "one push is not generated", {MODEL_LAWS_RIGHT}, SPOIL_DROP},
    {"order", "moves are listed out of order", {MODEL_LAWS_RIGHT}, SPOIL_ORDER},
    {"count", "pushes are counted twice", {MODEL_LAWS_RIGHT}, SPOIL_COUNT},
    {"bits", "a push of two says one", {MODEL_LAWS_RIGHT}, SPOIL_BITS},
    {"key", "an ejection is missing from the key", {MODEL_LAWS_RIGHT}, SPOIL_KEY},
    {"unmake", "unmake forgets the quiet plies", {MODEL_LAWS_RIGHT}, SPOIL_UNMAKE},
    {"text", "broadside moves are written from the other end", {MODEL_LAWS_RIGHT}, SPOIL_TEXT},
    {"read", "a move's text is read as another move", {MODEL_LAWS_RIGHT}, SPOIL_READ},
    {"legal", "what a move pushes is not looked at", {MODEL_LAWS_RIGHT}, SPOIL_LEGAL},
    {"outcome", "a stuck side draws instead of losing", {MODEL_LAWS_RIGHT}, SPOIL_OUTCOME},
    {"symmetry", "one symmetry is taken for another", {MODEL_LAWS_RIGHT}, SPOIL_SYMMETRY},
    {"perft", "one leaf is missing", {MODEL_LAWS_RIGHT}, SPOIL_PERFT},
};
#pragma GCC diagnostic pop

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

struct plan {
    int sides[3];
    int weight;
    bool general; /* use the code for any board also where there is some for this one */
};

static const struct plan plans[] = {
    {{5, 5, 5}, 12, false}, {{5, 5, 5}, 4, true},  {{2, 2, 2}, 2, false},  {{2, 2, 3}, 2, false},
    {{2, 3, 2}, 2, false},  {{3, 2, 2}, 1, false}, {{2, 3, 3}, 2, false},  {{3, 3, 3}, 3, false},
    {{3, 3, 4}, 2, false},  {{4, 3, 3}, 1, false}, {{4, 4, 4}, 3, false},  {{1, 1, 5}, 1, false},
    {{1, 5, 1}, 1, false},  {{5, 1, 1}, 1, false}, {{61, 1, 1}, 1, false}, {{1, 1, 26}, 1, false},
    {{2, 5, 6}, 2, false},  {{3, 4, 9}, 2, false}, {{9, 4, 3}, 1, false},  {{1, 7, 8}, 2, false},
    {{4, 5, 6}, 2, false},  {{6, 5, 4}, 1, false}, {{3, 7, 5}, 1, false},  {{2, 2, 19}, 1, false},
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
             plan->general ? " (code for any board)" : "");
    if (!model_board_make(&ground->model, s[0], s[1], s[2]) ||
        paua_board_new(s[0], s[1], s[2], &ground->board) != PAUA_OK)
        return false;
    if (plan->general)
        ground->board->full = false;
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
    for (int side = 0; side < 2; side++)
        position->ejected[side] = (int)draw(c, draw(c, 16) ? 6 : 60);
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

static bool compare_ground(struct comparison *c, uint64_t positions)
{
    c->tally = (struct tally){0};
    while (c->tally.positions < positions)
        if (!walk(c, positions - c->tally.positions))
            return false;
    printf("%-28s %8llu %10llu %9llu %8llu %8llu %10llu %7llu %8llu\n", c->ground->name,
           (unsigned long long)c->tally.positions, (unsigned long long)c->tally.moves,
           (unsigned long long)c->tally.pushes[1], (unsigned long long)c->tally.pushes[2],
           (unsigned long long)c->tally.ejections, (unsigned long long)c->tally.broadsides,
           (unsigned long long)c->tally.stuck, (unsigned long long)c->tally.ends);
    return true;
}

static int compare_all(const struct options *options)
{
    struct comparison c = {
        .seed = options->seed,
        .laws = options->corruption ? options->corruption->laws : model_laws_right,
        .spoil = options->corruption ? options->corruption->spoil : SPOIL_NOTHING};
    int weights = 0, result = 0;

    c.expected = malloc(MODEL_MOVES * sizeof *c.expected);
    c.found = malloc(PAUA_MOVES_MAX * sizeof *c.found);
    for (size_t i = 0; i < COUNT_OF(plans); i++)
        weights += plans[i].weight;
    printf("seed %llu\n%-28s %8s %10s %9s %8s %8s %10s %7s %8s\n", (unsigned long long)c.seed,
           "board", "posns", "moves", "push-1", "push-2", "ejects", "broadside", "stuck", "ends");
    for (size_t i = 0; i < COUNT_OF(plans) && result == 0; i++) {
        const struct plan *plan = &plans[i];
        bool alone = options->sides[0] != 0;
        struct ground ground;
        if (alone && memcmp(plan->sides, options->sides, sizeof plan->sides) != 0)
            continue;
        ground.board = NULL;
        c.ground = &ground;
        /* each board has its own sequence, so that --board repeats what the whole did */
        c.random = (options->seed + i + 1) * 0x9e3779b97f4a7c15u | 1;
        if (!c.expected || !c.found || !ground_open(&ground, plan))
            result = 3;
        else if (!compare_ground(&c,
                                 options->positions * (uint64_t)plan->weight / (uint64_t)weights))
            result = 1;
        paua_board_free(ground.board);
    }
    free(c.expected);
    free(c.found);
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
    int result = compare_all(&options);
    if (result == 3)
        fprintf(stderr, "%s: out of memory\n", argv[0]);
    return result;
}
