/* route.h - finds the handler for a method and a path. */
#ifndef HTTP_ROUTE_H
#define HTTP_ROUTE_H

#include "http/http.h"

#define HTTP_PATH_PARAMETERS 4

struct route_match {
    const http_route *route; /* NULL: no row matches */
    bool path_known;         /* a row matches the path, perhaps not the method */
    char allow[64];          /* the methods of the rows with this path, for the header Allow */
    struct {
        const char *at; /* into the path; NULL: none */
        size_t size;
    } parameters[HTTP_PATH_PARAMETERS];
};

/* Whether a path matches a pattern (http_route). Notes the text that each `*` matches. */
bool route_path_matches(const char *pattern, const char *path, struct route_match *match);

void route_find(const http_route *routes, size_t count, const char *method, const char *path,
                struct route_match *out);

#endif /* HTTP_ROUTE_H */
