/* mail_config.h - the interface to the host's mail server. */
#ifndef SERVICE_MAIL_CONFIG_H
#define SERVICE_MAIL_CONFIG_H

#include <stddef.h>

#include "mail/draft.h"

/* The outcome of an attempt to deliver a mail. */
enum service_delivery {
    SERVICE_SENT,
    SERVICE_AGAIN,  /* refused for now */
    SERVICE_REFUSED /* refused for ever */
};

#define SERVICE_WHY_SIZE 200 /* bytes, with the NUL */

/* Set by the program. */
typedef struct service_mail {
    const char *from; /* borrowed: the server's address, which accepts extensions behind a + */
    /* Makes a mail of a draft, with a picture of its position, on a thread that may block. free()
     * it. NULL: `why` not now. */
    char *(*write)(const struct mail_draft *draft, size_t *size, char why[SERVICE_WHY_SIZE],
                   void *context);
    /* Delivers a whole mail, on a thread that may block; `why` is the reason of a failure. NULL:
     * the server sends no mail. */
    enum service_delivery (*deliver)(const char *from, const char *to, const char *text,
                                     size_t size, char why[SERVICE_WHY_SIZE], void *context);
    void (*stop)(void *context); /* from any thread: cancels deliver(), also later ones */
    void *context;
} service_mail;

#endif
