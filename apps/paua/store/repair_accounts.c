/* repair_accounts.c - copies the accounts of a store, and all tables but those of games, to the new
 * one: what can be read of them, each table when the list of tables (rows.h) says so. */
#define _GNU_SOURCE
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "store/repair.h"
#include "store/tables/correspondence.h"
#include "store/tables/mail.h"
#include "store/tables/mail_items.h"
#include "store/tables/messages.h"
#include "store/tables/pair_games.h"
#include "store/tables/ratings.h"
#include "store/tables/rows.h"
#include "store/tables/sendings.h"
#include "store/tables/subscriptions.h"
#include "store/tables/tournaments.h"

enum { GAME_TEXT_SIZE = 16, CATEGORY_SIZE = 64 }; /* with the NUL; longer ones are damaged */

/* The accounts that were copied, or what one of them has. */
struct names {
    char (*list)[CATEGORY_SIZE];
    size_t count, room;
};

struct rating_copy {
    store_rating rating;
    char game[GAME_TEXT_SIZE];
};

struct account_repair {
    store *from;
    struct repair *repair;
    struct check_report *report;
    struct names accounts, categories;
    struct rating_copy *history; /* of one category, newest first */
    size_t history_count, history_room;
    const char *account, *category; /* whose rows are being read */
    const char *game;               /* whose seats are being read */
    bool failed;                    /* memory is out, or a write has failed */
};

/* Keeps a name. */
static bool names_add(struct names *names, const char *name)
{
    if (!ARRAY_RESERVE(names->list, names->room, names->count + 1))
        return false;
    snprintf(names->list[names->count++], sizeof names->list[0], "%s", name);
    return true;
}

/* Reports rows of a table that are lost. Returns PAUA_OK, or `status` where it is not damage. */
static paua_status report_damage(struct account_repair *self, paua_status status,
                                 enum store_table_id table)
{
    char line[STORE_MESSAGE_MAX];

    if (status != PAUA_ERROR_CORRUPT)
        return status;
    snprintf(line, sizeof line, "%s: not all of them can be read", store_tables[table].rows);
    self->report->problems++;
    check_report_add(self->report, line);
    return PAUA_OK;
}

/* Queues a row for the new store. False: a write has failed. */
static bool commit_copy(struct account_repair *self, store_batch *batch)
{
    self->failed = !repair_commit(self->repair, batch);
    return !self->failed;
}

static bool copy_account(const store_account *account, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_add_account(batch, account);
    self->failed = !names_add(&self->accounts, account->id) || !repair_commit(self->repair, batch);
    return !self->failed;
}

static bool copy_login(const store_login *login, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_add_login(batch, login);
    return commit_copy(self, batch);
}

static bool copy_seat(int side, const char *account, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_seat_account(batch, self->game, side, account);
    return commit_copy(self, batch);
}

static bool copy_conditional(const store_conditional *made, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_set_conditional(batch, made);
    return commit_copy(self, batch);
}

static bool copy_reminder(const store_reminder *reminder, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_set_reminder(batch, reminder);
    return commit_copy(self, batch);
}

static paua_status copy_vacation(struct account_repair *self)
{
    store_vacation vacation;
    paua_status status = store_vacation_read(self->from, self->account, &vacation);

    if (vacation.year != 0) { /* it has had one */
        store_batch *batch = store_batch_new();

        vacation.account = self->account;
        batch_set_vacation(batch, NULL, &vacation);
        commit_copy(self, batch);
    }
    return status;
}

/* Its revisions begin anew. */
static bool copy_tournament(const store_tournament *one, void *context)
{
    struct account_repair *self = context;
    store_tournament copy = *one;
    store_batch *batch = store_batch_new();

    copy.revision = 1;
    batch_set_tournament(batch, &copy);
    return commit_copy(self, batch);
}

static paua_status copy_tournaments(struct account_repair *self)
{
    paua_status status = PAUA_OK;

    for (int i = 0; status == PAUA_OK && !self->failed && i < 2; i++)
        status = report_damage(
            self,
            store_tournaments(self->from,
                              i ? STORE_TOURNAMENTS_UNFINISHED : STORE_TOURNAMENTS_FINISHED, 0,
                              INT_MAX, NULL, copy_tournament, self),
            STORE_TABLE_TOURNAMENT);
    return status;
}

static bool list_category(const store_rating *rating, void *context)
{
    struct account_repair *self = context;

    self->failed = !names_add(&self->categories, rating->category);
    return !self->failed;
}

static bool list_rating(const store_rating *rating, void *context)
{
    struct account_repair *self = context;

    if (!ARRAY_RESERVE(self->history, self->history_room, self->history_count + 1)) {
        self->failed = true;
        return false;
    }
    struct rating_copy *copy = &self->history[self->history_count++];
    copy->rating = *rating;
    snprintf(copy->game, sizeof copy->game, "%s", rating->game);
    return true;
}

