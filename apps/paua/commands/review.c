/* review.c - `paua review`: grades each move of recorded games by searches before and after it. The
 * file is read twice: all games are checked before the first one is reviewed. review/ has the
 * output. */
#include <stdlib.h>
#include <string.h>

#include <paua/eval.h>

#include "base/array.h"
#include "cli/common.h"
#include "cli/engine_options.h"
#include "cli/interrupt_watcher.h"
#include "cli/load.h"
#include "cli/options.h"
#include "cli/output_file.h"
#include "commands/commands.h"
#include "review/review_output.h"

enum { DEFAULT_NODES = 100000 };

/* A file in memory, which is parsed twice. */
struct file_text {
    char *bytes; /* owned */
    size_t length;
};

/* A move of the game replayed last, and who had left before it, a bit for each. */
struct replayed_move {
    paua_move move;
    uint8_t out;
};

/* Options and state of the command. */
struct review_command {
    const char *name; /* of the file */
    struct file_text text;
    long long game; /* 0: all */
    long long depth, time_ms, nodes, tt_mb, threads;
    const char *eval, *net_path, *output;
    bool json, quiet;

    paua_record *complete; /* owned: the current game with what it lacked */
    paua_replay replay;
    struct replayed_move *played; /* owned */
    int played_count, played_room;
    bool failed;         /* out of memory */
    paua_net *net;       /* owned */
    paua_engine *engine; /* owned */
    const paua_board *engine_board;
    struct memory_file file; /* for --output */
    int written;
    struct progress progress;
    int number; /* of the current game */
};

/* Reads the whole file, or standard input for "-". */
static int read_text(const char *name, struct file_text *text)
{
    bool file = strcmp(name, "-") != 0;
    FILE *in = file ? fopen(name, "rb") : stdin;

    if (!in)
        return complain_file(name);
    int code = load_stream(in, name, &text->bytes, &text->length);
    if (file)
        fclose(in);
    return code;
}

/* A paua_replay_step: appends the move to command->played. */
static void note_move(const paua_board *board, const paua_position *before, paua_move move,
                      void *context)
{
    struct review_command *command = context;

    (void)board;
    if (!ARRAY_RESERVE(command->played, command->played_room, command->played_count + 1)) {
        command->failed = true;
        return;
    }
    command->played[command->played_count++] = (struct replayed_move){move, before->out};
}

/* complain_with() for a game: file, number, line, ply and reason. */
static int complain_game(const struct review_command *command, const paua_apgn_reader *reader,
                         long line, int ply, const char *reason)
{
    char where[32] = "";

    if (ply)
        snprintf(where, sizeof where, ", ply %d", ply);
    return complain_with(EXIT_USAGE, "%s: game %d, line %ld%s: %s", command->name,
                         paua_apgn_game(reader), line ? line : paua_apgn_line(reader), where,
                         reason);
}

/* Completes a record as `paua import` does, and replays it; leaves its moves in command->played. */
static int replay_record(struct review_command *command, const paua_apgn_reader *reader,
                         const paua_record *record, paua_notes *notes)
{
    paua_error error;

    command->played_count = 0;
    command->failed = false;
    paua_status status = paua_record_complete(record, command->complete, notes, &error);
    if (status == PAUA_OK)
        status =
            paua_replay_record(&command->replay, command->complete, note_move, command, &error);
    if (status == PAUA_ERROR_NO_MEMORY || command->failed)
        return complain_memory();
    if (status != PAUA_OK)
        return complain_game(command, reader, error.line, error.ply, error.message);
    return EXIT_DONE;
}

/* Says what a game lacked and what of it was passed over. */
static void print_notes(const struct review_command *command, const paua_notes *notes)
{
    for (int i = 0; i < notes->count && !command->quiet; i++)
        print_safely(stderr, "paua review: %s: game %d: %s\n", command->name, command->number,
                     notes->text[i]);
}

