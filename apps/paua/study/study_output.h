/* study_output.h - what the parts of `paua study` share. */
#ifndef PAUA_STUDY_STUDY_OUTPUT_H
#define PAUA_STUDY_STUDY_OUTPUT_H

#include <stdio.h>

#include <paua/lab/figure.h>
#include <paua/lab/study.h>
#include <paua/notation.h>
#include <paua/table.h>

#include "cli/common.h"

enum study_format {
    STUDY_TEXT,
    STUDY_CSV,
    STUDY_JSON,
    STUDY_SVG,
    STUDY_TIKZ,
    STUDY_DOT,
};

#define STUDY_IS_FIGURE(format) ((format) == STUDY_SVG || (format) == STUDY_TIKZ)

/* The question and the source of its answer. */
struct study {
    const char *path; /* of the table, for error lines */
    const paua_table_info *info;
    paua_oracle oracle;
    paua_position position; /* on the oracle's board */
    unsigned sides;         /* bits: whose options are shown */
    int marbles[2];         /* of the constellations */
    int class_;             /* only this class, or -1 */
    bool half;              /* one of each constellation and its negative */
    paua_play play;
    int64_t limit;
    enum study_format format;
    FILE *to;
    struct progress progress;
};

/* Each prints one thing and returns an exit code. */
int study_constellations(struct study *study);
int study_classes(struct study *study);
int study_options(struct study *study);
int study_graph(struct study *study);
int study_line(struct study *study);

/* text.c */

/* The error line of a status that is not PAUA_OK. */
int study_complain(const struct study *study, paua_status status);

typedef char study_name[PAUA_POSITION_TEXT_MAX];
typedef char study_small[32];

extern const char *const study_words[3];      /* "DRAW", ...: of a paua_value */
extern const char *const study_categories[3]; /* "draw", ... */
extern const char *const study_sides[2];      /* "black", "white" */

/* Writes a constellation as the rows of a position. Returns `name`. */
const char *study_name_of(const struct study *study, paua_constellation at, study_name name);

/* The remoteness, or "-" for a draw; "" when `bare`, "null" for JSON is the caller's. Returns
 * `text`. */
const char *study_remoteness(paua_value value, int remoteness, const char *of_draw,
                             study_small text);

/* Who wins when a side has this value: a paua_side, or -1. */
int study_winner(paua_value value, int side);

/* "class D black DRAW - white DRAW -" */
void study_print_verdict(FILE *to, const paua_verdict *verdict);

/* {"category": "win", "distance": 5}; NULL without memory. */
json_t *study_result_json(paua_value value, int remoteness);

/* A line of JSON, which is dropped; NULL means that memory ran out. */
int study_print_json(const struct study *study, json_t *value);

/* "a1b2", and "a1b2 x2" for two moves that lead to isomorphic constellations. */
const char *study_move(const struct study *study, const paua_choice *choice, study_small text);

/* Words of a band: "draw", "wins in 5", "loses in 4". */
const char *study_result(paua_value value, int remoteness, study_small text);

/* Draws a figure in the study's format. */
int study_print_figure(const struct study *study, const paua_figure_plan *plan);

#endif
