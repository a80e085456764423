#include "checks.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/kernel.h"

#define REPORTED 6 /* moves shown on each side of a difference */

unsigned draw(struct comparison *c, unsigned bound)
{
    /* xorshift64* (Vigna, "An experimental exploration of Marsaglia's xorshift generators, scrambled") */
    c->random ^= c->random >> 12;
    c->random ^= c->random << 25;
    c->random ^= c->random >> 27;
    return (unsigned)((c->random * 0x2545f4914f6cdd1du >> 32) * bound >> 32);
}

/* Says what differs and where. Always false. */
__attribute__((format(printf, 3, 4))) static bool
report(const struct comparison *c, const struct model_position *position, const char *format, ...)
{
    char text[MODEL_TEXT_MAX];
    va_list rest;

    model_position_text(&c->ground->model, position, text);
    printf("difference on %s, seed %llu, position %llu\n  %s\n  ", c->ground->name,
           (unsigned long long)c->seed, (unsigned long long)c->tally.positions, text);
    va_start(rest, format);
    vprintf(format, rest);
    va_end(rest);
    printf("\n");
    return false;
}

/* The library's position as the model writes them; stray bits make a cell '?'. */
static void convert(const struct ground *ground, const paua_position *from,
                    struct model_position *to)
{
    paua_set known = 0;

    memset(to, 0, sizeof *to);
    for (int i = 0; i < ground->model.cells; i++) {
        paua_set bit = PAUA_SET(ground->cell[i]);
        bool black = (from->marbles[PAUA_BLACK] & bit) != 0;
        bool white = (from->marbles[PAUA_WHITE] & bit) != 0;
        to->cell[i] = black && white ? '?' : black ? 'b' : white ? 'w' : '.';
        known |= bit;
    }
    if ((from->marbles[PAUA_BLACK] | from->marbles[PAUA_WHITE]) & ~known)
        to->cell[0] = '?';
    to->side = from->to_move == PAUA_BLACK   ? MODEL_BLACK
               : from->to_move == PAUA_WHITE ? MODEL_WHITE
                                             : -1;
    to->ejected[0] = from->ejected[0];
    to->ejected[1] = from->ejected[1];
    to->quiet = from->quiet;
    to->ply = from->ply;
}

bool read_position(struct comparison *c, const struct model_position *position, paua_position *out)
{
    char text[MODEL_TEXT_MAX];
    paua_error error;

    model_position_text(&c->ground->model, position, text);
    if (paua_position_parse(c->ground->board, text, out, &error) != PAUA_OK)
        return report(c, position, "is not read: byte %zu, %s", error.at, error.message);
    return true;
}

static bool identical(const paua_position *a, const paua_position *b)
{
    return paua_position_same(a, b) && a->key == b->key && a->ply == b->ply &&
           a->quiet == b->quiet && a->reserved == b->reserved;
}

/* Text to position and back, and that both sides mean the same by it. */
static bool check_text(struct comparison *c, const struct model_position *position,
                       const paua_position *same)
{
    char wanted[MODEL_TEXT_MAX], got[PAUA_POSITION_TEXT_MAX];
    const paua_board *board = c->ground->board;
    struct model_position seen;
    paua_position read;
    int sides[3];

    convert(c->ground, same, &seen);
    if (model_position_compare(position, &seen) != 0)
        return report(c, position, "the library has come to another position");
    if (paua_position_check(board, same) != PAUA_OK)
        return report(c, position, "paua_position_check() refuses it");
    model_position_text(&c->ground->model, position, wanted);
    size_t length = paua_position_format(board, same, got, sizeof got);
    if (strcmp(wanted, got) != 0 || length != strlen(wanted))
        return report(c, position, "is written as %s (%zu bytes)", got, length);
    if (!read_position(c, position, &read))
        return false;
    if (!identical(&read, same))
        return report(c, position, "is not identical after writing and reading");
    if (paua_position_shape(wanted, sides, NULL) != PAUA_OK ||
        memcmp(sides, c->ground->model.sides, sizeof sides) != 0)
        return report(c, position, "its text is not recognised as one of this board");
    return true;
}

