/* mailer.c - sends the mails in the queue of the store, one after the other. Each attempt begins by
 * postponing the next one with exponential backoff: no other server sends the mail meanwhile, and a
 * failed attempt needs no further write. */
#define _GNU_SOURCE
#include "service/mail/mailer.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "base/clock.h"
#include "mail/address.h"
#include "mail/commands.h"
#include "mail/draft.h"
#include "service/core/account_name.h"
#include "service/core/background.h"
#include "service/core/keys.h"
#include "service/games/play/games.h"
#include "store/tables/mail.h"

#define HOUR_MS ((int64_t)60 * 60 * 1000)
/* The pause after a failed attempt doubles from the first to the longest, until the mail
 * expires. */
#define PAUSE_FIRST_MS ((int64_t)5000)
#define PAUSE_MAX_MS   HOUR_MS
#define GIVE_UP_MS     (5 * 24 * HOUR_MS) /* age of the mail */
#define FAILED_MS      1000               /* pause of the whole queue */

/* Intervals. */
#define POLL_MS 5000             /* of reading what other servers have queued */
#define LOG_MS  (10 * 60 * 1000) /* between two log lines about failures */
#define TRIM_MS HOUR_MS          /* of removing old keys of received mails */

#define BATCH_MAX   16 /* mails read at a time */
#define SECRET_NAME "mail"
#define URL_SIZE    (SERVICE_SITE_SIZE + sizeof UNSUBSCRIBE_PATH + MAIL_TOKEN_SIZE)

enum {
    MAIL_ID,
    MAIL_FOR,
    MAIL_TO,
    MAIL_SUBJECT,
    MAIL_BODY,
    MAIL_IN_REPLY_TO,
    MAIL_REFERENCES,
    MAIL_TOPIC,
    MAIL_POSITION,
    MAIL_MOVE,
    MAIL_TEXTS
};

/* A mail that was read; the texts are owned. */
struct queued_mail {
    char *texts[MAIL_TEXTS];
    int kind, attempts; /* attempts: before this one */
    int64_t created_ms;
};

struct mailer {
    struct env *env;
    struct games *games;
    service_mail config;
    unsigned char key[MAIL_KEY_SIZE];
    int64_t failure_logged_ms, trimmed_ms; /* clock_now_ms(); of the thread */
    _Atomic int waiting;
    _Atomic unsigned long long sent;
    struct background background; /* guards what follows */
    bool woken;
};

struct games *mailer_games(const struct mailer *self)
{
    return self->games;
}

struct env *mailer_env(const struct mailer *self)
{
    return self->env;
}

void mailer_on_committed(paua_status status, void *data, void *context)
{
    (void)data;
    if (status == PAUA_OK)
        mailer_wake(context);
}

bool mailer_enabled(const struct mailer *self)
{
    return self->config.deliver != NULL;
}

const char *mailer_address(const struct mailer *self)
{
    return self->config.from;
}

paua_status mailer_new(struct games *games, const service_mail *config, struct mailer **out)
{
    struct mailer *self = calloc(1, sizeof *self);

    if (!self)
        return PAUA_ERROR_NO_MEMORY;
    self->env = games->env;
    self->games = games;
    self->config = *config;
    background_init(&self->background);
    *out = self;
    if (!mailer_enabled(self))
        return PAUA_OK;
    static_assert(MAIL_KEY_SIZE == SERVER_SECRET_SIZE, "the secret is the key");
    return server_secret_make(games->env->store, SECRET_NAME, self->key);
}

void mailer_free(struct mailer *self)
{
    if (!self)
        return;
    background_destroy(&self->background);
    sodium_memzero(self->key, sizeof self->key);
    free(self);
}

bool mailer_add(struct mailer *self, store_batch *batch, const struct mailer_text *mail)
{
    const int64_t now_ms = env_now_ms();
    char first[ID_SIZE + 1], second[ID_SIZE + 1], id[2 * ID_SIZE + 1];

    (void)self;
    id_make(first);
    id_make(second);
    snprintf(id, sizeof id, "%s%s", first, second);
    return batch_add_mail(batch, &(store_mail){.id = id,
                                               .account = mail->account,
                                               .recipient = mail->to,
                                               .subject = mail->subject,
                                               .body = mail->body,
                                               .in_reply_to = mail->in_reply_to,
                                               .references = mail->references,
                                               .topic = mail->thread,
                                               .position = mail->position,
                                               .move = mail->move,
                                               .kind = (int)mail->kind,
                                               .created_ms = now_ms,
                                               .next_ms = now_ms});
}

