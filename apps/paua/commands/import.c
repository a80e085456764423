/* import.c - `paua import`: adds the games of APGN files to the archive. What a game lacks is
 * filled in and said, unless the reading is strict. Each game is replayed first; a file is one
 * transaction, or several short ones beside a server. A game's identity is the hash of its text, so
 * that none is stored twice. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "cli/common.h"
#include "cli/options.h"
#include "cli/store.h"
#include "commands/commands.h"
#include "store/store_command.h"

/* The progress line is updated after this many games; beside a server this many are stored in one
 * transaction, which keeps it waiting. */
enum { PROGRESS_GAMES = 200, JOINED_GAMES = 50 };

/* Games imported, already in the archive, and rejected. */
struct import_counts {
    long imported, known, rejected;
};

struct import {
    archive *archive;
    struct opening_index index;
    paua_replay replay;
    char *text; /* owned: a game as APGN */
    size_t room;
    bool json, quiet, strict;
    long part;             /* games of the current file that are on disk, beside a server */
    json_t *rejects;       /* owned; NULL unless json */
    json_t *notes;         /* likewise */
    paua_record *complete; /* owned: the game with what it lacked */
    struct import_counts all;
    struct import_counts file; /* of the current file */
    struct progress progress;
};

/* The file that is being read. */
struct source {
    const char *name;
    int descriptor;
    int error; /* errno of a read that failed */
};

/* A paua_apgn_source: reads the file; -1 on failure or Ctrl-C. */
static long read_input(char *bytes, size_t cap, void *context)
{
    struct source *source = context;

    for (;;) {
        ssize_t got = read(source->descriptor, bytes, cap);
        if (got >= 0)
            return (long)got;
        if (errno == EINTR && !interrupt_seen())
            continue;
        source->error = errno;
        return -1;
    }
}

/* A JSON string; "?" for a file name that is not UTF-8. */
static json_t *json_text(const char *text)
{
    json_t *value = json_string(text);

    return value ? value : json_string("?");
}

/* Counts a rejected game and lists it with its place and the reason. */
static void reject_game(struct import *import, const struct source *source,
                        const paua_apgn_reader *reader, const paua_error *error)
{
    long line = error->line ? error->line : paua_apgn_line(reader);

    import->file.rejected++;
    if (import->json) {
        json_array_append_new(
            import->rejects, json_pack("{s:o, s:i, s:I, s:i, s:s}", "file", json_text(source->name),
                                       "game", paua_apgn_game(reader), "line", (json_int_t)line,
                                       "ply", error->ply, "reason", error->message));
        return;
    }
    progress_clear(&import->progress);
    print_safely(stdout, "%s: game %d, line %ld", source->name, paua_apgn_game(reader), line);
    if (error->ply)
        printf(", ply %d", error->ply);
    print_safely(stdout, ": %s\n", error->message);
}

/* Says what was filled in. */
static void note_game(struct import *import, const struct source *source,
                      const paua_apgn_reader *reader, const paua_notes *notes)
{
    for (int i = 0; i < notes->count; i++) {
        if (import->json) {
            json_array_append_new(
                import->notes, json_pack("{s:o, s:i, s:s}", "file", json_text(source->name), "game",
                                         paua_apgn_game(reader), "note", notes->text[i]));
        } else if (!import->quiet) {
            progress_clear(&import->progress);
            print_safely(stderr, "paua import: %s: game %d: %s\n", source->name,
                         paua_apgn_game(reader), notes->text[i]);
        }
    }
}

/* Writes the game to import->text as it will be stored. False: out of memory. */
static bool write_game(struct import *import, const paua_record *record, size_t *length)
{
    *length = paua_apgn_write(record, import->text, import->room);
    if (*length < import->room)
        return true;
    if (!ARRAY_RESERVE(import->text, import->room, *length + 1))
        return false;
    paua_apgn_write(record, import->text, import->room);
    return true;
}

/* Stores a game that has been replayed, unless the archive has it already. */
static paua_status keep_game(struct import *import, const paua_record *record, paua_error *error)
{
    size_t length;
    bool known = false;

    if (!write_game(import, record, &length))
        return PAUA_ERROR_NO_MEMORY;
    /* A longer record could not be read back. */
    if (length > PAUA_RECORD_MAX_BYTES) {
        *error = (paua_error){.code = PAUA_ERROR_BAD_SYNTAX};
        snprintf(error->message, sizeof error->message, "longer than %d bytes as APGN",
                 PAUA_RECORD_MAX_BYTES);
        return PAUA_ERROR_BAD_SYNTAX;
    }
    paua_status status = archive_add(import->archive, import->text, length, &known);
    if (status != PAUA_OK)
        return PAUA_ERROR_IO;
    if (known) {
        import->file.known++;
        index_drop(&import->index);
        return PAUA_OK;
    }
    import->file.imported++;
    status = index_take(&import->index, import->replay.result);
    return status == PAUA_OK || status == PAUA_ERROR_NO_MEMORY ? status : PAUA_ERROR_IO;
}

