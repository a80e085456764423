/* match.h - games between engines: who plays, from where, with how much time, and how it went.
 *
 * A match is a list of games, numbered from 1, that setup and numbers alone determine: two games from each opening, with
 * colours reversed, for every two engines in turn. Several are played at once, each by engines of its own, which
 * know nothing of earlier games; so the result depends neither on how many are at once nor, when engines are
 * reproducible, on when it was interrupted and taken up again.
 *
 * The rules are "classic" (rules.h) but for the limit on quiet plies, which is off, and one on all plies, which draws.
 */
#ifndef PAUA_MATCH_H
#define PAUA_MATCH_H

#include <paua/rating.h>
#include <paua/record.h>
#include <paua/search.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PAUA_ENGINE_CONFIGS_MAX 64

/* Who plays: an engine of ours, or another program. Plain data. */
typedef struct paua_engine_config {
    char name[80];      /* in tables and games */
    char eval[40];      /* ours: the evaluation, "" for the default */
    char net[256];      /* ours: the file of a net (eval.h), "" for none of its own */
    char command[512];  /* another program, run by the shell; "" for one of ours */
    char options[256];  /* what it is told besides: Name=Value, with commas between them */
    int64_t tt_mb;      /* 0: as the match says */
    int threads;        /* likewise */
    paua_limits limits; /* those that are not 0 take the place of the match's */
} paua_engine_config;

/* Reads
 *   paua           or paua: and settings with commas between them: level=1..10, eval=NAME, net=FILE, depth=N, nodes=N,
 *                  time=MS, hash=MB, threads=N, method=NAME, name=TEXT
 *   abapro:4       an opponent of opponent.h
 *   cmd:COMMAND    a program that speaks the Universal Game Interface on its standard input and output; before the
 *                  colon there may be settings, each after a comma: depth, nodes, time, hash, threads and name, as above;
 *                  any other is an option of the program: cmd,name=Old,Level=3:./old ugi
 * The name is the text itself where it has none of its own. Returns PAUA_OK, or PAUA_BAD_SYNTAX or PAUA_NOT_FOUND with
 * *error filled (it may be NULL). */
PAUA_API paua_status paua_engine_config_parse(const char *text, paua_engine_config *out,
                                              paua_error *error);

/* Where games begin: positions, or positions and moves from there. Never changes; may be shared by threads. */
typedef struct paua_openings paua_openings;

/* "layouts": all layouts for two on 5x5x5, of those that are mirror images of each other the first (60).
 * "random:N": a layout, in turn and each time in another order, and then N random moves, none of which ejects;
 * different for different seeds, and without end.
 * Returns PAUA_OK, PAUA_BAD_SYNTAX or PAUA_NO_MEMORY. */
PAUA_API paua_status paua_openings_parse(const char *text, uint64_t seed, paua_openings **out,
                                         paua_error *error);

/* Those of a file: a position a line in any form of one line (notation.h), lines that begin with # left out, or APGN, of which all moves
 * are taken. Games for two, none of them over. The text ends with a NUL. error->at counts from its beginning.
 * Returns as paua_openings_parse(), or what the parsers of positions and games do. */
PAUA_API paua_status paua_openings_read(const char *text, paua_openings **out, paua_error *error);
PAUA_API void paua_openings_free(paua_openings *openings); /* NULL is allowed */

/* How many there are; 0: no end of them. */
PAUA_API int64_t paua_openings_count(const paua_openings *openings);

/* A game that begins with opening `number`, from 0, after the last of which they begin anew, by the rules of a match
 * with a limit of so many plies, 1 .. 65535. It is the caller's and must not outlive the openings. PAUA_OK or
 * PAUA_NO_MEMORY. */
PAUA_API paua_status paua_openings_game(const paua_openings *openings, int64_t number, int plies,
                                        paua_game **out);

/* When a game is ended before its end; 0 moves: never. Scores are those that the players themselves give (search.h). */
typedef struct paua_adjudication {
    int win_score,
        win_moves; /* won when both say so, by at least this score, in as many moves of each in a row */
    int draw_score,
        draw_moves; /* drawn when both stay within this score for as many moves of each in a row, */
    int draw_ply;   /* and so many plies have been played */
} paua_adjudication;

