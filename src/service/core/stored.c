/* stored.c - waits for the store, then answers a request. */
#include "service/core/stored.h"

#include <stdlib.h>

#include "service/core/response.h"
#include "service/server/instance.h"

struct stored_request {
    struct service *service;
    http_request *request;
    struct stored_answer answer;
};

static void answer_clear(struct stored_answer *answer)
{
    free(answer->json);
    free(answer->context);
}

/* On the store's thread. */
static void on_stored(paua_status status, void *context)
{
    struct stored_request *self = context;
    struct stored_answer *answer = &self->answer;

    if (status == PAUA_OK && answer->has_mail)
        mailer_wake(self->service->mailer);
    if (status == PAUA_OK && answer->then && answer->context)
        answer->then(self->service, answer->context);
    if (status == PAUA_CONFLICT && answer->conflict_code) {
        respond_error(self->request, 409, answer->conflict_code, "%s", answer->conflict);
    } else if (status != PAUA_OK) {
        service_log_store_failure(self->service);
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

void stored_respond(struct service *service, http_request *request, store_batch *batch,
                    const struct stored_answer *answer)
{
    struct stored_request *self = malloc(sizeof *self);
    struct stored_answer unsent = *answer;

    if (!self) {
        store_batch_free(batch);
        answer_clear(&unsent);
        respond_no_memory(request);
        return;
    }
    *self = (struct stored_request){service, request, *answer};
    http_defer(request);
    if (store_commit(service->config.store, batch, on_stored, self) == PAUA_OK)
        return;
    answer_clear(&unsent);
    free(self);
    respond_no_memory(request);
}
