/* rows.c - all tables with their columns: what a dump of a store has. */
#include "store/tables/rows.h"

#define RATING_COLUMNS                                                                             \
    "account, category, games, rating, deviation, volatility, wins, draws, losses, at, game,"      \
    " change"
#define COUNT_COLUMNS "key, choice, times, first, second, third"

static const store_table tables[] = {
    {"game",
     "key, id, created, setup, events, result, reason, pending, counted, listing, closes, clock,"
     " deadline, content_sum, state_sum, number",
     "ititittiiiiiiiii", "key"},
    {"event", "game, number, at, type, text, clock, spent", "iiittii", "game, number"},
    {"archive_text", "number, identity, text", "ibt", "number"},
    {"archive_count", COUNT_COLUMNS, "iiiiii", "key, choice"},
    {"archive_mark", "value", "i", "value"},
    {"played_count", COUNT_COLUMNS, "iiiiii", "key, choice"},
    {"running", "ms, number", "ii", "ms"},
    {"account", "id, name, lookup, password, mail, settings, created, closed", "ttttttii", "id"},
    {"login", "hash, id, account, kind, label, scopes, created, used, expires", "bttitiiii",
     "hash"},
    {"seat", "game, side, account", "iit", "game, side"},
    {"rating", RATING_COLUMNS ", opponents", "ttirrriiiitri", "account, category"},
    {"rating_history", RATING_COLUMNS, "ttirrriiiitr", "account, category, games"},
    {"pair_game",
     "at, game, account, other, category, counted, score, other_score, change, other_change, short,"
     " same_address, paused, lag, other_lag",
     "ittttiiirriiiii", "at, game, account, other"},
    {"sending", "sender, kind, at, id, recipient", "tiitt", "sender, kind, at, id, recipient"},
    {"message", "owner, number, peer, sent, at, seen, text, sum", "titiiiti", "owner, number"},
    {"block", "account, blocked, at", "tti", "account, blocked"},
    {"report",
     "number, reporter, accused, name, message, game, event, quote, text, at, closed, sum",
     "itttitittiii", "number"},
    {"conditional", "game, side, id, event, text", "iitit", "game, side"},
    {"vacation", "account, begins, ends, automatic, spent, year, days", "tiiiiii", "account"},
    {"reminder", "game, account, event", "iti", "game, account"},
    {"subscription", "account, game, since", "tti", "account, game"},
    {"address", "account, address, asked", "tti", "account"},
    {"mail", "id, account, recipient, subject, body, answered, thread, kind, created, next, tries",
     "tttttttiiii", "id"},
    {"mail_seen", "key, expires, done", "tii", "key"},
    {"secret", "name, value", "tt", "name"},
    {"tournament", "id, revision, created, running, text, sum", "tiiiti", "id"},
};

const store_table *store_tables(int *count)
{
    *count = sizeof tables / sizeof tables[0];
    return tables;
}
