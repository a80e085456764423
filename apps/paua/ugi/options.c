/* options.c - the options of `paua ugi`: one table of their names, kinds, ranges and effects. */
#include "ugi/options.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/eval.h>
#include <paua/search.h>

enum kind { SPIN, CHECK, RULES, EVAL, METHOD, OPPONENT, LAYOUT, PLAYERS, PATH };

/* Those of the rules are unset at first, and then count whatever Rules says; `setting` is their
 * name there. */
static const struct row {
    const char *name;
    enum kind kind;
    enum ugi_effect effect;
    size_t offset; /* of the value: a long long of a SPIN or CHECK, UGI_PATH_MAX bytes of a PATH */
    long long normal, least, most;
    const char *setting;
} rows[] = {
#define AT(member) offsetof(struct ugi_options, member)
    {"Hash", SPIN, UGI_EFFECT_ENGINE, AT(tt_mb), 64, 1, 65536, NULL},
    {"Threads", SPIN, UGI_EFFECT_ENGINE, AT(threads), 1, 1, PAUA_THREADS_MAX, NULL},
    {"MultiPV", SPIN, UGI_EFFECT_SEARCH, AT(multipv), 1, 1, 100, NULL},
    {"Layout", LAYOUT, UGI_EFFECT_GAME, 0, 0, 0, 0, NULL},
    {"Players", PLAYERS, UGI_EFFECT_GAME, 0, PAUA_SIDES, PAUA_SIDES, PAUA_PLAYERS_MAX, NULL},
    {"Teams", CHECK, UGI_EFFECT_GAME, AT(teams), 0, 0, 0, NULL},
    {"Eval", EVAL, UGI_EFFECT_ENGINE, 0, 0, 0, 0, NULL},
    {"EvalFile", PATH, UGI_EFFECT_NET, AT(net_path), 0, 0, 0, NULL},
    {"Method", METHOD, UGI_EFFECT_SEARCH, 0, 0, 0, 0, NULL},
    {"Opponent", OPPONENT, UGI_EFFECT_ENGINE, 0, 0, 0, 0, NULL},
    {"Level", SPIN, UGI_EFFECT_SEARCH, AT(level), 0, 0, PAUA_LEVELS, NULL},
    {"Contempt", SPIN, UGI_EFFECT_SEARCH, AT(contempt), PAUA_CONTEMPT, 0, PAUA_CONTEMPT_MAX, NULL},
    {"Seed", SPIN, UGI_EFFECT_SEARCH, AT(seed), 0, 0, 4294967295, NULL},
    {"TablePath", PATH, UGI_EFFECT_TABLES, AT(table_path), 0, 0, 0, NULL},
    {"OwnBook", CHECK, UGI_EFFECT_SEARCH, AT(own_book), 0, 0, 0, NULL},
    {"Rules", RULES, UGI_EFFECT_GAME, 0, 0, 0, 0, NULL},
    {"WinCount", SPIN, UGI_EFFECT_GAME, AT(win), 0, 0, PAUA_CELLS_MAX, "win"},
    {"MaxPlies", SPIN, UGI_EFFECT_GAME, AT(plies), 0, 0, 65535, "plies"},
    {"Repetition", SPIN, UGI_EFFECT_GAME, AT(repetition), 3, 0, 255, "repetition"},
    {"QuietPlies", SPIN, UGI_EFFECT_GAME, AT(quiet), 200, 0, 65535, "quiet"},
    {"StuckLoses", CHECK, UGI_EFFECT_GAME, AT(stuck_loses), 0, 0, 0, "stuck"},
#undef AT
};

enum { ROWS = sizeof rows / sizeof *rows };

/* The value of a SPIN or CHECK. */
static long long *value_of(struct ugi_options *options, const struct row *row)
{
    return (long long *)(void *)((char *)options + row->offset);
}

void ugi_options_default(struct ugi_options *options)
{
    memset(options, 0, sizeof *options);
    for (int i = 0; i < ROWS; i++)
        if (rows[i].kind == SPIN || rows[i].kind == CHECK)
            *value_of(options, &rows[i]) = rows[i].setting ? UGI_UNSET : rows[i].normal;
    snprintf(options->eval, sizeof options->eval, "%s", paua_eval_name(0));
    options->layout = paua_layout_find("standard");
    snprintf(options->rules, sizeof options->rules, "%s", paua_preset_name(0));
}

