/* digests.c - queues a digest for each account with a new turn. Sent notifications are deduplicated
 * by key, like received mails, so that several servers of a store send each of them once. */
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
#include "service/mail/mailer.h"
#include "service/mail/reminders.h"
#include "store/tables/correspondence.h"
#include "store/tables/mail.h"

#define HOUR_MS     ((int64_t)60 * 60 * 1000)
#define DAY_MS      (24 * HOUR_MS)
#define NOTIFIED_MS (100 * DAY_MS) /* how long a notified turn is remembered */
#define SOON_MS     (2 * DAY_MS)   /* before a game is lost on time */
#define PAGE_MAX    256            /* accounts read at a time */
#define KEY_SIZE    80
#define LISTED_MAX  50 /* games in a mail */

struct recipient {
    char id[ACCOUNT_ID_SIZE + 1], address[MAIL_ADDRESS_SIZE];
};

/* The accounts with addresses of one page of all accounts. */
struct recipient_page {
    struct recipient list[PAGE_MAX];
    int count, read;
    char last[ACCOUNT_NAME_SIZE]; /* key of the last account that was read */
};

static bool add_recipient(const store_account *account, void *context)
{
    struct recipient_page *page = context;
    struct recipient *recipient = &page->list[page->count];

    page->read++;
    snprintf(page->last, sizeof page->last, "%s", account->key);
    if (!*account->mail || account->closed_ms)
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

/* Adds the notifications of a game to the batch. False: none is new. */
static bool notify_game(struct mailer *mailer, const struct recipient *recipient,
                        const json_t *entry, store_batch *batch)
{
    const long long turn = json_integer_value(json_object_get(entry, "turn"));
    const int64_t now_ms = env_now_ms();
    char begun[KEY_SIZE], ends[KEY_SIZE];
    int64_t forfeit_ms = 0;
    bool new = false;

    snprintf(begun, sizeof begun, "turn-%s-%s-%lld", recipient->id, text_of(entry, "id"), turn);
    snprintf(ends, sizeof ends, "ends-%s-%s-%lld", recipient->id, text_of(entry, "id"), turn);

    if (!was_notified(mailer, begun)) {
        new = true;
        batch_add_seen(batch, begun, now_ms + NOTIFIED_MS);
    }
    if (date_parse(text_of(entry, "forfeit"), &forfeit_ms) && forfeit_ms - now_ms < SOON_MS &&
        !was_notified(mailer, ends)) {
        new = true;
        batch_add_seen(batch, ends, now_ms + NOTIFIED_MS);
    }
    if (json_is_true(json_object_get(entry, "remind"))) {
        new = true;
        batch_set_reminder(batch, &(store_reminder){.account = recipient->id,
                                                    .game = text_of(entry, "id"),
                                                    .turn = turn});
    }
    return new;
}

static long long number_of(const json_t *entry)
{
    return json_integer_value(json_object_get(entry, "number"));
}

/* Writes the games; free(). NULL: out of memory. */
static char *digest_text(const json_t *games)
{
    struct memory_file file;
    json_t *entry;
    size_t i, size;

    if (!memory_file_open(&file))
        return NULL;
    fputs("These games wait for you:\n\n", file.to);
    json_array_foreach(games, i, entry)
    {
        const char *forfeit = text_of(entry, "forfeit");

        if (i == LISTED_MAX)
            break;
        fprintf(file.to, "  %-5lld %s  since %.10s", number_of(entry), text_of(entry, "id"),
                text_of(entry, "since"));
        if (*forfeit)
            fprintf(file.to, ", lost on time on %.10s at %.5s UTC", forfeit, forfeit + 11);
        fputc('\n', file.to);
    }
    if (json_array_size(games) > LISTED_MAX)
        fprintf(file.to, "  and %d more\n", (int)json_array_size(games) - LISTED_MAX);
    fputs("\nAnswer with commands, one on a line, such as:\n\n", file.to);
    const long long first = number_of(json_array_get(games, 0));
    fprintf(file.to, "  show %lld\n  move %lld c5,d5\n  help mail\n\n", first, first);
    fputs("Fewer or more of these mails: mail off, mail daily, mail turns\n", file.to);
    return memory_file_close(&file, &size);
}

static void on_committed(paua_status status, void *context)
{
    struct mailer *mailer = context;

    if (status == PAUA_OK)
        mailer_wake(mailer);
    else if (status != PAUA_ERROR_CONFLICT) /* another server was first */
        env_log_store_failure(mailer_env(mailer));
}

/* Adds the mail to the batch, and commits it. Takes over the batch. */
static void queue_digest(struct mailer *mailer, const struct recipient *recipient,
                         const json_t *games, store_batch *batch)
{
    const int count = (int)json_array_size(games);
    char subject[60];
    char *body = digest_text(games);

    snprintf(subject, sizeof subject, count == 1 ? "Your turn in a game" : "Your turn in %d games",
             count);
    if (body && mailer_add(mailer, batch,
                           &(struct mailer_text){.kind = MAILER_DIGEST,
                                                 .account = recipient->id,
                                                 .to = recipient->address,
                                                 .subject = subject,
                                                 .body = body}))
        store_commit(mailer_env(mailer)->store, batch, on_committed, mailer);
    else
        store_batch_free(batch);
    free(body);
}

/* When the next daily digest may follow one of now: a day later at the beginning of this hour, so
 * that digests stay within one hour of the day, though they are queued at intervals. */
static int64_t next_daily_ms(int64_t now_ms)
{
    return now_ms - now_ms % HOUR_MS + DAY_MS;
}

/* Queues the digest of one account, if it is due. */
static void digest_account(struct mailer *mailer, const struct recipient *recipient)
{
    const int64_t now_ms = env_now_ms();
    struct settings settings;
    char key[KEY_SIZE];
    json_t *digest = NULL, *entry;
    bool new = false;
    size_t i;

    snprintf(key, sizeof key, "digest-%s", recipient->id);
    if (settings_read(mailer_env(mailer)->store, recipient->id, &settings) != PAUA_OK ||
        settings.mail == SETTINGS_MAIL_OFF ||
        (settings.mail == SETTINGS_MAIL_DAILY && was_notified(mailer, key)) ||
        reminders_json(mailer_games(mailer), recipient->id, &digest) != PAUA_OK)
        return;

    const json_t *games = json_object_get(digest, "games");
    store_batch *batch = store_batch_new();
    batch_trim_seen(batch, now_ms);
    if (settings.mail == SETTINGS_MAIL_DAILY)
        batch_add_seen(batch, key, next_daily_ms(now_ms));
    json_array_foreach(games, i, entry)
    {
        new = notify_game(mailer, recipient, entry, batch) || new;
    }
    if (new)
        queue_digest(mailer, recipient, games, batch);
    else
        store_batch_free(batch);
    json_decref(digest);
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
