/* stored.c - waits for the store, then answers a request. */
#include "service/core/committed.h"

#include <stdlib.h>

#include "service/core/env.h"
#include "service/core/response.h"

struct stored_request {
    struct env *env;
    http_request *request;
    struct committed_response answer;
};

static void answer_clear(struct committed_response *answer)
{
    free(answer->json);
    free(answer->data);
}

/* On the store's thread. */
static void on_stored(paua_status status, void *context)
{
    struct stored_request *self = context;
    struct committed_response *answer = &self->answer;

    if (status == PAUA_OK && answer->then)
        answer->then(answer->data, answer->context);
    if (status == PAUA_CONFLICT && answer->conflict_code) {
        respond_error(self->request, 409, answer->conflict_code, "%s", answer->conflict);
    } else if (status != PAUA_OK) {
        env_log_store_failure(self->env);
        respond_error(self->request, 503, "storage", "the store could not write this");
    } else if (answer->json) {
        respond_stored(self->request, answer->status, answer->json);
        answer->json = NULL;
    } else {
        http_respond_static(self->request, answer->status, NULL, "", 0);
    }
    answer_clear(answer);
    free(self);
}

void respond_committed(struct env *env, http_request *request, store_batch *batch,
                       const struct committed_response *answer)
{
    struct stored_request *self = malloc(sizeof *self);
    struct committed_response unsent = *answer;

    if (!self) {
        store_batch_free(batch);
        answer_clear(&unsent);
        respond_no_memory(request);
        return;
    }
    *self = (struct stored_request){env, request, *answer};
    http_defer(request);
    if (store_commit(env->store, batch, on_stored, self) == PAUA_OK)
        return;
    answer_clear(&unsent);
    free(self);
    respond_no_memory(request);
}
