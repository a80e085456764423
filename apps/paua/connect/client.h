/* client.h - an HTTP client for one Paua server: calls with JSON, by one person. */
#ifndef PAUA_CONNECT_CLIENT_H
#define PAUA_CONNECT_CLIENT_H

#include <stdbool.h>

#include <jansson.h>

#include <paua/status.h>

struct client;

/* A client for the server at HOST, HOST:PORT or a URL without a path: by TLS, but where the host is
 * this machine. Returns 0, or an exit code after an error line. */
int client_open(const char *host, struct client **out);
void client_close(struct client *client); /* NULL is allowed */

/* The address in full, as "https://example.org". */
const char *client_url(const struct client *client);

/* Whether what is sent can be read on its way: neither TLS nor this machine. */
bool client_is_exposed(const struct client *client);

/* From now on calls carry this token: `scheme` is "Bearer", or "Mail" for that of an address.
 * False: out of memory. */
bool client_set_token(struct client *client, const char *scheme, const char *token);

/* What the error line of a call that cannot be made ends with; borrowed. */
void client_set_advice(struct client *client, const char *advice);

/* Makes a call and keeps the session that it may bring. *status becomes that of HTTP, *answer the
 * JSON of the response or NULL; `body` is taken over (NULL: none). Returns 0, or an exit code after
 * an error line: the server cannot be reached, or answers without end. */
int client_call(struct client *client, const char *method, const char *path, json_t *body,
                long *status, json_t **answer);

#endif
