/* checksum.c - a chain of SipHash-2-4: the hash so far and the length are the key of the next
 * one. */
#include "store/tables/checksum.h"

#include <string.h>

#include <sodium.h>

#include "base/bytes.h"

static uint64_t checksum_add_bytes(uint64_t sum, const void *bytes, size_t count)
{
    unsigned char key[crypto_shorthash_KEYBYTES], out[crypto_shorthash_BYTES];

    bytes_put(key, sum, 8);
    bytes_put(key + 8, count, 8);
    crypto_shorthash(out, bytes, count, key);
    return bytes_get(out, 8);
}

uint64_t checksum_add_text(uint64_t sum, const char *text)
{
    return checksum_add_bytes(sum, text, strlen(text));
}

uint64_t checksum_add_number(uint64_t sum, int64_t number)
{
    unsigned char bytes[8];

    bytes_put(bytes, (uint64_t)number, 8);
    return checksum_add_bytes(sum, bytes, sizeof bytes);
}

/* Which values of a game are in its checksums, and in which order. */

int64_t checksum_game(const store_game *game)
{
    uint64_t sum = checksum_add_text(CHECKSUM_GAME, game->id);

    sum = checksum_add_number(sum, game->created_ms);
    sum = checksum_add_number(sum, game->clock_ms);
    return (int64_t)checksum_add_text(sum, game->setup);
}

int64_t checksum_event(const char *id, const store_event *event)
{
    uint64_t sum = checksum_add_text(CHECKSUM_EVENT, id);

    sum = checksum_add_number(sum, event->number);
    sum = checksum_add_number(sum, event->at_ms);
    sum = checksum_add_number(sum, event->clock_ms);
    sum = checksum_add_number(sum, event->spent_ms);
    sum = checksum_add_text(sum, event->type);
    return (int64_t)checksum_add_text(sum, event->text);
}

int64_t checksum_state(const char *id, int64_t events, const store_state *state)
{
    uint64_t sum = checksum_add_text(CHECKSUM_STATE, id);

    sum = checksum_add_number(sum, events);
    sum = checksum_add_text(sum, state->result);
    sum = checksum_add_text(sum, state->reason);
    sum = checksum_add_number(sum, state->pending);
    sum = checksum_add_number(sum, (int64_t)state->listing);
    sum = checksum_add_number(sum, state->closes_ms);
    return (int64_t)checksum_add_number(sum, state->deadline_ms);
}
