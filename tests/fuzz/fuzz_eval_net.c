/* Files of nets: any bytes are refused with words, or make a net that scores the same in all ways and is written as it was
 * read. The first byte says what is made of the rest: 0 the file as it is; else its sum is made right, and its weights are
 * repeated up to the size that its header asks for. */
#include <sodium.h>

#include "base/bytes.h"
#include "eval/eval.h"
#include "fuzz.h"

enum { HEADER = 128, SUM = 32, BYTES = 1 << 18 };

static uint8_t file[BYTES], again[BYTES];

static size_t complete(size_t size)
{
    uint64_t hidden = bytes_get(file + 16, 4), buckets = bytes_get(file + 20, 4);
    size_t wanted = hidden <= NET_HIDDEN_MAX && buckets <= NET_BUCKETS_MAX
                        ? net_size((int)hidden, (int)buckets)
                        : size;
    size_t body = size - HEADER;
    for (size_t at = size; at < wanted; at++)
        file[at] = body ? file[HEADER + (at - size) % body] : 0;
    if (wanted > size)
        size = wanted;
    if (size >= HEADER + SUM)
        crypto_hash_sha256(file + size - SUM, file, size - SUM);
    return size;
}

static void score(const paua_net *net)
{
    const int sides[3] = {5, 5, 5};
    const paua_board *board = board_for(sides);
    struct accumulator_stack *stack = accumulator_stack_new(1);
    paua_position position;
    struct eval eval;
    REQUIRE(stack && eval_prepare(board, NULL, &eval) == PAUA_OK);
    REQUIRE(eval_use_net(&eval, net) == PAUA_OK);
    for (int i = 0; i < 2; i++) {
        const char *layout = i ? "belgian-daisy" : "standard";
        REQUIRE(paua_position_parse(board, layout, &position, NULL) == PAUA_OK);
        int plain = net_kernel_any.score(&eval, &position);
        REQUIRE(plain >= -NET_SCORE_MAX && plain <= NET_SCORE_MAX);
        REQUIRE(eval_score(&eval, &position) == plain);
        REQUIRE(eval_score_at(&eval, stack, 0, &position) == plain);
    }
    accumulator_stack_free(stack);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    paua_net *net;
    paua_error error = {.code = PAUA_OK};
    char name[PAUA_NET_NAME_MAX];
    if (size < 1 || size > BYTES)
        return 0;
    const bool whole = data[0] != 0;
    memcpy(file, data + 1, --size);
    if (whole && size >= HEADER)
        size = complete(size);
    paua_status status = paua_net_read(file, size, &net, &error);
    if (status != PAUA_OK) {
        REQUIRE(error.code == status && error.message[0] && error.at <= size);
        return 0;
    }
    struct net numbers = net_of(net);
    REQUIRE(strlen(paua_net_name(net, name)) == 12);
    REQUIRE(net_write(&numbers, paua_net_about(net), again) == PAUA_OK);
    REQUIRE(memcmp(file, again, size) == 0);
    score(net);
    paua_net_free(net);
    return 0;
}
