/* engine_config.c - the configuration of an engine in a match, read from text:
 * paua:level=3, abapro:4, cmd,hash=64:./program ugi.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/lab/match.h>
#include <paua/opponent.h>

#include "base/error.h"
#include "base/units.h"
#include "match/process.h"

enum {
    TT_MB_MAX = 65536,
    TIME_MS_MAX = 86400000,
    MEMORY_MB_MAX = 1 << 24,
    CPU_S_MAX = 366 * 86400,
    SHOWN = 24 /* bytes of a text in a message */
};

/* One `key=value`, whose end the next comma or the text's is. */
struct setting {
    const char *text; /* the whole, for offsets */
    const char *key, *value;
    size_t key_length, value_length;
};

/* The byte offset that an error message names. */
static size_t offset_of(const struct setting *setting, const char *at)
{
    return (size_t)(at - setting->text);
}

static bool key_is(const struct setting *setting, const char *key)
{
    return setting->key_length == strlen(key) && !memcmp(setting->key, key, setting->key_length);
}

static bool value_is(const struct setting *setting, const char *value)
{
    return setting->value_length == strlen(value) &&
           !memcmp(setting->value, value, setting->value_length);
}

/* The bytes of a text that an error message quotes. */
static int shown_length(size_t length)
{
    return length < SHOWN ? (int)length : SHOWN;
}

/* A whole number from 1 to `most`. */
static paua_status read_number(const struct setting *setting, int64_t most, int64_t *out,
                               paua_error *error)
{
    int64_t number = 0;
    bool good = setting->value_length > 0 && setting->value_length <= 18;
    for (size_t i = 0; good && i < setting->value_length; i++) {
        good = setting->value[i] >= '0' && setting->value[i] <= '9';
        number = number * 10 + (setting->value[i] - '0');
    }
    if (!good || number < 1 || number > most)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, offset_of(setting, setting->value),
                          "%.*s: expected a whole number from 1 to %lld", (int)setting->key_length,
                          setting->key, (long long)most);
    *out = number;
    return PAUA_OK;
}

enum { MEGABYTE = 1 << 20 };

/* A time in milliseconds, such as 100, 100ms or 1s; 1 to `most`. */
static paua_status read_time(const struct setting *setting, int64_t most, int64_t *out,
                             paua_error *error)
{
    int64_t ms;
    if (!units_read_time(setting->value, setting->value_length, 1, &ms) || ms < 1 || ms > most)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, offset_of(setting, setting->value),
                          "%.*s: expected a time such as 100, 100ms or 1s, at most %lld ms",
                          (int)setting->key_length, setting->key, (long long)most);
    *out = ms;
    return PAUA_OK;
}

/* A size in megabytes, such as 64, 64MB or 1G; 1 to `most`. */
static paua_status read_megabytes(const struct setting *setting, int64_t most, int64_t *out,
                                  paua_error *error)
{
    uint64_t bytes;
    if (!units_read_size(setting->value, setting->value_length, MEGABYTE, &bytes) || bytes == 0 ||
        bytes % MEGABYTE || bytes / MEGABYTE > (uint64_t)most)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, offset_of(setting, setting->value),
                          "%.*s: expected a size such as 64, 64MB or 1G, at most %lld MB",
                          (int)setting->key_length, setting->key, (long long)most);
    *out = (int64_t)(bytes / MEGABYTE);
    return PAUA_OK;
}

/* A processor time in seconds, such as 10s or 3m; 1 to `most`. */
static paua_status read_seconds(const struct setting *setting, int64_t most, int64_t *out,
                                paua_error *error)
{
    int64_t ms;
    if (!units_read_time(setting->value, setting->value_length, 1, &ms) || ms < 1000 || ms % 1000 ||
        ms / 1000 > most)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, offset_of(setting, setting->value),
                          "%.*s: expected a time of whole seconds such as 10s or 3m, at most "
                          "%lld s",
                          (int)setting->key_length, setting->key, (long long)most);
    *out = ms / 1000;
    return PAUA_OK;
}

/* Copies a value of 1 to cap - 1 bytes. */
static paua_status read_text(const struct setting *setting, char *out, size_t cap,
                             paua_error *error)
{
    if (setting->value_length == 0 || setting->value_length >= cap)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, offset_of(setting, setting->value),
                          "%.*s: expected 1 to %zu bytes", (int)setting->key_length, setting->key,
                          cap - 1);
    memcpy(out, setting->value, setting->value_length);
    out[setting->value_length] = '\0';
    return PAUA_OK;
}

/* Reads the name of an evaluation. */
static paua_status read_eval(const struct setting *setting, paua_engine_config *out,
                             paua_error *error)
{
    paua_status status = read_text(setting, out->eval, sizeof out->eval, error);
    paua_error why;
    if (status != PAUA_OK)
        return status;
    status = paua_eval_check(out->eval, &why);
    return status == PAUA_OK
               ? status
               : error_fill(error, status, offset_of(setting, setting->value) + why.at, "eval: %s",
                            why.message);
}

