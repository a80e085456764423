/* tune.h - inside a tuning: its state, and the checkpoint that keeps it. */
#ifndef MATCH_TUNE_H
#define MATCH_TUNE_H

#include <paua/lab/tune.h>

#include "match/spsa.h"

enum { TUNE_SETTINGS_MAX = 16384, TUNE_STATE_MAX = TUNE_SETTINGS_MAX + 1024 };

struct paua_tune {
    paua_tune_setup setup; /* parameters: NULL */
    struct spsa_schedule schedule;
    int count;
    const paua_parameter *parameters[PAUA_TUNE_PARAMETERS_MAX]; /* static */
    struct spsa_range ranges[PAUA_TUNE_PARAMETERS_MAX];
    char settings[TUNE_SETTINGS_MAX]; /* all that a checkpoint must agree with, a line for each */

    int64_t iteration; /* completed */
    int64_t draws;
    double values[PAUA_TUNE_PARAMETERS_MAX];
};

/* Writes tune->settings. False: they do not fit. */
bool tune_describe(paua_tune *tune);

/* Writes a checkpoint. Returns its size. */
size_t tune_state_put(const paua_tune *tune, uint8_t bytes[TUNE_STATE_MAX]);

/* Takes over a checkpoint; returns as paua_tune_resume(). */
paua_status tune_state_get(paua_tune *tune, const uint8_t *bytes, size_t size, paua_error *error);

/* Replaces the file by a checkpoint. PAUA_OK, PAUA_ERROR_NO_MEMORY, or PAUA_ERROR_IO with errno. */
paua_status tune_save(const paua_tune *tune, const char *path);

#endif
