/* game_json.c - writes the game object and the events of a game, as docs/http-api.md describes
 * them. */
#define _GNU_SOURCE
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "service/core/date.h"
#include "service/games/model/game_json.h"
#include "service/games/model/game_proposals.h"
#include "service/games/model/game_seats.h"
#include "service/games/model/game_vacation.h"
#include "service/ratings/rating_category.h"
#include "json/json_text.h"

#define CHAT_KEPT         50  /* messages that the game object has */
#define CHANGES_TEXT_SIZE 100 /* bytes of the changes of ratings, with the NUL */
#define CLOCK_TEXT_SIZE   200 /* bytes of the clocks, with the NUL */

/* A change as the difference of whole ratings, so that it fits those that are shown. */
static long rating_change_shown(const struct seat_rating *rating)
{
    return lround(rating->rating + rating->change) - lround(rating->rating);
}

/* The colour of a side, "" for NOBODY. */
static json_t *colour_json(int side)
{
    return side == NOBODY ? json_string("") : json_sprintf("%c", side_letter(side));
}

/* Adds why and before which move a player has left a game of three or more, or has declined. */
static void add_departure(json_t *json, const struct game *game, int side)
{
    for (int i = 0; i < paua_game_departures(game->play); i++) {
        paua_reason reason;
        int move;

        if (paua_game_departure(game->play, i, &move, &reason) != (paua_side)side)
            continue;
        json_object_set_new(json, "left", json_string(paua_reason_name(reason)));
        json_object_set_new(json, "left_ply", json_integer(game->setup.start.ply + move));
    }
    if (game->closed_by == side)
        json_object_set_new(json, "left", json_string(game->closed));
}

/* Adds the rating that a player has in the game before its end. */
static void add_rating(json_t *json, const struct seat_rating *rating)
{
    if (!rating->is_known)
        return;
    json_object_set_new(json, "rating", json_integer(lround(rating->rating)));
    if (rating->is_provisional)
        json_object_set_new(json, "provisional", json_true());
}

/* One of "seats". */
static json_t *side_json(const struct game *game, int side, int viewer)
{
    const struct seat *seat = &game->setup.seats[side];
    const struct seated_player *player = &game->players[side];
    json_t *json = seat_public_json(seat);

    json_object_set_new(json, "colour", colour_json(side));
    if (player->name[0])
        json_object_set_new(json, "name", json_string(player->name));
    if (seat->kind == SEAT_OPEN || seat->kind == SEAT_USER)
        json_object_set_new(json, "taken", json_boolean(player->seated));
    if (player->account[0])
        json_object_set_new(json, "user",
                            json_string(seat_is_computer(seat) ? seat->name : player->name));
    if (player->bot)
        json_object_set_new(json, "bot", json_true());
    if (seat->listed && !player->seated)
        json_object_set_new(json, "listed", json_true());
    if (seat_has_range(seat) && !player->seated)
        json_object_set_new(json, "range", seat_range_json(seat));
    if (player->vacation_until_ms && game_side_plays(game, side))
        json_object_set_new(json, "away", date_json(player->vacation_until_ms));
    add_rating(json, &player->rating);
    if (player->rating.is_known && player->rating.is_changed)
        json_object_set_new(json, "rating_change",
                            json_integer(rating_change_shown(&player->rating)));
    add_departure(json, game, side);
    if (side == viewer)
        json_object_set_new(json, "you", json_true());
    return json;
}

/* All seats, in the order of play. */
static json_t *seats_json(const struct game *game, int viewer)
{
    json_t *seats = json_array();

    for (int side = 0; side < game->setup.start.players; side++)
        json_array_append_new(seats, side_json(game, side, viewer));
    return seats;
}

/* The colours of a set of sides. */
static json_t *sides_json(unsigned sides)
{
    json_t *json = json_array();

    for (int side = 0; side < PAUA_PLAYERS_MAX; side++) {
        if (sides >> side & 1)
            json_array_append_new(json, colour_json(side));
    }
    return json;
}

