/* client.h - an HTTP client for one Paua server: calls with JSON, for one account. */
#ifndef PAUA_CONNECT_CLIENT_H
#define PAUA_CONNECT_CLIENT_H

#include <stdbool.h>

#include <jansson.h>

#include <paua/status.h>

struct client;

/* Opens a client for the server at HOST, HOST:PORT or a URL without a path, by TLS unless the host
 * is this machine; or at a socket in the file system, by a path (socket_path_is_path()), if only
 * its owner and root could have put it there. Returns 0, or an exit code after an error line. */
int client_open(const char *host, struct client **out);
void client_close(struct client *client); /* NULL is allowed */

/* The address in full, as "https://example.org", or the path of the socket. */
const char *client_server(const struct client *client);

/* Whether others on the network can read what is sent: neither TLS nor this machine. */
bool client_is_exposed(const struct client *client);

/* Adds a token to all later calls. `scheme` is "Bearer", or "Mail" for a token from a mail address.
 * False: out of memory. */
bool client_set_token(struct client *client, const char *scheme, const char *token);

/* Sets the end of the error line for a failed connection; borrowed. */
void client_set_advice(struct client *client, const char *advice);

/* Makes a call; takes over `body` (NULL: none). A session cookie of the response is kept. *status
 * becomes the HTTP status, *answer the JSON of the response or NULL, its strings safe to be printed
 * on a terminal. Returns 0, or an exit code after an error line: the server cannot be reached, or
 * the response is too long. */
int client_call(struct client *client, const char *method, const char *path, json_t *body,
                long *status, json_t **answer);

/* The message of an error in an answer; NULL: there is none. */
const char *client_error_message(const json_t *answer);

#endif
