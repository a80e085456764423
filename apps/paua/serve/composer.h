/* composer.h - the process that writes the mails of this server (`paua mail --compose`): started
 * for the first mail, and again whenever it has ended. */
#ifndef PAUA_SERVE_COMPOSER_H
#define PAUA_SERVE_COMPOSER_H

#include <sys/types.h>

#include "mail/draft.h"
#include "service/server/service.h"

/* All zeros: no process. Of one thread at a time; who calls has to ignore SIGPIPE. */
struct composer {
    pid_t process; /* 0: none */
    int socket;
    int mails; /* that the process has written */
};

/* Writes a mail as service_mail.write does. */
char *composer_write(struct composer *self, const struct mail_draft *draft, size_t *size,
                     char why[SERVICE_WHY_SIZE]);

/* Ends the process, if there is one. */
void composer_end(struct composer *self);

#endif
