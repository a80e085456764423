/* club_verbs.c - the commands for correspondence play: queued moves, vacations, subscriptions,
 * messages and blocks. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "command/interpreter.h"

#define DAY_SECONDS 86400
#define DAYS_MAX    366
#define DATE_SIZE   24 /* 2026-11-23T12:48:36Z */

/* Writes the paths through a tree of conditional moves: "  2. g5,f5 3. a1b2 4. * ...". */
static void say_tree(struct command *command, const json_t *tree, int ply, char *path, size_t used)
{
    json_t *node;
    size_t i;

    json_array_foreach(tree, i, node)
    {
        const json_t *then = json_object_get(node, "then");
        size_t length = used;

        if (length < COMMAND_LINE_MAX)
            length += (size_t)snprintf(path + length, COMMAND_LINE_MAX - length, " %d. %s", ply,
                                       json_text_of(node, "move"));
        if (json_array_size(then) > 0)
            say_tree(command, then, ply + 1, path, length);
        else
            command_say(command, " %s\n", path);
    }
}

/* queue GAME [MOVE|off]: plays a move in the account's next turn, whatever the others play. */
static void run_queue(struct command *command)
{
    const char *word = command->word_count > 1 ? command->words[1] : "";
    const char *id = json_text_of(command->game, "id");
    char path[COMMAND_LINE_MAX] = "", label[GAME_LABEL_SIZE];

    if (command->step > 0) {
        const json_t *tree = json_object_get(command->answer, "tree");

        if (json_array_size(tree) == 0)
            command_say(command, "Nothing is queued in game %s.\n",
                        game_label(command->game, label));
        else
            command_say(command, "Queued in game %s:\n", game_label(command->game, label));
        say_tree(command, tree, (int)json_number_of(command->answer, "ply"), path, 0);
    } else if (!*word) {
        command_get(command, "/api/1/games/%s/conditional", id);
    } else if (strcasecmp(word, "off") == 0) {
        command_send(command, "DELETE", NULL, "/api/1/games/%s/conditional", id);
    } else {
        command_post_game(command, "conditional",
                          json_pack("{s:i,s:s}", "ply", (int)json_number_of(command->game, "ply"),
                                    "queue", word));
    }
}

/* Reads the end of a vacation: a number of days from now, or a date such as 2027-01-03. */
static bool read_vacation_end(struct command *command, const char *word, char date[DATE_SIZE])
{
    char *end;
    long days = strtol(word, &end, 10);
    struct tm parts = {.tm_year = 0};

    if (*word >= '0' && *word <= '9' && !*end && days >= 1 && days <= DAYS_MAX) {
        time_t at = time(NULL) + days * DAY_SECONDS;

        gmtime_r(&at, &parts);
        return strftime(date, DATE_SIZE, "%Y-%m-%dT%H:%M:%SZ", &parts) > 0;
    }
    end = strptime(word, "%Y-%m-%d", &parts);
    if (end && !*end && strlen(word) == 10)
        return snprintf(date, DATE_SIZE, "%.10sT00:00:00Z", word) > 0;
    command_fail(command, 400, "bad_command",
                 "vacation: expected a number of days, a date such as 2027-01-03, or off");
    return false;
}

/* vacation [DAYS|DATE|off] */
static void run_vacation(struct command *command)
{
    const char *word = command->word_count > 0 ? command->words[0] : "";
    char date[DATE_SIZE];

    if (command->step > 0) {
        const json_t *answer = command->answer;

        if (*json_text_of(answer, "to"))
            command_say(command, "On vacation from %.10s to %.10s. ", json_text_of(answer, "from"),
                        json_text_of(answer, "to"));
        else
            command_say(command, "No vacation. ");
        command_say(command, "%d of %d days are left in %d.\n", (int)json_number_of(answer, "left"),
                    (int)json_number_of(answer, "allowance"), (int)json_number_of(answer, "year"));
    } else if (!*word) {
        command_get(command, "/api/1/account/vacation");
    } else if (strcasecmp(word, "off") == 0) {
        command_send(command, "DELETE", NULL, "/api/1/account/vacation");
    } else if (read_vacation_end(command, word, date)) {
        command_send(command, "POST", json_pack("{s:s}", "to", date), "/api/1/account/vacation");
    }
}

