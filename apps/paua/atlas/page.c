/* page.c - the atlas as a Markdown page. */
#include <string.h>

#include <paua/paua.h>

#include "atlas/rows.h"

struct page {
    const struct atlas_rows *rows;
    FILE *to;
};

/* "1,234,567" */
static const char *group_digits(uint64_t number, char text[32])
{
    char digits[24];
    int length = snprintf(digits, sizeof digits, "%llu", (unsigned long long)number), out = 0;

    for (int i = 0; i < length; i++) {
        if (i && (length - i) % 3 == 0)
            text[out++] = ',';
        text[out++] = digits[i];
    }
    text[out] = '\0';
    return text;
}

/* A table cell with a number, thousands separated by commas. */
static void put_cell(FILE *to, uint64_t number)
{
    char text[32];

    fprintf(to, " %s |", group_digits(number, text));
}

/* Where the rows of a board begin, and how many there are. */
static int rows_of(const struct atlas_rows *rows, const int sides[3],
                   const struct atlas_row **first)
{
    int count = 0;

    *first = rows->list;
    for (int i = 0; i < rows->count; i++)
        if (memcmp(rows->list[i].sides, sides, sizeof rows->list[i].sides) == 0 && count++ == 0)
            *first = &rows->list[i];
    return count;
}

/* Callback for each board: its row in the summary, with the longest win of all its games. */
static bool put_summary(const int sides[3], void *context)
{
    struct page *page = context;
    const struct atlas_row *first, *longest;
    int count = rows_of(page->rows, sides, &first);
    uint64_t constellations = 0;

    if (!count)
        return true;
    longest = first;
    for (int i = 0; i < count; i++) {
        if (first[i].longest > longest->longest)
            longest = &first[i];
        constellations += first[i].classes.constellations;
    }
    fprintf(page->to, "| [%dx%dx%d](#%dx%dx%d) | %d | %d | %d |", sides[0], sides[1], sides[2],
            sides[0], sides[1], sides[2], first->cells, first->symmetries, count);
    put_cell(page->to, constellations);
    if (longest->longest)
        fprintf(page->to, " %d %s: %d marbles, win %d |\n", longest->longest,
                longest->longest == 1 ? "ply" : "plies", longest->marbles, longest->win);
    else
        fprintf(page->to, " none |\n");
    return true;
}

/* Callback for each board: lists the games (1 <= win <= marbles) without a row. */
static bool put_missing(const int sides[3], void *context)
{
    struct page *page = context;
    const struct atlas_row *first;
    int marbles = atlas_marbles(paua_board_cells_of(sides[0], sides[1], sides[2]));
    int missing = marbles * (marbles + 1) / 2 - rows_of(page->rows, sides, &first);
    const char *between = "";

    if (!missing)
        return true;
    fprintf(page->to, "\n- %dx%dx%d, %d games:", sides[0], sides[1], sides[2], missing);
    if (missing == marbles * (marbles + 1) / 2)
        fprintf(page->to, " all");
    else
        for (int m = 1; m <= marbles; m++)
            for (int win = 1; win <= m; win++)
                if (!atlas_rows_find(page->rows, sides, m, win)) {
                    fprintf(page->to, "%s %d marbles win %d", between, m, win);
                    between = ",";
                }
    return true;
}

/* Callback for each board: its section, one line a game. L and R share a column, as do the hats and
 * checks: negatives have classes of one size. */
static bool put_board(const int sides[3], void *context)
{
    struct page *page = context;
    const struct atlas_row *first;
    int count = rows_of(page->rows, sides, &first);

    if (!count)
        return true;
    fprintf(page->to,
            "\n### %dx%dx%d\n\n%d cells, %d symmetries\n\n"
            "| marbles | win | positions | constellations | with negatives | L, R | D | N | P | "
            "N-hat, N-check | P-hat, P-check | won | lost | drawn | longest |\n"
            "| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | "
            "---: | ---: | ---: |\n",
            sides[0], sides[1], sides[2], first->cells, first->symmetries);
    for (const struct atlas_row *row = first; row < first + count; row++) {
        const uint64_t *classes = row->classes.count;
        fprintf(page->to, "| %d | %d |", row->marbles, row->win);
        put_cell(page->to, row->positions);
        put_cell(page->to, row->classes.constellations);
        put_cell(page->to, row->classes.up_to_negation);
        put_cell(page->to, classes[PAUA_CLASS_L]);
        put_cell(page->to, classes[PAUA_CLASS_D]);
        put_cell(page->to, classes[PAUA_CLASS_N]);
        put_cell(page->to, classes[PAUA_CLASS_P]);
        put_cell(page->to, classes[PAUA_CLASS_N_HAT]);
        put_cell(page->to, classes[PAUA_CLASS_P_HAT]);
        put_cell(page->to, row->wins);
        put_cell(page->to, row->losses);
        put_cell(page->to, row->draws);
        fprintf(page->to, " %d |\n", row->longest);
    }
    return true;
}

static const char introduction[] =
    "Every board of up to %d cells, up to rotation and reflection, with every number of marbles a\n"
    "side that fits and every number of ejections that wins, solved for good: `paua atlas --cells "
    "%d -o docs/data`\n"
    "(paua %s) has written this page and atlas.csv, which has the same numbers for programs. The "
    "rules are\n"
    "those of [rules.md](../rules.md) for two players: infinite play is a draw, and so is a side "
    "that "
    "cannot move (R12).\n"
    "Boards with a side of one are parallelograms, 1x1x5 is five cells in a row.\n\n"
    "*positions* are those of all layers, from all marbles down to one ejection short of a win, "
    "before symmetry.\n"
    "All other columns are about the top layer, in which nothing has been ejected: "
    "*constellations* (no side to\n"
    "move), isomorphic ones counted once; *with negatives*, each counted with its colours swapped; "
    "their outcome\n"
    "classes, of which a class and that of its negatives are always of one size ([what they "
    "are](../solver.md));\n"
    "positions before symmetry *won*, *lost* and *drawn* for the side to move; plies of its "
    "*longest* win. `sum` in\n"
    "atlas.csv is the SHA-256 of six bytes for each constellation, in the rising order of "
    "canonical forms (of all\n"
    "isomorphic ones the least: by the black cells as a binary number, then by the white ones; "
    "[cells as numbers](../formats.md#cells-as-numbers)): the\n"
    "value when Black begins (0 draw, 1 win, 2 loss), the distance in plies (two bytes, the low "
    "one "
    "first), and both\n"
    "when White begins.\n\n";

void atlas_write_page(const struct atlas_rows *rows, int cells_max, FILE *to)
{
    struct page page = {.rows = rows, .to = to};
    int missing = atlas_missing(rows, cells_max);

    fprintf(to, "# Atlas of small boards\n\n");
    fprintf(to, introduction, cells_max, cells_max, paua_version());
    fprintf(to, "| board | cells | symmetries | games | constellations of all games | longest win "
                "|\n| --- | ---: | ---: | ---: | ---: | --- |\n");
    atlas_boards(cells_max, put_summary, &page);
    if (missing) {
        fprintf(to, "\n## Missing\n\n%d games are not solved:\n", missing);
        atlas_boards(cells_max, put_missing, &page);
        fprintf(to, "\n");
    }
    fprintf(to, "\n## Boards\n");
    atlas_boards(cells_max, put_board, &page);
}
