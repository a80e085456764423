/* atlas.c - `paua atlas`: solves every small board, with every number of marbles and every win
 * count.
 *
 * The values of a layer depend on the number of marbles at which a side has lost (marbles -
 * win), not on how many the game began with. So the solve of most marbles with a given
 * difference contains those of fewer marbles, and their rows are read from its lower layers. */
#define _GNU_SOURCE /* asprintf */

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <sodium.h>

#include <paua/lab/study.h>

#include "atlas/rows.h"
#include "base/cpu.h"
#include "base/sha256.h"
#include "cli/common.h"
#include "cli/load.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/solve_monitor.h"
#include "commands/commands.h"

struct atlas_options {
    const char *output;
    long long cells, threads;
    bool json, quiet;
};

struct atlas {
    const struct atlas_options *options;
    char *csv, *page; /* owned: paths */
    struct atlas_rows rows;
    int boards, added;
    struct solve_monitor monitor;
    const paua_board *board;                            /* the one at work */
    uint64_t self_negative[PAUA_SOLVE_MARBLES_MAX + 1]; /* of its constellations, by marbles */
    int code;
};

/* Reads the rows of the CSV file, so that only missing games are solved. Returns an exit code. */
static int read_rows(struct atlas *atlas)
{
    char message[ATLAS_MESSAGE];
    size_t length;
    char *text;
    int line, code = load_file(atlas->csv, &text, &length);

    if (!text)
        return code;
    paua_status status = atlas_read_csv(text, length, &atlas->rows, &line, message);
    free(text);
    if (status == PAUA_ERROR_NO_MEMORY)
        return complain_memory();
    if (status != PAUA_OK)
        return complain_with(EXIT_USAGE, "%s: line %d: %s", atlas->csv, line, message);
    return EXIT_DONE;
}

/* One of the two files, whole or not at all. */
static int write_file(const struct atlas *atlas, bool page)
{
    struct memory_file buffer;
    int code = output_buffer_open(&buffer);

    if (code != EXIT_DONE)
        return code;
    if (page)
        atlas_write_page(&atlas->rows, (int)atlas->options->cells, buffer.to);
    else
        atlas_write_csv(&atlas->rows, buffer.to);
    return output_buffer_close(&buffer, page ? atlas->page : atlas->csv, EXIT_DONE);
}

/* The sums over all constellations with the row's marbles. */
struct tally {
    paua_oracle oracle;
    struct atlas_row *row;
    struct sha256 hash;
    uint64_t *self_negative; /* to be counted, or NULL */
    paua_status status;
};

/* Counts the class of a constellation and adds its verdict to the hash. False ends the pass, with
 * tally->status: PAUA_ERROR_CONFLICT for an interrupt, or the oracle's failure. */
static bool tally_constellation(paua_constellation at, void *context)
{
    struct tally *tally = context;
    unsigned char bytes[6];
    paua_verdict verdict;

    tally->status = paua_study_verdict(&tally->oracle, at, &verdict);
    if (tally->status == PAUA_OK && interrupt_seen())
        tally->status = PAUA_ERROR_CONFLICT;
    if (tally->status != PAUA_OK)
        return false;
    for (int side = 0; side < PAUA_SIDES; side++) {
        bytes[3 * side] = (unsigned char)verdict.value[side];
        bytes[3 * side + 1] = (unsigned char)(verdict.remoteness[side] & 255);
        bytes[3 * side + 2] = (unsigned char)(verdict.remoteness[side] >> 8);
    }
    sha256_add(&tally->hash, bytes, sizeof bytes);
    tally->row->classes.count[verdict.class_]++;
    tally->row->classes.constellations++;
    if (tally->self_negative)
        *tally->self_negative += paua_constellation_self_negative(tally->oracle.board, at);
    return true;
}

/* Fills the class counts and the SHA-256 of all verdicts. The number of constellations that are
 * their own negative depends on the marbles alone: it is counted once for each number of them. */
static paua_status count_classes(struct atlas *atlas, struct atlas_row *row)
{
    struct tally tally = {.oracle = paua_solve_oracle(atlas->monitor.solve), .row = row};
    uint8_t sum[SHA256_BYTES];
    uint64_t *known = &atlas->self_negative[row->marbles], counted = 0;

    if (*known == UINT64_MAX)
        tally.self_negative = &counted;
    sha256_begin(&tally.hash);
    paua_status status = paua_constellations_each(atlas->board, row->marbles, row->marbles,
                                                  tally_constellation, &tally);
    if (status != PAUA_OK || tally.status != PAUA_OK)
        return status != PAUA_OK ? status : tally.status;
    if (*known == UINT64_MAX)
        *known = counted;
    row->classes.up_to_negation = (row->classes.constellations + *known) / 2;
    sha256_end(&tally.hash, sum);
    sodium_bin2hex(row->sum, sizeof row->sum, sum, sizeof sum);
    return PAUA_OK;
}

