/* game_json.c - writes the game object and the events of a game, as docs/http-api.md describes
 * them. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <time.h>

#include "service/game_json.h"

static const char *const colours[] = {"b", "w"};

/* One of "seats"; `who` is the side that the object is for. */
static json_t *side_json(const struct game *game, int side, int who)
{
    json_t *json = seat_public_json(&game->setup.seats[side]);

    json_object_set_new(json, "colour", json_string(colours[side]));
    if (side == who)
        json_object_set_new(json, "you", json_true());
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

/* ISO 8601 in UTC. */
static const char *date_format(int64_t ms, char text[32])
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm parts;

    gmtime_r(&seconds, &parts);
    strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

/* The whole game as JSON for the side `who`, or for a spectator. Under the game's lock. */
static json_t *game_json(const struct game *game, int who)
{
    const paua_board *board = game->setup.board;
    const paua_position *now = paua_game_position(game->play);
    paua_outcome outcome = paua_game_outcome(game->play);
    bool over = outcome.result != PAUA_ONGOING;
    char sides[16], start[PAUA_POSITION_TEXT_MAX], position[PAUA_POSITION_TEXT_MAX], created[32];

    paua_position_format(board, &game->setup.start, start, sizeof start);
    paua_position_format(board, now, position, sizeof position);
    return json_pack(
        "{s:s,s:s,s:s,s:s,s:o,s:[o,o],s:o,s:s,s:i,s:s,s:s,s:s,s:s,s:s,s:i}", "id", game->id,
        "board", setup_board_text(board, sides), "layout", game->setup.layout, "start", start,
        "rules", setup_rules_json(&game->setup.rules), "seats", side_json(game, PAUA_BLACK, who),
        side_json(game, PAUA_WHITE, who), "moves", moves_json(game), "position", position, "ply",
        game_ply(game), "turn", over ? "" : colours[now->to_move], "result",
        paua_result_text(outcome.result), "reason", paua_reason_name(outcome.reason), "draw_offer",
        game->offer == NOBODY ? "" : colours[game->offer], "created",
        date_format(game->created_ms, created), "event", game->event_count);
}

const char *game_view(struct game *game, int who)
{
    char **view = &game->views[1 + who];

    if (!*view) {
        json_t *json = game_json(game, who);

        *view = json ? json_dumps(json, JSON_COMPACT) : NULL;
        json_decref(json);
    }
    return *view;
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

void game_write_full(struct game *game, int who, bool sse, FILE *to)
{
    const char *view = game_view(game, who);

    if (!view)
        return;
    event_open(to, sse, "gameFull", game->event_count);
    fprintf(to, ",\"game\":%s", view);
    event_close(to, sse);
}

/* The outcome after event `number`: only the last event can have ended the game. */
static void write_outcome(const struct game *game, int number, FILE *to)
{
    paua_outcome outcome = {PAUA_ONGOING, PAUA_BY_NONE};

    if (number == game->event_count)
        outcome = paua_game_outcome(game->play);
    fprintf(to, ",\"result\":\"%s\",\"reason\":\"%s\"", paua_result_text(outcome.result),
            paua_reason_name(outcome.reason));
}

/* `position` is the one after the event; `ply` that of the move, if it is one. */
static void write_event(const struct game *game, int number, int ply, const paua_position *position,
                        bool sse, FILE *to)
{
    const struct event *event = &game->events[number - 1];
    char text[PAUA_POSITION_TEXT_MAX], move[PAUA_MOVE_TEXT_MAX];

    if (event->type == EVENT_MOVE) {
        paua_move_format(game->setup.board, paua_game_move(game->play, ply - game->setup.start.ply),
                         move, sizeof move);
        paua_position_format(game->setup.board, position, text, sizeof text);
        event_open(to, sse, "move", number);
        fprintf(to, ",\"ply\":%d,\"move\":\"%s\",\"colour\":\"%s\",\"position\":\"%s\"", ply, move,
                colours[event->side], text);
        write_outcome(game, number, to);
    } else if (event->type == EVENT_OFFER) {
        event_open(to, sse, "drawOffer", number);
        fprintf(to, ",\"colour\":\"%s\"", colours[event->side]);
    } else {
        event_open(to, sse, "end", number);
        write_outcome(game, number, to);
    }
    event_close(to, sse);
}

/* Replays the game up to the events that are wanted: their positions are not kept. */
int game_write_events(const struct game *game, int after, bool sse, FILE *to)
{
    paua_position position = game->setup.start;
    paua_undo undo;
    int moves = 0, number = 1;

    for (; number <= game->event_count && number <= after + GAME_EVENTS_AT_ONCE; number++) {
        if (game->events[number - 1].type == EVENT_MOVE)
            paua_position_make(game->setup.board, &position, paua_game_move(game->play, moves++),
                               &undo);
        if (number > after)
            write_event(game, number, game->setup.start.ply + moves - 1, &position, sse, to);
    }
    return number - 1;
}
