/* digests.c - queues a digest for each account that has something new: turns that have begun in
 * correspondence games, and the items that wait for the digest (store/tables/mail_items.h). Sent
 * notifications are deduplicated by key, like received mails, and items are taken in the batch of
 * the mail, so that several servers of a store send each of them once. */
#define _GNU_SOURCE
#include "service/mail/digests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "mail/address.h"
#include "service/accounts/settings.h"
#include "service/core/account_name.h"
#include "service/core/date.h"
#include "service/core/env.h"
#include "service/games/play/cache.h"
#include "service/games/play/games.h"
#include "service/mail/game_draft.h"
#include "service/mail/mail_concerns.h"
#include "service/mail/mailer.h"
#include "service/mail/reminders.h"
#include "store/tables/correspondence.h"
#include "store/tables/mail.h"
#include "store/tables/mail_items.h"
#include "store/tables/messages.h"

#define HOUR_MS     ((int64_t)60 * 60 * 1000)
#define DAY_MS      (24 * HOUR_MS)
#define NOTIFIED_MS (100 * DAY_MS) /* how long a notified turn is remembered */
#define SOON_MS     (2 * DAY_MS)   /* before a game is lost on time */
#define PAGE_MAX    256            /* accounts read at a time */
#define KEY_SIZE    80
#define LISTED_MAX  50 /* games, and events, in a mail */
#define DRAWN_MAX   10 /* boards in a mail */

struct recipient {
    char id[ACCOUNT_ID_SIZE + 1], address[MAIL_ADDRESS_SIZE];
    struct settings settings;
};

/* The accounts with addresses of one page of all accounts. */
struct recipient_page {
    struct recipient list[PAGE_MAX];
    int count, read;
    char last[ACCOUNT_NAME_SIZE]; /* key of the last account that was read */
};

/* A digest that is being written. */
struct digest_draft {
    struct mailer *mailer;
    const struct recipient *recipient;
    store_batch *batch;
    FILE *turns, *events; /* what the mail says of games that wait, and of what has happened */
    int turn_count, event_count, drawn;
    bool is_new;            /* there is something that was not notified yet */
    bool due;               /* the last digest was long enough ago */
    char sole[ID_SIZE + 1]; /* the id of the only game that it lists, or "" */
};

static bool add_recipient(const store_account *account, void *context)
{
    struct recipient_page *page = context;
    struct recipient *recipient = &page->list[page->count];

    page->read++;
    snprintf(page->last, sizeof page->last, "%s", account->key);
    if (!*account->mail || account->closed_ms ||
        settings_parse(account->settings, &recipient->settings) != PAUA_OK)
        return true;
    snprintf(recipient->id, sizeof recipient->id, "%s", account->id);
    snprintf(recipient->address, sizeof recipient->address, "%s", account->mail);
    page->count++;
    return true;
}

static const char *text_of(const json_t *entry, const char *name)
{
    const char *text = json_string_value(json_object_get(entry, name));

    return text ? text : "";
}

/* Whether a notification was sent. It counts as sent if the store cannot be read. */
static bool was_notified(struct mailer *mailer, const char *key)
{
    enum store_seen seen;

    return store_seen(mailer_env(mailer)->store, key, env_now_ms(), &seen) != PAUA_OK ||
           seen != STORE_UNSEEN;
}

/* When an account wants mails of this kind about a game. */
static enum mail_when when_of(struct mailer *mailer, const struct recipient *recipient,
                              enum mail_kind kind, const char *game)
{
    int choice;

    if (store_mail_choice(mailer_env(mailer)->store, recipient->id, game, &choice) == PAUA_OK &&
        choice >= 0 && choice < MAIL_WHENS)
        return (enum mail_when)choice;
    return recipient->settings.mails[kind];
}

/* ---- games that wait ---- */

/* Holds a game; NULL: it cannot be read. */
static struct game *hold_game(struct mailer *mailer, const char *id)
{
    struct game *game = NULL;

    return cache_get(mailer_games(mailer)->cache, id, &game) == PAUA_OK ? game : NULL;
}

/* The side of an account in a game, where it has the turn if it can be; NOBODY: none. */
static int side_of(const struct game *game, const char *account)
{
    int found = NOBODY;

    for (int side = 0; side < game->setup.start.players; side++) {
        if (strcmp(mail_concerns_account(game, side), account) == 0 &&
            (found == NOBODY || game_draft_is_turn(game, side)))
            found = side;
    }
    return found;
}

