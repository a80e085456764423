/* client.c - makes HTTP calls by libcurl. Cookies are kept in memory only. */
#define _GNU_SOURCE
#include "connect/client.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <curl/curl.h>
#include <sodium.h>

#include "base/array.h"
#include "base/unicode.h"
#include "cli/common.h"
#include "http/socket_path.h"
#include "json/json_text.h"

#define CONNECT_SECONDS 10L
#define CALL_SECONDS    60L
#define RESPONSE_MAX    ((size_t)4 << 20) /* bytes */
#define DEFAULT_PORT    "8080"            /* on this machine */

struct client {
    CURL *curl;
    char *url;
    char *socket;       /* owned: the path of the server's socket; NULL: by TCP */
    char *token;        /* owned: the header Authorization, or NULL */
    const char *advice; /* end of an error line, or NULL */
    bool exposed;       /* others on the network can read the calls */
    char why[CURL_ERROR_SIZE];
};

/* The body of a response so far. */
struct client_response {
    char *bytes;
    size_t size, capacity;
};

/* Callback of libcurl: adds to the body of the response. */
static size_t client_on_bytes(char *bytes, size_t one, size_t count, void *context)
{
    struct client_response *response = context;
    size_t size = one * count;

    if (size > RESPONSE_MAX - response->size ||
        !ARRAY_RESERVE(response->bytes, response->capacity, response->size + size + 1))
        return 0;
    memcpy(response->bytes + response->size, bytes, size);
    response->size += size;
    response->bytes[response->size] = '\0';
    return size;
}

/* Whether the host in a URL's authority is this machine. */
static bool authority_is_loopback(const char *authority)
{
    size_t size = *authority == '[' ? strcspn(authority, "]") + 1 : strcspn(authority, ":");

    return (size == 9 && strncasecmp(authority, "localhost", 9) == 0) ||
           (size == 5 && strncmp(authority, "[::1]", 5) == 0) || strncmp(authority, "127.", 4) == 0;
}

/* Completes the host that a person has typed to a URL. NULL: out of memory, or *valid is false. */
static char *complete_url(const char *host, bool *exposed, bool *valid)
{
    bool plain = strncasecmp(host, "http://", 7) == 0, tls = strncasecmp(host, "https://", 8) == 0;
    const char *authority = host + (plain ? 7 : tls ? 8 : 0);
    size_t size = strcspn(authority, "/");
    bool local = authority_is_loopback(authority);
    bool has_port =
        strchr(*authority == '[' ? authority + strcspn(authority, "]") : authority, ':') != NULL;
    char *url = NULL;

    *exposed = plain && !local;
    *valid = size > 0 && strcspn(authority, " \t@?#\\") >= size &&
             (authority[size] == '\0' || authority[size + 1] == '\0');
    if (!*valid ||
        asprintf(&url, "%s://%.*s%s", plain || (local && !tls) ? "http" : "https", (int)size,
                 authority, local && !plain && !tls && !has_port ? ":" DEFAULT_PORT : "") < 0)
        return NULL;
    return url;
}

/* Sets the socket of the server, if nobody else can have put it there. Returns 0, or an exit code
 * after an error line. */
static int client_set_socket(struct client *client, const char *path)
{
    char message[HTTP_MESSAGE_MAX];
    paua_status status = socket_path_check(path, message);

    if (status != PAUA_OK)
        return complain_with(status == PAUA_ERROR_BAD_SYNTAX ? EXIT_USAGE : EXIT_ENVIRONMENT, "%s",
                             message);
    client->url = strdup("http://localhost");
    client->socket = strdup(path);
    if (!client->url || !client->socket)
        return complain_memory();
    curl_easy_setopt(client->curl, CURLOPT_UNIX_SOCKET_PATH, path);
    curl_easy_setopt(client->curl, CURLOPT_PROXY, ""); /* of the environment */
    return EXIT_DONE;
}

/* Sets the URL of the server. Returns 0, or an exit code after an error line. */
static int client_set_url(struct client *client, const char *host)
{
    bool valid;

    client->url = complete_url(host, &client->exposed, &valid);
    if (client->url)
        return EXIT_DONE;
    return valid
               ? complain_memory()
               : complain_with(
                     EXIT_USAGE,
                     "'%.80s': expected a host as in example.org, localhost:8080 or "
                     "https://example.org, or the path of a server's socket%s",
                     host,
                     strstr(host, "://") || !strchr(host, '/') ? "" : "; nothing is at this path");
}

