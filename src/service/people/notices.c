/* notices.c - a map of boxes, one for each account with a stream: a ring of its last notices. A
 * second map finds the boxes of the accounts that follow a game. */
#define _GNU_SOURCE
#include "service/people/notices.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/map.h"
#include "service/core/account_name.h"
#include "service/core/date.h"
#include "service/games/play/games.h"
#include "service/people/messages.h"
#include "service/people/notice_games.h"
#include "store/tables/subscriptions.h"
#include "json/json_text.h"

struct notice {
    int64_t number;
    const char *type;
    char *json;      /* owned */
    bool is_message; /* not for all readers */
};

/* A game that an account follows. */
struct notice_follow {
    struct map_node node; /* by `game` */
    struct notice_box *box;
    char game[ID_SIZE + 1];
};

struct notice_box {
    struct map_node node;             /* by `account` */
    struct notice_box *older, *newer; /* of those without a reader */
    char account[ACCOUNT_ID_SIZE + 1];
    int holders;                      /* readers */
    struct notice_reader *readers;    /* the linked ones */
    struct notice kept[NOTICES_KEPT]; /* a ring */
    unsigned first, count;
    int64_t floor; /* the number of the newest notice that may be missing */
    struct notice_follow follows[SUBSCRIPTIONS_MAX];
    int follow_count;
    uint64_t loaded; /* the ticket with which `follows` was read */
};

struct notices {
    struct env *env;
    struct messages *messages;
    _Atomic int count;     /* boxes */
    pthread_mutex_t mutex; /* guards what follows */
    struct map boxes, follows;
    struct notice_box *oldest, *newest; /* without a reader, by when they lost the last one */
    int idle;
    uint64_t tickets;
};

static void on_created(struct game *game, void *context)
{
    notices_game_created(context, game);
}

static void on_event(struct game *game, const struct game_update *update, void *context)
{
    (void)update;
    notices_game_event(context, game);
}

struct notices *notices_new(struct games *games, struct messages *messages)
{
    struct notices *self = calloc(1, sizeof *self);

    if (!self)
        return NULL;
    self->env = games->env;
    self->messages = messages;
    pthread_mutex_init(&self->mutex, NULL);
    listeners_add(&games->listeners,
                  &(struct listener){.created = on_created, .event = on_event, .context = self});
    return self;
}

/* The functions from here to notices_enter() need the lock. */

static struct notice_box *find_box(struct notices *self, const char *account)
{
    return MAP_ENTRY(map_find_text(&self->boxes, account), struct notice_box, node);
}

/* Removes all games that the account of the box follows. */
static void clear_follows(struct notices *self, struct notice_box *box)
{
    for (int i = 0; i < box->follow_count; i++)
        map_remove(&self->follows, &box->follows[i].node);
    box->follow_count = 0;
}

static void free_box(struct notices *self, struct notice_box *box)
{
    map_remove(&self->boxes, &box->node);
    clear_follows(self, box);
    for (unsigned i = 0; i < box->count; i++)
        free(box->kept[(box->first + i) % NOTICES_KEPT].json);
    free(box);
    atomic_fetch_sub(&self->count, 1);
}

/* Takes a box off the list of those without a reader. */
static void unlink_idle(struct notices *self, struct notice_box *box)
{
    *(box->older ? &box->older->newer : &self->oldest) = box->newer;
    *(box->newer ? &box->newer->older : &self->newest) = box->older;
    box->older = box->newer = NULL;
    self->idle--;
}

/* Lists a box without a reader. If there are too many, frees the one that lost its reader first. */
static void link_idle(struct notices *self, struct notice_box *box)
{
    box->older = self->newest;
    *(box->older ? &box->older->newer : &self->oldest) = box;
    self->newest = box;
    if (++self->idle > NOTICE_BOXES_IDLE) {
        struct notice_box *gone = self->oldest;

        unlink_idle(self, gone);
        free_box(self, gone);
    }
}

void notices_free(struct notices *self)
{
    if (!self)
        return;
    while (self->oldest) {
        struct notice_box *box = self->oldest;

        unlink_idle(self, box);
        free_box(self, box);
    }
    map_free(&self->boxes);
    map_free(&self->follows);
    pthread_mutex_destroy(&self->mutex);
    free(self);
}

