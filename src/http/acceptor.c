/* acceptor.c - accepts connections and hands each to a thread of libmicrohttpd. If these threads
 * accepted themselves, the first to wake up would take all waiting connections and leave the others
 * idle; MHD_add_connection() spreads them by the socket's number. A thread of our own can also
 * pause after a failed accept(), which libmicrohttpd would retry at once, for ever. */
#define _GNU_SOURCE
#include "http/acceptor.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http/connection.h"

#define RETRY_MS 50 /* after accept() failed, or while all places are taken */

/* Whether the error of accept() concerns one connection only: the next accept() may succeed. */
static bool accept_error_is_transient(int error)
{
    return error != EMFILE && error != ENFILE && error != ENOBUFS && error != ENOMEM;
}

/* Accepts a connection and hands it over. False: out of files or memory; retry later. */
static bool acceptor_accept(http_server *server)
{
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    struct sockaddr *from = (struct sockaddr *)&address;
    int fd = accept4(server->socket, from, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);

    if (fd < 0)
        return accept_error_is_transient(errno);
    if (connection_arrived(server, fd, from))
        MHD_add_connection(server->daemon, fd, from, size); /* closes it if that fails */
    else
        close(fd);
    return true;
}

/* The thread: accepts connections, as many as there are places. */
static void *acceptor_run(void *context)
{
    http_server *server = context;
    struct pollfd listening = {.fd = server->socket, .events = POLLIN};

    while (!atomic_load(&server->stopping)) {
        bool full = atomic_load(&server->connection_count) >= server->places;

        if (full || (poll(&listening, 1, -1) > 0 && !acceptor_accept(server)))
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
}
