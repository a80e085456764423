/* connection.h - the open connections: whose they are, and when they must end. */
#ifndef HTTP_CONNECTION_H
#define HTTP_CONNECTION_H

#include <microhttpd.h>

#include "http/network.h"
#include "http/server.h"

/* A client has connected, and libmicrohttpd will get its socket. False: it gets no place, because
 * it has too many connections already or there is no memory. */
bool connection_arrived(http_server *server, int socket, const struct sockaddr *address);

/* libmicrohttpd has begun or ended a connection that has arrived. */
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