/* The library's successors of a position into c->list and c->found; each is unmade again. */
static bool find_successors(struct comparison *c, const struct model_position *position,
                            const paua_position *same)
{
    const paua_board *board = c->ground->board;
    paua_move_list *list = &c->list;

    paua_moves_generate(board, same, list);
    for (int i = list->count - 1; i >= 0 && c->spoil == SPOIL_DROP; i--) {
        if (paua_move_pushed(list->moves[i]) > 0) {
            list->moves[i] = list->moves[--list->count];
            break;
        }
    }
    for (int i = 0; i < list->count; i++) {
        paua_move move = list->moves[i];
        paua_position after = *same;
        paua_undo undo;
        paua_position_make(board, &after, move, &undo);
        convert(c->ground, &after, &c->found[i]);
        if (c->spoil == SPOIL_KEY && paua_move_ejects(move))
            after.key ^= 1;
        if (after.key != paua_position_key(board, &after))
            return report(c, position, "the key is wrong after move %04x", (unsigned)move);
        paua_position_unmake(board, &after, move, &undo);
        if (c->spoil == SPOIL_UNMAKE && paua_move_ejects(move))
            after.quiet = 0;
        if (!identical(&after, same))
            return report(c, position, "another position after make and unmake of %04x",
                          (unsigned)move);
    }
    return true;
}

static int order_moves(const void *a, const void *b)
{
    return model_position_compare(&((const struct model_move *)a)->after,
                                  &((const struct model_move *)b)->after);
}

/* Indices into c->found in order; file-wide because qsort() takes no context. */
static const struct model_position *ordered;

static int order_indices(const void *a, const void *b)
{
    return model_position_compare(&ordered[*(const int *)a], &ordered[*(const int *)b]);
}

static void show_move(const struct comparison *c, const char *where, const char *move,
                      const struct model_position *after)
{
    char text[MODEL_TEXT_MAX];

    model_position_text(&c->ground->model, after, text);
    printf("  only in the %s: %s -> %s\n", where, move, text);
}

/* Walks through both ordered sets and shows what is in one of them alone. */
static bool check_sets(struct comparison *c, const struct model_position *position, int count,
                       const int *index)
{
    int i = 0, k = 0, differences = 0;

    while (i < count || k < c->list.count) {
        int order = i == count ? 1
                    : k == c->list.count
                        ? -1
                        : model_position_compare(&c->expected[i].after, &c->found[index[k]]);
        if (order == 0) {
            i++, k++;
            continue;
        }
        if (differences++ == 0)
            report(c, position, "%d moves by the rules, %d by the library", count, c->list.count);
        char text[PAUA_MOVE_TEXT_MAX];
        if (order < 0) {
            model_move_text(&c->ground->model, &c->expected[i], text);
            show_move(c, "rules", text, &c->expected[i++].after);
        } else {
            paua_move_format(c->ground->board, c->list.moves[index[k]], text, sizeof text);
            show_move(c, "library", text, &c->found[index[k++]]);
        }
        if (differences == REPORTED)
            break;
    }
    return differences == 0;
}

static void move_sets(const struct ground *ground, const struct model_position *before,
                      const struct model_move *move, paua_set *from, paua_set *to)
{
    char own = before->side == MODEL_BLACK ? 'b' : 'w';

    *from = *to = 0;
    for (int i = 0; i < move->count; i++)
        *from |= PAUA_SET(ground->cell[move->cell[i]]);
    for (int i = 0; i < ground->model.cells; i++) {
        paua_set bit = PAUA_SET(ground->cell[i]);
        bool stays = before->cell[i] == own && (*from & bit) == 0;
        if (move->after.cell[i] == own && !stays)
            *to |= bit;
    }
}

