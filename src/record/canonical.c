/* canonical.c - canonical keys of positions and canonical moves: the least image under the
 * symmetries of the board. */
#include <paua/replay.h>

#include "base/bits.h"
#include "board/shape.h"
#include "rules/key.h"

/* Kinds of marbles that have different keys (rules/key.h): players, neutral, central, fixed. */
enum { KINDS = PAUA_PLAYERS_MAX + 3 };

/* The board's part of a key: the same cells on another board are another position. */
static uint64_t key_of_sides(const paua_board *board)
{
    uint64_t sides = (uint64_t)(board->sides[0] << 16 | board->sides[1] << 8 | board->sides[2]);
    return sides * UINT64_C(0x9e3779b97f4a7c15);
}

/* The keys of the images of a set's cells, combined by XOR. */
static uint64_t mapped_key(const paua_board *board, const int8_t *map, paua_set set)
{
    uint64_t key = 0;
    while (set)
        key ^= board->key[map[bits_take(&set)]];
    return key;
}

uint64_t paua_canonical_key(const paua_board *board, const paua_position *position,
                            unsigned *symmetries)
{
    paua_set sets[KINDS];
    uint64_t least = 0, rest = position->key ^ key_of_sides(board);
    unsigned leads = 0;
    for (int kind = 0; kind < PAUA_PLAYERS_MAX; kind++)
        sets[kind] = position->marbles[kind];
    sets[PAUA_PLAYERS_MAX] = position->neutral;
    sets[PAUA_PLAYERS_MAX + 1] = position->central;
    sets[PAUA_PLAYERS_MAX + 2] = position->fixed;
    for (int symmetry = 0; symmetry < board->symmetries; symmetry++) {
        uint64_t key = 0;
        for (int kind = 0; kind < KINDS; kind++)
            if (sets[kind])
                key ^= key_of_kind(mapped_key(board, board->map[symmetry], sets[kind]), kind);
        /* symmetry 0 is the identity: remove the marbles' part from the position's key */
        if (symmetry == 0)
            rest ^= key;
        key ^= rest;
        if (symmetry == 0 || key < least) {
            least = key;
            leads = 0;
        }
        leads |= key == least ? 1u << symmetry : 0;
    }
    if (symmetries)
        *symmetries = leads;
    return least;
}

/* The direction from a cell to its neighbour. */
static int direction_between(const paua_board *board, int from, int to)
{
    for (int d = 0; d < PAUA_DIRECTION_COUNT; d++)
        if (board->neighbour[d][from] == to)
            return d;
    return 0;
}

paua_move paua_move_map(const paua_board *board, int symmetry, paua_move move)
{
    const int8_t *map = board->map[symmetry];
    int cell = paua_move_cell(move), count = paua_move_count(move);
    int target = board->neighbour[paua_move_direction(move)][cell];
    int direction = direction_between(board, map[cell], map[target]);
    int shape = paua_move_shape(move), begin = map[cell];
    if (paua_move_broadside(move)) {
        int end = cell;
        for (int i = 1; i < count; i++)
            end = board->neighbour[paua_move_axis(move)][end];
        int second = board->neighbour[paua_move_axis(move)][cell];
        int axis = direction_between(board, map[cell], map[second]);
        /* broadside lines run E, NE or NW: name this one from its other end */
        if (axis >= 3) {
            axis -= 3;
            begin = map[end];
        }
        shape = 2 * count + (axis == (direction + 2) % 3);
    }
    return (paua_move)((move & 0xf000) | shape << 9 | direction << 6 | begin);
}

paua_move paua_canonical_move(const paua_board *board, unsigned symmetries, paua_move move)
{
    paua_move least = UINT16_MAX;
    for (int symmetry = 0; symmetry < board->symmetries; symmetry++)
        if (symmetries >> symmetry & 1) {
            paua_move image = paua_move_map(board, symmetry, move);
            least = image < least ? image : least;
        }
    return least;
}

/* A position with few symmetries: cells of each kind chosen by their coordinates. */
static paua_status asymmetric_position(const paua_board *board, paua_position *out)
{
    paua_set black = 0, white = 0;
    for (paua_set left = board->shape.all; left;) {
        int cell = bits_take(&left);
        int kind = (5 * board->row[cell] + 3 * board->column[cell]) % 7;
        black |= kind == 1 || kind == 4 ? PAUA_SET(cell) : 0;
        white |= kind == 2 ? PAUA_SET(cell) : 0;
    }
    return paua_position_setup(board, black, white, PAUA_WHITE, out);
}

/* A checksum of the canonical keys of a position and its moves. */
static uint64_t sample_sum(const paua_board *board, const paua_position *position)
{
    paua_move_list list;
    unsigned symmetries;
    uint64_t sum = paua_canonical_key(board, position, &symmetries);
    paua_moves_generate(board, position, &list);
    for (int i = 0; i < list.count; i++)
        sum += UINT64_C(0x100000001b3) * paua_canonical_move(board, symmetries, list.moves[i]);
    return sum;
}

paua_status paua_canonical_version(uint64_t *out)
{
    static const int sides[][3] = {{5, 5, 5}, {3, 2, 2}};
    uint64_t version = 1; /* raise it after a change that the samples do not show */
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++) {
        paua_board *board;
        paua_position position;
        paua_status status = paua_board_new(sides[i][0], sides[i][1], sides[i][2], &board);
        if (status != PAUA_OK)
            return status;
        status = asymmetric_position(board, &position);
        if (status == PAUA_OK)
            version = bits_rotate(version, 7) ^ sample_sum(board, &position);
        paua_board_free(board);
        if (status != PAUA_OK)
            return status;
    }
    *out = version;
    return PAUA_OK;
}
