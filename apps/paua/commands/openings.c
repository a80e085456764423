/* openings.c - `paua openings`: the moves played from a position in the archive's games and in
 * those of the server, with results. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/common.h"
#include "cli/game_setup.h"
#include "cli/options.h"
#include "cli/played.h"
#include "cli/store.h"
#include "commands/commands.h"
#include "service/computer/opening_moves.h"

/* Prints the moves as text. */
static void print_text(const struct opening_moves *moves)
{
    if (moves->used == 0) {
        puts("no game reached this position");
        return;
    }
    printf("%-10s %7s %7s %7s %7s %7s %7s\n", "move", "games", "won", "drawn", "lost", "open",
           "score");
    for (int i = 0; i < moves->used; i++) {
        const struct opening_move *move = &moves->list[i];
        const archive_count *count = &move->count;
        long long decided = opening_move_decided(move);

        printf("%-10s %7u %7u %7u %7u %7lld ", move->text, count->times, count->parts[0],
               count->parts[1], count->parts[2], count->times - decided);
        if (decided)
            printf("%6.1f%%\n", 100.0 * opening_move_score(move));
        else
            printf("%7s\n", "-");
    }
}

/* Makes the archive's counts anew, which an older version made with other keys. */
static int renew_counts(const char *place)
{
    archive *games;
    int code = cli_archive_open(place, ARCHIVE_WRITE, &games);

    if (code != EXIT_DONE)
        return code;
    interrupt_catch();
    code = cli_archive_reindex(games);
    archive_close(games);
    return code;
}

/* Opens the archive to read it; counts of another version are made anew first. */
static int open_archive(const char *place, archive **games)
{
    bool stale = false;
    int code = cli_archive_open(place, ARCHIVE_READ, games);

    if (code != EXIT_DONE)
        return code;
    if (index_check(*games, &stale) != PAUA_OK)
        code = cli_archive_complain(*games);
    if (code == EXIT_DONE && !stale)
        return code;
    archive_close(*games);
    if (code == EXIT_DONE)
        code = renew_counts(place);
    return code == EXIT_DONE ? cli_archive_open(place, ARCHIVE_READ, games) : code;
}

/* A game of the server that is not among the counts. */
static bool add_game(const struct game *game, void *context)
{
    opening_moves_add_game(context, game->play);
    return !interrupt_seen();
}

/* Adds the server's games: those that it has counted, and the others by replaying them. */
static int add_played(const char *place, archive *archived, struct opening_moves *moves)
{
    struct played_games games;
    int code = played_open(place, &games);

    if (code == EXIT_DONE && games.store) {
        if (opening_moves_add(moves, archived, ARCHIVE_PLAYED) != PAUA_OK ||
            archive_uncounted(archived, INT_MAX, played_add, &games) != PAUA_OK)
            code = cli_archive_complain(archived);
        else
            code = played_each(&games, add_game, moves);
    }
    played_close(&games);
    return code;
}

/* Looks the position up. */
static int find_moves(const char *place, const struct game_sources *from,
                      const struct game_setup *setup, struct opening_moves *moves)
{
    archive *games;
    int code = open_archive(place, &games);

    if (code != EXIT_DONE)
        return code;
    interrupt_catch();
    opening_moves_begin(moves, setup->board, paua_game_rules(setup->game),
                        paua_game_position(setup->game));
    if (from->archive && opening_moves_add(moves, games, ARCHIVE_TEXTS) != PAUA_OK)
        code = cli_archive_complain(games);
    if (code == EXIT_DONE && from->played)
        code = add_played(place, games, moves);
    archive_close(games);
    opening_moves_end(moves);
    if (code == EXIT_DONE && interrupt_seen())
        code = complain_with(EXIT_ENVIRONMENT, "interrupted; another call begins again");
    return code;
}

int command_openings(int argc, char **argv)
{
    static const struct usage usage = {
        .command = "openings",
        .operands = "",
        .purpose =
            "List the moves that were played from a position in the imported games and in the "
            "finished games of the server, most played first: games, then those won, drawn, lost "
            "and unfinished for the side to move, and the score.",
        .notes = "A position counts as the same under rotations and reflections of the board, and "
                 "so do moves that its symmetry makes equal. Unfinished games do not count in the "
                 "score. The exit code is 1 when no game reached the position. A server may be "
                 "using the store meanwhile.",
        .examples = {"paua openings --layout belgian-daisy",
                     "paua openings --moves 'a1b2 i5h5' --json"},
    };
    struct start_options start = {0};
    struct game_sources from = {0};
    const char *place = NULL;
    bool json = false;
    const struct option_row rows[] = {ROWS_START(start), ROW_STORE(place), ROW_FROM(from),
                                      ROW_JSON(json)};
    struct game_setup setup;
    struct opening_moves moves;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, NULL);

    if (code != OPTIONS_GO)
        return code;
    code = game_sources_read(&from);
    if (code == EXIT_DONE)
        code = game_setup_open(&start, &setup);
    if (code != EXIT_DONE)
        return code;
    code = find_moves(place, &from, &setup, &moves);
    if (code == EXIT_DONE) {
        if (json)
            code = output_json(opening_moves_json(&moves));
        else
            print_text(&moves);
        if (code == EXIT_DONE && moves.used == 0)
            code = EXIT_NO;
    }
    game_setup_close(&setup);
    return code;
}
