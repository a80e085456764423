/* mail_events.c - turns stored items into mails. Several items are taken in one batch; where
 * another server has taken one of them, each is tried alone. */
#define _GNU_SOURCE
#include "service/mail/mail_events.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "mail/address.h"
#include "service/core/background.h"
#include "service/core/time_control.h"
#include "service/games/play/cache.h"
#include "service/games/play/games.h"
#include "service/mail/digests.h"
#include "service/mail/game_draft.h"
#include "service/mail/mail_attempts.h"
#include "service/mail/mail_concerns.h"
#include "service/mail/mailer.h"
#include "store/tables/mail_items.h"
#include "store/tables/messages.h"
#include "store/tables/subscriptions.h"

#define HOURLY_MAX 100             /* mails to an account at once; the rest is for the digest */
#define PAGE_MAX   64              /* items of one batch */
#define POLL_MS    5000            /* of reading what other servers have stored */
#define DIGESTS_MS (5 * 60 * 1000) /* between two rounds of digests */
#define FAILED_MS  1000            /* pause after a failure of the store */

struct mail_events {
    struct games *games;
    struct mailer *mailer;
    struct attempts *mails;       /* of an hour, by address */
    int64_t digests_ms;           /* of the thread: when the last round was, clock_now_ms() */
    struct background background; /* guards what follows */
    bool woken;
};

/* An item that was read. */
struct event_item {
    char account[ACCOUNT_ID_SIZE + 1], game[ID_SIZE + 1];
    int kind;
    int64_t number;
};

struct item_page {
    struct event_item list[PAGE_MAX];
    int count;
};

static void on_storing(const struct game *game, const struct event *event, bool ends,
                       store_batch *batch, void *context)
{
    (void)context;
    if (mail_concerns_any(game, event, ends))
        batch_add_mail_item(batch, &(store_mail_item){.account = "",
                                                      .game = game->id,
                                                      .number = event ? game->event_count + 1 : 0});
}

static void on_created(struct game *game, void *context)
{
    (void)game;
    mail_events_wake(context);
}

static void on_event(struct game *game, const struct game_update *update, void *context)
{
    (void)game;
    if (update->stored_here)
        mail_events_wake(context);
}

struct mail_events *mail_events_new(struct games *games, struct mailer *mailer,
                                    struct attempts *mails)
{
    struct mail_events *self = calloc(1, sizeof *self);

    if (!self)
        return NULL;
    self->games = games;
    self->mailer = mailer;
    self->mails = mails;
    background_init(&self->background);
    if (mailer_enabled(mailer))
        listeners_add(&games->listeners, &(struct listener){.storing = on_storing,
                                                            .created = on_created,
                                                            .event = on_event,
                                                            .context = self});
    return self;
}

void mail_events_free(struct mail_events *self)
{
    if (!self)
        return;
    background_destroy(&self->background);
    free(self);
}

void mail_events_add_message(struct mail_events *self, const char *account, int64_t number,
                             store_batch *batch)
{
    if (mailer_enabled(self->mailer))
        batch_add_mail_item(
            batch, &(store_mail_item){
                       .account = account, .game = "", .kind = MAIL_MESSAGE, .number = number});
}

void mail_events_wake(struct mail_events *self)
{
    pthread_mutex_lock(&self->background.mutex);
    self->woken = true;
    pthread_cond_broadcast(&self->background.changed);
    pthread_mutex_unlock(&self->background.mutex);
}

/* ---- one recipient ---- */

struct event_recipient {
    char address[MAIL_ADDRESS_SIZE], name[ACCOUNT_NAME_SIZE];
    struct settings settings;
};

static void on_account(const store_account *account, void *context)
{
    struct event_recipient *recipient = context;

    snprintf(recipient->name, sizeof recipient->name, "%s", account->name);
    if (account->closed_ms)
        return;
    snprintf(recipient->address, sizeof recipient->address, "%s", account->mail);
    settings_parse(account->settings, &recipient->settings);
}

