/* export.c - `paua export`: writes the games of the archive and those played on the server as APGN,
 * all of them or those that match the filters, which read the tags of each game. */
#define _GNU_SOURCE /* strcasecmp */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/common.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "cli/played.h"
#include "cli/store.h"
#include "commands/commands.h"
#include "service/games/model/game_export.h"
#include "store/store_command.h"

/* The progress line is updated after this many games. */
enum { PROGRESS_GAMES = 200 };

/* The filters, and what was read and written. */
struct selection {
    const char *player, *result; /* NULL: any */
    const paua_layout *layout;   /* likewise */
    const char *place;           /* of the store; NULL: the usual one */
    struct game_sources from;
    FILE *out;
    long read, written;
    struct progress progress;
};

/* Whether a player of the game has this name, upper or lower case. */
static bool has_player(const paua_record *record, const char *player)
{
    static const char *const names[] = {"Black", "White", "Red", "Green", "Yellow", "Purple"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *name = paua_record_tag(record, names[i]);
        if (name && strcasecmp(name, player) == 0)
            return true;
    }
    return false;
}

/* Whether the game started from this layout. */
static bool has_layout(const paua_record *record, const paua_layout *layout)
{
    const char *name = paua_record_tag(record, "Variant");

    return name && !paua_record_tag(record, "Position") &&
           paua_layout_find_for(name, layout->players) == layout;
}

/* Whether the game matches all filters. */
static bool is_wanted(const struct selection *selection, const paua_record *record)
{
    return (!selection->player || has_player(record, selection->player)) &&
           (!selection->layout || has_layout(record, selection->layout)) &&
           (!selection->result || strcmp(paua_record_result(record), selection->result) == 0);
}

/* Whether there is a filter, so that games have to be parsed. */
static bool has_filter(const struct selection *selection)
{
    return selection->player || selection->layout || selection->result;
}

/* Writes a game of the archive if it is wanted. False ends the export. */
static bool export_text(const char *text, size_t length, void *context)
{
    struct selection *selection = context;
    const paua_record *record = NULL;
    bool take = true;

    if (has_filter(selection)) {
        paua_apgn_reader *reader;
        take = index_read_text(text, length, &reader, &record) == PAUA_OK;
        if (take) {
            take = is_wanted(selection, record);
            paua_apgn_reader_free(reader);
        }
    }
    if (take) {
        if (selection->written++)
            fputc('\n', selection->out);
        fwrite(text, 1, length, selection->out);
    }
    if (++selection->read % PROGRESS_GAMES == 0)
        progress_show(&selection->progress, "%ld of %ld games", selection->written,
                      selection->read);
    return !interrupt_seen() && !ferror(selection->out);
}

/* Writes a game that was played if it is wanted. False ends the export. */
static bool export_played(const struct game *game, void *context)
{
    size_t length = 0;
    char *text = game_export_apgn(game, &length);
    bool go_on = text && export_text(text, length, context);

    free(text);
    return go_on;
}

/* Writes the games of the archive. */
static int export_archive(struct selection *selection)
{
    archive *games;
    int code = cli_archive_open(selection->place, ARCHIVE_READ, &games);

    if (code != EXIT_DONE)
        return code;
    if (archive_texts(games, export_text, selection) != PAUA_OK)
        code = cli_archive_complain(games);
    archive_close(games);
    return code;
}

/* Writes the games that were played on the server. */
static int export_server(struct selection *selection)
{
    struct played_games games;
    int code = played_open(selection->place, &games);

    if (code == EXIT_DONE)
        code = played_list(&games);
    if (code == EXIT_DONE)
        code = played_each(&games, export_played, selection);
    played_close(&games);
    return code;
}

/* Writes the wanted games to selection->out: first those of the archive. */
static int export_games(struct selection *selection)
{
    int code = selection->from.archive ? export_archive(selection) : EXIT_DONE;

    if (code == EXIT_DONE && selection->from.played && !interrupt_seen())
        code = export_server(selection);
    progress_clear(&selection->progress);
    if (code != EXIT_DONE)
        return code;
    return interrupt_seen() ? complain_with(EXIT_ENVIRONMENT,
                                            "interrupted after %ld games; another call begins "
                                            "again",
                                            selection->written)
                            : EXIT_DONE;
}

