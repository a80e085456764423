/* tournament_verbs.c - the commands for tournaments: lists, standings, pairings, cross table,
 * joining and leaving. */
#define _GNU_SOURCE
#include <string.h>
#include <strings.h>

#include "command/interpreter.h"

#define NAME_WIDTH 20 /* columns for an account name */

/* Limits of a cross table. */
#define ROUNDS_MAX  1000
#define ROUNDS_WIDE 9 /* rounds side by side: 79 columns */
#define CROSS_LINES 200

/* Whether a word can be a tournament id, which looks like a game id. */
static bool is_tournament_id(const char *word)
{
    return strlen(word) == GAME_ID_SIZE && strspn(word, GAME_ID_CHARACTERS) == GAME_ID_SIZE;
}

/* Checks that a word can be a tournament id. False: the command has failed. */
static bool check_tournament_id(struct command *command, const char *word)
{
    if (!is_tournament_id(word))
        command_fail(command, 400, "bad_command",
                     "'%.40s' is not the id of a tournament, such as Fq7hWkTa; try: tournaments",
                     word);
    return is_tournament_id(word);
}

/* Writes the state of a tournament: "Swiss, round 2 of 5, 12 players, by Ann". */
static void tournament_say_state(struct command *command, const json_t *row)
{
    const char *system = json_text_of(row, "system"), *status = json_text_of(row, "status"),
               *starts = json_text_of(row, "starts");
    int rounds = (int)json_number_of(row, "rounds"), round = (int)json_number_of(row, "round");

    command_say(command, "%s, ",
                strcmp(system, "swiss") == 0         ? "Swiss"
                : strcmp(system, "round-robin") == 0 ? "Round robin"
                                                     : "Double round robin");
    if (strcmp(status, "running") == 0)
        command_say(command, "round %d of %d, ", round, rounds);
    else if (strcmp(status, "over") == 0)
        command_say(command, "over after %d round%s, ", round, round == 1 ? "" : "s");
    else if (rounds > 0)
        command_say(command, "%d round%s, ", rounds, rounds == 1 ? "" : "s");
    command_say(command, "%d player%s, by %s", (int)json_number_of(row, "players"),
                json_number_of(row, "players") == 1 ? "" : "s", json_text_of(row, "owner"));
    if (*starts && strcmp(status, "open") == 0)
        command_say(command, ", begins %.10s %.5s", starts, strlen(starts) > 11 ? starts + 11 : "");
}

/* The lists of tournaments, in the order in which they are shown. */
static const struct {
    const char *status, *title;
} lists[] = {{"open", "Open"}, {"running", "Running"}, {"over", "Ended"}};

enum { LISTS = sizeof lists / sizeof lists[0] };

/* Writes the list in the answer. */
static void say_tournaments(struct command *command, const char *title)
{
    const json_t *rows = json_object_get(command->answer, "tournaments");
    json_t *row;
    size_t i;

    command_say(command, "%s%s\n", title, json_array_size(rows) > 0 ? ":" : ": none");
    json_array_foreach(rows, i, row)
    {
        command_say(command, "%s  %s\n%*s", json_text_of(row, "id"), json_text_of(row, "name"),
                    GAME_ID_SIZE + 2, "");
        tournament_say_state(command, row);
        command_say(command, "\n");
    }
}

/* tournaments [open|running|over]: shows all three lists, or one. */
static void run_tournaments(struct command *command)
{
    const char *word = command->word_count > 0 ? command->words[0] : NULL;
    int first = 0, last = LISTS - 1;

    for (int i = 0; word && i < LISTS; i++) {
        if (strcasecmp(lists[i].status, word) == 0)
            first = last = i;
    }
    if (word && first != last) {
        command_fail(command, 400, "bad_command", "tournaments: expected open, running or over");
        return;
    }
    if (command->step > 0)
        say_tournaments(command, lists[first + command->step - 1].title);
    if (first + command->step <= last)
        command_get(command, "/api/1/tournaments?status=%s", lists[first + command->step].status);
}

