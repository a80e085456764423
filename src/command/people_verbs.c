/* people_verbs.c - the commands about people and their games: challenges, seeks, lists, ratings. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "command/interpreter.h"

#define DAYS_DEFAULT 21 /* for a move, as on the network server */
#define DAYS_MAX     49
#define AI_PREFIX    "ai:" /* of a computer that takes a seat */

/* The options of challenge and seek. */
struct offer_options {
    const char *layout; /* NULL: standard */
    const char *rules;  /* NULL: classic */
    int days;           /* for a move; 0: the clock of the rules; -1: not given */
    bool rated, teams, is_public;
    int rating_min, rating_max; /* both 0: anybody */
    int players;                /* of a seek */
};

/* The value if the word is the option -NAME=VALUE, or NULL. */
static const char *option_value(const char *word, const char *name)
{
    size_t length = strlen(name);

    return strncasecmp(word, name, length) == 0 && word[length] == '=' ? word + length + 1 : NULL;
}

/* Reads a number from min to max. False: the command has failed. */
static bool read_int(struct command *command, const char *what, const char *text, int min, int max,
                     int *out)
{
    char *end;
    long number = strtol(text, &end, 10);

    *out = (int)number;
    if (*text >= '0' && *text <= '9' && !*end && number >= min && number <= max)
        return true;
    command_fail(command, 400, "bad_command", "%s: expected a number of %d to %d", what, min, max);
    return false;
}

/* Reads a range of ratings such as 1400-1600. False: the command has failed. */
static bool read_range(struct command *command, const char *text, struct offer_options *offer)
{
    char tail;

    if (sscanf(text, "%d-%d%c", &offer->rating_min, &offer->rating_max, &tail) == 2 &&
        offer->rating_min > 0 && offer->rating_min <= offer->rating_max)
        return true;
    command_fail(command, 400, "bad_command", "-rating: expected a range such as 1400-1600");
    return false;
}

/* Reads one option. False: the command has failed. */
static bool read_option(struct command *command, const char *word, struct offer_options *offer)
{
    const char *value;

    if (strcasecmp(word, "-bowl") == 0)
        offer->layout = "bowl";
    else if (strcasecmp(word, "-rated") == 0)
        offer->rated = true;
    else if (strcasecmp(word, "-teams") == 0)
        offer->teams = true;
    else if (strcasecmp(word, "-public") == 0)
        offer->is_public = true;
    else if ((value = option_value(word, "-layout")) != NULL)
        offer->layout = value;
    else if ((value = option_value(word, "-rules")) != NULL)
        offer->rules = value;
    else if ((value = option_value(word, "-days")) != NULL)
        return read_int(command, "-days", value, 0, DAYS_MAX, &offer->days);
    else if ((value = option_value(word, "-players")) != NULL)
        return read_int(command, "-players", value, 2, PAUA_PLAYERS_MAX, &offer->players);
    else if ((value = option_value(word, "-rating")) != NULL)
        return read_range(command, value, offer);
    else {
        command_fail(command, 400, "bad_command", "there is no option '%.40s'; try: help %s", word,
                     command->verb->name);
        return false;
    }
    return true;
}

/* Reads all options and moves the other words to the front. False: the command has failed. */
static bool read_options(struct command *command, struct offer_options *offer)
{
    int names = 0;

    *offer = (struct offer_options){.days = -1, .players = 2};
    for (int i = 0; i < command->word_count; i++) {
        if (command->words[i][0] != '-')
            command->words[names++] = command->words[i];
        else if (!read_option(command, command->words[i], offer))
            return false;
    }
    command->word_count = names;
    if (offer->days < 0)
        offer->days = offer->rules ? 0 : DAYS_DEFAULT;
    return true;
}

/* The seat for a word: the computer (ai:5, ai:abapro) or a user. */
static json_t *seat_json(const char *word)
{
    char *end;

    if (strncasecmp(word, AI_PREFIX, strlen(AI_PREFIX)) != 0)
        return json_pack("{s:s,s:s}", "kind", "user", "name", word);
    word += strlen(AI_PREFIX);
    long level = strtol(word, &end, 10);
    if (end > word && !*end)
        return json_pack("{s:s,s:i}", "kind", "computer", "level", (int)level);
    return json_pack("{s:s,s:s}", "kind", "computer", "opponent", word);
}

