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

bool report(const struct comparison *c, const struct model_position *position, const char *format,
            ...)
{
    char text[MODEL_TEXT_MAX];
    va_list rest;

    model_position_text(&c->ground->model, position, text);
    printf("difference on %s, seed %llu, position %llu\n  %s\n  ", c->ground->name,
           (unsigned long long)c->seed, (unsigned long long)c->tally.count[MET_POSITIONS], text);
    va_start(rest, format);
    vprintf(format, rest);
    va_end(rest);
    printf("\n");
    return false;
}

/* What stands on a cell; '?' where two things do. */
static char marble_at(const paua_position *from, paua_set bit)
{
    char marble = '.';

    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        if (from->marbles[side] & bit)
            marble = marble == '.' ? model_letters[side] : '?';
    if (from->neutral & bit)
        marble = marble != '.' ? '?' : from->central & bit ? 'c' : 'n';
    if (from->fixed & bit)
        marble = marble == '.' ? 'x' : '?';
    return marble;
}

/* The library's position as the model writes them; stray bits make a cell '?'. */
void convert(const struct ground *ground, const paua_position *from, struct model_position *to)
{
    static const char *const teams[PAUA_TEAMS_COUNT] = {"", "br-wg", "bg-wr", "bg-wy-rp"};
    paua_set known = 0, all = from->neutral | from->fixed | from->central;

    memset(to, 0, sizeof *to);
    for (int i = 0; i < ground->model.cells; i++) {
        paua_set bit = PAUA_SET(ground->cell[i]);
        to->cell[i] = marble_at(from, bit);
        known |= bit;
    }
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++) {
        all |= from->marbles[side];
        to->ejected[side] = from->ejected[side];
        to->gone[side] = from->out >> side & 1;
    }
    if (all & ~known || from->central & ~from->neutral || from->out >> from->players)
        to->cell[0] = '?';
    if (from->teams < PAUA_TEAMS_COUNT)
        strcpy(to->teams, teams[from->teams]);
    to->players = from->players;
    to->side = from->to_move;
    to->crowned = from->crowned - 1;
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

bool identical(const paua_position *a, const paua_position *b)
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

static void move_sets(const struct ground *ground, const struct model_move *move, paua_set *from,
                      paua_set *to)
{
    *from = *to = 0;
    for (int i = 0; i < move->count; i++) {
        int next = model_board_next(&ground->model, move->cell[i], move->direction);
        *from |= PAUA_SET(ground->cell[move->cell[i]]);
        *to |= next < 0 ? 0 : PAUA_SET(ground->cell[next]);
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
    move_sets(c->ground, wanted, &from, &to);
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

/* The cells of the row that a move pushes; -1 where it pushes fewer than two. */
static void pushed_row(const struct model_board *board, const struct model_move *move, int row[2])
{
    int front = move->cell[0];

    for (int i = 0; i < move->count; i++) /* the far end of the line */
        for (int k = 0; k < move->count; k++)
            if (model_board_next(board, front, move->direction) == move->cell[k])
                front = move->cell[k];
    row[0] = row[1] = -1;
    for (int i = 0; i < 2 && i < move->pushed; i++)
        row[i] = front = model_board_next(board, front, move->direction);
}

static void count_move(struct comparison *c, const struct model_position *before,
                       const struct model_move *move)
{
    uint64_t *count = c->tally.count;
    const struct model_position *after = &move->after;
    bool partner = false;
    int row[2], scored = 0;

    pushed_row(&c->ground->model, move, row);
    for (int i = 0; i < move->count; i++)
        partner = partner || before->cell[move->cell[i]] != model_letters[before->side];
    for (int i = 0; i < before->players; i++)
        scored += after->ejected[i] - before->ejected[i];
    count[MET_MOVES]++;
    count[MET_PUSH_1] += move->pushed == 1;
    count[MET_PUSH_2] += move->pushed == 2;
    count[MET_EJECTIONS] += move->ejects;
    count[MET_BROADSIDES] += move->broadside;
    count[MET_MIXED] += row[1] >= 0 && before->cell[row[0]] != before->cell[row[1]];
    count[MET_PARTNERS] += partner;
    count[MET_NEUTRAL_OUT] += move->ejects && scored == 0;
    count[MET_CENTRAL_OUT] += after->crowned != before->crowned;
    count[MET_PASSED] += after->side != (before->side + 1) % before->players;
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
        count_move(c, position, &c->expected[i]);
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

bool check_position(struct comparison *c, const struct model_position *position,
                    const paua_position *same, int *count)
{
    uint64_t n = ++c->tally.count[MET_POSITIONS];
    bool special = position->players > 2;

    for (int i = 0; i < c->ground->model.cells && !special; i++)
        special = strchr(".bw", position->cell[i]) == NULL;
    c->tally.count[MET_SPECIAL] += special;
    return check_text(c, position, same) && check_successors(c, position, same, count) &&
           check_legality(c, position, same) && check_outcome(c, position, same, *count) &&
           check_neighbour(c, position, same) && (n % 8 != 0 || check_images(c, position, same)) &&
           (n % 8 != 1 || check_kernels(c, position, same)) &&
           (n % 32 != 0 || check_perft(c, position, same, n % 512 == 0));
}