/* Reads the name of a search method. */
static paua_status read_method(const struct setting *setting, paua_engine_config *out,
                               paua_error *error)
{
    for (int i = 0; i < PAUA_METHOD_COUNT; i++) {
        if (value_is(setting, paua_method_name(i))) {
            out->limits.method = i;
            return PAUA_OK;
        }
    }
    return error_fill(error, PAUA_ERROR_NOT_FOUND, offset_of(setting, setting->value),
                      "no method is named '%.*s'", shown_length(setting->value_length),
                      setting->value);
}

/* Appends a setting as it is to a list of them. */
static paua_status append_setting(const struct setting *setting, char *list, size_t cap,
                                  paua_error *error)
{
    size_t used = strlen(list);
    size_t length = setting->key_length + 1 + setting->value_length;
    if (used + length + 2 > cap)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, offset_of(setting, setting->key),
                          "expected less than %zu bytes of options", cap);
    snprintf(list + used, cap - used, "%s%.*s", used ? "," : "", (int)length, setting->key);
    return PAUA_OK;
}

/* The search parameter that a setting names, or NULL. */
static const paua_parameter *parameter_of(const struct setting *setting)
{
    const paua_parameter *parameter;
    for (int i = 0; (parameter = paua_parameter_at(i)); i++)
        if (key_is(setting, parameter->name))
            return parameter;
    return NULL;
}

/* A parameter of the search: a whole number in its range. */
static paua_status read_parameter(const struct setting *setting, const paua_parameter *parameter,
                                  paua_engine_config *out, paua_error *error)
{
    char digits[16], *end;
    long value = 0;
    snprintf(digits, sizeof digits, "%.*s", (int)setting->value_length, setting->value);
    value = strtol(digits, &end, 10);
    if (setting->value_length == 0 || setting->value_length >= sizeof digits || *end ||
        value < parameter->least || value > parameter->most)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, offset_of(setting, setting->value),
                          "%s: expected a whole number from %d to %d", parameter->name,
                          parameter->least, parameter->most);
    return append_setting(setting, out->parameters, sizeof out->parameters, error);
}

/* Settings that are numbers. */
enum number {
    NUMBER_LEVEL,
    NUMBER_DEPTH,
    NUMBER_NODES,
    NUMBER_TIME,
    NUMBER_HASH,
    NUMBER_THREADS,
    NUMBER_MEMORY,
    NUMBER_CPU
};

typedef paua_status read_function(const struct setting *setting, int64_t most, int64_t *out,
                                  paua_error *error);

static const struct {
    const char *key;
    int64_t most; /* the least is 1 */
    read_function *read;
    bool in_process, external; /* whose setting it is */
} numbers[] = {
    [NUMBER_LEVEL] = {"level", PAUA_LEVELS, read_number, true, false},
    [NUMBER_DEPTH] = {"depth", PAUA_DEPTH_MAX, read_number, true, true},
    [NUMBER_NODES] = {"nodes", INT64_MAX / 2, read_number, true, true},
    [NUMBER_TIME] = {"time", TIME_MS_MAX, read_time, true, true},
    [NUMBER_HASH] = {"hash", TT_MB_MAX, read_megabytes, true, true},
    [NUMBER_THREADS] = {"threads", PAUA_THREADS_MAX, read_number, true, true},
    [NUMBER_MEMORY] = {"memory", MEMORY_MB_MAX, read_megabytes, false, true},
    [NUMBER_CPU] = {"cpu", CPU_S_MAX, read_seconds, false, true},
};

enum { NUMBERS = sizeof numbers / sizeof *numbers };

/* Stores a number in the field that its setting stands for. */
static void set_number(enum number which, int64_t value, paua_engine_config *out)
{
    switch (which) {
    case NUMBER_LEVEL:
        out->limits.level = (int)value;
        break;
    case NUMBER_DEPTH:
        out->limits.depth = (int)value;
        break;
    case NUMBER_NODES:
        out->limits.nodes = (uint64_t)value;
        break;
    case NUMBER_TIME:
        out->limits.time_ms = value;
        break;
    case NUMBER_HASH:
        out->tt_mb = value;
        break;
    case NUMBER_THREADS:
        out->threads = (int)value;
        break;
    case NUMBER_MEMORY:
        out->memory_mb = value;
        break;
    case NUMBER_CPU:
        out->cpu_s = value;
        break;
    }
}

