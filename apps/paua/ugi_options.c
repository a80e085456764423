#include "ugi_options.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/eval.h>
#include <paua/search.h>

enum kind { SPIN, CHECK, EVAL, LAYOUT };

static const struct row {
    const char *name;
    enum kind kind;
    enum ugi_effect effect;
    size_t offset; /* of the value */
    long long normal, least, most;
} rows[] = {
#define AT(member) offsetof(struct ugi_options, member)
    {"Hash", SPIN, UGI_EFFECT_ENGINE, AT(hash_mb), 64, 1, 65536},
    {"Threads", SPIN, UGI_EFFECT_SEARCH, AT(threads), 1, 1, 1},
    {"MultiPV", SPIN, UGI_EFFECT_SEARCH, AT(multipv), 1, 1, 100},
    {"Layout", LAYOUT, UGI_EFFECT_GAME, AT(layout), 0, 0, 0},
    {"Eval", EVAL, UGI_EFFECT_ENGINE, AT(eval), 0, 0, 0},
    {"Level", SPIN, UGI_EFFECT_SEARCH, AT(level), 0, 0, PAUA_LEVELS},
    {"Seed", SPIN, UGI_EFFECT_SEARCH, AT(seed), 0, 0, 4294967295},
    {"WinCount", SPIN, UGI_EFFECT_GAME, AT(win), 0, 0, PAUA_CELLS_MAX},
    {"MaxPlies", SPIN, UGI_EFFECT_GAME, AT(plies), 0, 0, 65535},
    {"Repetition", SPIN, UGI_EFFECT_GAME, AT(repetition), 3, 0, 255},
    {"QuietPlies", SPIN, UGI_EFFECT_GAME, AT(quiet), 200, 0, 65535},
    {"StuckLoses", CHECK, UGI_EFFECT_GAME, AT(stuck_loses), 0, 0, 0},
#undef AT
};

enum { ROWS = sizeof rows / sizeof *rows };

static void *value_of(struct ugi_options *options, const struct row *row)
{
    return (char *)options + row->offset;
}

void ugi_options_default(struct ugi_options *options)
{
    for (int i = 0; i < ROWS; i++)
        if (rows[i].kind == SPIN)
            *(long long *)value_of(options, &rows[i]) = rows[i].normal;
    options->stuck_loses = false;
    options->eval = paua_eval_name(0);
    options->layout = paua_layout_find("standard");
}

void ugi_options_print(void)
{
    struct ugi_options normal;

    ugi_options_default(&normal);
    for (int i = 0; i < ROWS; i++) {
        const struct row *row = &rows[i];
        printf("option name %s type ", row->name);
        switch (row->kind) {
        case SPIN:
            printf("spin default %lld min %lld max %lld", row->normal, row->least, row->most);
            break;
        case CHECK:
            printf("check default false");
            break;
        case EVAL:
            printf("combo default %s", normal.eval);
            for (int j = 0; j < paua_eval_count(); j++)
                printf(" var %s", paua_eval_name(j));
            break;
        case LAYOUT:
            printf("combo default %s", normal.layout->name);
            for (int j = 0; j < paua_layout_count(); j++)
                printf(" var %s", paua_layout_at(j)->name);
            break;
        }
        putchar('\n');
    }
}

static bool set_spin(const struct row *row, struct ugi_span value, long long *out, char *message,
                     size_t cap)
{
    char text[24], *end;
    long long number = 0;
    bool good = value.length > 0 && value.length < sizeof text;

    if (good) {
        memcpy(text, value.text, value.length);
        text[value.length] = '\0';
        number = strtoll(text, &end, 10);
        good = !*end && number >= row->least && number <= row->most;
    }
    if (good)
        *out = number;
    else
        snprintf(message, cap, "%s: expected a whole number from %lld to %lld", row->name,
                 row->least, row->most);
    return good;
}

static bool set_check(const struct row *row, struct ugi_span value, bool *out, char *message,
                      size_t cap)
{
    if (!ugi_span_is(value, "true") && !ugi_span_is(value, "false")) {
        snprintf(message, cap, "%s: expected true or false", row->name);
        return false;
    }
    *out = ugi_span_is(value, "true");
    return true;
}

static bool set_eval(struct ugi_span value, const char **out, char *message, size_t cap)
{
    for (int i = 0; i < paua_eval_count(); i++) {
        if (ugi_span_is(value, paua_eval_name(i))) {
            *out = paua_eval_name(i);
            return true;
        }
    }
    snprintf(message, cap, "Eval: expected one of the names that 'ugi' lists");
    return false;
}

static bool set_layout(struct ugi_span value, const paua_layout **out, char *message, size_t cap)
{
    for (int i = 0; i < paua_layout_count(); i++) {
        if (ugi_span_is(value, paua_layout_at(i)->name)) {
            *out = paua_layout_at(i);
            return true;
        }
    }
    snprintf(message, cap, "Layout: expected one of the names that 'ugi' lists");
    return false;
}

bool ugi_options_set(struct ugi_options *options, struct ugi_span name, struct ugi_span value,
                     enum ugi_effect *effect, char *message, size_t cap)
{
    const struct row *row = NULL;

    for (int i = 0; i < ROWS; i++)
        if (ugi_span_is(name, rows[i].name))
            row = &rows[i];
    if (!row) {
        snprintf(message, cap, "no option '%.*s'", (int)(name.length < 30 ? name.length : 30),
                 name.text);
        return false;
    }
    *effect = row->effect;
    switch (row->kind) {
    case SPIN:
        return set_spin(row, value, value_of(options, row), message, cap);
    case CHECK:
        return set_check(row, value, &options->stuck_loses, message, cap);
    case EVAL:
        return set_eval(value, &options->eval, message, cap);
    case LAYOUT:
        break;
    }
    return set_layout(value, &options->layout, message, cap);
}