/* The proposals that stand. */
static json_t *proposals_json(const struct game *game)
{
    json_t *json = json_array();

    for (int kind = 0; kind < PROPOSALS; kind++) {
        const struct proposal *proposal = &game->proposals[kind];

        if (proposal->by == NOBODY)
            continue;
        unsigned needed = game_consent_needed(game, (proposal_kind)kind, proposal->by);
        json_t *one = json_pack("{s:s,s:o,s:o}", "kind", proposal_name((proposal_kind)kind),
                                "colour", colour_json(proposal->by), "missing",
                                sides_json(needed & ~proposal->accepted));
        if (kind == PROPOSE_TAKEBACK)
            json_object_set_new(one, "ply", json_integer(proposal->ply));
        json_array_append_new(json, one);
    }
    return json;
}

/* The offers that were declined, each until the next move of its side. NULL: there are none. */
static json_t *declined_json(const struct game *game)
{
    json_t *json = NULL;

    for (int kind = 0; kind < PROPOSALS; kind++) {
        for (int side = 0; side < game->setup.start.players; side++) {
            int by = game->offer_ended_by[kind][side];

            if (by == NOBODY || by == side)
                continue;
            json = json ? json : json_array();
            json_array_append_new(json, json_pack("{s:s,s:o,s:o}", "kind",
                                                  proposal_name((proposal_kind)kind), "colour",
                                                  colour_json(side), "by", colour_json(by)));
        }
    }
    return json;
}

/* The newest messages, oldest first. */
static json_t *chat_json(const struct game *game)
{
    json_t *json = json_array();
    int found = 0;

    for (int i = game->event_count; i-- > 0 && found < CHAT_KEPT;) {
        const struct event *event = &game->events[i];

        if (event->type != EVENT_CHAT)
            continue;
        json_array_insert_new(json, 0,
                              json_pack("{s:i,s:o,s:s,s:o}", "event", i + 1, "colour",
                                        colour_json(event->side), "text", event->text, "at",
                                        date_json(event->at_ms)));
        found++;
    }
    return json;
}

/* The moves of the game in text form. */
static json_t *moves_json(const struct game *game)
{
    json_t *moves = json_array();
    char text[PAUA_MOVE_TEXT_MAX];

    for (int i = 0; i < paua_game_moves(game->play); i++) {
        paua_move_format(game->setup.board, paua_game_move(game->play, i), text, sizeof text);
        json_array_append_new(moves, json_string(text));
    }
    return moves;
}

/* What is left of a time after `used_ms` of it. */
static long long time_left(int64_t time_ms, int64_t used_ms)
{
    return used_ms < time_ms ? (long long)(time_ms - used_ms) : 0;
}

/* Writes the clocks at a running time, as ,"clock":{...} behind another member; nothing for a game
 * without clocks. Returns `text`. */
static const char *clock_text(const struct game *game, const struct game_clock *clock,
                              int64_t at_ms, char text[CLOCK_TEXT_SIZE])
{
    const paua_rules *rules = &game->setup.rules;
    char runs[2] = {clock->runs ? side_letter(clock->turn) : '\0', '\0'};
    int64_t used = game_clock_used(clock, at_ms);
    int at = 0;

    text[0] = '\0';
    if (!game_is_timed(game))
        return text;
    at += snprintf(text, CLOCK_TEXT_SIZE, ",\"clock\":{\"runs\":\"%s\"", runs);
    for (int side = 0; rules->game_ms && side < game->setup.start.players; side++)
        at += snprintf(text + at, (size_t)(CLOCK_TEXT_SIZE - at), "%s%lld",
                       side == 0 ? ",\"left\":[" : ",",
                       (long long)game_clock_left(clock, rules, side, at_ms));
    if (rules->game_ms)
        at += snprintf(text + at, (size_t)(CLOCK_TEXT_SIZE - at), "]");
    if (rules->turn_ms)
        at += snprintf(text + at, (size_t)(CLOCK_TEXT_SIZE - at), ",\"turn\":%lld",
                       time_left(rules->turn_ms, time_left(used, rules->delay_ms)));
    if (rules->delay_ms)
        at += snprintf(text + at, (size_t)(CLOCK_TEXT_SIZE - at), ",\"delay\":%lld",
                       time_left(rules->delay_ms, used));
    if (clock->awaits_first)
        at += snprintf(text + at, (size_t)(CLOCK_TEXT_SIZE - at), ",\"first\":%lld",
                       (long long)game_clock_first_left(clock, rules, at_ms));
    snprintf(text + at, (size_t)(CLOCK_TEXT_SIZE - at), "}");
    return text;
}

