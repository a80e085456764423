/* busy_pools.c - paua_busy is a paua whose pools take no work: what they would do is refused as
 * busy. Linked with --wrap=work_pool_new. */
#include "service/core/work_pool.h"

struct work_pool *__real_work_pool_new(const struct work_pool_config *config);
struct work_pool *__wrap_work_pool_new(const struct work_pool_config *config);

struct work_pool *__wrap_work_pool_new(const struct work_pool_config *config)
{
    struct work_pool_config none = *config;

    none.jobs_max = 0;
    return __real_work_pool_new(&none);
}
