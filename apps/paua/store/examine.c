/* examine.c - opens a store for `paua store`, reads all of its games as a server would, and says
 * what is wrong. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/unicode.h"
#include "store/open.h"
#include "store/store_command.h"

/* The progress line is updated after this many games. */
enum { PROGRESS_GAMES = 200 };

static const char scheme[] = "sqlite:", database_scheme[] = "postgresql:";

bool store_place_is_file(const char *place)
{
    return strncmp(place, scheme, strlen(scheme)) == 0;
}

int store_place_read(const char *text, char place[STORE_PATH_BYTES])
{
    bool has_scheme =
        store_place_is_file(text) || strncmp(text, database_scheme, strlen(database_scheme)) == 0;
    int size = snprintf(place, STORE_PATH_BYTES, "%s%s", has_scheme ? "" : scheme, text);

    if (size >= STORE_PATH_BYTES || !*store_place_path(place))
        return complain_with(EXIT_USAGE, "'%.60s': expected sqlite:FILE, FILE or postgresql://...",
                             text);
    return EXIT_DONE;
}

const char *store_place_path(const char *place)
{
    return strchr(place, ':') + 1;
}

int store_complain(paua_status status, const char *message)
{
    switch (status) {
    case PAUA_ERROR_NO_MEMORY:
        return complain_memory();
    case PAUA_ERROR_CORRUPT:
        return complain_with(EXIT_NO, "%s", message);
    case PAUA_ERROR_UNSUPPORTED:
    case PAUA_ERROR_BAD_ARGUMENT:
        return complain_with(EXIT_USAGE, "%s", message);
    default:
        return complain_with(EXIT_ENVIRONMENT, "%s", message);
    }
}

int store_complain_interrupted(void)
{
    return complain_with(EXIT_ENVIRONMENT,
                         "interrupted; nothing was written, another call begins again");
}

/* The store lists a game. An id that is no id of a game is kept as far as it goes: no game will be
 * found by it. */
static bool add_id(const char *id, void *context)
{
    struct store_games *games = context;

    if (!ARRAY_RESERVE(games->ids, games->room, games->count + 1)) {
        games->failed = true;
        return false;
    }
    snprintf(games->ids[games->count++], sizeof games->ids[0], "%s", id);
    return !interrupt_seen();
}

int store_games_open(const char *place, struct store_games *games)
{
    char message[STORE_MESSAGE_MAX];

    *games = (struct store_games){0};
    paua_status status = store_open_reading(place, &games->store, message);
    if (status != PAUA_OK)
        return store_complain(status, message);
    games->boards = boards_new();
    if (!games->boards)
        return complain_memory();
    status = store_games(games->store, add_id, games);
    if (games->failed)
        return complain_memory();
    return status == PAUA_OK ? EXIT_DONE : store_complain(status, "the games cannot be read");
}

void store_games_close(struct store_games *games)
{
    store_close(games->store);
    boards_free(games->boards);
    free(games->ids);
}

void check_report_add(struct check_report *report, const char *problem)
{
    if (report->to) {
        progress_clear(&report->progress);
        fprintf(report->to, "%s\n", problem);
    }
    if (report->problem_list)
        json_array_append_new(report->problem_list, json_string(problem));
}

/* Something other than a game is wrong. */
static bool on_problem(const char *problem, void *context)
{
    struct check_report *report = context;
    char line[STORE_MESSAGE_MAX + 8];

    snprintf(line, sizeof line, "file: %s", problem);
    unicode_make_line(line);
    report->problems++;
    check_report_add(report, line);
    return !interrupt_seen();
}

/* Reads a game. Returns 0, also where it is damaged, or an exit code after an error line. */
static int examine_game(struct store_games *games, size_t i, struct check_report *report)
{
    char message[GAME_LOAD_MESSAGE_MAX];
    struct game *game = NULL;
    paua_status status = game_load(games->boards, games->store, games->ids[i], &game, message);

    if (status == PAUA_ERROR_NO_MEMORY || status == PAUA_ERROR_IO)
        return store_complain(status, message);
    report->games++;
    if (status == PAUA_OK) {
        game_free(game);
        return EXIT_DONE;
    }
    report->damaged++;
    if (status == PAUA_ERROR_NOT_FOUND)
        snprintf(message, sizeof message, "game %s: it is not found by its id", games->ids[i]);
    unicode_make_line(message);
    check_report_add(report, message);
    return EXIT_DONE;
}

int store_examine_rest(struct store_games *games, struct check_report *report)
{
    paua_status status = store_check_consistency(games->store, on_problem, report);

    return status == PAUA_OK ? EXIT_DONE : store_complain(status, "the store cannot be read");
}

int store_examine(struct store_games *games, struct check_report *report)
{
    int code = EXIT_DONE;

    for (size_t i = 0; code == EXIT_DONE && i < games->count && !interrupt_seen(); i++) {
        code = examine_game(games, i, report);
        if (i % PROGRESS_GAMES == 0)
            progress_show(&report->progress, "game %zu of %zu", i + 1, games->count);
    }
    if (code == EXIT_DONE && !interrupt_seen())
        code = store_examine_rest(games, report);
    progress_clear(&report->progress);
    if (code == EXIT_DONE && interrupt_seen())
        return store_complain_interrupted();
    return code;
}
