/* contest.c - a match or tournament from the command line: reads its options, runs it, saves its
 * games, shows progress. The tables at the end are those of the commands.
 */
#define _POSIX_C_SOURCE 200809L

#include "match/contest.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <paua/notation.h>

#include "base/clock.h"
#include "base/units.h"
#include "search/level.h"

#include "cli/load.h"

enum {
    SHOW_MS = 250,
    GAMES_RANDOM = 100,
    GAMES_SPRT = 40000,
    CLOCK_MAX_MS = 86400000,
    USUAL_MS = 100,
    RULE_MOST = 65535
};

struct contest_options contest_options_default(void)
{
    return (struct contest_options){.seed = 1,
                                    .margin_ms = 50,
                                    .tt_mb = 16,
                                    .concurrency = 1,
                                    .threads = 1,
                                    .patience_ms = 60000};
}

/* Parses every --engine. */
static int read_engines(struct contest *contest)
{
    const struct option_list *engines = &contest->options->engines;
    for (int i = 0; i < engines->count; i++) {
        const char *text = engines->texts[i];
        char what[100];
        paua_error error;
        snprintf(what, sizeof what, "--engine: '%.80s'", text);
        if (paua_engine_config_parse(text, &contest->engines[i], &error) != PAUA_OK)
            return complain_text(what, text, &error);
        contest->engines[i].limits.order = contest->options->tie.order;
        contest->engines[i].limits.last = contest->options->tie.last;
    }
    contest->setup.engines = contest->engines;
    contest->setup.count = engines->count;
    contest->setup.gauntlet = contest->options->gauntlet;
    return EXIT_DONE;
}

/* Reads --openings from a file: positions, or games as `paua import` reads them. */
static int read_openings_file(const char *path, bool quiet, paua_openings **out)
{
    size_t length;
    char *text;
    int code = load_file(path, &text, &length);
    if (code != EXIT_DONE)
        return code;
    if (!text)
        return complain_with(
            EXIT_USAGE,
            "--openings: '%.80s': no such file, expected layouts, a layout, random:N or "
            "random:N:LAYOUT with N from 0 to 100, or a file",
            path);
    paua_error error;
    if (paua_openings_read(text, out, &error) != PAUA_OK)
        code = complain_with(error.code == PAUA_ERROR_NO_MEMORY ? EXIT_ENVIRONMENT : EXIT_USAGE,
                             "%s: %s", path, error.message);
    else if (paua_openings_completed(*out) && !quiet)
        complain_with(EXIT_DONE,
                      "%s: of %d games something was filled in or passed over, which 'paua import' "
                      "lists",
                      path, paua_openings_completed(*out));
    free(text);
    return code;
}

int contest_read_openings(const char *what, uint64_t seed, bool quiet, paua_openings **out)
{
    paua_error error;
    paua_status status = paua_openings_parse(what, seed, out, &error);
    if (status == PAUA_ERROR_BAD_SYNTAX)
        return read_openings_file(what, quiet, out);
    if (status == PAUA_ERROR_NOT_FOUND) {
        const char *colon = strrchr(what, ':'), *name = colon ? colon + 1 : what;
        bool listed = paua_layout_find(name) || paua_layout_nearest(name);
        return complain_with(EXIT_USAGE, "--openings: %s%s", error.message,
                             listed ? "" : ", see 'paua show --layouts'");
    }
    return status == PAUA_OK ? EXIT_DONE : complain_memory();
}

/* "60+0.6", or with units "1m+600ms": time for the game and increment; bare numbers are seconds. */
static bool read_clock(const char *text, int64_t *clock_ms, int64_t *gain_ms)
{
    const char *plus = strchr(text, '+');
    return plus && units_read_time(text, (size_t)(plus - text), 1000, clock_ms) &&
           units_read_time(plus + 1, strlen(plus + 1), 1000, gain_ms) &&
           *clock_ms <= CLOCK_MAX_MS && *gain_ms <= CLOCK_MAX_MS && *clock_ms + *gain_ms > 0;
}

/* Whether every engine has a limit of its own. */
static bool all_limited(const struct contest *contest)
{
    for (int i = 0; i < contest->setup.count; i++) {
        const paua_limits *limits = &contest->engines[i].limits;
        if (!limits->depth && !limits->nodes && !limits->time_ms && !limits->level &&
            limits->method != PAUA_METHOD_RANDOM)
            return false;
    }
    return true;
}

