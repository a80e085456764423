/* rows.c - the rows of the atlas in order, read from atlas.csv and written to it; every number
 * that follows from others is checked. */
#include "atlas/rows.h"

#include "base/array.h"

#include <stdlib.h>
#include <string.h>

static const char head[] = "board,cells,symmetries,marbles,win,positions,constellations,"
                           "up_to_negation,L,R,D,N,P,N-hat,N-check,P-hat,P-check,wins,losses,"
                           "draws,longest,sum";

enum { NUMBERS = 20, LINE_MAX_BYTES = 1024 };

void atlas_rows_free(struct atlas_rows *rows)
{
    free(rows->list);
    *rows = (struct atlas_rows){0};
}

/* The order of the file: by cells, sides, marbles, win. */
static int compare_rows(const struct atlas_row *a, const struct atlas_row *b)
{
    const int x[] = {a->cells, a->sides[0], a->sides[1], a->sides[2], a->marbles, a->win};
    const int y[] = {b->cells, b->sides[0], b->sides[1], b->sides[2], b->marbles, b->win};

    for (size_t i = 0; i < sizeof x / sizeof *x; i++)
        if (x[i] != y[i])
            return x[i] - y[i];
    return 0;
}

/* Where a row is, or where it would have to be. */
static int place_of(const struct atlas_rows *rows, const struct atlas_row *row)
{
    int low = 0, high = rows->count;

    while (low < high) {
        int middle = (low + high) / 2;
        if (compare_rows(&rows->list[middle], row) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

const struct atlas_row *atlas_rows_find(const struct atlas_rows *rows, const int sides[3],
                                        int marbles, int win)
{
    const struct atlas_row row = {.sides = {sides[0], sides[1], sides[2]},
                                  .cells = paua_board_cells_of(sides[0], sides[1], sides[2]),
                                  .marbles = marbles,
                                  .win = win};
    int place = place_of(rows, &row);

    return place < rows->count && compare_rows(&rows->list[place], &row) == 0 ? &rows->list[place]
                                                                              : NULL;
}

bool atlas_rows_add(struct atlas_rows *rows, const struct atlas_row *row)
{
    if (!ARRAY_RESERVE(rows->list, rows->room, rows->count + 1))
        return false;
    int place = place_of(rows, row);
    memmove(&rows->list[place + 1], &rows->list[place],
            (size_t)(rows->count - place) * sizeof *rows->list);
    rows->list[place] = *row;
    rows->count++;
    return true;
}

int atlas_marbles(int cells)
{
    return cells / 2 < PAUA_SOLVE_MARBLES_MAX ? cells / 2 : PAUA_SOLVE_MARBLES_MAX;
}

void atlas_boards(int cells_max, atlas_board_callback callback, void *context)
{
    for (int cells = 2; cells <= cells_max; cells++)
        for (int a = 1; a <= cells; a++)
            for (int b = a; b <= cells; b++)
                for (int c = b; c <= cells; c++) {
                    const int sides[3] = {a, b, c};
                    if (paua_board_cells_of(a, b, c) == cells && !callback(sides, context))
                        return;
                }
}

/* Callback for each board: adds its games, the pairs 1 <= win <= marbles. */
static bool count_games(const int sides[3], void *context)
{
    int marbles = atlas_marbles(paua_board_cells_of(sides[0], sides[1], sides[2]));

    *(int *)context += marbles * (marbles + 1) / 2;
    return true;
}

int atlas_missing(const struct atlas_rows *rows, int cells_max)
{
    int missing = 0;

    atlas_boards(cells_max, count_games, &missing);
    for (int i = 0; i < rows->count; i++)
        missing -= rows->list[i].cells <= cells_max;
    return missing;
}

/* Positions of a layer: exact, since every step divides. */
static uint64_t layer_positions(int cells, int own, int opp)
{
    uint64_t ways = 1;

    for (int i = 1; i <= own; i++)
        ways = ways * (uint64_t)(cells - own + i) / (uint64_t)i;
    for (int i = 1; i <= opp; i++)
        ways = ways * (uint64_t)(cells - own - opp + i) / (uint64_t)i;
    return ways;
}

/* Positions of all layers: in an unfinished game each player has lost fewer than `win` marbles. */
static uint64_t all_positions(const struct atlas_row *row)
{
    uint64_t sum = 0;

    for (int own = row->marbles - row->win + 1; own <= row->marbles; own++)
        for (int opp = row->marbles - row->win + 1; opp <= row->marbles; opp++)
            sum += layer_positions(row->cells, own, opp);
    return sum;
}

/* Digits without needless zeros, and a comma behind them; NULL if that is not there. */
static const char *read_number(const char *at, uint64_t *out)
{
    int digits = 0;

    if (at[0] == '0' && at[1] != ',')
        return NULL;
    for (*out = 0; *at >= '0' && *at <= '9' && digits < 18; at++, digits++)
        *out = *out * 10 + (uint64_t)(*at - '0');
    return digits && *at == ',' ? at + 1 : NULL;
}

/* "2x3x3," */
static const char *read_sides(const char *at, int sides[3])
{
    for (int i = 0; i < 3; i++) {
        char *end;
        long side = *at >= '1' && *at <= '9' ? strtol(at, &end, 10) : 0;
        if (side < 1 || side > PAUA_CELLS_MAX || *end != (i < 2 ? 'x' : ','))
            return NULL;
        sides[i] = (int)side;
        at = end + 1;
    }
    return at;
}

/* The numbers of a row in the order of its columns behind the board. */
static void take_numbers(struct atlas_row *row, const uint64_t numbers[NUMBERS])
{
    row->cells = (int)numbers[0];
    row->symmetries = (int)numbers[1];
    row->marbles = (int)numbers[2];
    row->win = (int)numbers[3];
    row->positions = numbers[4];
    row->classes.constellations = numbers[5];
    row->classes.up_to_negation = numbers[6];
    memcpy(row->classes.count, &numbers[7], sizeof row->classes.count);
    row->wins = numbers[16];
    row->losses = numbers[17];
    row->draws = numbers[18];
    row->longest = (int)numbers[19];
}

/* NULL, or what is wrong with the columns of the board itself. */
static const char *check_board(const struct atlas_row *row)
{
    const int *sides = row->sides;
    paua_board *board;

    if (sides[0] > sides[1] || sides[1] > sides[2])
        return "the sides do not rise";
    if (row->cells < 2 || row->cells > ATLAS_CELLS_MAX ||
        row->cells != paua_board_cells_of(sides[0], sides[1], sides[2]))
        return "the number of cells is not that of the board";
    if (paua_board_new(sides[0], sides[1], sides[2], &board) != PAUA_OK)
        return "no such board";
    bool right = row->symmetries == paua_board_symmetries(board);
    paua_board_free(board);
    return right ? NULL : "the number of symmetries is not that of the board";
}

/* NULL, or what is wrong: a range, a sum, or classes that differ in size from their negatives. */
static const char *check_row(const struct atlas_row *row)
{
    const uint64_t *count = row->classes.count;
    uint64_t all = 0;
    const char *wrong = check_board(row);

    if (wrong)
        return wrong;
    if (row->marbles < 1 || row->marbles > atlas_marbles(row->cells) || row->win < 1 ||
        row->win > row->marbles)
        return "the numbers of marbles are out of range";
    if (row->positions != all_positions(row))
        return "the number of positions is wrong";
    for (int i = 0; i < PAUA_CLASS_COUNT; i++)
        all += count[i];
    if (all != row->classes.constellations || row->classes.up_to_negation > all ||
        2 * row->classes.up_to_negation < all)
        return "the classes do not add up to the constellations";
    if (count[PAUA_CLASS_L] != count[PAUA_CLASS_R] ||
        count[PAUA_CLASS_N_HAT] != count[PAUA_CLASS_N_CHECK] ||
        count[PAUA_CLASS_P_HAT] != count[PAUA_CLASS_P_CHECK])
        return "classes and their negatives differ";
    if (row->wins + row->losses + row->draws !=
        layer_positions(row->cells, row->marbles, row->marbles))
        return "wins, losses and draws do not add up";
    if (row->longest > 100000 || (row->longest > 0) != (row->wins > 0))
        return "the longest win is out of range";
    return NULL;
}

/* NULL, or what is wrong with the line. */
static const char *read_row(const char *at, struct atlas_row *row)
{
    uint64_t numbers[NUMBERS];

    at = read_sides(at, row->sides);
    for (int i = 0; at && i < NUMBERS; i++) {
        at = read_number(at, &numbers[i]);
        if (at && (i < 4 || i == NUMBERS - 1) && numbers[i] > 1000000)
            return "a number is too large";
    }
    if (!at || strspn(at, "0123456789abcdef") != ATLAS_SUM || at[ATLAS_SUM] != '\0')
        return "expected a board, 20 numbers and a checksum, separated by commas";
    memcpy(row->sum, at, ATLAS_SUM + 1);
    take_numbers(row, numbers);
    return check_row(row);
}

/* Keeps the reason for the caller. Returns PAUA_ERROR_BAD_SYNTAX. */
static paua_status refuse_line(char message[ATLAS_MESSAGE], const char *why)
{
    snprintf(message, ATLAS_MESSAGE, "%s", why);
    return PAUA_ERROR_BAD_SYNTAX;
}

/* Reads the header (line 1) or a row, which must rise in the order of compare_rows(). */
static paua_status read_line(const char *line, int number, struct atlas_rows *rows,
                             char message[ATLAS_MESSAGE])
{
    struct atlas_row row;

    if (number == 1)
        return strcmp(line, head) == 0 ? PAUA_OK
                                       : refuse_line(message, "expected the names of the columns");
    const char *wrong = read_row(line, &row);
    if (wrong)
        return refuse_line(message, wrong);
    if (rows->count && compare_rows(&rows->list[rows->count - 1], &row) >= 0)
        return refuse_line(message, "is not in the order of boards, marbles and wins");
    return atlas_rows_add(rows, &row) ? PAUA_OK : PAUA_ERROR_NO_MEMORY;
}

paua_status atlas_read_csv(const char *text, size_t length, struct atlas_rows *rows, int *line,
                           char message[ATLAS_MESSAGE])
{
    const char *end = text + length;
    paua_status status = PAUA_OK;

    *line = 0;
    do {
        char copy[LINE_MAX_BYTES];
        size_t left = (size_t)(end - text);
        const char *stop = left ? memchr(text, '\n', left) : NULL;
        size_t bytes = stop ? (size_t)(stop - text) : 0;
        ++*line;
        if (!stop || bytes >= sizeof copy || memchr(text, '\0', bytes)) {
            status = refuse_line(message, stop ? "is too long or not text" : "is truncated");
            break;
        }
        memcpy(copy, text, bytes);
        copy[bytes] = '\0';
        status = read_line(copy, *line, rows, message);
        text = stop + 1;
    } while (status == PAUA_OK && text < end);
    if (status != PAUA_OK)
        atlas_rows_free(rows);
    return status;
}

/* Converts for the %llu of printf(): uint64_t may be another type. */
static unsigned long long put_number(uint64_t number)
{
    return (unsigned long long)number;
}

void atlas_write_csv(const struct atlas_rows *rows, FILE *to)
{
    fprintf(to, "%s\n", head);
    for (int i = 0; i < rows->count; i++) {
        const struct atlas_row *row = &rows->list[i];
        fprintf(to, "%dx%dx%d,%d,%d,%d,%d,%llu,%llu,%llu", row->sides[0], row->sides[1],
                row->sides[2], row->cells, row->symmetries, row->marbles, row->win,
                put_number(row->positions), put_number(row->classes.constellations),
                put_number(row->classes.up_to_negation));
        for (int k = 0; k < PAUA_CLASS_COUNT; k++)
            fprintf(to, ",%llu", put_number(row->classes.count[k]));
        fprintf(to, ",%llu,%llu,%llu,%d,%s\n", put_number(row->wins), put_number(row->losses),
                put_number(row->draws), row->longest, row->sum);
    }
}