/* Exports to a file: completely or not at all. */
static int export_to_file(struct selection *selection, const char *path)
{
    struct output_stream stream;
    int code = output_stream_open(path, &stream);

    if (code != EXIT_DONE)
        return code;
    selection->out = stream.to;
    return output_stream_close(&stream, export_games(selection));
}

/* Reads --layout and checks --result. */
static int read_filters(struct selection *selection, const char *layout)
{
    if (layout) {
        for (int players = PAUA_SIDES; players <= PAUA_PLAYERS_MAX && !selection->layout; players++)
            selection->layout = paua_layout_find_for(layout, players);
        if (!selection->layout)
            return complain_layout(layout);
    }
    if (!selection->result)
        return EXIT_DONE;
    for (int i = PAUA_RESULT_ONGOING; i <= PAUA_RESULT_DRAW; i++)
        if (strcmp(selection->result, paua_result_text((paua_result)i)) == 0)
            return EXIT_DONE;
    return complain_with(EXIT_USAGE,
                         "--result: '%.40s' is unknown, expected 1-0, 0-1, 1/2-1/2, * "
                         "or, for player three, 0-0-1",
                         selection->result);
}

/* Writes the whole store. */
static int export_everything(struct selection *selection, const char *layout, const char *path)
{
    char usual[STORE_PATH_BYTES];
    int code = EXIT_DONE;

    if (has_filter(selection) || layout || selection->from.text)
        return complain_with(EXIT_USAGE, "--everything: expected neither --from nor a filter");
    if (!selection->place)
        code = store_path_default(usual, false);
    interrupt_catch();
    return code == EXIT_DONE ? store_export_dump(selection->place ? selection->place : usual, path)
                             : code;
}

int command_export(int argc, char **argv)
{
    static const struct usage usage = {
        .command = "export",
        .operands = "",
        .purpose = "Write games as APGN: those of the archive in the order in which they were "
                   "imported, then the finished games of the server, oldest first.",
        .notes = "With several of --player, --layout and --result a game must match all of them. "
                 "A server may be using the store meanwhile. What --everything writes has secrets; "
                 "'paua import --everything' makes a store of it.",
        .examples = {"paua export --from games --layout belgian-daisy -o daisy.apgn",
                     "paua export --everything --store sqlite:games.db -o club.jsonl"},
    };
    struct selection selection = {.out = stdout};
    const char *path = NULL, *layout = NULL;
    bool quiet = false, everything = false;
    const struct option_row rows[] = {
        ROW_STORE(selection.place),
        ROW_FROM(selection.from),
        {"output", 'o', OPTION_TEXT, &path, 0, 0, "FILE",
         "write to this file, completely or not at all"},
        {"player", 0, OPTION_TEXT, &selection.player, 0, 0, "NAME", "only games of this player"},
        {"layout", 'l', OPTION_TEXT, &layout, 0, 0, "NAME", "only games with this starting layout"},
        {"result", 0, OPTION_TEXT, &selection.result, 0, 0, "RESULT",
         "only games with this result: 1-0, 0-1, 1/2-1/2, *"},
        {"everything", 0, OPTION_FLAG, &everything, 0, 0, NULL,
         "write the whole store as lines of JSON: games, accounts, all there is"},
        ROW_QUIET(quiet),
    };
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, NULL);

    if (code != OPTIONS_GO)
        return code;
    if (everything)
        return export_everything(&selection, layout, path);
    code = read_filters(&selection, layout);
    if (code == EXIT_DONE)
        code = game_sources_read(&selection.from);
    if (code != EXIT_DONE)
        return code;
    interrupt_catch();
    progress_begin(&selection.progress, quiet);
    return path ? export_to_file(&selection, path) : export_games(&selection);
}