/* What one move says of itself, and its text. */
static bool check_move(struct comparison *c, const struct model_position *position,
                       const paua_position *same, const struct model_move *wanted, paua_move move)
{
    const paua_board *board = c->ground->board;
    char text[PAUA_MOVE_TEXT_MAX], got[PAUA_MOVE_TEXT_MAX];
    paua_set from, to;
    paua_error error;
    paua_move read = PAUA_NO_MOVE;

    model_move_text(&c->ground->model, wanted, text);
    if (c->spoil == SPOIL_BITS && paua_move_pushed(move) == 2)
        move = (paua_move)(move ^ 3u << 12);
    if (paua_move_count(move) != wanted->count || paua_move_pushed(move) != wanted->pushed ||
        paua_move_ejects(move) != wanted->ejects ||
        paua_move_broadside(move) != wanted->broadside || move >> 15 != 0)
        return report(c, position, "the bits %04x do not describe %s", (unsigned)move, text);
    move_sets(c->ground, position, wanted, &from, &to);
    if (paua_move_from(board, move) != from || paua_move_to(board, move) != to)
        return report(c, position, "%s leaves or enters other cells", text);
    if (!paua_move_legal(board, same, move))
        return report(c, position, "%s is called illegal", text);
    size_t length = paua_move_format(board, move, got, sizeof got);
    if (c->spoil == SPOIL_TEXT && wanted->broadside)
        memcpy(got, text + 2, 2);
    if (strcmp(got, text) != 0 || length != strlen(text))
        return report(c, position, "%s is written %s (%zu bytes)", text, got, length);
    paua_status status = paua_move_parse(board, same, text, &read, &error);
    if (status != PAUA_OK)
        return report(c, position, "%s is not read: byte %zu, %s", text, error.at, error.message);
    if (c->spoil == SPOIL_READ && read != c->list.moves[0])
        read = c->list.moves[0];
    if (read != move)
        return report(c, position, "%s is read as %04x, not %04x", text, (unsigned)read,
                      (unsigned)move);
    return true;
}

static void count_move(struct tally *tally, const struct model_move *move)
{
    tally->moves++;
    tally->pushes[move->pushed > 2 ? 2 : move->pushed]++;
    tally->ejections += move->ejects;
    tally->broadsides += move->broadside;
}

static int rank_of(paua_move move)
{
    return paua_move_ejects(move)      ? 0
           : paua_move_pushed(move)    ? 1
           : paua_move_broadside(move) ? 3
                                       : 2;
}

/* The order that the list promises, and the shorter list that the search asks for. */
static bool check_order(struct comparison *c, const struct model_position *position,
                        const paua_position *same)
{
    static paua_move_list ejections;
    paua_move_list *list = &c->list;
    int ejecting = 0;

    if (c->spoil == SPOIL_ORDER && list->count > 1) {
        paua_move first = list->moves[0];
        list->moves[0] = list->moves[list->count - 1];
        list->moves[list->count - 1] = first;
    }
    for (int i = 1; i < list->count; i++)
        if (rank_of(list->moves[i - 1]) > rank_of(list->moves[i]))
            return report(c, position, "move %d of the list stands before its turn", i);
    while (ejecting < list->count && paua_move_ejects(list->moves[ejecting]))
        ejecting++;
    kernel_for(c->ground->board, same)->generate_ejections(c->ground->board, same, &ejections);
    if (c->spoil == SPOIL_EJECTIONS && ejections.count > 0)
        ejections.moves[0] ^= 1;
    if (ejections.count != ejecting ||
        memcmp(ejections.moves, list->moves, (size_t)ejecting * sizeof *list->moves) != 0)
        return report(c, position, "its %d ejections are not the %d found alone", ejecting,
                      ejections.count);
    return true;
}

