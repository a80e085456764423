/* trainer_state.c - the checkpoint of a training: weights, Adam's means, epoch, with a SHA-256. */
#include "train/trainer.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/error.h"
#include "base/file.h"

/* The file: what has to agree, how far it is, the three arrays; docs/training.md. */
enum {
    AT_OPTIONS = 16,
    OPTIONS = 56,
    AT_EPOCH = 72,
    AT_STEPS = 80,
    HEADER = 128,
    SUM = SHA256_BYTES
};

static const char magic[8] = {'P', 'A', 'U', 'A', 'T', 'R', 'N', '1'};

/* The IEEE 754 bits of a number. */
static uint64_t bits_of(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

/* All options that a resumed training must share. */
static void put_options(const struct paua_trainer *trainer, uint8_t bytes[OPTIONS])
{
    const paua_trainer_options *options = &trainer->options;
    memset(bytes, 0, OPTIONS);
    bytes_put(bytes, (uint64_t)options->hidden, 4);
    bytes_put(bytes + 4, (uint64_t)options->buckets, 4);
    bytes_put(bytes + 8, (uint64_t)options->batch, 4);
    bytes_put(bytes + 12, (uint64_t)options->validate, 4);
    bytes_put(bytes + 16, bits_of(options->rate), 8);
    bytes_put(bytes + 24, bits_of(options->lambda), 8);
    bytes_put(bytes + 32, options->seed, 8);
    bytes_put(bytes + 40, trainer->sum, 8);
    bytes_put(bytes + 48, trainer->learned + trainer->held_out_count, 8);
}

size_t trainer_state_size(const struct paua_trainer *trainer)
{
    return HEADER + 3 * 4 * trainer->model.size + SUM;
}

/* Writes numbers as little-endian IEEE 754 bits. Returns the end. */
static uint8_t *put_floats(uint8_t *at, const float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++, at += 4) {
        uint32_t bits;
        memcpy(&bits, &numbers[i], sizeof bits);
        bytes_put(at, bits, 4);
    }
    return at;
}

void trainer_state_put(const struct paua_trainer *trainer, uint8_t *bytes)
{
    memset(bytes, 0, HEADER);
    memcpy(bytes, magic, sizeof magic);
    put_options(trainer, bytes + AT_OPTIONS);
    bytes_put(bytes + AT_EPOCH, (uint64_t)trainer->epoch, 4);
    bytes_put(bytes + AT_STEPS, trainer->adam.steps, 8);
    uint8_t *at = put_floats(bytes + HEADER, trainer->model.numbers, trainer->model.size);
    at = put_floats(at, trainer->adam.first, trainer->model.size);
    at = put_floats(at, trainer->adam.second, trainer->model.size);
    sha256_of(bytes, (size_t)(at - bytes), at);
}

/* Reads a number that put_floats() wrote. */
static float float_at(const uint8_t *at)
{
    uint32_t bits = (uint32_t)bytes_get(at, 4);
    float number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

/* Reads an array that put_floats() wrote. Returns its end. */
static const uint8_t *get_floats(const uint8_t *at, float *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++, at += 4)
        numbers[i] = float_at(at);
    return at;
}

/* Whether all values are finite and the running means of squares not negative. */
static bool numbers_make_sense(const uint8_t *at, size_t size)
{
    for (size_t i = 0; i < 3 * size; i++) {
        float number = float_at(at + 4 * i);
        if (!isfinite(number) || fabsf(number) > 1e6F || (i >= 2 * size && number < 0))
            return false;
    }
    return true;
}

paua_status trainer_state_get(struct paua_trainer *trainer, const uint8_t *bytes, size_t size,
                              paua_error *error)
{
    const size_t numbers = trainer->model.size;
    if (size < HEADER + SUM || memcmp(bytes, magic, sizeof magic) != 0)
        return error_fill(error, PAUA_ERROR_CORRUPT, 0, "not a checkpoint of training");
    if (!sha256_matches(bytes, size - SUM, bytes + size - SUM))
        return error_fill(error, PAUA_ERROR_CORRUPT, 0, "the checksum is wrong");
    uint8_t wanted[OPTIONS];
    put_options(trainer, wanted);
    if (memcmp(wanted, bytes + AT_OPTIONS, OPTIONS) != 0)
        return error_fill(error, PAUA_ERROR_CONFLICT, AT_OPTIONS,
                          "made with other options or samples");
    uint64_t epoch = bytes_get(bytes + AT_EPOCH, 4);
    if (size != trainer_state_size(trainer) || epoch > PAUA_TRAINER_EPOCHS_MAX ||
        !numbers_make_sense(bytes + HEADER, numbers))
        return error_fill(error, PAUA_ERROR_CORRUPT, AT_EPOCH,
                          "the checkpoint has values out of range");
    trainer->epoch = (int)epoch;
    trainer->adam.steps = bytes_get(bytes + AT_STEPS, 8);
    const uint8_t *at = get_floats(bytes + HEADER, trainer->model.numbers, numbers);
    at = get_floats(at, trainer->adam.first, numbers);
    get_floats(at, trainer->adam.second, numbers);
    return PAUA_OK;
}

paua_status paua_trainer_resume(paua_trainer *trainer, const char *path, paua_error *error)
{
    const size_t size = trainer_state_size(trainer);
    uint8_t *bytes = malloc(size + 1); /* one more byte, to notice a longer file */
    if (!bytes)
        return error_fill(error, PAUA_ERROR_NO_MEMORY, 0, "out of memory");
    paua_status status = PAUA_ERROR_IO;
    FILE *file = fopen(path, "rbe");
    size_t got = file ? fread(bytes, 1, size + 1, file) : 0;
    if (!file || ferror(file))
        error_write(error, status, 0, "%s", strerror(errno));
    else
        status = trainer_state_get(trainer, bytes, got, error);
    if (file)
        fclose(file);
    free(bytes);
    return status;
}

paua_status trainer_save(const struct paua_trainer *trainer, const char *path)
{
    const size_t size = trainer_state_size(trainer);
    uint8_t *bytes = malloc(size);
    if (!bytes)
        return PAUA_ERROR_NO_MEMORY;
    trainer_state_put(trainer, bytes);
    paua_status status = file_replace(path, bytes, size);
    free(bytes);
    return status;
}