/* Reads a row's numbers from the layers of a solve that contains its game. */
static void read_layers(const paua_solve *solve, struct atlas_row *row)
{
    int least = row->marbles - row->win + 1;

    for (int i = 0; i < paua_solve_layers(solve); i++) {
        paua_layer_counts layer = paua_solve_layer(solve, i);
        if (layer.own < least || layer.opp < least || layer.own > row->marbles ||
            layer.opp > row->marbles)
            continue;
        row->positions += layer.positions;
        if (layer.own != row->marbles || layer.opp != row->marbles)
            continue;
        row->wins = layer.wins;
        row->losses = layer.losses;
        row->draws = layer.draws;
        row->longest = layer.longest_win;
    }
}

static bool is_missing(const struct atlas *atlas, int marbles, int win)
{
    const int sides[3] = {paua_board_side(atlas->board, 0), paua_board_side(atlas->board, 1),
                          paua_board_side(atlas->board, 2)};

    return !atlas_rows_find(&atlas->rows, sides, marbles, win);
}

/* Adds every missing row that the solve contains. */
static paua_status take_rows(struct atlas *atlas, int marbles, int least)
{
    for (int m = least; m <= marbles; m++) {
        struct atlas_row row = {.cells = paua_board_cells(atlas->board),
                                .symmetries = paua_board_symmetries(atlas->board),
                                .marbles = m,
                                .win = m - least + 1};
        if (!is_missing(atlas, m, row.win))
            continue;
        for (int i = 0; i < 3; i++)
            row.sides[i] = paua_board_side(atlas->board, i);
        read_layers(atlas->monitor.solve, &row);
        paua_status status = count_classes(atlas, &row);
        if (status == PAUA_OK && !atlas_rows_add(&atlas->rows, &row))
            status = PAUA_ERROR_NO_MEMORY;
        if (status != PAUA_OK)
            return status;
        atlas->added++;
    }
    return PAUA_OK;
}

/* Solves the missing game of most marbles with this difference. PAUA_ERROR_UNSUPPORTED: a
 * remoteness that does not fit a table. */
static paua_status solve_nest(struct atlas *atlas, int marbles, int least)
{
    const paua_solve_options how = {
        .marbles = marbles, .win = marbles - least + 1, .threads = (int)atlas->options->threads};
    paua_status status = paua_solve_new(atlas->board, &how, &atlas->monitor.solve);

    if (status == PAUA_OK)
        status = paua_solve_run(atlas->monitor.solve, solve_monitor_update, &atlas->monitor);
    if (status == PAUA_OK)
        status = take_rows(atlas, marbles, least);
    paua_solve_free(atlas->monitor.solve);
    atlas->monitor.solve = NULL;
    return status;
}

/* All games in which a side loses when it has fewer than `least` marbles. Where the game of most
 * marbles has a win too long for a table, binary search finds the largest that has none: it
 * contains those of fewer marbles. */
static int fill_nest(struct atlas *atlas, int most, int least)
{
    int low = least - 1, high; /* all up to low are there, high cannot be solved */

    while (most >= least && !is_missing(atlas, most, most - least + 1))
        most--;
    while (low < most && !is_missing(atlas, low + 1, low + 2 - least))
        low++;
    high = most + 1;
    for (int marbles = most; low + 1 < high; marbles = (low + high) / 2) {
        int added = atlas->added;
        paua_status status = solve_nest(atlas, marbles, least);
        /* also when it was interrupted between two rows */
        int code = atlas->added > added ? write_file(atlas, false) : EXIT_DONE;
        if (code != EXIT_DONE)
            return code;
        if (status == PAUA_ERROR_CONFLICT)
            return complain_with(EXIT_ENVIRONMENT, "interrupted; another call continues");
        if (status != PAUA_OK && status != PAUA_ERROR_UNSUPPORTED)
            return complain_memory();
        if (status == PAUA_OK)
            low = marbles;
        else
            high = marbles;
    }
    return EXIT_DONE;
}

/* Refuses a board that needs too much memory, before any work. */
static int check_memory(const paua_board *board, int most)
{
    const paua_solve_options how = {.marbles = most, .win = most, .threads = 1};
    uint64_t bytes = paua_solve_bytes(board, &how, NULL);
    uint64_t machine = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE);

    if (bytes && bytes <= machine)
        return EXIT_DONE;
    return complain_with(EXIT_ENVIRONMENT, "%dx%dx%d: %llu bytes are needed, this machine has %llu",
                         paua_board_side(board, 0), paua_board_side(board, 1),
                         paua_board_side(board, 2), (unsigned long long)bytes,
                         (unsigned long long)machine);
}

