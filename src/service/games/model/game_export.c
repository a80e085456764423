/* game_export.c - writes a game as APGN, with its players, its clock and the times of its moves,
 * and draws one of its positions. */
#define _GNU_SOURCE
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <paua/record.h>
#include <paua/version.h>

#include "service/games/model/game_export.h"

#define GUEST_MARK     " (guest)" /* as on the page */
#define APGN_TAGS_SIZE 2048       /* bytes of the tags, as a first guess, */
#define APGN_MOVE_SIZE 12         /* and of each move */
#define SVG_SIZE       32768

/* The texts of the tags. */
struct tag_texts {
    char event[32], date[16], source[32], clock[64];
    char players[PAUA_PLAYERS_MAX][SEAT_NAME_SIZE + PAUA_OPPONENT_TEXT_MAX];
};

/* What a player is called: the name of the account, the nickname of a guest, marked as such, or
 * what the computer plays as. */
static void name_player(const struct game *game, int side, char *text, size_t cap)
{
    const struct seat *seat = &game->setup.seats[side];
    const struct seated_player *player = &game->players[side];

    if (player->name[0])
        snprintf(text, cap, "%s%s", player->name, game_side_is_guest(game, side) ? GUEST_MARK : "");
    else if (seat->level > 0)
        snprintf(text, cap, "Paua level %d", seat->level);
    else if (seat_is_computer(seat))
        paua_opponent_format(&seat->opponent, text, cap);
    else
        snprintf(text, cap, "%s", player->seated ? "Person" : "?");
}

/* The clock as in PGN: "180+2" for a game with gain, "864000+86400<=1728000" with a cap (PGN has
 * none), "1/5" for five seconds a move; "" without a clock. */
static void name_clock(const paua_rules *rules, char *text, size_t cap)
{
    text[0] = '\0';
    if (rules->game_ms && rules->cap_ms)
        snprintf(text, cap, "%.10g+%.10g<=%.10g", rules->game_ms / 1000.0, rules->gain_ms / 1000.0,
                 rules->cap_ms / 1000.0);
    else if (rules->game_ms)
        snprintf(text, cap, "%.10g+%.10g", rules->game_ms / 1000.0, rules->gain_ms / 1000.0);
    else if (rules->turn_ms)
        snprintf(text, cap, "1/%.10g", rules->turn_ms / 1000.0);
}

/* The tags that the moves do not give. */
static paua_tags fill_tags(const struct game *game, struct tag_texts *texts)
{
    time_t seconds = (time_t)(game->created_ms / 1000);
    paua_tags tags = {.size = sizeof(paua_tags),
                      .event = texts->event,
                      .date = texts->date,
                      .source = texts->source};
    struct tm parts;

    snprintf(texts->event, sizeof texts->event, "Game %s", game->id);
    gmtime_r(&seconds, &parts);
    strftime(texts->date, sizeof texts->date, "%Y.%m.%d", &parts);
    snprintf(texts->source, sizeof texts->source, "paua %s", paua_version());
    name_clock(&game->setup.rules, texts->clock, sizeof texts->clock);
    for (int side = 0; side < game->setup.start.players; side++)
        name_player(game, side, texts->players[side], sizeof texts->players[side]);
    tags.black = texts->players[PAUA_BLACK];
    tags.white = texts->players[PAUA_WHITE];
    for (int side = PAUA_SIDES; side < game->setup.start.players; side++)
        tags.others[side - PAUA_SIDES] = texts->players[side];
    tags.time_control = texts->clock[0] ? texts->clock : NULL;
    tags.termination = game->closed;
    return tags;
}

/* The game as APGN without the times of its moves; NULL: out of memory. */
static char *write_plain(const struct game *game, size_t *length)
{
    size_t capacity = APGN_TAGS_SIZE + (size_t)paua_game_moves(game->play) * APGN_MOVE_SIZE;
    struct tag_texts texts;
    paua_tags tags = fill_tags(game, &texts);
    char *text = malloc(capacity);

    if (!text)
        return NULL;
    *length = paua_apgn_format(game->play, &tags, text, capacity);
    if (*length < capacity)
        return text;
    free(text);
    text = malloc(*length + 1);
    if (text)
        paua_apgn_format(game->play, &tags, text, *length + 1);
    return text;
}

/* Writes a time with hours and minutes even where they are 0, as other programs expect it. Returns
 * its length. */