/* subscribe GAME, unsubscribe GAME */
static void set_subscription(struct command *command, bool subscribes)
{
    const char *id = json_text_of(command->game, "id");
    char label[GAME_LABEL_SIZE];

    if (command->step == 0)
        command_send(command, subscribes ? "PUT" : "DELETE", NULL,
                     "/api/1/account/subscriptions/%s", id);
    else
        command_say(command,
                    subscribes ? "You follow game %s: its moves and its end are reported.\n"
                               : "You no longer follow game %s.\n",
                    game_label(command->game, label));
}

static void run_subscribe(struct command *command)
{
    set_subscription(command, true);
}

static void run_unsubscribe(struct command *command)
{
    set_subscription(command, false);
}

/* notify: lists the subscriptions. */
static void run_notify(struct command *command)
{
    if (command->step == 0) {
        command_get(command, "/api/1/account/subscriptions");
        return;
    }
    json_t *games = json_object_get(command->answer, "subscriptions");
    if (json_array_size(games) == 0)
        command_say(command, "You follow no game. To follow one: subscribe GAME\n");
    json_t *row;
    size_t i;
    json_array_foreach(games, i, row)
    {
        command_say(command, "%s  since %.10s\n", json_text_of(row, "game"),
                    json_text_of(row, "since"));
    }
}

/* Writes when the kinds of mail are sent, and asks whether there is an address. */
static void say_mails(struct command *command)
{
    const char *kind;
    json_t *when;

    command_say(command, "Mail about your games: %s. By kind:\n\n",
                json_text_of(command->answer, "mail"));
    json_object_foreach(json_object_get(command->answer, "mails"), kind, when)
    {
        command_say(command, "  %-11s %s\n", kind, json_string_value(when));
    }
    command_say(command,
                "\nTo change it: mail KIND off|digest|now, mail GAME off|digest|now|usual,\n"
                "or all kinds: mail off|daily|turns\n");
    if (strcmp(json_text_of(command->answer, "mail"), "off") == 0)
        return;
    command->tolerant = true; /* not everybody who may set this may see the address */
    command_get(command, "/api/1/account");
}

/* Whether a word of `mail` names a kind, not a game: by a number, or by an id, which may consist of
 * letters. Of the kinds two are as long as an id. */
static bool is_mail_kind(const char *word)
{
    if (strlen(word) == GAME_ID_SIZE)
        return strcmp(word, "proposal") == 0 || strcmp(word, "reminder") == 0;
    return word[strspn(word, "abcdefghijklmnopqrstuvwxyz")] == '\0';
}

/* Sends what `mail` changes, or asks how things are. */
static void send_mail_change(struct command *command)
{
    const char *first = command->word_count > 0 ? command->words[0] : "",
               *second = command->word_count > 1 ? command->words[1] : "";

    if (!*first)
        command_get(command, "/api/1/account/settings");
    else if (!*second)
        command_send(command, "PATCH", json_pack("{s:s}", "mail", first),
                     "/api/1/account/settings");
    else if (is_mail_kind(first))
        command_send(command, "PATCH", json_pack("{s:{s:s}}", "mails", first, second),
                     "/api/1/account/settings");
    else if (!command_check_name(command, first))
        return;
    else if (strcmp(second, "usual") == 0)
        command_send(command, "DELETE", NULL, "/api/1/account/mail/%.16s", first);
    else
        command_send(command, "PUT", json_pack("{s:s}", "mail", second),
                     "/api/1/account/mail/%.16s", first);
}

/* mail [off|daily|turns], mail KIND|GAME WHEN: sets which mails the server sends and when, if it
 * sends any. */