typedef struct paua_match_setup {
    const paua_engine_config *engines; /* borrowed as long as the match */
    int count;                         /* of them, 2 .. PAUA_ENGINE_CONFIGS_MAX */
    const paua_openings *openings;     /* borrowed likewise */
    int64_t games;                     /* of all together, at least 1 */
    int concurrency;                   /* games at once, at least 1 */
    uint64_t seed;                     /* for the choices of levels */
    int plies;                         /* where a game is drawn; 1 .. 65535 */
    paua_limits limits;        /* depth, nodes and time_ms of every move; the others are 0 */
    int64_t clock_ms, gain_ms; /* for all moves of a player, and added after each; 0, 0: no clock */
    /* How much later than that a move may come. An engine of ours spends the time that its thread has had a processor. What
     * the threads of another program have waited for one is taken off its time, divided by the threads it may have
     * (known on Linux): a program with more of its own may be late for longer. */
    int64_t margin_ms;
    int64_t patience_ms; /* how long another program may take that no clock hurries; at least 1 */
    int64_t tt_mb;       /* table of each engine, at least 1 */
    int threads;         /* of each engine, at least 1 */
    paua_adjudication adjudication;
    bool sprt_on; /* two engines: end when `sprt` is decided */
    paua_sprt sprt;
} paua_match_setup;

/* Why a game was lost otherwise than on the board. */
#define PAUA_FAULT_MAP(X)                                                                          \
    X(NONE, "none")                                                                                \
    X(TIME, "time")                                                                                \
    X(ILLEGAL, "illegal move")                                                                     \
    X(CRASH, "crash")                                                                              \
    X(HANG, "hang")

typedef enum paua_fault {
#define X(code, name) PAUA_FAULT_##code,
    PAUA_FAULT_MAP(X)
#undef X
        PAUA_FAULT_COUNT
} paua_fault;

PAUA_API const char *paua_fault_name(paua_fault fault); /* "time"; never NULL */

/* A game that has been played. */
typedef struct paua_match_game {
    int64_t number;        /* from 1 */
    int black, white;      /* engines */
    const paua_game *game; /* its moves, those of the opening first */
    paua_result result;
    const char
        *ending; /* the tag Termination: a reason's name (rules.h), a fault's, or "adjudication" */
    paua_fault fault; /* the loser's */
    char note[200];   /* what it was, for people; "" without a fault */
} paua_match_game;

typedef struct paua_match paua_match;

/* Returns PAUA_OK, PAUA_BAD_ARGUMENT (a number out of its range), PAUA_NO_MEMORY, or what opening a engine's net
 * says, with *error filled (it may be NULL). */
PAUA_API paua_status paua_match_new(const paua_match_setup *setup, paua_match **out,
                                    paua_error *error);
PAUA_API void paua_match_free(paua_match *match); /* NULL is allowed */

/* What a match asks of who runs it. Either may be NULL, and ends the match by returning false. */
typedef struct paua_match_host {
    bool (*played)(const paua_match_game *game, void *context); /* after each; one call at a time */
    bool (*idle)(void *context); /* some times a second, on the thread that called run */
    void *context;
} paua_match_host;

/* Plays all games that have not been played yet, or until it is ended. Returns PAUA_OK also when a host has ended it, or
 * PAUA_NO_MEMORY. */
PAUA_API paua_status paua_match_run(paua_match *match, const paua_match_host *host);

/* A game as text: APGN. Its tag Round is its number, Event has a number that tells matches of different setups apart.
 * Same contract as paua_apgn_format(). */
PAUA_API size_t paua_match_format(const paua_match *match, const paua_match_game *game, char *text,
                                  size_t cap);

/* Takes results over from a file to which games have been written as paua_match_format() says, with empty lines between
 * them; those will not be played again. Games of other matches are passed over unless all are. `text` ends with a NUL;
 * *whole becomes the number of its bytes up to the end of the last whole game: the beginning of another one, which a
 * writer that was killed has left behind, should be cut off. Not while the match runs.
 * Returns PAUA_OK; PAUA_CONFLICT (no game is of this match); PAUA_BAD_SYNTAX (something else is no game);
 * or PAUA_NO_MEMORY; then *refusal is filled. */
PAUA_API paua_status paua_match_resume(paua_match *match, const char *text, size_t *whole,
                                       paua_refusal *refusal);

/* How it stands; also while it runs, from the host's calls. Games beyond the decision of an SPRT do not count. */
PAUA_API paua_tally paua_match_tally(const paua_match *match, int engine, int opponent);
PAUA_API int64_t paua_match_faults(const paua_match *match, int engine, paua_fault fault);
PAUA_API paua_sprt_state paua_match_decision(const paua_match *match, double *llr);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_MATCH_H */
