/* opponent.h - opponents by name: programs of the past, as far as their evaluation and search are
 * known, stand-ins for some of which nothing is known but their results, and two trivial ones.
 *
 * An opponent is an evaluation (eval.h), a method and a depth (search.h), nothing more:
 *
 *   paua_opponent opponent;
 *   if (paua_opponent_parse("abla-combined:4", &opponent, &error) == PAUA_OK) {
 *       paua_limits limits = {.size = sizeof limits};
 *       paua_engine_new(board, 0, opponent.eval, &engine);
 *       paua_opponent_limit(&opponent, &limits);
 *       ...
 *
 * All data are static; everything here is thread-safe and allocates nothing.
 */
#ifndef PAUA_OPPONENT_H
#define PAUA_OPPONENT_H

#include <paua/search.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A level of difficulty by the program's own word: a depth. */
typedef struct paua_opponent_level {
    const char *name; /* "apprentice"; NULL: none */
    int depth;
} paua_opponent_level;

#define PAUA_OPPONENT_LEVELS_MAX 3

typedef struct paua_opponent {
    const char *name;              /* "abla-combined" */
    const char *about;             /* who that is, and what is not known: sentences */
    char eval[PAUA_EVAL_TEXT_MAX]; /* for paua_engine_new(), with the settings of the name */
    int method;                    /* a paua_method */
    int depth;                     /* plies; 0: no search */
    paua_opponent_level levels[PAUA_OPPONENT_LEVELS_MAX]; /* weakest first */
    int level; /* 1 .. PAUA_OPPONENT_LEVELS_MAX: the depth was given by that level's name; or 0 */
    bool any_depth; /* a depth may follow the name, after a colon */
    bool stand_in;  /* for a program of which little more than its name and a result is known */
} paua_opponent;

/* The largest depth in a name. */
#define PAUA_OPPONENT_DEPTH_MAX 12

PAUA_API int paua_opponent_count(void);
PAUA_API const paua_opponent *paua_opponent_at(int i); /* 0 .. count-1, else NULL */

/* By exact name, without a depth; NULL if there is none. */
PAUA_API const paua_opponent *paua_opponent_find(const char *name);

/* Reads a name, and for those that search after a colon a depth of 1 .. PAUA_OPPONENT_DEPTH_MAX
 * plies or the name of a level, and settings of the evaluation (eval.h), with commas between them:
 * "abapro", "abla-single:3", "abapro:apprentice", "abla:w1=-1,w2=0.5"; the whole text must be that.
 * *out is the opponent with that depth and evaluation. Returns PAUA_OK, or PAUA_ERROR_NOT_FOUND
 * (unknown name) or PAUA_ERROR_BAD_SYNTAX (all else), *out unchanged; the error lists what is
 * known. error may be NULL. */
PAUA_API paua_status paua_opponent_parse(const char *text, paua_opponent *out, paua_error *error);

/* Sets the opponent's method and depth in the limits; a smaller depth stays. No level. */
PAUA_API void paua_opponent_limit(const paua_opponent *opponent, paua_limits *limits);

/* Its name with its level or depth and its settings as paua_opponent_parse() reads them,
 * "abapro:apprentice", "abapro:3". Returns `text`. */
#define PAUA_OPPONENT_TEXT_MAX 64
PAUA_API char *paua_opponent_format(const paua_opponent *opponent, char *text, size_t cap);

#ifdef __cplusplus
}
#endif
#endif /* PAUA_OPPONENT_H */
