/* ugi_options.h - the options that `paua ugi` offers. */
#ifndef PAUA_APP_UGI_OPTIONS_H
#define PAUA_APP_UGI_OPTIONS_H

#include <paua/board.h>

#include "ugi_line.h"

struct ugi_options {
    long long hash_mb, multipv, level, seed;
    long long threads; /* 1: the search has one thread; match runners set it all the same */
    long long win, plies, repetition, quiet; /* win 0: as many as the board asks for */
    bool stuck_loses;
    const char *eval;
    const paua_layout *layout;
};

/* What an option bears on: what must be made anew when it changes. */
enum ugi_effect {
    UGI_EFFECT_SEARCH = 0, /* nothing: the next search reads it */
    UGI_EFFECT_ENGINE = 1,
    UGI_EFFECT_GAME = 2,
};

void ugi_options_default(struct ugi_options *options);

/* Prints a line for each option. */
void ugi_options_print(void);

/* Sets one. Returns true and *effect, or false and a message of at most `cap` bytes. */
bool ugi_options_set(struct ugi_options *options, struct ugi_span name, struct ugi_span value,
                     enum ugi_effect *effect, char *message, size_t cap);

#endif
