#include "search/busy.h"

/* What stands for the move in this position; never 0. */
static uint64_t mark_of(uint64_t key, paua_move move)
{
    return (key ^ ((uint64_t)move + 1) * UINT64_C(0x9e3779b97f4a7c15)) | 1;
}

/* The place of a mark, near those of the same position. */
static size_t place_of(uint64_t key, uint64_t mark)
{
    size_t group = (size_t)(key >> 40) % (BUSY_PLACES / BUSY_NEAR);
    return group * BUSY_NEAR + (size_t)(mark >> 20) % BUSY_NEAR;
}

bool busy_has(const struct busy *busy, uint64_t key, paua_move move)
{
    uint64_t mark = mark_of(key, move);
    return atomic_load_explicit(&busy->marks[place_of(key, mark)], memory_order_relaxed) == mark;
}

void busy_begin(struct busy *busy, uint64_t key, paua_move move)
{
    uint64_t mark = mark_of(key, move);
    atomic_store_explicit(&busy->marks[place_of(key, mark)], mark, memory_order_relaxed);
}

void busy_end(struct busy *busy, uint64_t key, paua_move move)
{
    if (busy_has(busy, key, move))
        atomic_store_explicit(&busy->marks[place_of(key, mark_of(key, move))], 0,
                              memory_order_relaxed);
}