/* Limits of a move, and the clock of --tc. */
static int read_time(struct contest *contest)
{
    const struct contest_options *options = contest->options;
    paua_match_setup *setup = &contest->setup;
    setup->limits = (paua_limits){.size = sizeof(paua_limits),
                                  .depth = (int)options->depth,
                                  .nodes = (uint64_t)options->nodes,
                                  .time_ms = options->time_ms};
    if (options->tc) {
        if (!read_clock(options->tc, &setup->clock_ms, &setup->gain_ms))
            return complain_with(
                EXIT_USAGE, "--tc: '%.40s' is not a clock such as 60+0.6 or 1m+600ms", options->tc);
    }
    return EXIT_DONE;
}

/* --sprt ELO0,ELO1: the two hypotheses; both error probabilities are 5 %. */
static int read_sprt(struct contest *contest)
{
    const char *text = contest->options->sprt;
    paua_sprt sprt = {.alpha = 0.05, .beta = 0.05};
    char *end;
    if (!text)
        return EXIT_DONE;
    sprt.elo0 = strtod(text, &end);
    if (end != text && *end == ',') {
        const char *second = end + 1;
        sprt.elo1 = strtod(second, &end);
        if (end != second && !*end && fabs(sprt.elo0) <= 1000 && fabs(sprt.elo1) <= 1000 &&
            sprt.elo0 < sprt.elo1) {
            contest->setup.sprt_on = true;
            contest->setup.sprt = sprt;
            return EXIT_DONE;
        }
    }
    return complain_with(
        EXIT_USAGE,
        "--sprt: '%.40s': expected two Elo differences, the smaller one first, such "
        "as 0,5",
        text);
}

/* Reads `count` whole numbers with slashes between them, after `key`. */
static bool read_rule(const char **text, const char *key, int count, int *const *out)
{
    const char *at = *text;
    if (strncmp(at, key, strlen(key)) != 0)
        return false;
    at += strlen(key);
    for (int i = 0; i < count; i++) {
        char *end;
        long number = strtol(at, &end, 10);
        if (*at < '0' || *at > '9' || number > RULE_MOST || *end != (i < count - 1 ? '/' : *end))
            return false;
        *out[i] = (int)number;
        at = end + (i < count - 1);
    }
    if (*at && *at != ',')
        return false;
    *text = at + (*at == ',');
    return true;
}

/* "win=1500/4,draw=100/10/80", or one of the two. */
static int read_adjudication(struct contest *contest)
{
    paua_adjudication *rule = &contest->setup.adjudication;
    int *const win[] = {&rule->win_score, &rule->win_moves};
    int *const draw[] = {&rule->draw_score, &rule->draw_moves, &rule->draw_ply};
    const char *at = contest->options->adjudicate;
    while (at && *at)
        if (!read_rule(&at, "win=", 2, win) && !read_rule(&at, "draw=", 3, draw))
            return complain_with(EXIT_USAGE,
                                 "--adjudicate: '%.60s': expected win=SCORE/MOVES, "
                                 "draw=SCORE/MOVES/PLY, or both with a comma between them",
                                 contest->options->adjudicate);
    return EXIT_DONE;
}

/* Rules without any limit on a game's length may never end a game between engines. */
static bool has_end(const paua_rules *rules)
{
    return rules->quiet || rules->plies;
}

int contest_read_rules(const char *text, int plies, paua_rules *out)
{
    paua_board *board;
    paua_error error;
    if (paua_board_new(5, 5, 5, &board) != PAUA_OK)
        return complain_memory();
    paua_status status = paua_rules_parse(board, text, out, &error);
    paua_board_free(board);
    if (status != PAUA_OK)
        return complain_text("--rules", text, &error);
    if (!has_end(out) && !plies)
        return complain_with(EXIT_USAGE,
                             "--rules: '%.80s': games may never end, expected --max-plies, or a "
                             "setting such as plies=400 or quiet=100",
                             text);
    return EXIT_DONE;
}

/* The rules of the games (R10 - R16), as `paua play` reads them. Their clocks count where --tc does
 * not replace them. */
