/* batch.c - builds batches: copies each change with its texts into one block of memory. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "store/core/change.h"
#include "store/core/checksum.h"

store_batch *store_batch_new(void)
{
    store_batch *batch = calloc(1, sizeof *batch);

    if (batch)
        batch->last = &batch->first;
    return batch;
}

void store_batch_free(store_batch *batch)
{
    if (!batch)
        return;
    while (batch->first) {
        struct store_change *next = batch->first->next;

        free(batch->first);
        batch->first = next;
    }
    free(batch);
}

/* The text of a change at an offset, where it is to be copied. */
static const char **text_at(struct store_change *change, size_t offset)
{
    return (const char **)(void *)((char *)change + offset);
}

/* Copies a change with the texts at these offsets; NULL becomes "". NULL: out of memory. */
static struct store_change *change_copy(const struct store_change *from, const size_t *offsets,
                                        size_t count)
{
    struct store_change head = *from;
    size_t size = 0;

    for (size_t i = 0; i < count; i++) {
        const char **text = text_at(&head, offsets[i]);

        if (!*text)
            *text = "";
        size += strlen(*text) + 1;
    }
    struct store_change *copy = malloc(sizeof *copy + size);
    if (!copy)
        return NULL;
    *copy = head;
    char *to = copy->texts;
    for (size_t i = 0; i < count; i++) {
        const char **text = text_at(copy, offsets[i]);
        char *end = stpcpy(to, *text) + 1;

        *text = to;
        to = end;
    }
    return copy;
}

bool batch_add(store_batch *batch, const struct store_change *change, const size_t *offsets,
               size_t count)
{
    if (!batch)
        return false;
    struct store_change *copy = change_copy(change, offsets, count);
    if (!copy) {
        batch->failed = true;
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        const char *text = *text_at(copy, offsets[i]);

        batch->unfit = batch->unfit || !utf8_valid(text, strlen(text));
    }
    copy->next = NULL;
    *batch->last = copy;
    batch->last = &copy->next;
    return true;
}

#define OFFSET(member) offsetof(struct store_change, member)
#define COUNT(offsets) (sizeof(offsets) / sizeof *(offsets))

bool batch_create_game(store_batch *batch, const store_game *game, int64_t *number)
{
    static const size_t texts[] = {OFFSET(game.id), OFFSET(game.setup), OFFSET(game.state.result),
                                   OFFSET(game.state.reason)};
    struct store_change change = {.kind = CHANGE_CREATE_GAME, .game = *game, .number = number};

    change.sums = (store_sums){.content = checksum_game(game),
                               .state = checksum_state(game->id, 0, &game->state)};
    return batch_add(batch, &change, texts, COUNT(texts));
}

bool batch_append_event(store_batch *batch, const char *game, const store_event *event,
                        const store_state *state)
{
    static const size_t texts[] = {OFFSET(game.id), OFFSET(game.state.result),
                                   OFFSET(game.state.reason), OFFSET(event.type),
                                   OFFSET(event.text)};
    struct store_change change = {
        .kind = CHANGE_APPEND_EVENT, .game = {.id = game, .state = *state}, .event = *event};

    change.sums = (store_sums){.content = checksum_event(game, event),
                               .state = checksum_state(game, event->number, state)};
    return batch_add(batch, &change, texts, COUNT(texts));
}

bool batch_remove_game(store_batch *batch, const char *game)
{
    static const size_t texts[] = {OFFSET(game.id)};
    struct store_change change = {.kind = CHANGE_REMOVE_GAME, .game = {.id = game}};

    return batch_add(batch, &change, texts, COUNT(texts));
}

bool batch_seat_account(store_batch *batch, const char *game, int side, const char *account)
{
    static const size_t texts[] = {OFFSET(game.id), OFFSET(account)};
    struct store_change change = {
        .kind = CHANGE_SEAT_ACCOUNT, .game = {.id = game}, .side = side, .account = account};

    return batch_add(batch, &change, texts, COUNT(texts));
}

/* Adds a new account, or one that is to be as it says. */
static bool add_person(store_batch *batch, enum change_kind kind, const store_account *account)
{
    static const size_t texts[] = {OFFSET(person.id),   OFFSET(person.name),
                                   OFFSET(person.key),  OFFSET(person.password),
                                   OFFSET(person.mail), OFFSET(person.settings)};
    struct store_change change = {.kind = kind, .person = *account};

    return batch_add(batch, &change, texts, COUNT(texts));
}

bool batch_add_account(store_batch *batch, const store_account *account)
{
    return add_person(batch, CHANGE_ADD_ACCOUNT, account);
}

bool batch_save_account(store_batch *batch, const store_account *account)
{
    return add_person(batch, CHANGE_SAVE_ACCOUNT, account);
}

bool batch_expect_password(store_batch *batch, const char *account, const char *password)
{
    return add_person(batch, CHANGE_EXPECT_PASSWORD,
                      &(store_account){.id = account, .password = password});
}

bool batch_save_password(store_batch *batch, const char *account, const char *password)
{
    return add_person(batch, CHANGE_SAVE_PASSWORD,
                      &(store_account){.id = account, .password = password});
}

