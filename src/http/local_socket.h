/* local_socket.h - the socket in the file system that a server listens on, besides its port. */
#ifndef HTTP_LOCAL_SOCKET_H
#define HTTP_LOCAL_SOCKET_H

#include <sys/types.h>

#include "base/file.h"
#include "http/http.h"

struct local_socket {
    int fd;           /* -1: there is none */
    const char *path; /* borrowed */
    dev_t device;     /* what was made at `path` */
    ino_t inode;
    struct file_claim claim; /* of `path`, as long as the server lives */
};

/* Listens at http_config.socket, where everybody may connect. What a server that was killed has
 * left there is replaced. Returns PAUA_OK, or with a message PAUA_ERROR_BAD_SYNTAX (the path),
 * PAUA_ERROR_CONFLICT (somebody listens there, or it is not a socket), PAUA_ERROR_IO or
 * PAUA_ERROR_NO_MEMORY. */
paua_status local_socket_open(const char *path, struct local_socket *out,
                              char message[HTTP_MESSAGE_MAX]);

/* Stops listening and removes the socket. One that is not open is allowed. */
void local_socket_close(struct local_socket *local);

#endif /* HTTP_LOCAL_SOCKET_H */