void mailer_wake(struct mailer *self)
{
    pthread_mutex_lock(&self->background.mutex);
    self->woken = true;
    pthread_cond_broadcast(&self->background.changed);
    pthread_mutex_unlock(&self->background.mutex);
}

void mailer_make_token(struct mailer *self, enum mail_purpose purpose, const char *account,
                       const char *associated_data, int hours, char token[MAIL_TOKEN_SIZE + 1])
{
    static_assert(MAIL_ACCOUNT_SIZE == ACCOUNT_ID_SIZE, "tokens hold the ids of accounts");
    struct mail_token_payload payload = {.expires_ms = env_now_ms() + hours * HOUR_MS};

    snprintf(payload.account, sizeof payload.account, "%s", account);
    mail_token_make(self->key, purpose, &payload, associated_data, token);
}

enum mail_token_status mailer_check_token(struct mailer *self, enum mail_purpose purpose,
                                          const char *token, const char *associated_data)
{
    struct mail_token_payload payload;

    if (!*associated_data || !mail_token_read(token, &payload) ||
        !mail_token_verify(self->key, purpose, token, associated_data))
        return MAIL_TOKEN_INVALID;
    return payload.expires_ms > env_now_ms() ? MAIL_TOKEN_VALID : MAIL_TOKEN_EXPIRED;
}

void mailer_associated_data(const store_account *account, char out[MAILER_ASSOCIATED_DATA_SIZE])
{
    *out = '\0';
    if (!account->closed_ms && *account->mail)
        snprintf(out, MAILER_ASSOCIATED_DATA_SIZE, "%s\n%s", account->password, account->mail);
}

int mailer_waiting(struct mailer *self)
{
    return atomic_load(&self->waiting);
}

unsigned long long mailer_sent(struct mailer *self)
{
    return atomic_load(&self->sent);
}

/* Mails that are due. */
struct due_mails {
    struct queued_mail list[BATCH_MAX];
    int count;
};

static void free_mail(struct queued_mail *mail)
{
    for (size_t i = 0; i < sizeof mail->texts / sizeof *mail->texts; i++)
        free(mail->texts[i]);
}

/* Copies a mail; ends the list without memory. */
static bool keep_mail(const store_mail *mail, void *context)
{
    struct due_mails *due = context;
    struct queued_mail *to = &due->list[due->count];
    bool complete = true;

    *to = (struct queued_mail){.texts = {strdup(mail->id), strdup(mail->account),
                                         strdup(mail->recipient), strdup(mail->subject),
                                         strdup(mail->body), strdup(mail->in_reply_to),
                                         strdup(mail->references), strdup(mail->topic),
                                         strdup(mail->position), strdup(mail->move)},
                               .kind = mail->kind,
                               .attempts = mail->attempts,
                               .created_ms = mail->created_ms};
    for (size_t i = 0; i < sizeof to->texts / sizeof *to->texts; i++)
        complete = complete && to->texts[i];
    if (!complete)
        free_mail(to);
    due->count += complete;
    return complete && due->count < BATCH_MAX;
}

static void keep_associated_data(const store_account *account, void *context)
{
    mailer_associated_data(account, context);
}

/* Whether the recipient may reply with commands. */
static bool takes_commands(const struct queued_mail *mail)
{
    return mail->kind == MAILER_ANSWER || mail->kind == MAILER_DIGEST;
}

/* Makes the address to reply to; "" if replies are not accepted. PAUA_ERROR_NOT_FOUND: the account
 * has no address any more; else why the store cannot be read. */
static paua_status make_reply_address(struct mailer *self, const struct queued_mail *mail,
                                      char out[MAIL_ADDRESS_SIZE])
{
    char associated_data[MAILER_ASSOCIATED_DATA_SIZE] = "", token[MAIL_TOKEN_SIZE + 1];

    *out = '\0';
    if (!takes_commands(mail))
        return PAUA_OK;
    paua_status status = store_account_by_id(self->env->store, mail->texts[MAIL_FOR],
                                             keep_associated_data, associated_data);
    if (status != PAUA_OK)
        return status;
    if (!*associated_data)
        return PAUA_ERROR_NOT_FOUND;
    mailer_make_token(self, MAIL_REPLY, mail->texts[MAIL_FOR], associated_data,
                      MAIL_REPLY_DAYS * 24, token);
    return mail_address_extend(mailer_address(self), token, out) ? PAUA_OK : PAUA_ERROR_NOT_FOUND;
}