/* Adds a notice to a box, and wakes its streams. If memory runs out, the streams begin again. */
static void add_notice(struct notices *self, struct notice_box *box, const char *type,
                       const char *json, bool is_message)
{
    const int64_t number = messages_notice_number(self->messages);
    char *copy = json ? strdup(json) : NULL;

    if (box->count == NOTICES_KEPT || !copy) {
        const unsigned lost = copy ? 1 : box->count;

        for (unsigned i = 0; i < lost; i++) {
            struct notice *oldest = &box->kept[box->first];

            box->floor = oldest->number;
            free(oldest->json);
            box->first = (box->first + 1) % NOTICES_KEPT;
            box->count--;
        }
    }
    if (copy)
        box->kept[(box->first + box->count++) % NOTICES_KEPT] =
            (struct notice){number, type, copy, is_message};
    else
        box->floor = number;
    for (struct notice_reader *reader = box->readers; reader; reader = reader->next)
        http_stream_wake(reader->stream);
}

/* Adds a box. NULL: out of memory. */
static struct notice_box *new_box(struct notices *self, const char *account)
{
    struct notice_box *box = calloc(1, sizeof *box);

    if (!box)
        return NULL;
    snprintf(box->account, sizeof box->account, "%s", account);
    box->floor = messages_notice_number(self->messages);
    map_add_text(&self->boxes, &box->node, box->account);
    atomic_fetch_add(&self->count, 1);
    return box;
}

/* The games that the store lists. */
struct follow_list {
    char ids[SUBSCRIPTIONS_MAX][ID_SIZE + 1];
    int count;
};

static bool add_follow(const char *game, int64_t since_ms, void *context)
{
    struct follow_list *list = context;

    (void)since_ms;
    if (strlen(game) == ID_SIZE)
        memcpy(list->ids[list->count++], game, ID_SIZE + 1);
    return list->count < SUBSCRIPTIONS_MAX;
}

/* Sets the games that the account of a box follows. */
static void set_follows(struct notices *self, struct notice_box *box,
                        const struct follow_list *list)
{
    clear_follows(self, box);
    for (int i = 0; i < list->count; i++) {
        struct notice_follow *follow = &box->follows[box->follow_count++];

        memcpy(follow->game, list->ids[i], sizeof follow->game);
        follow->box = box;
        map_add_text(&self->follows, &follow->node, follow->game);
    }
}

/* Reads the games that an account follows. Of two threads that do so at once, the result of the one
 * that began later counts. Without the lock. */
static paua_status load_follows(struct notices *self, const char *account)
{
    struct follow_list list = {.count = 0};

    pthread_mutex_lock(&self->mutex);
    const uint64_t ticket = ++self->tickets;
    pthread_mutex_unlock(&self->mutex);
    paua_status status = store_subscriptions(self->env->store, account, add_follow, &list);
    if (status != PAUA_OK)
        return status;
    pthread_mutex_lock(&self->mutex);
    struct notice_box *box = find_box(self, account);
    if (box && ticket > box->loaded) {
        set_follows(self, box, &list);
        box->loaded = ticket;
    }
    pthread_mutex_unlock(&self->mutex);
    return PAUA_OK;
}

paua_status notices_enter(struct notices *self, const char *account, int64_t after,
                          struct notice_reader *reader)
{
    pthread_mutex_lock(&self->mutex);
    struct notice_box *box = find_box(self, account);
    const bool fresh = !box;
    if (!box)
        box = new_box(self, account);
    else if (box->holders == 0)
        unlink_idle(self, box);
    if (!box) {
        pthread_mutex_unlock(&self->mutex);
        return PAUA_ERROR_NO_MEMORY;
    }
    box->holders++;
    reader->box = box;
    const int64_t newest = messages_notice_number(self->messages);
    const bool known =
        after >= box->floor && after <= newest && messages_number_is_own(self->messages, after);
    reader->last = known ? after : newest;
    pthread_mutex_unlock(&self->mutex);
    paua_status status = fresh ? load_follows(self, account) : PAUA_OK;
    if (status != PAUA_OK) {
        notices_leave(self, reader);
        return status;
    }
    return known ? PAUA_OK : PAUA_ERROR_NOT_FOUND;
}

