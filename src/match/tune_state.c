/* tune_state.c - the checkpoint of a tuning: iterations done, values, the settings it was made with
 * as text, with a SHA-256; docs/tuning.md draws the file. */
#include "match/tune.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/version.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/file.h"
#include "base/unicode.h"
#include "match/openings.h"

enum {
    AT_SETTINGS = 8,
    AT_COUNT = 12,
    AT_ITERATION = 16,
    AT_DRAWS = 24,
    HEADER = 32,
    SUM = SHA256_BYTES,
    SHOWN = 56 /* bytes of a setting in a message */
};

static const char magic[8] = {'P', 'A', 'U', 'A', 'T', 'U', 'N', '1'};

/* The settings as they grow. */
struct settings_text {
    char *text;
    size_t used;
};

/* Appends a line. What does not fit leaves `used` at TUNE_SETTINGS_MAX or above. */
__attribute__((format(printf, 2, 3))) static void add_line(struct settings_text *settings,
                                                           const char *format, ...)
{
    const size_t room = settings->used < TUNE_SETTINGS_MAX ? TUNE_SETTINGS_MAX - settings->used : 0;
    va_list arguments;
    va_start(arguments, format);
    const int length =
        vsnprintf(room ? settings->text + settings->used : NULL, room, format, arguments);
    va_end(arguments);
    settings->used += length > 0 ? (size_t)length : 0;
}

bool tune_describe(paua_tune *tune)
{
    const paua_tune_setup *setup = &tune->setup;
    const paua_net *net = paua_net_embedded();
    struct settings_text settings = {.text = tune->settings};
    char name[PAUA_NET_NAME_MAX];
    add_line(&settings, "paua %s\n", paua_version());
    add_line(&settings, "net %s\n", net ? paua_net_name(net, name) : "none");
    add_line(&settings, "iterations %" PRId64 "\n", setup->iterations);
    add_line(&settings, "pairs %" PRId64 "\n", setup->pairs);
    add_line(&settings, "depth %d\n", setup->limits.depth);
    add_line(&settings, "nodes %" PRIu64 "\n", setup->limits.nodes);
    add_line(&settings, "time %" PRId64 " ms\n", setup->limits.time_ms);
    add_line(&settings, "rules %s\n", setup->rules ? setup->rules : "none");
    add_line(&settings, "max-plies %d\n", setup->plies);
    add_line(&settings, "hash %" PRId64 " MB\n", setup->tt_mb);
    add_line(&settings, "seed %" PRIu64 "\n", setup->seed);
    for (int i = 0; i < tune->count; i++) {
        const paua_parameter *parameter = tune->parameters[i];
        const struct spsa_range *range = &tune->ranges[i];
        add_line(&settings, "%s %d, %d to %d, c %.9g r %.9g\n", parameter->name, parameter->value,
                 parameter->least, parameter->most, range->c_end, range->r_end);
    }
    add_line(&settings, "openings %016" PRIx64 "\n", setup->openings->hash);
    return settings.used < TUNE_SETTINGS_MAX;
}

/* Writes a number as its IEEE 754 bits. */
static void put_double(uint8_t *at, double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    bytes_put(at, bits, 8);
}

