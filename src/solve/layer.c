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

void layer_forget_counts(struct layer *layer)
{
    atomic_store(&layer->wins, 0);
    atomic_store(&layer->losses, 0);
    atomic_store(&layer->longest, 0);
}
