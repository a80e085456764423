/* acceptor.h - the thread that accepts the connections of a server. */
#ifndef HTTP_ACCEPTOR_H
#define HTTP_ACCEPTOR_H

#include "http/server.h"

/* Starts to accept connections from server->socket for server->daemon. False: no thread could be
 * started. */
bool acceptor_start(http_server *server);

/* Stops accepting and closes server->socket. server->stopping must be set. */
void acceptor_stop(http_server *server);

#endif /* HTTP_ACCEPTOR_H */
