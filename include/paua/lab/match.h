/* lab/match.h - games between engines: who plays, from where, with how much time, and the results.
 *
 * A match is a list of games, numbered from 1, which the setup determines: each pair of engines
 * that meets plays two games from every opening, with colours reversed. Several games run at once,
 * each with engines of its own that know nothing of earlier games. So the result depends neither on
 * the concurrency nor, if the engines are reproducible, on interruptions.
 *
 * Research: no promise about its functions and structs from one version to the next.
 */
#ifndef PAUA_LAB_MATCH_H
#define PAUA_LAB_MATCH_H

#include <stdio.h>

#include <paua/lab/rating.h>
#include <paua/record.h>
#include <paua/search.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PAUA_ENGINE_CONFIGS_MAX  64
#define PAUA_PARAMETERS_TEXT_MAX 2048 /* room for all of them */

/* An engine of this library, or an external program. Plain data; the size of the limits need not be
 * set, here and in the setup of a match. */
typedef struct paua_engine_config {
    char name[80]; /* in tables and games */
    /* of this library */
    char eval[PAUA_EVAL_TEXT_MAX]; /* the evaluation, "" for the default */
    char net[256];                 /* the file of a net (eval.h), "" for none of its own */
    char parameters[PAUA_PARAMETERS_TEXT_MAX]; /* of the search: name=value, with commas between */
    /* external */
    char command[512]; /* "" for an engine of this library */
    char options[256]; /* sent as they are: Name=Value, with commas between them */
    int64_t memory_mb; /* address space of each of its processes; 0: as the system says */
    int64_t cpu_s;     /* processor time of each of its processes; likewise */
    /* both; what is 0 is as the match says */
    int64_t tt_mb;
    int threads;
    paua_limits limits;
} paua_engine_config;

/* Reads one of
 *   paua           or paua: and settings with commas between them: level=1..10, eval=NAME,
 *                  net=FILE, depth=N, nodes=N, time=MS, hash=MB, threads=N, method=NAME, name=TEXT,
 *                  and parameters of the search by their names (search.h)
 *   abapro:4       an opponent of opponent.h
 *   cmd:COMMAND    an external program that speaks the Universal Game Interface on its standard
 *                  input and output: a program and its arguments, in quotes where they contain
 *                  blanks. No shell runs it. Before the colon there may be settings, each after a
 *                  comma: depth, nodes, time, hash, threads and name, as above; memory=MB and
 *                  cpu=TIME; any other is an option of the program:
 *                  cmd,name=Old,memory=2G,Level=3:./old ugi
 *                  A small process forked for each program kills whatever the program has started,
 *                  when its games are over and when this process ends in any way: on Linux also
 *                  what has left its session, elsewhere its process group.
 *                  memory and cpu are limits that the system sets (RLIMIT_AS, RLIMIT_CPU) for each
 *                  process of the program: how much it may map, files included; and whole seconds
 *                  of processor time since it started, so for all games until it is started again.
 *                  Beyond the first no memory is granted, after the second comes SIGXCPU, and
 *                  SIGKILL a second later; the game is lost as by any crash, and the note says
 *                  which limits there were.
 * The name is the text itself unless it is set. Returns PAUA_OK, or PAUA_ERROR_BAD_SYNTAX or
 * PAUA_ERROR_NOT_FOUND with *error filled (it may be NULL). */
PAUA_API paua_status paua_engine_config_parse(const char *text, paua_engine_config *out,
                                              paua_error *error);

/* Where games begin: positions, with moves from there or without. Immutable; may be shared by
 * threads. */
typedef struct paua_openings paua_openings;

/* "layouts": the layouts for two on 5x5x5 without special marbles; of mirror images only the first
 * (60).
 * A layout's name: this layout for two, of any board.
 * "random:N": a layout, each in turn and in an order that changes, then N random moves that do not
 * eject. Depends on the seed, and never ends.
 * "random:N:LAYOUT": N random moves from one layout for two, of any board.
 * Returns PAUA_OK, PAUA_ERROR_BAD_SYNTAX, PAUA_ERROR_NOT_FOUND (the layout) or
 * PAUA_ERROR_NO_MEMORY. */
