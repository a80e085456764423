/* route_list.c - prints the table of routes of the service, a line "METHOD PATH" for each, so that
 * test_openapi.py can compare it with docs/openapi.json. */
#include <stdio.h>
#include <stdlib.h>

#include "service/server/service.h"

int main(void)
{
    size_t count;
    http_route *routes = service_routes_new(&count);

    if (!routes)
        return 1;
    for (size_t i = 0; i < count; i++)
        printf("%s %s\n", routes[i].method, routes[i].path);
    free(routes);
    return 0;
}