void notices_leave(struct notices *self, struct notice_reader *reader)
{
    struct notice_box *box = reader->box;

    pthread_mutex_lock(&self->mutex);
    if (reader->link) {
        *reader->link = reader->next;
        if (reader->next)
            reader->next->link = reader->link;
    }
    if (--box->holders == 0)
        link_idle(self, box);
    pthread_mutex_unlock(&self->mutex);
}

void notices_link(struct notices *self, struct notice_reader *reader)
{
    pthread_mutex_lock(&self->mutex);
    reader->link = &reader->box->readers;
    reader->next = *reader->link;
    if (reader->next)
        reader->next->link = &reader->next;
    reader->box->readers = reader;
    pthread_mutex_unlock(&self->mutex);
}

void notice_write(bool sse, const char *type, int64_t number, const char *json, FILE *to)
{
    const long long id = number;

    if (sse)
        fprintf(to, "id: %lld\nevent: %s\ndata: {\"event\":%lld,%s\n\n", id, type, id, json + 1);
    else
        fprintf(to, "{\"type\":\"%s\",\"event\":%lld,%s\n", type, id, json + 1);
}

void notices_write(struct notices *self, struct notice_reader *reader, bool *check, FILE *to)
{
    struct notice_box *box = reader->box;

    pthread_mutex_lock(&self->mutex);
    *check = reader->check;
    reader->check = false;
    reader->ended |= reader->last < box->floor;
    for (unsigned i = 0; i < box->count && !reader->ended; i++) {
        const struct notice *notice = &box->kept[(box->first + i) % NOTICES_KEPT];

        if (notice->number <= reader->last)
            continue;
        if (!notice->is_message || reader->all)
            notice_write(reader->sse, notice->type, notice->number, notice->json, to);
        reader->last = notice->number;
    }
    pthread_mutex_unlock(&self->mutex);
}

void notices_reload(struct notices *self, const char *account)
{
    pthread_mutex_lock(&self->mutex);
    const bool wanted = find_box(self, account) != NULL;
    pthread_mutex_unlock(&self->mutex);
    if (wanted)
        load_follows(self, account);
}

void notices_check_logins(struct notices *self, const char *account)
{
    pthread_mutex_lock(&self->mutex);
    struct notice_box *box = find_box(self, account);
    for (struct notice_reader *reader = box ? box->readers : NULL; reader; reader = reader->next) {
        reader->check = true;
        http_stream_wake(reader->stream);
    }
    pthread_mutex_unlock(&self->mutex);
}

void notices_restart(struct notices *self)
{
    pthread_mutex_lock(&self->mutex);
    for (struct map_node *node = map_first(&self->boxes); node;
         node = map_next(&self->boxes, node)) {
        struct notice_box *box = MAP_ENTRY(node, struct notice_box, node);

        box->floor = messages_notice_number(self->messages);
        for (struct notice_reader *reader = box->readers; reader; reader = reader->next)
            http_stream_wake(reader->stream);
    }
    while (self->oldest) { /* the games that its account follows may have changed as well */
        struct notice_box *gone = self->oldest;

        unlink_idle(self, gone);
        free_box(self, gone);
    }
    pthread_mutex_unlock(&self->mutex);
}

/* The functions from here on take the lock. */

bool notices_want(struct notices *self, const char *account)
{
    pthread_mutex_lock(&self->mutex);
    const bool wanted = find_box(self, account) != NULL;
    pthread_mutex_unlock(&self->mutex);
    return wanted;
}

bool notices_any(struct notices *self)
{
    return atomic_load(&self->count) > 0;
}

void notices_notify(struct notices *self, const char *account, const char *type, json_t *json)
{
    char *text = json_write_text(json, JSON_COMPACT);

    pthread_mutex_lock(&self->mutex);
    struct notice_box *box = find_box(self, account);
    if (box)
        add_notice(self, box, type, text, false);
    pthread_mutex_unlock(&self->mutex);
    free(text);
}

