/* layer.c - what all kernels of a layer share: the choice of a kernel, overflow values, the
 * longest loss. */
#include "solve/layer.h"

#include "board/shape.h"

extern const struct layer_kernel layer_kernel_any;
#if defined(__x86_64__)
extern const struct layer_kernel layer_kernel_v3;
#endif

const struct layer_kernel *layer_kernel_for(const paua_board *board)
{
#if defined(__x86_64__)
    if (board->cpu_v3)
        return &layer_kernel_v3;
#endif
    (void)board;
    return &layer_kernel_any;
}

void layer_put_overflow(struct layer *layer, uint64_t slot, int value)
{
    pthread_mutex_lock(layer->overflow_lock);
    overflow_put(&layer->overflow, slot, value);
    pthread_mutex_unlock(layer->overflow_lock);
}

int layer_longest_loss(const uint8_t *values, uint64_t count, const struct overflow *overflow,
                       uint64_t base)
{
    uint8_t in_bytes = 0;
    for (uint64_t i = 0; i < count; i++) {
        uint8_t loss = values[i] % 2 && values[i] != LAYER_OVERFLOW_LOSS ? values[i] : 0;
        in_bytes = loss > in_bytes ? loss : in_bytes;
    }
    int longest = in_bytes;
    for (size_t i = 0; i < overflow->room; i++) {
        const struct overflow_entry *entry = &overflow->entries[i];
        if (entry->value > longest && entry->slot >= base && entry->slot - base < count &&
            values[entry->slot - base] == LAYER_OVERFLOW_LOSS)
            longest = entry->value;
    }
    return longest ? longest - 1 : 0;
}

void layer_forget_counts(struct layer *layer)
{
    atomic_store(&layer->wins, 0);
    atomic_store(&layer->losses, 0);
    atomic_store(&layer->longest_win, 0);
    atomic_store(&layer->longest_loss, 0);
}
