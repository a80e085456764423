/* pipe.c - reads and writes whole blocks of bytes. */
#define _GNU_SOURCE
#include "mail/pipe.h"

#include <errno.h>
#include <unistd.h>

bool pipe_read(int file, void *bytes, size_t size)
{
    for (size_t got = 0; got < size;) {
        ssize_t count = read(file, (char *)bytes + got, size - got);

        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        got += (size_t)count;
    }
    return true;
}

bool pipe_write(int file, const void *bytes, size_t size)
{
    for (size_t done = 0; done < size;) {
        ssize_t count = write(file, (const char *)bytes + done, size - done);

        if (count < 0 && errno == EINTR)
            continue;
        if (count <= 0)
            return false;
        done += (size_t)count;
    }
    return true;
}
