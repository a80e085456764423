/* query.c - reads the parameters of GET requests. */
#include "service/query.h"

bool query_read_position(struct boards *boards, const http_request *request, struct setup *out,
                         struct api_error *error)
{
    const char *text = http_query(request, "position");

    if (!text)
        return api_error_set(error, 400, "bad_request",
                             "position: expected ?position= with a position or a layout's name");
    json_t *body = json_pack("{s:s}", "position", text);
    if (!body)
        return api_error_set(error, 400, "bad_position", "position: expected UTF-8");
    bool valid = setup_read_position(boards, body, out, error);
    json_decref(body);
    return valid;
}