/* Reads one setting. An external engine takes unknown ones as options of its own. */
static paua_status read_setting(const struct setting *setting, bool external,
                                paua_engine_config *out, paua_error *error)
{
    for (int i = 0; i < NUMBERS; i++) {
        int64_t value = 0;
        if (!key_is(setting, numbers[i].key) ||
            !(external ? numbers[i].external : numbers[i].in_process))
            continue;
        paua_status status = numbers[i].read(setting, numbers[i].most, &value, error);
        if (status == PAUA_OK)
            set_number((enum number)i, value, out);
        return status;
    }
    if (key_is(setting, "name"))
        return read_text(setting, out->name, sizeof out->name, error);
    if (external)
        return append_setting(setting, out->options, sizeof out->options, error);
    if (key_is(setting, "eval"))
        return read_eval(setting, out, error);
    if (key_is(setting, "net"))
        return read_text(setting, out->net, sizeof out->net, error);
    if (key_is(setting, "method"))
        return read_method(setting, out, error);
    const paua_parameter *parameter = parameter_of(setting);
    if (parameter)
        return read_parameter(setting, parameter, out, error);
    return error_fill(error, PAUA_ERROR_BAD_SYNTAX, offset_of(setting, setting->key),
                      "no setting is named '%.*s', expected level, eval, net, depth, nodes, time, "
                      "hash, threads, method, name or a parameter (paua tune --list)",
                      shown_length(setting->key_length), setting->key);
}

/* The settings in `length` bytes from `at` on. */
static paua_status read_settings(const char *text, const char *at, size_t length, bool external,
                                 paua_engine_config *out, paua_error *error)
{
    const char *end = at + length;
    paua_status status = PAUA_OK;
    while (status == PAUA_OK && at < end) {
        struct setting setting = {.text = text, .key = at};
        const char *comma = memchr(at, ',', (size_t)(end - at));
        const char *next = comma ? comma : end;
        const char *equals = memchr(at, '=', (size_t)(next - at));
        if (!equals || equals == at)
            return error_fill(error, PAUA_ERROR_BAD_SYNTAX, (size_t)(at - text),
                              "expected a setting such as depth=3");
        setting.key_length = (size_t)(equals - at);
        setting.value = equals + 1;
        setting.value_length = (size_t)(next - setting.value);
        status = read_setting(&setting, external, out, error);
        at = next + (comma != NULL);
    }
    return status;
}

/* "cmd:COMMAND", "cmd,name=Old,hash=64,Contempt=3:COMMAND" */
static paua_status read_command(const char *text, paua_engine_config *out, paua_error *error)
{
    const char *colon = strchr(text, ':');
    const char *settings = text + strlen("cmd");
    size_t length;
    if (!colon || !colon[1] || strlen(colon + 1) >= sizeof out->command)
        return error_fill(
            error, PAUA_ERROR_BAD_SYNTAX, colon ? (size_t)(colon - text) : strlen(text),
            "expected a colon and a command of less than %zu bytes", sizeof out->command);
    snprintf(out->command, sizeof out->command, "%s", colon + 1);
    char copy[sizeof out->command], *words[PROCESS_WORDS_MAX];
    memcpy(copy, out->command, sizeof copy);
    if (process_split_command(copy, words, PROCESS_WORDS_MAX) == 0)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, (size_t)(colon + 1 - text),
                          "expected a program and its arguments, quotes closed");
    settings += *settings == ',';
    length = colon > settings ? (size_t)(colon - settings) : 0;
    return read_settings(text, settings, length, true, out, error);
}

/* The names of all opponents, with commas between them. Returns `text`. */
static char *list_opponents(char *text, size_t cap)
{
    size_t used = 0;
    for (int i = 0; i < paua_opponent_count() && used < cap; i++)
        used += (size_t)snprintf(text + used, cap - used, "%s%s", i ? ", " : "",
                                 paua_opponent_at(i)->name);
    return text;
}

/* Reads an opponent from a paper, such as abapro:4: its evaluation and depth in plies. */
static paua_status read_opponent(const char *text, paua_engine_config *out, paua_error *error)
{
    paua_opponent opponent;
    char names[128];
    paua_status status = paua_opponent_parse(text, &opponent, error);
    if (status == PAUA_ERROR_NOT_FOUND)
        return error_fill(error, status, 0,
                          "no such engine, expected paua, cmd:COMMAND or one of: %s",
                          list_opponents(names, sizeof names));
    if (status != PAUA_OK)
        return status;
    snprintf(out->eval, sizeof out->eval, "%s", opponent.eval);
    paua_opponent_limit(&opponent, &out->limits);
    return PAUA_OK;
}

/* An error must stay on one line, whatever text it quotes. */
static void keep_one_line(paua_error *error)
{
    for (char *c = error->message; *c; c++)
        if ((unsigned char)*c < ' ' || *c == 127)
            *c = ' ';
}

paua_status paua_engine_config_parse(const char *text, paua_engine_config *out, paua_error *error)
{
    paua_engine_config config = {0};
    paua_status status;
    snprintf(config.name, sizeof config.name, "%s", text);
    if (!strncmp(text, "cmd:", 4) || !strncmp(text, "cmd,", 4))
        status = read_command(text, &config, error);
    else if (!strcmp(text, "paua"))
        status = PAUA_OK;
    else if (!strncmp(text, "paua:", 5))
        status = read_settings(text, text + 5, strlen(text + 5), false, &config, error);
    else
        status = read_opponent(text, &config, error);
    if (status == PAUA_OK)
        *out = config;
    else if (error)
        keep_one_line(error);
    return status;
}