/* When an account wants a mail of this kind, about a game or (NULL) none: never if it has no
 * address. Fills in the recipient. */
static enum mail_when decide_when(struct mail_events *self, const char *account,
                                  enum mail_kind kind, const char *game,
                                  struct event_recipient *out)
{
    store *db = self->games->env->store;
    int choice;

    *out = (struct event_recipient){.name = ""};
    if (store_account_by_id(db, account, on_account, out) != PAUA_OK || !*out->address)
        return MAIL_OFF;
    if (game && store_mail_choice(db, account, game, &choice) == PAUA_OK && choice >= 0 &&
        choice < MAIL_WHENS)
        return (enum mail_when)choice;
    return out->settings.mails[kind];
}

/* Whether a recipient may get one more mail at once. */
static bool may_mail_now(struct mail_events *self, const struct event_recipient *to)
{
    return mail_attempts_take(self->mails, to->address, HOURLY_MAX);
}

/* Adds the mail of an event to the batch, or lets the digest have it. */
static void mail_concern(struct mail_events *self, struct game *game,
                         const struct mail_concern *concern, const struct game_draft_about *about,
                         store_batch *batch)
{
    struct event_recipient to;
    struct game_draft draft = {.body = NULL};
    const enum mail_when when = decide_when(self, concern->account, concern->kind, game->id, &to);
    const bool now = when == MAIL_NOW && may_mail_now(self, &to);

    /* The digest finds correspondence games that wait by itself, for those who want turns in it. */
    if ((when == MAIL_DIGEST &&
         (concern->kind != MAIL_TURN || !rules_are_correspondence(&game->setup.rules))) ||
        (when == MAIL_NOW && !now))
        batch_add_mail_item(batch, &(store_mail_item){.account = concern->account,
                                                      .game = game->id,
                                                      .kind = (int)concern->kind,
                                                      .number = about->event,
                                                      .since_ms = env_now_ms()});
    if (!now)
        return;
    pthread_mutex_lock(&game->mutex);
    const bool written = game_draft_write(game, about, self->games->env, &draft);
    pthread_mutex_unlock(&game->mutex);
    if (written)
        mailer_add(self->mailer, batch,
                   &(struct mailer_text){.kind = MAILER_DIGEST,
                                         .account = concern->account,
                                         .to = to.address,
                                         .subject = draft.subject,
                                         .body = draft.body,
                                         .thread = draft.thread,
                                         .position = draft.position,
                                         .move = draft.move});
    free(draft.body);
}

/* ---- items ---- */

/* The number of a game; 0: unknown. Without any lock. */
static int64_t number_of_game(struct mail_events *self, const char *id)
{
    struct game *game;
    int64_t number = 0;

    if (!id_valid(id) || cache_get(self->games->cache, id, &game) != PAUA_OK)
        return 0;
    pthread_mutex_lock(&game->mutex);
    number = game->number;
    pthread_mutex_unlock(&game->mutex);
    cache_release(self->games->cache, game);
    return number;
}

/* Adds the mails of an event to those who follow the game without playing in it. */
static void mail_followers(struct mail_events *self, struct game *game,
                           const struct game_draft_about *about, store_batch *batch)
{
    struct id_list followers = {.count = 0};

    store_followers(self->games->env->store, game->id, id_list_add, &followers);
    for (size_t i = 0; i < followers.count; i++) {
        struct mail_concern concern = {.side = NOBODY, .kind = about->kind};
        bool plays = false;

        pthread_mutex_lock(&game->mutex);
        for (int side = 0; side < game->setup.start.players; side++)
            plays = plays || strcmp(game->players[side].account, followers.ids[i]) == 0;
        pthread_mutex_unlock(&game->mutex);
        if (plays)
            continue;
        snprintf(concern.account, sizeof concern.account, "%s", followers.ids[i]);
        mail_concern(self, game, &concern, about, batch);
    }
    id_list_clear(&followers);
}

