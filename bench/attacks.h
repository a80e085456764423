/* attacks.h - what bench/server.c attacks a server with: a row for each kind of request, and the
 * routes of the server (programs/route_list.c of the tests) that are left out, with the reason. A
 * test knows a row whose route is gone; of a new route it asks nothing.
 */
#ifndef BENCH_ATTACKS_H
#define BENCH_ATTACKS_H

#include <stdbool.h>

/* In targets and bodies {game} is the game whose moves are timed, {ended} one that is over,
 * {tournament} an open tournament, {own} the number of the address, {next} that of the next one. */
static const struct attack {
    const char *name, *route, *target, *body;
    bool signed_in; /* with the session of the account of the address */
} attacks[] = {
    {.name = "quiet"},
    {"PNG", "GET /api/1/games/*.png", "/api/1/games/{game}.png?size=1200", "", false},
    {"SVG", "GET /api/1/games/*.svg", "/api/1/games/{game}.svg", "", false},
    {"APGN", "GET /api/1/games/*.apgn", "/api/1/games/{game}.apgn", "", false},
    {"JSON", "GET /api/1/games/*.json", "/api/1/games/{game}.json", "", false},
    {"a game", "GET /api/1/games/*", "/api/1/games/{game}", "", false},
    {"games", "GET /api/1/games", "/api/1/games?live=1", "", false},
    {"streams", "GET only /api/1/games/*/events", "/api/1/games/{game}/events", "", false},
    {"reviews", "GET only /api/1/games/*/review", "/api/1/games/{ended}/review", "", false},
    {"openings", "GET /api/1/openings", "/api/1/openings?position=standard&from=both", "", false},
    {"solved tables", "GET /api/1/table", "/api/1/table?position=www/4/bbb%20b", "", false},
    {"layouts", "GET /api/1/layouts", "/api/1/layouts", "", false},
    {"opponents", "GET /api/1/opponents", "/api/1/opponents", "", false},
    {"free seats", "GET /api/1/seeks", "/api/1/seeks", "", false},
    {"standings", "GET /api/1/standings", "/api/1/standings?category=2-rapid", "", false},
    {"a profile", "GET /api/1/users/*", "/api/1/users/Guest{next}", "", false},
    {"games of somebody", "GET /api/1/users/*/games", "/api/1/users/Guest{next}/games", "", false},
    {"ratings", "GET /api/1/users/*/ratings", "/api/1/users/Guest{next}/ratings?category=2-rapid",
     "", false},
    {"finished tournaments", "GET /api/1/tournaments", "/api/1/tournaments?status=over", "", false},
    {"a tournament", "GET /api/1/tournaments/*", "/api/1/tournaments/{tournament}", "", false},
    {"metrics", "GET /metrics", "/metrics", "", false},
    {"the API's description", "GET /api/1/openapi.json", "/api/1/openapi.json", "", false},
    {"the page", "GET /**", "/", "", false},
    {"nothing", "* /api/**", "/api/1/nothing", "", false},
    {"records", "POST /api/1/records", "/api/1/records",
     "{\"text\":\"1. c3d3 g5f5 2. d3c3 f5g5 3. c3d3 g5f5\"}", false},
    {"commands", "POST /api/1/command", "/api/1/command", "{\"command\":\"help\"}", false},
    {"new games", "POST /api/1/games", "/api/1/games",
     "{\"layout\":\"standard\",\"seats\":[{\"kind\":\"person\"},{\"kind\":\"person\"}]}", false},
    {"games of computers", "POST /api/1/games", "/api/1/games",
     "{\"layout\":\"standard\",\"seats\":[{\"kind\":\"computer\",\"level\":10},"
     "{\"kind\":\"person\"}]}",
     false},
    {"analyses", "POST /api/1/analysis", "/api/1/analysis",
     "{\"layout\":\"standard\",\"time\":1000}", false},
    {"sign-ins", "POST /api/1/session", "/api/1/session",
     "{\"name\":\"Guest{own}\",\"password\":\"correct horse 9\"}", false},
    {"challenges", "POST /api/1/games", "/api/1/games",
     "{\"layout\":\"standard\",\"seats\":[{\"kind\":\"user\",\"name\":\"Guest{own}\"},"
     "{\"kind\":\"user\",\"name\":\"Guest{next}\"}]}",
     true},
    {"messages", "POST /api/1/users/*/messages", "/api/1/users/Guest{next}/messages",
     "{\"text\":\"hello\"}", true},
    {"conversations", "GET /api/1/account/messages", "/api/1/account/messages", "", true},
    {"a conversation", "GET /api/1/account/messages/*", "/api/1/account/messages/Guest{next}", "",
     true},
    {"an account", "GET /api/1/account", "/api/1/account", "", true},
    {"own games", "GET /api/1/account/games", "/api/1/account/games", "", true},
    {"exports", "GET /api/1/account/export", "/api/1/account/export", "", true},
    {"own streams", "GET only /api/1/account/events", "/api/1/account/events", "", true},
    {"settings", "PATCH /api/1/account/settings", "/api/1/account/settings", "{\"games_max\":0}",
     true},
    {"blocks", "PUT /api/1/account/blocks/*", "/api/1/account/blocks/Guest{next}", "", true},
    {"tokens", "POST /api/1/account/tokens", "/api/1/account/tokens",
     "{\"label\":\"bot\",\"scopes\":[\"read\"]}", true},
    {"new tournaments", "POST /api/1/tournaments", "/api/1/tournaments",
     "{\"name\":\"Attack\",\"system\":\"swiss\",\"rounds\":9,\"layout\":\"standard\","
     "\"rules\":\"classic,game=60\"}",
     true},
    {"entries", "POST /api/1/tournaments/*/join", "/api/1/tournaments/{tournament}/join", "{}",
     true},
};
#define ATTACKS ((int)(sizeof attacks / sizeof *attacks))

