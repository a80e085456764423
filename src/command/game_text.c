/* game_text.c - writes a game object of the API as text: the board, drawn like the network server
 * does, players, turn, clocks and proposals. Positions are computed here, from the moves. */
#define _GNU_SOURCE
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "command/game_replay.h"
#include "command/interpreter.h"

const char *game_player_name(const json_t *game, size_t i, char name[NAME_SIZE])
{
    const json_t *seat = json_array_get(json_object_get(game, "seats"), i);
    const char *known = json_text_of(seat, "name"), *opponent = json_text_of(seat, "opponent");

    const char *kind = json_text_of(seat, "kind");
    const bool is_guest =
        (strcmp(kind, "person") == 0 || strcmp(kind, "open") == 0) && !*json_text_of(seat, "user");

    if (*known)
        snprintf(name, NAME_SIZE, "%s%s", known, is_guest ? " (guest)" : "");
    else if (*opponent)
        snprintf(name, NAME_SIZE, "%s", opponent);
    else if (json_number_of(seat, "level") > 0)
        snprintf(name, NAME_SIZE, "level %d", (int)json_number_of(seat, "level"));
    else
        snprintf(name, NAME_SIZE, "%s", strcmp(kind, "person") ? "nobody yet" : "somebody");
    return name;
}

int game_seat_with(const json_t *game, const char *member)
{
    json_t *seat;
    size_t i;

    json_array_foreach(json_object_get(game, "seats"), i, seat)
    {
        if (json_is_true(json_object_get(seat, member)))
            return (int)i;
    }
    return -1;
}

int game_seat_of_colour(const json_t *game, const char *colour)
{
    json_t *seat;
    size_t i;

    json_array_foreach(json_object_get(game, "seats"), i, seat)
    {
        if (*colour && strcmp(json_text_of(seat, "colour"), colour) == 0)
            return (int)i;
    }
    return -1;
}

const char *game_label(const json_t *game, char text[GAME_LABEL_SIZE])
{
    const long long number = json_number_of(game, "number");

    if (number > 0 &&
        (game_seat_with(game, "you") >= 0 || json_is_true(json_object_get(game, "public"))))
        snprintf(text, GAME_LABEL_SIZE, "%lld", number);
    else
        snprintf(text, GAME_LABEL_SIZE, "%s", json_text_of(game, "id"));
    return text;
}

bool game_is_my_turn(const json_t *game)
{
    int mine = game_seat_with(game, "you");
    const json_t *seat = json_array_get(json_object_get(game, "seats"), (size_t)mine);

    return mine >= 0 && strcmp(json_text_of(game, "status"), "playing") == 0 &&
           strcmp(json_text_of(seat, "colour"), json_text_of(game, "turn")) == 0;
}

/* The seat to which this account is challenged, or -1. */
static int challenged_seat(const json_t *game, const char *name)
{
    json_t *seat;
    size_t i;

    json_array_foreach(json_object_get(game, "seats"), i, seat)
    {
        if (strcmp(json_text_of(seat, "kind"), "user") == 0 &&
            json_is_false(json_object_get(seat, "taken")) &&
            strcasecmp(json_text_of(seat, "name"), name) == 0)
            return (int)i;
    }
    return -1;
}

/* The seat of the winner by a result such as 1-0, 0-1 or 0-0-1: that of its only 1. -1: drawn. */
static int winning_seat(const char *result)
{
    if (strcmp(result, "1/2-1/2") == 0)
        return -1;
    return strcmp(result, "1-0") == 0 ? 0 : (int)strlen(result) / 2;
}

/* The seat of a player's partner, or -1. Teams are the last word of a position, as in br-wg. */
static int partner_seat(const json_t *game, int seat)
{
    const json_t *player = json_array_get(json_object_get(game, "seats"), (size_t)seat);
    const char colour = *json_text_of(player, "colour");
    const char *pair = strrchr(json_text_of(game, "position"), ' ');

    while (pair && isalpha((unsigned char)pair[1]) && pair[2]) {
        if (pair[1] == colour || pair[2] == colour) {
            const char partner[] = {pair[1] == colour ? pair[2] : pair[1], '\0'};

            return game_seat_of_colour(game, partner);
        }
        pair = strchr(pair + 1, '-');
    }
    return -1;
}