static void run_mail(struct command *command)
{
    const bool of_game = command->word_count == 2 && !is_mail_kind(command->words[0]);

    if (command->step == 0)
        command_get(command, "/api/1/server");
    else if (command->step == 1 && !json_is_true(json_object_get(command->answer, "mail")))
        command_say(command, "This server sends no mail.\n");
    else if (command->step == 1)
        send_mail_change(command);
    else if (command->step == 2 && of_game)
        command_say(command, "Mail about game %s: %s.\n", command->words[0], command->words[1]);
    else if (command->step == 2)
        say_mails(command);
    else if (json_is_null(json_object_get(command->answer, "address")))
        command_say(command, "It comes once you have an address: help mail\n");
}

/* Writes a text, its lines indented, without control characters. */
static void say_lines(struct command *command, const char *text)
{
    command_say(command, "  ");
    for (; *text; text++) {
        if (*text == '\n')
            command_say(command, "\n  ");
        else if ((unsigned char)*text >= ' ' && *text != 127)
            command_say(command, "%c", *text);
    }
    command_say(command, "\n");
}

/* Writes the list of conversations or the messages of one, newest first. */
static void say_messages(struct command *command)
{
    json_t *row;
    size_t i;

    json_array_foreach(json_object_get(command->answer, "conversations"), i, row)
    {
        const json_t *last = json_object_get(row, "last");

        command_say(command, "%s, %d unread, %.10s:\n", json_text_of(row, "name"),
                    (int)json_number_of(row, "unread"), json_text_of(last, "at"));
        say_lines(command, json_text_of(last, "text"));
    }
    json_array_foreach(json_object_get(command->answer, "messages"), i, row)
    {
        bool mine = json_is_true(json_object_get(row, "sent"));

        command_say(command, "%s, %.10s:\n",
                    mine ? command->name : json_text_of(command->answer, "name"),
                    json_text_of(row, "at"));
        say_lines(command, json_text_of(row, "text"));
    }
}

/* message [NAME [TEXT]]: lists the conversations, shows one, or sends a message. */
static void run_message(struct command *command)
{
    const char *name = command->word_count > 0 ? command->words[0] : "";
    const char *text = command_line_from(command, 1);

    if (!command_check_name(command, name))
        return;
    if (command->step > 0 && *text)
        command_say(command, "Sent to %s.\n", name);
    else if (command->step > 0)
        say_messages(command);
    else if (*text)
        command_send(command, "POST", json_pack("{s:s}", "text", text),
                     "/api/1/users/%.40s/messages", name);
    else
        command_get(command, "/api/1/account/messages%s%.40s?most=20", *name ? "/" : "", name);
}

/* block NAME, unblock NAME */
static void set_block(struct command *command, bool blocks)
{
    const char *name = command->words[0];

    if (!command_check_name(command, name))
        return;
    if (command->step == 0)
        command_send(command, blocks ? "PUT" : "DELETE", NULL, "/api/1/account/blocks/%.40s", name);
    else
        command_say(command, "%s may%s write to you or challenge you.\n", name,
                    blocks ? " no longer" : "");
}

static void run_block(struct command *command)
{
    set_block(command, true);
}

static void run_unblock(struct command *command)
{
    set_block(command, false);
}

const struct verb club_verbs[] = {
    {"block", "NAME", "keep somebody from writing to you", run_block, WITHOUT_GAME, 1, 1},
    {"mail", "[KIND|GAME] [WHEN]", "which mails you get, and when", run_mail, WITHOUT_GAME, 0, 2},
    {"message", "[NAME [TEXT]]", "read your messages, write one", run_message, WITHOUT_GAME, 0, 0},
    {"notify", "", "the games that you follow", run_notify, WITHOUT_GAME, 0, 0},
    {"queue", "GAME [MOVE|off]", "a move for your next turn, whatever comes", run_queue, WITH_GAME,
     1, 2},
    {"subscribe", "GAME", "follow a game of others", run_subscribe, WITH_GAME, 1, 1},
    {"unblock", "NAME", "let somebody write to you again", run_unblock, WITHOUT_GAME, 1, 1},
    {"unsubscribe", "GAME", "follow it no longer", run_unsubscribe, WITH_GAME, 1, 1},
    {"vacation", "[DAYS|DATE|off]", "let the clocks of correspondence games stand", run_vacation,
     WITHOUT_GAME, 0, 1},
    {.name = NULL},
};