static int read_rules(struct contest *contest)
{
    const struct contest_options *options = contest->options;
    paua_match_setup *setup = &contest->setup;
    paua_rules rules = {0};
    setup->rules = options->rules;
    setup->plies = (int)options->plies;
    if (!options->rules) {
        setup->rules = CONTEST_RULES;
        return EXIT_DONE;
    }
    int code = contest_read_rules(options->rules, setup->plies, &rules);
    if (code != EXIT_DONE)
        return code;
    if (!options->tc) {
        setup->clock_ms = rules.game_ms;
        setup->gain_ms = rules.gain_ms;
        setup->cap_ms = rules.cap_ms;
        setup->delay_ms = rules.delay_ms;
    }
    int64_t turn_ms = rules.turn_ms ? (int64_t)rules.turn_ms + rules.delay_ms : 0;
    if (turn_ms && (!setup->limits.time_ms || turn_ms < setup->limits.time_ms))
        setup->limits.time_ms = turn_ms;
    return EXIT_DONE;
}

/* The time of a move when no limit at all is given. */
static void set_usual_time(struct contest *contest)
{
    paua_match_setup *setup = &contest->setup;
    const paua_limits *limits = &setup->limits;
    bool clock = setup->clock_ms || setup->gain_ms;
    if (!clock && !limits->depth && !limits->nodes && !limits->time_ms && !all_limited(contest))
        setup->limits.time_ms = USUAL_MS;
}

/* The log of external engines lies beside the games unless it is named. */
static int read_log(struct contest *contest)
{
    const struct contest_options *options = contest->options;
    int length = 0;
    if (options->log)
        length = snprintf(contest->log, sizeof contest->log, "%s", options->log);
    else if (options->out)
        length = snprintf(contest->log, sizeof contest->log, "%s.log", options->out);
    if (length >= (int)sizeof contest->log)
        return complain_with(EXIT_USAGE, "--log: expected a path of at most %zu bytes",
                             sizeof contest->log - 1);
    contest->setup.log = length > 0 ? contest->log : NULL;
    return EXIT_DONE;
}

/* A level is less than itself with fewer nodes than its own. */
static void warn_of_levels(const struct contest *contest)
{
    unsigned long long nodes = contest->setup.limits.nodes;
    for (int i = 0; i < contest->setup.count; i++) {
        const paua_engine_config *engine = &contest->engines[i];
        paua_limits own = {.size = sizeof(paua_limits), .level = engine->limits.level};
        level_limit(&own);
        if (nodes && !engine->limits.nodes && own.nodes > nodes)
            complain_with(0, "--nodes: %llu nodes weaken %.80s: level %d searches up to %llu",
                          nodes, engine->name, own.level, (unsigned long long)own.nodes);
    }
}

/* The number of games when none is given. */
static int64_t usual_games(const struct contest *contest)
{
    int64_t openings = paua_openings_count(contest->openings);
    int64_t meetings = (int64_t)contest->setup.count * (contest->setup.count - 1) / 2;
    if (contest->setup.sprt_on)
        return GAMES_SPRT;
    return (openings ? 2 * openings : GAMES_RANDOM) * meetings;
}

/* Reads all options and creates the match. read_rules() comes after read_time(): --tc replaces the
 * clock of the rules. */
static int set_up_match(struct contest *contest)
{
    const struct contest_options *options = contest->options;
    paua_match_setup *setup = &contest->setup;
    paua_error error;
    int code = read_engines(contest);
    if (code == EXIT_DONE)
        code = read_time(contest);
    if (code == EXIT_DONE)
        code = read_sprt(contest);
    if (code == EXIT_DONE)
        code = read_adjudication(contest);
    if (code == EXIT_DONE)
        code = read_rules(contest);
    if (code == EXIT_DONE)
        code = read_log(contest);
    if (code == EXIT_DONE)
        code = contest_read_openings(options->openings ? options->openings : "layouts",
                                     (uint64_t)options->seed, options->quiet, &contest->openings);
    if (code != EXIT_DONE)
        return code;
    set_usual_time(contest);
    warn_of_levels(contest);
    setup->openings = contest->openings;
    setup->games = options->games ? options->games : usual_games(contest);
    setup->concurrency = (int)options->concurrency;
    setup->seed = (uint64_t)options->seed;
    setup->margin_ms = options->margin_ms;
    setup->tt_mb = options->tt_mb;
    setup->threads = (int)options->threads;
    setup->patience_ms = options->patience_ms;
    if (paua_match_new(setup, &contest->match, &error) == PAUA_OK)
        return EXIT_DONE;
    return complain_with(error.code == PAUA_ERROR_NO_MEMORY ? EXIT_ENVIRONMENT : EXIT_USAGE,
                         "--engine: %s", error.message);
}

struct contest_game {
    const paua_match *match;
    const paua_match_game *game;
};

