/* committed.c - waits for the commit of a batch, then responds. */
#include "service/core/committed.h"

#include <stdlib.h>

#include "service/core/env.h"
#include "service/core/response.h"

struct committed_request {
    struct env *env;
    http_request *request;
    struct committed_response response;
};

static void response_clear(struct committed_response *response)
{
    free(response->json);
    free(response->data);
}

void respond_unwritable(struct env *env, http_request *request)
{
    env_log_store_failure(env);
    respond_error(request, 503, "storage", "the store could not write this");
}

/* On the store's thread. */
static void on_committed(paua_status status, void *context)
{
    struct committed_request *self = context;
    struct committed_response *response = &self->response;

    if (response->on_committed)
        response->on_committed(status, response->data, response->context);

    if (status == PAUA_ERROR_CONFLICT && response->respond_conflict &&
        response->respond_conflict(self->request, response->data, response->context)) {
        /* It has its response. */
    } else if (status == PAUA_ERROR_CONFLICT && response->conflict_code) {
        respond_error(self->request, 409, response->conflict_code, "%s", response->conflict);
    } else if (status != PAUA_OK) {
        respond_unwritable(self->env, self->request);
    } else if (response->json) {
        respond_committed_text(self->request, response->status, response->json);
        response->json = NULL;
    } else {
        http_respond_static(self->request, response->status, NULL, "", 0);
    }

    response_clear(response);
    free(self);
}

void respond_committed(struct env *env, http_request *request, store_batch *batch,
                       const struct committed_response *response)
{
    struct committed_request *self = malloc(sizeof *self);
    struct committed_response unsent = *response;

    if (!self) {
        store_batch_free(batch);
        response_clear(&unsent);
        respond_no_memory(request);
        return;
    }

    *self = (struct committed_request){env, request, *response};
    http_defer(request);
    if (store_commit(env->store, batch, on_committed, self) == PAUA_OK)
        return;
    response_clear(&unsent);
    free(self);
    respond_no_memory(request);
}
