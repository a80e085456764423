#ifndef PAUA_MATCH_CONTEST_H
#define PAUA_MATCH_CONTEST_H

#include <paua/lab/match.h>

#include "cli/common.h"
#include "cli/options.h"
#include "cli/save.h"

enum { CONTEST_PATH_MAX = 4096 };

/* The rules of games between programs, unless --rules says otherwise: they draw many games that
 * people would call decided, so the score decides at the limit of plies. */
#define CONTEST_RULES "arena,quiet=0"

/* As given on the command line; NULL or 0 where not given. */
struct contest_options {
    struct option_list engines;
    const char *openings, *tc, *rules, *sprt, *out, *log, *adjudicate;
    long long games, time_ms, depth, nodes, plies, seed, margin_ms, tt_mb, concurrency, threads,
        patience_ms;
    bool resume, quiet, json;
    /* not options of a command line: */
    bool gauntlet;   /* the first engine against each other one */
    bool mixed;      /* the file of --out may have games of other matches alone */
    paua_limits tie; /* order and last of the moves of each engine (search.h) */
};

/* The defaults. */
struct contest_options contest_options_default(void);

/* clang-format off */
#define ROWS_CONTEST(options) \
    {"engine", 'e', OPTION_LIST, &(options).engines, 0, 0, "ENGINE", \
        "an engine: see below; once for each engine"}, \
    {"games", 'g', OPTION_NUMBER, &(options).games, 1, 100000000, "N", \
        "play N games (each opening twice, or 100)"}, \
    {"time", 't', OPTION_TIME, &(options).time_ms, 1, 86400000, "TIME", \
        "time for a move (100ms)"}, \
    {"depth", 'd', OPTION_NUMBER, &(options).depth, 1, PAUA_DEPTH_MAX, "N", \
        "plies for a move"}, \
    {"nodes", 0, OPTION_NUMBER, &(options).nodes, 1, 1000000000000, "N", \
        "positions for a move"}, \
    {"tc", 0, OPTION_TEXT, &(options).tc, 0, 0, "TIME+TIME", \
        "clock for the game and increment for each move: 60+0.6"}, \
    {"rules", 'r', OPTION_TEXT, &(options).rules, 0, 0, "RULES", \
        "a preset such as arena, settings such as win=4, or both"}, \
    {"openings", 0, OPTION_TEXT, &(options).openings, 0, 0, "WHAT", \
        "layouts (default), LAYOUT, random:N, random:N:LAYOUT, or a file"}, \
    {"seed", 0, OPTION_NUMBER, &(options).seed, 0, 4294967295, "N", \
        "for random openings and levels (1)"}, \
    {"max-plies", 0, OPTION_NUMBER, &(options).plies, 1, 65535, "N", \
        "a game ends after N plies (400, or as --rules says)"}, \
    {"margin", 0, OPTION_TIME, &(options).margin_ms, 0, 86400000, "TIME", \
        "how late a move may come (50ms)"}, \
    {"hash", 0, OPTION_MEGABYTES, &(options).tt_mb, 1, 65536, "SIZE", \
        "transposition table of each engine (16MB)"}, \
    {"threads", 'j', OPTION_NUMBER, &(options).threads, 1, PAUA_THREADS_MAX, "N", \
        "threads of each engine (1)"}, \
    {"patience", 0, OPTION_SECONDS, &(options).patience_ms, 1000, 86400000, \
        "TIME", "silence after which a program without a clock hangs (60s)"}, \
    {"concurrency", 'c', OPTION_NUMBER, &(options).concurrency, 1, 1024, "N", \
        "games at once (1)"}, \
    {"out", 0, OPTION_TEXT, &(options).out, 0, 0, "FILE", \
        "append every game to this file"}, \
    {"log", 0, OPTION_TEXT, &(options).log, 0, 0, "FILE", \
        "append what programs write to stderr to FILE (OUT.log with --out)"}, \
    {"resume", 0, OPTION_FLAG, &(options).resume, 0, 0, NULL, \
        "continue the match in the file of --out"}, \
    {"adjudicate", 0, OPTION_TEXT, &(options).adjudicate, 0, 0, "SCORES", \
        "end clear games: win=SCORE/MOVES,draw=SCORE/MOVES/PLY"}, \
    ROW_JSON((options).json), ROW_QUIET((options).quiet)
/* clang-format on */

/* The notes of the help of both commands. */
#define CONTEST_NOTES                                                                              \
    "An engine is paua, or paua: and settings with commas between them, such as paua:level=3 "     \
    "or paua:eval=abla-single,nodes=1000 (level, eval, net, depth, nodes, time, hash, "            \
    "threads, method, name, and parameters of the search: paua tune --list); or an opponent "      \
    "by name, such as random or abla-combined:4; or cmd:COMMAND, a program that speaks UGI. "      \
    "COMMAND is a program and its arguments, in quotes where they contain blanks; it is "          \
    "started without a shell. Settings of a program come before the colon, as in "                 \
    "cmd,memory=2G,cpu=10m:COMMAND, which limits the memory and processor time of each of its "    \
    "processes. Two games are played from every opening, with colours reversed. Without "          \
    "--rules: arena, but without its limit of quiet plies; the score decides at --max-plies."

/* A running match or tournament. */
struct contest {
    const struct contest_options *options;
    paua_engine_config engines[PAUA_ENGINE_CONFIGS_MAX];
    paua_openings *openings;
    paua_match_setup setup;
    char log[CONTEST_PATH_MAX]; /* of external engines; "" for none */
    paua_match *match;
    struct save_file save; /* with options->out */
    struct progress progress;
    int64_t shown_ms;
    bool played; /* the results may be printed */
    int code;    /* of what failed on the way */
};

/* Reads the options and plays. Returns EXIT_DONE, or an exit code after an error line, also when it
 * was interrupted. contest->played: contest->match has results. Call contest_close() in any
 * case. */
int contest_run(struct contest *contest, const struct contest_options *options);
void contest_close(struct contest *contest);

/* Reads --openings: layouts, LAYOUT, random:N, random:N:LAYOUT, or else the path of a file, of
 * which it says, unless quiet, how much was filled in. Free *out. Returns 0, or an exit code after
 * an error line. */
int contest_read_openings(const char *what, uint64_t seed, bool quiet, paua_openings **out);

/* Reads --rules, with --max-plies or 0. Returns as above; 2 also where games may never end. */
int contest_read_rules(const char *text, int plies, paua_rules *out);

/* "+120.5", "-inf". Returns `text`. */
char *contest_elo(double elo, char text[16]);

/* The same as JSON; infinity is null. */
json_t *contest_json_elo(double elo);

/* An object with the number of games that this engine lost by each fault. */
json_t *contest_json_faults(const struct contest *contest, int engine);

/* A line on openings, limits and threads; a line for each engine that has lost by a fault. */
void contest_print_conditions(const struct contest *contest);
void contest_print_faults(const struct contest *contest);

#endif