/* Adds the mails about an event of a game. False: the event is not known here yet. */
static bool mail_game_event(struct mail_events *self, struct game *game, int number,
                            store_batch *batch)
{
    struct mail_concern players[PAUA_PLAYERS_MAX];
    char next[ID_SIZE + 1] = "";

    pthread_mutex_lock(&game->mutex);
    const bool known = number <= game->event_count;
    const int count = known ? mail_concerns_players(game, number, players) : 0;
    const int followers = known ? mail_concerns_followers(game, number) : -1;
    if (number > 0 && game->end_event > 0 && number >= game->end_event)
        snprintf(next, sizeof next, "%s", game->next);
    pthread_mutex_unlock(&game->mutex);

    struct game_draft_about about = {.event = number, .next = number_of_game(self, next)};
    for (int i = 0; i < count; i++) {
        about.kind = players[i].kind;
        about.side = players[i].side;
        mail_concern(self, game, &players[i], &about, batch);
    }
    about.kind = followers == MAIL_END ? MAIL_END : MAIL_FOLLOW;
    about.side = NOBODY;
    if (followers >= 0)
        mail_followers(self, game, &about, batch);
    return known;
}

/* A message, and the name of its sender. */
struct event_message {
    char *text; /* owned */
    char peer[ACCOUNT_ID_SIZE + 1];
};

static void on_message(const store_message *message, void *context)
{
    struct event_message *out = context;

    out->text = strdup(message->text);
    snprintf(out->peer, sizeof out->peer, "%s", message->peer);
}

/* Adds the mail about a message. */
static void mail_message(struct mail_events *self, const struct event_item *item,
                         store_batch *batch)
{
    store *db = self->games->env->store;
    struct event_message message = {.text = NULL};
    struct event_recipient to, from = {.name = ""};
    char subject[80], thread[80], *body = NULL;
    const enum mail_when when = decide_when(self, item->account, MAIL_MESSAGE, NULL, &to);
    const bool now = when == MAIL_NOW && may_mail_now(self, &to);

    if (when != MAIL_OFF && !now)
        batch_add_mail_item(batch, &(store_mail_item){.account = item->account,
                                                      .game = "",
                                                      .kind = MAIL_MESSAGE,
                                                      .number = item->number,
                                                      .since_ms = env_now_ms()});
    if (!now ||
        store_message_find(db, item->account, item->number, on_message, &message) != PAUA_OK ||
        !message.text || store_account_by_id(db, message.peer, on_account, &from) != PAUA_OK) {
        free(message.text);
        return;
    }
    snprintf(subject, sizeof subject, "A message of %s", from.name);
    snprintf(thread, sizeof thread, "message-%s", from.name);
    for (char *c = thread; *c; c++)
        *c = *c == '_' ? '-' : *c;
    if (asprintf(&body,
                 "%s writes:\n\n%s\n\nTo answer, write above the line:\n\n  message %s TEXT\n\n"
                 "Fewer of these mails: mail message digest, mail message off; never again from\n"
                 "%s: block %s\n",
                 from.name, message.text, from.name, from.name, from.name) >= 0) {
        mailer_add(self->mailer, batch,
                   &(struct mailer_text){.kind = MAILER_DIGEST,
                                         .account = item->account,
                                         .to = to.address,
                                         .subject = subject,
                                         .body = body,
                                         .thread = thread});
        free(body);
    }
    free(message.text);
}

static void take_item(const struct event_item *item, store_batch *batch)
{
    batch_take_mail_item(batch, &(store_mail_item){.account = item->account,
                                                   .game = item->game,
                                                   .kind = item->kind,
                                                   .number = item->number});
}