/* The clocks as an event left them. */
static const char *event_clock_text(const struct game *game, int number, char text[CLOCK_TEXT_SIZE])
{
    text[0] = '\0';
    if (!game_is_timed(game))
        return text;
    return clock_text(game, &game->clocks[number - 1], game->events[number - 1].clock_ms, text);
}

/* What the game waits for. */
static const char *status_name(const struct game *game)
{
    if (game_is_over(game))
        return "over";
    if (!game_is_full(game))
        return "waiting";
    return game->paused ? "paused" : "playing";
}

/* Adds what moves and other events change: whose turn it is, the result. `over`: nothing can be
 * played any more. */
static void add_state(json_t *json, const struct game *game, const paua_game *play, bool over)
{
    paua_outcome outcome = paua_game_outcome(play);
    char position[PAUA_POSITION_TEXT_MAX];

    over = over || outcome.result != PAUA_RESULT_ONGOING;
    paua_position_format(game->setup.board, paua_game_position(play), position, sizeof position);
    json_object_set_new(json, "position", json_string(position));
    json_object_set_new(json, "ply", json_integer(game->setup.start.ply + paua_game_moves(play)));
    json_object_set_new(json, "turn",
                        colour_json(over ? NOBODY : paua_game_position(play)->to_move));
    json_object_set_new(json, "result", json_string(paua_result_text(outcome.result)));
    json_object_set_new(json, "reason",
                        json_string(game->closed && over && outcome.result == PAUA_RESULT_ONGOING
                                        ? game->closed
                                        : paua_reason_name(outcome.reason)));
}

/* Adds that it is a correspondence game; that it is rated, in which category, and why it did not
 * count. */
static void add_category(json_t *json, const struct game *game, int viewer)
{
    const struct setup *setup = &game->setup;
    char category[RATING_CATEGORY_SIZE];

    if (rules_are_correspondence(&setup->rules))
        json_object_set_new(json, "slow", json_true());
    if (!setup->rated || !rating_category_of(setup->start.players, &setup->rules, category))
        return;
    json_object_set_new(json, "rated", json_true());
    json_object_set_new(json, "category", json_string(category));
    const char *uncounted = uncounted_name(game->uncounted, viewer != NOBODY);
    if (uncounted)
        json_object_set_new(json, "uncounted", json_string(uncounted));
}