/* The whole set of successors, each move of it, their order and their number. */
static bool check_successors(struct comparison *c, const struct model_position *position,
                             const paua_position *same, int *count)
{
    static int index[PAUA_MOVES_MAX];
    paua_move_list *list = &c->list;

    *count = model_moves(&c->ground->model, &c->laws, position, c->expected);
    if (!find_successors(c, position, same))
        return false;
    qsort(c->expected, (size_t)*count, sizeof *c->expected, order_moves);
    for (int i = 0; i < list->count; i++)
        index[i] = i;
    ordered = c->found;
    qsort(index, (size_t)list->count, sizeof *index, order_indices);
    if (!check_sets(c, position, *count, index))
        return false;
    for (int i = 0; i < *count; i++) {
        count_move(&c->tally, &c->expected[i]);
        if (!check_move(c, position, same, &c->expected[i], list->moves[index[i]]))
            return false;
    }
    if (!check_order(c, position, same))
        return false;
    int counted = paua_moves_count(c->ground->board, same);
    for (int i = 0; i < list->count && c->spoil == SPOIL_COUNT; i++)
        counted += paua_move_pushed(list->moves[i]) > 0;
    if (counted != *count)
        return report(c, position, "%d moves, %d counted", *count, counted);
    return true;
}

/* Bits that look like moves, most of them one bit away from a real one. */
static bool check_legality(struct comparison *c, const struct model_position *position,
                           const paua_position *same)
{
    for (int trial = 0; trial < 12; trial++) {
        unsigned bits = draw(c, 0x10000);
        bool listed = false;
        if (c->list.count > 0 && trial % 4 != 0)
            bits = c->list.moves[draw(c, (unsigned)c->list.count)] ^ 1u << draw(c, 16);
        for (int i = 0; i < c->list.count; i++) {
            paua_move move = c->list.moves[i];
            listed = listed || move == bits ||
                     (c->spoil == SPOIL_LEGAL && (move & 0xfff) == (bits & 0xfff));
        }
        if (paua_move_legal(c->ground->board, same, (paua_move)bits) != listed)
            return report(c, position, "%04x is called %s", bits, listed ? "illegal" : "legal");
    }
    return true;
}

static bool check_outcome(struct comparison *c, const struct model_position *position,
                          const paua_position *same, int count)
{
    static const paua_result results[] = {PAUA_ONGOING, PAUA_BLACK_WINS, PAUA_WHITE_WINS,
                                          PAUA_DRAW};
    static const paua_reason reasons[] = {PAUA_BY_NONE, PAUA_BY_EJECTIONS, PAUA_BY_STUCK,
                                          PAUA_BY_QUIET, PAUA_BY_PLIES};
    int least = position->ejected[position->ejected[0] > position->ejected[1]];
    /* limits close to what the position has, so that both sides of each are met */
    struct model_ends ends = {.win = least + 1 + (int)draw(c, 5), .stuck_loses = draw(c, 2) > 0};
    if (draw(c, 2))
        ends.quiet = (position->quiet + (int)draw(c, 5)) % 65536;
    if (draw(c, 2))
        ends.plies = (position->ply + (int)draw(c, 4)) % 65536;
    paua_rules rules = {.win = (uint8_t)ends.win,
                        .stuck_loses = ends.stuck_loses,
                        .quiet = (uint16_t)ends.quiet,
                        .plies = (uint16_t)ends.plies};
    if (c->spoil == SPOIL_OUTCOME)
        rules.stuck_loses = !rules.stuck_loses;
    struct model_outcome wanted = model_position_outcome(&c->ground->model, &ends, position);
    paua_outcome got = paua_position_outcome(c->ground->board, &rules, same);
    c->tally.stuck += count == 0;
    c->tally.ends += wanted.result != MODEL_GOES_ON;
    if (got.result != results[wanted.result] || got.reason != reasons[wanted.reason])
        return report(c, position,
                      "win %d stuck_loses %d quiet %d plies %d: %s (%s) by the library", ends.win,
                      ends.stuck_loses, ends.quiet, ends.plies, paua_result_text(got.result),
                      paua_reason_name(got.reason));
    return true;
}

