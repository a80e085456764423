/* api_unsubscribe.c - GET and POST /mail/unsubscribe/TOKEN, the link of a mail that ends the mails
 * to its account (RFC 8058). The token is the right to do that and nothing else; nobody signs in.
 *
 * GET shows a page with a button and changes nothing: programs that look into mails open links. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "service/accounts/settings.h"
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/plain_page.h"
#include "service/core/response.h"
#include "json/json_text.h"

static const char ask_page[] =
    PLAIN_PAGE("No more mail?", "<p>This server then mails you nothing about games and messages. "
                                "Codes that you ask for still come.</p>\n"
                                "<form method=\"post\"><button>Send no more mail</button></form>");
static const char done_page[] =
    PLAIN_PAGE("No more mail", "<p>Mail about games and messages is off. Your account's page turns "
                               "it on again.</p>\n<p><a href=\"/\">Paua</a></p>");

/* What a token is checked against. */
struct unsubscribing {
    struct service *service;
    const char *token;
    enum mail_token_status token_status;
    struct settings settings;
    char *text; /* owned: the stored settings; NULL: out of memory */
};

static void on_account(const store_account *account, void *context)
{
    struct unsubscribing *self = context;

    self->token_status = mailer_check_token(self->service->mailer, MAIL_UNSUBSCRIBE, self->token,
                                            account->closed_ms ? "" : account->mail);
    if (settings_parse(account->settings, &self->settings) == PAUA_OK)
        self->text = strdup(account->settings);
}

static void unsubscribe_account(struct service *service, http_request *request, const char *tried);

/* Another change of the settings came first. */
static bool on_conflict(http_request *request, void *data, void *context)
{
    unsubscribe_account(context, request, data);
    return true;
}

/* Commits the settings, which were made of the text `was`, and responds with a page. Takes over
 * `was`. */
static void commit_unsubscribed(struct service *service, http_request *request, const char *account,
                                char *was, const struct settings *settings)
{
    char *text = json_write_text(settings_json(settings), JSON_COMPACT);

    if (!text) {
        free(was);
        respond_no_memory(request);
        return;
    }
    store_batch *batch = store_batch_new();
    batch_save_settings(batch, account, was, text);
    free(text);
    plain_page_headers(request);
    respond_committed(&service->env, request, batch,
                      &(struct committed_response){.status = 200,
                                                   .page = done_page,
                                                   .respond_conflict = on_conflict,
                                                   .data = was,
                                                   .context = service});
}

/* Turns all mail of the token's account off. `tried`: the stored settings of an attempt that has
 * conflicted, or NULL. */
static void unsubscribe_account(struct service *service, http_request *request, const char *tried)
{
    struct unsubscribing self = {.service = service,
                                 .token = http_path_parameter(request, 0),
                                 .token_status = MAIL_TOKEN_INVALID};
    struct mail_token_payload payload;

    paua_status status = PAUA_ERROR_NOT_FOUND;
    if (mail_token_read(self.token, &payload))
        status = store_account_by_id(service->env.store, payload.account, on_account, &self);
    if (status == PAUA_ERROR_NOT_FOUND ||
        (status == PAUA_OK && self.token_status != MAIL_TOKEN_VALID)) {
        respond_error(request, 403, "bad_code", "this link is wrong, or too old");
    } else if (status != PAUA_OK) {
        respond_read_error(request, status);
    } else if (!self.text) {
        respond_no_memory(request);
    } else if (tried && strcmp(tried, self.text) == 0) { /* damaged: nothing has changed */
        respond_unwritable(&service->env, request);
    } else {
        settings_mail_parse("off", self.settings.mails);
        commit_unsubscribed(service, request, payload.account, self.text, &self.settings);
        return;
    }
    free(self.text);
}

static void api_unsubscribe(http_request *request, void *context)
{
    if (address_require_mail(context, request))
        unsubscribe_account(context, request, NULL);
}

static void api_ask_unsubscribe(http_request *request, void *context)
{
    if (!address_require_mail(context, request))
        return;
    plain_page_headers(request);
    http_respond_static(request, 200, PLAIN_PAGE_TYPE, ask_page, sizeof ask_page - 1);
}

static const http_route routes[] = {
    {"GET", UNSUBSCRIBE_PATH "*", api_ask_unsubscribe, 1},
    {"POST", UNSUBSCRIBE_PATH "*", api_unsubscribe, 1},
};

const struct route_table unsubscribe_routes = ROUTE_TABLE(routes);
