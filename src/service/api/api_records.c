/* api_records.c - POST /records: parses the record of a game. Stores nothing. */
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/api/service_config.h"
#include "service/core/request.h"
#include "service/core/response.h"
#include "service/games/model/record_json.h"

#define TEXT_GAME_MAX 10000 /* the largest "game", the number of a game in the text */

/* So many bytes of a body count as one request more, besides RECORD_COST. */
#define RECORD_COST_BYTES (8 * 1024)

/* Parses the record that the body asks for. NULL: *error says why. */
static json_t *parse_record(json_t *body, struct api_error *error)
{
    json_t *text = json_object_get(body, "text"), *record = NULL;
    int game = 1;

    if (!json_read_int(body, "game", 1, TEXT_GAME_MAX, &game, error))
        return NULL;
    if (!json_is_string(text)) {
        api_error_set(error, 400, "bad_request", "text: expected a string");
        return NULL;
    }
    if (!record_json_read(json_string_value(text), json_string_length(text), game, &record, error))
        return NULL;
    if (!record)
        api_error_no_memory(error);
    return record;
}

static void api_read_record(http_request *request, void *context)
{
    static const char *const members[] = {"text", "game", NULL};
    struct api_error error;
    size_t size;

    (void)context;
    http_body(request, &size);
    if (!request_charge(request, (int)(size / RECORD_COST_BYTES))) /* before the body is parsed */
        return;
    json_t *body = request_body_object(request, members, &error);
    json_t *response = body ? parse_record(body, &error) : NULL;
    json_decref(body);
    if (response)
        respond_json(request, 200, response);
    else
        respond_api_error(request, &error);
}

static const http_route routes[] = {
    /* The path has a name, as the limit of its body is set with the server (service_config.h). */
    {"POST", SERVICE_RECORDS_PATH, api_read_record, RECORD_COST},
};

const struct route_table records_routes = ROUTE_TABLE(routes);
