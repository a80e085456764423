/* composer.c - starts the process that writes mails, and asks it for each mail. */
#define _GNU_SOURCE
#include "serve/composer.h"

#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/bytes.h"
#include "mail/compose.h"
#include "mail/pipe.h"

#define WAIT_SECONDS 10   /* for the process, which writes a mail in milliseconds */
#define MAILS_MAX    1000 /* that one process writes: it stays small */

extern char **environ;

/* Starts the process with its end of the socket as standard input. False: why. */
static bool composer_start(struct composer *self, char why[SERVICE_WHY_SIZE])
{
    static char *const words[] = {"paua", "mail", "--compose", NULL};
    const struct timeval wait = {.tv_sec = WAIT_SECONDS};
    posix_spawn_file_actions_t actions;
    int ends[2];

    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) {
        snprintf(why, SERVICE_WHY_SIZE, "a socket: %s", strerror(errno));
        return false;
    }
    int error = posix_spawn_file_actions_init(&actions);
    if (error == 0) {
        error = posix_spawn_file_actions_adddup2(&actions, ends[1], STDIN_FILENO);
        if (error == 0)
            error = posix_spawn_file_actions_addclosefrom_np(&actions, STDERR_FILENO + 1);
        if (error == 0)
            error = posix_spawn(&self->process, "/proc/self/exe", &actions, NULL, words, environ);
        posix_spawn_file_actions_destroy(&actions);
    }
    close(ends[1]);
    if (error != 0) {
        close(ends[0]);
        self->process = 0;
        snprintf(why, SERVICE_WHY_SIZE, "a process: %s", strerror(error));
        return false;
    }
    setsockopt(ends[0], SOL_SOCKET, SO_RCVTIMEO, &wait, sizeof wait);
    setsockopt(ends[0], SOL_SOCKET, SO_SNDTIMEO, &wait, sizeof wait);
    self->socket = ends[0];
    self->mails = 0;
    return true;
}

/* Asks for the mail of a packed draft. *mail: owned, or NULL, why it cannot be written. False: the
 * process has ended, hangs or answers nonsense. */
static bool composer_ask(struct composer *self, const unsigned char *draft, size_t draft_size,
                         char **mail, size_t *size, char why[SERVICE_WHY_SIZE])
{
    unsigned char number[COMPOSE_NUMBER_BYTES];

    *mail = NULL;
    bytes_put(number, draft_size, COMPOSE_NUMBER_BYTES);
    if (!pipe_write(self->socket, number, sizeof number) ||
        !pipe_write(self->socket, draft, draft_size) ||
        !pipe_read(self->socket, number, sizeof number))
        return false;
    *size = bytes_get(number, COMPOSE_NUMBER_BYTES);
    if (*size > MAIL_WRITTEN_MAX)
        return false;
    if (*size == 0) {
        snprintf(why, SERVICE_WHY_SIZE, "a mail cannot be written");
        return true;
    }
    *mail = malloc(*size + 1);
    if (!*mail) {
        snprintf(why, SERVICE_WHY_SIZE, "out of memory");
        return false; /* what the process answers is not read any more */
    }
    if (!pipe_read(self->socket, *mail, *size)) {
        free(*mail);
        *mail = NULL;
        return false;
    }
    (*mail)[*size] = '\0';
    return true;
}

void composer_end(struct composer *self)
{
    if (!self->process)
        return;
    close(self->socket);
    kill(self->process, SIGKILL); /* it has nothing to lose */
    while (waitpid(self->process, NULL, 0) < 0 && errno == EINTR)
        ;
    self->process = 0;
}

char *composer_write(struct composer *self, const struct mail_draft *draft, size_t *size,
                     char why[SERVICE_WHY_SIZE])
{
    size_t draft_size;
    unsigned char *bytes = mail_draft_pack(draft, &draft_size);
    char *mail = NULL;
    bool asked = false, was_running = true;

    snprintf(why, SERVICE_WHY_SIZE,
             draft_size > MAIL_DRAFT_MAX ? "a mail is too long" : "out of memory");
    /* Once more where the process had ended since the last mail. */
    while (bytes && !asked && was_running) {
        was_running = self->process != 0;
        if (!was_running && !composer_start(self, why))
            break;
        snprintf(why, SERVICE_WHY_SIZE, "the process that writes mails has ended");
        asked = composer_ask(self, bytes, draft_size, &mail, size, why);
        if (!asked || ++self->mails == MAILS_MAX)
            composer_end(self);
    }
    free(bytes);
    return mail;
}
