/* api_command.c - POST /command: executes a line of the command language, and responds with text.
 * It makes calls of the API on behalf of the client (http_call). */
#include <stdlib.h>
#include <string.h>

#include "command/command.h"
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/request_body.h"
#include "service/core/response.h"
#include "service/games/play/identity.h"

#define COMMAND_COST_BYTES (8 * 1024) /* of what a call responds cost one request more */

/* Responds with the text of the command, and frees it. Always 200, as the request was understood:
 * the outcome is in the body. */
static void respond_command(http_request *request, struct command *command)
{
    const char *code;
    int failure = command_failure(command, &code);
    json_t *json =
        json_pack("{s:s,s:i}", "text", command_text(command), "status", failure ? failure : 200);

    if (failure)
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

static void on_call_done(http_request *request, int status, const char *body, size_t size,
                         void *context)
{
    struct command *command = context;

    if (!http_charge(request, (int)(size / COMMAND_COST_BYTES))) {
        respond_error(request, 429, "too_many", "too many requests from this address");
        command_free(command);
        return;
    }
    command_answer(command, status, body, size);
    continue_command(request, command);
}

static void api_run_command(http_request *request, void *context)
{
    static const char *const members[] = {"command", NULL};
    struct service *service = context;
    struct identity identity;
    struct api_error error;
    json_t *body = request_body_object(request, members, &error);
    const char *line = json_string_value(json_object_get(body, "command"));

    if (!body) {
        respond_api_error(request, &error);
    } else if (!line) {
        respond_error(request, 400, "bad_request", "command: expected a string");
    } else {
        paua_status status = request_identify(&service->games, request, &identity);
        struct command *command = status == PAUA_OK ? command_new(line, identity.login.name) : NULL;

        if (command)
            continue_command(request, command);
        else
            respond_read_error(request, status == PAUA_OK ? PAUA_ERROR_NO_MEMORY : status);
    }
    json_decref(body);
}

static const http_route routes[] = {
    {"POST", "/api/1/command", api_run_command, COMMAND_COST},
};

const struct route_table command_routes = ROUTE_TABLE(routes);