int client_open(const char *host, struct client **out)
{
    struct client *client = calloc(1, sizeof *client);

    if (!client)
        return complain_memory();
    if (curl_global_init(CURL_GLOBAL_DEFAULT) == 0)
        client->curl = curl_easy_init();
    int code = !client->curl               ? complain_memory()
               : socket_path_is_path(host) ? client_set_socket(client, host)
                                           : client_set_url(client, host);
    if (code != EXIT_DONE) {
        client_close(client);
        return code;
    }
    curl_easy_setopt(client->curl, CURLOPT_COOKIEFILE, "");
    curl_easy_setopt(client->curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(client->curl, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(client->curl, CURLOPT_CONNECTTIMEOUT, CONNECT_SECONDS);
    curl_easy_setopt(client->curl, CURLOPT_TIMEOUT, CALL_SECONDS);
    curl_easy_setopt(client->curl, CURLOPT_USERAGENT, "paua connect");
    curl_easy_setopt(client->curl, CURLOPT_WRITEFUNCTION, client_on_bytes);
    curl_easy_setopt(client->curl, CURLOPT_ERRORBUFFER, client->why);
    *out = client;
    return EXIT_DONE;
}

void client_close(struct client *client)
{
    if (!client)
        return;
    curl_easy_cleanup(client->curl);
    curl_global_cleanup();
    if (client->token)
        sodium_memzero(client->token, strlen(client->token));
    free(client->token);
    free(client->url);
    free(client->socket);
    free(client);
}

const char *client_server(const struct client *client)
{
    return client->socket ? client->socket : client->url;
}

bool client_is_exposed(const struct client *client)
{
    return client->exposed;
}

bool client_set_token(struct client *client, const char *scheme, const char *token)
{
    free(client->token);
    client->token = NULL;
    return asprintf(&client->token, "Authorization: %s %s", scheme, token) > 0;
}

void client_set_advice(struct client *client, const char *advice)
{
    client->advice = advice;
}

/* Sends the request and receives the response. On failure client->why may have details. */
static CURLcode client_perform(struct client *client, const char *method, const char *url,
                               const char *body, struct client_response *response)
{
    struct curl_slist *headers = curl_slist_append(NULL, "Content-Type: application/json");

    if (client->token)
        headers = curl_slist_append(headers, client->token);
    client->why[0] = '\0';
    curl_easy_setopt(client->curl, CURLOPT_URL, url);
    curl_easy_setopt(client->curl, CURLOPT_HTTPHEADER, headers);
    curl_easy_setopt(client->curl, CURLOPT_WRITEDATA, response);
    curl_easy_setopt(client->curl, CURLOPT_HTTPGET, 1L);
    if (body)
        curl_easy_setopt(client->curl, CURLOPT_POSTFIELDS, body);
    curl_easy_setopt(client->curl, CURLOPT_CUSTOMREQUEST, method);
    CURLcode code = curl_easy_perform(client->curl);
    curl_easy_setopt(client->curl, CURLOPT_HTTPHEADER, NULL);
    curl_slist_free_all(headers);
    return code;
}

/* Makes a string of an answer safe for a terminal: also another server's, or of an earlier
 * version. */
static void make_string_safe(json_t *string)
{
    char *copy = strdup(json_string_value(string));

    if (copy)
        unicode_make_safe(copy);
    json_string_set(string, copy ? copy : "");
    free(copy);
}

/* The same with all strings of an answer. */
static void make_safe(json_t *json)
{
    const char *name;
    json_t *value;
    size_t i;

    if (json_is_string(json))
        make_string_safe(json);
    json_object_foreach(json, name, value) make_safe(value);
    json_array_foreach(json, i, value) make_safe(value);
}

/* Prints why a call has failed. Returns an exit code. Where the socket cannot be connected to, the
 * text of libcurl is about a host and a port. */
static int complain_failed(struct client *client, CURLcode code)
{
    const char *reason = client->why[0] ? client->why : curl_easy_strerror(code), *more = "";
    long error = 0;

    if (client->socket && code == CURLE_COULDNT_CONNECT) {
        curl_easy_getinfo(client->curl, CURLINFO_OS_ERRNO, &error);
        reason = error ? strerror((int)error) : "cannot connect";
        more = error == ECONNREFUSED || error == ENOENT ? "; no server listens there" : "";
    }
    return complain_with(EXIT_ENVIRONMENT, "%s: %s%s%s%s", client_server(client), reason, more,
                         client->advice ? "; " : "", client->advice ? client->advice : "");
}

int client_call(struct client *client, const char *method, const char *path, json_t *body,
                long *status, json_t **answer)
{
    char *text = body ? json_write_text(body, JSON_COMPACT) : NULL, *url = NULL;
    struct client_response response = {.bytes = NULL};

    *answer = NULL;
    if ((body && !text) || asprintf(&url, "%s%s", client->url, path) < 0) {
        free(text);
        return complain_memory();
    }
    CURLcode code = client_perform(client, method, url, text, &response);
    if (text)
        sodium_memzero(text, strlen(text));
    free(text);
    free(url);
    curl_easy_getinfo(client->curl, CURLINFO_RESPONSE_CODE, status);
    if (code == CURLE_OK && response.size > 0)
        json_parse_text(response.bytes, response.size, 0, answer, NULL);
    make_safe(*answer);
    free(response.bytes);
    return code == CURLE_OK ? EXIT_DONE : complain_failed(client, code);
}

const char *client_error_message(const json_t *answer)
{
    return json_string_value(json_object_get(json_object_get(answer, "error"), "message"));
}
