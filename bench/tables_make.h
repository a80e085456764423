/* tables_make.h - finds the patterns of a board and those that share a table, and computes the
 * content of a pattern read backwards or with colours swapped. */
#ifndef BENCH_TABLES_MAKE_H
#define BENCH_TABLES_MAKE_H

#include <paua/paua.h>

#include "tables.h"

enum { TABLES_SYMMETRIES = 12 };

static int content_count(int length)
{
    int count = 1;
    while (length-- > 0)
        count *= 3;
    return count;
}

static int content_backwards(int content, int length)
{
    int back = 0;
    for (int k = 0; k < length; k++, content /= 3)
        back = 3 * back + content % 3;
    return back;
}

static int content_swapped(int content, int length)
{
    static const int other[3] = {0, 2, 1};
    int swapped = 0, power = 1;
    for (int k = 0; k < length; k++, content /= 3, power *= 3)
        swapped += power * other[content % 3];
    return swapped;
}

static int tables_compare(const int8_t *a, const int8_t *b, int length)
{
    return memcmp(a, b, (size_t)length);
}

/* The first in order among all that the symmetries make of these cells, in this order or backwards.
 */
static bool tables_least(const paua_board *board, const int8_t *cells, int length,
                         int8_t least[LENGTH_MAX], bool *both_ways)
{
    bool found[2] = {false};
    for (int i = 0; i < 2 * TABLES_SYMMETRIES; i++) {
        const int back = i % 2;
        int8_t form[LENGTH_MAX];
        for (int k = 0; k < length; k++)
            form[k] = (int8_t)paua_board_map_cell(board, i / 2, cells[back ? length - 1 - k : k]);
        const int order = i == 0 ? -1 : tables_compare(form, least, length);
        if (order < 0) {
            memcpy(least, form, sizeof form);
            found[1 - back] = false;
        }
        if (order <= 0)
            found[back] = true;
    }
    *both_ways = found[0] && found[1];
    return !found[0]; /* turned round */
}

/* Its number, a new one if need be. */
static int tables_find(struct pattern_tables *tables, const int8_t *least, int length,
                       bool both_ways)
{
    int i = 0;
    while (i < tables->count && (tables->table[i].length != length ||
                                 tables_compare(tables->table[i].cells, least, length) != 0))
        i++;
    if (i < tables->count)
        return i;
    tables->table[i] =
        (struct pattern_table){.length = length, .first = tables->slots, .both_ways = both_ways};
    memcpy(tables->table[i].cells, least, (size_t)length);
    tables->slots += content_count(length);
    tables->count++;
    return i;
}

static void tables_add(const paua_board *board, struct pattern_tables *tables, const int8_t *cells,
                       int length)
{
    const int number = tables->patterns++;
    struct pattern *pattern = &tables->pattern[number];
    int8_t least[LENGTH_MAX];
    bool both_ways, turned = tables_least(board, cells, length, least, &both_ways);
    int power = 1;
    pattern->length = length;
    pattern->table = tables_find(tables, least, length, both_ways);
    tables->first[number] = tables->table[pattern->table].first;
    for (int k = 0; k < length; k++, power *= 3) {
        const int cell = pattern->cells[k] = cells[turned ? length - 1 - k : k];
        tables->through[cell][tables->through_count[cell]++] =
            (struct through){(uint8_t)number, (uint16_t)power};
        tables->touched[cell][number / 64] |= (uint64_t)1 << number % 64;
    }
}

static void tables_add_line(const paua_board *board, struct pattern_tables *tables, int cell,
                            paua_direction direction, int runs)
{
    int8_t cells[LENGTH_MAX];
    int length = 0;
    for (; cell != PAUA_NO_CELL; cell = paua_board_neighbour(board, cell, direction))
        cells[length++] = (int8_t)cell;
    if (!runs)
        tables_add(board, tables, cells, length);
    for (int first = 0; runs && first + runs <= length; first++)
        tables_add(board, tables, cells + first, runs);
}

/* Every line of the board, or every `runs` cells in a row; `runs` is 0 or 4 .. 9. */
static void tables_make(const paua_board *board, int runs, struct pattern_tables *tables)
{
    for (paua_direction direction = PAUA_EAST; direction < PAUA_WEST; direction++)
        for (int cell = 0; cell < paua_board_cells(board); cell++)
            if (paua_board_neighbour(board, cell, (direction + 3) % PAUA_DIRECTION_COUNT) ==
                PAUA_NO_CELL)
                tables_add_line(board, tables, cell, direction, runs);
}

#endif