/* Called by save_formatted(): the game as APGN. */
static size_t format_played(char *text, size_t cap, const void *context)
{
    const struct contest_game *played = context;
    return paua_match_format(played->match, played->game, text, cap);
}

/* Prints a finished game as a line of JSON, flushed so that a reader sees it at once. */
static int print_played(const struct contest *contest, const paua_match_game *game)
{
    int code = output_json(
        json_pack("{s:I, s:s, s:s, s:s, s:s, s:i}", "game", (json_int_t)game->number, "black",
                  contest->engines[game->black].name, "white", contest->engines[game->white].name,
                  "result", paua_result_text(game->result), "ending", game->ending, "plies",
                  paua_game_moves(game->game)));
    return code == EXIT_DONE && !output_flush() ? EXIT_ENVIRONMENT : code;
}

/* Reports a fault, saves the game and prints it. False, after an error, stops the match. */
static bool on_game_played(const paua_match_game *game, void *context)
{
    struct contest *contest = context;
    const struct contest_game played = {contest->match, game};
    int loser = game->result == PAUA_RESULT_WHITE_WINS ? game->black : game->white;
    if (game->fault) {
        progress_clear(&contest->progress);
        complain_with(0, "game %lld: %s (%s): %s: %s", (long long)game->number,
                      contest->engines[loser].name,
                      game->result == PAUA_RESULT_WHITE_WINS ? "black" : "white",
                      paua_fault_name(game->fault), game->note);
    }
    if (contest->options->out)
        contest->code = save_formatted(&contest->save, format_played, &played);
    if (contest->code == EXIT_DONE && contest->options->json)
        contest->code = print_played(contest, game);
    return contest->code == EXIT_DONE;
}

/* Games that count, of all pairs of engines; after the SPRT's decision no more are added. */
static int64_t games_counted(const struct contest *contest)
{
    int64_t games = 0;
    for (int i = 0; i < contest->setup.count; i++)
        for (int j = i + 1; j < contest->setup.count; j++) {
            const paua_tally tally = paua_match_tally(contest->match, i, j);
            games += paua_tally_games(&tally);
        }
    return games;
}

/* Shows the score and Elo of two engines, with the SPRT's log-likelihood ratio; for more engines
 * the number of games. */
static void show_progress(struct contest *contest)
{
    const paua_match_setup *setup = &contest->setup;
    const paua_tally tally = paua_match_tally(contest->match, 0, 1);
    char elo[16], llr_text[40] = "";
    double llr;
    if (setup->sprt_on) {
        paua_match_decision(contest->match, &llr);
        snprintf(llr_text, sizeof llr_text, ", llr %.2f", llr);
    }
    if (setup->count == 2)
        progress_show(&contest->progress, "%lld of %lld games: %lld-%lld-%lld, elo %s%s",
                      (long long)paua_tally_games(&tally), (long long)setup->games,
                      (long long)tally.wins, (long long)tally.draws, (long long)tally.losses,
                      contest_elo(paua_elo_of_score(paua_tally_score(&tally)), elo), llr_text);
    else
        progress_show(&contest->progress, "%lld of %lld games", (long long)games_counted(contest),
                      (long long)setup->games);
}

/* Updates the progress line every SHOW_MS. False, after an interrupt, stops the match. */
static bool on_idle(void *context)
{
    struct contest *contest = context;
    if (contest->progress.on && clock_now_ms() - contest->shown_ms >= SHOW_MS) {
        contest->shown_ms = clock_now_ms();
        show_progress(contest);
    }
    return !interrupt_seen();
}

/* Plays all games. Returns an exit code. */
static int play_match(struct contest *contest)
{
    const paua_match_host host = {on_game_played, on_idle, contest};
    paua_error error;
    paua_status status;
    interrupt_catch();
    progress_begin(&contest->progress, contest->options->quiet);
    status = paua_match_run(contest->match, &host, &error);
    progress_clear(&contest->progress);
    if (contest->code != EXIT_DONE)
        return contest->code;
    if (status == PAUA_ERROR_UNSUPPORTED)
        return complain_with(EXIT_USAGE, "--engine: %s", error.message);
    if (status == PAUA_ERROR_IO)
        return complain_with(EXIT_ENVIRONMENT, "--log: %s: %s", contest->log, error.message);
    if (status != PAUA_OK)
        return complain_memory();
    contest->played = true;
    if (interrupt_seen())
        return complain_with(EXIT_ENVIRONMENT, "interrupted after %lld of %lld games%s",
                             (long long)games_counted(contest), (long long)contest->setup.games,
                             contest->options->out ? "; --resume continues" : "");
    return EXIT_DONE;
}

