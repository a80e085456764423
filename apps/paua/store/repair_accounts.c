/* repair_accounts.c - copies the accounts of a store, and what each has, to the new one: what can
 * be read of them. */
#define _GNU_SOURCE
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "store/repair.h"
#include "store/tables/correspondence.h"
#include "store/tables/mail.h"
#include "store/tables/messages.h"
#include "store/tables/pair_games.h"
#include "store/tables/ratings.h"
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

/* Reports what of an account is lost. Returns false where reading it was no damage. */
static bool report_damage(struct account_repair *self, paua_status status, const char *what)
{
    char line[STORE_MESSAGE_MAX];

    if (status != PAUA_ERROR_CORRUPT)
        return status == PAUA_OK;
    snprintf(line, sizeof line, "%s: not all of them can be read", what);
    self->report->problems++;
    check_report_add(self->report, line);
    return true;
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
    self->failed = !repair_commit(self->repair, batch);
    return !self->failed;
}

static bool copy_seat(int side, const char *account, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_seat_account(batch, self->game, side, account);
    self->failed = !repair_commit(self->repair, batch);
    return !self->failed;
}

static bool copy_conditional(const store_conditional *made, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_set_conditional(batch, made);
    self->failed = !repair_commit(self->repair, batch);
    return !self->failed;
}

static bool copy_reminder(const store_reminder *reminder, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_set_reminder(batch, reminder);
    self->failed = !repair_commit(self->repair, batch);
    return !self->failed;
}

static bool copy_vacation(struct account_repair *self, store *from)
{
    store_vacation vacation;
    paua_status status = store_vacation_read(from, self->account, &vacation);

    if (vacation.year != 0) { /* it has had one */
        store_batch *batch = store_batch_new();

        vacation.account = self->account;
        batch_set_vacation(batch, NULL, &vacation);
        self->failed = !repair_commit(self->repair, batch);
    }
    return !self->failed && report_damage(self, status, "vacations");
}