#define OF_SEAT  "one commit in a game, as the moves that are timed"
#define OF_ROW   "changes a row of an account, as settings and blocks do"
#define READ_ROW "reads a row or a few, as an account does"
#define HASHED   "a password hash, as for sign-ins"
#define ONE_ONLY "only one of each can succeed, as an entry"
#define NO_MAIL  "the server that is measured sends no mail"

static const struct spared_route {
    const char *route, *reason;
} spared_routes[] = {
    {"POST /api/1/games/*/moves", OF_SEAT},
    {"POST /api/1/games/*/resign", OF_SEAT},
    {"POST /api/1/games/*/decline", OF_SEAT},
    {"POST /api/1/games/*/claim", OF_SEAT},
    {"POST /api/1/games/*/draw", OF_SEAT},
    {"POST /api/1/games/*/takeback", OF_SEAT},
    {"POST /api/1/games/*/pause", OF_SEAT},
    {"POST /api/1/games/*/resume", OF_SEAT},
    {"POST /api/1/games/*/rematch", OF_SEAT},
    {"POST /api/1/games/*/join", OF_SEAT},
    {"POST /api/1/games/*/chat", OF_SEAT},
    {"POST /api/1/games/*/account", OF_SEAT},
    {"GET /api/1/games/*/conditional", OF_SEAT},
    {"POST /api/1/games/*/conditional", OF_SEAT},
    {"DELETE /api/1/games/*/conditional", OF_SEAT},
    {"POST /api/1/account", HASHED},
    {"PATCH /api/1/account", HASHED},
    {"DELETE /api/1/account", HASHED},
    {"PUT /api/1/account/address", HASHED},
    {"POST /api/1/session/reset", NO_MAIL},
    {"POST /api/1/account/address", NO_MAIL},
    {"DELETE /api/1/account/address", NO_MAIL},
    {"POST /api/1/session/forgotten", NO_MAIL},
    {"POST /api/1/mail", NO_MAIL},
    {"POST /api/1/mail/answer", NO_MAIL},
    {"POST /api/1/admin", "of the administrator alone"},
    {"GET /api/1/session", READ_ROW},
    {"GET /api/1/account/settings", READ_ROW},
    {"GET /api/1/account/blocks", READ_ROW},
    {"GET /api/1/account/reminders", READ_ROW},
    {"GET /api/1/account/subscriptions", READ_ROW},
    {"GET /api/1/account/vacation", READ_ROW},
    {"GET /api/1/server", READ_ROW},
    {"GET /healthz", READ_ROW},
    {"GET /readyz", READ_ROW},
    {"DELETE /api/1/account/blocks/*", OF_ROW},
    {"DELETE /api/1/account/tokens/*", OF_ROW},
    {"POST /api/1/account/reminders", OF_ROW},
    {"PUT /api/1/account/subscriptions/*", OF_ROW},
    {"DELETE /api/1/account/subscriptions/*", OF_ROW},
    {"POST /api/1/account/vacation", OF_ROW},
    {"DELETE /api/1/account/vacation", OF_ROW},
    {"DELETE /api/1/account/messages/*", OF_ROW},
    {"DELETE /api/1/account/messages/*/*", OF_ROW},
    {"POST /api/1/account/messages/*/read", OF_ROW},
    {"POST /api/1/account/reports", "10 in an hour, as new rows as messages are"},
    {"DELETE /api/1/session", "ends the session that it comes with"},
    {"DELETE /api/1/account/sessions", "ends the session that it comes with"},
    {"DELETE /api/1/account/sessions/*", "ends the session that it comes with"},
    {"DELETE /api/1/tournaments/*", ONE_ONLY},
    {"POST /api/1/tournaments/*/leave", ONE_ONLY},
    {"POST /api/1/tournaments/*/start", ONE_ONLY},
};

#endif /* BENCH_ATTACKS_H */