/* Takes these players out of the game, a bit for each, who have not left yet. */
static paua_status leave_game(paua_game *game, unsigned out)
{
    paua_status status = PAUA_OK;

    for (int side = 0; side < PAUA_PLAYERS_MAX && status == PAUA_OK; side++)
        if ((out & ~(unsigned)paua_game_position(game)->out) >> side & 1)
            status = paua_game_resign(game, (paua_side)side);
    return status;
}

/* Makes the game by these rules; PAUA_ERROR_ILLEGAL_MOVE or PAUA_ERROR_CONFLICT if by them it ended
 * before its last move. */
static paua_status make_game(const struct review_command *command, const paua_rules *rules,
                             paua_game **out)
{
    paua_game *game;
    paua_status status = paua_game_new(command->replay.board, rules, &command->replay.start, &game);

    if (status != PAUA_OK)
        return status;
    for (int i = 0; i < command->played_count && status == PAUA_OK; i++) {
        status = leave_game(game, command->played[i].out);
        if (status == PAUA_OK)
            status = paua_game_play(game, command->played[i].move);
    }
    if (status == PAUA_OK)
        *out = game;
    else
        paua_game_free(game);
    return status;
}

/* Makes the game by the record's rules if it keeps to them, else by ejections alone. */
static paua_status make_game_of_record(const struct review_command *command,
                                       const paua_record *record, paua_game **out)
{
    const char *text = paua_record_tag(record, "Rules");
    paua_rules rules = paua_rules_default(command->replay.board);

    if (text)
        paua_rules_parse(command->replay.board, text, &rules, NULL);
    paua_status status = make_game(command, &rules, out);
    if (status == PAUA_ERROR_ILLEGAL_MOVE || status == PAUA_ERROR_CONFLICT)
        status = make_game(command, &command->replay.rules, out);
    return status;
}

/* A progress callback of paua_review_game(); false stops it. */
static bool show_progress(int done, int total, void *context)
{
    struct review_command *command = context;

    progress_show(&command->progress, "game %d: %d of %d moves", command->number, done, total);
    return !interrupt_seen();
}

/* Reviews a game. The caller frees out->moves in any case. */
static int review_game(struct review_command *command, const paua_game *game, struct reviewed *out)
{
    const paua_limits limits = {.size = sizeof(paua_limits),
                                .depth = (int)command->depth,
                                .nodes = (uint64_t)command->nodes,
                                .time_ms = command->time_ms};
    struct interrupt_watcher watcher;

    out->moves = calloc((size_t)command->played_count + 1, sizeof *out->moves);
    if (!out->moves)
        return complain_memory();
    if (!interrupt_watcher_begin(&watcher, engine_stop_work, command->engine))
        return complain_with(EXIT_ENVIRONMENT, "no thread could be started");
    paua_status status = paua_review_game(command->engine, game, command->replay.result, &limits,
                                          out->moves, &out->summary, show_progress, command);
    interrupt_watcher_end(&watcher);
    progress_clear(&command->progress);
    return status == PAUA_OK ? EXIT_DONE : complain_memory();
}

/* Makes the engine, or keeps it if the board is that of the game before. */
static int make_engine(struct review_command *command)
{
    if (command->engine && command->engine_board == command->replay.board)
        return EXIT_DONE;
    paua_engine_free(command->engine);
    command->engine = NULL;
    command->engine_board = command->replay.board;
    paua_status status = paua_engine_new(command->replay.board, (size_t)command->tt_mb << 20,
                                         command->eval, &command->engine);
    if (status == PAUA_OK)
        status = paua_engine_use_threads(command->engine, (int)command->threads);
    if (status == PAUA_ERROR_NOT_FOUND)
        return complain_eval(command->eval);
    return status == PAUA_OK ? net_attach(command->net, command->engine) : complain_memory();
}

