/* fuzz_http_guard.c - "HOST ORIGIN TYPE": whatever the texts are, only the server's own names pass. */
#define _GNU_SOURCE
#include "fuzz.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <strings.h>

#include "http/guard.h"

static const char *const names[] = {"paua.example.org"};

/* Whether the text begins with one of the names that the server answers to, and the dot of the root
 * and a port at most follow. */
static bool own_name(const char *text)
{
    static const char *const own[] = {"localhost", "paua.example.org", "[::1]", "192.0.2.7"};

    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++) {
        size_t size = strlen(own[i]);

        if (strncasecmp(text, own[i], size) != 0)
            continue;
        size += text[size] == '.';
        if (text[size] == '\0' || text[size] == ':')
            return true;
    }
    /* The other spellings of ::1, and 127.x.y.z. */
    return text[0] == '[' || strncmp(text, "127.", 4) == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *host = text_of(data, size), *origin = strchr(host, ' ');
    struct sockaddr_in local = {.sin_family = AF_INET};
    struct guard_request request = {
        .method = "POST", .host = host, .has_body = true, .local = (struct sockaddr *)&local};

    inet_pton(AF_INET, "192.0.2.7", &local.sin_addr);
    if (origin) {
        *origin++ = '\0';
        request.origin = origin;
        char *type = strchr(origin, ' ');
        if (type)
            *type++ = '\0';
        request.content_type = type;
    }
    int refused = guard_check(&request, names, 1);

    REQUIRE(refused == 0 || refused == 403 || refused == 415 || refused == 421);
    REQUIRE(refused == 421 || own_name(host));
    if (refused == 0 || refused == 415) {
        const char *authority = origin ? strstr(origin, "://") : NULL;

        REQUIRE(!origin || (authority && own_name(authority + 3)));
    }
    REQUIRE(refused != 0 || strncasecmp(request.content_type, "application/json", 16) == 0);
    free(host);
    return 0;
}
