/* smtp.c - delivers mails to a mail server by libcurl, each on a connection of its own: the mail
 * server is on this machine or near. */
#define _GNU_SOURCE
#include "serve/smtp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <curl/curl.h>

#include "cli/common.h"
#include "cli/module.h"
#include "mail/address.h"
#include "mail/sandbox.h"

#define CONNECT_SECONDS 20L
#define SEND_SECONDS    120L

/* The rest of a mail that is being sent. */
struct smtp_upload {
    const char *bytes;
    size_t size;
    const struct smtp *smtp;
};

/* Callback of libcurl, which asks for bytes to send. */
static size_t smtp_on_read(char *to, size_t one, size_t count, void *context)
{
    struct smtp_upload *upload = context;
    size_t size = one * count < upload->size ? one * count : upload->size;

    memcpy(to, upload->bytes, size);
    upload->bytes += size;
    upload->size -= size;
    return size;
}

/* Callback of libcurl: ends the transfer when the server stops. */
static int smtp_on_progress(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
    const struct smtp_upload *upload = context;

    (void)a, (void)b, (void)c, (void)d;
    return atomic_load(&upload->smtp->stopping);
}

/* Interprets the mail server's last reply: 55z to an address or a text is permanent. */
static enum service_delivery smtp_judge_reply(CURL *curl, CURLcode code)
{
    long reply = 0;

    if (code == CURLE_OK)
        return SERVICE_SENT;
    curl_easy_getinfo(curl, CURLINFO_RESPONSE_CODE, &reply);
    return (code == CURLE_SEND_ERROR || code == CURLE_WEIRD_SERVER_REPLY) && reply >= 550 &&
                   reply < 560
               ? SERVICE_REFUSED
               : SERVICE_AGAIN;
}

static void smtp_set_options(CURL *curl, const struct smtp *smtp, struct smtp_upload *upload)
{
    curl_easy_setopt(curl, CURLOPT_URL, smtp->url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, CONNECT_SECONDS);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, SEND_SECONDS);
    curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(curl, CURLOPT_READFUNCTION, smtp_on_read);
    curl_easy_setopt(curl, CURLOPT_READDATA, upload);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, smtp_on_progress);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, upload);
}

static enum service_delivery smtp_deliver(const char *from, const char *to, const char *text,
                                          size_t size, char why[SERVICE_WHY_SIZE], void *context)
{
    const struct smtp *smtp = context;
    struct smtp_upload upload = {text, size, smtp};
    struct curl_slist *recipients = curl_slist_append(NULL, to);
    CURL *curl = curl_easy_init();
    enum service_delivery how = SERVICE_AGAIN;

    if (curl && recipients) {
        smtp_set_options(curl, smtp, &upload);
        curl_easy_setopt(curl, CURLOPT_MAIL_FROM, from);
        curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, recipients);
        CURLcode code = curl_easy_perform(curl);
        how = smtp_judge_reply(curl, code);
        snprintf(why, SERVICE_WHY_SIZE, "%s: %s", smtp->url, curl_easy_strerror(code));
    }
    curl_slist_free_all(recipients);
    curl_easy_cleanup(curl);
    return how;
}

static char *smtp_write(const struct mail_draft *draft, size_t *size, char why[SERVICE_WHY_SIZE],
                        void *context)
{
    struct smtp *smtp = context;

    return composer_write(&smtp->composer, draft, size, why);
}

static void smtp_stop(void *context)
{
    struct smtp *smtp = context;

    atomic_store(&smtp->stopping, true);
}

/* Whether the host of an smtp:// URL is this machine. */
static bool url_is_loopback(const char *url)
{
    const char *host = url + strlen("smtp://");

    return strncmp(host, "127.", 4) == 0 || strncmp(host, "[::1]", 5) == 0 ||
           (strncasecmp(host, "localhost", 9) == 0 && (!host[9] || strchr(":/", host[9])));
}

/* Whether a site is https:// or http://, a host and perhaps a port, which can stand in a header. */
static bool site_is_valid(const char *site)
{
    static const char allowed[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                  ".-:[]";
    const size_t scheme = strncasecmp(site, "https://", 8) == 0  ? 8
                          : strncasecmp(site, "http://", 7) == 0 ? 7
                                                                 : 0;

    return scheme && site[scheme] && !site[scheme + strspn(site + scheme, allowed)] &&
           strlen(site) < SERVICE_SITE_SIZE;
}

int smtp_check(const struct smtp *smtp)
{
    if (!smtp->url && !smtp->from && !smtp->site)
        return 0;
    if (!smtp->url || !smtp->from)
        return complain_with(EXIT_USAGE, "expected both --mail-server and --mail-address");
    if (!mail_address_valid(smtp->from) || strchr(smtp->from, '+') ||
        strcspn(smtp->from, "@") > 64 - 1 - 52)
        return complain_with(EXIT_USAGE,
                             "--mail-address '%.60s': expected an address as paua@example.org, "
                             "with at most 11 characters in front of the @, none of them a +",
                             smtp->from);
    if (strncasecmp(smtp->url, "smtps://", 8) != 0 &&
        (strncasecmp(smtp->url, "smtp://", 7) != 0 || !url_is_loopback(smtp->url)))
        return complain_with(EXIT_USAGE,
                             "--mail-server '%.60s': expected smtp://127.0.0.1:25 on this machine, "
                             "or smtps://HOST",
                             smtp->url);
    if (strchr(smtp->url + 8, '@'))
        return complain_with(EXIT_USAGE, "--mail-server: expected a URL without a password");
    if (smtp->site && !site_is_valid(smtp->site))
        return complain_with(EXIT_USAGE,
                             "--mail-site '%.60s': expected https://HOST, or https://HOST:PORT",
                             smtp->site);
    int code = module_check("paua-mail", MAIL_LIBRARY);
    if (code != 0)
        return code;
    return curl_global_init(CURL_GLOBAL_DEFAULT) == 0 ? 0 : complain_memory();
}

void smtp_service(struct smtp *smtp, service_mail *out)
{
    if (smtp->url)
        *out = (service_mail){.from = smtp->from,
                              .site = smtp->site,
                              .write = smtp_write,
                              .deliver = smtp_deliver,
                              .stop = smtp_stop,
                              .context = smtp};
}

void smtp_end(struct smtp *smtp)
{
    composer_end(&smtp->composer);
}
