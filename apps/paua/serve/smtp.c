/* smtp.c - one mail, one connection: the mail server is on this machine, or near. */
#define _GNU_SOURCE
#include "serve/smtp.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <curl/curl.h>

#include "cli/common.h"
#include "mail/address.h"

#define CONNECT_SECONDS 20L
#define SEND_SECONDS    120L

/* What is yet to be sent. */
struct outgoing {
    const char *bytes;
    size_t size;
    const struct smtp *smtp;
};

static size_t on_read(char *to, size_t one, size_t count, void *context)
{
    struct outgoing *outgoing = context;
    size_t size = one * count < outgoing->size ? one * count : outgoing->size;

    memcpy(to, outgoing->bytes, size);
    outgoing->bytes += size;
    outgoing->size -= size;
    return size;
}

/* Breaks off where the server stops. */
static int on_progress(void *context, curl_off_t a, curl_off_t b, curl_off_t c, curl_off_t d)
{
    const struct outgoing *outgoing = context;

    (void)a, (void)b, (void)c, (void)d;
    return atomic_load(&outgoing->smtp->stopping);
}

/* What the mail server's last reply means: 5yz to an address or a text is for good. */
static enum service_delivery judge_reply(CURL *curl, CURLcode code)
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

static void set_options(CURL *curl, const struct smtp *smtp, struct outgoing *outgoing)
{
    curl_easy_setopt(curl, CURLOPT_URL, smtp->url);
    curl_easy_setopt(curl, CURLOPT_PROTOCOLS_STR, "smtp,smtps");
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_CONNECTTIMEOUT, CONNECT_SECONDS);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT, SEND_SECONDS);
    curl_easy_setopt(curl, CURLOPT_UPLOAD, 1L);
    curl_easy_setopt(curl, CURLOPT_READFUNCTION, on_read);
    curl_easy_setopt(curl, CURLOPT_READDATA, outgoing);
    curl_easy_setopt(curl, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(curl, CURLOPT_XFERINFOFUNCTION, on_progress);
    curl_easy_setopt(curl, CURLOPT_XFERINFODATA, outgoing);
}

static enum service_delivery smtp_deliver(const char *from, const char *to, const char *text,
                                          size_t size, char why[SERVICE_WHY_SIZE], void *context)
{
    const struct smtp *smtp = context;
    struct outgoing outgoing = {text, size, smtp};
    struct curl_slist *recipients = curl_slist_append(NULL, to);
    CURL *curl = curl_easy_init();
    enum service_delivery how = SERVICE_AGAIN;

    if (curl && recipients) {
        set_options(curl, smtp, &outgoing);
        curl_easy_setopt(curl, CURLOPT_MAIL_FROM, from);
        curl_easy_setopt(curl, CURLOPT_MAIL_RCPT, recipients);
        CURLcode code = curl_easy_perform(curl);
        how = judge_reply(curl, code);
        snprintf(why, SERVICE_WHY_SIZE, "%s: %s", smtp->url, curl_easy_strerror(code));
    }
    curl_slist_free_all(recipients);
    curl_easy_cleanup(curl);
    return how;
}

static void smtp_stop(void *context)
{
    struct smtp *smtp = context;

    atomic_store(&smtp->stopping, true);
}

/* Whether what is sent stays on this machine. */
static bool is_loopback(const char *url)
{
    const char *host = url + strlen("smtp://");

    return strncmp(host, "127.", 4) == 0 || strncmp(host, "[::1]", 5) == 0 ||
           (strncasecmp(host, "localhost", 9) == 0 && (!host[9] || strchr(":/", host[9])));
}

int smtp_check(const struct smtp *smtp)
{
    if (!smtp->url && !smtp->from)
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
        (strncasecmp(smtp->url, "smtp://", 7) != 0 || !is_loopback(smtp->url)))
        return complain_with(EXIT_USAGE,
                             "--mail-server '%.60s': expected smtp://127.0.0.1:25 on this machine, "
                             "or smtps://HOST",
                             smtp->url);
    if (strchr(smtp->url + 8, '@'))
        return complain_with(EXIT_USAGE, "--mail-server: expected a URL without a password");
    return curl_global_init(CURL_GLOBAL_DEFAULT) == 0 ? 0 : complain_memory();
}

void smtp_service(struct smtp *smtp, service_mail *out)
{
    if (smtp->url)
        *out = (service_mail){
            .from = smtp->from, .deliver = smtp_deliver, .stop = smtp_stop, .context = smtp};
}
