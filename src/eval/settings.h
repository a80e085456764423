/* settings.h - an evaluation's name with its settings, read from text. */
#ifndef EVAL_SETTINGS_H
#define EVAL_SETTINGS_H

#include <paua/eval.h>

/* What can be set; each kind of evaluation (eval.h) takes some of them. */
enum eval_setting {
    EVAL_W1,      /* hundredths */
    EVAL_W2,      /* hundredths */
    EVAL_W3,      /* hundredths */
    EVAL_W4,      /* hundredths */
    EVAL_EJECTED, /* steps */
    EVAL_CENTRE,  /* an enum eval_centre */
    EVAL_MARBLE,  /* steps */
    EVAL_SETTINGS
};

/* The points that abapro measures distances to. */
enum eval_centre { EVAL_CENTRE_BOTH, EVAL_CENTRE_OWN };

#define EVAL_BIT(setting) (1u << (setting))

/* Text as it was read. */
struct eval_spec {
    const struct eval_kind *kind; /* NULL: the built-in net */
    unsigned given;               /* bits of settings */
    int value[EVAL_SETTINGS];
};

/* Reads "abla", "abla/w1=-1/w2=0.5", "abla:w1=-1,w2=0.5", "abla-single/5". Returns PAUA_OK,
 * PAUA_ERROR_NOT_FOUND (no such name) or PAUA_ERROR_BAD_SYNTAX (a setting), then *out is unchanged.
 * error may be NULL. */
paua_status eval_spec_read(const char *text, struct eval_spec *out, paua_error *error);

#endif