/* Writes the result of an ended game. */
static void game_say_result(struct command *command, const json_t *game)
{
    const char *result = json_text_of(game, "result"), *reason = json_text_of(game, "reason");
    char name[NAME_SIZE];

    if (strcmp(result, "*") == 0) {
        command_say(command, "closed without a result (%s)", reason);
        return;
    }
    int winner = winning_seat(result);
    if (winner < 0) {
        command_say(command, "drawn (%s)", reason);
        return;
    }

    int partner = partner_seat(game, winner);
    int first = partner >= 0 && partner < winner ? partner : winner;
    command_say(command, "%s", game_player_name(game, (size_t)first, name));
    if (partner >= 0)
        command_say(command, " and %s",
                    game_player_name(game, (size_t)(first == winner ? partner : winner), name));
    command_say(command, " won (%s)", reason);
}

/* Writes the state of a game, in a few words. */
static void game_say_state(struct command *command, const json_t *game)
{
    const char *status = json_text_of(game, "status");
    int turn = game_seat_of_colour(game, json_text_of(game, "turn"));
    char name[NAME_SIZE];

    if (strcmp(status, "over") == 0)
        game_say_result(command, game);
    else if (challenged_seat(game, command->name) >= 0)
        command_say(command, "a challenge to you");
    else if (strcmp(status, "waiting") == 0)
        command_say(command, "waiting for players");
    else if (strcmp(status, "paused") == 0)
        command_say(command, "paused");
    else
        command_say(command, "move %d: %s", (int)json_number_of(game, "ply"),
                    game_is_my_turn(game) ? "your turn"
                                          : game_player_name(game, (size_t)turn, name));
}

/* Copies the rules without the server's own limit of plies, which no game reaches. */
static void shorten_rules(const json_t *game, char text[PAUA_RULES_TEXT_MAX])
{
    static const char limit[] = ",plies=10000";

    const json_t *rules = json_object_get(game, "rules"); /* in a list their text */

    snprintf(text, PAUA_RULES_TEXT_MAX, "%s",
             json_is_string(rules) ? json_string_value(rules) : json_text_of(rules, "text"));
    char *at = strstr(text, limit);
    if (at)
        memmove(at, at + strlen(limit), strlen(at + strlen(limit)) + 1);
}

/* Says that a rated game has changed no rating, and why. */
static void say_uncounted(struct command *command, const char *code)
{
    static const struct {
        const char *code, *text;
    } reasons[] = {
        {"few_moves", "it ended before everybody had two turns"},
        {"pair_games", "two of the players already had ten games that count in a day"},
        {"pair_short", "two of the players already had three short games that count in a day"},
        {"pair_address",
         "two of the players already had three games from one address that count in a day"},
        {"pair", "two of the players already had as many games as count in a day"},
    };

    if (!*code)
        return;
    command_say(command, ", but it did not count");
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++) {
        if (strcmp(code, reasons[i].code) == 0)
            command_say(command, ": %s", reasons[i].text);
    }
}

/* Writes what the players of a game agree to: the layout, the rules with the clock, whether it is
 * rated. */
static void game_say_terms(struct command *command, const json_t *game)
{
    const char *layout = json_text_of(game, "layout");
    char rules[PAUA_RULES_TEXT_MAX];

    shorten_rules(game, rules);
    command_say(command, "%s; %s%s%s", *layout ? layout : "a position of its own", rules,
                json_is_true(json_object_get(game, "rated")) ? "; rated " : "",
                json_text_of(game, "category"));
    say_uncounted(command, json_text_of(game, "uncounted"));
}

/* Writes who plays: "Ann - Bob". */
static void game_say_players(struct command *command, const json_t *game)
{
    const size_t players = json_array_size(json_object_get(game, "seats"));
    char name[NAME_SIZE];

    for (size_t i = 0; i < players; i++)
        command_say(command, "%s%s", i ? " - " : "", game_player_name(game, i, name));
}

void game_say_row(struct command *command, const json_t *row)
{
    if (json_number_of(row, "number") > 0)
        command_say(command, "%-5lld ", json_number_of(row, "number"));
    command_say(command, "%s  ", json_text_of(row, "id"));
    game_say_players(command, row);
    command_say(command, ": ");
    game_say_state(command, row);
    command_say(command, "\n");
    if (strcmp(json_text_of(row, "status"), "waiting") != 0)
        return;
    command_say(command, "      ");
    game_say_terms(command, row);
    command_say(command, "\n");
}