void notices_message(struct notices *self, const char *account, const char *json)
{
    pthread_mutex_lock(&self->mutex);
    struct notice_box *box = find_box(self, account);
    if (box)
        add_notice(self, box, "message", json, true);
    pthread_mutex_unlock(&self->mutex);
}

char *notices_message_json(const char *from, const store_message *message)
{
    return json_write_text(json_pack("{s:s,s:I,s:o,s:s}", "from", from, "number",
                                     (json_int_t)message->number, "at", date_json(message->at_ms),
                                     "text", message->text),
                           JSON_COMPACT);
}

/* A message of the store, and its sender. */
struct found_message {
    store_message message; /* the members that the notice has */
    char *text;            /* owned */
    char peer[ACCOUNT_ID_SIZE + 1], name[ACCOUNT_NAME_SIZE];
};

static void on_message(const store_message *message, void *context)
{
    struct found_message *found = context;

    found->message.number = message->number;
    found->message.at_ms = message->at_ms;
    found->text = strdup(message->text);
    snprintf(found->peer, sizeof found->peer, "%s", message->peer);
}

static void on_account(const store_account *account, void *context)
{
    struct found_message *found = context;

    snprintf(found->name, sizeof found->name, "%s", account->name);
}

void notices_read_message(struct notices *self, const char *account, int64_t number)
{
    store *db = self->env->store;
    struct found_message found = {.text = NULL};
    char *json = NULL;

    messages_note_number(self->messages, number);
    if (!notices_want(self, account))
        return;
    if (store_message_find(db, account, number, on_message, &found) == PAUA_OK && found.text &&
        store_account_by_id(db, found.peer, on_account, &found) == PAUA_OK) {
        found.message.text = found.text;
        json = notices_message_json(found.name, &found.message);
    }
    if (json)
        notices_message(self, account, json);
    free(json);
    free(found.text);
}

void notices_tournament(struct notices *self, const char *account, const char *json)
{
    pthread_mutex_lock(&self->mutex);
    struct notice_box *box = find_box(self, account);
    if (box)
        add_notice(self, box, "tournament", json, false);
    pthread_mutex_unlock(&self->mutex);
}

bool notices_is_followed(struct notices *self, const char *game)
{
    pthread_mutex_lock(&self->mutex);
    const bool followed = map_find_text(&self->follows, game) != NULL;
    pthread_mutex_unlock(&self->mutex);
    return followed;
}

void notices_notify_followers(struct notices *self, const struct game *game, const char *type,
                              bool players, json_t *json)
{
    char *text = json_write_text(json, JSON_COMPACT);

    pthread_mutex_lock(&self->mutex);
    for (struct map_node *node = map_find_text(&self->follows, game->id); node;
         node = map_next_equal(node)) {
        struct notice_box *box = MAP_ENTRY(node, struct notice_follow, node)->box;
        bool plays = false;

        for (int side = 0; side < game->setup.start.players; side++)
            plays |= strcmp(notices_account_of(game, side), box->account) == 0;
        if (players || !plays)
            add_notice(self, box, type, text, false);
    }
    pthread_mutex_unlock(&self->mutex);
    free(text);
}

/* The accounts of a game. */
struct concerned_accounts {
    char accounts[PAUA_PLAYERS_MAX][ACCOUNT_ID_SIZE + 1];
    int count;
};

static bool on_seat(int side, const char *account, void *context)
{
    struct concerned_accounts *all = context;

    (void)side;
    snprintf(all->accounts[all->count++], ACCOUNT_ID_SIZE + 1, "%s", account);
    return all->count < PAUA_PLAYERS_MAX;
}

bool notices_want_game(struct notices *self, const char *game)
{
    struct concerned_accounts all = {.count = 0};
    bool wanted = false;

    if (!notices_any(self))
        return false;
    if (notices_is_followed(self, game))
        return true;
    store_game_seats(self->env->store, game, on_seat, &all);
    for (int i = 0; i < all.count; i++)
        wanted |= notices_want(self, all.accounts[i]);
    return wanted;
}