/* Adds the annotated record to the output file. */
static int write_record(struct review_command *command, const struct reviewed *reviewed)
{
    paua_record *record = NULL;

    if (review_annotate(reviewed, &record) != PAUA_OK)
        return complain_memory();
    size_t length = paua_apgn_write(record, NULL, 0);
    char *text = malloc(length + 1);
    int code = text ? EXIT_DONE : complain_memory();
    if (text && length > PAUA_RECORD_MAX_BYTES)
        code = complain_with(EXIT_USAGE, "%s: game %d: longer than %d bytes with its annotations",
                             command->name, reviewed->number, PAUA_RECORD_MAX_BYTES);
    if (code == EXIT_DONE) {
        paua_apgn_write(record, text, length + 1);
        if (command->written++)
            fputc('\n', command->file.to);
        fwrite(text, 1, length, command->file.to);
    }
    free(text);
    paua_record_free(record);
    return code;
}

/* Prints a reviewed game, and adds it to the output file. */
static int print_reviewed(struct review_command *command, const struct reviewed *reviewed)
{
    int code = EXIT_DONE;

    if (command->json) {
        code = output_json(review_json(reviewed));
    } else {
        if (command->number > 1 && !command->game)
            putchar('\n');
        review_print(reviewed, stdout);
    }
    if (code == EXIT_DONE && reviewed->summary.moves < command->played_count)
        return complain_with(EXIT_ENVIRONMENT,
                             "interrupted: %d of %d moves of game %d were reviewed; --game %d "
                             "reviews it alone",
                             reviewed->summary.moves, command->played_count, reviewed->number,
                             reviewed->number);
    if (code == EXIT_DONE && command->output)
        code = write_record(command, reviewed);
    return output_flush() ? code : EXIT_ENVIRONMENT;
}

/* Reviews and prints a game that replay_record() has replayed. */
static int review_record(struct review_command *command, const paua_record *record)
{
    struct reviewed reviewed = {
        .number = command->number, .record = record, .replay = &command->replay};
    paua_game *game = NULL;
    int code = make_engine(command);

    if (code != EXIT_DONE)
        return code;
    if (make_game_of_record(command, record, &game) != PAUA_OK)
        return complain_memory();
    code = review_game(command, game, &reviewed);
    if (code == EXIT_DONE)
        code = print_reviewed(command, &reviewed);
    free(reviewed.moves);
    paua_game_free(game);
    return code;
}

/* Reads all games of the file. The first pass only checks them; the second pass, once all are
 * known to be valid, reviews the selected ones. */
static int walk_games(struct review_command *command, bool reviews, int *count)
{
    paua_apgn_text left = {command->text.bytes, command->text.length};
    paua_apgn_reader *reader;
    const paua_record *record;
    paua_notes notes = {0};
    paua_error error;
    paua_status status;
    int code = EXIT_DONE;

    *count = 0;
    if (paua_apgn_reader_new(paua_apgn_read_text, &left, &reader) != PAUA_OK)
        return complain_memory();
    paua_apgn_forgive(reader);
    while (code == EXIT_DONE &&
           (status = paua_apgn_next(reader, &record, &error)) != PAUA_ERROR_NOT_FOUND) {
        command->number = paua_apgn_game(reader);
        bool wanted = !command->game || command->game == command->number;
        if (status == PAUA_ERROR_NO_MEMORY)
            code = complain_memory();
        else if (status == PAUA_ERROR_CORRUPT)
            code = complain_with(EXIT_USAGE, "%s: line %ld: %s, expected games as text",
                                 command->name, error.line, error.message);
        else if (wanted && status != PAUA_OK)
            code = complain_game(command, reader, error.line, error.ply, error.message);
        else if (wanted)
            code = replay_record(command, reader, record, &notes);
        *count += wanted;
        if (wanted && code == EXIT_DONE && reviews)
            code = review_record(command, command->complete);
        else if (wanted && code == EXIT_DONE)
            print_notes(command, &notes);
    }
    paua_apgn_reader_free(reader);
    return code;
}