/* The row of the standings with this player number, or NULL. */
static const json_t *find_standing(const json_t *tournament, long long number)
{
    json_t *row;
    size_t i;

    json_array_foreach(json_object_get(tournament, "standings"), i, row)
    {
        if (json_number_of(row, "number") == number)
            return row;
    }
    return NULL;
}

static double json_real_of(const json_t *object, const char *name)
{
    return json_number_value(json_object_get(object, name));
}

static void say_standings(struct command *command, const json_t *tournament)
{
    json_t *row;
    size_t i;

    command_say(command, "\nRank  No. %-*s  Points  Buchholz  Sonneborn  Wins\n", NAME_WIDTH,
                "Name");
    json_array_foreach(json_object_get(tournament, "standings"), i, row)
    {
        command_say(command, "%4d %4d %-*.*s  %6.1f  %8.1f  %9.2f  %4d%s\n",
                    (int)json_number_of(row, "rank"), (int)json_number_of(row, "number"),
                    NAME_WIDTH, NAME_WIDTH, json_text_of(row, "name"), json_real_of(row, "points"),
                    json_real_of(row, "buchholz"), json_real_of(row, "sonneborn_berger"),
                    (int)json_number_of(row, "wins"),
                    json_is_true(json_object_get(row, "left")) ? "  left" : "");
    }
}

/* Writes the pairings of the current round: "  Ann - Bob: 1 - 0  GkysjnDL". */
static void say_pairings(struct command *command, const json_t *tournament)
{
    const long long round = json_number_of(tournament, "round");
    json_t *pairing;
    size_t i;

    command_say(command, "\nRound %d\n", (int)round);
    json_array_foreach(json_object_get(tournament, "pairings"), i, pairing)
    {
        const json_t *white = find_standing(tournament, json_number_of(pairing, "white"));

        if (json_number_of(pairing, "round") != round)
            continue;
        command_say(
            command, "  %s",
            json_text_of(find_standing(tournament, json_number_of(pairing, "black")), "name"));
        if (white)
            command_say(command, " - %s", json_text_of(white, "name"));
        if (!white)
            command_say(command, ": bye");
        else if (!json_is_null(json_object_get(pairing, "black_points")))
            command_say(command, ": %g - %g", json_real_of(pairing, "black_points"),
                        json_real_of(pairing, "white_points"));
        if (*json_text_of(pairing, "game"))
            command_say(command, "  %s", json_text_of(pairing, "game"));
        command_say(command, "\n");
    }
}

/* Writes a cell of the cross table, six columns wide: the opponent's number, the colour, the
 * result. */
static void say_cell(struct command *command, const json_t *row, long long round)
{
    json_t *cell;
    size_t i;

    json_array_foreach(json_object_get(row, "rounds"), i, cell)
    {
        const json_t *points = json_object_get(cell, "points");
        const char colour = *json_text_of(cell, "colour");
        const bool played = json_is_true(json_object_get(cell, "played"));
        const double value = json_number_value(points);
        const char *result = json_is_null(points) ? "?"
                             : value == 0.5       ? "="
                             : value > 0          ? (played ? "1" : "+")
                                                  : (played ? "0" : "-");

        if (json_number_of(cell, "round") != round)
            continue;
        if (json_number_of(cell, "opponent") > 0)
            command_say(command, "%4d%c%s", (int)json_number_of(cell, "opponent"),
                        colour == 'b' || colour == 'w' ? colour : '-', result);
        else
            command_say(command, "   bye");
        return;
    }
    command_say(command, "     .");
}

