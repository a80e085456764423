/* digests.c - finds out who is to get a digest. What was told is remembered as mails that have come
 * are: by a key, until it expires; so several servers tell it once. */
#define _GNU_SOURCE
#include "service/mail/digests.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory_file.h"
#include "mail/address.h"
#include "service/accounts/settings.h"
#include "service/core/account_name.h"
#include "service/core/date.h"
#include "service/core/env.h"
#include "service/mail/mailer.h"
#include "service/mail/reminders.h"
#include "store/tables/correspondence.h"
#include "store/tables/mail.h"

#define DAY_MS     ((int64_t)24 * 60 * 60 * 1000)
#define TOLD_MS    (100 * DAY_MS) /* how long a turn is remembered */
#define SOON_MS    (2 * DAY_MS)   /* before a game is lost on time */
#define AT_ONCE    256            /* accounts that are read at a time */
#define KEY_SIZE   80
#define LISTED_MAX 50 /* games in a mail */

/* Accounts with addresses, as they were read. */
struct readers {
    struct reader {
        char id[ACCOUNT_ID_SIZE + 1], name[ACCOUNT_NAME_SIZE], address[MAIL_ADDRESS_SIZE];
    } list[AT_ONCE];
    int count, read;
    char last[ACCOUNT_NAME_SIZE]; /* key of the last one that was read */
};

static bool add_reader(const store_account *account, void *context)
{
    struct readers *readers = context;
    struct reader *reader = &readers->list[readers->count];

    readers->read++;
    snprintf(readers->last, sizeof readers->last, "%s", account->key);
    if (!*account->mail || account->closed_ms)
        return true;
    snprintf(reader->id, sizeof reader->id, "%s", account->id);
    snprintf(reader->name, sizeof reader->name, "%s", account->name);
    snprintf(reader->address, sizeof reader->address, "%s", account->mail);
    readers->count++;
    return true;
}

static const char *text_of(const json_t *entry, const char *name)
{
    const char *text = json_string_value(json_object_get(entry, name));

    return text ? text : "";
}

/* Whether something was told. What cannot be read counts as told. */
static bool was_told(struct mailer *mailer, const char *key)
{
    enum store_seen seen;

    return store_seen(mailer_env(mailer)->store, key, &seen) != PAUA_OK || seen != STORE_UNSEEN;
}

/* Notes in the batch what is told of a game. True: there is something new. */
static bool tell_game(struct mailer *mailer, const struct reader *reader, const json_t *entry,
                      store_batch *batch)
{
    const long long turn = json_integer_value(json_object_get(entry, "turn"));
    const int64_t now_ms = env_now_ms();
    char begun[KEY_SIZE], ends[KEY_SIZE];
    int64_t forfeit_ms = 0;
    bool new = false;

    snprintf(begun, sizeof begun, "turn-%s-%s-%lld", reader->id, text_of(entry, "id"), turn);
    snprintf(ends, sizeof ends, "ends-%s-%s-%lld", reader->id, text_of(entry, "id"), turn);
    if (!was_told(mailer, begun)) {
        new = true;
        batch_add_seen(batch, begun, now_ms + TOLD_MS);
    }
    if (date_parse(text_of(entry, "forfeit"), &forfeit_ms) && forfeit_ms - now_ms < SOON_MS &&
        !was_told(mailer, ends)) {
        new = true;
        batch_add_seen(batch, ends, now_ms + TOLD_MS);
    }
    if (json_is_true(json_object_get(entry, "remind"))) {
        new = true;
        batch_set_reminder(
            batch,
            &(store_reminder){.account = reader->id, .game = text_of(entry, "id"), .event = turn});
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

static void on_stored(paua_status status, void *context)
{
    struct mailer *mailer = context;

    if (status == PAUA_OK)
        mailer_wake(mailer);
    else if (status != PAUA_CONFLICT) /* another server was faster */
        env_log_store_failure(mailer_env(mailer));
}

/* Adds the mail to the batch, and stores it. Takes over the batch. */
static void queue_digest(struct mailer *mailer, const struct reader *reader, const json_t *games,
                         store_batch *batch)
{
    const int count = (int)json_array_size(games);
    char subject[60];
    char *body = digest_text(games);

    snprintf(subject, sizeof subject, count == 1 ? "Your turn in a game" : "Your turn in %d games",
             count);
    if (body && mailer_add(mailer, batch,
                           &(struct mailer_text){.kind = MAILER_DIGEST,
                                                 .account = reader->id,
                                                 .to = reader->address,
                                                 .subject = subject,
                                                 .body = body}))
        store_commit(mailer_env(mailer)->store, batch, on_stored, mailer);
    else
        store_batch_free(batch);
    free(body);
}

/* Looks at the games of one account. */
static void look_at(struct mailer *mailer, const struct reader *reader)
{
    const int64_t now_ms = env_now_ms();
    struct settings settings;
    char key[KEY_SIZE];
    json_t *digest = NULL, *entry;
    bool new = false;
    size_t i;

    snprintf(key, sizeof key, "digest-%s", reader->id);
    if (settings_read(mailer_env(mailer)->store, reader->id, &settings) != PAUA_OK ||
        settings.mail == SETTINGS_MAIL_OFF ||
        (settings.mail == SETTINGS_MAIL_DAILY && was_told(mailer, key)) ||
        reminders_json(mailer_games(mailer), reader->id, &digest) != PAUA_OK)
        return;
    const json_t *games = json_object_get(digest, "games");
    store_batch *batch = store_batch_new();
    batch_trim_seen(batch, now_ms);
    if (settings.mail == SETTINGS_MAIL_DAILY)
        batch_add_seen(batch, key, now_ms + DAY_MS);
    json_array_foreach(games, i, entry)
    {
        new = tell_game(mailer, reader, entry, batch) || new;
    }
    if (new)
        queue_digest(mailer, reader, games, batch);
    else
        store_batch_free(batch);
    json_decref(digest);
}

void digests_queue(struct mailer *mailer)
{
    struct readers *readers = calloc(1, sizeof *readers);
    bool more = readers != NULL;

    while (more && !atomic_load(&mailer_env(mailer)->stopping)) {
        readers->count = readers->read = 0;
        more = store_accounts(mailer_env(mailer)->store, readers->last, AT_ONCE, add_reader,
                              readers) == PAUA_OK &&
               readers->read == AT_ONCE;
        for (int i = 0; i < readers->count && !atomic_load(&mailer_env(mailer)->stopping); i++)
            look_at(mailer, &readers->list[i]);
    }
    free(readers);
}
