/* condition.h - conditions whose timed waits use the clock of clock.h, so that no change of the
 * date makes them shorter or longer. */
#ifndef BASE_CONDITION_H
#define BASE_CONDITION_H

#include <pthread.h>
#include <stdint.h>

void condition_init(pthread_cond_t *condition);

/* pthread_cond_timedwait() until clock_now_ns() is so late, and what it returns. */
int condition_wait(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t until_ns);

#endif
