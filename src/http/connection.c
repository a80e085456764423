/* connection.c - the lists of connections: those accepted, and those that libmicrohttpd has begun
 * to serve. The number of connections of a client is limited, and the server's timer ends a
 * connection whose client is too slow to send a request or to receive its response. The timeout of
 * libmicrohttpd covers silence alone, which a byte now and then breaks. The timer also wakes a
 * thread of libmicrohttpd that waits although clients have sent something. */
#define _GNU_SOURCE
#include "http/connection.h"

#include <limits.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
/* The kernel's header: <netinet/tcp.h> lacks tcpi_bytes_acked. */
#include <linux/sockios.h>
#include <linux/tcp.h>

#include "base/clock.h"

#define UNREAD_MS  1000 /* after which what a client has sent should have been read */
#define CROWDED_MS 2000 /* time for a request while over three quarters of the places are taken */

/* The server's entry for a connection. */
static struct http_connection *connection_of(struct MHD_Connection *connection)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

    return info ? info->socket_context : NULL;
}

bool connection_peer(struct MHD_Connection *connection, struct network_address *out)
{
    const struct http_connection *entry = connection_of(connection);

    if (!entry || !entry->peer_known)
        return false;
    *out = entry->peer;
    return true;
}

/* The client that a connection counts for: nobody, for a proxy or without limits. */
static http_client client_of(const http_server *server, const struct network_address *peer)
{
    if (!server->clients || network_list_has(server->proxies, server->proxy_count, peer))
        return (http_client){{0}};
    return network_client(peer, server->seed);
}

/* Adds an entry to a list, under server->mutex. */
static void entry_link(struct http_connection **list, struct http_connection *entry)
{
    entry->next = *list;
    entry->link = list;
    if (entry->next)
        entry->next->link = &entry->next;
    *list = entry;
}

/* Removes an entry from its list, under server->mutex. */
static void entry_unlink(struct http_connection *entry)
{
    *entry->link = entry->next;
    if (entry->next)
        entry->next->link = entry->link;
}

/* Frees the entry of a closed connection, which is in no list. */
static void entry_free(http_server *server, struct http_connection *entry)
{
    if (server->clients)
        client_counts_drop(server->clients, &entry->client, CLIENT_CONNECTIONS);
    free(entry);
    atomic_fetch_sub(&server->connection_count, 1);
}

/* Removes the entry with this socket from server->arriving; NULL: there is none. */
static struct http_connection *take_arriving(http_server *server, int socket)
{
    struct http_connection *entry;

    pthread_mutex_lock(&server->mutex);
    for (entry = server->arriving; entry && entry->socket != socket;)
        entry = entry->next;
    if (entry)
        entry_unlink(entry);
    pthread_mutex_unlock(&server->mutex);
    return entry;
}

bool connection_arrived(http_server *server, int socket, const struct sockaddr *address)
{
    /* An entry with the same socket belongs to a connection that libmicrohttpd closed before it
     * began, for lack of memory. */
    struct http_connection *lost = take_arriving(server, socket);
    struct http_connection *entry = calloc(1, sizeof *entry);
    int most = server->config.client_connections;

    if (lost)
        entry_free(server, lost);
    if (!entry)
        return false;
    entry->socket = socket;
    entry->peer_known = network_address_of(socket, address, &entry->peer);
    if (entry->peer_known)
        entry->client = client_of(server, &entry->peer);
    paua_status status = PAUA_OK;
    if (server->clients)
        status = client_counts_add(server->clients, &entry->client, CLIENT_CONNECTIONS,
                                   most ? most : INT_MAX, server->places);
    if (status != PAUA_OK) {
        atomic_fetch_add(&server->limited[HTTP_LIMIT_CLIENT_CONNECTIONS],
                         status == PAUA_ERROR_CONFLICT);
        free(entry);
        return false;
    }
    /* All places are taken: the acceptor makes further clients wait. */
    if (atomic_fetch_add(&server->connection_count, 1) + 1 == server->places)
        atomic_fetch_add(&server->limited[HTTP_LIMIT_CONNECTIONS], 1);
    pthread_mutex_lock(&server->mutex);
    entry_link(&server->arriving, entry);
    pthread_mutex_unlock(&server->mutex);
    return true;
}

void connection_await_request(struct MHD_Connection *connection)
{
    struct http_connection *entry = connection_of(connection);

    if (entry)
        atomic_store(&entry->waiting_since_ms, clock_now_ms());
}

