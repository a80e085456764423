/* workers.c - base/pool.h for WebAssembly: the threads of a pool are workers of the page. Each has
 * an instance of this module on the same memory, and calls helper_run(), which does not return. A
 * pool has the size that was asked for; who has not arrived yet is left out of a turn.
 *
 * The module's instances have one pool at work at a time. */
#include <stdatomic.h>
#include <stdlib.h>

#include "base/pool.h"
#include "buffer.h"

struct pool {
    int size;
};

/* The helpers, and the turn that they work in. */
static struct {
    atomic_int arrived; /* helpers that have called helper_run(): 1 .. arrived */
    atomic_int turn;    /* how often work has begun */
    atomic_int working; /* helpers that have not ended this turn */
    int active;         /* helpers 1 .. active have a part in it */
    pool_work *work;
    void *context;
} helpers;

/* Sleeps while a word has this value; at most so many nanoseconds, unless that is negative. */
static void wait_while(atomic_int *word, int value, long long timeout_ns)
{
    __builtin_wasm_memory_atomic_wait32((int *)word, value, timeout_ns);
}

static void wake_all(atomic_int *word)
{
    __builtin_wasm_memory_atomic_notify((int *)word, 0xffffffffU);
}

struct pool *pool_new(int size)
{
    struct pool *pool = malloc(sizeof *pool);
    if (pool)
        pool->size = size;
    return pool;
}

void pool_free(struct pool *pool)
{
    free(pool);
}

int pool_size(const struct pool *pool)
{
    return pool->size;
}

void pool_start(struct pool *pool, pool_work *work, void *context)
{
    const int arrived = atomic_load(&helpers.arrived);
    helpers.active = arrived < pool->size - 1 ? arrived : pool->size - 1;
    helpers.work = work;
    helpers.context = context;
    atomic_store(&helpers.working, helpers.active);
    atomic_fetch_add(&helpers.turn, 1);
    if (helpers.active)
        wake_all(&helpers.turn);
}

bool pool_wait(struct pool *pool, int timeout_ms)
{
    (void)pool;
    for (int left; (left = atomic_load(&helpers.working)) > 0;) {
        wait_while(&helpers.working, left, timeout_ms < 0 ? -1 : timeout_ms * 1000000LL);
        if (timeout_ms >= 0)
            break;
    }
    return atomic_load(&helpers.working) == 0;
}

/* The life of a helper: a part in each turn that begins after it has come. */
EXPORT(helper_run) void helper_run(void)
{
    int turn = atomic_load(&helpers.turn);
    const int number = atomic_fetch_add(&helpers.arrived, 1) + 1;
    for (;;) {
        while (atomic_load(&helpers.turn) == turn)
            wait_while(&helpers.turn, turn, -1);
        turn = atomic_load(&helpers.turn);
        if (number > helpers.active)
            continue;
        helpers.work(number, helpers.context);
        if (atomic_fetch_sub(&helpers.working, 1) == 1)
            wake_all(&helpers.working);
    }
}

/* The top of a new stack for a helper, whose instance begins with that of the first one. NULL: out
 * of memory. It is never freed. */
EXPORT(helper_stack) void *helper_stack(void)
{
    enum { STACK_BYTES = 1 << 20, ALIGNMENT = 16 };
    char *stack = aligned_alloc(ALIGNMENT, STACK_BYTES);
    return stack ? stack + STACK_BYTES : NULL;
}