/* Copies the history of a rating, oldest first, as far as it has no gap. */
static paua_status copy_history(struct account_repair *self)
{
    int games = 0;

    for (size_t i = self->history_count; i-- > 0;) {
        struct rating_copy *copy = &self->history[i];

        copy->rating.account = self->account;
        copy->rating.category = self->category;
        copy->rating.game = copy->game;
        if (copy->rating.games != ++games)
            return report_damage(self, PAUA_ERROR_CORRUPT, STORE_TABLE_RATING_HISTORY);
        store_batch *batch = store_batch_new();
        batch_set_rating(batch, &copy->rating);
        if (!commit_copy(self, batch))
            break;
    }
    return PAUA_OK;
}

/* Lists the categories in which an account has a rating. */
static paua_status list_categories(struct account_repair *self, const char *account)
{
    self->categories.count = 0;
    return report_damage(self, store_ratings(self->from, account, list_category, self),
                         STORE_TABLE_RATING_HISTORY);
}

/* Copies the ratings of self->account. */
static paua_status copy_ratings(struct account_repair *self)
{
    paua_status status = list_categories(self, self->account);

    for (size_t i = 0; status == PAUA_OK && !self->failed && i < self->categories.count; i++) {
        self->category = self->categories.list[i];
        self->history_count = 0;
        status = report_damage(self,
                               store_rating_history(self->from, self->account, self->category, 0,
                                                    INT_MAX, list_rating, self),
                               STORE_TABLE_RATING_HISTORY);
        if (status == PAUA_OK && !self->failed)
            status = copy_history(self);
    }
    return status;
}

static bool copy_pair_game(const store_pair_game *row, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_add_pair_game(batch, row);
    return commit_copy(self, batch);
}

/* What follows once the ratings of all accounts are there: the games of pairs, and how many others
 * each has played. */
static paua_status copy_pairs(struct account_repair *self)
{
    paua_status status = report_damage(self, store_pair_game_rows(self->from, copy_pair_game, self),
                                       STORE_TABLE_PAIR_GAME);

    for (size_t i = 0; status == PAUA_OK && !self->failed && i < self->accounts.count; i++) {
        const char *account = self->accounts.list[i];

        status = list_categories(self, account);
        for (size_t j = 0; status == PAUA_OK && !self->failed && j < self->categories.count; j++) {
            store_batch *batch = store_batch_new();

            batch_count_opponents(batch, account, self->categories.list[j]);
            commit_copy(self, batch);
        }
    }
    return status;
}

static bool copy_message(const store_message *message, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_add_message(batch, message);
    return commit_copy(self, batch);
}

static bool copy_sending(const store_sending *sending, const char *name, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    (void)name;
    batch_add_sending(batch, sending);
    return commit_copy(self, batch);
}

static bool copy_block(const store_account *blocked, int64_t at_ms, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_add_block(batch, self->account, blocked->id, at_ms);
    return commit_copy(self, batch);
}

static bool copy_report(const store_report *report, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_add_report(batch, report);
    return commit_copy(self, batch);
}

static bool copy_subscription(const char *game, int64_t since_ms, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_add_subscription(batch, self->account, game, since_ms);
    return commit_copy(self, batch);
}

static bool copy_mail(const store_mail *mail, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_add_mail(batch, mail);
    return commit_copy(self, batch);
}

static bool copy_mail_item(const store_mail_item *item, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_add_mail_item(batch, item);
    return commit_copy(self, batch);
}

static bool copy_mail_choice(const char *game, int choice, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_set_mail_choice(batch, self->account, game, choice, INT_MAX);
    return commit_copy(self, batch);
}

static void copy_pending_address(const char *address, int64_t requested_ms, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_set_pending_address(batch, self->account, address, requested_ms);
    commit_copy(self, batch);
}

static paua_status copy_address(struct account_repair *self)
{
    paua_status status =
        store_pending_address(self->from, self->account, copy_pending_address, self);

    return status == PAUA_ERROR_NOT_FOUND ? PAUA_OK : status;
}

static bool copy_seen(const char *key, int64_t expires_ms, bool done, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_add_seen(batch, key, expires_ms);
    if (done)
        batch_end_seen(batch, key);
    return commit_copy(self, batch);
}

static bool copy_secret(const char *name, const char *value, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_add_secret(batch, name, value);
    return commit_copy(self, batch);
}

/* Copies rows of a table: all of them, or those of self->account or self->game. Each table is read
 * by calls of its own, which check its rows, leave out those that are damaged and follow its
 * indexes; so this is not one statement made of the columns. No `default`: of a new table it has to
 * be said how it is copied. */