/* Writes a game that waits: a line, and the board if it is one of the first. */
static void say_waiting(struct digest_draft *draft, const json_t *entry)
{
    const char *forfeit = text_of(entry, "forfeit"), *id = text_of(entry, "id");
    FILE *to = draft->turns;

    if (draft->turn_count++ >= LISTED_MAX)
        return;
    snprintf(draft->sole, sizeof draft->sole, "%s", draft->turn_count == 1 ? id : "");
    fprintf(to, "  %-5lld %s  since %.10s", json_integer_value(json_object_get(entry, "number")),
            id, text_of(entry, "since"));
    if (*forfeit)
        fprintf(to, ", lost on time on %.10s at %.5s UTC", forfeit, forfeit + 11);
    fputc('\n', to);
    struct game *game = draft->drawn < DRAWN_MAX ? hold_game(draft->mailer, id) : NULL;
    if (!game)
        return;
    draft->drawn++;
    fputc('\n', to);
    pthread_mutex_lock(&game->mutex);
    game_draft_say_game(
        game,
        &(struct game_draft_about){.kind = MAIL_TURN, .side = side_of(game, draft->recipient->id)},
        mailer_env(draft->mailer), to);
    pthread_mutex_unlock(&game->mutex);
    cache_release(mailer_games(draft->mailer)->cache, game);
    fputc('\n', to);
}

static void on_committed(paua_status status, void *context)
{
    struct mailer *mailer = context;

    if (status == PAUA_OK)
        mailer_wake(mailer);
    else if (status != PAUA_ERROR_CONFLICT) /* another server was first */
        env_log_store_failure(mailer_env(mailer));
}

/* Queues a reminder of its own, together with what says that it was sent. Takes over the batch. */
static void queue_reminder(struct mailer *mailer, const struct recipient *recipient,
                           const json_t *entry, store_batch *batch)
{
    struct game *game = hold_game(mailer, text_of(entry, "id"));
    struct game_draft draft = {.body = NULL};
    struct game_draft_about about = {.kind = MAIL_REMINDER};

    if (game) {
        date_parse(text_of(entry, "forfeit"), &about.forfeit_ms);
        pthread_mutex_lock(&game->mutex);
        about.side = side_of(game, recipient->id);
        game_draft_write(game, &about, mailer_env(mailer), &draft);
        pthread_mutex_unlock(&game->mutex);
        cache_release(mailer_games(mailer)->cache, game);
    }
    if (draft.body && mailer_add(mailer, batch,
                                 &(struct mailer_text){.kind = MAILER_DIGEST,
                                                       .account = recipient->id,
                                                       .to = recipient->address,
                                                       .subject = draft.subject,
                                                       .body = draft.body,
                                                       .thread = draft.thread,
                                                       .position = draft.position,
                                                       .move = draft.move}))
        store_commit(mailer_env(mailer)->store, batch, on_committed, mailer);
    else
        store_batch_free(batch);
    free(draft.body);
}

/* Adds that an account was reminded of a turn to a batch, if that is due. */
static bool add_reminder(struct mailer *mailer, const struct recipient *recipient,
                         const json_t *entry, store_batch *batch)
{
    const long long turn = json_integer_value(json_object_get(entry, "turn"));
    const int64_t now_ms = env_now_ms();
    char ends[KEY_SIZE];
    int64_t forfeit_ms = 0;
    bool due = false;

    snprintf(ends, sizeof ends, "ends-%s-%s-%lld", recipient->id, text_of(entry, "id"), turn);
    if (date_parse(text_of(entry, "forfeit"), &forfeit_ms) && forfeit_ms - now_ms < SOON_MS &&
        !was_notified(mailer, ends)) {
        due = true;
        batch_add_seen(batch, ends, now_ms + NOTIFIED_MS);
    }
    if (json_is_true(json_object_get(entry, "remind"))) {
        due = true;
        batch_set_reminder(batch, &(store_reminder){.account = recipient->id,
                                                    .game = text_of(entry, "id"),
                                                    .turn = turn});
    }
    return due;
}

/* Lists a game that waits, and notes that its turn was notified; mails its reminder at once, if the
 * account wants that. */
