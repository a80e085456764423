/* fuzz_http_route.c - "PATTERN PATH": a path is matched as a plain reading of the pattern says. */
#include "fuzz.h"

#include "http/route.h"

static void nothing(http_request *request, void *context)
{
    (void)request;
    (void)context;
}

/* The same question, asked recursively. */
static bool fits(const char *pattern, const char *path)
{
    if (strcmp(pattern, "**") == 0)
        return true;
    if (*pattern == '*') {
        size_t size = strcspn(path, "/"), ending = strcspn(pattern + 1, "/");

        return size > ending && strncmp(path + size - ending, pattern + 1, ending) == 0 &&
               fits(pattern + 1 + ending, path + size);
    }
    return *pattern == *path && (*pattern == '\0' || fits(pattern + 1, path + 1));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *pattern = text_of(data, size), *path = strchr(pattern, ' ');

    if (path) {
        http_route route = {"GET", pattern, nothing, 1};
        struct route_match match;

        *path++ = '\0';
        route_find(&route, 1, "GET", path, &match);
        REQUIRE((match.route != NULL) == fits(pattern, path));
        for (int i = 0; match.route && i < HTTP_PATH_PARAMETERS && match.parameters[i].at; i++) {
            REQUIRE(match.parameters[i].at >= path);
            REQUIRE(match.parameters[i].at + match.parameters[i].size <= path + strlen(path));
        }
        route_find(&route, 1, "POST", path, &match);
        REQUIRE(!match.route && match.path_known == fits(pattern, path));
    }
    free(pattern);
    return 0;
}