/* Takes an item, and adds its mails to the batch. False: it is to wait. */
static bool mail_item(struct mail_events *self, const struct event_item *item, store_batch *batch)
{
    struct game *game = NULL;

    if (!*item->game) {
        take_item(item, batch); /* first: the digest's item has the same key */
        mail_message(self, item, batch);
        return true;
    }
    const paua_status status = cache_get(self->games->cache, item->game, &game);
    if (status != PAUA_OK && status != PAUA_ERROR_NOT_FOUND && status != PAUA_ERROR_CORRUPT)
        return false;
    const bool known = !game || mail_game_event(self, game, (int)item->number, batch);
    if (game)
        cache_release(self->games->cache, game);
    if (known)
        take_item(item, batch);
    return known;
}

/* Commits the mails of some items. */
static paua_status mail_items(struct mail_events *self, const struct event_item *items, int count,
                              int *taken)
{
    store_batch *batch = store_batch_new();

    *taken = 0;
    for (int i = 0; i < count; i++)
        *taken += mail_item(self, &items[i], batch);
    return store_commit_durably(self->games->env->store, batch);
}

static bool keep_item(const store_mail_item *item, void *context)
{
    struct item_page *page = context;
    struct event_item *to = &page->list[page->count++];

    *to = (struct event_item){.kind = item->kind, .number = item->number};
    snprintf(to->account, sizeof to->account, "%s", item->account);
    snprintf(to->game, sizeof to->game, "%s", item->game);
    return page->count < PAGE_MAX;
}

static bool is_halted(struct mail_events *self)
{
    pthread_mutex_lock(&self->background.mutex);
    const bool halted = self->background.halted;
    pthread_mutex_unlock(&self->background.mutex);
    return halted;
}

/* Turns all items that are stored into mails. False: the store has failed. */
static bool mail_all(struct mail_events *self)
{
    struct item_page page = {.count = PAGE_MAX};
    struct event_item after = {.number = -1};
    paua_status status = PAUA_OK;
    int taken;

    while (page.count == PAGE_MAX && !is_halted(self)) {
        page.count = 0;
        if (store_mail_items_undecided(self->games->env->store,
                                       &(store_mail_item){.account = after.account,
                                                          .game = after.game,
                                                          .kind = after.kind,
                                                          .number = after.number},
                                       PAGE_MAX, keep_item, &page) != PAUA_OK)
            return false;
        if (page.count == 0)
            return true;
        after = page.list[page.count - 1];
        status = mail_items(self, page.list, page.count, &taken);
        for (int i = 0; status == PAUA_ERROR_CONFLICT && page.count > 1 && i < page.count; i++) {
            const paua_status one = mail_items(self, &page.list[i], 1, &taken);

            status = one == PAUA_OK || one == PAUA_ERROR_CONFLICT ? PAUA_ERROR_CONFLICT : one;
        }
        mailer_wake(self->mailer);
        if (status != PAUA_OK && status != PAUA_ERROR_CONFLICT) {
            env_log_store_failure(self->games->env);
            return false;
        }
    }
    return true;
}

/* Queues digests, if it is time. */
static void queue_digests(struct mail_events *self)
{
    const int64_t now_ms = clock_now_ms();

    if (self->digests_ms && now_ms - self->digests_ms < DIGESTS_MS)
        return;
    self->digests_ms = now_ms;
    digests_queue(self->mailer);
}

static void *run_events(void *context)
{
    struct mail_events *self = context;

    while (!is_halted(self)) {
        const bool done = mail_all(self);

        queue_digests(self);
        pthread_mutex_lock(&self->background.mutex);
        const int64_t until_ns = clock_now_ns() + (done ? POLL_MS : FAILED_MS) * INT64_C(1000000);
        while (!self->background.halted && !(done && self->woken) && clock_now_ns() < until_ns)
            background_wait(&self->background, until_ns);
        self->woken = false;
        pthread_mutex_unlock(&self->background.mutex);
    }
    return NULL;
}

bool mail_events_start(struct mail_events *self)
{
    return !mailer_enabled(self->mailer) || background_start(&self->background, run_events, self);
}

void mail_events_halt(struct mail_events *self)
{
    if (self)
        background_halt(&self->background);
}