static void add_waiting(struct digest_draft *draft, const json_t *entry)
{
    struct mailer *mailer = draft->mailer;
    const struct recipient *recipient = draft->recipient;
    const char *id = text_of(entry, "id");
    const enum mail_when turn = when_of(mailer, recipient, MAIL_TURN, id),
                         reminder = when_of(mailer, recipient, MAIL_REMINDER, id);
    char begun[KEY_SIZE];

    if (reminder == MAIL_NOW) {
        store_batch *batch = store_batch_new();

        if (add_reminder(mailer, recipient, entry, batch))
            queue_reminder(mailer, recipient, entry, batch);
        else
            store_batch_free(batch);
    }
    if (!draft->due || turn == MAIL_OFF)
        return;
    if (reminder == MAIL_DIGEST && add_reminder(mailer, recipient, entry, draft->batch))
        draft->is_new = true;
    snprintf(begun, sizeof begun, "turn-%s-%s-%lld", recipient->id, id,
             json_integer_value(json_object_get(entry, "turn")));
    if (turn == MAIL_DIGEST && !was_notified(mailer, begun)) {
        draft->is_new = true;
        batch_add_seen(draft->batch, begun, env_now_ms() + NOTIFIED_MS);
    }
    say_waiting(draft, entry);
}

/* ---- what has happened ---- */

static void on_message(const store_message *message, void *context)
{
    struct digest_draft *draft = context;

    fprintf(draft->events, "  A message: %.60s%s\n", message->text,
            strlen(message->text) > 60 ? "..." : "");
}

/* Writes a line about an item. */
static void say_item(struct digest_draft *draft, const store_mail_item *item)
{
    struct game *game;

    if (draft->event_count++ >= LISTED_MAX)
        return;
    if (!*item->game) {
        store_message_find(mailer_env(draft->mailer)->store, draft->recipient->id, item->number,
                           on_message, draft);
        return;
    }
    game = hold_game(draft->mailer, item->game);
    if (!game)
        return;
    pthread_mutex_lock(&game->mutex);
    const struct game_draft_about about = {
        .kind = item->kind >= 0 && item->kind < MAIL_KINDS ? (enum mail_kind)item->kind : MAIL_SEAT,
        .event = (int)item->number,
        .side = side_of(game, draft->recipient->id)};
    fprintf(draft->events, "  Game %lld: ", (long long)game->number);
    game_draft_say_event(game, &about, draft->events);
    fputs(".\n", draft->events);
    pthread_mutex_unlock(&game->mutex);
    cache_release(mailer_games(draft->mailer)->cache, game);
}

/* Items of an account that were read. */
struct digest_items {
    store_mail_item *list; /* texts owned */
    int count, capacity;
};

static bool keep_item(const store_mail_item *item, void *context)
{
    struct digest_items *items = context;

    if (item->since_ms == 0)
        return true;
    if (items->count == items->capacity) {
        const int capacity = items->capacity ? 2 * items->capacity : 16;
        store_mail_item *list = realloc(items->list, (size_t)capacity * sizeof *list);

        if (!list)
            return false;
        items->list = list;
        items->capacity = capacity;
    }
    store_mail_item *to = &items->list[items->count];
    *to = *item;
    to->account = "";
    to->game = strdup(item->game);
    items->count += to->game != NULL;
    return to->game != NULL;
}

/* Lists the items that wait for the digest, and takes them. */
static void add_items(struct digest_draft *draft)
{
    struct digest_items items = {.list = NULL};

    store_mail_items(mailer_env(draft->mailer)->store, draft->recipient->id, keep_item, &items);
    for (int i = 0; i < items.count; i++) {
        store_mail_item *item = &items.list[i];

        item->account = draft->recipient->id;
        say_item(draft, item);
        batch_take_mail_item(draft->batch, item);
        free((char *)item->game);
    }
    free(items.list);
    draft->is_new = draft->is_new || items.count > 0;
}

/* ---- the mail ---- */

static const char *write_subject(const struct digest_draft *draft, char subject[80])
{
    if (draft->turn_count == 1)
        snprintf(subject, 80, "Your turn in a game");
    else if (draft->turn_count > 1)
        snprintf(subject, 80, "Your turn in %d games", draft->turn_count);
    else
        snprintf(subject, 80, "What has happened in your games");
    return subject;
}