/* Makes the link that unsubscribes; "" if there is none. */
static void make_unsubscribe_url(struct mailer *self, const struct queued_mail *mail,
                                 char out[URL_SIZE])
{
    char token[MAIL_TOKEN_SIZE + 1];

    *out = '\0';
    if (!self->config.site || mail->kind != MAILER_DIGEST)
        return;
    mailer_make_token(self, MAIL_UNSUBSCRIBE, mail->texts[MAIL_FOR], mail->texts[MAIL_TO],
                      MAIL_UNSUBSCRIBE_DAYS * 24, token);
    snprintf(out, URL_SIZE, "%s" UNSUBSCRIBE_PATH "%s", self->config.site, token);
}

/* The body; for replies with commands below the line where commands end. NULL: out of memory. */
static char *write_body(const struct queued_mail *mail)
{
    char *body = NULL;

    if (!takes_commands(mail))
        return strdup(mail->texts[MAIL_BODY]);
    return asprintf(&body, "%s\n\n%s", MAIL_CUT_LINE, mail->texts[MAIL_BODY]) < 0 ? NULL : body;
}

/* Writes the mail and hands it to the mail server. */
static enum service_delivery deliver_mail(struct mailer *self, const struct queued_mail *mail,
                                          char why[SERVICE_WHY_SIZE])
{
    const service_mail *config = &self->config;
    char reply_to[MAIL_ADDRESS_SIZE], message_id[MAIL_ADDRESS_SIZE + 40], unsubscribe[URL_SIZE];
    size_t size;

    paua_status status = make_reply_address(self, mail, reply_to);
    if (status == PAUA_ERROR_NOT_FOUND) {
        snprintf(why, SERVICE_WHY_SIZE, "the account has no address any more");
        return SERVICE_REFUSED;
    }
    if (status != PAUA_OK) {
        snprintf(why, SERVICE_WHY_SIZE, "the store cannot be read");
        return SERVICE_AGAIN;
    }
    snprintf(message_id, sizeof message_id, "%s.paua%s", mail->texts[MAIL_ID],
             strchr(config->from, '@'));

    make_unsubscribe_url(self, mail, unsubscribe);

    char *body = write_body(mail);
    const struct mail_draft draft = {
        .from = config->from,
        .to = mail->texts[MAIL_TO],
        .reply_to = reply_to,
        .message_id = message_id,
        .in_reply_to = mail->texts[MAIL_IN_REPLY_TO],
        .references = mail->texts[MAIL_REFERENCES],
        .thread = mail->texts[MAIL_TOPIC],
        .position = mail->texts[MAIL_POSITION],
        .move = mail->texts[MAIL_MOVE],
        .subject = mail->texts[MAIL_SUBJECT],
        .body = body ? body : "",
        .automatic = mail->kind == MAILER_ANSWER || mail->kind == MAILER_PLAIN ? "auto-replied"
                                                                               : "auto-generated",
        .unsubscribe = mail->kind == MAILER_DIGEST ? reply_to : "",
        .unsubscribe_url = unsubscribe,
        .date_ms = mail->created_ms,
    };

    snprintf(why, SERVICE_WHY_SIZE, "out of memory");
    char *text = body ? config->write(&draft, &size, why, config->context) : NULL;
    enum service_delivery how =
        text ? config->deliver(config->from, mail->texts[MAIL_TO], text, size, why, config->context)
             : SERVICE_AGAIN;

    if (text)
        sodium_memzero(text, size);
    free(text);
    free(body);
    return how;
}

/* Removes the mail from the queue. */
static void remove_mail(struct mailer *self, const struct queued_mail *mail)
{
    store_batch *batch = store_batch_new();

    batch_remove_mail(batch, mail->texts[MAIL_ID]);
    if (store_commit_durably(self->env->store, batch) != PAUA_OK)
        env_log_store_failure(self->env);
}

/* Gives a mail up. The log names its account, but neither the address nor the content. */
static void give_up(struct mailer *self, const struct queued_mail *mail, const char *why)
{
    env_log(self->env, SERVICE_WARNING, "mail",
            "mail %s for account %s is given up after %d tries: %s", mail->texts[MAIL_ID],
            *mail->texts[MAIL_FOR] ? mail->texts[MAIL_FOR] : "(none)", mail->attempts + 1, why);
    remove_mail(self, mail);
}