/* Its revisions begin anew. */
static bool copy_tournament(const store_tournament *one, void *context)
{
    struct account_repair *self = context;
    store_tournament copy = *one;
    store_batch *batch = store_batch_new();

    copy.revision = 1;
    batch_set_tournament(batch, &copy);
    self->failed = !repair_commit(self->repair, batch);
    return !self->failed;
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
static bool copy_history(struct account_repair *self)
{
    int games = 0;

    for (size_t i = self->history_count; i-- > 0;) {
        struct rating_copy *copy = &self->history[i];

        copy->rating.account = self->account;
        copy->rating.category = self->category;
        copy->rating.game = copy->game;
        if (copy->rating.games != ++games)
            return report_damage(self, PAUA_ERROR_CORRUPT, "ratings");
        store_batch *batch = store_batch_new();
        batch_set_rating(batch, &copy->rating);
        if (!repair_commit(self->repair, batch))
            return false;
    }
    return true;
}

/* Copies the ratings of self->account. */
static bool copy_ratings(struct account_repair *self, store *from)
{
    self->categories.count = 0;
    bool good =
        report_damage(self, store_ratings(from, self->account, list_category, self), "ratings");
    for (size_t i = 0; good && !self->failed && i < self->categories.count; i++) {
        self->category = self->categories.list[i];
        self->history_count = 0;
        good = report_damage(self,
                             store_rating_history(from, self->account, self->category, 0, INT_MAX,
                                                  list_rating, self),
                             "ratings") &&
               !self->failed && copy_history(self);
    }
    return good && !self->failed;
}

static bool copy_pair_game(const store_pair_game *row, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_add_pair_game(batch, row);
    self->failed = !repair_commit(self->repair, batch);
    return !self->failed;
}

/* What follows once the ratings of all accounts are there: the games of pairs, and how many others
 * each has played. */
static bool copy_pairs(struct account_repair *self, store *from)
{
    bool good =
        report_damage(self, store_pair_game_rows(from, copy_pair_game, self), "games of pairs");

    for (size_t i = 0; good && !self->failed && i < self->accounts.count; i++) {
        const char *account = self->accounts.list[i];

        self->categories.count = 0;
        good = report_damage(self, store_ratings(from, account, list_category, self), "ratings");
        for (size_t j = 0; good && !self->failed && j < self->categories.count; j++) {
            store_batch *batch = store_batch_new();

            batch_count_opponents(batch, account, self->categories.list[j]);
            self->failed = !repair_commit(self->repair, batch);
        }
    }
    return good && !self->failed;
}

static bool copy_message(const store_message *message, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_add_message(batch, message);
    self->failed = !repair_commit(self->repair, batch);
    return !self->failed;
}

static bool copy_sending(const store_sending *sending, const char *name, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    (void)name;
    batch_add_sending(batch, sending);
    self->failed = !repair_commit(self->repair, batch);
    return !self->failed;
}

static bool copy_block(const store_account *blocked, int64_t at_ms, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_add_block(batch, self->account, blocked->id, at_ms);
    self->failed = !repair_commit(self->repair, batch);
    return !self->failed;
}

static bool copy_report(const store_report *report, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_add_report(batch, report);
    self->failed = !repair_commit(self->repair, batch);
    return !self->failed;
}

static bool copy_subscription(const char *game, int64_t since_ms, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_add_subscription(batch, self->account, game, since_ms);
    self->failed = !repair_commit(self->repair, batch);
    return !self->failed;
}

static bool copy_mail(const store_mail *mail, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_add_mail(batch, mail);
    self->failed = !repair_commit(self->repair, batch);
    return !self->failed;
}

static void copy_pending_address(const char *address, int64_t requested_ms, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_set_pending_address(batch, self->account, address, requested_ms);
    self->failed = !repair_commit(self->repair, batch);
}

static bool copy_seen(const char *key, int64_t expires_ms, bool done, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_add_seen(batch, key, expires_ms);
    if (done)
        batch_end_seen(batch, key);
    self->failed = !repair_commit(self->repair, batch);
    return !self->failed;
}

static bool copy_secret(const char *name, const char *value, void *context)
{
    struct account_repair *self = context;
    store_batch *batch = store_batch_new();

    batch_add_secret(batch, name, value);
    self->failed = !repair_commit(self->repair, batch);
    return !self->failed;
}

/* Copies the mails of self->account that are to be sent, and its pending address. */
static bool copy_mails(struct account_repair *self, store *from)
{
    paua_status status = store_pending_address(from, self->account, copy_pending_address, self);

    return report_damage(self, status == PAUA_ERROR_NOT_FOUND ? PAUA_OK : status, "addresses") &&
           !self->failed &&
           report_damage(self, store_mails(from, self->account, copy_mail, self), "mails") &&
           !self->failed;
}

/* Copies what the server itself keeps of mail. */
static bool copy_server_mail(struct account_repair *self, store *from)
{
    self->account = "";
    return copy_mails(self, from) &&
           report_damage(self, store_all_seen(from, copy_seen, self), "mails that have come") &&
           !self->failed &&
           report_damage(self, store_secrets(from, "", copy_secret, self), "secrets") &&
           !self->failed;
}

/* Copies the messages of self->account, what it has sent within a day, its blocks, reports and
 * subscriptions. Messages that are not what their checksums say are left out:
 * store_check_consistency() reports them. */
static bool copy_messages(struct account_repair *self, store *from)
{
    const char *account = self->account;

    return report_damage(self,
                         store_messages(from, account, "", 0, INT_MAX, NULL, copy_message, self),
                         "messages") &&
           !self->failed &&
           report_damage(self, store_sendings(from, account, copy_sending, self),
                         "messages and challenges of a day") &&
           !self->failed &&
           report_damage(self, store_blocks(from, account, copy_block, self), "blocks") &&
           !self->failed &&
           report_damage(self,
                         store_reports(from, account, false, INT64_MIN, INT_MAX, copy_report, self),
                         "reports") &&
           !self->failed &&
           report_damage(self, store_subscriptions(from, account, copy_subscription, self),
                         "subscriptions") &&
           !self->failed;
}

/* Copies the accounts, then what each has. */
static bool copy_all(struct account_repair *self, store *from)
{
    bool good =
        report_damage(self, store_accounts(from, "", INT_MAX, copy_account, self), "accounts");

    for (size_t i = 0; good && !self->failed && i < self->accounts.count; i++) {
        self->account = self->accounts.list[i];
        paua_status status = store_logins(from, self->account, copy_login, self);
        good = report_damage(self, status, "sessions and tokens") && !self->failed &&
               copy_ratings(self, from) && copy_messages(self, from) && copy_mails(self, from) &&
               copy_vacation(self, from);
    }
    if (good && !self->failed)
        good = copy_pairs(self, from);
    for (int i = 0; good && !self->failed && i < 2; i++) {
        paua_status status =
            store_tournaments(from, i ? STORE_TOURNAMENTS_UNFINISHED : STORE_TOURNAMENTS_FINISHED,
                              0, INT_MAX, NULL, copy_tournament, self);
        good = report_damage(self, status, "tournaments");
    }
    return good && !self->failed && copy_server_mail(self, from);
}

int repair_accounts(store *from, struct repair *repair, struct check_report *report)
{
    struct account_repair self = {.repair = repair, .report = report};
    bool good = copy_all(&self, from);

    free(self.accounts.list);
    free(self.categories.list);
    free(self.history);
    return good ? EXIT_DONE : complain_with(EXIT_ENVIRONMENT, "the accounts cannot be copied");
}

int repair_seats(store *from, const char *game, struct repair *repair, struct check_report *report)
{
    struct account_repair self = {.repair = repair, .report = report, .game = game};
    paua_status seats = store_game_seats(from, game, copy_seat, &self);
    bool good = report_damage(&self, seats, "seats of accounts") && !self.failed;

    if (good)
        good = report_damage(&self, store_conditionals(from, game, copy_conditional, &self),
                             "conditional moves") &&
               !self.failed;
    if (good)
        good = report_damage(&self, store_game_reminders(from, game, copy_reminder, &self),
                             "reminders") &&
               !self.failed;
    return good ? EXIT_DONE
                : complain_with(EXIT_ENVIRONMENT, "the seats of game %s cannot be copied", game);
}