static int format_time(char *text, size_t cap, const char *name, int64_t time_ms)
{
    long long time = time_ms;

    return snprintf(text, cap, "[%%%s %lld:%02lld:%02lld.%03lld]", name, time / 3600000,
                    time / 60000 % 60, time / 1000 % 60, time % 1000);
}

/* Adds a comment: what is left on the mover's clock after the i-th move, and what the move took. */
static bool add_time(const struct game *game, int i, paua_record *out)
{
    int number = game_move_event(game, i);
    const struct event *event = &game->events[number - 1];
    char text[80];
    int used = 0;

    if (game->setup.rules.game_ms) {
        used = format_time(text, sizeof text, "clk", game->clocks[number - 1].left_ms[event->side]);
        text[used++] = ' ';
    }
    format_time(text + used, sizeof text - (size_t)used, "emt", event->spent_ms);
    return paua_record_add_item(out, PAUA_ITEM_COMMENT, text) == PAUA_OK;
}

/* Copies a record of the game, with a time behind each move. */
static bool copy_with_times(const struct game *game, const paua_record *record, paua_record *out)
{
    int moves = 0;

    for (int i = 0; i < paua_record_tags(record); i++) {
        if (paua_record_add_tag(out, paua_record_tag_name(record, i),
                                paua_record_tag_value(record, i)) != PAUA_OK)
            return false;
    }
    for (int i = 0; i < paua_record_items(record); i++) {
        paua_item item = paua_record_item(record, i);

        if (paua_record_add_item(out, item.kind, item.text) != PAUA_OK ||
            (item.kind == PAUA_ITEM_MOVE && !add_time(game, moves++, out)))
            return false;
    }
    return paua_record_set_result(out, paua_record_result(record)) == PAUA_OK;
}

/* Replaces the APGN of a timed game by one with times. NULL: out of memory. */
static char *add_times(const struct game *game, char *plain, size_t *length)
{
    paua_apgn_text source = {plain, *length};
    paua_apgn_reader *reader = NULL;
    const paua_record *record;
    paua_record *out = NULL;
    paua_error unused;
    char *text = NULL;

    if (paua_apgn_reader_new(paua_apgn_read_text, &source, &reader) == PAUA_OK &&
        paua_record_new(&out) == PAUA_OK && paua_apgn_next(reader, &record, &unused) == PAUA_OK &&
        copy_with_times(game, record, out)) {
        *length = paua_apgn_write(out, NULL, 0);
        text = malloc(*length + 1);
        if (text)
            paua_apgn_write(out, text, *length + 1);
    }
    paua_record_free(out);
    paua_apgn_reader_free(reader);
    free(plain);
    return text;
}

char *game_export_apgn(const struct game *game, size_t *length)
{
    char *plain = write_plain(game, length);

    return plain && game_is_timed(game) ? add_times(game, plain, length) : plain;
}

paua_status game_export_picture(const struct game *game, int moves, struct game_picture *out)
{
    *out = (struct game_picture){
        .board = game->setup.board,
        .position = *paua_game_position(game->play),
        .drawing = {.size = sizeof(paua_drawing), .last = PAUA_NO_MOVE, .coordinates = true}};
    assert(moves >= 0);
    if (moves > paua_game_moves(game->play))
        return PAUA_ERROR_NOT_FOUND;
    if (moves > 0)
        out->drawing.last = paua_game_move(game->play, moves - 1);
    if (moves == paua_game_moves(game->play))
        return PAUA_OK;
    paua_game *copy = game_copy(game);
    if (!copy)
        return PAUA_ERROR_NO_MEMORY;
    while (paua_game_moves(copy) > moves)
        paua_game_takeback(copy);
    out->position = *paua_game_position(copy);
    paua_game_free(copy);
    return PAUA_OK;
}

char *game_picture_svg(const struct game_picture *picture, size_t *length)
{
    char *text = malloc(SVG_SIZE);

    if (!text)
        return NULL;
    *length = paua_draw_svg(picture->board, &picture->position, &picture->drawing, text, SVG_SIZE);
    if (*length < SVG_SIZE)
        return text;
    free(text);
    text = malloc(*length + 1);
    if (text)
        paua_draw_svg(picture->board, &picture->position, &picture->drawing, text, *length + 1);
    return text;
}

char *game_picture_png(const struct game_picture *picture, int size, size_t *length)
{
    unsigned char *png = NULL;

    paua_draw_png(picture->board, &picture->position, &picture->drawing, size, &png, length);
    return (char *)png;
}