/* The game object for a viewer, without what changes between events. */
static json_t *game_json(const struct game *game, int viewer)
{
    const paua_board *board = game->setup.board;
    char sides[16], start[PAUA_POSITION_TEXT_MAX], created[32];

    paua_position_format(board, &game->setup.start, start, sizeof start);
    json_t *json = json_pack("{s:s,s:s,s:s,s:s,s:o,s:o,s:o}", "id", game->id, "board",
                             setup_board_text(board, sides), "layout", game->setup.layout, "start",
                             start, "rules", setup_rules_json(board, &game->setup.rules), "seats",
                             seats_json(game, viewer), "moves", moves_json(game));
    if (!json)
        return NULL;
    add_state(json, game, game->play, game_is_over(game));
    json_object_set_new(json, "status", json_string(status_name(game)));
    json_object_set_new(json, "proposals", proposals_json(game));
    json_t *declined = declined_json(game);
    if (declined)
        json_object_set_new(json, "declined", declined);
    json_object_set_new(json, "chat", chat_json(game));
    json_object_set_new(json, "next", json_string(game->next));
    json_object_set_new(json, "created", json_string(date_format(game->created_ms, created)));
    json_object_set_new(json, "closes", date_json(game_is_over(game) ? 0 : game->closes_ms));
    if (game_is_timed(game) && game_clock_claim(&game->setup.rules))
        json_object_set_new(json, "claim",
                            json_integer(game_clock_claim(&game->setup.rules) / 1000));
    if (setup_is_public(&game->setup))
        json_object_set_new(json, "public", json_true());
    if (game->setup.chat_off)
        json_object_set_new(json, "chat_off", json_true());
    add_category(json, game, viewer);
    json_object_set_new(json, "number", json_integer(game->number));
    if (game->setup.tournament[0])
        json_object_set_new(json, "tournament", json_string(game->setup.tournament));
    json_object_set_new(json, "event", json_integer(game->event_count));
    return json;
}

/* How many seats are free for anybody. */
static int seats_wanted(const struct game *game)
{
    int count = 0;

    for (int side = 0; side < game->setup.start.players; side++)
        count += game->setup.seats[side].listed && !game->players[side].seated;
    return count;
}

json_t *game_row_json(const struct game *game, const struct presence *presence, int viewer)
{
    char rules[PAUA_RULES_TEXT_MAX], created[32];

    paua_rules_format(game->setup.board, &game->setup.rules, rules, sizeof rules);
    json_t *json = json_pack(
        "{s:s,s:I,s:s,s:s,s:s,s:o,s:i,s:s,s:o,s:o,s:s,s:o,s:i}", "id", game->id, "number",
        (json_int_t)game->number, "layout", game->setup.layout, "rules", rules, "status",
        status_name(game), "seats", seats_json(game, viewer), "wanted", seats_wanted(game),
        "created", date_format(game->created_ms, created), "moved", date_json(game->moved_ms),
        "closes", date_json(game_is_over(game) ? 0 : game->closes_ms), "next", game->next, "here",
        sides_json(presence_seats(presence)), "spectators", presence_spectators(presence));
    if (json) {
        add_state(json, game, game->play, game_is_over(game));
        add_category(json, game, viewer);
    }
    return json;
}

const char *game_view(struct game *game, int viewer)
{
    char **view = &game->views[1 + viewer];

    if (!*view)
        *view = json_write_text(game_json(game, viewer), JSON_COMPACT);
    return *view;
}

/* Whether the seat of an invitation is free. */
static const char *invitation_state(const struct game *game, const char *invitation)
{
    unsigned char hash[SEAT_KEY_HASH_SIZE];

    seat_key_hash(invitation, hash);
    int side = game_seat_of_invitation(game, hash);
    if (side == NOBODY)
        return "unknown";
    return game->players[side].seated ? "taken" : "free";
}

/* The cached view does not have what changes without an event; it goes before the last brace. */
char *game_view_now(struct game *game, const struct presence *presence, int viewer,
                    const char *invitation, int64_t at_ms)
{
    const char *view = game_view(game, viewer);
    char here[PRESENCE_TEXT_SIZE], clock[CLOCK_TEXT_SIZE], state[32] = "", *text;

    if (!view)
        return NULL;
    if (invitation)
        snprintf(state, sizeof state, ",\"invitation\":\"%s\"", invitation_state(game, invitation));
    int length =
        asprintf(&text, "%.*s,%s%s%s}", (int)strlen(view) - 1, view, presence_text(presence, here),
                 clock_text(game, &game->clock, at_ms, clock), state);
    return length < 0 ? NULL : text;
}

