/* contender.c - who plays, as text. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/eval.h>
#include <paua/match.h>

#include "base/error.h"

/* A setting that is a number: where it goes and what it may be. */
enum { HASH_MB_MAX = 65536, THREADS_MAX = 1 };

/* One `key=value`, whose end the next comma or the text's is. */
struct setting {
    const char *text; /* the whole, for offsets */
    const char *key, *value;
    size_t key_length, value_length;
};

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

static paua_status read_number(const struct setting *setting, int64_t least, int64_t most,
                               int64_t *out, paua_error *error)
{
    int64_t number = 0;
    bool good = setting->value_length > 0 && setting->value_length <= 18;

    for (size_t i = 0; good && i < setting->value_length; i++) {
        good = setting->value[i] >= '0' && setting->value[i] <= '9';
        number = number * 10 + (setting->value[i] - '0');
    }
    if (!good || number < least || number > most)
        return error_fill(error, PAUA_BAD_SYNTAX, offset_of(setting, setting->value),
                          "%.*s: expected a whole number from %lld to %lld",
                          (int)setting->key_length, setting->key, (long long)least,
                          (long long)most);
    *out = number;
    return PAUA_OK;
}

static paua_status read_name(const struct setting *setting, char *out, size_t cap,
                             paua_error *error)
{
    if (setting->value_length == 0 || setting->value_length >= cap)
        return error_fill(error, PAUA_BAD_SYNTAX, offset_of(setting, setting->value),
                          "%.*s: expected 1 to %zu bytes", (int)setting->key_length, setting->key,
                          cap - 1);
    memcpy(out, setting->value, setting->value_length);
    out[setting->value_length] = '\0';
    return PAUA_OK;
}

static paua_status read_eval(const struct setting *setting, paua_contender *out, paua_error *error)
{
    for (int i = 0; i < paua_eval_count(); i++)
        if (value_is(setting, paua_eval_name(i)))
            return read_name(setting, out->eval, sizeof out->eval, error);
    return error_fill(
        error, PAUA_NOT_FOUND, offset_of(setting, setting->value), "no evaluation is named '%.*s'",
        (int)(setting->value_length < 40 ? setting->value_length : 40), setting->value);
}

static paua_status read_method(const struct setting *setting, paua_contender *out,
                               paua_error *error)
{
    for (int i = 0; i < PAUA_METHOD_COUNT; i++) {
        if (value_is(setting, paua_method_name(i))) {
            out->limits.method = i;
            return PAUA_OK;
        }
    }
    return error_fill(
        error, PAUA_NOT_FOUND, offset_of(setting, setting->value), "no method is named '%.*s'",
        (int)(setting->value_length < 40 ? setting->value_length : 40), setting->value);
}

static paua_status read_setting(const struct setting *setting, paua_contender *out,
                                paua_error *error)
{
    int64_t number = 0;
    paua_status status;

    if (key_is(setting, "eval"))
        return read_eval(setting, out, error);
    if (key_is(setting, "method"))
        return read_method(setting, out, error);
    if (key_is(setting, "name"))
        return read_name(setting, out->name, sizeof out->name, error);
    if (key_is(setting, "nodes"))
        status = read_number(setting, 1, INT64_MAX / 2, &number, error);
    else if (key_is(setting, "time"))
        status = read_number(setting, 1, 86400000, &number, error);
    else if (key_is(setting, "depth"))
        status = read_number(setting, 1, PAUA_DEPTH_MAX, &number, error);
    else if (key_is(setting, "level"))
        status = read_number(setting, 1, PAUA_LEVELS, &number, error);
    else if (key_is(setting, "hash"))
        status = read_number(setting, 1, HASH_MB_MAX, &number, error);
    else if (key_is(setting, "threads"))
        status = read_number(setting, 1, THREADS_MAX, &number, error);
    else
        return error_fill(error, PAUA_BAD_SYNTAX, offset_of(setting, setting->key),
                          "no setting is named '%.*s', expected level, eval, depth, nodes, time, "
                          "hash, threads, method or name",
                          (int)(setting->key_length < 40 ? setting->key_length : 40), setting->key);
    if (status != PAUA_OK)
        return status;
    switch (*setting->key) {
    case 'n':
        out->limits.nodes = (uint64_t)number;
        break;
    case 'd':
        out->limits.depth = (int)number;
        break;
    case 'l':
        out->limits.level = (int)number;
        break;
    case 'h':
        out->hash_mb = number;
        break;
    default:
        if (key_is(setting, "time"))
            out->limits.time_ms = number;
        else
            out->threads = (int)number;
    }
    return PAUA_OK;
}

static paua_status read_settings(const char *text, const char *at, paua_contender *out,
                                 paua_error *error)
{
    paua_status status = PAUA_OK;

    while (status == PAUA_OK && *at) {
        struct setting setting = {.text = text, .key = at};
        size_t length = strcspn(at, ",");
        const char *equals = memchr(at, '=', length);
        if (!equals)
            return error_fill(error, PAUA_BAD_SYNTAX, (size_t)(at - text),
                              "expected a setting such as level=3");
        setting.key_length = (size_t)(equals - at);
        setting.value = equals + 1;
        setting.value_length = length - setting.key_length - 1;
        status = read_setting(&setting, out, error);
        at += length;
        at += *at == ',';
    }
    return status;
}

paua_status paua_contender_parse(const char *text, paua_contender *out, paua_error *error)
{
    paua_contender contender = {0};
    const char *colon = strchr(text, ':');
    size_t length = colon ? (size_t)(colon - text) : strlen(text);
    paua_status status;

    snprintf(contender.name, sizeof contender.name, "%s", text);
    if (length != 4 || memcmp(text, "paua", 4) != 0)
        return error_fill(error, PAUA_NOT_FOUND, 0, "no engine is named '%.*s', expected paua",
                          (int)(length < 40 ? length : 40), text);
    status = colon ? read_settings(text, colon + 1, &contender, error) : PAUA_OK;
    if (status == PAUA_OK)
        *out = contender;
    return status;
}
