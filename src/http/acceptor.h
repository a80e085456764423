/* acceptor.h - the thread that accepts connections. */
#ifndef HTTP_ACCEPTOR_H
#define HTTP_ACCEPTOR_H

#include "http/server.h"

/* Starts accepting from server->socket, for server->daemon. False: no thread could be made. */
bool acceptor_start(http_server *server);

/* Accepts no more, and closes server->socket. server->stopping is set. */
void acceptor_stop(http_server *server);

#endif /* HTTP_ACCEPTOR_H */
