/* smtp.h - writes the mail of the server, and delivers it through a mail server (SMTP). */
#ifndef PAUA_SERVE_SMTP_H
#define PAUA_SERVE_SMTP_H

#include <stdatomic.h>

#include "serve/composer.h"
#include "service/server/service.h"

struct smtp {
    const char *url, *from; /* --mail-server, --mail-address; both or neither */
    const char *site;       /* --mail-site; may be missing */
    _Atomic bool stopping;
    struct composer composer;
};

/* The rows of these options (cli/options.h). */
#define ROWS_MAIL(smtp)                                                                            \
    {"mail-server",                                                                                \
     0,                                                                                            \
     OPTION_TEXT,                                                                                  \
     &(smtp).url,                                                                                  \
     0,                                                                                            \
     0,                                                                                            \
     "URL",                                                                                        \
     "send mail by this server: smtp://127.0.0.1:25, or smtps://mail.example.org"},                \
        {"mail-address",                                                                           \
         0,                                                                                        \
         OPTION_TEXT,                                                                              \
         &(smtp).from,                                                                             \
         0,                                                                                        \
         0,                                                                                        \
         "ADDRESS",                                                                                \
         "of the mail that is sent, as paua@example.org; answers go to paua+CODE@example.org"},    \
    {                                                                                              \
        "mail-site", 0, OPTION_TEXT, &(smtp).site, 0, 0, "URL",                                    \
            "where others reach this server, as https://paua.example.org: mails then have a link " \
            "that ends them"                                                                       \
    }

/* Checks these options and that mails can be written, and initializes libcurl; call it before any
 * thread starts. Returns 0, or an exit code after an error line. */
int smtp_check(const struct smtp *smtp);

/* Sets how the service sends mail; it borrows `smtp`. */
void smtp_service(struct smtp *smtp, service_mail *out);

/* Ends the process that writes mails, after the service has stopped. */
void smtp_end(struct smtp *smtp);

#endif
