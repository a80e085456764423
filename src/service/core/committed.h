/* committed.h - a request whose change is committed before the response is sent. */
#ifndef SERVICE_COMMITTED_H
#define SERVICE_COMMITTED_H

#include "http/http.h"
#include "store/core/batch.h"

struct env;

struct committed_response {
    int status;
    char *json; /* owned: the body; NULL: none */
    /* The error of a conflict, with 409; NULL: a conflict is a failure of the store. */
    const char *conflict_code, *conflict;
    /* Or NULL: called on a conflict, to respond. False: the conflict is a failure of the store. */
    bool (*respond_conflict)(http_request *request, void *data, void *context);
    /* Called on the store's thread when the write has ended, before the response; may be NULL. It
     * is called after a failure as well: if the connection to the database broke during the commit,
     * the change may have been written. */
    void (*on_committed)(paua_status status, void *data, void *context);
    void *data;    /* owned: free(); may be NULL */
    void *context; /* borrowed */
};

/* Defers the request, commits the batch, and responds. Takes over the batch and what the response
 * owns, also on failure. */
void respond_committed(struct env *env, http_request *request, store_batch *batch,
                       const struct committed_response *response);

/* 503: the store could not write the change. Logs why. */
void respond_unwritable(struct env *env, http_request *request);

#endif /* SERVICE_COMMITTED_H */
