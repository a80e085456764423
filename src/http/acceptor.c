/* acceptor.c - accepts connections and hands each to one of libmicrohttpd's threads. These could
 * accept by themselves, but then the first one to wake up takes all connections that wait, while
 * the others stay idle; MHD_add_connection() chooses by the socket's number, which deals them out
 * evenly. It also lets a failing accept() wait, instead of being tried again at once for ever. */
#define _GNU_SOURCE
#include "http/acceptor.h"

#include <errno.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "http/connection.h"

#define WAIT_MS 50 /* until a place or a file may be free */

/* Whether accept() failed for a reason that lies in this one connection, or was interrupted. */
static bool is_passing(int error)
{
    return error != EMFILE && error != ENFILE && error != ENOBUFS && error != ENOMEM;
}

/* Accepts a connection and hands it over. False: there is nothing to accept it with. */
static bool accept_one(http_server *server)
{
    struct sockaddr_storage address;
    socklen_t size = sizeof address;
    struct sockaddr *from = (struct sockaddr *)&address;
    int fd = accept4(server->socket, from, &size, SOCK_NONBLOCK | SOCK_CLOEXEC);

    if (fd < 0)
        return is_passing(errno);
    if (connection_arrived(server, fd, from))
        MHD_add_connection(server->daemon, fd, from, size); /* closes it if that fails */
    else
        close(fd);
    return true;
}

/* The thread: while there is a place, waits for a connection and accepts it. */
static void *acceptor_run(void *context)
{
    http_server *server = context;
    struct pollfd listening = {.fd = server->socket, .events = POLLIN};

    while (!atomic_load(&server->stopping)) {
        bool full = atomic_load(&server->connection_count) >= server->places;

        if (full || (poll(&listening, 1, -1) > 0 && !accept_one(server)))
            poll(NULL, 0, WAIT_MS);
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