/* Requests a new game; takes over the seats. */
static void create_game(struct command *command, const struct offer_options *offer, json_t *seats)
{
    int players = (int)json_array_size(seats);
    bool standard = !offer->layout || strcasecmp(offer->layout, "standard") == 0;
    json_t *body = json_pack("{s:o}", "seats", seats);
    char rules[200];

    /* The network server's board for two: the first player sits at the top. */
    json_object_set_new(body, "layout",
                        json_string(standard && players == 2 ? "standard-2"
                                    : standard               ? "standard"
                                                             : offer->layout));
    if (!standard || players > 2)
        json_object_set_new(body, "players", json_integer(players));
    snprintf(rules, sizeof rules, "%s", offer->rules ? offer->rules : "classic");
    if (offer->days > 0)
        snprintf(rules + strlen(rules), sizeof rules - strlen(rules), ",days=%d", offer->days);
    json_object_set_new(body, "rules", json_string(rules));
    if (offer->rated)
        json_object_set_new(body, "rated", json_true());
    if (offer->teams)
        json_object_set_new(body, "teams", json_true());
    if (offer->is_public)
        json_object_set_new(body, "public", json_true());
    command_send(command, "POST", body, "/api/1/games");
}

/* Shows the new game, and `then` if it waits for players. */
static void show_new_game(struct command *command, const char *then)
{
    json_t *game = json_object_get(command->answer, "game");

    if (command->step == 1) { /* again, with the view of the account that has made it */
        command->game = json_incref(game);
        command->tolerant = true; /* the game is made */
        command_get(command, "/api/1/games/%s", json_text_of(game, "id"));
        return;
    }
    if (command->status == 200) {
        json_decref(command->game);
        command->game = json_incref(command->answer);
    }
    game_say_changed(command);
    if (strcmp(json_text_of(command->game, "status"), "waiting") == 0)
        command_say(command, "%s\n", then);
}

/* Whether the account that gives the command has named itself among the players. */
static bool is_named(const struct command *command)
{
    for (int i = 0; i < command->word_count; i++) {
        if (strcasecmp(command->words[i], command->name) == 0)
            return true;
    }
    return false;
}

/* Fails with the error of the newest answer; what it calls seats[1].level is the word for the seat
 * here, such as ai:11. */
static void fail_challenge(struct command *command)
{
    const char *message = json_text_of(json_object_get(command->answer, "error"), "message");
    int seat, at = 0;

    if (sscanf(message, "seats[%d]%n", &seat, &at) == 1 && at > 0) {
        const int i = is_named(command) ? seat : seat - 1;
        const char *word = i >= 0 && i < command->word_count ? command->words[i] : command->name;
        const char *reason = strchr(message, ' ');

        if (reason && strncasecmp(reason + 1, word, strlen(word)) == 0)
            word = "challenge"; /* "Ann has a seat" */
        if (reason)
            command_fail(command, command->status, command_answer_code(command), "%.60s:%s", word,
                         reason);
    }
    command_fail_with_answer(command);
}

/* challenge [OPTION...] NAME...: the players in the order of play. The account that gives the
 * command moves first if it is not among them. */
static void run_challenge(struct command *command)
{
    if (command->step == 1 && (command->status >= 400 || command->status == 0)) {
        fail_challenge(command);
        return;
    }
    if (command->step > 0) {
        show_new_game(command, "The game begins when all have accepted.");
        return;
    }
    struct offer_options offer;
    if (!read_options(command, &offer))
        return;
    if (!command->name[0]) {
        command_fail(command, 401, "not_signed_in", "to challenge somebody, sign in");
        return;
    }
    for (int i = 0; i < command->word_count; i++) {
        if (strncasecmp(command->words[i], AI_PREFIX, strlen(AI_PREFIX)) != 0 &&
            !command_check_name(command, command->words[i]))
            return;
    }
    const bool named = is_named(command);
    int players = command->word_count + !named;
    if (players < 2 || players > PAUA_PLAYERS_MAX) {
        command_fail(command, 400, "bad_command",
                     "challenge: expected the names of one to %d others", PAUA_PLAYERS_MAX - 1);
        return;
    }
    json_t *seats = json_array();
    if (!named)
        json_array_append_new(seats, seat_json(command->name));
    for (int i = 0; i < command->word_count; i++)
        json_array_append_new(seats, seat_json(command->words[i]));
    command->tolerant = true; /* see fail_challenge() */
    create_game(command, &offer, seats);
}

