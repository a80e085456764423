/* committed.c - waits for the commit of a batch, then answers the request. */
#include "service/core/committed.h"

#include <stdlib.h>

#include "service/core/env.h"
#include "service/core/response.h"

struct committed_request {
    struct env *env;
    http_request *request;
    struct committed_response answer;
};

static void answer_clear(struct committed_response *answer)
{
    free(answer->json);
    free(answer->data);
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
    struct committed_response *answer = &self->answer;

    if (answer->then)
        answer->then(status, answer->data, answer->context);

    if (status == PAUA_ERROR_CONFLICT && answer->conflict_code) {
        respond_error(self->request, 409, answer->conflict_code, "%s", answer->conflict);
    } else if (status != PAUA_OK) {
        respond_unwritable(self->env, self->request);
    } else if (answer->json) {
        respond_committed_text(self->request, answer->status, answer->json);
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
    struct committed_request *self = malloc(sizeof *self);
    struct committed_response unsent = *answer;

    if (!self) {
        store_batch_free(batch);
        answer_clear(&unsent);
        respond_no_memory(request);
        return;
    }

    *self = (struct committed_request){env, request, *answer};
    http_defer(request);
    if (store_commit(env->store, batch, on_committed, self) == PAUA_OK)
        return;
    answer_clear(&unsent);
    free(self);
    respond_no_memory(request);
}