/* Replays a game, with what it lacked, and stores it. */
static paua_status import_game(struct import *import, const paua_record *record, paua_notes *notes,
                               paua_error *error)
{
    notes->count = 0;
    if (!import->strict) {
        paua_status status = paua_record_complete(record, import->complete, notes, error);
        if (status != PAUA_OK)
            return status;
        record = import->complete;
    }
    paua_status status =
        paua_replay_record(&import->replay, record, index_step, &import->index, error);
    return status == PAUA_OK ? keep_game(import, record, error) : status;
}

/* Beside a server: ends a transaction that has enough games, and begins the next one. */
static paua_status end_part(struct import *import)
{
    if (!archive_joined(import->archive) || import->file.imported - import->part < JOINED_GAMES)
        return PAUA_OK;
    if (index_flush(&import->index) != PAUA_OK || archive_commit(import->archive) != PAUA_OK ||
        archive_begin(import->archive) != PAUA_OK)
        return PAUA_ERROR_IO;
    import->part = import->file.imported;
    return PAUA_OK;
}

/* Imports games up to the end of the file, which is PAUA_ERROR_NOT_FOUND. PAUA_ERROR_IO: the file
 * could not be read (source->error is set) or the store could not be written; PAUA_ERROR_CORRUPT:
 * not a text; PAUA_ERROR_CONFLICT: interrupted. */
static paua_status import_games(struct import *import, struct source *source,
                                paua_apgn_reader *reader, paua_error *error)
{
    const paua_record *record = NULL;
    paua_notes notes;

    while (!interrupt_seen()) {
        paua_status status = paua_apgn_next(reader, &record, error);
        if (status == PAUA_ERROR_NOT_FOUND || status == PAUA_ERROR_CORRUPT ||
            status == PAUA_ERROR_IO)
            return status;
        if (status == PAUA_OK)
            status = import_game(import, record, &notes, error);
        if (status == PAUA_ERROR_IO || status == PAUA_ERROR_NO_MEMORY)
            return status;
        if (status == PAUA_OK) {
            note_game(import, source, reader, &notes);
            if (end_part(import) != PAUA_OK)
                return PAUA_ERROR_IO;
        } else {
            index_drop(&import->index);
            reject_game(import, source, reader, error);
        }
        if (paua_apgn_game(reader) % PROGRESS_GAMES == 0)
            progress_show(&import->progress, "%s: %d games", source->name, paua_apgn_game(reader));
    }
    return PAUA_ERROR_CONFLICT;
}

/* The exit code for the status of import_games(), after an error line if it is one. */
static int finish_file(struct import *import, const struct source *source, paua_status status,
                       const paua_error *error)
{
    progress_clear(&import->progress);
    switch (status) {
    case PAUA_ERROR_CONFLICT:
        return complain_with(EXIT_ENVIRONMENT,
                             "interrupted: %s of %s was imported; another call imports the rest",
                             archive_joined(import->archive) ? "a part" : "no game", source->name);
    case PAUA_ERROR_NOT_FOUND:
        return EXIT_DONE;
    case PAUA_ERROR_CORRUPT:
        return complain_with(EXIT_USAGE, "%s: line %ld: %s, expected games as text", source->name,
                             error->line, error->message);
    case PAUA_ERROR_NO_MEMORY:
        return complain_memory();
    default:
        return source->error ? complain_with(EXIT_ENVIRONMENT, "%s: %s", source->name,
                                             strerror(source->error))
                             : cli_archive_complain(import->archive);
    }
}

/* Begins the transaction of a file. PAUA_ERROR_IO: the store failed. */
static paua_status begin_file(struct import *import)
{
    import->file = (struct import_counts){0};
    import->part = 0;
    index_begin(&import->index, import->archive, ARCHIVE_TEXTS);
    paua_status status = archive_begin(import->archive);
    if (status == PAUA_OK)
        status = index_mark(import->archive);
    return status == PAUA_OK || status == PAUA_ERROR_NO_MEMORY ? status : PAUA_ERROR_IO;
}

/* Commits a file that was read to its end and has new games; otherwise rolls back. */
static paua_status end_file(struct import *import, paua_status status)
{
    bool keep = status == PAUA_ERROR_NOT_FOUND && import->file.imported > 0;

    if (keep &&
        (index_flush(&import->index) != PAUA_OK || archive_commit(import->archive) != PAUA_OK))
        status = PAUA_ERROR_IO;
    archive_rollback(import->archive);
    index_end(&import->index);
    return status;
}

/* Imports an open file, completely or not at all. *stop: skip the other files, because the store
 * failed or the user pressed Ctrl-C. */
