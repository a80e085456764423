/* connection.h - the open connections: their clients, and their deadlines. */
#ifndef HTTP_CONNECTION_H
#define HTTP_CONNECTION_H

#include <microhttpd.h>

#include "http/network.h"
#include "http/server.h"

/* Registers an accepted connection, before libmicrohttpd gets its socket. False: the client has too
 * many connections, or out of memory; close it. */
bool connection_arrived(http_server *server, int socket, const struct sockaddr *address);

/* Callback of libmicrohttpd: it has begun or ended a registered connection. */
void connection_notify(void *context, struct MHD_Connection *connection, void **slot,
                       enum MHD_ConnectionNotificationCode code);

/* Starts the time limit for the client's next request (config.request_seconds). */
void connection_await_request(struct MHD_Connection *connection);
/* Ends it: a request has arrived and is being handled. */
void connection_handle_request(struct MHD_Connection *connection);

/* The address of the peer. False: unknown. */
bool connection_peer(struct MHD_Connection *connection, struct network_address *out);

/* Ends the connections whose clients send or receive too slowly. Called every second. */
void connections_tick(http_server *server, int64_t now_ms);

#endif /* HTTP_CONNECTION_H */
