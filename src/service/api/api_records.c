/* api_records.c - POST /records: parses the record of a game. Stores nothing. */
#include <string.h>

#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/api/service_config.h"
#include "service/core/request.h"
#include "service/core/response.h"
#include "service/games/model/record_json.h"

#define GAME_NUMBER_MAX 10000 /* the largest "game": which game of the text is read, from 1 */

/* For this many bytes of the body one more request is charged, on top of RECORD_COST (api.h). */
#define RECORD_COST_BYTES (8 * 1024)

/* The response for the record in the body: a new reference. NULL: *error says why. */
static json_t *parse_record(json_t *body, struct api_error *error)
{
    const char *text;
    json_t *record = NULL;
    int game = 1;

    if (!json_read_int(body, "game", 1, GAME_NUMBER_MAX, &game, error) ||
        !json_require_text(body, "text", &text, error) ||
        !record_json_read(text, strlen(text), game, &record, error))
        return NULL;
    return record;
}

static void api_read_record(http_request *request, void *context)
{
    static const char *const members[] = {"text", "game", NULL};
    struct api_error error;
    size_t size;

    (void)context;
    http_body(request, &size);
    if (!request_charge(request, (int)(size / RECORD_COST_BYTES)))
        return; /* before the body is parsed, which is what costs */
    json_t *body = request_body_object(request, members, &error);
    json_t *response = body ? parse_record(body, &error) : NULL;
    json_decref(body);
    if (response)
        respond_json(request, 200, response);
    else
        respond_api_error(request, &error);
}

static const http_route routes[] = {
    /* The server sets the limit of its body by the name of this path (service_config.h). */
    {"POST", SERVICE_RECORDS_PATH, api_read_record, RECORD_COST},
};

const struct route_table records_routes = ROUTE_TABLE(routes);
