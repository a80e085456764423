/* check_more.c - what is compared of a position beside its moves: how it ends, its images, its counts, its key,
 * and the other versions of the kernels. */
#include <stdlib.h>
#include <string.h>

#include "base/cpu.h"
#include "checks.h"
#include "rules/kernel.h"

bool same_outcome(const struct model_outcome *wanted, paua_outcome got)
{
    static const paua_reason reasons[MODEL_REASONS] = {
        [MODEL_NO_REASON] = PAUA_REASON_NONE,      [MODEL_EJECTIONS] = PAUA_REASON_EJECTIONS,
        [MODEL_STUCK] = PAUA_REASON_STUCK,         [MODEL_REPETITION] = PAUA_REASON_REPETITION,
        [MODEL_QUIET] = PAUA_REASON_QUIET,         [MODEL_PLIES] = PAUA_REASON_PLIES,
        [MODEL_AGREEMENT] = PAUA_REASON_AGREEMENT, [MODEL_RESIGNATION] = PAUA_REASON_RESIGNATION,
        [MODEL_TIME] = PAUA_REASON_TIME,           [MODEL_SCORE] = PAUA_REASON_SCORE,
        [MODEL_CENTRE] = PAUA_REASON_CENTRE,       [MODEL_CENTRAL] = PAUA_REASON_CENTRAL,
        [MODEL_BY_LINE] = PAUA_REASON_LINE,
    };
    int result = !wanted->over         ? PAUA_RESULT_ONGOING
                 : wanted->winner >= 0 ? (int)PAUA_RESULT_BLACK_WINS + wanted->winner
                                       : PAUA_RESULT_DRAW;

    return (int)got.result == result && got.reason == reasons[wanted->reason];
}

void draw_ends(struct comparison *c, const struct model_position *position, struct model_ends *ends,
               paua_rules *rules)
{
    int least = MODEL_CELLS, most = 0;

    for (int player = 0; player < position->players; player++) {
        least = position->ejected[player] < least ? position->ejected[player] : least;
        most = position->ejected[player] > most ? position->ejected[player] : most;
    }
    *ends = (struct model_ends){.win = (draw(c, 2) ? least : 2 * most) + 1 + (int)draw(c, 5),
                                .stuck_loses = draw(c, 2) > 0,
                                .score_decides = draw(c, 2) > 0};
    if (draw(c, 2))
        ends->quiet = (position->quiet + (int)draw(c, 5)) % 65536;
    if (draw(c, 2))
        ends->plies = (position->ply + (int)draw(c, 4)) % 65536;
    if (draw(c, 2))
        ends->centre_turn = (position->ply - 1) / position->players + (int)draw(c, 3) - 1;
    if (draw(c, 2))
        ends->line_turn = (position->ply - 1) / position->players + (int)draw(c, 3) - 1;
    if (ends->centre_turn < 0)
        ends->centre_turn = 0;
    if (ends->line_turn < 0)
        ends->line_turn = 0;
    *rules = (paua_rules){.win = (uint8_t)ends->win,
                          .stuck_loses = ends->stuck_loses,
                          .score_decides = ends->score_decides,
                          .quiet = (uint16_t)ends->quiet,
                          .plies = (uint16_t)ends->plies,
                          .centre_turn = (uint16_t)ends->centre_turn,
                          .line_turn = (uint16_t)ends->line_turn};
    if (c->spoil == SPOIL_OUTCOME)
        rules->stuck_loses = !rules->stuck_loses;
    if (c->spoil == SPOIL_LIMIT)
        rules->score_decides = !rules->score_decides;
    if (c->spoil == SPOIL_CENTRE && rules->centre_turn)
        rules->centre_turn++;
    if (c->spoil == SPOIL_LINE && rules->line_turn)
        rules->line_turn++;
}

bool check_outcome(struct comparison *c, const struct model_position *position,
                   const paua_position *same, int count)
{
    /* limits close to what the position has, so that both sides of each are met */
    struct model_ends ends;
    paua_rules rules;

    draw_ends(c, position, &ends, &rules);
    struct model_outcome wanted =
        model_position_outcome(&c->ground->model, &c->laws, &ends, position);
    paua_outcome got = paua_position_outcome(c->ground->board, &rules, same);
    c->tally.count[MET_STUCK] += count == 0;
    c->tally.count[MET_ENDS] += wanted.over;
    c->tally.count[MET_BY_SCORE] += wanted.reason == MODEL_SCORE && wanted.winner >= 0;
    c->tally.count[MET_BY_CENTRE] += wanted.reason == MODEL_CENTRE && wanted.winner >= 0;
    c->tally.count[MET_BY_LINE] += wanted.reason == MODEL_BY_LINE && wanted.winner >= 0;
    if (!same_outcome(&wanted, got))
        return report(
            c, position,
            "win %d stuck_loses %d quiet %d plies %d centre %d line %d score %d: %s (%s) by "
            "the library, winner %d reason %d by the rules",
            ends.win, ends.stuck_loses, ends.quiet, ends.plies, ends.centre_turn, ends.line_turn,
            ends.score_decides, paua_result_text(got.result), paua_reason_name(got.reason),
            wanted.winner, (int)wanted.reason);
    return true;
}

