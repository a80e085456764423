/* score.c - what has been ejected, below the board.
 *
 * Two players: the marbles themselves, on the left those that Black has ejected, on the right White's prey;
 * where they would not fit, one of them and their number. More players: each one's marble and
 * how many marbles he has ejected; a triangle points at whose turn it is, who has left is crossed out,
 * partners share a line. Who ejected the central marble has it beside him. */
#include "draw/sheet.h"

#include <stdio.h>

enum {
    LINE = 70,   /* height of a line of marbles */
    STEP = 48,   /* from marble to marble */
    HALF = 160,  /* what two players need at least, from the middle to either side */
    ENTRY = 150, /* breadth of one player's score, and from its beginning to ... */
    ENTRY_MARBLE = 44,
    ENTRY_NUMBER = 86,
    ENTRY_STAR = 128,
};

static bool crowned(const struct sheet *sheet, int player)
{
    return sheet->position->crowned == player + 1;
}

static int line_of_entries(const struct sheet *sheet)
{
    int players = sheet->position->players;
    int room = (sheet->most.x - sheet->least.x + 2 * DRAW_PLATE_TIP) / ENTRY;
    int lines = room < 1 ? players : (players + room - 1) / room;
    return (players + lines - 1) / lines;
}

struct place draw_score_room(const struct sheet *sheet)
{
    const paua_position *position = sheet->position;

    if (position->players > PAUA_SIDES) {
        int line = line_of_entries(sheet);
        return (struct place){line * ENTRY / 2, (position->players + line - 1) / line * LINE};
    }
    if (position->ejected[PAUA_BLACK] || position->ejected[PAUA_WHITE] || position->crowned)
        return (struct place){HALF, LINE};
    return (struct place){0, 0};
}

static void put_marble(const struct sheet *sheet, int kind, struct place at)
{
    const struct spots spot = {.at = {at}, .count = 1};

    draw_marbles(sheet->pen, kind, &spot, DRAW_SMALL);
    draw_marks(sheet->pen, kind, &spot, DRAW_SMALL);
}

static void put_number(const struct sheet *sheet, int number, struct place at)
{
    char text[16];

    snprintf(text, sizeof text, "%d", number);
    sheet->pen->kind->begin(sheet->pen, LOOK_NAMES);
    sheet->pen->kind->words(sheet->pen, at, DRAW_TEXT, text);
    sheet->pen->kind->end(sheet->pen, LOOK_NAMES);
}

/* The prey of one of two players, from the outside in. */
static void put_tray(const struct sheet *sheet, int player, int y)
{
    int middle = (sheet->least.x + sheet->most.x) / 2;
    int room = sheet->most.x - middle + DRAW_PLATE;
    int inwards = player == PAUA_BLACK ? 1 : -1;
    int count = sheet->position->ejected[player], prey = 1 - player;
    struct spots spots = {.count = count};

    room = room < HALF ? HALF : room;
    int x = middle - inwards * (room - DRAW_SMALL);
    if ((count + crowned(sheet, player)) * STEP <= room) {
        for (int i = 0; i < count; i++, x += inwards * STEP)
            spots.at[i] = (struct place){x, y};
        draw_marbles(sheet->pen, prey, &spots, DRAW_SMALL);
    } else {
        put_marble(sheet, prey, (struct place){x, y});
        put_number(sheet, count, (struct place){x + inwards * STEP, y});
        x += inwards * 2 * STEP;
    }
    if (crowned(sheet, player))
        put_marble(sheet, DRAW_CENTRAL, (struct place){x, y});
}

static void put_shape(const struct sheet *sheet, enum draw_look look, const struct place *corners,
                      int count)
{
    sheet->pen->kind->begin(sheet->pen, look);
    sheet->pen->kind->outline(sheet->pen, corners, count);
    sheet->pen->kind->end(sheet->pen, look);
}

static void put_entry(const struct sheet *sheet, int player, int left, int y)
{
    const struct place marble = {left + ENTRY_MARBLE, y};

    put_marble(sheet, player, marble);
    put_number(sheet, sheet->position->ejected[player], (struct place){left + ENTRY_NUMBER, y});
    if (crowned(sheet, player))
        put_marble(sheet, DRAW_CENTRAL, (struct place){left + ENTRY_STAR, y});
    if (sheet->position->to_move == player) {
        const struct place triangle[] = {
            {marble.x - 42, y - 12}, {marble.x - 26, y}, {marble.x - 42, y + 12}};
        put_shape(sheet, LOOK_TURN, triangle, 3);
    }
    if (sheet->position->out >> player & 1) {
        const struct place cross[] = {
            {marble.x, y - 5}, {marble.x + 21, y - 26}, {marble.x + 26, y - 21},
            {marble.x + 5, y}, {marble.x + 26, y + 21}, {marble.x + 21, y + 26},
            {marble.x, y + 5}, {marble.x - 21, y + 26}, {marble.x - 26, y + 21},
            {marble.x - 5, y}, {marble.x - 26, y - 21}, {marble.x - 21, y - 26}};
        put_shape(sheet, LOOK_GONE, cross, 12);
    }
}

/* The players, partners next to each other. */
static int order_players(const struct sheet *sheet, int order[PAUA_PLAYERS_MAX])
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

static bool partners(const struct sheet *sheet, int one, int other)
{
    return paua_position_team(sheet->position, (paua_side)one) >> other & 1;
}

static void put_scores(const struct sheet *sheet, int top)
{
    int order[PAUA_PLAYERS_MAX], count = order_players(sheet, order);
    int line = line_of_entries(sheet), middle = (sheet->least.x + sheet->most.x) / 2;

    for (int i = 0; i < count; i++) {
        int from = i / line * line, entries = count - from < line ? count - from : line;
        int left = middle - entries * ENTRY / 2 + (i - from) * ENTRY;
        int y = top + i / line * LINE + LINE / 2;
        put_entry(sheet, order[i], left, y);
        if (i > from && partners(sheet, order[i - 1], order[i])) {
            int start = left - ENTRY + ENTRY_MARBLE - DRAW_SMALL, end = left + ENTRY_NUMBER + 20;
            const struct place bar[] = {
                {start, y + 28}, {end, y + 28}, {end, y + 31}, {start, y + 31}};
            put_shape(sheet, LOOK_TURN, bar, 4);
        }
    }
}

void draw_score(const struct sheet *sheet, int top)
{
    if (sheet->position->players > PAUA_SIDES)
        put_scores(sheet, top);
    else if (draw_score_room(sheet).y)
        for (int player = 0; player < PAUA_SIDES; player++)
            if (sheet->position->ejected[player] || crowned(sheet, player))
                put_tray(sheet, player, top + LINE / 2 + 6);
}
