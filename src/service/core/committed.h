/* stored.h - a request that is answered once what it changes is stored. */
#ifndef SERVICE_COMMITTED_H
#define SERVICE_COMMITTED_H

#include "http/http.h"
#include "store/core/batch.h"

struct env;

struct committed_response {
    int status;
    char *json; /* owned: the body; NULL: none */
    /* The error where the store finds a conflict, with 409. */
    const char *conflict_code, *conflict;
    /* Called after the commit, before the response, on the thread of the store; may be NULL. */
    void (*then)(void *data, void *context);
    void *data;    /* owned: free(); may be NULL */
    void *context; /* borrowed */
};

/* Defers the request, queues the batch, and answers. Takes over the batch and what the answer owns,
 * whatever happens. */
void respond_committed(struct env *env, http_request *request, store_batch *batch,
                       const struct committed_response *answer);

#endif /* SERVICE_COMMITTED_H */
