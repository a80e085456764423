/* settings.c - reads an evaluation's name and the settings behind it. Settings stand behind a slash
 * or a colon, and between them a slash or a comma; a number alone is the distance of an ejected
 * marble. */
#include "eval/settings.h"

#include <stdio.h>
#include <string.h>

#include "base/error.h"
#include "eval/eval.h"

enum value_kind { DECIMAL, NUMBER, WORD };

enum { WEIGHT_MOST = 300 };

static const char *const centres[] = {"both", "own", NULL};

static const struct {
    const char *name;
    enum value_kind kind;
    int least, most; /* of a number, in the unit of the setting */
    const char *const *words;
    const char *expected;
} rows[EVAL_SETTINGS] = {
    [EVAL_W1] = {"w1", DECIMAL, -WEIGHT_MOST, WEIGHT_MOST, NULL,
                 "a number from -3 to 3 with at most two decimals"},
    [EVAL_W2] = {"w2", DECIMAL, -WEIGHT_MOST, WEIGHT_MOST, NULL,
                 "a number from -3 to 3 with at most two decimals"},
    [EVAL_W3] = {"w3", DECIMAL, -WEIGHT_MOST, WEIGHT_MOST, NULL,
                 "a number from -3 to 3 with at most two decimals"},
    [EVAL_W4] = {"w4", DECIMAL, -WEIGHT_MOST, WEIGHT_MOST, NULL,
                 "a number from -3 to 3 with at most two decimals"},
    [EVAL_EJECTED] = {"ejected", NUMBER, 0, 99, NULL, "a whole number of steps from 0 to 99"},
    [EVAL_CENTRE] = {"centre", WORD, 0, 0, centres, "both or own"},
    [EVAL_MARBLE] = {"marble", NUMBER, 0, 100, NULL, "a whole number of steps from 0 to 100"},
};

/* A part of the text. */
struct span {
    const char *text;
    size_t length;
};

static bool span_is(struct span span, const char *word)
{
    return strlen(word) == span.length && memcmp(span.text, word, span.length) == 0;
}

/* A whole number of at most three digits without leading zeros; -1 if it is not. */
static int read_digits(struct span span)
{
    int number = 0;
    if (span.length == 0 || span.length > 3 || (span.length > 1 && span.text[0] == '0'))
        return -1;
    for (size_t i = 0; i < span.length; i++) {
        if (span.text[i] < '0' || span.text[i] > '9')
            return -1;
        number = 10 * number + (span.text[i] - '0');
    }
    return number;
}

/* A number with a sign and at most two decimals, in hundredths. */
static bool read_decimal(struct span span, int *out)
{
    bool negative = span.length > 0 && span.text[0] == '-';
    const char *digits = span.text + negative;
    size_t length = span.length - negative;
    const char *point = memchr(digits, '.', length);
    int whole = read_digits((struct span){digits, point ? (size_t)(point - digits) : length});
    int hundredths = 0, unit = 10;
    if (whole < 0 || (point && point + 1 == digits + length))
        return false;
    for (const char *at = point ? point + 1 : digits + length; at < digits + length; at++) {
        if (*at < '0' || *at > '9' || unit == 0)
            return false;
        hundredths += unit * (*at - '0');
        unit /= 10;
    }
    *out = (negative ? -1 : 1) * (100 * whole + hundredths);
    return true;
}

/* One of the words of a setting, by its number. */
static bool read_word(struct span span, const char *const *words, int *out)
{
    for (int i = 0; words[i]; i++)
        if (span_is(span, words[i])) {
            *out = i;
            return true;
        }
    return false;
}

static bool read_value(enum eval_setting setting, struct span span, int *out)
{
    if (rows[setting].kind == WORD)
        return read_word(span, rows[setting].words, out);
    if (rows[setting].kind == NUMBER)
        *out = read_digits(span);
    else if (!read_decimal(span, out))
        return false;
    return *out >= rows[setting].least && *out <= rows[setting].most;
}

/* The error for a setting that the kind does not have lists those that it has. */
static paua_status refuse_setting(const struct eval_kind *kind, size_t at, paua_error *error)
{
    char names[64] = "";
    size_t used = 0;
    for (int i = 0; i < EVAL_SETTINGS; i++)
        if (kind->settings & EVAL_BIT(i))
            used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", used ? ", " : "",
                                     rows[i].name);
    return error_fill(error, PAUA_ERROR_BAD_SYNTAX, at,
                      "%s has no such setting, expected one of: %s", kind->name, names);
}

/* Reads one setting, "w1=-1" or a number of steps alone. */
static paua_status read_setting(const char *text, struct span item, struct eval_spec *spec,
                                paua_error *error)
{
    const char *equals = memchr(item.text, '=', item.length);
    size_t at = (size_t)(item.text - text);
    struct span key = {item.text, equals ? (size_t)(equals - item.text) : item.length};
    struct span value = equals ? (struct span){equals + 1, item.length - key.length - 1} : item;
    int setting = 0, number = 0;
    if (!equals && read_digits(item) >= 0)
        key = (struct span){rows[EVAL_EJECTED].name, strlen(rows[EVAL_EJECTED].name)};
    while (setting < EVAL_SETTINGS &&
           !(spec->kind->settings & EVAL_BIT(setting) && span_is(key, rows[setting].name)))
        setting++;
    if (setting == EVAL_SETTINGS)
        return refuse_setting(spec->kind, at, error);
    if (spec->given & EVAL_BIT(setting))
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, at, "%s: given twice", rows[setting].name);
    if (!read_value((enum eval_setting)setting, value, &number))
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, (size_t)(value.text - text),
                          "%s: expected %s", rows[setting].name, rows[setting].expected);
    spec->given |= EVAL_BIT(setting);
    spec->value[setting] = number;
    return PAUA_OK;
}

/* The error for an unknown name lists all names. */
static paua_status refuse_name(paua_error *error)
{
    char names[sizeof error->message] = "";
    size_t used = 0;
    for (int i = 0; i < paua_eval_count() && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "",
                                 paua_eval_name(i));
    return error_fill(error, PAUA_ERROR_NOT_FOUND, 0, "expected one of: %s", names);
}

paua_status eval_spec_read(const char *text, struct eval_spec *out, paua_error *error)
{
    size_t length = strcspn(text, "/:");
    struct eval_spec spec = {.kind = eval_find_kind(text, length)};
    if (!spec.kind) { /* the network takes no settings */
        *out = spec;
        return eval_is_net(text) ? PAUA_OK : refuse_name(error);
    }
    if (strlen(text) >= PAUA_EVAL_TEXT_MAX)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, PAUA_EVAL_TEXT_MAX,
                          "expected less than %d characters", PAUA_EVAL_TEXT_MAX);
    if (text[length] && !spec.kind->settings)
        return error_fill(error, PAUA_ERROR_BAD_SYNTAX, length, "%s takes no settings",
                          spec.kind->name);
    for (const char *at = text + length; *at;) {
        struct span item = {at + 1, strcspn(at + 1, "/,")};
        paua_status status = read_setting(text, item, &spec, error);
        if (status != PAUA_OK)
            return status;
        at = item.text + item.length;
    }
    *out = spec;
    return PAUA_OK;
}

paua_status paua_eval_check(const char *text, paua_error *error)
{
    struct eval_spec spec;
    return eval_spec_read(text, &spec, error);
}
