/* units.c - times and sizes with their units. Numbers are integers throughout; only a fraction of a
 * second or of a longer unit is rounded, to milliseconds. */
#include "base/units.h"

#include <assert.h>
#include <string.h>

/* A number with a fraction: whole + part / scale. */
struct decimal {
    uint64_t whole, part, scale;
    bool pointed; /* it has a decimal point */
};

/* Digits of a fraction that count: an hour has 3.6 million milliseconds. */
#define SCALE_MAX 1000000000u

/* Unlike isdigit(), this ignores the locale and stops at the end of the text. */
static bool is_digit(const char *at, const char *end)
{
    return at < end && *at >= '0' && *at <= '9';
}

/* Reads a number and moves *at behind it; false when there is none or it does not fit. */
static bool read_decimal(const char **at, const char *end, struct decimal *out)
{
    int digits = 0;

    *out = (struct decimal){.scale = 1};
    for (; is_digit(*at, end); (*at)++, digits++) {
        uint64_t digit = (uint64_t)(**at - '0');
        if (out->whole > (UINT64_MAX - digit) / 10)
            return false;
        out->whole = 10 * out->whole + digit;
    }
    out->pointed = *at < end && **at == '.';
    *at += out->pointed;
    for (; out->pointed && is_digit(*at, end); (*at)++, digits++) {
        if (out->scale == SCALE_MAX)
            continue;
        out->part = 10 * out->part + (uint64_t)(**at - '0');
        out->scale *= 10;
    }
    return digits > 0;
}

bool units_read_time(const char *text, size_t length, int64_t bare_ms, int64_t *ms)
{
    static const struct {
        const char *name;
        uint64_t ms;
    } units[] = {{"ms", 1}, {"s", 1000}, {"m", 60000}, {"h", 3600000}, {"d", 86400000}};
    const char *at = text, *end = text + length;
    struct decimal number;
    uint64_t unit = 0;

    assert(bare_ms > 0);
    if (!read_decimal(&at, end, &number))
        return false;
    size_t left = (size_t)(end - at);
    if (left == 0)
        unit = (uint64_t)bare_ms;
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (left && left == strlen(units[i].name) && memcmp(at, units[i].name, left) == 0)
            unit = units[i].ms;
    /* a fraction of a millisecond has no meaning here */
    if (!unit || (unit == 1 && number.pointed) || number.whole > INT64_MAX / unit - 1)
        return false;
    *ms = (int64_t)(number.whole * unit + (number.part * unit + number.scale / 2) / number.scale);
    return true;
}

bool units_read_size(const char *text, size_t length, uint64_t bare_bytes, uint64_t *bytes)
{
    static const char letters[] = "KMGT";
    const char *at = text, *end = text + length;
    struct decimal number;
    uint64_t unit = bare_bytes;

    assert(bare_bytes > 0);
    if (!read_decimal(&at, end, &number) || number.pointed)
        return false;
    if (at < end) {
        const char *letter = memchr(letters, *at++, sizeof letters - 1);
        if (!letter)
            return false;
        unit = UINT64_C(1024) << 10 * (letter - letters);
        at += at < end && *at == 'B';
    }
    if (at < end || number.whole > UINT64_MAX / unit)
        return false;
    *bytes = number.whole * unit;
    return true;
}