/* Where all marbles of a position are. */
struct colours {
    paua_set sets[PAUA_PLAYERS_MAX + 3];
};

static int order_colours(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct colours));
}

static void map_colours(const paua_board *board, int symmetry, const paua_position *position,
                        struct colours *out)
{
    for (int side = 0; side < PAUA_PLAYERS_MAX; side++)
        out->sets[side] = paua_board_map(board, symmetry, position->marbles[side]);
    out->sets[PAUA_PLAYERS_MAX] = paua_board_map(board, symmetry, position->neutral);
    out->sets[PAUA_PLAYERS_MAX + 1] = paua_board_map(board, symmetry, position->central);
    out->sets[PAUA_PLAYERS_MAX + 2] = paua_board_map(board, symmetry, position->fixed);
}

static paua_status map_position(const paua_board *board, int symmetry,
                                const paua_position *position, paua_position *out)
{
    struct colours mapped;

    *out = *position;
    map_colours(board, symmetry, position, &mapped);
    memcpy(out->marbles, mapped.sets, sizeof out->marbles);
    out->neutral = mapped.sets[PAUA_PLAYERS_MAX];
    out->central = mapped.sets[PAUA_PLAYERS_MAX + 1];
    out->fixed = mapped.sets[PAUA_PLAYERS_MAX + 2];
    return paua_position_complete(board, out);
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
        map_colours(ground->board, symmetry, &after, &out[i]);
    }
    qsort(out, (size_t)*count, sizeof *out, order_colours);
}

/* The successors of an image are the images of the successors. */
bool check_images(struct comparison *c, const struct model_position *position,
                  const paua_position *same)
{
    static struct colours mapped[PAUA_MOVES_MAX], found[PAUA_MOVES_MAX];
    const paua_board *board = c->ground->board;
    int symmetries = paua_board_symmetries(board);

    for (int s = 0; s < symmetries; s++) {
        paua_position image;
        int other = c->spoil == SPOIL_SYMMETRY ? (s + 1) % symmetries : s;
        int wanted, got;
        if (map_position(board, s, same, &image) != PAUA_OK || image.to_move != same->to_move)
            return report(c, position, "symmetry %d takes it off the board", s);
        successor_colours(c->ground, same, other, mapped, &wanted);
        successor_colours(c->ground, &image, 0, found, &got);
        if (wanted != got || memcmp(mapped, found, (size_t)got * sizeof *found) != 0)
            return report(c, position, "its image by symmetry %d has other successors", s);
        c->tally.count[MET_IMAGES]++;
    }
    return true;
}

/* `slowly`: by the model too. */
bool check_perft(struct comparison *c, const struct model_position *position,
                 const paua_position *same, bool slowly)
{
    const paua_board *board = c->ground->board;
    int depth = c->ground->model.cells <= 19 ? 3 : 2;
    int most = 0;
    for (int player = 0; player < position->players; player++)
        most = position->ejected[player] > most ? position->ejected[player] : most;
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
    c->tally.count[MET_PERFTS]++;
    if (!slowly)
        return true;
    uint64_t wanted = model_perft(&c->ground->model, position, rules.win, depth);
    if (wanted != made)
        return report(c, position, "win %d depth %d: %llu leaves by the rules, %llu by the library",
                      rules.win, depth, (unsigned long long)wanted, (unsigned long long)made);
    return true;
}

