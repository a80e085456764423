/* pipe.h - whole blocks of bytes through pipes and sockets, between processes of ours. */
#ifndef PAUA_MAIL_PIPE_H
#define PAUA_MAIL_PIPE_H

#include <stdbool.h>
#include <stddef.h>

/* Reads exactly `size` bytes. False: the other end has ended, or is too late. */
bool pipe_read(int file, void *bytes, size_t size);

/* Writes all bytes. False: the other end has ended, or is too late. */
bool pipe_write(int file, const void *bytes, size_t size);

#endif
