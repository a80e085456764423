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

#define SERVICE_WHY_SIZE  200 /* bytes, with the NUL */
#define SERVICE_SITE_SIZE 300

/* The path of the link that unsubscribes, before its token. */
#define UNSUBSCRIBE_PATH "/api/1/mail/unsubscribe/"

/* Set by the program. */
typedef struct service_mail {
    const char *from; /* borrowed: the server's address, which accepts extensions behind a + */
    /* Borrowed: where mail programs reach the server, as https://paua.example.org, of less than
     * SERVICE_SITE_SIZE bytes; NULL: mails have no link that unsubscribes. */
    const char *site;
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