/* Changes one thing of a position, as if the game had gone otherwise. */
static void change(struct comparison *c, paua_position *position)
{
    int side = (int)draw(c, position->players), other = (int)draw(c, position->players);
    paua_set set = position->marbles[side];

    switch (draw(c, 8)) {
    case 0:
        position->marbles[side] = position->marbles[other];
        position->marbles[other] = set;
        break;
    case 1:
        position->marbles[side] = position->neutral;
        position->neutral = set;
        position->central = 0;
        break;
    case 2:
        position->marbles[side] = position->fixed;
        position->fixed = set;
        break;
    case 3:
        position->ejected[side]++;
        break;
    case 4:
        position->out ^= (uint8_t)(1u << side);
        break;
    case 5:
        position->crowned = position->crowned ? 0 : (uint8_t)(side + 1);
        break;
    case 6:
        position->teams = (uint8_t)draw(c, PAUA_TEAMS_COUNT);
        break;
    default:
        position->to_move = (uint8_t)side;
        break;
    }
}

/* Positions that are not the same have not the same key. */
bool check_neighbour(struct comparison *c, const struct model_position *position,
                     const paua_position *same)
{
    paua_position changed = *same;

    change(c, &changed);
    if (paua_position_complete(c->ground->board, &changed) != PAUA_OK)
        return true;
    if (c->spoil == SPOIL_NEIGHBOUR && changed.teams != same->teams)
        changed.key = same->key;
    c->tally.count[MET_CHANGED] += !paua_position_same(&changed, same);
    if (paua_position_same(&changed, same) != (changed.key == same->key))
        return report(c, position, "another position has the same key");
    return true;
}

static bool same_list(const paua_move_list *a, const paua_move_list *b)
{
    return a->count == b->count &&
           memcmp(a->moves, b->moves, (size_t)a->count * sizeof *a->moves) == 0;
}

/* One version of the kernels against the one that the library chooses by itself, whose moves are in c->list
 * unless they were put out of order on purpose. */
static bool check_kernel(struct comparison *c, const struct model_position *position,
                         const paua_position *same, const struct kernel *kernel, bool slowly)
{
    static paua_move_list list, wanted;
    const paua_board *board = c->ground->board;

    paua_moves_generate(board, same, &wanted);
    kernel->generate(board, same, &list);
    if (c->spoil == SPOIL_KERNEL && kernel->special && list.count > 1)
        list.moves[0] = list.moves[1];
    if (!same_list(&list, &wanted) || kernel->count(board, same) != wanted.count)
        return report(c, position, "another kernel finds other moves");
    kernel_for(board, same)->generate_ejections(board, same, &wanted);
    kernel->generate_ejections(board, same, &list);
    if (!same_list(&list, &wanted))
        return report(c, position, "another kernel finds other ejections");
    kernel->generate(board, same, &list);
    for (int i = 0; i < list.count; i++) {
        paua_position after = *same, again = *same;
        paua_undo undo;
        kernel->make(board, &after, list.moves[i], &undo);
        paua_position_make(board, &again, list.moves[i], &(paua_undo){0});
        if (!identical(&after, &again))
            return report(c, position, "another kernel makes %04x another position",
                          (unsigned)list.moves[i]);
        if (kernel->key_after(board, same, list.moves[i]) != after.key)
            return report(c, position, "another kernel foretells another key after %04x",
                          (unsigned)list.moves[i]);
        kernel->unmake(board, &after, list.moves[i], &undo);
        if (!identical(&after, same))
            return report(c, position, "another kernel does not unmake %04x",
                          (unsigned)list.moves[i]);
    }
    paua_position copy = *same;
    uint64_t leaves = slowly ? kernel->perft(board, 3, &copy, 2) : 0;
    if (slowly && (leaves != kernel_for(board, same)->perft(board, 3, &copy, 2) ||
                   leaves != kernel->perft_make(board, 3, &copy, 2)))
        return report(c, position, "another kernel counts other leaves");
    return true;
}

/* Every version of the kernels that can do this position. */
bool check_kernels(struct comparison *c, const struct model_position *position,
                   const paua_position *same)
{
    const struct kernel *kernels[6];
    bool plain = !kernel_needs_special(same), full = c->ground->full, slowly = draw(c, 8) == 0;
    int count = 0;

    kernels[count++] = &kernel_special;
    if (plain)
        kernels[count++] = &kernel_any;
    if (plain && full)
        kernels[count++] = &kernel_full;
#if defined(__x86_64__)
    if (cpu_has_v3()) {
        kernels[count++] = &kernel_special_v3;
        if (plain)
            kernels[count++] = &kernel_any_v3;
        if (plain && full)
            kernels[count++] = &kernel_full_v3;
    }
#endif
    for (int i = 0; i < count; i++)
        if (!check_kernel(c, position, same, kernels[i], slowly))
            return false;
    c->tally.count[MET_KERNELS] += (uint64_t)count;
    return true;
}
