/* api_command.c - POST /command: executes a line of the command language, and responds with text.
 * The command makes calls of the API on behalf of the client, one after another: http_call() passes
 * it on from call to call, always with a response to come, so it is freed with the response. */
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/request.h"
#include "service/core/response.h"
#include "service/games/play/identity.h"

/* For this many bytes that its calls answer one more request is charged, on top of COMMAND_COST. */
#define COMMAND_COST_BYTES (8 * 1024)

/* Responds with the text of the command, and frees it. Always 200, as the request was understood:
 * the outcome is in the body. */
static void respond_command(http_request *request, struct command *command)
{
    const char *code;
    int failed_status = command_failure(command, &code);
    json_t *json = json_pack("{s:s,s:i}", "text", command_text(command), "status",
                             failed_status ? failed_status : 200);

    if (failed_status)
        json_object_set_new(json, "code", json_string(code));
    respond_json(request, 200, json);
    command_free(command);
}

static void on_call_done(http_request *request, int status, const char *body, size_t size,
                         void *context);

/* Makes the next call of the command, or responds. */
static void continue_command(http_request *request, struct command *command)
{
    struct command_call call;

    if (command_next(command, &call))
        http_call(request, call.method, call.target, call.body, on_call_done, command);
    else
        respond_command(request, command);
}

/* Passes the response of a call on to the command, and continues. Where the client has used up its
 * rate limit the command ends here with 429; what its calls have done stays done. */
static void on_call_done(http_request *request, int status, const char *body, size_t size,
                         void *context)
{
    struct command *command = context;

    if (!request_charge(request, (int)(size / COMMAND_COST_BYTES))) {
        command_free(command);
        return;
    }
    command_answer(command, status, body, size);
    continue_command(request, command);
}

/* Starts the command for the account that is signed in, or for nobody. */
static void start_command(struct service *service, http_request *request, const char *line)
{
    struct identity identity;
    paua_status status = request_identify(&service->games, request, &identity);

    if (status != PAUA_OK) {
        respond_read_error(request, status);
        return;
    }
    struct command *command = command_new(line, identity.login.name);
    if (command)
        continue_command(request, command);
    else
        respond_no_memory(request);
}

static void api_run_command(http_request *request, void *context)
{
    static const char *const members[] = {"command", NULL};
    struct service *service = context;
    struct api_error error;
    json_t *body = request_body_object(request, members, &error);

    if (!body) {
        respond_api_error(request, &error);
        return;
    }
    const char *line;
    if (json_require_text(body, "command", &line, &error))
        start_command(service, request, line);
    else
        respond_api_error(request, &error);
    json_decref(body);
}

static const http_route routes[] = {
    {"POST", "/api/1/command", api_run_command, COMMAND_COST},
};

const struct route_table command_routes = ROUTE_TABLE(routes);
