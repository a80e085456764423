/* score.c - places the score below the board.
 *
 * Two players: the ejected marbles, on the left those ejected by Black, on the right those ejected
 * by White; where they do not fit, one marble and their number. More players: each player's marble
 * and number of ejections; a triangle points at the player to move, players who have left are
 * crossed out, a line joins partners. The central marble is drawn beside the player who ejected
 * it. */
#include "draw/sheet.h"

#include <stdio.h>

enum {
    LINE = 70,   /* height of a line of marbles */
    STEP = 48,   /* from marble to marble */
    HALF = 160,  /* least room for two players, from the middle to either side */
    ENTRY = 150, /* width of one player's score */
    /* from the beginning of an entry to its parts */
    ENTRY_MARBLE = 44,
    ENTRY_NUMBER = 86,
    ENTRY_STAR = 128,
};

/* Whether the player has ejected the central marble. */
static bool has_central(const struct draw_sheet *sheet, int player)
{
    return sheet->position->crowned == player + 1;
}

/* The number of entries on a line, so that lines are filled evenly. */
static int line_of_entries(const struct draw_sheet *sheet)
{
    int players = sheet->position->players;
    int room = (sheet->most.x - sheet->least.x + 2 * DRAW_PLATE_TIP) / ENTRY;
    int lines = room < 1 ? players : (players + room - 1) / room;
    return (players + lines - 1) / lines;
}

struct draw_point draw_score_room(const struct draw_sheet *sheet)
{
    const paua_position *position = sheet->position;
    if (position->players > PAUA_SIDES) {
        int line = line_of_entries(sheet);
        return (struct draw_point){line * ENTRY / 2, (position->players + line - 1) / line * LINE};
    }
    if (position->ejected[PAUA_BLACK] || position->ejected[PAUA_WHITE] || position->crowned)
        return (struct draw_point){HALF, LINE};
    return (struct draw_point){0, 0};
}

/* One small marble. */
static void put_marble(const struct draw_sheet *sheet, int kind, struct draw_point at)
{
    const struct spots spot = {.at = {at}, .count = 1};
    draw_marbles(sheet->pen, kind, &spot, DRAW_SMALL);
    draw_marks(sheet->pen, kind, &spot, DRAW_SMALL);
}

/* One number, centred on a point, in the style of the cell names. */
static void put_number(const struct draw_sheet *sheet, int number, struct draw_point at)
{
    char text[16];
    snprintf(text, sizeof text, "%d", number);
    sheet->pen->kind->begin(sheet->pen, LOOK_NAMES);
    sheet->pen->kind->words(sheet->pen, at, DRAW_TEXT, text);
    sheet->pen->kind->end(sheet->pen, LOOK_NAMES);
}

/* The marbles ejected by one of two players, from the outside in. */
static void put_tray(const struct draw_sheet *sheet, int player, int y)
{
    int middle = (sheet->least.x + sheet->most.x) / 2;
    int room = sheet->most.x - middle + DRAW_PLATE;
    int inwards = player == PAUA_BLACK ? 1 : -1;
    int count = sheet->position->ejected[player], victim = 1 - player;
    struct spots spots = {.count = count};
    room = room < HALF ? HALF : room;
    int x = middle - inwards * (room - DRAW_SMALL);
    if ((count + has_central(sheet, player)) * STEP <= room) {
        for (int i = 0; i < count; i++, x += inwards * STEP)
            spots.at[i] = (struct draw_point){x, y};
        draw_marbles(sheet->pen, victim, &spots, DRAW_SMALL);
    } else {
        put_marble(sheet, victim, (struct draw_point){x, y});
        put_number(sheet, count, (struct draw_point){x + inwards * STEP, y});
        x += inwards * 2 * STEP;
    }
    if (has_central(sheet, player))
        put_marble(sheet, DRAW_CENTRAL, (struct draw_point){x, y});
}

/* A group with one shape. */
static void put_shape(const struct draw_sheet *sheet, enum draw_look look,
                      const struct draw_point *corners, int count)
{
    sheet->pen->kind->begin(sheet->pen, look);
    sheet->pen->kind->outline(sheet->pen, corners, count);
    sheet->pen->kind->end(sheet->pen, look);
}

/* One player's score in a game of three and more. */
static void put_entry(const struct draw_sheet *sheet, int player, int left, int y)
{
    const struct draw_point marble = {left + ENTRY_MARBLE, y};
    put_marble(sheet, player, marble);
    put_number(sheet, sheet->position->ejected[player],
               (struct draw_point){left + ENTRY_NUMBER, y});
    if (has_central(sheet, player))
        put_marble(sheet, DRAW_CENTRAL, (struct draw_point){left + ENTRY_STAR, y});
    if (sheet->position->to_move == player) {
        const struct draw_point triangle[] = {
            {marble.x - 42, y - 12}, {marble.x - 26, y}, {marble.x - 42, y + 12}};
        put_shape(sheet, LOOK_TURN, triangle, 3);
    }
    if (sheet->position->out >> player & 1) {
        const struct draw_point cross[] = {
            {marble.x, y - 5}, {marble.x + 21, y - 26}, {marble.x + 26, y - 21},
            {marble.x + 5, y}, {marble.x + 26, y + 21}, {marble.x + 21, y + 26},
            {marble.x, y + 5}, {marble.x - 21, y + 26}, {marble.x - 26, y + 21},
            {marble.x - 5, y}, {marble.x - 26, y - 21}, {marble.x - 21, y - 26}};
        put_shape(sheet, LOOK_GONE, cross, 12);
    }
}

/* Orders the players so that partners are neighbours; returns their number. */
static int order_players(const struct draw_sheet *sheet, int order[PAUA_PLAYERS_MAX])
{
    unsigned done = 0;
    int count = 0;
    for (int first = 0; first < sheet->position->players; first++) {
        unsigned team = paua_position_team(sheet->position, (paua_side)first) & ~done;
        for (int player = first; player < sheet->position->players; player++)
            if (team >> player & 1)
                order[count++] = player;
        done |= team;
    }
    return count;
}

/* Whether two players are in one team. */
static bool are_partners(const struct draw_sheet *sheet, int one, int other)
{
    return paua_position_team(sheet->position, (paua_side)one) >> other & 1;
}

/* The scores of three and more players. */
static void put_scores(const struct draw_sheet *sheet, int top)
{
    int order[PAUA_PLAYERS_MAX], count = order_players(sheet, order);
    int line = line_of_entries(sheet), middle = (sheet->least.x + sheet->most.x) / 2;
    for (int i = 0; i < count; i++) {
        int from = i / line * line, entries = count - from < line ? count - from : line;
        int left = middle - entries * ENTRY / 2 + (i - from) * ENTRY;
        int y = top + i / line * LINE + LINE / 2;
        put_entry(sheet, order[i], left, y);
        if (i > from && are_partners(sheet, order[i - 1], order[i])) {
            int start = left - ENTRY + ENTRY_MARBLE - DRAW_SMALL, end = left + ENTRY_NUMBER + 20;
            const struct draw_point bar[] = {
                {start, y + 28}, {end, y + 28}, {end, y + 31}, {start, y + 31}};
            put_shape(sheet, LOOK_TURN, bar, 4);
        }
    }
}

void draw_score(const struct draw_sheet *sheet, int top)
{
    if (sheet->position->players > PAUA_SIDES)
        put_scores(sheet, top);
    else if (draw_score_room(sheet).y)
        for (int player = 0; player < PAUA_SIDES; player++)
            if (sheet->position->ejected[player] || has_central(sheet, player))
                put_tray(sheet, player, top + LINE / 2 + 6);
}