/* seek [OPTION...]: offers a game with free seats in the lobby. */
static void run_seek(struct command *command)
{
    if (command->step > 0) {
        show_new_game(command, "The game begins when every seat is taken.");
        return;
    }
    struct offer_options offer;
    if (!read_options(command, &offer))
        return;
    if (!command->name[0]) {
        command_fail(command, 401, "not_signed_in", "to seek a game, sign in");
        return;
    }
    json_t *seats = json_array();
    json_array_append_new(seats, seat_json(command->name));
    for (int i = 1; i < offer.players; i++) {
        json_t *open = json_pack("{s:s}", "kind", "open");

        if (offer.rating_max > 0)
            json_object_set_new(open, "rating",
                                json_pack("[i,i]", offer.rating_min, offer.rating_max));
        json_array_append_new(seats, open);
    }
    create_game(command, &offer, seats);
}

/* Lists the games of the answer; writes `none` if there are none. */
static void say_games(struct command *command, const char *none)
{
    json_t *games = json_object_get(command->answer, "games"), *row;
    size_t i;

    if (json_array_size(games) == 0)
        command_say(command, "%s\n", none);
    json_array_foreach(games, i, row)
    {
        game_say_row(command, row);
    }
}

static void run_seeks(struct command *command)
{
    if (command->step == 0)
        command_get(command, "/api/1/seeks");
    else
        say_games(command, "Nobody seeks a game now. Be the first: seek");
}

/* games [live] */
static void run_games(struct command *command)
{
    bool live = command->word_count > 0;

    if (live && strcasecmp(command->words[0], "live") != 0)
        command_fail(command, 400, "bad_command",
                     "games: expected nothing or live; of somebody: show %.40s", command->words[0]);
    else if (command->step == 0)
        command_get(command, live ? "/api/1/games?live=1" : "/api/1/account/games");
    else
        say_games(command, live ? "No public game has been moved in for ten minutes."
                                : "You play no game. Challenge somebody: challenge NAME");
}

/* Writes a rating as "1662", or "1662?" if it is provisional. */
static void say_rating(struct command *command, const json_t *rating)
{
    command_say(command, "%7.0f%c", json_number_value(json_object_get(rating, "rating")),
                json_is_true(json_object_get(rating, "provisional")) ? '?' : ' ');
}

/* standings [CATEGORY] */
static void run_standings(struct command *command)
{
    const char *category = command->word_count > 0 ? command->words[0] : "2-mail";
    json_t *rows, *row;
    size_t i;

    if (!command_check_name(command, category))
        return;
    if (command->step == 0) {
        command_get(command, "/api/1/standings?category=%.20s&most=50", category);
        return;
    }
    rows = json_object_get(command->answer, "standings");
    command_say(command, "Ratings of %s (players-speed: fast, rapid, slow; mail: correspondence)\n",
                category);
    if (json_array_size(rows) == 0)
        command_say(command,
                    "Nobody has a rating yet: it takes some 20 rated games and five opponents.\n");
    json_array_foreach(rows, i, row)
    {
        command_say(command, "%4d. %-20s", (int)json_number_of(row, "rank"),
                    json_text_of(row, "name"));
        say_rating(command, row);
        command_say(command, "%6d games %5d won %5d drawn %5d lost\n",
                    (int)json_number_of(row, "games"), (int)json_number_of(row, "wins"),
                    (int)json_number_of(row, "draws"), (int)json_number_of(row, "losses"));
    }
}

