/* listen.h - the address that a server listens on, and the thread that accepts its connections. */
#ifndef HTTP_LISTEN_H
#define HTTP_LISTEN_H

#include "http/server.h"

/* Binds an address as http_server_start() describes. On success *out_socket is a listening socket,
 * and `url` is its address for a browser on this machine. */
paua_status http_listen(const char *text, int *out_socket, char *url, size_t cap,
                        char message[HTTP_MESSAGE_MAX]);

/* Starts to accept connections from server->socket and server->local for server->daemon. False: no
 * thread could be started. */
bool acceptor_start(http_server *server);

/* Stops accepting and closes both sockets. server->stopping must be set. */
void acceptor_stop(http_server *server);

#endif /* HTTP_LISTEN_H */
