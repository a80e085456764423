/* account_export.c - everything that is stored about an account, but for secrets, as JSON: what GET
 * /account/export (api_users.c) answers. */
#include "service/api/account_export.h"

#include <string.h>

#include "service/accounts/account_json.h"
#include "service/accounts/settings.h"
#include "service/accounts/users.h"
#include "service/core/date.h"
#include "service/games/model/event.h"
#include "store/tables/correspondence.h"
#include "store/tables/mail.h"
#include "store/tables/mail_items.h"
#include "store/tables/pair_games.h"
#include "store/tables/rows.h"
#include "json/json_text.h"

enum { EXPORT_GAMES_MAX = 100000 }; /* of those that run, and of those that are over */

/* What is read row by row, some of it from JSON in the store. */
enum export_list { TOURNAMENTS, CONDITIONAL, REMINDERS, MAILS, MAIL_ITEMS, MAIL_GAMES, LISTS };
static const enum store_table_id list_tables[LISTS] = {
    STORE_TABLE_TOURNAMENT, STORE_TABLE_CONDITIONAL, STORE_TABLE_REMINDER,
    STORE_TABLE_MAIL,       STORE_TABLE_MAIL_ITEM,   STORE_TABLE_MAIL_CHOICE};

struct export_lists {
    struct service *service;
    const char *account;
    json_t *of[LISTS];  /* owned until the object of the account takes them over */
    paua_status status; /* of the last row */
};

/* Adds a row to a list and takes it over; NULL: out of memory. False: the reading ends. */
static bool add_row(struct export_lists *lists, enum export_list list, json_t *row)
{
    if (json_array_append_new(lists->of[list], row) != 0)
        lists->status = PAUA_ERROR_NO_MEMORY;
    return lists->status == PAUA_OK;
}

static json_t *tournament_part_json(const struct tournament *one, const char *account)
{
    const int player = tournament_player(one, account);

    return json_pack("{s:s,s:s,s:o,s:b,s:b,s:b}", "id", one->id, "name", one->name, "created",
                     date_json(one->created_ms), "owner", strcmp(one->owner, account) == 0,
                     "player", player != PAIRING_NOBODY, "left",
                     player != PAIRING_NOBODY && one->players[player].left);
}

/* A tournament whose text has the id of the account somewhere. */
static bool export_tournament(const store_tournament *row, void *context)
{
    struct export_lists *lists = context;
    struct tournament *one = NULL;

    lists->status = tournament_restore_head(row, &one);
    if (lists->status != PAUA_OK)
        return false;
    if (strcmp(one->owner, lists->account) == 0 ||
        tournament_player(one, lists->account) != PAIRING_NOBODY)
        add_row(lists, TOURNAMENTS, tournament_part_json(one, lists->account));
    tournament_free(one);
    return lists->status == PAUA_OK;
}

static bool export_conditional(const store_conditional *made, void *context)
{
    const char colour[] = {side_letter(made->side), '\0'};
    struct export_lists *lists = context;
    json_t *tree;

    lists->status = json_parse_text(made->text, strlen(made->text), 0, &tree, NULL);
    if (lists->status == PAUA_ERROR_BAD_SYNTAX)
        lists->status = PAUA_ERROR_CORRUPT;
    return lists->status == PAUA_OK &&
           add_row(lists, CONDITIONAL,
                   json_pack("{s:s,s:s,s:I,s:o}", "game", made->game, "colour", colour, "after",
                             (json_int_t)made->event, "tree", tree));
}

static bool export_reminder(const store_reminder *reminder, void *context)
{
    return add_row(
        context, REMINDERS,
        json_pack("{s:s,s:I}", "game", reminder->game, "turn", (json_int_t)reminder->turn));
}

/* Without its text, which has secrets: codes that act for the account. */
static bool export_mail(const store_mail *mail, void *context)
{
    return add_row(context, MAILS,
                   json_pack("{s:o,s:s,s:s,s:i,s:o}", "created", date_json(mail->created_ms),
                             "address", mail->recipient, "subject", mail->subject, "attempts",
                             mail->attempts, "next", date_json(mail->next_ms)));
}

static bool export_mail_item(const store_mail_item *item, void *context)
{
    const char *kind =
        item->kind >= 0 && item->kind < MAIL_KINDS ? mail_kinds[item->kind].name : "";

    return add_row(context, MAIL_ITEMS,
                   json_pack("{s:s,s:s,s:I}", "kind", kind, "game", item->game, "number",
                             (json_int_t)item->number));
}

static bool export_mail_game(const char *game, int choice, void *context)
{
    const char *when = choice >= 0 && choice < MAIL_WHENS ? mail_whens[choice] : "";

    return add_row(context, MAIL_GAMES, json_pack("{s:s,s:s}", "game", game, "mail", when));
}