static double double_at(const uint8_t *at)
{
    const uint64_t bits = bytes_get(at, 8);
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

size_t tune_state_put(const paua_tune *tune, uint8_t bytes[TUNE_STATE_MAX])
{
    const size_t length = strlen(tune->settings);
    memcpy(bytes, magic, sizeof magic);
    bytes_put(bytes + AT_SETTINGS, length, 4);
    bytes_put(bytes + AT_COUNT, (uint64_t)tune->count, 4);
    bytes_put(bytes + AT_ITERATION, (uint64_t)tune->iteration, 8);
    bytes_put(bytes + AT_DRAWS, (uint64_t)tune->draws, 8);
    uint8_t *at = bytes + HEADER;
    for (int i = 0; i < tune->count; i++, at += 8)
        put_double(at, tune->values[i]);
    memcpy(at, tune->settings, length);
    at += length;
    sha256_of(bytes, (size_t)(at - bytes), at);
    return (size_t)(at - bytes) + SUM;
}

/* The length of the first line of a text of `length` bytes, without its end. */
static size_t line_length(const char *text, size_t length)
{
    const char *end = memchr(text, '\n', length);
    return end ? (size_t)(end - text) : length;
}

/* Copies the beginning of a line for a message, safe for a terminal. */
static const char *quote_line(const char *line, size_t length, char out[SHOWN + 1])
{
    if (length > SHOWN)
        length = SHOWN;
    memcpy(out, line, length);
    out[length] = '\0';
    unicode_make_line(out);
    return length > 0 ? out : "nothing";
}

/* PAUA_OK where the settings of a file are those of the tuning; or PAUA_ERROR_CONFLICT, with the
 * first line that differs. */
static paua_status compare_settings(const paua_tune *tune, const char *theirs, size_t length,
                                    paua_error *error)
{
    const char *ours = tune->settings;
    size_t left = strlen(ours);
    while (left > 0 || length > 0) {
        const size_t own = line_length(ours, left), other = line_length(theirs, length);
        if (own != other || memcmp(ours, theirs, own) != 0 || !left || !length) {
            char texts[2][SHOWN + 1];
            return error_fill(error, PAUA_ERROR_CONFLICT, 0, "made with '%s', expected '%s'",
                              quote_line(theirs, other, texts[0]), quote_line(ours, own, texts[1]));
        }
        ours += own + (own < left);
        left -= own + (own < left);
        theirs += other + (other < length);
        length -= other + (other < length);
    }
    return PAUA_OK;
}

/* Whether all numbers of a checkpoint are in range. */
static bool numbers_in_range(const paua_tune *tune, const uint8_t *bytes)
{
    const uint64_t iteration = bytes_get(bytes + AT_ITERATION, 8);
    bool good = iteration <= (uint64_t)tune->setup.iterations &&
                bytes_get(bytes + AT_DRAWS, 8) <= iteration * 2 * (uint64_t)tune->setup.pairs;
    for (int i = 0; i < tune->count && good; i++) {
        const double value = double_at(bytes + HEADER + 8 * (size_t)i);
        good = isfinite(value) && value >= tune->ranges[i].least && value <= tune->ranges[i].most;
    }
    return good;
}

paua_status tune_state_get(paua_tune *tune, const uint8_t *bytes, size_t size, paua_error *error)
{
    if (size < HEADER + SUM || memcmp(bytes, magic, sizeof magic) != 0)
        return error_fill(error, PAUA_ERROR_CORRUPT, 0, "not a checkpoint of tuning");
    if (size > TUNE_STATE_MAX || !sha256_matches(bytes, size - SUM, bytes + size - SUM))
        return error_fill(error, PAUA_ERROR_CORRUPT, 0,
                          "damaged or truncated, the checksum is wrong");
    const uint64_t length = bytes_get(bytes + AT_SETTINGS, 4),
                   count = bytes_get(bytes + AT_COUNT, 4);
    if (count > PAUA_TUNE_PARAMETERS_MAX || size != HEADER + 8 * count + length + SUM)
        return error_fill(error, PAUA_ERROR_CORRUPT, AT_SETTINGS, "its sizes do not agree");
    const char *settings = (const char *)bytes + HEADER + 8 * count;
    paua_status status = compare_settings(tune, settings, length, error);
    if (status != PAUA_OK)
        return status;
    if (count != (uint64_t)tune->count || !numbers_in_range(tune, bytes))
        return error_fill(error, PAUA_ERROR_CORRUPT, AT_ITERATION, "it has values out of range");
    tune->iteration = (int64_t)bytes_get(bytes + AT_ITERATION, 8);
    tune->draws = (int64_t)bytes_get(bytes + AT_DRAWS, 8);
    for (int i = 0; i < tune->count; i++)
        tune->values[i] = double_at(bytes + HEADER + 8 * (size_t)i);
    return PAUA_OK;
}

paua_status paua_tune_resume(paua_tune *tune, const char *path, paua_error *error)
{
    uint8_t *bytes = malloc(TUNE_STATE_MAX + 1); /* one more byte, to notice a longer file */
    if (!bytes)
        return error_fill(error, PAUA_ERROR_NO_MEMORY, 0, "%s",
                          paua_status_text(PAUA_ERROR_NO_MEMORY));
    paua_status status = PAUA_ERROR_IO;
    FILE *file = fopen(path, "rbe");
    const size_t got = file ? fread(bytes, 1, TUNE_STATE_MAX + 1, file) : 0;
    if (!file || ferror(file))
        error_write(error, status, 0, "%s", strerror(errno));
    else
        status = tune_state_get(tune, bytes, got, error);
    if (file)
        fclose(file);
    free(bytes);
    return status;
}

paua_status tune_save(const paua_tune *tune, const char *path)
{
    uint8_t *bytes = malloc(TUNE_STATE_MAX);
    if (!bytes)
        return PAUA_ERROR_NO_MEMORY;
    paua_status status = file_replace(path, bytes, tune_state_put(tune, bytes));
    free(bytes);
    return status;
}
