/* api_records.c - POST /records: parses the record of a game. Stores nothing. */
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/api/service_config.h"
#include "service/core/request_body.h"
#include "service/core/response.h"
#include "service/games/model/record_json.h"

#define GAME_NUMBER_MAX   10000      /* of a game in a text */
#define RECORD_COST_BYTES (8 * 1024) /* of a body cost one request more */

static void api_read_record(http_request *request, void *context)
{
    static const char *const members[] = {"text", "game", NULL};
    struct api_error error;
    int game = 1;
    size_t size;

    (void)context;
    http_body(request, &size);
    if (!http_charge(request, (int)(size / RECORD_COST_BYTES))) {
        respond_error(request, 429, "too_many", "too many requests from this address");
        return;
    }
    json_t *body = request_body_object(request, members, &error);
    json_t *text = json_object_get(body, "text"), *response = NULL;
    bool valid = body && json_read_int(body, "game", 1, GAME_NUMBER_MAX, &game, &error);

    if (valid && !json_is_string(text))
        valid = api_error_set(&error, 400, "bad_request", "text: expected a string");
    if (valid)
        valid = record_json_read(json_string_value(text), json_string_length(text), game, &response,
                                 &error);
    if (valid)
        respond_json(request, 200, response);
    else
        respond_api_error(request, &error);
    json_decref(body);
}

static const http_route routes[] = {
    {"POST", SERVICE_RECORDS_PATH, api_read_record, RECORD_COST},
};

const struct route_table records_routes = ROUTE_TABLE(routes);