static bool is_halted(struct mailer *self)
{
    pthread_mutex_lock(&self->background.mutex);
    bool halted = self->background.halted;
    pthread_mutex_unlock(&self->background.mutex);
    return halted;
}

static void log_failure(struct mailer *self, const char *why)
{
    const int64_t now_ms = clock_now_ms();

    if (is_halted(self) || (self->failure_logged_ms && now_ms - self->failure_logged_ms < LOG_MS))
        return;
    self->failure_logged_ms = now_ms;
    env_log(self->env, SERVICE_WARNING, "mail", "mail cannot be sent for now: %s", why);
}

/* The pause until the next attempt. */
static int64_t pause_after(int attempts)
{
    int64_t pause_ms = PAUSE_FIRST_MS << (attempts < 16 ? attempts : 16);

    return pause_ms < PAUSE_MAX_MS ? pause_ms : PAUSE_MAX_MS;
}

/* Attempts to send a mail. False: the mail server does not accept it now. */
static bool attempt_mail(struct mailer *self, const struct queued_mail *mail)
{
    const int64_t now_ms = env_now_ms();
    store_batch *batch = store_batch_new();
    char why[SERVICE_WHY_SIZE] = "";

    batch_take_mail(batch, mail->texts[MAIL_ID], mail->attempts,
                    now_ms + pause_after(mail->attempts));
    paua_status status = store_commit_durably(self->env->store, batch);
    if (status == PAUA_ERROR_CONFLICT)
        return true; /* another server sends it, or it is gone */
    if (status != PAUA_OK) {
        env_log_store_failure(self->env);
        return false;
    }

    enum service_delivery how = deliver_mail(self, mail, why);
    if (how == SERVICE_SENT) {
        atomic_fetch_add(&self->sent, 1);
        self->failure_logged_ms = 0;
        remove_mail(self, mail);
    } else if (how == SERVICE_REFUSED || now_ms - mail->created_ms > GIVE_UP_MS) {
        give_up(self, mail, why);
    } else {
        log_failure(self, why);
        return false;
    }
    return true;
}

/* Attempts the mails that are due. False: pause. */
static bool send_due(struct mailer *self)
{
    struct due_mails due = {0};
    bool sending =
        store_mails_due(self->env->store, env_now_ms(), BATCH_MAX, keep_mail, &due) == PAUA_OK &&
        due.count > 0;

    for (int i = 0; i < due.count; i++) {
        if (sending && !is_halted(self))
            sending = attempt_mail(self, &due.list[i]);
        free_mail(&due.list[i]);
    }
    return sending;
}

/* Removes old keys of received mails, if it is time. */
static void trim_seen(struct mailer *self)
{
    const int64_t now_ms = clock_now_ms();

    if (self->trimmed_ms && now_ms - self->trimmed_ms < TRIM_MS)
        return;
    self->trimmed_ms = now_ms;
    store_batch *batch = store_batch_new();
    batch_trim_seen(batch, env_now_ms());
    store_commit_durably(self->env->store, batch);
}

/* Waits for the next mail, or for the end of the pause after a failure. */
static void await_mail(struct mailer *self)
{
    int64_t next_ms = INT64_MAX, now_ms = env_now_ms();
    int count = 0;

    store_mail_next(self->env->store, &next_ms, &count);
    atomic_store(&self->waiting, count);
    const bool failed = next_ms <= now_ms; /* a mail is due, but was not accepted */
    int64_t wait_ms = failed ? FAILED_MS : next_ms - now_ms < POLL_MS ? next_ms - now_ms : POLL_MS;
    const int64_t until_ns = clock_now_ns() + wait_ms * 1000000;

    pthread_mutex_lock(&self->background.mutex);
    while (!self->background.halted && (failed || !self->woken) && clock_now_ns() < until_ns)
        background_wait(&self->background, until_ns);
    self->woken = false;
    pthread_mutex_unlock(&self->background.mutex);
}

static void *run_mailer(void *context)
{
    struct mailer *self = context;

    while (!is_halted(self)) {
        trim_seen(self);
        if (!send_due(self))
            await_mail(self);
    }
    return NULL;
}

bool mailer_start(struct mailer *self)
{
    return !mailer_enabled(self) || background_start(&self->background, run_mailer, self);
}

void mailer_halt(struct mailer *self)
{
    if (!self || !background_end(&self->background))
        return;
    self->config.stop(self->config.context);
    pthread_join(self->background.thread, NULL);
}