char *ugi_options_rules(const struct ugi_options *options, char text[UGI_RULES_TEXT_MAX])
{
    const int cap = UGI_RULES_TEXT_MAX;
    int used = snprintf(text, (size_t)cap, "%s", options->rules);
    for (int i = 0; i < ROWS && used < cap; i++) {
        const struct row *row = &rows[i];
        struct ugi_options copy = *options;
        long long value = row->setting ? *value_of(&copy, row) : UGI_UNSET;
        if (value == UGI_UNSET || (row->least == value && !strcmp(row->setting, "win")))
            continue;
        used += row->kind == CHECK
                    ? snprintf(text + used, (size_t)(cap - used), ",%s=%s", row->setting,
                               value ? "loss" : "draw")
                    : snprintf(text + used, (size_t)(cap - used), ",%s=%lld", row->setting, value);
    }
    return text;
}

/* Completes the line of a combo option: the default and all names, up to NULL. */
static void print_names(const char *normal, const char *(*name)(int i))
{
    printf("combo default %s", normal);
    for (int i = 0; name(i); i++)
        printf(" var %s", name(i));
}

/* The names of the option Layout. */
static const char *layout_name(int i)
{
    const paua_layout *layout = paua_layout_at(i);
    return layout ? layout->name : NULL;
}

/* The names of the option Opponent: none, then the opponents. */
static const char *opponent_name(int i)
{
    return i == 0 ? "none" : i <= paua_opponent_count() ? paua_opponent_at(i - 1)->name : NULL;
}

void ugi_options_print(void)
{
    for (int i = 0; i < ROWS; i++) {
        const struct row *row = &rows[i];
        printf("option name %s type ", row->name);
        switch (row->kind) {
        case SPIN:
        case PLAYERS:
            printf("spin default %lld min %lld max %lld", row->normal, row->least, row->most);
            break;
        case CHECK:
            printf("check default false");
            break;
        case RULES:
            printf("string default %s", paua_preset_name(0));
            break;
        case PATH:
            printf("string default <empty>");
            break;
        case EVAL:
            print_names(paua_eval_name(0), paua_eval_name);
            break;
        case METHOD:
            print_names(paua_method_name(0), paua_method_name);
            break;
        case OPPONENT:
            print_names("none", opponent_name);
            break;
        case LAYOUT:
            print_names("standard", layout_name);
            break;
        }
        putchar('\n');
    }
}

