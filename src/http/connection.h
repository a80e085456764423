/* connection.h - the open connections: whose they are, and when they must end. */
#ifndef HTTP_CONNECTION_H
#define HTTP_CONNECTION_H

#include <microhttpd.h>

#include "http/network.h"
#include "http/server.h"

/* libmicrohttpd asks whether to serve a client that has connected. */
enum MHD_Result connection_accept(void *context, const struct sockaddr *address, socklen_t length);

/* libmicrohttpd has begun or ended a connection. */
void connection_notify(void *context, struct MHD_Connection *connection, void **slot,
                       enum MHD_ConnectionNotificationCode code);

/* From now on the client must send a request within config.request_seconds; or, while one is being
 * handled, need not. */
void connection_await_request(struct MHD_Connection *connection);
void connection_handle_request(struct MHD_Connection *connection);

/* The address at the other end. False: unknown. */
bool connection_peer(struct MHD_Connection *connection, struct in6_addr *out);

/* Ends the connections whose clients send or take their data too slowly. Called every second. */
void connections_tick(http_server *server, int64_t now_ms);

#endif /* HTTP_CONNECTION_H */
