/* listen.c - turns ADDRESS:PORT into a listening socket, where ADDRESS is numeric or localhost, and
 * accepts the connections that arrive there. */
#define _GNU_SOURCE
#include "http/listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http/connection.h"

/* Sets the message for a text that is not ADDRESS:PORT. Returns PAUA_ERROR_BAD_SYNTAX. */
static paua_status address_refuse(const char *text, char message[HTTP_MESSAGE_MAX])
{
    snprintf(message, HTTP_MESSAGE_MAX,
             "address '%.80s': expected ADDRESS:PORT, as in 127.0.0.1:8080", text);
    return PAUA_ERROR_BAD_SYNTAX;
}

paua_status http_address_parse(const char *text, char *host, size_t cap, int *port,
                               char message[HTTP_MESSAGE_MAX])
{
    const char *start = text, *end, *colon;

    if (*text == '[') {
        start = text + 1;
        end = strchr(start, ']');
        colon = end ? end + 1 : NULL;
    } else {
        end = colon = strchr(text, ':');
    }
    if (!end || end == start || *colon != ':' || (size_t)(end - start) >= cap)
        return address_refuse(text, message);
    size_t digits = strspn(colon + 1, "0123456789");
    if (digits == 0 || digits > 5 || colon[1 + digits] != '\0')
        return address_refuse(text, message);
    int number = (int)strtol(colon + 1, NULL, 10);
    if (number > 65535) {
        snprintf(message, HTTP_MESSAGE_MAX, "port %d: expected 0 to 65535", number);
        return PAUA_ERROR_BAD_SYNTAX;
    }
    memcpy(host, start, (size_t)(end - start));
    host[end - start] = '\0';
    *port = number;
    return PAUA_OK;
}

/* Returns a listening socket, or -1 and errno. */
static int socket_bind(const struct addrinfo *address)
{
    int one = 1;
    int fd = socket(address->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &one, sizeof one);
    if (bind(fd, address->ai_addr, address->ai_addrlen) == 0 && listen(fd, SOMAXCONN) == 0)
        return fd;
    int saved = errno;
    close(fd);
    errno = saved;
    return -1;
}

/* Writes the URL of a bound socket, with the real port; for "all addresses" the loopback one. */
static void url_format(int fd, char *url, size_t cap)
{
    struct sockaddr_storage name;
    socklen_t size = sizeof name;
    char host[INET6_ADDRSTRLEN] = "", port[8] = "";

    getsockname(fd, (struct sockaddr *)&name, &size);
    getnameinfo((struct sockaddr *)&name, size, host, sizeof host, port, sizeof port,
                NI_NUMERICHOST | NI_NUMERICSERV);
    if (strcmp(host, "0.0.0.0") == 0)
        snprintf(host, sizeof host, "127.0.0.1");
    else if (strcmp(host, "::") == 0)
        snprintf(host, sizeof host, "::1");
    snprintf(url, cap, strchr(host, ':') ? "http://[%s]:%s" : "http://%s:%s", host, port);
}

paua_status http_listen(const char *text, int *out_socket, char *url, size_t cap,
                        char message[HTTP_MESSAGE_MAX])
{
    char host[64], service[8];
    int port;
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE | AI_NUMERICSERV};
    struct addrinfo *found = NULL;
    paua_status status = http_address_parse(text, host, sizeof host, &port, message);

    if (status != PAUA_OK)
        return status;
    snprintf(service, sizeof service, "%d", port);
    if (strcmp(host, "localhost") == 0)
        snprintf(host, sizeof host, "127.0.0.1");
    hints.ai_flags |= AI_NUMERICHOST;
    if (getaddrinfo(host, service, &hints, &found) != 0)
        return address_refuse(text, message);
    int fd = socket_bind(found);
    freeaddrinfo(found);
    if (fd < 0) {
        bool in_use = errno == EADDRINUSE;

        snprintf(message, HTTP_MESSAGE_MAX, "%.80s: %s, expected %s", text, strerror(errno),
                 in_use ? "a free port" : "an address of this machine");
        return in_use ? PAUA_ERROR_CONFLICT : PAUA_ERROR_IO;
    }
    url_format(fd, url, cap);
    *out_socket = fd;
    return PAUA_OK;
}

/* The acceptor hands each connection to a thread of libmicrohttpd. If these threads accepted
 * themselves, the first to wake up would take all waiting connections and leave the others idle;
 * MHD_add_connection() spreads them by the socket's number. A thread of our own can also pause
 * after a failed accept(), which libmicrohttpd would retry at once, for ever. */

#define RETRY_MS 50 /* after accept() failed, or while all places are taken */

/* Whether the error of accept() concerns one connection only: the next accept() may succeed. */
static bool accept_error_is_transient(int error)
{
    return error != EMFILE && error != ENFILE && error != ENOBUFS && error != ENOMEM;
}

/* Accepts a connection and hands it over. False: out of files or memory; retry later. */
static bool acceptor_accept(http_server *server, int listening)
{
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    struct sockaddr *from = (struct sockaddr *)&address;
    int fd = accept4(listening, from, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);

    if (fd < 0)
        return accept_error_is_transient(errno);
    if (connection_arrived(server, fd, from))
        MHD_add_connection(server->daemon, fd, from, size); /* closes it if that fails */
    else
        close(fd);
    return true;
}

/* Accepts a connection of each socket that has one. False as above. */
static bool acceptor_accept_ready(http_server *server, const struct pollfd listening[2])
{
    bool accepted = true;

    for (int i = 0; i < 2; i++) {
        if (listening[i].revents && !acceptor_accept(server, listening[i].fd))
            accepted = false;
    }
    return accepted;
}

/* The thread: accepts connections, as many as there are places. */
static void *acceptor_run(void *context)
{
    http_server *server = context;
    struct pollfd listening[] = {
        {.fd = server->socket, .events = POLLIN},
        {.fd = server->local.fd, .events = POLLIN}, /* poll() ignores -1 */
    };

    while (!atomic_load(&server->stopping)) {
        bool full = atomic_load(&server->connection_count) >= server->places;

        if (full || (poll(listening, 2, -1) > 0 && !acceptor_accept_ready(server, listening)))
            poll(NULL, 0, RETRY_MS);
    }
    return NULL;
}

bool acceptor_start(http_server *server)
{
    server->acceptor_runs = pthread_create(&server->acceptor, NULL, acceptor_run, server) == 0;
    return server->acceptor_runs;
}

void acceptor_stop(http_server *server)
{
    shutdown(server->socket, SHUT_RDWR); /* ends the wait for a connection */
    if (server->acceptor_runs)
        pthread_join(server->acceptor, NULL);
    close(server->socket);
    server->socket = -1;
    local_socket_close(&server->local);
}
