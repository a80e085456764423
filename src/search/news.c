#include "search/news.h"

#include <string.h>

void news_tell(struct news *news, struct verdict verdict)
{
    uint64_t word, count = atomic_load_explicit(&news->count, memory_order_relaxed);
    memcpy(&word, &verdict, sizeof word);
    atomic_store_explicit(&news->verdicts[count % NEWS_ROOM], word, memory_order_relaxed);
    atomic_store_explicit(&news->count, count + 1, memory_order_release);
}

bool news_next(const struct news *news, uint64_t *seen, struct verdict *verdict)
{
    uint64_t count = atomic_load_explicit(&news->count, memory_order_acquire);
    if (*seen == count)
        return false;
    if (count - *seen > NEWS_ROOM)
        *seen = count - NEWS_ROOM / 2; /* well away from where is written */
    uint64_t word = atomic_load_explicit(&news->verdicts[*seen % NEWS_ROOM], memory_order_relaxed);
    memcpy(verdict, &word, sizeof word);
    ++*seen;
    return true;
}
