#include "search/busy.h"

/* What stands for the move in this position; never 0. */
static uint64_t mark_of(uint64_t key, paua_move move)
{
    return (key ^ ((uint64_t)move + 1) * UINT64_C(0x9e3779b97f4a7c15)) | 1;
}

static size_t line_of(uint64_t key, uint64_t mark)
{
    size_t group = (size_t)(key >> 40) % (BUSY_LINES / BUSY_NEAR);
    return group * BUSY_NEAR + (size_t)(mark >> 20) % BUSY_NEAR;
}

static uint64_t get(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

static void put(_Atomic uint64_t *word, uint64_t value)
{
    atomic_store_explicit(word, value, memory_order_relaxed);
}

bool busy_has(const struct busy *busy, uint64_t key, paua_move move)
{
    uint64_t mark = mark_of(key, move);
    const _Atomic uint64_t *line = busy->marks[line_of(key, mark)];
    for (int i = 0; i < BUSY_LINE; i++)
        if (get(&line[i]) == mark)
            return true;
    return false;
}

void busy_begin(struct busy *busy, uint64_t key, paua_move move)
{
    uint64_t mark = mark_of(key, move);
    _Atomic uint64_t *line = busy->marks[line_of(key, mark)];
    int free = 0;
    for (int i = 0; i < BUSY_LINE; i++) {
        if (get(&line[i]) == mark)
            return;
        if (get(&line[i]) == 0)
            free = i;
    }
    put(&line[free], mark);
}

void busy_end(struct busy *busy, uint64_t key, paua_move move)
{
    uint64_t mark = mark_of(key, move);
    _Atomic uint64_t *line = busy->marks[line_of(key, mark)];
    for (int i = 0; i < BUSY_LINE; i++)
        if (get(&line[i]) == mark)
            put(&line[i], 0);
}
