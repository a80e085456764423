/* api_server.c - GET /server: what the page asks before it offers something: the addresses of this
 * server in its network, for links that work on other devices, and whether the server sends
 * mail. */
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/response.h"

static void api_read_server(http_request *request, void *context)
{
    struct service *service = context;
    http_server *server = atomic_load(&service->server);
    http_addresses found = {.count = 0};
    json_t *addresses = json_array();

    if (server)
        http_server_addresses(server, &found);
    for (int i = 0; i < found.count; i++)
        json_array_append_new(addresses, json_string(found.urls[i]));
    respond_json(request, 200,
                 json_pack("{s:b,s:o,s:b}", "loopback", found.loopback, "addresses", addresses,
                           "mail", mailer_enabled(service->mailer)));
}

static const http_route routes[] = {
    {"GET", "/api/1/server", api_read_server, 1},
};

const struct route_table server_routes = ROUTE_TABLE(routes);