/* Reads all lists. PAUA_OK, or why not, with all of them freed and NULL. */
static paua_status read_lists(struct export_lists *lists)
{
    store *db = lists->service->env.store;
    paua_status status = PAUA_OK;

    for (int i = 0; i < LISTS; i++) {
        lists->of[i] = json_array();
        if (!lists->of[i])
            status = PAUA_ERROR_NO_MEMORY;
    }
    for (int i = 0; i < LISTS && status == PAUA_OK; i++) {
        switch ((enum export_list)i) {
        case TOURNAMENTS:
            status = store_account_tournaments(db, lists->account, export_tournament, lists);
            break;
        case CONDITIONAL:
            status = store_account_conditionals(db, lists->account, export_conditional, lists);
            break;
        case REMINDERS:
            status = store_account_reminders(db, lists->account, export_reminder, lists);
            break;
        case MAILS:
            status = store_mails(db, lists->account, export_mail, lists);
            break;
        case MAIL_ITEMS:
            status = store_mail_items(db, lists->account, export_mail_item, lists);
            break;
        case MAIL_GAMES:
            status = store_mail_choices(db, lists->account, export_mail_game, lists);
            break;
        case LISTS:
            break;
        }
        if (status == PAUA_OK)
            status = lists->status;
    }
    for (int i = 0; i < LISTS && status != PAUA_OK; i++) {
        json_decref(lists->of[i]);
        lists->of[i] = NULL;
    }
    return status;
}

/* Adds an id to an array. */
static bool list_game(const char *id, void *context)
{
    json_array_append_new(context, json_string(id));
    return true;
}

/* Reads the ids of the games of an account into an array: first those that are not over. */
static paua_status read_game_ids(store *db, const char *account, json_t *games)
{
    paua_status status =
        store_account_games(db, account, true, NULL, EXPORT_GAMES_MAX, list_game, games);

    if (status != PAUA_OK)
        return status;
    return store_account_games(db, account, false, NULL, EXPORT_GAMES_MAX, list_game, games);
}

/* Rated games of an account, as they are listed. */
struct rated_games {
    const char *account;
    json_t *list;
};

/* Adds what bounds the ratings of two players. Of the opponent it has only the name: the lag is the
 * own one. */
static void list_rated_game(const store_pair_game *row, const char *opponent, void *context)
{
    const struct rated_games *games = context;
    const int own = strcmp(row->players[0].account, games->account) != 0;

    json_array_append_new(games->list,
                          json_pack("{s:s,s:s,s:o,s:s,s:b,s:b,s:b,s:I,s:I}", "game", row->game,
                                    "opponent", opponent, "at", date_json(row->at_ms), "category",
                                    row->category, "counts", (int)row->counts, "short",
                                    (int)row->is_short, "same_address", (int)row->same_address,
                                    "paused", (json_int_t)row->paused_ms, "lag",
                                    (json_int_t)row->players[own].lag_ms));
}

/* Adds what the account has in a table, under the name that the list of tables gives it. */
static void set_rows(json_t *json, enum store_table_id table, json_t *rows)
{
    json_object_set_new(json, store_tables[table].exported, rows);
}

paua_status account_export_json(struct service *service, const struct login *login, json_t **out)
{
    store *db = service->env.store;
    struct settings settings;
    store_vacation vacation;
    struct rated_games rated = {.account = login->account};
    json_t *json = NULL, *games = NULL, *ratings = NULL;
    struct export_lists lists = {.service = service, .account = login->account};

    /* First what parses JSON: it clears the note of this thread that JSON could not be made for
     * want of memory (json_text.h), which counts for all that follows. */
    paua_status status = read_lists(&lists);
    if (status == PAUA_OK)
        status = settings_read(db, login->account, &settings);
    if (status == PAUA_OK)
        status = account_json(db, login, ADDRESS_UNMASKED, &json);
    if (status == PAUA_OK) {
        games = json_array();
        status = read_game_ids(db, login->account, games);
    }
    if (status == PAUA_OK)
        status = user_rating_history_json(db, login->account, &ratings);
    if (status == PAUA_OK) {
        rated.list = json_array();
        status = store_account_pair_games(db, login->account, list_rated_game, &rated);
    }
    if (status == PAUA_OK)
        status = messages_export(service->messages, login->account, json);
    set_rows(json, STORE_TABLE_SEAT, games);
    set_rows(json, STORE_TABLE_RATING_HISTORY, ratings);
    set_rows(json, STORE_TABLE_PAIR_GAME, rated.list);
    for (int i = 0; i < LISTS; i++)
        set_rows(json, list_tables[i], lists.of[i]);
    *out = status == PAUA_OK ? json : NULL;
    if (status != PAUA_OK) {
        json_decref(json);
        return status;
    }

    const struct env_dates dates = env_dates(&service->env);
    vacations_read(service->games.vacations, login->account, &dates, &vacation);
    json_object_set_new(json, "settings", settings_json(&settings));
    set_rows(json, STORE_TABLE_VACATION,
             vacation_json(&vacation, &dates, service->config.vacation_days));
    return PAUA_OK;
}
