/* mail_config.h - how the server hands mail to the host's mail server. */
#ifndef SERVICE_MAIL_CONFIG_H
#define SERVICE_MAIL_CONFIG_H

#include <stddef.h>

/* How the host's mail server has taken a mail. */
enum service_delivery {
    SERVICE_SENT,
    SERVICE_AGAIN,  /* not now */
    SERVICE_REFUSED /* never */
};

#define SERVICE_WHY_SIZE 200 /* bytes, with the NUL */

/* How the server sends mail. */
typedef struct service_mail {
    const char *from; /* borrowed: its address, which takes extensions behind a + */
    /* Hands a whole mail over, on a thread that may wait; says why it could not. NULL: the server
     * sends no mail. */
    enum service_delivery (*deliver)(const char *from, const char *to, const char *text,
                                     size_t size, char why[SERVICE_WHY_SIZE], void *context);
    void (*stop)(void *context); /* from any thread: no deliver() takes long any more */
    void *context;
} service_mail;

#endif
