#if defined(__linux__)
#define _GNU_SOURCE /* madvise */
#include <sys/mman.h>
#endif

#include "search/table.h"

#include <stdlib.h>
#include <string.h>

enum {
    LINE = TABLE_BUCKET * sizeof(struct table_entry),
    HUGE_PAGE = 1 << 21,
    AGES = 128,
    AGE_WEIGHT = 4 /* a search ago counts as many plies of depth */
};

/* data: move 0..15, score 16..31, eval 32..47, depth 48..54, age 55..61, bound 62..63 */
static uint64_t pack(struct table_hit hit, unsigned age)
{
    return (uint64_t)hit.move | (uint64_t)(uint16_t)hit.score << 16 |
           (uint64_t)(uint16_t)hit.eval << 32 | (uint64_t)hit.depth << 48 | (uint64_t)age << 55 |
           (uint64_t)hit.bound << 62;
}

static struct table_hit unpack(uint64_t data)
{
    return (struct table_hit){
        .move = (paua_move)(data & 0xffff),
        .score = (int16_t)(data >> 16 & 0xffff),
        .eval = (int16_t)(data >> 32 & 0xffff),
        .depth = data >> 48 & 127,
        .bound = (uint8_t)(data >> 62),
    };
}

static unsigned age_of(uint64_t data)
{
    return data >> 55 & 127;
}

static uint64_t get(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

static void put(_Atomic uint64_t *word, uint64_t value)
{
    atomic_store_explicit(word, value, memory_order_relaxed);
}

static struct table_entry *bucket_of(const struct table *table, uint64_t key)
{
    return &table->entries[TABLE_BUCKET * (key & table->mask)];
}

bool table_create(struct table *table, size_t bytes)
{
    size_t buckets = 1;
    while (2 * buckets * LINE <= bytes)
        buckets *= 2;
    size_t step = buckets * LINE < HUGE_PAGE ? LINE : HUGE_PAGE;
    table->entries = aligned_alloc(step, buckets * LINE);
    table->mask = buckets - 1;
    if (!table->entries)
        return false;
#if defined(MADV_HUGEPAGE)
    if (step == HUGE_PAGE) /* fewer addresses to translate; no harm if refused */
        madvise(table->entries, buckets * LINE, MADV_HUGEPAGE);
#endif
    table_clear(table); /* so that the system finds its pages now, and not while a clock runs */
    return true;
}

void table_destroy(struct table *table)
{
    free(table->entries);
    table->entries = NULL;
}

void table_clear(struct table *table)
{
    for (size_t i = 0; i < TABLE_BUCKET * (table->mask + 1); i++) {
        put(&table->entries[i].key, 0);
        put(&table->entries[i].data, 0);
    }
    table->age = 0;
}

void table_grow_old(struct table *table)
{
    table->age = (uint8_t)((table->age + 1) % AGES);
}

bool table_probe(const struct table *table, uint64_t key, struct table_hit *hit)
{
    const struct table_entry *bucket = bucket_of(table, key);
    for (int i = 0; i < TABLE_BUCKET; i++) {
        uint64_t data = get(&bucket[i].data);
        if ((get(&bucket[i].key) ^ data) == key && data >> 62 != TABLE_NONE) {
            *hit = unpack(data);
            hit->now = age_of(data) == table->age;
            return true;
        }
    }
    return false;
}

void table_prefetch(const struct table *table, uint64_t key)
{
    __builtin_prefetch(bucket_of(table, key));
}

/* How little would be lost with an entry: the less, the sooner it is given up. */
static int worth(const struct table *table, uint64_t data)
{
    if (data >> 62 == TABLE_NONE)
        return -AGES * AGE_WEIGHT - 1;
    int searches_ago = (int)((table->age + AGES - age_of(data)) % AGES);
    return unpack(data).depth - searches_ago * AGE_WEIGHT;
}

void table_store(struct table *table, uint64_t key, struct table_hit hit)
{
    struct table_entry *bucket = bucket_of(table, key), *entry = bucket;
    int least = AGES;
    for (int i = 0; i < TABLE_BUCKET; i++) {
        uint64_t data = get(&bucket[i].data);
        if ((get(&bucket[i].key) ^ data) == key && data >> 62 != TABLE_NONE) {
            entry = &bucket[i];
            if (hit.move == PAUA_NO_MOVE)
                hit.move = unpack(data).move; /* an old best move is better than none */
            break;
        }
        if (worth(table, data) < least) {
            least = worth(table, data);
            entry = &bucket[i];
        }
    }
    uint64_t data = pack(hit, table->age);
    put(&entry->data, data);
    put(&entry->key, key ^ data);
}

int table_fullness(const struct table *table)
{
    int used = 0;
    for (size_t i = 0; i < 1000; i++) { /* the smallest table has 4096 entries */
        uint64_t data = get(&table->entries[i].data);
        used += data >> 62 != TABLE_NONE && age_of(data) == table->age;
    }
    return used;
}
