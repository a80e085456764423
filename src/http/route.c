/* route.c - matches a path and a method against the route table, row by row. */
#include "http/route.h"

#include <stdio.h>
#include <string.h>

bool route_path_matches(const char *pattern, const char *path, struct route_match *match)
{
    int parameters = 0;

    for (;;) {
        if (strcmp(pattern, "**") == 0)
            return true;
        if (*pattern == '*') {
            size_t size = strcspn(path, "/"), ending = strcspn(pattern + 1, "/");

            if (size <= ending || memcmp(path + size - ending, pattern + 1, ending) != 0)
                return false;
            size -= ending;
            if (parameters < HTTP_PATH_PARAMETERS) {
                match->parameters[parameters].at = path;
                match->parameters[parameters].size = size;
                parameters++;
            }
            path += size + ending;
            pattern += 1 + ending;
        } else if (*pattern != *path) {
            return false;
        } else if (*pattern == '\0') {
            return true;
        } else {
            pattern++;
            path++;
        }
    }
}

/* Whether a row with the method `served` serves a request with the method `requested`. */
static bool method_matches(const char *served, const char *requested)
{
    if (strcmp(served, HTTP_GET_ONLY) == 0)
        return strcmp(requested, "GET") == 0;
    return strcmp(served, "*") == 0 || strcmp(served, requested) == 0 ||
           (strcmp(served, "GET") == 0 && strcmp(requested, "HEAD") == 0);
}

/* Adds a method to the value of the Allow header; GET implies HEAD. */
static void allow_add(struct route_match *match, const char *method)
{
    size_t used = strlen(match->allow);

    snprintf(match->allow + used, sizeof match->allow - used, "%s%s", used ? ", " : "",
             strcmp(method, HTTP_GET_ONLY) == 0 ? "GET" : method);
    if (strcmp(method, "GET") == 0)
        allow_add(match, "HEAD");
}

/* The first row with a matching path decides the path; later rows with another path are skipped. */
void route_find(const http_route *routes, size_t count, const char *method, const char *path,
                struct route_match *out)
{
    const char *matched = NULL;

    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < count; i++) {
        struct route_match match = {0};

        if (matched && strcmp(routes[i].path, matched) != 0)
            continue;
        if (!matched && !route_path_matches(routes[i].path, path, &match))
            continue;
        if (!matched) {
            matched = routes[i].path;
            memcpy(out->parameters, match.parameters, sizeof match.parameters);
            out->path_known = true;
        }
        if (method_matches(routes[i].method, method)) {
            out->route = &routes[i];
            return;
        }
        allow_add(out, routes[i].method);
    }
}