/* Joins the parts of the mail. NULL: out of memory. */
static char *join_body(const struct digest_draft *draft, const char *turns, const char *events)
{
    char *body = NULL, more[60] = "", others[60] = "";

    if (draft->turn_count > LISTED_MAX)
        snprintf(more, sizeof more, "  and %d more: games\n", draft->turn_count - LISTED_MAX);
    if (draft->event_count > LISTED_MAX)
        snprintf(others, sizeof others, "  and %d more events\n", draft->event_count - LISTED_MAX);
    return asprintf(
               &body,
               "%s%s%s%s%s%s%s"
               "Fewer or more of these mails: mail off, mail daily, mail turns; by kind: mail\n",
               draft->turn_count ? "These games wait for you:\n\n" : "", turns, more,
               draft->turn_count ? "\n" : "", draft->event_count ? "What has happened:\n\n" : "",
               events, draft->event_count ? "\n" : "") < 0
               ? NULL
               : body;
}

/* Adds the mail to the batch, and commits it. Takes over the batch. */
static void queue_digest(struct digest_draft *draft, const char *turns, const char *events)
{
    struct env *env = mailer_env(draft->mailer);
    char subject[80], thread[ID_SIZE + 8] = "", *body = join_body(draft, turns, events);

    if (*draft->sole)
        snprintf(thread, sizeof thread, "game-%s", draft->sole);
    if (body && mailer_add(draft->mailer, draft->batch,
                           &(struct mailer_text){.kind = MAILER_DIGEST,
                                                 .account = draft->recipient->id,
                                                 .to = draft->recipient->address,
                                                 .subject = write_subject(draft, subject),
                                                 .thread = thread,
                                                 .body = body}))
        store_commit(env->store, draft->batch, on_committed, draft->mailer);
    else
        store_batch_free(draft->batch);
    free(body);
}

/* When the next daily digest may follow one of now: a day later at the beginning of this hour, so
 * that digests stay within one hour of the day, though they are queued at intervals. */
static int64_t next_daily_ms(int64_t now_ms)
{
    return now_ms - now_ms % HOUR_MS + DAY_MS;
}

/* Fills in a digest: the games that wait, then what has happened. */
static void fill_digest(struct digest_draft *draft)
{
    const int64_t now_ms = env_now_ms();
    json_t *reminders = NULL, *entry;
    char key[KEY_SIZE];
    size_t i;

    snprintf(key, sizeof key, "digest-%s", draft->recipient->id);
    draft->due = !was_notified(draft->mailer, key);
    if (draft->due) {
        batch_trim_seen(draft->batch, now_ms);
        batch_add_seen(draft->batch, key, next_daily_ms(now_ms));
    }
    if (reminders_json(mailer_games(draft->mailer), draft->recipient->id, &reminders) == PAUA_OK) {
        json_array_foreach(json_object_get(reminders, "games"), i, entry)
        {
            add_waiting(draft, entry);
        }
    }
    json_decref(reminders);
    if (draft->due)
        add_items(draft);
}

/* Queues the digest and the reminders of one account, if they are due. */
static void digest_account(struct mailer *mailer, const struct recipient *recipient)
{
    struct memory_file turns, events;
    size_t size;

    if (!memory_file_open(&turns))
        return;
    if (!memory_file_open(&events)) {
        free(memory_file_close(&turns, &size));
        return;
    }
    struct digest_draft draft = {.mailer = mailer,
                                 .recipient = recipient,
                                 .batch = store_batch_new(),
                                 .turns = turns.to,
                                 .events = events.to};
    fill_digest(&draft);
    char *turn_text = memory_file_close(&turns, &size),
         *event_text = memory_file_close(&events, &size);
    if (draft.due && draft.is_new && turn_text && event_text)
        queue_digest(&draft, turn_text, event_text);
    else
        store_batch_free(draft.batch);
    free(turn_text);
    free(event_text);
}

void digests_queue(struct mailer *mailer)
{
    struct recipient_page *page = calloc(1, sizeof *page);
    bool more = page != NULL;

    while (more && !atomic_load(&mailer_env(mailer)->stopping)) {
        page->count = page->read = 0;
        more = store_accounts(mailer_env(mailer)->store, page->last, PAGE_MAX, add_recipient,
                              page) == PAUA_OK &&
               page->read == PAGE_MAX;
        for (int i = 0; i < page->count && !atomic_load(&mailer_env(mailer)->stopping); i++)
            digest_account(mailer, &page->list[i]);
    }
    free(page);
}
