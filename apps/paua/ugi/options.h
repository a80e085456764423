/* options.h - the options that `paua ugi` offers. */
#ifndef PAUA_UGI_OPTIONS_H
#define PAUA_UGI_OPTIONS_H

#include <paua/notation.h>
#include <paua/opponent.h>

#include "ugi/line.h"

/* The value of a rule's own option until it is set: Rules counts. */
#define UGI_UNSET (-1)

enum { UGI_PATH_MAX = 4096 };

struct ugi_options {
    long long tt_mb, multipv, level, contempt, seed;
    long long threads;
    long long win, plies, repetition, quiet, stuck_loses; /* or UGI_UNSET; win 0 is the same */
    long long teams, own_book;                            /* 0 or 1 */
    int method;                                           /* a paua_method */
    char rules[PAUA_RULES_TEXT_MAX];
    char table_path[UGI_PATH_MAX]; /* as tables_open() reads it; "" for none */
    char net_path[UGI_PATH_MAX];   /* "" for none */
    char eval[PAUA_EVAL_TEXT_MAX];
    paua_opponent
        opponent; /* its name is NULL for none; then its evaluation, method and depth count */
    const paua_layout *layout;
};

/* What must be rebuilt when an option changes. */
enum ugi_effect {
    UGI_EFFECT_SEARCH = 0, /* nothing: the next search reads it */
    UGI_EFFECT_ENGINE = 1,
    UGI_EFFECT_GAME = 2,
    UGI_EFFECT_TABLES = 3,
    UGI_EFFECT_NET = 4,
};

void ugi_options_default(struct ugi_options *options);

/* Prints a line for each option. */
void ugi_options_print(void);

/* Sets one. Returns true and *effect, or false and a message of at most `cap` bytes. */
bool ugi_options_set(struct ugi_options *options, struct ugi_span name, struct ugi_span value,
                     enum ugi_effect *effect, char *message, size_t cap);

/* The rules that the options make together, as paua_rules_parse() reads them. Returns `text`. */
#define UGI_RULES_TEXT_MAX (PAUA_RULES_TEXT_MAX + 120)
char *ugi_options_rules(const struct ugi_options *options, char text[UGI_RULES_TEXT_MAX]);

#endif
