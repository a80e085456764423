/* route.c - which handler a path belongs to. */
#include <stdio.h>
#include <string.h>

#include "http/internal.h"

/* Compares segment by segment, noting what each `*` stands for. */
static bool route_fits(const char *pattern, const char *path, http_match *match)
{
    int captured = 0;

    for (;;) {
        if (strcmp(pattern, "**") == 0)
            return true;
        if (*pattern == '*') {
            size_t size = strcspn(path, "/");

            if (size == 0)
                return false;
            if (captured < HTTP_PATH_PARAMETERS) {
                match->captures[captured].at = path;
                match->captures[captured].size = size;
                captured++;
            }
            path += size;
            pattern++;
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

static bool method_fits(const char *ours, const char *theirs)
{
    return strcmp(ours, "*") == 0 || strcmp(ours, theirs) == 0 ||
           (strcmp(ours, "GET") == 0 && strcmp(theirs, "HEAD") == 0);
}

static void allow_add(http_match *match, const char *method)
{
    size_t used = strlen(match->allow);

    snprintf(match->allow + used, sizeof match->allow - used, "%s%s", used ? ", " : "", method);
    if (strcmp(method, "GET") == 0)
        allow_add(match, "HEAD");
}

void http_route_find(const http_route *routes, size_t count, const char *method, const char *path,
                     http_match *out)
{
    const char *fitting = NULL;

    memset(out, 0, sizeof *out);
    for (size_t i = 0; i < count; i++) {
        http_match one = {0};

        if (fitting && strcmp(routes[i].path, fitting) != 0)
            break;
        if (!fitting && !route_fits(routes[i].path, path, &one))
            continue;
        if (!fitting) {
            fitting = routes[i].path;
            memcpy(out->captures, one.captures, sizeof one.captures);
            out->path_known = true;
        }
        if (method_fits(routes[i].method, method)) {
            out->route = &routes[i];
            return;
        }
        allow_add(out, routes[i].method);
    }
}
