/* game_replay.c - replays a game object of the API and draws its board, like the network server
 * does. */
#define _GNU_SOURCE
#include "command/game_replay.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include <paua/draw.h>

#include "notation/server_board.h"

void replay_free(struct replay *replay)
{
    paua_game_free(replay->game);
    paua_board_free(replay->board);
}

bool replay_move(struct replay *replay, const char *text, paua_error *error)
{
    const paua_position *position = paua_game_position(replay->game);
    paua_move move;

    if (paua_move_parse(replay->board, position, text, &move, error) != PAUA_OK)
        return false;
    paua_move_write(replay->board, position, PAUA_NOTATION_PBM, move, replay->last,
                    sizeof replay->last);
    if (paua_game_play(replay->game, move) == PAUA_OK)
        return true;
    snprintf(error->message, sizeof error->message, "the game is over, or the ko rule forbids it");
    return false;
}

/* Passes over the players who left before the next move. They are in the order of their seats, not
 * in that of leaving: where several left at once, the game may be over before the last of them. */
static void replay_departures(struct replay *replay, const json_t *game)
{
    const int ply = paua_game_position(replay->game)->ply;
    json_t *seat;
    size_t side;

    json_array_foreach(json_object_get(game, "seats"), side, seat)
    {
        if (json_number_of(seat, "left_ply") == ply)
            paua_game_resign(replay->game, (paua_side)side);
    }
}

bool replay_open(struct replay *replay, const json_t *game, int ply)
{
    const json_t *rules_json = json_object_get(game, "rules");
    const char *start_text = json_text_of(game, "start");
    paua_position start;
    paua_rules rules;
    paua_error error;
    int sides[3];
    json_t *move;
    size_t i;

    *replay = (struct replay){.board = NULL};
    if (paua_board_parse(json_text_of(game, "board"), sides, NULL) != PAUA_OK ||
        paua_board_new(sides[0], sides[1], sides[2], &replay->board) != PAUA_OK ||
        paua_position_parse(replay->board, start_text, &start, NULL) != PAUA_OK ||
        paua_rules_parse(replay->board, json_text_of(rules_json, "text"), &rules, NULL) !=
            PAUA_OK ||
        paua_game_new(replay->board, &rules, &start, &replay->game) != PAUA_OK)
        return false;
    replay_departures(replay, game);
    json_array_foreach(json_object_get(game, "moves"), i, move)
    {
        if (ply > 0 && start.ply + (int)i >= ply)
            break;
        if (!replay_move(replay, json_string_value(move), &error))
            return false;
        replay_departures(replay, game);
    }
    return true;
}

char replay_mark(const struct replay *replay, size_t seat, bool as_server)
{
    return server_board_mark(paua_game_position(replay->game)->players, (int)seat, as_server);
}

bool replay_draw(struct command *command, const struct replay *replay)
{
    paua_drawing drawing = {
        .size = sizeof(paua_drawing), .last = PAUA_NO_MOVE, .coordinates = true};
    char text[PAUA_FORM_TEXT_MAX];
    const paua_position *position = paua_game_position(replay->game);
    bool as_server = server_board_write(replay->board, position, text, sizeof text) > 0;

    if (!as_server)
        paua_draw_text(replay->board, position, &drawing, text, sizeof text);
    for (const char *line = text; *line;) {
        int length = (int)strcspn(line, "\n");

        command_say(command, "  %.*s\n", length, line);
        line += length + (line[length] == '\n');
    }
    return as_server;
}

void replay_name_by_marks(const struct replay *replay, const char *message, char *out, size_t cap)
{
    static const char *const colours[PAUA_PLAYERS_MAX] = {"Black", "White",  "Red",
                                                          "Green", "Yellow", "Purple"};
    char board[PAUA_FORM_TEXT_MAX];
    const paua_position *position = paua_game_position(replay->game);
    const bool as_server = server_board_write(replay->board, position, board, sizeof board) > 0;
    const int players = position->players;
    const char *from = message;
    size_t used = 0;

    while (*from && used + 1 < cap) {
        bool begins = from == message || !isalnum((unsigned char)from[-1]);
        size_t size = 0;
        int side = 0;

        for (; begins && side < players; side++) {
            size = strlen(colours[side]);
            if (strncmp(from, colours[side], size) == 0 && !isalnum((unsigned char)from[size]))
                break;
        }
        bool named = begins && side < players;
        out[used++] = named ? replay_mark(replay, (size_t)side, as_server) : *from;
        from += named ? size : 1;
    }
    out[used] = '\0';
}
