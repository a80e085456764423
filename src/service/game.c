/* game.c - one game in memory: what is stored of it, and how it looks from outside. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "service/internal.h"

static const char *const colours[] = {"b", "w"};

struct game *game_new(const char *id, int64_t created_ms, const struct setup *setup)
{
    struct game *g = calloc(1, sizeof *g);

    if (!g)
        return NULL;
    if (paua_game_new(setup->board, &setup->rules, &setup->start, &g->play) != PAUA_OK) {
        free(g);
        return NULL;
    }
    snprintf(g->id, sizeof g->id, "%s", id);
    g->setup = *setup;
    g->created_ms = created_ms;
    g->offer = NOBODY;
    g->last = &g->first;
    pthread_mutex_init(&g->mutex, NULL);
    return g;
}

static void views_drop(struct game *g)
{
    for (size_t i = 0; i < sizeof g->views / sizeof g->views[0]; i++) {
        free(g->views[i]);
        g->views[i] = NULL;
    }
}

void game_free(struct game *g)
{
    if (!g)
        return;
    views_drop(g);
    paua_game_free(g->play);
    free(g->events);
    free(g->review);
    pthread_mutex_destroy(&g->mutex);
    free(g);
}

bool game_reserve(struct game *g)
{
    int room = g->event_room ? 2 * g->event_room : 32;
    struct event *grown;

    if (g->event_count < g->event_room)
        return true;
    grown = realloc(g->events, (size_t)room * sizeof *grown);
    if (!grown)
        return false;
    g->events = grown;
    g->event_room = room;
    return true;
}

static bool act_out(struct game *g, event_type type, paua_side side, paua_move move)
{
    switch (type) {
    case EVENT_MOVE:
        return side == (paua_side)paua_game_position(g->play)->to_move &&
               paua_game_play(g->play, move) == PAUA_OK;
    case EVENT_OFFER:
        return paua_game_outcome(g->play).result == PAUA_ONGOING;
    case EVENT_RESIGN:
        return paua_game_resign(g->play, side) == PAUA_OK;
    case EVENT_AGREE:
        return paua_game_agree_draw(g->play) == PAUA_OK;
    }
    return false;
}

bool game_apply(struct game *g, event_type type, paua_side side, paua_move move)
{
    if (!game_reserve(g) || !act_out(g, type, side, move))
        return false;
    if (type == EVENT_OFFER)
        g->offer = (int)side;
    else if (type != EVENT_MOVE || g->offer != (int)side)
        g->offer = NOBODY;
    if (paua_game_outcome(g->play).result != PAUA_ONGOING)
        g->offer = NOBODY;
    g->events[g->event_count++] = (struct event){(unsigned char)type, (unsigned char)side};
    views_drop(g);
    return true;
}

/* Playing a move and taking it back leaves room for it, so that game_apply() will not fail. */
paua_outcome game_outcome_after(struct game *g, event_type type, paua_side side, paua_move move)
{
    paua_outcome outcome = {PAUA_ONGOING, PAUA_BY_NONE};

    if (type == EVENT_RESIGN)
        return (paua_outcome){side == PAUA_BLACK ? PAUA_WHITE_WINS : PAUA_BLACK_WINS,
                              PAUA_BY_RESIGNATION};
    if (type == EVENT_AGREE)
        return (paua_outcome){PAUA_DRAW, PAUA_BY_AGREEMENT};
    if (type == EVENT_MOVE && paua_game_play(g->play, move) == PAUA_OK) {
        outcome = paua_game_outcome(g->play);
        paua_game_takeback(g->play);
    }
    return outcome;
}

int game_ply(const struct game *g)
{
    return g->setup.start.ply + paua_game_moves(g->play);
}

const struct seat *game_computer_due(const struct game *g)
{
    const struct seat *seat = &g->setup.seats[paua_game_position(g->play)->to_move];

    if (paua_game_outcome(g->play).result != PAUA_ONGOING || !seat_is_computer(seat))
        return NULL;
    return seat;
}

int game_move_event(const struct game *g, int i)
{
    int number = 0;

    for (; number < g->event_count; number++) {
        if (g->events[number].type == EVENT_MOVE && i-- == 0)
            break;
    }
    return number + 1;
}

static json_t *side_json(const struct game *g, int side, int who)
{
    json_t *json = seat_json(&g->setup.seats[side]);

    json_object_set_new(json, "colour", json_string(colours[side]));
    if (side == who)
        json_object_set_new(json, "you", json_true());
    return json;
}

static json_t *moves_json(const struct game *g)
{
    json_t *moves = json_array();
    char text[PAUA_MOVE_TEXT_MAX];

    for (int i = 0; i < paua_game_moves(g->play); i++) {
        paua_move_format(g->setup.board, paua_game_move(g->play, i), text, sizeof text);
        json_array_append_new(moves, json_string(text));
    }
    return moves;
}

