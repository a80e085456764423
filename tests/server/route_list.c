/* route_list.c - prints the table of routes of the service, a line "METHOD PATH" for each, so that
 * test_openapi.py can compare it with docs/openapi.json. */
#include <stdio.h>

#include "service/server/service.h"

int main(void)
{
    size_t count;
    const http_route *routes = service_routes(&count);

    for (size_t i = 0; i < count; i++)
        printf("%s %s\n", routes[i].method, routes[i].path);
    return 0;
}
