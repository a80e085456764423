/* local_socket.c - makes a listening socket in the file system (AF_UNIX) and removes it.
 *
 * The server locks PATH.lock as long as it lives, so two servers that start at the same time cannot
 * take each other's socket for a stale one. The kernel releases the lock of a server that is
 * killed. connect() shows whether another program listens there. */
#define _GNU_SOURCE
#include "http/local_socket.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "http/socket_path.h"

#define SOCKET_MODE 0666 /* like a port of 127.0.0.1: everybody on this machine may connect */

/* Sets the message for an error of the system. Returns PAUA_ERROR_IO. */
static paua_status local_fail(const char *path, char message[HTTP_MESSAGE_MAX])
{
    snprintf(message, HTTP_MESSAGE_MAX, "%s: %s", path, file_error_text(errno));
    return PAUA_ERROR_IO;
}

/* Sets the message for a path that is taken. Returns PAUA_ERROR_CONFLICT. */
static paua_status local_refuse(const char *path, const char *why, char message[HTTP_MESSAGE_MAX])
{
    snprintf(message, HTTP_MESSAGE_MAX, "%s %s", path, why);
    return PAUA_ERROR_CONFLICT;
}

/* Claims the path for this process. */
static paua_status path_claim(const char *path, struct file_claim *claim,
                              char message[HTTP_MESSAGE_MAX])
{
    paua_status status = file_claim_any(claim, path);

    if (status == PAUA_ERROR_IO && errno == EBUSY)
        return local_refuse(path, "is the socket of another server", message);
    if (status == PAUA_ERROR_IO)
        snprintf(message, HTTP_MESSAGE_MAX, "%s.lock: %s", path, file_error_text(errno));
    return status;
}

/* Connects to a socket, without waiting. Returns 0 or the error; -1: there is no free file. */
static int path_try(const struct sockaddr_un *address)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    if (fd < 0)
        return -1;
    const bool connected = connect(fd, (const struct sockaddr *)address, sizeof *address) == 0;
    const int error = errno;
    close(fd);
    return connected ? 0 : error;
}

/* Removes a socket that nobody listens on. */
static paua_status stale_remove(const char *path, const struct sockaddr_un *address,
                                char message[HTTP_MESSAGE_MAX])
{
    struct stat about;

    if (lstat(path, &about) != 0)
        return errno == ENOENT ? PAUA_OK : local_fail(path, message);
    if (!S_ISSOCK(about.st_mode))
        return local_refuse(path, "is not a socket, and stays as it is", message);
    switch (path_try(address)) {
    case -1:
        return local_fail(path, message);
    case ECONNREFUSED:
        break;
    case EACCES:
        snprintf(message, HTTP_MESSAGE_MAX,
                 "%s is a socket of user %u to which user %u may not connect, and stays as it is",
                 path, (unsigned)about.st_uid, (unsigned)geteuid());
        return PAUA_ERROR_CONFLICT;
    default:
        return local_refuse(path, "is the socket of another program", message);
    }
    return unlink(path) == 0 || errno == ENOENT ? PAUA_OK : local_fail(path, message);
}

/* Makes the socket and listens. */
static paua_status path_bind(const char *path, const struct sockaddr_un *address,
                             struct local_socket *local, char message[HTTP_MESSAGE_MAX])
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

    if (fd < 0)
        return local_fail(path, message);
    if (bind(fd, (const struct sockaddr *)address, sizeof *address) != 0) {
        paua_status status = local_fail(path, message);

        close(fd);
        return status;
    }
    struct stat about;
    if (listen(fd, SOMAXCONN) != 0 || chmod(path, SOCKET_MODE) != 0 || lstat(path, &about) != 0) {
        paua_status status = local_fail(path, message);

        unlink(path);
        close(fd);
        return status;
    }
    local->fd = fd;
    local->device = about.st_dev;
    local->inode = about.st_ino;
    return PAUA_OK;
}

paua_status local_socket_open(const char *path, struct local_socket *out,
                              char message[HTTP_MESSAGE_MAX])
{
    struct sockaddr_un address;
    paua_status status = socket_path_address(path, &address, message);

    *out = (struct local_socket){.fd = -1, .path = path};
    if (status == PAUA_OK)
        status = socket_path_check_directories(path, geteuid(), message);
    if (status == PAUA_OK)
        status = path_claim(path, &out->claim, message);
    if (status != PAUA_OK)
        return status;
    status = stale_remove(path, &address, message);
    if (status == PAUA_OK)
        status = path_bind(path, &address, out, message);
    if (status != PAUA_OK)
        file_release(&out->claim);
    return status;
}

void local_socket_close(struct local_socket *local)
{
    struct stat about;

    if (local->fd < 0)
        return;
    if (lstat(local->path, &about) == 0 && about.st_dev == local->device &&
        about.st_ino == local->inode)
        unlink(local->path);
    close(local->fd);
    local->fd = -1;
    file_release(&local->claim);
}