/* Writes a time as "3 days 4 h", "12 min" or "40 s". */
static void say_duration(struct command *command, long long ms)
{
    long long seconds = ms > 0 ? ms / 1000 : 0;

    if (seconds >= 86400)
        command_say(command, "%lld day%s %lld h", seconds / 86400, seconds < 172800 ? "" : "s",
                    seconds / 3600 % 24);
    else if (seconds >= 3600)
        command_say(command, "%lld h %lld min", seconds / 3600, seconds / 60 % 60);
    else if (seconds >= 60)
        command_say(command, "%lld min", seconds / 60);
    else
        command_say(command, "%lld s", seconds);
}

/* Writes the players with their marbles, the layout and the rules. */
static void game_say_head(struct command *command, const json_t *game, const struct replay *replay,
                          bool as_server)
{
    char name[NAME_SIZE];
    size_t players = (size_t)paua_game_position(replay->game)->players;

    command_say(command, "\n");
    for (size_t i = 0; i < players; i++) {
        const json_t *seat = json_array_get(json_object_get(game, "seats"), i);
        const char *left = json_text_of(seat, "left");

        command_say(command, "  %c  %s", replay_mark(replay, i, as_server),
                    game_player_name(game, i, name));
        if (json_number_of(seat, "rating") > 0)
            command_say(command, " (%d%s)", (int)json_number_of(seat, "rating"),
                        json_is_true(json_object_get(seat, "provisional")) ? "?" : "");
        command_say(command, ", %d ejected%s%s%s\n", paua_game_position(replay->game)->ejected[i],
                    *left ? ", out: " : "", left,
                    json_is_true(json_object_get(seat, "you")) ? "  <- you" : "");
    }
    command_say(command, "  ");
    game_say_terms(command, game);
    command_say(command, "\n\n");
}

/* Writes the time left to the player whose clock runs. */
static void game_say_clock(struct command *command, const json_t *game)
{
    const json_t *clock = json_object_get(game, "clock");
    int runs = game_seat_of_colour(game, json_text_of(clock, "runs"));
    const json_t *left = json_array_get(json_object_get(clock, "left"), (size_t)runs);
    const json_t *turn = json_object_get(clock, "turn");

    if (runs < 0)
        return;
    command_say(command, "Time left: ");
    if (turn)
        say_duration(command, json_integer_value(turn));
    if (left) {
        command_say(command, "%s", turn ? " for this turn, for the game " : "");
        say_duration(command, json_integer_value(left));
    }
    command_say(command, ".\n");
}

/* Whether a list of colours has this one. */
static bool has_colour(const json_t *colours, const char *colour)
{
    json_t *one;
    size_t i;

    json_array_foreach(colours, i, one)
    {
        if (*colour && strcmp(json_string_value(one), colour) == 0)
            return true;
    }
    return false;
}

/* Writes what a proposal is about: "a draw", "to go back to move 3". */
static void say_proposed(struct command *command, const json_t *proposal)
{
    const char *kind = json_text_of(proposal, "kind");

    if (strcmp(kind, "takeback") == 0)
        command_say(command, "to go back to move %d", (int)json_number_of(proposal, "ply"));
    else
        command_say(command, "a %s", kind);
}

/* Writes an open proposal, who has still to answer it, and to those how. */
static void game_say_proposal(struct command *command, const json_t *game, const json_t *proposal)
{
    const json_t *missing = json_object_get(proposal, "missing");
    const int mine = game_seat_with(game, "you");
    const int by = game_seat_of_colour(game, json_text_of(proposal, "colour"));
    const char *colour =
        json_text_of(json_array_get(json_object_get(game, "seats"), (size_t)mine), "colour");
    char name[NAME_SIZE], label[GAME_LABEL_SIZE];
    json_t *one;
    size_t i;

    if (by == mine)
        command_say(command, "You propose ");
    else
        command_say(command, "%s proposes ", game_player_name(game, (size_t)by, name));
    say_proposed(command, proposal);
    command_say(command, ".\n");
    if (has_colour(missing, colour)) {
        command_say(command, "Answer: accept %s, or reject %s\n", game_label(game, label), label);
        return;
    }
    command_say(command, "Still to answer:");
    json_array_foreach(missing, i, one)
    {
        const int seat = game_seat_of_colour(game, json_string_value(one));

        command_say(command, "%s %s", i ? "," : "", game_player_name(game, (size_t)seat, name));
    }
    command_say(command, "\n");
}