/* who [NAME]: shows since when the account exists, and its ratings. */
static void run_who(struct command *command)
{
    const char *name = command->word_count > 0 ? command->words[0] : command->name;
    json_t *rating;
    size_t i;

    if (!command_check_name(command, name))
        return;
    if (!*name)
        command_say(command, "You are not signed in.\n");
    else if (command->step == 0)
        command_get(command, "/api/1/users/%.40s", name);
    else {
        command_say(command, "%s, member since %.10s%s\n", json_text_of(command->answer, "name"),
                    json_text_of(command->answer, "created"),
                    json_is_true(json_object_get(command->answer, "closed")) ? ", account closed"
                                                                             : "");
        json_array_foreach(json_object_get(command->answer, "ratings"), i, rating)
        {
            command_say(command, "  %-8s", json_text_of(rating, "category"));
            say_rating(command, rating);
            command_say(command, "%6d games %5d won %5d drawn %5d lost\n",
                        (int)json_number_of(rating, "games"), (int)json_number_of(rating, "wins"),
                        (int)json_number_of(rating, "draws"),
                        (int)json_number_of(rating, "losses"));
        }
    }
}

/* history [NAME [CATEGORY]]: lists the rated games of a user in a category, newest first. */
static void run_history(struct command *command)
{
    const char *name = command->word_count > 0 ? command->words[0] : command->name;
    const char *category = command->word_count > 1 ? command->words[1] : "2-mail";
    json_t *game;
    size_t i;

    if (!*name) {
        command_fail(command, 401, "not_signed_in", "history: expected a name, or sign in");
        return;
    }
    if (!command_check_name(command, name) || !command_check_name(command, category))
        return;
    if (command->step == 0) {
        command_get(command, "/api/1/users/%.40s/ratings?category=%.20s&most=100", name, category);
        return;
    }
    json_t *rated = json_object_get(command->answer, "games");
    command_say(command, "Rated games of %s in %s%s\n", json_text_of(command->answer, "name"),
                category, json_array_size(rated) == 0 ? ": none" : "");
    json_array_foreach(rated, i, game)
    {
        command_say(command, "%5d. %.10s  %s %7.0f (%+.0f)\n", (int)json_number_of(game, "number"),
                    json_text_of(game, "at"), json_text_of(game, "game"),
                    json_number_value(json_object_get(game, "rating")),
                    json_number_value(json_object_get(game, "change")));
    }
}

/* limit [N]: shows or sets how many games the account plays at once. */
static void run_limit(struct command *command)
{
    int most;

    if (command->step == 0 && command->word_count == 0)
        command_get(command, "/api/1/account/settings");
    else if (command->step == 0) {
        if (read_int(command, "limit", command->words[0], 0, 1000, &most))
            command_send(command, "PATCH", json_pack("{s:i}", "games_max", most),
                         "/api/1/account/settings");
    } else {
        most = (int)json_number_of(command->answer, "games_max");
        if (most > 0)
            command_say(command, "You play at most %d games at once.\n", most);
        else
            command_say(command, "You play any number of games at once.\n");
    }
}

const struct verb people_verbs[] = {
    {"challenge", "[-bowl] [OPTION...] NAME...", "challenge one to five others", run_challenge,
     WITHOUT_GAME, 1, 0},
    {"games", "[live]", "your games, or those that are being played now", run_games, WITHOUT_GAME,
     0, 1},
    {"history", "[NAME [CATEGORY]]", "rated games, newest first", run_history, WITHOUT_GAME, 0, 2},
    {"limit", "[N]", "how many games you play at once; 0: any number", run_limit, WITHOUT_GAME, 0,
     1},
    {"seek", "[-bowl] [OPTION...]", "offer a game to anybody", run_seek, WITHOUT_GAME, 0, 8},
    {"seeks", "", "the games that wait for players", run_seeks, WITHOUT_GAME, 0, 0},
    {"standings", "[CATEGORY]", "who is best", run_standings, WITHOUT_GAME, 0, 1},
    {"who", "[NAME]", "somebody's ratings; who you are", run_who, WITHOUT_GAME, 0, 1},
    {.name = NULL},
};