struct colours {
    paua_set marbles[PAUA_SIDES];
};

static int order_colours(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct colours));
}

/* Where the moves of `position` lead, mapped by `symmetry` and ordered. */
static void successor_colours(const struct ground *ground, const paua_position *position,
                              int symmetry, struct colours *out, int *count)
{
    static paua_move_list list;

    paua_moves_generate(ground->board, position, &list);
    *count = list.count;
    for (int i = 0; i < list.count; i++) {
        paua_position after = *position;
        paua_undo undo;
        paua_position_make(ground->board, &after, list.moves[i], &undo);
        for (int side = 0; side < PAUA_SIDES; side++)
            out[i].marbles[side] = paua_board_map(ground->board, symmetry, after.marbles[side]);
    }
    qsort(out, (size_t)*count, sizeof *out, order_colours);
}

/* The successors of an image are the images of the successors. */
static bool check_images(struct comparison *c, const struct model_position *position,
                         const paua_position *same)
{
    static struct colours mapped[PAUA_MOVES_MAX], found[PAUA_MOVES_MAX];
    const paua_board *board = c->ground->board;
    int symmetries = paua_board_symmetries(board);

    for (int s = 0; s < symmetries; s++) {
        paua_position image;
        int other = c->spoil == SPOIL_SYMMETRY ? (s + 1) % symmetries : s;
        int wanted, got;
        if (paua_position_setup(board, paua_board_map(board, s, same->marbles[PAUA_BLACK]),
                                paua_board_map(board, s, same->marbles[PAUA_WHITE]),
                                (paua_side)same->to_move, &image) != PAUA_OK)
            return report(c, position, "symmetry %d takes it off the board", s);
        successor_colours(c->ground, same, other, mapped, &wanted);
        successor_colours(c->ground, &image, 0, found, &got);
        if (wanted != got || memcmp(mapped, found, (size_t)got * sizeof *found) != 0)
            return report(c, position, "its image by symmetry %d has other successors", s);
        c->tally.images++;
    }
    return true;
}

/* `slowly`: by the model too. */
static bool check_perft(struct comparison *c, const struct model_position *position,
                        const paua_position *same, bool slowly)
{
    const paua_board *board = c->ground->board;
    int depth = c->ground->model.cells <= 19 ? 3 : 2;
    int most = position->ejected[position->ejected[0] < position->ejected[1]];
    paua_rules rules = {.win = (uint8_t)(most + (int)draw(c, 3))}; /* over, soon over, or not */

    if (rules.win == 0)
        rules.win = 1;
    uint64_t made = paua_perft_make(board, &rules, same, depth);
    uint64_t counted = paua_perft(board, &rules, same, depth);
    if (c->spoil == SPOIL_PERFT && counted > 0)
        counted--;
    if (made != counted)
        return report(c, position, "win %d depth %d: %llu leaves made, %llu counted", rules.win,
                      depth, (unsigned long long)made, (unsigned long long)counted);
    c->tally.perfts++;
    if (!slowly)
        return true;
    uint64_t wanted = model_perft(&c->ground->model, position, rules.win, depth);
    if (wanted != made)
        return report(c, position, "win %d depth %d: %llu leaves by the rules, %llu by the library",
                      rules.win, depth, (unsigned long long)wanted, (unsigned long long)made);
    return true;
}

bool check_position(struct comparison *c, const struct model_position *position,
                    const paua_position *same, int *count)
{
    uint64_t n = ++c->tally.positions;

    return check_text(c, position, same) && check_successors(c, position, same, count) &&
           check_legality(c, position, same) && check_outcome(c, position, same, *count) &&
           (n % 8 != 0 || check_images(c, position, same)) &&
           (n % 32 != 0 || check_perft(c, position, same, n % 512 == 0));
}
