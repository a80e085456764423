#include "search/busy.h"

/* What stands for the move in this position. */
static uint64_t hash_of(uint64_t key, paua_move move)
{
    return (key ^ ((uint64_t)move + 1)) * UINT64_C(0x9e3779b97f4a7c15);
}

/* Never 0. Hardly ever two moves have the same mark at the same place; then one waits for
 * nothing. */
static uint16_t mark_of(uint64_t hash)
{
    return (uint16_t)(hash >> 48 | 1);
}

/* The place of a mark, in the line of its position. */
static size_t place_of(uint64_t key, uint64_t hash)
{
    return (size_t)(key >> 40) % BUSY_LINES * BUSY_LINE + (size_t)(hash >> 40) % BUSY_LINE;
}

bool busy_has(const struct busy *busy, uint64_t key, paua_move move)
{
    uint64_t hash = hash_of(key, move);
    return atomic_load_explicit(&busy->marks[place_of(key, hash)], memory_order_relaxed) ==
           mark_of(hash);
}

static void set(struct busy *busy, uint64_t key, uint64_t hash, uint16_t mark)
{
    atomic_store_explicit(&busy->marks[place_of(key, hash)], mark, memory_order_relaxed);
}

void busy_begin(struct busy *busy, uint64_t key, paua_move move)
{
    uint64_t hash = hash_of(key, move);
    set(busy, key, hash, mark_of(hash));
}

void busy_end(struct busy *busy, uint64_t key, paua_move move)
{
    set(busy, key, hash_of(key, move), 0);
}
