/* tt.c - the transposition table: buckets of one cache line, replacement by depth and age,
 * lock-less entries (tt.h). */
#if defined(__linux__)
#define _GNU_SOURCE /* madvise */
#include <sys/mman.h>
#endif

#include "search/tt.h"

#include <stdlib.h>
#include <string.h>

enum {
    LINE = TT_BUCKET * sizeof(struct tt_entry),
    HUGE_PAGE = 1 << 21,
    AGES = 128,
    AGE_WEIGHT = 4 /* plies of depth that one search of age outweighs */
};

/* data: move 0..15, score 16..31, eval 32..47, depth 48..54, age 55..61, bound 62..63 */
static uint64_t pack_entry(struct tt_hit hit, unsigned age)
{
    return (uint64_t)hit.move | (uint64_t)(uint16_t)hit.score << 16 |
           (uint64_t)(uint16_t)hit.eval << 32 | (uint64_t)hit.depth << 48 | (uint64_t)age << 55 |
           (uint64_t)hit.bound << 62;
}

/* The entry in a data word. */
static struct tt_hit unpack_entry(uint64_t data)
{
    return (struct tt_hit){
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

/* An entry may be torn between its two words, but no word is (tt.h); no order is needed. */
static uint64_t load_word(const _Atomic uint64_t *word)
{
    return atomic_load_explicit(word, memory_order_relaxed);
}

static void store_word(_Atomic uint64_t *word, uint64_t value)
{
    atomic_store_explicit(word, value, memory_order_relaxed);
}

/* The bucket of a key: its low bits. */
static struct tt_entry *bucket_of(const struct tt *tt, uint64_t key)
{
    return &tt->entries[TT_BUCKET * (key & tt->mask)];
}

bool tt_create(struct tt *tt, size_t bytes)
{
    size_t buckets = 1;
    while (2 * buckets * LINE <= bytes)
        buckets *= 2;
    size_t step = buckets * LINE < HUGE_PAGE ? LINE : HUGE_PAGE;
    tt->entries = aligned_alloc(step, buckets * LINE);
    tt->mask = buckets - 1;
    if (!tt->entries)
        return false;
#if defined(MADV_HUGEPAGE)
    if (step == HUGE_PAGE) /* spares misses of the address cache (TLB); may be refused */
        madvise(tt->entries, buckets * LINE, MADV_HUGEPAGE);
#endif
#if defined(MADV_WIPEONFORK)
    if (step == HUGE_PAGE)
        madvise(tt->entries, buckets * LINE, MADV_WIPEONFORK);
#endif
    tt_clear(tt); /* faults the pages in now, and not while a clock runs */
    return true;
}

void tt_destroy(struct tt *tt)
{
#if defined(MADV_KEEPONFORK)
    if (tt->entries && (tt->mask + 1) * LINE >= HUGE_PAGE)
        madvise(tt->entries, (tt->mask + 1) * LINE, MADV_KEEPONFORK);
#endif
    free(tt->entries);
    tt->entries = NULL;
}

void tt_clear(struct tt *tt)
{
    for (size_t i = 0; i < TT_BUCKET * (tt->mask + 1); i++) {
        store_word(&tt->entries[i].key, 0);
        store_word(&tt->entries[i].data, 0);
    }
    tt->age = 0;
}

void tt_new_search(struct tt *tt)
{
    tt->age = (uint8_t)((tt->age + 1) % AGES);
}

bool tt_probe(const struct tt *tt, uint64_t key, struct tt_hit *hit)
{
    const struct tt_entry *bucket = bucket_of(tt, key);
    for (int i = 0; i < TT_BUCKET; i++) {
        uint64_t data = load_word(&bucket[i].data);
        if ((load_word(&bucket[i].key) ^ data) == key && data >> 62 != TT_NONE) {
            *hit = unpack_entry(data);
            return true;
        }
    }
    return false;
}

void tt_prefetch(const struct tt *tt, uint64_t key)
{
    __builtin_prefetch(bucket_of(tt, key));
}

/* The value of an entry, for replacement: its depth, less its age. Empty entries come first. */
static int worth_of(const struct tt *tt, uint64_t data)
{
    if (data >> 62 == TT_NONE)
        return -AGES * AGE_WEIGHT - 1;
    int searches_ago = (int)((tt->age + AGES - age_of(data)) % AGES);
    return unpack_entry(data).depth - searches_ago * AGE_WEIGHT;
}

void tt_store(struct tt *tt, uint64_t key, struct tt_hit hit)
{
    struct tt_entry *bucket = bucket_of(tt, key), *entry = bucket;
    int least = AGES;
    for (int i = 0; i < TT_BUCKET; i++) {
        uint64_t data = load_word(&bucket[i].data);
        if ((load_word(&bucket[i].key) ^ data) == key && data >> 62 != TT_NONE) {
            entry = &bucket[i];
            if (hit.move == PAUA_NO_MOVE)
                hit.move = unpack_entry(data).move; /* an old best move is better than none */
            break;
        }
        if (worth_of(tt, data) < least) {
            least = worth_of(tt, data);
            entry = &bucket[i];
        }
    }
    uint64_t data = pack_entry(hit, tt->age);
    store_word(&entry->data, data);
    store_word(&entry->key, key ^ data);
}

int tt_hashfull(const struct tt *tt)
{
    int used = 0;
    for (size_t i = 0; i < 1000; i++) { /* the smallest size, 64 KiB, has 4096 entries */
        uint64_t data = load_word(&tt->entries[i].data);
        used += data >> 62 != TT_NONE && age_of(data) == tt->age;
    }
    return used;
}
