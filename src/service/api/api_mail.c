/* api_mail.c - POST /mail and POST /mail/answer, for `paua mail`, to which the host's mail server
 * hands incoming mails: whether the commands of a mail may be executed, and the answer to it.
 *
 * A mail is deduplicated by a key that is stored before its first command; the answer marks the key
 * as done. If the server or `paua mail` stops in between, the mail server delivers the mail again,
 * and the sender learns that its commands were interrupted. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <sodium.h>

#include "mail/received.h"
#include "service/api/api.h"
#include "service/api/instance.h"
#include "service/core/request.h"
#include "service/core/response.h"
#include "service/mail/drafts.h"
#include "service/mail/mail_attempts.h"
#include "service/mail/mail_login.h"
#include "store/tables/mail.h"
#include "json/json_text.h"

#define ANSWER_MAX 15000 /* bytes of an answer */
#define KEY_BYTES  16

/* Answers in an hour. */
#define STRANGER_MAX  2  /* to an address without an account */
#define STRANGERS_MAX 60 /* to all of those */
#define EXPIRED_MAX   2  /* to an account whose address has expired */

/* A received mail, as `paua mail` describes it. */
struct mail_request {
    json_t *body;
    const char *message_id, *from, *subject, *references, *text;
    struct mail_login sender;
    char key[2 * KEY_BYTES + 1]; /* for deduplication */
};

/* Reads a text without control characters, for a header. */
static bool read_header(json_t *body, const char *name, size_t most, const char **out,
                        struct api_error *error)
{
    *out = json_string_value(json_object_get(body, name));
    bool valid = *out && strlen(*out) < most;

    for (const char *c = *out; valid && *c; c++)
        valid = (unsigned char)*c >= ' ' && *c != 0x7f;
    return valid || api_error_set(error, 400, "bad_request",
                                  "%s: expected a line of less than %d bytes", name, (int)most);
}

/* Reads the members that both calls have. */
static bool read_mail(struct mail_request *mail, struct api_error *error)
{
    return read_header(mail->body, "message_id", MAIL_MESSAGE_ID_SIZE, &mail->message_id, error) &&
           (mail->message_id[0] ||
            api_error_set(error, 400, "bad_request", "message_id: is empty")) &&
           read_header(mail->body, "subject", MAIL_SUBJECT_SIZE, &mail->subject, error) &&
           read_header(mail->body, "thread", MAIL_REFERENCES_SIZE, &mail->references, error);
}

/* The key hashes the account and the Message-ID: two accounts may send the same Message-ID. */
static void make_key(struct mail_request *mail)
{
    unsigned char hash[KEY_BYTES];
    crypto_generichash_state state;

    crypto_generichash_init(&state, NULL, 0, sizeof hash);
    crypto_generichash_update(&state, (const unsigned char *)mail->sender.login.account,
                              sizeof mail->sender.login.account);
    crypto_generichash_update(&state, (const unsigned char *)mail->message_id,
                              strlen(mail->message_id));
    crypto_generichash_final(&state, hash, sizeof hash);
    sodium_bin2hex(mail->key, sizeof mail->key, hash, sizeof hash);
}

/* Whether the request comes from `paua mail` on this machine. */
static bool admit_caller(struct service *service, http_request *request)
{
    if (http_is_local(request))
        return address_require_mail(service, request);
    respond_error(request, 403, "not_local", "mail comes from this machine");
    return false;
}

/* Finds the account of the address that received the mail. False: the request has its response. */
static bool find_sender(struct service *service, http_request *request, struct mail_request *mail)
{
    const char *header = http_header(request, "Authorization");
    const char *token = header && strncasecmp(header, "Mail ", 5) == 0 ? header + 5 : "";

    paua_status status = mail_login_find(service->mailer, token, &mail->sender);
    if (status == PAUA_OK) {
        make_key(mail);
        return true;
    }
    respond_read_error(request, status);
    return false;
}

/* {"state": STATE, "name": NAME} */
static json_t *state_json(const struct mail_request *mail, const char *state)
{
    const char *name = mail->sender.login.name;

    return json_pack("{s:s,s:s?}", "state", state, "name", *name ? name : NULL);
}

/* Adds an answer to the mail: to the address of the account, or without one to the header From. */
static void add_answer(struct service *service, store_batch *batch, const struct mail_request *mail,
                       const char *body)
{
    bool known = mail->sender.token_status != MAIL_TOKEN_INVALID;
    bool is_answer = strncasecmp(mail->subject, "re:", 3) == 0;
    char subject[MAIL_SUBJECT_SIZE + 4];

    snprintf(subject, sizeof subject, "%s%s", is_answer ? "" : "Re: ", mail->subject);
    mailer_add(
        service->mailer, batch,
        &(struct mailer_text){.kind = known ? MAILER_ANSWER : MAILER_PLAIN,
                              .account = mail->sender.login.account,
                              .to = known ? mail->sender.address : mail->from,
                              .subject = subject,
                              .body = body,
                              .in_reply_to = mail->message_id[0] == '<' ? mail->message_id : "",
                              .references = mail->references});
}