/* Begins an event; the caller writes its further members, each after a comma, then
 * event_close(). */
static void event_open(FILE *to, bool sse, const char *type, int number)
{
    if (sse)
        fprintf(to, "id: %d\nevent: %s\ndata: {\"event\":%d", number, type, number);
    else
        fprintf(to, "{\"type\":\"%s\",\"event\":%d", type, number);
}

/* Ends an event: an empty line for Server-Sent Events, a line end for NDJSON. */
static void event_close(FILE *to, bool sse)
{
    fputs(sse ? "}\n\n" : "}\n", to);
}

bool game_write_full(struct game *game, const struct presence *presence, int viewer, bool sse,
                     int64_t at_ms, FILE *to)
{
    char *view = game_view_now(game, presence, viewer, NULL, at_ms);

    if (!view)
        return false;
    event_open(to, sse, "gameFull", game->event_count);
    fprintf(to, ",\"game\":%s", view);
    event_close(to, sse);
    free(view);
    return true;
}

void game_write_presence(const struct game *game, const struct presence *presence, bool sse,
                         int64_t at_ms, FILE *to)
{
    char here[PRESENCE_TEXT_SIZE], clock[CLOCK_TEXT_SIZE];

    fputs(sse ? "event: presence\ndata: {" : "{\"type\":\"presence\",", to);
    fputs(presence_text(presence, here), to);
    fputs(clock_text(game, &game->clock, at_ms, clock), to);
    event_close(to, sse);
}

/* Writes what the event that ended a rated game has made of the ratings, as
 * ,"rating_changes":[...] behind another member, or why nothing, as ,"uncounted":"..."; nothing of
 * other events. Returns `text`. */
static const char *changes_text(const struct game *game, int number, int viewer,
                                char text[CHANGES_TEXT_SIZE])
{
    const char *uncounted = uncounted_name(game->uncounted, viewer != NOBODY);
    int at = 0;

    text[0] = '\0';
    if (number == game->end_event && uncounted)
        snprintf(text, CHANGES_TEXT_SIZE, ",\"uncounted\":\"%s\"", uncounted);
    if (number != game->end_event || !game->players[0].rating.is_changed)
        return text;
    for (int side = 0; side < game->setup.start.players; side++)
        at += snprintf(text + at, (size_t)(CHANGES_TEXT_SIZE - at), "%s%ld",
                       side == 0 ? ",\"rating_changes\":[" : ",",
                       rating_change_shown(&game->players[side].rating));
    snprintf(text + at, (size_t)(CHANGES_TEXT_SIZE - at), "]");
    return text;
}

/* A move. Most events are moves, so this one is written without building JSON in memory. */
static void write_move(const struct game *game, int number, const paua_game *play, int viewer,
                       bool sse, FILE *to)
{
    const struct event *event = &game->events[number - 1];
    const paua_position *position = paua_game_position(play);
    paua_outcome outcome = paua_game_outcome(play);
    char text[PAUA_POSITION_TEXT_MAX], move[PAUA_MOVE_TEXT_MAX], turn[2] = "";
    char clock[CLOCK_TEXT_SIZE], changes[CHANGES_TEXT_SIZE];

    paua_move_format(game->setup.board, event->move, move, sizeof move);
    paua_position_format(game->setup.board, position, text, sizeof text);
    if (outcome.result == PAUA_RESULT_ONGOING)
        turn[0] = side_letter(position->to_move);
    event_open(to, sse, "move", number);
    fprintf(to,
            ",\"ply\":%d,\"move\":\"%s\",\"colour\":\"%c\",\"position\":\"%s\",\"turn\":\"%s\","
            "\"result\":\"%s\",\"reason\":\"%s\"",
            event->ply, move, side_letter(event->side), text, turn,
            paua_result_text(outcome.result), paua_reason_name(outcome.reason));
    if (game_is_timed(game))
        fprintf(to, ",\"spent\":%lld%s", (long long)event->spent_ms,
                event_clock_text(game, number, clock));
    fputs(changes_text(game, number, viewer, changes), to);
    event_close(to, sse);
}