static const char *date_format(int64_t ms, char text[32])
{
    time_t seconds = (time_t)(ms / 1000);
    struct tm parts;

    gmtime_r(&seconds, &parts);
    strftime(text, 32, "%Y-%m-%dT%H:%M:%SZ", &parts);
    return text;
}

static json_t *game_json(const struct game *g, int who)
{
    const paua_board *board = g->setup.board;
    const paua_position *now = paua_game_position(g->play);
    paua_outcome outcome = paua_game_outcome(g->play);
    bool over = outcome.result != PAUA_ONGOING;
    char sides[16], start[PAUA_POSITION_TEXT_MAX], position[PAUA_POSITION_TEXT_MAX], created[32];

    paua_position_format(board, &g->setup.start, start, sizeof start);
    paua_position_format(board, now, position, sizeof position);
    return json_pack("{s:s,s:s,s:s,s:s,s:o,s:[o,o],s:o,s:s,s:i,s:s,s:s,s:s,s:s,s:s,s:i}", "id",
                     g->id, "board", setup_board_text(board, sides), "layout", g->setup.layout,
                     "start", start, "rules", setup_rules_json(&g->setup.rules), "seats",
                     side_json(g, PAUA_BLACK, who), side_json(g, PAUA_WHITE, who), "moves",
                     moves_json(g), "position", position, "ply", game_ply(g), "turn",
                     over ? "" : colours[now->to_move], "result", paua_result_text(outcome.result),
                     "reason", paua_reason_name(outcome.reason), "draw_offer",
                     g->offer == NOBODY ? "" : colours[g->offer], "created",
                     date_format(g->created_ms, created), "event", g->event_count);
}

const char *game_view(struct game *g, int who)
{
    char **view = &g->views[1 + who];

    if (!*view) {
        json_t *json = game_json(g, who);

        *view = json ? json_dumps(json, JSON_COMPACT) : NULL;
        json_decref(json);
    }
    return *view;
}

/* An event around its members, which `members` writes without the braces. */
static void event_open(FILE *to, bool sse, const char *type, int number)
{
    if (sse)
        fprintf(to, "id: %d\nevent: %s\ndata: {\"event\":%d", number, type, number);
    else
        fprintf(to, "{\"type\":\"%s\",\"event\":%d", type, number);
}

static void event_close(FILE *to, bool sse)
{
    fputs(sse ? "}\n\n" : "}\n", to);
}

void game_write_full(struct game *g, int who, bool sse, FILE *to)
{
    const char *view = game_view(g, who);

    if (!view)
        return;
    event_open(to, sse, "gameFull", g->event_count);
    fprintf(to, ",\"game\":%s", view);
    event_close(to, sse);
}

/* Only a game's last event can have ended it. */
static void write_outcome(const struct game *g, int number, FILE *to)
{
    paua_outcome outcome = {PAUA_ONGOING, PAUA_BY_NONE};

    if (number == g->event_count)
        outcome = paua_game_outcome(g->play);
    fprintf(to, ",\"result\":\"%s\",\"reason\":\"%s\"", paua_result_text(outcome.result),
            paua_reason_name(outcome.reason));
}

static void write_event(const struct game *g, int number, int ply, const paua_position *position,
                        bool sse, FILE *to)
{
    const struct event *e = &g->events[number - 1];
    char text[PAUA_POSITION_TEXT_MAX], move[PAUA_MOVE_TEXT_MAX];

    if (e->type == EVENT_MOVE) {
        paua_move_format(g->setup.board, paua_game_move(g->play, ply - g->setup.start.ply), move,
                         sizeof move);
        paua_position_format(g->setup.board, position, text, sizeof text);
        event_open(to, sse, "move", number);
        fprintf(to, ",\"ply\":%d,\"move\":\"%s\",\"colour\":\"%s\",\"position\":\"%s\"", ply, move,
                colours[e->side], text);
        write_outcome(g, number, to);
    } else if (e->type == EVENT_OFFER) {
        event_open(to, sse, "drawOffer", number);
        fprintf(to, ",\"colour\":\"%s\"", colours[e->side]);
    } else {
        event_open(to, sse, "end", number);
        write_outcome(g, number, to);
    }
    event_close(to, sse);
}

int game_write_events(const struct game *g, int after, bool sse, FILE *to)
{
    paua_position position = g->setup.start;
    paua_undo undo;
    int moves = 0, number = 1;

    for (; number <= g->event_count && number <= after + GAME_EVENTS_AT_ONCE; number++) {
        if (g->events[number - 1].type == EVENT_MOVE)
            paua_position_make(g->setup.board, &position, paua_game_move(g->play, moves++), &undo);
        if (number > after)
            write_event(g, number, g->setup.start.ply + moves - 1, &position, sse, to);
    }
    return number - 1;
}