PAUA_API paua_status paua_openings_parse(const char *text, uint64_t seed, paua_openings **out,
                                         paua_error *error);

/* Reads the text of a file: one position a line in any form of one line (notation.h), with lines
 * that begin with # left out; or games, with what they lack filled in as paua_record_complete()
 * does, of which all moves are played. For two players; no game may be over. error->at counts from
 * the beginning of the text.
 * Returns as paua_openings_parse(), or what the parsers of positions and games return. */
PAUA_API paua_status paua_openings_read(const char *text, paua_openings **out, paua_error *error);
PAUA_API void paua_openings_free(paua_openings *openings); /* NULL is allowed */

/* How many there are; 0: without end. */
PAUA_API int64_t paua_openings_count(const paua_openings *openings);

/* Of how many games of a file something was filled in or passed over. */
PAUA_API int paua_openings_completed(const paua_openings *openings);

/* A game that begins with opening `number`, from 0; after the last opening the first one follows.
 * rules   as paua_rules_parse() reads them; NULL: "classic" without its limit on quiet plies
 * plies   replaces the rules' limit of plies, up to 65535; 0: as the rules say
 * The game is the caller's and must not outlive the openings.
 * Returns PAUA_OK, PAUA_ERROR_BAD_SYNTAX (the rules) or PAUA_ERROR_NO_MEMORY. */
PAUA_API paua_status paua_openings_game(const paua_openings *openings, int64_t number,
                                        const char *rules, int plies, paua_game **out);

/* When a decided game is ended early. Scores are those of the players themselves (search.h). A
 * number of moves of 0 switches a rule off. */
typedef struct paua_adjudication {
    /* won: both players agree on the winner, by this score or more, in as many moves of each */
    int win_score, win_moves;
    /* drawn: both stay within this score for as many moves of each, after this ply */
    int draw_score, draw_moves, draw_ply;
} paua_adjudication;

typedef struct paua_match_setup {
    const paua_engine_config *engines; /* borrowed as long as the match, as are all pointers here */
    int count;                         /* engines, 2 .. PAUA_ENGINE_CONFIGS_MAX */
    bool gauntlet; /* the first engine meets each other one, and these do not meet */
    const paua_openings *openings;
    int64_t first_opening; /* its number, at least 0; the next openings follow it */
    int64_t games;         /* of all engines together, at least 1 */
    int concurrency;       /* games at once, at least 1 */
    uint64_t seed;         /* for levels and chance */
    const char *rules;     /* as in paua_openings_game(); NULL is allowed */
    int plies;             /* likewise; at least 1 without rules */
    paua_limits limits;    /* depth, nodes and time_ms of every move; all else is 0 */
    /* The clock of each player for the game, and what a move adds to it; 0, 0: no clock. Clocks in
     * `rules` do not count. */
    int64_t clock_ms, gain_ms;
    int64_t cap_ms;   /* a gain does not bring a clock over this; 0: none does */
    int64_t delay_ms; /* the clock of a turn starts so much later; 0: at once */
    /* How late a move may come. Waiting for a processor is not an engine's time: an engine of this
     * library is timed by its thread's processor time; from the time of an external one the time is
     * taken that its threads were ready to run but waited, divided by the threads it may use (known
     * on Linux). */
    int64_t margin_ms;
    int64_t patience_ms; /* the longest silence of an external engine without a time limit, >= 1 */
    int64_t tt_mb;       /* transposition table of each engine, at least 1 */
    int threads;         /* of each engine, at least 1 */
    paua_adjudication adjudication;
    bool sprt_on; /* two engines: end when `sprt` is decided */
    paua_sprt sprt;
    const char
        *log; /* a file that the standard error of external engines is appended to; or NULL */
} paua_match_setup;