/* Writes the open proposals. */
static void game_say_proposals(struct command *command, const json_t *game)
{
    json_t *proposal;
    size_t i;

    json_array_foreach(json_object_get(game, "proposals"), i, proposal)
    {
        game_say_proposal(command, game, proposal);
    }
}

/* Writes the five newest chat messages. */
static void game_say_chat(struct command *command, const json_t *game)
{
    json_t *messages = json_object_get(game, "chat"), *message;
    size_t count = json_array_size(messages), i;
    char name[NAME_SIZE];

    json_array_foreach(messages, i, message)
    {
        int by = game_seat_of_colour(game, json_text_of(message, "colour"));

        if (i + 5 >= count)
            command_say(command, "%s: %s\n", game_player_name(game, (size_t)by, name),
                        json_text_of(message, "text"));
    }
}

/* Plays further moves, separated by spaces. False: one is illegal, and the command has failed. */
static bool replay_line(struct command *command, struct replay *replay, const char *line)
{
    char word[2 * PAUA_MOVE_TEXT_MAX];
    paua_error error = {.code = PAUA_OK};

    while (line && *(line += strspn(line, " "))) {
        size_t length = strcspn(line, " ");

        snprintf(word, sizeof word, "%.*s", (int)length, line);
        line += length;
        word[strcspn(word, "#")] = '\0';
        if (!replay_move(replay, word, &error)) {
            char reason[2 * sizeof error.message];

            replay_name_by_marks(replay, error.message, reason, sizeof reason);
            command_fail(command, 422, "illegal_move", "move '%s': %s", word, reason);
            return false;
        }
    }
    return true;
}

/* Writes the position of the replay; of the game as it is `now` also what it waits for. */
static void say_replayed(struct command *command, const struct replay *replay, bool now)
{
    const json_t *game = command->game;

    if (json_number_of(game, "number") > 0)
        command_say(command, "Game %lld (%s), ", json_number_of(game, "number"),
                    json_text_of(game, "id"));
    else
        command_say(command, "Game %s, ", json_text_of(game, "id"));
    if (now)
        game_say_state(command, game);
    else
        command_say(command, "position before move %d", paua_game_position(replay->game)->ply);
    command_say(command, "%s%s.\n\n", replay->last[0] ? "; last move " : "", replay->last);
    bool as_server = replay_draw(command, replay);
    game_say_head(command, game, replay, as_server);
    if (!now)
        return;
    game_say_clock(command, game);
    game_say_proposals(command, game);
    game_say_chat(command, game);
    game_ask_next(command);
}

void game_ask_next(struct command *command)
{
    const char *next = json_text_of(command->game, "next");

    if (!*next)
        return;
    command->asks_next = true;
    command->tolerant = true; /* the game itself is shown */
    command_get(command, "/api/1/games/%s", next);
}

void game_say_next(struct command *command)
{
    const json_t *game = command->game, *next = command->answer;
    const bool is_rematch = strcmp(json_text_of(game, "result"), "*") != 0;

    command_say(command, "%s game ", is_rematch ? "The rematch is" : "It continues as");
    if (command->status != 200) {
        command_say(command, "%s.\n", json_text_of(game, "next"));
        return;
    }
    command_say(command, "%lld (%s), ", json_number_of(next, "number"), json_text_of(next, "id"));
    game_say_players(command, next);
    command_say(command, ": ");
    game_say_state(command, next);
    command_say(command, ".\n");
}

bool game_say(struct command *command, int ply, const char *line)
{
    struct replay replay;

    if (!replay_open(&replay, command->game, ply))
        command_fail(command, 500, "internal", "game %s cannot be shown",
                     json_text_of(command->game, "id"));
    else if (replay_line(command, &replay, line))
        say_replayed(command, &replay, ply == 0 && !line);
    replay_free(&replay);
    return command->failure == 0;
}

void game_say_changed(struct command *command)
{
    struct replay replay;

    if (replay_open(&replay, command->game, 0))
        say_replayed(command, &replay, true);
    else
        command_say(command, "This is done, but the game cannot be shown now.\n");
    replay_free(&replay);
}

const char *game_name_by_marks(const json_t *game, const char *message, char *out, size_t cap)
{
    struct replay replay;
    const bool opened = replay_open(&replay, game, 0);

    if (opened)
        replay_name_by_marks(&replay, message, out, cap);
    replay_free(&replay);
    return opened ? out : message;
}