/* Commits the batch and responds with the state. */
static void respond_state(struct service *service, http_request *request, store_batch *batch,
                          const struct mail_request *mail, const char *state)
{
    respond_committed(&service->env, request, batch,
                      &(struct committed_response){
                          .status = 200,
                          .on_committed = mailer_on_committed,
                          .context = service->mailer,
                          .json = json_write_text(state_json(mail, state), JSON_COMPACT),
                          .conflict_code = "replayed",
                          .conflict = "this mail is being answered",
                      });
}

/* A mail that was received before. */
static void handle_repeated(struct service *service, http_request *request,
                            const struct mail_request *mail, bool done)
{
    if (done) {
        env_log(&service->env, SERVICE_INFO, "mail", "a mail of account %s has come again",
                mail->sender.login.account);
        respond_json(request, 200, state_json(mail, "replayed"));
        return;
    }
    store_batch *batch = store_batch_new();
    batch_end_seen(batch, mail->key);
    add_answer(service, batch, mail, draft_interrupted());
    respond_state(service, request, batch, mail, "interrupted");
}

/* The address has expired: notifies its owner, who may have a newer one. */
static void handle_expired(struct service *service, http_request *request,
                           const struct mail_request *mail)
{
    store_batch *batch = store_batch_new();

    batch_remove_mail(batch, "");
    if (mail_attempts_take(service->mails, mail->sender.login.account, EXPIRED_MAX))
        add_answer(service, batch, mail, draft_expired());
    respond_state(service, request, batch, mail, "expired");
}

/* The mail belongs to no account: explains how to play, within a limit. */
static void handle_stranger(struct service *service, http_request *request,
                            const struct mail_request *mail)
{
    store_batch *batch = store_batch_new();

    batch_remove_mail(batch, "");
    if (*mail->from && mail_attempts_take(service->mails, mail->from, STRANGER_MAX) &&
        mail_attempts_take(service->mails, "", STRANGERS_MAX))
        add_answer(service, batch, mail, draft_stranger());
    respond_state(service, request, batch, mail, "unknown");
}

/* A mail of an account: its commands may be executed once. */
static void handle_known(struct service *service, http_request *request,
                         const struct mail_request *mail)
{
    enum store_seen seen;

    paua_status status = store_seen(service->env.store, mail->key, env_now_ms(), &seen);
    if (status != PAUA_OK) {
        respond_read_error(request, status);
    } else if (seen != STORE_UNSEEN) {
        handle_repeated(service, request, mail, seen == STORE_SEEN_DONE);
    } else {
        store_batch *batch = store_batch_new();

        batch_add_seen(batch, mail->key, mail->sender.expires_ms);
        respond_state(service, request, batch, mail, "accepted");
    }
}

static void api_receive_mail(http_request *request, void *context)
{
    static const char *const members[] = {"message_id", "from", "subject", "thread", NULL};
    struct service *service = context;
    struct mail_request mail = {.text = ""};
    struct api_error error;

    if (!admit_caller(service, request))
        return;
    mail.body = request_body_object(request, members, &error);
    if (!mail.body || !read_mail(&mail, &error) ||
        !read_header(mail.body, "from", MAIL_ADDRESS_SIZE, &mail.from, &error)) {
        respond_api_error(request, &error);
    } else if (*mail.from && !mail_address_valid(mail.from)) {
        respond_error(request, 400, "bad_request", "from: expected an address, or nothing");
    } else if (find_sender(service, request, &mail)) {
        if (mail.sender.token_status == MAIL_TOKEN_VALID)
            handle_known(service, request, &mail);
        else if (mail.sender.token_status == MAIL_TOKEN_EXPIRED)
            handle_expired(service, request, &mail);
        else
            handle_stranger(service, request, &mail);
    }
    json_decref(mail.body);
}

/* Reads the text of an answer. */
static bool read_text(struct mail_request *mail, struct api_error *error)
{
    mail->text = json_string_value(json_object_get(mail->body, "text"));
    return (mail->text && strlen(mail->text) <= ANSWER_MAX) ||
           api_error_set(error, 400, "bad_request", "text: expected at most %d bytes", ANSWER_MAX);
}

static void api_answer_mail(http_request *request, void *context)
{
    static const char *const members[] = {"message_id", "subject", "thread", "text", NULL};
    struct service *service = context;
    struct mail_request mail = {.from = ""};
    struct api_error error;

    if (!admit_caller(service, request))
        return;
    mail.body = request_body_object(request, members, &error);
    if (!mail.body || !read_mail(&mail, &error) || !read_text(&mail, &error)) {
        respond_api_error(request, &error);
    } else if (find_sender(service, request, &mail)) {
        if (mail.sender.token_status == MAIL_TOKEN_VALID) {
            store_batch *batch = store_batch_new();

            batch_end_seen(batch, mail.key);
            add_answer(service, batch, &mail, mail.text);
            respond_committed(
                &service->env, request, batch,
                &(struct committed_response){.status = 202,
                                             .on_committed = mailer_on_committed,
                                             .context = service->mailer,
                                             .conflict_code = "replayed",
                                             .conflict = "there is no mail to be answered"});
        } else {
            respond_error(request, 401, "not_signed_in", "the address is wrong or has expired");
        }
    }
    json_decref(mail.body);
}

static const http_route routes[] = {
    {"POST", "/api/1/mail", api_receive_mail, 1},
    {"POST", "/api/1/mail/answer", api_answer_mail, 1},
};

const struct route_table mail_routes = ROUTE_TABLE(routes);