bool batch_save_settings(store_batch *batch, const char *account, const char *settings)
{
    return add_person(batch, CHANGE_SAVE_SETTINGS,
                      &(store_account){.id = account, .settings = settings});
}

/* Adds a change of a session or token, or of several. */
static bool add_login(store_batch *batch, enum change_kind kind, const store_login *login,
                      bool keeps)
{
    static const size_t texts[] = {OFFSET(login.id), OFFSET(login.account), OFFSET(login.label)};
    struct store_change change = {.kind = kind, .login = *login};

    change.keeps = keeps;
    return batch_add(batch, &change, texts, COUNT(texts));
}

bool batch_add_login(store_batch *batch, const store_login *login)
{
    return add_login(batch, CHANGE_ADD_LOGIN, login, false);
}

bool batch_touch_login(store_batch *batch, const unsigned char hash[STORE_SECRET_HASH],
                       int64_t used_ms, int64_t expires_ms)
{
    store_login login = {.used_ms = used_ms, .expires_ms = expires_ms};

    memcpy(login.hash, hash, sizeof login.hash);
    return add_login(batch, CHANGE_TOUCH_LOGIN, &login, false);
}

bool batch_remove_login(store_batch *batch, const char *account, store_login_kind kind,
                        const char *id)
{
    return add_login(batch, CHANGE_REMOVE_LOGIN,
                     &(store_login){.account = account, .kind = kind, .id = id}, false);
}

bool batch_remove_logins(store_batch *batch, const char *account, store_login_kind kind,
                         const unsigned char *keep)
{
    store_login login = {.account = account, .kind = kind};

    if (keep)
        memcpy(login.hash, keep, sizeof login.hash);
    return add_login(batch, CHANGE_REMOVE_LOGINS, &login, keep != NULL);
}

bool batch_trim_logins(store_batch *batch, const char *account, store_login_kind kind, int most)
{
    static const size_t texts[] = {OFFSET(login.id), OFFSET(login.account), OFFSET(login.label)};
    struct store_change change = {.kind = CHANGE_TRIM_LOGINS,
                                  .login = {.account = account, .kind = kind}};

    change.most = most;
    return batch_add(batch, &change, texts, COUNT(texts));
}

bool batch_set_rating(store_batch *batch, const store_rating *rating)
{
    static const size_t texts[] = {OFFSET(rating.account), OFFSET(rating.category),
                                   OFFSET(rating.game)};
    struct store_change change = {.kind = CHANGE_SET_RATING, .rating = *rating};

    return batch_add(batch, &change, texts, COUNT(texts));
}

bool batch_set_conditional(store_batch *batch, const store_conditional *conditional)
{
    static const size_t texts[] = {OFFSET(conditional.game), OFFSET(conditional.id),
                                   OFFSET(conditional.text)};
    struct store_change change = {.kind = CHANGE_SET_CONDITIONAL, .conditional = *conditional};

    return batch_add(batch, &change, texts, COUNT(texts));
}

bool batch_remove_conditional(store_batch *batch, const char *game, int side, const char *id)
{
    static const size_t texts[] = {OFFSET(conditional.game), OFFSET(conditional.id)};
    struct store_change change = {.kind = CHANGE_REMOVE_CONDITIONAL,
                                  .conditional = {.game = game, .side = side, .id = id}};

    return batch_add(batch, &change, texts, COUNT(texts));
}

bool batch_set_vacation(store_batch *batch, const store_vacation *vacation)
{
    static const size_t texts[] = {OFFSET(vacation.account)};
    struct store_change change = {.kind = CHANGE_SET_VACATION, .vacation = *vacation};

    return batch_add(batch, &change, texts, COUNT(texts));
}

bool batch_set_reminder(store_batch *batch, const store_reminder *reminder)
{
    static const size_t texts[] = {OFFSET(reminder.account), OFFSET(reminder.game)};
    struct store_change change = {.kind = CHANGE_SET_REMINDER, .reminder = *reminder};

    return batch_add(batch, &change, texts, COUNT(texts));
}

bool batch_tell_presence(store_batch *batch, const char *game, int64_t number)
{
    static const size_t texts[] = {OFFSET(presence.game)};
    struct store_change change = {.kind = CHANGE_TELL_PRESENCE,
                                  .presence = {.game = game, .number = number}};

    return batch_add(batch, &change, texts, COUNT(texts));
}

paua_status store_create(store *self, const store_game *game, store_done done, void *context)
{
    store_batch *batch = store_batch_new();

    batch_create_game(batch, game, NULL);
    return store_commit(self, batch, done, context);
}

paua_status store_remove(store *self, const char *id, store_done done, void *context)
{
    store_batch *batch = store_batch_new();

    batch_remove_game(batch, id);
    return store_commit(self, batch, done, context);
}

paua_status store_append(store *self, const char *id, const store_event *event,
                         const store_state *state, store_done done, void *context)
{
    store_batch *batch = store_batch_new();

    batch_append_event(batch, id, event, state);
    return store_commit(self, batch, done, context);
}
