/* stored.h - a request that is answered once what it changes is stored. */
#ifndef SERVICE_STORED_H
#define SERVICE_STORED_H

#include "http/http.h"
#include "store/core/batch.h"

struct service;

struct stored_answer {
    int status;
    char *json; /* owned: the body; NULL: none */
    /* The error where the store finds a conflict, with 409. */
    const char *conflict_code, *conflict;
    bool has_mail; /* the batch has mail, which is sent once it is stored */
    /* Called when it is stored, before the answer, on the thread of the store; with no context, or
     * NULL: nothing is. */
    void (*then)(struct service *service, void *context);
    void *context; /* owned: free() */
};

/* Defers the request, queues the batch, and answers. Takes over the batch and what the answer owns,
 * whatever happens. */
void stored_respond(struct service *service, http_request *request, store_batch *batch,
                    const struct stored_answer *answer);

#endif /* SERVICE_STORED_H */