/* Sets a number in the range of its row, or writes a message. */
static bool set_spin(const struct row *row, struct ugi_span value, long long *out, char *message,
                     size_t cap)
{
    char text[24], *end;
    long long number = 0;
    bool good = value.length > 0 && ugi_span_copy(value, text, sizeof text);
    if (good) {
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

/* Sets true or false, or writes a message. */
static bool set_check(const struct row *row, struct ugi_span value, long long *out, char *message,
                      size_t cap)
{
    if (!ugi_span_is(value, "true") && !ugi_span_is(value, "false")) {
        snprintf(message, cap, "%s: expected true or false", row->name);
        return false;
    }
    *out = ugi_span_is(value, "true");
    return true;
}

/* The number of the value among the names, or -1 and a message. */
static int find_name(const struct row *row, struct ugi_span value, const char *(*name)(int i),
                     char *message, size_t cap)
{
    for (int i = 0; name(i); i++)
        if (ugi_span_is(value, name(i)))
            return i;
    snprintf(message, cap, "%s: expected one of the names that 'ugi' lists", row->name);
    return -1;
}

/* Stored as text: the rules are parsed for the board of the game. */
static bool set_rules(struct ugi_span value, struct ugi_options *options, char *message, size_t cap)
{
    if (value.length >= sizeof options->rules) {
        snprintf(message, cap, "Rules: expected at most %zu bytes", sizeof options->rules - 1);
        return false;
    }
    if (value.length)
        snprintf(options->rules, sizeof options->rules, "%.*s", (int)value.length, value.text);
    else
        snprintf(options->rules, sizeof options->rules, "%s", paua_preset_name(0));
    return true;
}

/* The layout of this name for as many players as now if there is one, else that for two or the only
 * one. */
static bool set_layout(const struct row *row, struct ugi_span value, struct ugi_options *options,
                       char *message, size_t cap)
{
    char name[40];
    const paua_layout *layout;
    ugi_span_copy(value, name, sizeof name);
    layout = paua_layout_find_for(name, options->layout->players);
    if (!layout)
        layout = paua_layout_find(name);
    if (layout) {
        options->layout = layout;
        return true;
    }
    paua_error why;
    paua_layout_unknown(name, &why);
    snprintf(message, cap, "%s: %s%s", row->name, why.message,
             paua_layout_nearest(name) ? "" : ", expected one that 'ugi' lists");
    return false;
}

/* The path is not opened here. */
static bool set_path(const struct row *row, struct ugi_span value, char *path, char *message,
                     size_t cap)
{
    if (value.length >= UGI_PATH_MAX) {
        snprintf(message, cap, "%s: expected at most %d bytes", row->name, UGI_PATH_MAX - 1);
        return false;
    }
    if (ugi_span_is(value, "<empty>"))
        value.length = 0;
    return ugi_span_copy(value, path, UGI_PATH_MAX);
}

/* The present layout's relative for this number of players: standard-5 after standard or
 * standard-3. */
static bool set_players(const struct row *row, struct ugi_span value, struct ugi_options *options,
                        char *message, size_t cap)
{
    const paua_layout *layout = options->layout;
    char stem[40];
    size_t length = strlen(layout->name);
    long long players;
    if (!set_spin(row, value, &players, message, cap))
        return false;
    if (length > 2 && layout->name[length - 2] == '-' &&
        layout->name[length - 1] == '0' + layout->players)
        length -= 2;
    snprintf(stem, sizeof stem, "%.*s", (int)length, layout->name);
    layout = paua_layout_find_for(stem, (int)players);
    if (layout)
        options->layout = layout;
    else
        snprintf(message, cap, "Players: the layout '%s' is not for %lld", stem, players);
    return layout != NULL;
}

/* A name, with settings after it or without. */
static bool set_eval(struct ugi_span value, struct ugi_options *options, char *message, size_t cap)
{
    char text[PAUA_EVAL_TEXT_MAX];
    paua_error error;
    ugi_span_copy(value, text, sizeof text);
    if (paua_eval_check(text, &error) == PAUA_OK) {
        snprintf(options->eval, sizeof options->eval, "%s", text);
        return true;
    }
    snprintf(message, cap, "Eval: %s", error.message);
    return false;
}

/* A name, with a number of plies, a level and settings after it or without. */
static bool set_opponent(struct ugi_span value, struct ugi_options *options, char *message,
                         size_t cap)
{
    char text[PAUA_OPPONENT_TEXT_MAX];
    if (ugi_span_is(value, "none")) {
        options->opponent = (paua_opponent){0};
        return true;
    }
    ugi_span_copy(value, text, sizeof text);
    paua_error error;
    if (paua_opponent_parse(text, &options->opponent, &error) == PAUA_OK)
        return true;
    snprintf(message, cap, "Opponent: %s", error.message);
    return false;
}

/* Sets an option by its kind. False with a message if the value is refused. */
static bool set_row(struct ugi_options *options, const struct row *row, struct ugi_span value,
                    char *message, size_t cap)
{
    int i;
    switch (row->kind) {
    case SPIN:
        return set_spin(row, value, value_of(options, row), message, cap);
    case CHECK:
        return set_check(row, value, value_of(options, row), message, cap);
    case RULES:
        return set_rules(value, options, message, cap);
    case EVAL:
        return set_eval(value, options, message, cap);
    case METHOD:
        i = find_name(row, value, paua_method_name, message, cap);
        options->method = i < 0 ? options->method : i;
        return i >= 0;
    case OPPONENT:
        return set_opponent(value, options, message, cap);
    case LAYOUT:
        return set_layout(row, value, options, message, cap);
    case PATH:
        return set_path(row, value, (char *)options + row->offset, message, cap);
    case PLAYERS:
        break;
    }
    return set_players(row, value, options, message, cap);
}

bool ugi_options_set(struct ugi_options *options, struct ugi_span name, struct ugi_span value,
                     enum ugi_effect *effect, char *message, size_t cap)
{
    for (int i = 0; i < ROWS; i++) {
        if (ugi_span_is(name, rows[i].name)) {
            *effect = rows[i].effect;
            return set_row(options, &rows[i], value, message, cap);
        }
    }
    snprintf(message, cap, "no option '%.*s'", (int)(name.length < 30 ? name.length : 30),
             name.text);
    return false;
}