static paua_status copy_rows(struct account_repair *self, enum store_table_id table)
{
    const char *account = self->account, *game = self->game;
    store *from = self->from;

    switch (table) {
    case STORE_TABLE_LOGIN:
        return store_logins(from, account, copy_login, self);
    case STORE_TABLE_RATING_HISTORY:
        return copy_ratings(self);
    case STORE_TABLE_SENDING:
        return store_sendings(from, account, copy_sending, self);
    case STORE_TABLE_MESSAGE: /* store_check_consistency() reports those that are left out */
        return store_messages(from, account, "", 0, INT_MAX, NULL, copy_message, self);
    case STORE_TABLE_BLOCK:
        return store_blocks(from, account, copy_block, self);
    case STORE_TABLE_REPORT:
        return store_reports(from, account, false, INT64_MIN, INT_MAX, copy_report, self);
    case STORE_TABLE_VACATION:
        return copy_vacation(self);
    case STORE_TABLE_SUBSCRIPTION:
        return store_subscriptions(from, account, copy_subscription, self);
    case STORE_TABLE_ADDRESS:
        return copy_address(self);
    case STORE_TABLE_MAIL:
        return store_mails(from, account, copy_mail, self);
    case STORE_TABLE_MAIL_ITEM:
        return store_mail_items(from, account, copy_mail_item, self);
    case STORE_TABLE_MAIL_CHOICE:
        return store_mail_choices(from, account, copy_mail_choice, self);
    case STORE_TABLE_SEAT:
        return store_game_seats(from, game, copy_seat, self);
    case STORE_TABLE_CONDITIONAL:
        return store_conditionals(from, game, copy_conditional, self);
    case STORE_TABLE_REMINDER:
        return store_game_reminders(from, game, copy_reminder, self);
    case STORE_TABLE_PAIR_GAME:
        return copy_pairs(self);
    case STORE_TABLE_MAIL_SEEN:
        return store_all_seen(from, copy_seen, self);
    case STORE_TABLE_SECRET:
        return store_secrets(from, "", copy_secret, self);
    case STORE_TABLE_TOURNAMENT:
        return copy_tournaments(self);
    case STORE_TABLE_GAME: /* these four: repair.c */
    case STORE_TABLE_EVENT:
    case STORE_TABLE_ARCHIVE_TEXT:
    case STORE_TABLE_RUNNING:
    case STORE_TABLE_ACCOUNT: /* before all others */
    case STORE_TABLE_RATING:  /* the last row of its history */
    case STORE_TABLE_ARCHIVE_COUNT:
    case STORE_TABLE_ARCHIVE_MARK:
    case STORE_TABLE_PLAYED_COUNT:
    case STORE_TABLES:
        return PAUA_OK;
    }
    return PAUA_OK;
}

/* False: an error that is not damage, or a write has failed. */
static bool copy_table(struct account_repair *self, enum store_table_id table)
{
    return report_damage(self, copy_rows(self, table), table) == PAUA_OK && !self->failed;
}

/* Copies rows of the tables that are copied at this point. */
static bool copy_tables(struct account_repair *self, enum store_repair when)
{
    for (int i = 0; i < STORE_TABLES; i++)
        if (store_tables[i].repair == when && !copy_table(self, (enum store_table_id)i))
            return false;
    return true;
}

/* Copies the accounts, then what each has. */
static bool copy_accounts(struct account_repair *self)
{
    if (report_damage(self, store_accounts(self->from, "", INT_MAX, copy_account, self),
                      STORE_TABLE_ACCOUNT) != PAUA_OK ||
        self->failed)
        return false;
    for (size_t i = 0; i < self->accounts.count; i++) {
        self->account = self->accounts.list[i];
        if (!copy_tables(self, STORE_COPIED_WITH_ACCOUNT))
            return false;
    }
    self->account = ""; /* mails may be of nobody */
    return copy_table(self, STORE_TABLE_ADDRESS) && copy_table(self, STORE_TABLE_MAIL) &&
           copy_table(self, STORE_TABLE_MAIL_ITEM);
}

int repair_accounts(store *from, struct repair *repair, struct check_report *report)
{
    struct account_repair self = {.from = from, .repair = repair, .report = report};
    bool good = copy_accounts(&self) && copy_tables(&self, STORE_COPIED);

    free(self.accounts.list);
    free(self.categories.list);
    free(self.history);
    return good ? EXIT_DONE : complain_with(EXIT_ENVIRONMENT, "the accounts cannot be copied");
}

int repair_seats(store *from, const char *game, struct repair *repair, struct check_report *report)
{
    struct account_repair self = {.from = from, .repair = repair, .report = report, .game = game};

    return copy_tables(&self, STORE_COPIED_WITH_GAME)
               ? EXIT_DONE
               : complain_with(EXIT_ENVIRONMENT, "the seats of game %s cannot be copied", game);
}
