/* turn.c - a lock with a limit, made of a mutex that is never held for long and a condition. */
#include "store/core/turn.h"

#include "base/clock.h"
#include "base/condition.h"

void turn_init(struct turn *turn)
{
    turn->taken = false;
    pthread_mutex_init(&turn->mutex, NULL);
    condition_init(&turn->left);
}

void turn_destroy(struct turn *turn)
{
    pthread_cond_destroy(&turn->left);
    pthread_mutex_destroy(&turn->mutex);
}

/* Under the mutex. */
static bool is_late(const struct turn *turn, int limit_ms, int64_t now_ms)
{
    return turn->taken && now_ms - turn->since_ms >= limit_ms;
}

bool turn_take(struct turn *turn, int limit_ms)
{
    pthread_mutex_lock(&turn->mutex);
    int64_t now_ms = clock_now_ms();
    const int64_t until_ms = now_ms + limit_ms;
    while (turn->taken &&
           (limit_ms == 0 || (!is_late(turn, limit_ms, now_ms) && now_ms < until_ms))) {
        if (limit_ms == 0)
            pthread_cond_wait(&turn->left, &turn->mutex);
        else
            condition_wait(&turn->left, &turn->mutex, until_ms * 1000000);
        now_ms = clock_now_ms();
    }
    const bool free = !turn->taken;
    if (free) {
        turn->taken = true;
        turn->since_ms = now_ms;
    }
    pthread_mutex_unlock(&turn->mutex);
    return free;
}

void turn_leave(struct turn *turn)
{
    pthread_mutex_lock(&turn->mutex);
    turn->taken = false;
    pthread_cond_signal(&turn->left);
    pthread_mutex_unlock(&turn->mutex);
}

bool turn_is_late(struct turn *turn, int limit_ms)
{
    pthread_mutex_lock(&turn->mutex);
    const bool late = is_late(turn, limit_ms, clock_now_ms());
    pthread_mutex_unlock(&turn->mutex);
    return late;
}
