/* socket_path.h - paths of sockets in the file system, and who could put a socket there.
 *
 * A port belongs to whoever takes it first, a path to whoever may write in its directories. So a
 * client that knows the path knows the server, if nobody else may write there: socket_path_check().
 */
#ifndef HTTP_SOCKET_PATH_H
#define HTTP_SOCKET_PATH_H

#include <stdbool.h>

#include <sys/types.h>
#include <sys/un.h>

#include <paua/status.h>

#include "http/http.h"

/* Whether a server's address is the path of a socket and not a host or a URL: it begins with /, ./
 * or ../, it ends with .sock, or something is there and it has a slash inside or is a socket of
 * root or the caller. Somebody else could give the socket in his directory the name of a host. */
bool socket_path_is_path(const char *text);

/* Makes the address of a socket. PAUA_ERROR_BAD_SYNTAX, with a message: the path is empty or too
 * long. */
paua_status socket_path_address(const char *path, struct sockaddr_un *out,
                                char message[HTTP_MESSAGE_MAX]);

/* Checks that only root and `owner` may put something at a path: all directories on the way, and
 * those of links, belong to one of them, and nobody else may write there. In a directory for
 * everybody with the sticky bit, such as /tmp, the next one must be root's or the caller's, and the
 * path itself must not be in it. PAUA_ERROR_IO, with a message that names the directory. */
paua_status socket_path_check_directories(const char *path, uid_t owner,
                                          char message[HTTP_MESSAGE_MAX]);

/* Checks before a client connects that there is a socket, and that only its owner and root could
 * have put it there. PAUA_ERROR_BAD_SYNTAX or PAUA_ERROR_IO, with a message. */
paua_status socket_path_check(const char *path, char message[HTTP_MESSAGE_MAX]);

#endif /* HTTP_SOCKET_PATH_H */