/* Adds who takes a seat, an account with its rating: streams don't send the seats again. */
static void add_new_player(json_t *json, const struct game *game, const struct event *event)
{
    const struct seated_player *player = &game->players[event->side];

    json_object_set_new(json, "name", json_string(event->text ? event->text : ""));
    if (!event->account[0])
        return;
    json_object_set_new(json, "user", json_string(event->text));
    add_rating(json, &player->rating);
}

/* What belongs to an event that is not a move. */
static void add_event_members(json_t *json, const struct game *game, const struct event *event)
{
    switch (event->type) {
    case EVENT_OFFER:
    case EVENT_ACCEPT:
    case EVENT_DECLINE:
    case EVENT_WITHDRAW:
        json_object_set_new(json, "kind", json_string(proposal_name(event->proposal)));
        json_object_set_new(json, "done", json_boolean(event->done));
        if (event->done && event->proposal == PROPOSE_REMATCH)
            json_object_set_new(json, "next", json_string(game->next));
        break;
    case EVENT_JOIN:
    case EVENT_ACCOUNT:
        add_new_player(json, game, event);
        break;
    case EVENT_CHAT:
        json_object_set_new(json, "text", json_string(event->text));
        json_object_set_new(json, "at", date_json(event->at_ms));
        break;
    case EVENT_GONE:
        json_object_set_new(json, "by", json_string(event->text));
        break;
    case EVENT_VACATION_BEGIN:
        json_object_set_new(json, "until", date_json(vacation_event_until(event)));
        break;
    case EVENT_CLOSE:
        json_object_set_new(json, "next", json_string(game->next));
        break;
    default:
        break;
    }
}

/* Any other event, with the state of the game after it. False: out of memory. */
static bool write_other(const struct game *game, int number, const paua_game *play, int viewer,
                        bool sse, FILE *to)
{
    const struct event *event = &game->events[number - 1];
    json_t *json = json_pack("{s:o}", "colour", colour_json(event->side));
    char clock[CLOCK_TEXT_SIZE], changes[CHANGES_TEXT_SIZE];

    add_event_members(json, game, event);
    if (event->type != EVENT_CHAT)
        add_state(json, game, play, event->type == EVENT_CLOSE);
    char *members = json_write_text(json, JSON_COMPACT);
    if (!members)
        return false;
    event_open(to, sse, event_type_name(event->type), number);
    fprintf(to, ",%.*s", (int)strlen(members) - 2, members + 1); /* without its braces */
    fputs(event_clock_text(game, number, clock), to);
    fputs(changes_text(game, number, viewer, changes), to);
    event_close(to, sse);
    free(members);
    return true;
}

/* Writes one event; `play` is the game after it. False: out of memory. */
static bool write_event(const struct game *game, int number, const paua_game *play, int viewer,
                        bool sse, FILE *to)
{
    if (game->events[number - 1].type != EVENT_MOVE)
        return write_other(game, number, play, viewer, sse, to);
    write_move(game, number, play, viewer, sse, to);
    return true;
}

/* Positions are not kept, so the game is replayed up to the events that are wanted; for the newest
 * event, which is what a stream mostly asks for, the game itself will do. */
int game_write_events(const struct game *game, int viewer, int after, bool sse, FILE *to)
{
    int number = after + 1;

    if (number == game->event_count)
        return write_event(game, number, game->play, viewer, sse, to) ? number : after;
    paua_game *play = game_copy_at(game, after);
    for (; play && number <= game->event_count && number <= after + GAME_EVENTS_AT_ONCE; number++) {
        if (game_replay_event(play, &game->events[number - 1]) != PAUA_OK ||
            !write_event(game, number, play, viewer, sse, to))
            break;
    }
    paua_game_free(play);
    return number - 1;
}