/* Takes over the games of the file, and cuts off one that a killed run left unfinished. */
static int resume_match(struct contest *contest)
{
    const char *path = contest->options->out;
    paua_error error;
    uint64_t whole, length;
    FILE *file = fopen(path, "re");
    int code = EXIT_DONE;
    if (!file)
        return complain_file(path);
    paua_status status = paua_match_resume(contest->match, file, &whole, &length, &error);
    fclose(file);
    if (status != PAUA_OK && !(status == PAUA_ERROR_CONFLICT && contest->options->mixed))
        code = complain_with(status == PAUA_ERROR_NO_MEMORY || status == PAUA_ERROR_IO
                                 ? EXIT_ENVIRONMENT
                                 : EXIT_USAGE,
                             "--resume: %s: %s", path, error.message);
    else if (whole < length && ftruncate(contest->save.fd, (off_t)whole) != 0)
        code = complain_file(path);
    return code;
}

/* Opens --out for appending by this match alone; --resume takes over the games in it. */
static int open_save(struct contest *contest)
{
    int code = save_open(contest->options->out, &contest->save);
    if (code != EXIT_DONE) {
        contest->save.path = NULL;
        return code;
    }
    code = save_lock(&contest->save);
    if (code == EXIT_DONE && contest->options->resume)
        code = resume_match(contest);
    return code;
}

int contest_run(struct contest *contest, const struct contest_options *options)
{
    int code;
    *contest = (struct contest){.options = options};
    if (options->resume && !options->out)
        return complain_with(EXIT_USAGE, "--resume: expected --out, the file to continue");
    code = set_up_match(contest);
    if (code == EXIT_DONE && options->out)
        code = open_save(contest);
    return code == EXIT_DONE ? play_match(contest) : code;
}

void contest_close(struct contest *contest)
{
    if (contest->save.path)
        save_close(&contest->save);
    paua_match_free(contest->match);
    paua_openings_free(contest->openings);
}

/* To one decimal; never "-0.0". */
static double round_elo(double elo)
{
    return round(elo * 10) / 10 + 0.0;
}

char *contest_elo(double elo, char text[16])
{
    if (isinf(elo))
        snprintf(text, 16, "%sinf", elo < 0 ? "-" : "+");
    else
        snprintf(text, 16, "%+.1f", round_elo(elo));
    return text;
}

json_t *contest_json_elo(double elo)
{
    return isinf(elo) ? json_null() : json_real(round_elo(elo));
}

json_t *contest_json_faults(const struct contest *contest, int engine)
{
    json_t *object = json_object();
    for (int i = PAUA_FAULT_NONE + 1; i < PAUA_FAULT_COUNT; i++)
        json_object_set_new(object, paua_fault_name((paua_fault)i),
                            json_integer(paua_match_faults(contest->match, engine, (paua_fault)i)));
    return object;
}

void contest_print_conditions(const struct contest *contest)
{
    const struct contest_options *options = contest->options;
    const paua_match_setup *setup = &contest->setup;
    printf("openings %s, seed %lld; ", options->openings ? options->openings : "layouts",
           options->seed);
    if (options->rules)
        printf("rules %s; ", options->rules);
    if (options->tc)
        printf("clock %s, ", options->tc);
    if (setup->limits.time_ms)
        printf("%lld ms a move, ", (long long)setup->limits.time_ms);
    if (setup->limits.nodes)
        printf("%llu nodes a move, ", (unsigned long long)setup->limits.nodes);
    if (setup->limits.depth)
        printf("depth %d, ", setup->limits.depth);
    printf("hash %lld MB, threads %d, concurrency %d\n", (long long)setup->tt_mb, setup->threads,
           setup->concurrency);
}

void contest_print_faults(const struct contest *contest)
{
    for (int i = 0; i < contest->setup.count; i++) {
        bool any = false;
        for (int fault = PAUA_FAULT_NONE + 1; fault < PAUA_FAULT_COUNT; fault++) {
            int64_t count = paua_match_faults(contest->match, i, (paua_fault)fault);
            if (count == 0)
                continue;
            printf("%s%s %lld", any ? ", " : "lost by ", paua_fault_name((paua_fault)fault),
                   (long long)count);
            any = true;
        }
        if (any)
            printf(": %s\n", contest->engines[i].name);
    }
}