static int import_input(struct import *import, struct source *source, bool *stop)
{
    paua_apgn_reader *reader;
    paua_error error = {.code = PAUA_OK};

    if (paua_apgn_reader_new(read_input, source, &reader) != PAUA_OK)
        return complain_memory();
    if (!import->strict)
        paua_apgn_forgive(reader);
    paua_status status = begin_file(import);
    if (status == PAUA_OK)
        status = import_games(import, source, reader, &error);
    status = end_file(import, interrupt_seen() ? PAUA_ERROR_CONFLICT : status);
    int code = finish_file(import, source, status, &error);
    if (code == EXIT_DONE) {
        import->all.imported += import->file.imported;
        import->all.known += import->file.known;
        import->all.rejected += import->file.rejected;
    }
    *stop = interrupt_seen() || (code != EXIT_DONE && code != EXIT_USAGE && !source->error);
    paua_apgn_reader_free(reader);
    return code;
}

/* Opens a file, or standard input for "-", and imports it. */
static int import_file(struct import *import, const char *name, bool *stop)
{
    struct source source = {.name = name, .descriptor = STDIN_FILENO};
    bool file = strcmp(name, "-") != 0;
    int code;

    if (file)
        source.descriptor = open(name, O_RDONLY | O_CLOEXEC);
    if (source.descriptor < 0)
        return complain_file(name);
    code = import_input(import, &source, stop);
    if (file)
        close(source.descriptor);
    return code;
}

/* Prints the totals of all files. */
static int print_counts(struct import *import)
{
    const struct import_counts *all = &import->all;

    if (import->json) {
        json_t *rejects = import->rejects, *notes = import->notes;
        import->rejects = import->notes = NULL;
        return output_json(json_pack("{s:I, s:I, s:I, s:o, s:o}", "imported",
                                     (json_int_t)all->imported, "known", (json_int_t)all->known,
                                     "rejected", (json_int_t)all->rejected, "rejects", rejects,
                                     "notes", notes));
    }
    if (all->known)
        printf("known %ld\n", all->known);
    printf("imported %ld rejected %ld\n", all->imported, all->rejected);
    return EXIT_DONE;
}

/* Imports all files; returns the worst exit code. */
static int import_files(struct import *import, char **names, int count)
{
    int worst = cli_archive_reindex(import->archive);
    bool stop = worst != EXIT_DONE;

    for (int i = 0; i < count && !stop; i++) {
        int code = import_file(import, names[i], &stop);
        worst = code > worst ? code : worst;
    }
    int code = print_counts(import);
    worst = code > worst ? code : worst;
    return worst == EXIT_DONE && import->all.rejected ? EXIT_NO : worst;
}

/* Imports files into the archive at a place, NULL for the usual one. Returns an exit code. */
static int import_into(struct import *import, const char *place, char **paths, int count)
{
    int code = cli_archive_open(place, ARCHIVE_WRITE, &import->archive);
    if (code != EXIT_DONE)
        return code;
    if (paua_record_new(&import->complete) != PAUA_OK) {
        archive_close(import->archive);
        return complain_memory();
    }
    if (import->json) {
        import->rejects = json_array();
        import->notes = json_array();
    }

    progress_begin(&import->progress, import->quiet);
    code = import_files(import, paths, count);

    json_decref(import->rejects);
    json_decref(import->notes);
    paua_record_free(import->complete);
    paua_replay_end(&import->replay);
    free(import->text);
    archive_close(import->archive);
    return code;
}

int command_import(int argc, char **argv)
{
    static const struct usage usage = {
        .command = "import",
        .operands = "FILE...",
        .operands_least = 1,
        .operands_most = 1000000,
        .purpose = "Add the games of APGN files to the archive. Each game is replayed; invalid "
                   "games are listed and skipped. FILE - is standard input.",
        .notes =
            "What a game lacks is filled in and said: tags, the start by a FEN tag or by the "
            "moves, the result; a list of moves is a game. With --strict such games are invalid. "
            "A file is imported completely or, after an error, not at all; beside a running server "
            "in parts. Games already in the archive are counted as 'known'. Without --store the "
            "archive is in paua/paua.db under $XDG_DATA_HOME or ~/.local/share.",
        .examples = {"paua import --store sqlite:archive.db *.apgn",
                     "echo '1. a1b2 i5h5' | paua import -"},
    };
    struct import import = {0};
    const char *place = NULL;
    bool everything = false;
    const struct option_row rows[] = {
        ROW_STORE(place),
        {"strict", 0, OPTION_FLAG, &import.strict, 0, 0, NULL,
         "reject games that lack something that the format asks for"},
        {"everything", 0, OPTION_FLAG, &everything, 0, 0, NULL,
         "make a new store of what 'paua export --everything' has written"},
        ROW_JSON(import.json),
        ROW_QUIET(import.quiet),
    };
    int operand;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, &operand);

    if (code != OPTIONS_GO)
        return code;
    interrupt_catch();
    if (everything && (import.strict || import.json || !place || argc - operand != 1))
        return complain_with(EXIT_USAGE,
                             "--everything: expected one file, --store, and no other option");
    if (everything)
        return store_import_dump(argv[operand], place);
    return import_into(&import, place, argv + operand, argc - operand);
}