/* Checks all games, then reviews the selected ones. */
static int review_text(struct review_command *command)
{
    int count;
    int code = walk_games(command, false, &count);

    if (code != EXIT_DONE)
        return code;
    if (count == 0 && command->game)
        return complain_with(EXIT_USAGE, "%s: there is no game %lld", command->name, command->game);
    if (count == 0)
        return complain_with(EXIT_USAGE, "%s: contains no game", command->name);
    if (command->output && (code = output_buffer_open(&command->file)) != EXIT_DONE)
        return code;
    code = walk_games(command, true, &count);
    return command->output ? output_buffer_close(&command->file, command->output, code) : code;
}

/* Loads the net and the file, reviews its games, and frees everything. */
static int review_file(struct review_command *command)
{
    int code;

    if (!command->depth && !command->nodes && !command->time_ms)
        command->nodes = DEFAULT_NODES;
    code = net_read(command->net_path, &command->net);
    if (code == EXIT_DONE)
        code = read_text(command->name, &command->text);
    if (code == EXIT_DONE && paua_record_new(&command->complete) != PAUA_OK)
        code = complain_memory();
    if (code == EXIT_DONE) {
        interrupt_catch();
        progress_begin(&command->progress, command->quiet);
        code = review_text(command);
    }
    paua_record_free(command->complete);
    paua_engine_free(command->engine);
    paua_net_free(command->net);
    paua_replay_end(&command->replay);
    free(command->played);
    free(command->text.bytes);
    return code;
}

int command_review(int argc, char **argv)
{
    struct review_command command = {.tt_mb = 64, .threads = 1};
    const struct option_row rows[] = {
        {"game", 0, OPTION_NUMBER, &command.game, 1, 1000000000, "N",
         "review only game N of the file"},
        {"depth", 'd', OPTION_NUMBER, &command.depth, 1, PAUA_DEPTH_MAX, "N",
         "search N plies deep"},
        {"time", 't', OPTION_TIME, &command.time_ms, 1, 1000000000, "TIME",
         "search for this time: 500, 500ms, 5s, 2m"},
        {"nodes", 'n', OPTION_NUMBER, &command.nodes, 1, 1000000000000, "N",
         "search N nodes (100000 without any limit)"},
        {"hash", 0, OPTION_MEGABYTES, &command.tt_mb, 1, 65536, "SIZE",
         "memory of the transposition table (64MB)"},
        {"threads", 'j', OPTION_NUMBER, &command.threads, 1, PAUA_THREADS_MAX, "N",
         "search with N threads (1)"},
        {"eval", 0, OPTION_TEXT, &command.eval, 0, 0, "NAME", "evaluation to use"},
        ROW_NET(command.net_path),
        {"output", 'o', OPTION_TEXT, &command.output, 0, 0, "FILE",
         "write the games with glyphs, scores and best lines to FILE"},
        ROW_JSON(command.json),
        ROW_QUIET(command.quiet),
    };
    static const struct usage usage = {
        .command = "review",
        .operands = "FILE",
        .operands_least = 1,
        .operands_most = 1,
        .purpose = "Review the games of an APGN file: for each move its score, the best move, and "
                   "what share of a point it lost; then the turning point, the curve of who "
                   "led and the accuracy of all players. FILE - is standard input.",
        .notes = "Scores are from the view of the side that moves: those of 'paua analyze' divided "
                 "by 100; '#3' is a win in three moves. A move that loses 5 % of a point is an "
                 "inaccuracy, 10 % a mistake, 20 % a blunder. The limits apply to each search; "
                 "most moves take two. Ctrl-C prints the result so far.",
        .examples = {"paua review games.apgn",
                     "paua review games.apgn --game 3 --time 1s -o reviewed.apgn"},
    };
    int operand;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, &operand);

    if (code != OPTIONS_GO)
        return code;
    command.name = argv[operand];
    struct file_claim claim;
    code = output_file_claim(&claim, command.output, false);
    if (code == EXIT_DONE)
        code = review_file(&command);
    file_release(&claim);
    return code;
}
