/* Checkpoints of tuning: any bytes are refused, or can be continued from. */
#include <math.h>

#include <sodium.h>

#include "fuzz.h"
#include "match/tune.h"

enum { SUM = 32 };

static paua_tune *only_tune(void)
{
    static const paua_tune_parameter parameters[] = {{"lmr_base", 0, 0}, {"rfp_margin", 0, 0}};
    static paua_openings *openings;
    static paua_tune *only;
    if (only)
        return only;
    REQUIRE(paua_openings_parse("random:2:b1", 1, &openings, NULL) == PAUA_OK);
    const paua_tune_setup setup = {.parameters = parameters,
                                   .count = 2,
                                   .iterations = 3,
                                   .pairs = 2,
                                   .openings = openings,
                                   .plies = 10,
                                   .limits = {.depth = 1},
                                   .tt_mb = 1,
                                   .concurrency = 1};
    REQUIRE(paua_tune_new(&setup, &only, NULL) == PAUA_OK);
    return only;
}

/* By its last byte, the input is a file as it is, a file before its sum, which is made right, or replaces the beginning
 * of a true checkpoint, whose sum is made right, too. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    paua_tune *tune = only_tune();
    paua_error error;
    uint8_t *bytes = calloc(1, TUNE_STATE_MAX + size + SUM);
    const int kind = size > 0 ? data[size - 1] % 3 : 0;
    REQUIRE(bytes);
    tune->iteration = tune->draws = 0;
    tune->values[0] = tune->values[1] = 100;
    size_t whole = tune_state_put(tune, bytes) - SUM;
    if (size > 0)
        memcpy(bytes, data, size);
    if (kind > 0 || size > whole)
        whole = size;
    if (kind != 1) {
        crypto_hash_sha256(bytes + whole, bytes, whole);
        whole += SUM;
    }
    const paua_status status = tune_state_get(tune, bytes, whole, &error);
    REQUIRE(status == PAUA_OK || status == PAUA_ERROR_CORRUPT || status == PAUA_ERROR_CONFLICT);
    if (status != PAUA_OK)
        REQUIRE(error.code == status && error.message[0] && error.at <= whole &&
                memchr(error.message, '\0', sizeof error.message) && !strchr(error.message, '\n'));
    const paua_tune_progress now = paua_tune_about(tune);
    REQUIRE(now.iteration >= 0 && now.iteration <= 3);
    REQUIRE(now.draws >= 0 && now.draws <= now.games);
    for (int i = 0; i < paua_tune_count(tune); i++) {
        const paua_parameter *parameter = paua_parameter_find(paua_tune_name(tune, i));
        const double value = paua_tune_value(tune, i);
        REQUIRE(isfinite(value) && value >= parameter->least && value <= parameter->most);
    }
    free(bytes);
    return 0;
}
