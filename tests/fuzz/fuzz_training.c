/* Checkpoints of training: any bytes are refused, or can be gone on with. */
#include <math.h>

#include <sodium.h>

#include "fuzz.h"
#include "train/trainer.h"

enum { SUM = 32 };

static paua_trainer *trainer(void)
{
    static const paua_trainer_options options = {.hidden = 32,
                                                 .buckets = 2,
                                                 .epochs = 1,
                                                 .batch = 1,
                                                 .rate = 0.5,
                                                 .lambda = 0.5,
                                                 .validate = 10,
                                                 .threads = 1,
                                                 .seed = 1};
    static const int sides[3] = {5, 5, 5};
    static paua_trainer *only;
    if (!only)
        REQUIRE(paua_trainer_new(board_for(sides), &options, &only) == PAUA_OK);
    return only;
}

/* The input replaces the beginning of a true checkpoint, whose sum is then made right; a last byte that is odd leaves
 * the input as it is. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    paua_trainer *to = trainer();
    paua_error error;
    size_t whole = trainer_state_size(to);
    bool bare = size > 0 && data[size - 1] % 2 == 1;
    uint8_t *bytes = malloc(size > whole ? size : whole);
    REQUIRE(bytes);
    model_draw(&to->model, 1);
    trainer_state_put(to, bytes);
    if (size > 0)
        memcpy(bytes, data, size);
    if (size < whole && !bare) {
        crypto_hash_sha256(bytes + whole - SUM, bytes, whole - SUM);
        size = whole;
    }
    paua_status status = trainer_state_get(to, bytes, size, &error);
    REQUIRE(status == PAUA_OK || status == PAUA_ERROR_CORRUPT || status == PAUA_ERROR_CONFLICT);
    REQUIRE(to->epoch >= 0 && to->epoch <= PAUA_TRAINER_EPOCHS_MAX);
    for (size_t i = 0; i < to->model.size; i++)
        REQUIRE(isfinite(to->model.numbers[i]) && to->adam.second[i] >= 0);
    free(bytes);
    return 0;
}