/* How a game was lost otherwise than on the board. */
#define PAUA_FAULT_MAP(X)                                                                          \
    X(NONE, "none")                                                                                \
    X(TIME, "time")                                                                                \
    X(ILLEGAL, "illegal move")                                                                     \
    X(CRASH, "crash")                                                                              \
    X(HANG, "hang")                                                                                \
    X(NO_MOVE, "no move")

typedef enum paua_fault {
#define X(code, name) PAUA_FAULT_##code,
    PAUA_FAULT_MAP(X)
#undef X
        PAUA_FAULT_COUNT
} paua_fault;

PAUA_API const char *paua_fault_name(paua_fault fault); /* "time"; NULL for other numbers */

/* A finished game. */
typedef struct paua_match_game {
    int64_t number;        /* from 1 */
    int black, white;      /* engines */
    const paua_game *game; /* its moves begin with those of the opening */
    paua_result result;
    const char *ending; /* tag Termination: a reason (rules.h), a fault, or "adjudication" */
    paua_fault fault;   /* the loser's */
    char note[200];     /* about the fault, for people; "" without one */
} paua_match_game;

typedef struct paua_match paua_match;

/* Returns PAUA_OK, PAUA_ERROR_BAD_ARGUMENT (a number out of its range), PAUA_ERROR_NO_MEMORY, or
 * what opening an engine's net returns, with *error filled (it may be NULL). */
PAUA_API paua_status paua_match_new(const paua_match_setup *setup, paua_match **out,
                                    paua_error *error);
PAUA_API void paua_match_free(paua_match *match); /* NULL is allowed */

/* What a match calls. Either may be NULL, and ends the match by returning false. */
typedef struct paua_match_host {
    bool (*played)(const paua_match_game *game, void *context); /* after each; one call at a time */
    bool (*idle)(void *context); /* some times a second, on the thread that called run */
    void *context;
} paua_match_host;

/* Plays all games that have not been played, until a host ends the match.
 * Returns PAUA_OK, also when ended by the host; PAUA_ERROR_UNSUPPORTED (an external engine cannot
 * be started), PAUA_ERROR_IO (the log) or PAUA_ERROR_NO_MEMORY, with *error filled (it may be
 * NULL). */
PAUA_API paua_status paua_match_run(paua_match *match, const paua_match_host *host,
                                    paua_error *error);

/* A game as APGN. Its tag Round is its number; the tag Event tells matches of different setups
 * apart. Same contract as paua_apgn_format(). */
PAUA_API size_t paua_match_format(const paua_match *match, const paua_match_game *game, char *text,
                                  size_t cap);

/* Takes over results from a file of games as paua_match_format() writes them, with empty lines
 * between them; those games are not played again. Games of other matches are ignored unless there
 * are no others. The file is read from its beginning, piece by piece. *length receives its bytes,
 * *whole those up to the end of the last whole game: what follows is a game that a killed writer
 * left unfinished, and should be cut off. Not while the match runs.
 * Returns PAUA_OK; PAUA_ERROR_CONFLICT (no game is of this match); PAUA_ERROR_BAD_SYNTAX (something
 * else is not a game); PAUA_ERROR_CORRUPT (not a text); PAUA_ERROR_IO or PAUA_ERROR_NO_MEMORY;
 * then *error is filled. */
PAUA_API paua_status paua_match_resume(paua_match *match, FILE *file, uint64_t *whole,
                                       uint64_t *length, paua_error *error);

/* The score so far, also from the host's calls. Games after the decision of an SPRT do not
 * count. */
PAUA_API paua_tally paua_match_tally(const paua_match *match, int engine, int opponent);
PAUA_API int64_t paua_match_faults(const paua_match *match, int engine, paua_fault fault);
PAUA_API paua_sprt_state paua_match_decision(const paua_match *match, double *llr);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_LAB_MATCH_H */