/* The rows of one board; `solving` false: only see whether it can be done. */
static bool do_board(struct atlas *atlas, const int sides[3], bool solving)
{
    paua_board *board;
    int most = atlas_marbles(paua_board_cells_of(sides[0], sides[1], sides[2]));

    if (paua_board_new(sides[0], sides[1], sides[2], &board) != PAUA_OK) {
        atlas->code = complain_memory();
        return false;
    }
    atlas->board = board;
    memset(atlas->self_negative, 0xFF, sizeof atlas->self_negative);
    if (!solving)
        atlas->code = check_memory(board, most);
    for (int least = most; solving && least >= 1 && atlas->code == EXIT_DONE; least--)
        atlas->code = fill_nest(atlas, most, least);
    paua_board_free(board);
    atlas->boards += solving;
    return atlas->code == EXIT_DONE;
}

/* Refuses a board that cannot be solved here, before hours go into the others. */
static bool check_board(const int sides[3], void *context)
{
    return do_board(context, sides, false);
}

static bool solve_board(const int sides[3], void *context)
{
    return do_board(context, sides, true);
}

/* Checks all boards, solves the missing games, then writes the page. An interrupted run keeps the
 * rows that it has solved. Returns an exit code. */
static int fill_atlas(struct atlas *atlas)
{
    int cells = (int)atlas->options->cells, code = read_rows(atlas);

    if (code != EXIT_DONE)
        return code;
    atlas_boards(cells, check_board, atlas);
    if (atlas->code != EXIT_DONE)
        return atlas->code;
    interrupt_catch();
    progress_begin(&atlas->monitor.progress, atlas->options->quiet);
    atlas_boards(cells, solve_board, atlas);
    progress_clear(&atlas->monitor.progress);
    code = write_file(atlas, true);
    return atlas->code != EXIT_DONE ? atlas->code : code;
}

/* EXIT_NO if games are missing, whose remoteness does not fit a table. */
static int print_summary(const struct atlas *atlas)
{
    int missing = atlas_missing(&atlas->rows, (int)atlas->options->cells), code = EXIT_DONE;

    if (atlas->options->json)
        code = output_json(json_pack("{s:i, s:i, s:i, s:i}", "boards", atlas->boards, "games",
                                     atlas->rows.count, "new", atlas->added, "missing", missing));
    else
        printf("boards %d games %d new %d missing %d\n", atlas->boards, atlas->rows.count,
               atlas->added, missing);
    if (code == EXIT_DONE && missing)
        return complain_with(EXIT_NO, "%d games have wins too long for a table", missing);
    return code;
}

int command_atlas(int argc, char **argv)
{
    struct atlas_options options = {.cells = 19,
                                    .threads = processors_count(PAUA_SOLVE_THREADS_MAX)};
    const struct option_row rows[] = {
        {"cells", 'k', OPTION_NUMBER, &options.cells, 2, ATLAS_CELLS_MAX, "N",
         "boards of at most N cells (19)"},
        {"output", 'o', OPTION_TEXT, &options.output, 0, 0, "FOLDER",
         "write atlas.csv and atlas.md here"},
        {"threads", 'j', OPTION_NUMBER, &options.threads, 1, PAUA_SOLVE_THREADS_MAX, "N",
         "solve on N threads (as many as processors)"},
        ROW_JSON(options.json),
        ROW_QUIET(options.quiet),
    };
    static const struct usage usage = {
        .command = "atlas",
        .operands = "",
        .purpose = "Solve every small board with every number of marbles and every number of "
                   "ejections that wins.",
        .notes =
            "Games that are in FOLDER/atlas.csv are not solved again, so an interrupted call can "
            "be repeated. Prints the numbers of boards, of games, of new games and of those with "
            "wins too long for a table; the exit code is 1 if there are such.",
        .examples = {"paua atlas --cells 10 -o atlas", "paua atlas --threads 4 -o atlas"},
    };
    struct atlas atlas = {.options = &options};
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, NULL);

    if (code != OPTIONS_GO)
        return code;
    if (!options.output)
        return complain_with(EXIT_USAGE, "expected --output=FOLDER");
    if (mkdir(options.output, 0777) != 0 && errno != EEXIST)
        return complain_file(options.output);
    if (asprintf(&atlas.csv, "%s/atlas.csv", options.output) < 0 ||
        asprintf(&atlas.page, "%s/atlas.md", options.output) < 0)
        return complain_memory();
    struct file_claim claim;
    code = output_file_claim(&claim, atlas.csv, true);
    if (code == EXIT_DONE)
        code = fill_atlas(&atlas);
    file_release(&claim);
    if (code == EXIT_DONE)
        code = print_summary(&atlas);
    atlas_rows_free(&atlas.rows);
    free(atlas.csv);
    free(atlas.page);
    return code;
}
