/* compare.c - the library against the reference model, on random positions.
 *
 * compare [--positions N] [--seed S] [--board AxBxC] [--corrupt KIND]
 *
 * Walks of random moves from the layouts and from random scatterings of marbles, for two players and for
 * up to six with everything that the rules know; checks.c compares what both sides say of every
 * position met, check_game.c whole games. Exit 0 when nothing differs,
 * 1 with a report at the first difference, 2 for wrong options, 3 for want of memory,
 * 4 when some kind of thing was never met.
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
    {"ejector",
     "the player after the pusher scores",
     {LAWS, .pusher_scores = false},
     SPOIL_NOTHING},
    {"one-colour", "a pushed row has one colour", {LAWS, .mixed = false}, SPOIL_NOTHING},
    {"no-passing", "who cannot move has his turn", {LAWS, .pass_over = false}, SPOIL_NOTHING},
    {"ghosts", "who has left has his turn", {LAWS, .gone_pass = false}, SPOIL_NOTHING},
    {"fixed-pushed", "a fixed marble is pushed", {LAWS, .fixed_stay = false}, SPOIL_NOTHING},
    {"neutral-walls", "a neutral marble is not", {LAWS, .push_neutral = false}, SPOIL_NOTHING},
    {"neutral-scores", "a neutral marble scores", {LAWS, .neutral_free = false}, SPOIL_NOTHING},
    {"no-crown", "the central marble is a neutral one", {LAWS, .crown = false}, SPOIL_NOTHING},
    {"lone-lines", "no partner in a line", {LAWS, .mix_lines = false}, SPOIL_NOTHING},
    {"partner-trails", "a partner trails a line", {LAWS, .own_trails = false}, SPOIL_NOTHING},
    {"partner-aside", "a partner moves broadside", {LAWS, .own_aside = false}, SPOIL_NOTHING},
    {"partner-pushed", "a partner is pushed", {LAWS, .push_friends = true}, SPOIL_NOTHING},
    {"lone-scores", "a partner's ejections do not count", {LAWS, .share = false}, SPOIL_NOTHING},
    {"sum", "sums to the centre, not means", {LAWS, .mean = false}, SPOIL_NOTHING},
    {"ghost-wins", "who has left wins at a limit", {LAWS, .gone_lose = false}, SPOIL_NOTHING},
    {"limit", "the score decides where it should not", {LAWS}, SPOIL_LIMIT},
    {"centre", "the centre rule comes a turn late", {LAWS}, SPOIL_CENTRE},
    {"line", "the rule of the line comes a turn late", {LAWS}, SPOIL_LINE},
    {"no-line", "the line is the centre", {LAWS, .line = false}, SPOIL_NOTHING},
    {"teams-key", "the teams are missing from the key", {LAWS}, SPOIL_NEIGHBOUR},
    {"kernel", "a special kernel finds a move twice", {LAWS}, SPOIL_KERNEL},
    {"turn", "who leaves keeps his turn", {LAWS}, SPOIL_TURN},
    {"ko", "a position comes again", {LAWS}, SPOIL_KO},
    {"repetition", "a repetition comes one late", {LAWS}, SPOIL_REPETITION},
    {"departure", "who resigns has left by time", {LAWS}, SPOIL_DEPARTURE},
    {"takeback", "one move too many is taken back", {LAWS}, SPOIL_TAKEBACK},
};
#pragma GCC diagnostic pop

#define COUNT_OF(array) (sizeof(array) / sizeof *(array))

struct plan {
    int sides[3];
    int weight;
    bool any_board; /* the library has code of its own for 5x5x5: leave that alone */
    bool any_cpu;   /* and for newer processors: leave that alone */
    bool random;    /* sides as they come; sides[0] is the most cells there may be */
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
    {.sides = {12}, .weight = 1, .random = true},
    {.sides = {14}, .weight = 1, .random = true},
    {.sides = {16}, .weight = 1, .random = true},
    {.sides = {18}, .weight = 1, .random = true},
    {.sides = {20}, .weight = 1, .random = true},
    {.sides = {25}, .weight = 1, .random = true},
    {.sides = {30}, .weight = 1, .random = true},
    {.sides = {61}, .weight = 1, .random = true},
};

struct options {
    uint64_t positions;
    uint64_t seed;
    int sides[3]; /* one board only, if the first is not 0 */
    const struct corruption *corruption;
};

/* Sides of some board of at most `cells` cells. */
static void draw_sides(struct comparison *c, int cells, int sides[3])
{
    do {
        for (int i = 0; i < 3; i++)
            sides[i] = 1 + (int)draw(c, 9);
    } while (paua_board_cells_of(sides[0], sides[1], sides[2]) == 0 ||
             paua_board_cells_of(sides[0], sides[1], sides[2]) > cells);
}

