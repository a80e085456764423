/* own_engine.c - the engine that a thread keeps from one search to the next. */
#include "service/internal.h"

bool own_engine_fit(struct own_engine *own, pthread_mutex_t *lock, const paua_board *board,
                    const char *eval, size_t tt_bytes)
{
    paua_engine *engine = NULL, *old;

    if (own->engine && own->board == board && own->eval == eval)
        return true;
    pthread_mutex_lock(lock);
    old = own->engine;
    own->engine = NULL;
    pthread_mutex_unlock(lock);
    paua_engine_free(old);
    if (paua_engine_new(board, tt_bytes, eval, &engine) != PAUA_OK)
        return false;
    pthread_mutex_lock(lock);
    *own = (struct own_engine){engine, board, eval};
    pthread_mutex_unlock(lock);
    return true;
}