/* Writes the cross table, ROUNDS_WIDE rounds side by side. */
static void say_cross_table(struct command *command, const json_t *tournament)
{
    const json_t *rows = json_object_get(tournament, "standings");
    const long long round_count = json_number_of(tournament, "round");
    const int rounds = round_count < ROUNDS_MAX ? (int)round_count : ROUNDS_MAX;
    const int parts = (rounds + ROUNDS_WIDE - 1) / ROUNDS_WIDE;
    json_t *row;
    size_t i;

    command_say(command, "\nCross table (number of the opponent, b or w, result; + and -: no "
                         "game)\n");
    if ((size_t)parts * json_array_size(rows) > CROSS_LINES) {
        command_say(command, "It is too long for a text: see the page of the tournament.\n");
        return;
    }
    for (int first = 1; first <= rounds; first += ROUNDS_WIDE) {
        const int last = first + ROUNDS_WIDE - 1 < rounds ? first + ROUNDS_WIDE - 1 : rounds;

        command_say(command, "%s No. %-*s", first > 1 ? "\n" : "", NAME_WIDTH, "Round");
        for (int round = first; round <= last; round++)
            command_say(command, "%6d", round);
        command_say(command, "\n");
        json_array_foreach(rows, i, row)
        {
            command_say(command, "%4d %-*.*s", (int)json_number_of(row, "number"), NAME_WIDTH,
                        NAME_WIDTH, json_text_of(row, "name"));
            for (int round = first; round <= last; round++)
                say_cell(command, row, round);
            command_say(command, "\n");
        }
    }
}

/* Writes the name, the state and the rules of the games. */
static void tournament_say_head(struct command *command, const json_t *tournament)
{
    command_say(command, "Tournament %s: %s\n", json_text_of(tournament, "id"),
                json_text_of(tournament, "name"));
    tournament_say_state(command, tournament);
    command_say(command, "\n%s; %s%s\n",
                *json_text_of(tournament, "layout") ? json_text_of(tournament, "layout")
                                                    : "a position of its own",
                json_text_of(tournament, "rules"),
                json_is_true(json_object_get(tournament, "rated")) ? "; rated" : "");
}

/* tournament TOURNAMENT: shows the standings, the pairings and the cross table. */
static void run_tournament(struct command *command)
{
    const char *id = command->words[0];
    const json_t *tournament = command->answer;

    if (!check_tournament_id(command, id))
        return;
    if (command->step == 0) {
        command_get(command, "/api/1/tournaments/%s", id);
        return;
    }
    tournament_say_head(command, tournament);
    if (json_number_of(tournament, "players") > 0)
        say_standings(command, tournament);
    if (json_number_of(tournament, "round") > 0) {
        say_pairings(command, tournament);
        say_cross_table(command, tournament);
    } else if (strcmp(json_text_of(tournament, "status"), "open") == 0) {
        command_say(command, "\nTo take part: join %s\n", id);
    }
}

/* Reports that the account has joined or left. */
static void say_membership(struct command *command, const char *what)
{
    command_say(command, "%s %s.\n\n", what, json_text_of(command->answer, "name"));
    tournament_say_head(command, command->answer);
}

/* join TOURNAMENT|GAME: joins a tournament; if there is none of this id, the same as accept. */
static void run_join(struct command *command)
{
    const char *id = command->words[0];

    if (!is_tournament_id(id) || (command->step == 1 && command->status == 404)) {
        command_hand_over(command, "accept");
    } else if (command->step == 0) {
        command->tolerant = true;
        command_send(command, "POST", NULL, "/api/1/tournaments/%s/join", id);
    } else if (command->status >= 400 || command->status == 0) {
        command_fail_with_answer(command);
    } else {
        say_membership(command, "You take part in");
    }
}

/* leave TOURNAMENT: leaves it. */
static void run_leave(struct command *command)
{
    const char *id = command->words[0];

    if (!check_tournament_id(command, id))
        return;
    if (command->step == 0)
        command_send(command, "POST", NULL, "/api/1/tournaments/%s/leave", id);
    else
        say_membership(command, "You take no more part in");
}

const struct verb tournament_verbs[] = {
    {"join", "TOURNAMENT|GAME", "take part in a tournament; take a free seat", run_join,
     WITHOUT_GAME, 1, 1},
    {"leave", "TOURNAMENT", "take no more part in a tournament", run_leave, WITHOUT_GAME, 1, 1},
    {"tournament", "TOURNAMENT", "standings, pairings and cross table of one", run_tournament,
     WITHOUT_GAME, 1, 1},
    {"tournaments", "[open|running|over]", "those that are open, running or over", run_tournaments,
     WITHOUT_GAME, 0, 1},
    {.name = NULL},
};