static bool ground_open(struct comparison *c, struct ground *ground, const struct plan *plan)
{
    int s[3];

    memcpy(s, plan->sides, sizeof s);
    if (plan->random)
        draw_sides(c, plan->sides[0], s);
    ground->weight = plan->weight;
    ground->full = s[0] == 5 && s[1] == 5 && s[2] == 5;
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

static int empty_cell(struct comparison *c, const struct model_position *position)
{
    int cell;

    do
        cell = (int)draw(c, (unsigned)c->ground->model.cells);
    while (position->cell[cell] != '.');
    return cell;
}

/* What has been ejected and how long the game has been. */
static void draw_past(struct comparison *c, struct model_position *position)
{
    for (int player = 0; player < position->players; player++) {
        /* nobody has ever had more marbles than the largest board has cells */
        unsigned most = MODEL_CELLS;
        for (int cell = 0; cell < c->ground->model.cells; cell++) {
            char marble = position->cell[cell];
            most -= marble != model_letters[player] && strchr(".ncx", marble) == NULL;
        }
        position->ejected[player] = (int)draw(c, draw(c, 16) && most > 5 ? 6 : most + 1);
    }
    if (draw(c, 4) == 0)
        memset(position->ejected, 0, sizeof position->ejected);
    position->quiet = draw(c, 16) ? (int)draw(c, 300) : 65530 + (int)draw(c, 6);
    position->ply = draw(c, 16) ? 1 + (int)draw(c, 500) : 65530 + (int)draw(c, 6);
    position->side = (int)draw(c, (unsigned)position->players);
}

/* Marbles anywhere: from an empty board to a full one. */
static void scatter(struct comparison *c, struct model_position *position)
{
    const struct model_board *board = &c->ground->model;
    unsigned cells = (unsigned)board->cells;
    unsigned marbles = draw(c, draw(c, 3) ? cells / 2 + 1 : cells + 1);
    unsigned black = draw(c, 2) ? marbles / 2 : draw(c, marbles + 1);

    model_position_clear(board, 2, position);
    for (unsigned i = 0; i < marbles; i++)
        position->cell[empty_cell(c, position)] = i < black ? 'b' : 'w';
    draw_past(c, position);
}

static void draw_teams(struct comparison *c, struct model_position *position)
{
    static const char *const teams[][2] = {{"br-wg", "bg-wr"}, {"bg-wy-rp", "bg-wy-rp"}};

    if ((position->players == 4 || position->players == 6) && draw(c, 3))
        strcpy(position->teams, teams[position->players == 6][draw(c, 2)]);
}

/* Now and then somebody has left, or has ejected the central marble. */
static void draw_absence(struct comparison *c, struct model_position *position)
{
    if (position->players > 2 && draw(c, 4) == 0)
        for (int player = 0; player < position->players; player++)
            position->gone[player] = draw(c, 2) > 0;
    position->gone[draw(c, (unsigned)position->players)] = 0; /* but not everybody */
    if (draw(c, 40) == 0 && memchr(position->cell, 'c', sizeof position->cell) == NULL)
        position->crowned = (int)draw(c, (unsigned)position->players);
}

/* The same with two to six players, and marbles of nobody. */
static void scatter_special(struct comparison *c, struct model_position *position)
{
    const struct model_board *board = &c->ground->model;
    unsigned cells = (unsigned)board->cells;
    unsigned marbles = draw(c, draw(c, 3) ? cells * 2 / 3 + 1 : cells + 1);
    int players = 2 + (int)draw(c, 5), playing = 1 + (int)draw(c, (unsigned)players);
    unsigned others = draw(c, 2) ? draw(c, marbles / 4 + 2) : 0; /* neutral, and so on */

    model_position_clear(board, players, position);
    for (unsigned i = 0; i < marbles; i++) {
        char marble = model_letters[draw(c, draw(c, 4) ? (unsigned)players : (unsigned)playing)];
        if (i < others)
            marble = "nnxxn"[draw(c, 5)];
        if (i == 0 && others && draw(c, 2))
            marble = 'c';
        position->cell[empty_cell(c, position)] = marble;
    }
    draw_teams(c, position);
    draw_past(c, position);
    draw_absence(c, position);
}

/* A layout of this board if it has any; false if not. */
static bool lay_out(struct comparison *c, bool special, struct model_position *position)
{
    const paua_layout *layout = paua_layout_at((int)draw(c, (unsigned)paua_layout_count()));
    int middle = c->ground->model.cells / 2;

    while (special && layout->players == 2 && draw(c, 16)) /* few are for more than two */
        layout = paua_layout_at((int)draw(c, (unsigned)paua_layout_count()));
    if (memcmp(layout->sides, c->ground->model.sides, sizeof layout->sides) != 0 ||
        (layout->special && !special) ||
        !model_position_rows(&c->ground->model, layout->rows, layout->players, position))
        return false;
    position->side = draw(c, 8) == 0;
    if (special)
        draw_teams(c, position);
    if (special && position->cell[middle] == '.' && draw(c, 2))
        position->cell[middle] = "ncx"[draw(c, 3)];
    return special || position->players == 2;
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

/* Somebody leaves on both sides; not the last one. */
static bool leave(struct comparison *c, struct model_position *position, paua_position *same)
{
    int player = (int)draw(c, (unsigned)position->players), present = 0;

    for (int i = 0; i < position->players; i++)
        present += !position->gone[i];
    if (position->players == 2 || position->gone[player] || present == 1)
        return true;
    int side = position->side;
    position->gone[player] = 1;
    model_position_turn(&c->ground->model, &c->laws, position, side);
    c->tally.count[MET_LEFT]++;
    if (paua_position_leave(c->ground->board, same, (paua_side)player) != PAUA_OK)
        return report(c, position, "player %d is not let go", player);
    if (c->spoil == SPOIL_TURN)
        same->to_move = (uint8_t)side;
    if ((int)same->to_move != position->side)
        return report(c, position, "it is the turn of player %d after one has left", same->to_move);
    return true;
}

/* Where a walk begins, on both sides. */
static bool begin(struct comparison *c, struct model_position *position, paua_position *same,
                  bool *layout)
{
    bool special = draw(c, 2) > 0;

    *layout = draw(c, 4) > 0 && lay_out(c, special, position);
    if (!*layout && special)
        scatter_special(c, position);
    else if (!*layout)
        scatter(c, position);
    if (!read_position(c, position, same))
        return false;
    /* whose turn is written is passed over when it is read, too */
    model_position_turn(&c->ground->model, &c->laws, position, position->side);
    return true;
}

/* One random game or scattering, `left` positions of it at most. */
static bool walk(struct comparison *c, uint64_t left)
{
    struct model_position position;
    paua_position same;
    bool layout;
    int count;

    if (!begin(c, &position, &same, &layout))
        return false;
    uint64_t steps = 1 + draw(c, layout ? 150 : 12);
    if (draw(c, c->ground->model.cells < 20 ? 8 : 64) == 0 && !check_game(c, &position, &same))
        return false;
    for (uint64_t i = 0; i < steps && i < left; i++) {
        if (!check_position(c, &position, &same, &count))
            return false;
        if (draw(c, 32) == 0) {
            if (!leave(c, &position, &same))
                return false;
            continue;
        }
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
    const uint64_t *count = t->count;

    printf("%-16s %8" PRIu64 " %8" PRIu64 " %9" PRIu64 " %8" PRIu64 " %8" PRIu64 " %6" PRIu64 "\n",
           name, count[MET_POSITIONS], count[MET_SPECIAL], count[MET_MOVES], count[MET_EJECTIONS],
           count[MET_ENDS], count[MET_GAMES]);
}

static void add_tally(struct tally *sum, const struct tally *t)
{
    for (int i = 0; i < METS; i++)
        sum->count[i] += t->count[i];
}

/* A comparison that met nothing of some kind has shown nothing about it. */
static bool met_everything(const struct tally *t)
{
    static const char *const texts[] = {
#define X(code, text) text,
        MET_MAP(X)
#undef X
    };
    bool all = true;

    for (int i = 0; i < METS; i++) {
        printf("%10" PRIu64 " %s\n", t->count[i], texts[i]);
        all = all && t->count[i] > 0;
    }
    return all;
}

static int compare_ground(struct comparison *c, const struct plan *plan, uint64_t positions)
{
    struct ground ground = {.board = NULL};
    int result = 0;

    c->ground = &ground;
    c->tally = (struct tally){0};
    if (!ground_open(c, &ground, plan))
        result = 3;
    while (result == 0 && c->tally.count[MET_POSITIONS] < positions)
        result = walk(c, positions - c->tally.count[MET_POSITIONS]) ? 0 : 1;
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
    printf("seed %" PRIu64 "\n%-16s %8s %8s %9s %8s %8s %6s\n", c->seed, "board", "posns",
           "special", "moves", "ejects", "ends", "games");
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
        printf("something was never met; more positions are needed\n");
        result = 4;
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
