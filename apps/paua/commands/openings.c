/* openings.c - `paua openings`: the moves played from a position in the archive's games, with
 * results. The archive counts canonical positions and moves; here they are turned back to the
 * position's orientation. */
#include <stdio.h>
#include <string.h>

#include <paua/notation.h>

#include "cli/archive.h"
#include "cli/common.h"
#include "cli/game_setup.h"
#include "cli/legal_moves.h"
#include "cli/options.h"
#include "cli/store_path.h"
#include "commands/commands.h"

/* A move in the orientation of the position, its canonical form and its counts. */
struct row {
    paua_move move, canonical;
    archive_count count;
};

struct table {
    int used;
    long long games;
    struct row rows[PAUA_MOVES_MAX];
};

/* Fills the table with the legal moves, one for each set that symmetries of the position make
 * equal. */
static void fill_moves(const struct game_setup *setup, unsigned symmetries, struct table *table)
{
    paua_move_list list;

    legal_moves_generate(setup->board, paua_game_rules(setup->game),
                         paua_game_position(setup->game), &list);
    legal_moves_sort(setup->board, &list);
    table->used = 0;
    table->games = 0;
    for (int i = 0; i < list.count; i++) {
        paua_move canonical = paua_canonical_move(setup->board, symmetries, list.moves[i]);
        bool seen = false;
        for (int j = 0; j < table->used; j++)
            seen = seen || table->rows[j].canonical == canonical;
        if (!seen)
            table->rows[table->used++] = (struct row){list.moves[i], canonical, {0}};
    }
}

/* Puts the archive's counts of a canonical move into its row. */
static bool take_count(const archive_count *count, void *context)
{
    struct table *table = context;

    for (int i = 0; i < table->used; i++)
        if (table->rows[i].canonical == count->choice) {
            table->rows[i].count = *count;
            table->games += count->times;
        }
    return true;
}

/* How many games have a result. */
static long long count_decided(const archive_count *count)
{
    return (long long)count->parts[0] + count->parts[1] + count->parts[2];
}

/* The mover's mean score in the games that have a result; -1 if none has. */
static double score_of(const archive_count *count)
{
    return count_decided(count)
               ? (count->parts[0] + 0.5 * count->parts[1]) / (double)count_decided(count)
               : -1.0;
}

/* Orders by number of games, then by score. */
static bool comes_before(const struct row *a, const struct row *b)
{
    if (a->count.times != b->count.times)
        return a->count.times > b->count.times;
    return score_of(&a->count) > score_of(&b->count);
}

/* Sorts by games, most first, and drops moves that were never played. The order is stable. */
static void sort_rows(struct table *table)
{
    int kept = 0;

    for (int i = 0; i < table->used; i++) {
        struct row row = table->rows[i];
        int j = kept;
        if (!row.count.times)
            continue;
        for (; j > 0 && comes_before(&row, &table->rows[j - 1]); j--)
            table->rows[j] = table->rows[j - 1];
        table->rows[j] = row;
        kept++;
    }
    table->used = kept;
}

/* Prints the table as text. */
static void print_text(const struct game_setup *setup, const struct table *table)
{
    if (table->used == 0) {
        puts("no imported game reached this position");
        return;
    }
    printf("%-10s %7s %7s %7s %7s %7s %7s\n", "move", "games", "won", "drawn", "lost", "open",
           "score");
    for (int i = 0; i < table->used; i++) {
        const archive_count *count = &table->rows[i].count;
        char move[PAUA_MOVE_TEXT_MAX];

        paua_move_format(setup->board, table->rows[i].move, move, sizeof move);
        printf("%-10s %7u %7u %7u %7u %7lld ", move, count->times, count->parts[0], count->parts[1],
               count->parts[2], count->times - count_decided(count));
        if (count_decided(count))
            printf("%6.1f%%\n", 100.0 * score_of(count));
        else
            printf("%7s\n", "-");
    }
}

/* Prints the table as JSON. */
static int print_json(const struct game_setup *setup, const struct table *table)
{
    json_t *moves = json_array();
    char position[PAUA_POSITION_TEXT_MAX];

    paua_position_format(setup->board, paua_game_position(setup->game), position, sizeof position);
    for (int i = 0; i < table->used; i++) {
        const archive_count *count = &table->rows[i].count;
        char move[PAUA_MOVE_TEXT_MAX];

        paua_move_format(setup->board, table->rows[i].move, move, sizeof move);
        json_array_append_new(
            moves,
            json_pack("{s:s, s:I, s:I, s:I, s:I, s:I, s:o}", "move", move, "games",
                      (json_int_t)count->times, "wins", (json_int_t)count->parts[0], "draws",
                      (json_int_t)count->parts[1], "losses", (json_int_t)count->parts[2],
                      "unfinished", (json_int_t)(count->times - count_decided(count)), "score",
                      count_decided(count) ? json_real(score_of(count)) : json_null()));
    }
    return output_json(json_pack("{s:s, s:I, s:o}", "position", position, "games",
                                 (json_int_t)table->games, "moves", moves));
}

/* Rebuilds the archive's counts, which an older version made with other keys. */
static int renew_index(const char *place)
{
    archive *games;
    bool marked;
    int code = archive_start(place, true, &games);

    if (code != EXIT_DONE)
        return code;
    interrupt_catch();
    code = index_renew(games, &marked);
    archive_close(games);
    return code;
}

/* Fills the table for the position of `setup` from the archive. */
static int fill_table(const char *place, const struct game_setup *setup, struct table *table)
{
    unsigned symmetries;
    bool stale = false;
    uint64_t key;
    archive *games;
    int code = archive_start(place, false, &games);

    if (code != EXIT_DONE)
        return code;
    key = paua_canonical_key(setup->board, paua_game_position(setup->game), &symmetries);
    fill_moves(setup, symmetries, table);
    code = index_stale(games, &stale);
    if (stale) {
        archive_close(games);
        code = renew_index(place);
        if (code == EXIT_DONE)
            code = archive_start(place, false, &games);
        if (code != EXIT_DONE)
            return code;
    }
    if (code == EXIT_DONE && archive_counts(games, key, take_count, table) != PAUA_OK)
        code = complain_archive(games);
    archive_close(games);
    sort_rows(table);
    return code;
}

int command_openings(int argc, char **argv)
{
    static const struct usage usage = {
        .command = "openings",
        .operands = "",
        .purpose =
            "List the moves that were played from a position in the imported games, most played "
            "first: games, then those won, drawn, lost and unfinished for the side to move, and "
            "the score.",
        .notes = "A position counts as the same under rotations and reflections of the board, and "
                 "so do moves that its symmetry makes equal. Unfinished games do not count in the "
                 "score. The exit code is 1 when no game reached the position.",
        .examples = {"paua openings --layout belgian-daisy",
                     "paua openings --moves 'a1b2 i5h5' --json"},
    };
    struct start_options start = {0};
    const char *place = NULL;
    bool json = false;
    const struct option_row rows[] = {ROWS_START(start), ROW_STORE(place), ROW_JSON(json)};
    struct game_setup setup;
    struct table table = {0};
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, NULL);

    if (code != OPTIONS_GO)
        return code;
    code = game_setup_open(&start, &setup);
    if (code != EXIT_DONE)
        return code;
    code = fill_table(place, &setup, &table);
    if (code == EXIT_DONE) {
        if (json)
            code = print_json(&setup, &table);
        else
            print_text(&setup, &table);
        if (code == EXIT_DONE && table.used == 0)
            code = EXIT_NO;
    }
    game_setup_close(&setup);
    return code;
}
