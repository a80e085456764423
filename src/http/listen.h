/* listen.h - opens the socket that a server listens on. */
#ifndef HTTP_LISTEN_H
#define HTTP_LISTEN_H

#include "http/http.h"

/* Binds an address as http_server_start() describes. On success *out_socket is a listening socket,
 * and `url` is its address for a browser on this machine. */
paua_status http_listen(const char *text, int *out_socket, char *url, size_t cap,
                        char message[HTTP_MESSAGE_MAX]);

#endif /* HTTP_LISTEN_H */