void connection_handle_request(struct MHD_Connection *connection)
{
    struct http_connection *entry = connection_of(connection);

    if (entry)
        atomic_store(&entry->waiting_since_ms, 0);
}

/* libmicrohttpd has begun a connection: its client has to send the first request. */
static void connection_opened(http_server *server, struct MHD_Connection *connection, void **slot)
{
    const union MHD_ConnectionInfo *info =
        MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
    struct http_connection *entry = take_arriving(server, info->connect_fd);

    *slot = entry;
    if (!entry)
        return;
    atomic_store(&entry->waiting_since_ms, clock_now_ms());
    pthread_mutex_lock(&server->mutex);
    entry_link(&server->connections, entry);
    pthread_mutex_unlock(&server->mutex);
}

/* Removes a closed connection from the list. */
static void connection_closed(http_server *server, void **slot)
{
    struct http_connection *entry = *slot;

    if (!entry)
        return;
    pthread_mutex_lock(&server->mutex);
    entry_unlink(entry);
    pthread_mutex_unlock(&server->mutex);
    entry_free(server, entry);
    *slot = NULL;
}

void connection_notify(void *context, struct MHD_Connection *connection, void **slot,
                       enum MHD_ConnectionNotificationCode code)
{
    if (code == MHD_CONNECTION_NOTIFY_STARTED)
        connection_opened(context, connection, slot);
    else
        connection_closed(context, slot);
}

/* Whether the client receives too slowly: within config.send_seconds it has taken neither all bytes
 * that were waiting in the socket at first nor send_bytes a second. Only TCP counts what was taken;
 * a client at config.socket is cut off by the timeout of libmicrohttpd, when it takes nothing. */
static bool connection_is_slow(const http_config *config, struct http_connection *entry,
                               int64_t now_ms)
{
    struct tcp_info info = {.tcpi_state = 0};
    socklen_t size = sizeof info;
    int waiting = 0;

    if (ioctl(entry->socket, SIOCOUTQ, &waiting) != 0 || waiting <= 0) {
        entry->slow_since_ms = 0;
        return false;
    }
    if (getsockopt(entry->socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0)
        return false;
    uint64_t taken = info.tcpi_bytes_acked, least = (uint64_t)config->send_bytes;
    if (entry->slow_since_ms == 0 || taken >= entry->slow_until ||
        taken - entry->slow_from >= least * (uint64_t)config->send_seconds) {
        entry->slow_since_ms = now_ms;
        entry->slow_from = taken;
        entry->slow_until = taken + (uint64_t)waiting;
        return false;
    }
    return now_ms - entry->slow_since_ms >= (int64_t)config->send_seconds * 1000;
}

/* Whether libmicrohttpd has left something in the socket: bytes, or that the client has closed. */
static bool has_unread(int socket)
{
    char byte;

    return recv(socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT) >= 0;
}

/* Makes epoll report a readable socket again. libmicrohttpd (at least to 0.9.75) reads up to 128
 * events at once; after exactly 128 it waits for another one before it handles any. Setting this
 * option, even to its present value, makes TCP report what can be read (tcp_set_rcvlowat() in
 * Linux). */
static void report_again(int socket)
{
    const int least = 1;

    setsockopt(socket, SOL_SOCKET, SO_RCVLOWAT, &least, sizeof least);
}

void connections_tick(http_server *server, int64_t now_ms)
{
    const http_config *config = &server->config;
    int64_t limit_ms = (int64_t)config->request_seconds * 1000;

    if (atomic_load(&server->connection_count) > server->places - server->places / 4 &&
        limit_ms > CROWDED_MS)
        limit_ms = CROWDED_MS;
    pthread_mutex_lock(&server->mutex);
    for (struct http_connection *entry = server->connections; entry; entry = entry->next) {
        if (entry->ended)
            continue;
        int64_t since_ms = atomic_load(&entry->waiting_since_ms);
        bool late = since_ms != 0 && now_ms - since_ms > limit_ms;
        bool slow =
            since_ms == 0 && config->send_bytes > 0 && connection_is_slow(config, entry, now_ms);

        if (late || slow) {
            entry->ended = true;
            shutdown(entry->socket, SHUT_RDWR);
            atomic_fetch_add(
                &server->limited[slow ? HTTP_LIMIT_SEND_BYTES : HTTP_LIMIT_REQUEST_SECONDS], 1);
        } else if (since_ms != 0 && now_ms - since_ms > UNREAD_MS && has_unread(entry->socket)) {
            report_again(entry->socket);
        }
    }
    pthread_mutex_unlock(&server->mutex);
}
