/* help_verbs.c - the command `help` with its topics and the pages of the guide, and commands that
 * only explain, because they would need a password. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/distance.h"
#include "command/guide.h"
#include "command/interpreter.h"

static const char time_text[] =
    "A game by command gives you 21 days for a move; who exceeds that loses, and of\n"
    "three players and more is passed over from then on.\n"
    "\n"
    "  -days=N            N days for a move, 1 to 49\n"
    "  -rules=PRESET,...  other clocks: turn=S, or game=S,gain=S, in seconds\n";

static const char ratings_text[] =
    "Rated games (-rated) change ratings by Glicko-2, one for each number of players\n"
    "and speed: 2-fast, 2-rapid, 2-slow, 2-mail, 3-fast, ... A newcomer has 1500.\n"
    "The speed of correspondence games, with days for a move, is called mail.\n"
    "A number with ? is provisional: after some 20 games it is not.\n"
    "In games of three and more the winner has beaten each of the others.\n"
    "Ten games of two accounts count in a day, for each number and speed.\n"
    "\n"
    "  standings 2-mail, history NAME 2-mail, who NAME\n";

static const char ai_text[] =
    "The computer takes a seat where you write ai:LEVEL, with a level of 1 to 10, or\n"
    "ai:NAME, such as ai:abapro; or the name of its account, paua.3 or paua.abapro:\n"
    "\n"
    "  challenge ai:3            you against level 3\n"
    "  challenge Bob ai:5 ai:5   you, Bob, and two computers\n"
    "  challenge -rated paua.5   a rated game against level 5\n"
    "  who paua.5                its ratings; history, show and standings work too\n"
    "\n"
    "People who play for fun win against levels 1 to 3; level 5 is a club player's.\n"
    "Programs of the past, rebuilt from what is known about them:\n"
    "\n";

static const char ai_aba_text[] =
    "Aba is a program by Paul Colley, who let it play on the mail server pbmserv.\n"
    "How it evaluates and searches is not known. ai:aba is a stand-in: the\n"
    "evaluation of ABLA (Ozcan and Hulagu, 2004), two moves deep.\n";

static const char account_text[] =
    "Commands take no passwords: lines of text end up in logs and histories.\n"
    "\n"
    "  to sign up             on the page of the server, or: paua connect --sign-up\n"
    "  to change a password,  on the page of the server, under your name\n"
    "  a mail address, or to close the account\n"
    "  to confirm an address  change address CODE, with the code that was mailed\n"
    "  a forgotten password   on the page of the server: a code is mailed to you,\n"
    "                         where the server sends mail\n"
    "  to sign in             paua connect asks for your password\n"
    "\n"
    "A program uses a token instead, which you make and end on the same page.\n";

static const char mail_text[] =
    "Where the server sends mail, you can play by answering it.\n"
    "\n"
    "  - Set your address on your account's page. A code comes, which confirms it:\n"
    "    there, or by the command change address CODE.\n"
    "  - Answer any mail of the server: commands, one on a line, above what you\n"
    "    quote. A line that is no command, or two dashes, ends them. Plain text.\n"
    "  - The address that you answer to is what you are known by: it is yours alone,\n"
    "    lasts for 30 days, and ends when you change your password.\n"
    "  - A mail that comes twice is carried out once. To be sure write MOVE#5, which\n"
    "    is refused unless the next move is number 5.\n"
    "\n"
    "A mail comes for each of these, now, in one digest a day, or not at all (off):\n"
    "\n"
    "  challenge   somebody challenges you    seat    a seat is taken, a game begins\n"
    "  turn        it is your turn            end     a game is over\n"
    "  proposal    a draw, takeback or pause  chat    somebody writes in a game\n"
    "  message     somebody writes to you     follow  moves in a game you follow\n"
    "  reminder    a game waits for long, or is lost on time soon\n"
    "  tournament  you are paired in a tournament\n"
    "\n"
    "  mail              what you get now\n"
    "  mail turn now     a mail for each turn; also: digest, off\n"
    "  mail 105 off      nothing of game 105; also: digest, now, usual\n"
    "  mail off          nothing\n"
    "  mail daily        what is usual; mail turns: that, with turns at once\n"
    "\n"
    "While you follow a game on the page, no mail comes about it; of games with a\n"
    "clock in minutes only challenges, seats, pairings and ends are mailed.\n";

static const char tournaments_text[] =
    "People and programs with accounts play rounds of games of two. The server pairs\n"
    "them, begins their games and adds up the results.\n"
    "\n"
    "  tournaments            those that are open, running or over\n"
    "  tournament TOURNAMENT  standings, the pairings of the round, the cross table\n"
    "  join TOURNAMENT        take part, until it begins\n"
    "  leave TOURNAMENT       take part no more; your current game is to be finished\n"
    "\n"
    "TOURNAMENT is an id, as Fq7hWkTa. In a Swiss you meet players with as many\n"
    "points as you have, in a round robin everybody. Your games are in your list:\n"
    "games. Their clocks run from the beginning. They are not declined, only\n"
    "resigned.\n"
    "To make a tournament: on the page of the server.\n";

/* A page of the help about the server; those about the game are in guide_pages.c. */
struct help_topic {
    const char *name, *synonym, *about;
    const char *text;
};

static const struct help_topic topics[] = {
    {"account", "signup", "sign up, passwords, tokens", account_text},
    {"ai", "computer", "computer players", ai_text},
    {"ai-aba", "aba", "Aba, a program of the past", ai_aba_text},
    {"mail", "address", "to play by mail", mail_text},
    {"ratings", "rating", "rated games", ratings_text},
    {"time", "clock", "how long you may think", time_text},
    {"tournaments", "tournament", "who plays whom, and how to take part", tournaments_text},
};

/* Name and line of the i-th topic in alphabetical order, those of the guide among the others; no
 * name after the last one. */
static struct help_topic topic_at(int i)
{
    int page = 0;
    size_t topic = 0;

    for (;; i--) {
        const struct guide_page *from_guide = guide_page_at(page);
        bool more = topic < sizeof topics / sizeof topics[0];
        struct help_topic next = {.name = NULL};

        if (from_guide && (!more || strcmp(from_guide->name, topics[topic].name) < 0)) {
            next = (struct help_topic){.name = from_guide->name, .about = from_guide->about};
            page++;
        } else if (more) {
            next = topics[topic++];
        }
        if (i == 0 || !next.name)
            return next;
    }
}

/* Lists all commands and topics. */
static void help_all(struct command *command)
{
    command_say(command, "Commands (GAME is the number of a game, or its id):\n\n");
    for (int i = 0; command_verb(i); i++) {
        const struct verb *verb = verb_find(command_verb(i));
        int width = (int)(strlen(verb->name) + 1 + strlen(verb->usage));

        command_say(command, "  %s %s", verb->name, verb->usage);
        if (width > 26)
            command_say(command, "\n%*s%s\n", 30, "", verb->about);
        else
            command_say(command, "%*s%s\n", 28 - width, "", verb->about);
    }
    command_say(command, "\nMore: help COMMAND, help tip N, or help TOPIC:\n\n");
    for (int i = 0; topic_at(i).name; i++)
        command_say(command, "  %-13s%s\n", topic_at(i).name, topic_at(i).about);
}

/* Lists the options of challenge or seek. */
static void help_options(struct command *command, bool is_seek)
{
    command_say(command, "%s",
                "\n"
                "  -bowl            the other board for the number of players\n"
                "  -layout=NAME     any other layout\n"
                "  -days=N          days for a move (21); 0: no clock\n"
                "  -rules=TEXT      a preset and settings, as in tournament,gain=10\n"
                "  -rated           the game counts for the ratings\n"
                "  -teams           those who face each other are partners\n"
                "  -public          everybody may watch and follow the game, as a rated one\n");
    if (is_seek)
        command_say(command, "%s",
                    "  -players=N       for how many players (2)\n"
                    "  -rating=MIN-MAX  only for players with such a rating\n");
    else
        command_say(command, "%s",
                    "\nThe names are in the order of play; you move first where you are not among\n"
                    "them. The game begins when all have accepted. Who rejects, or resigns before\n"
                    "a first move, leaves the game to the others. ai:5 is a computer: help ai\n");
}

/* Explains a command. */
static void help_verb(struct command *command, const struct verb *verb)
{
    bool is_seek = strcmp(verb->name, "seek") == 0;

    command_say(command, "%s %s\n  %s\n", verb->name, verb->usage, verb->about);
    if (is_seek || strcmp(verb->name, "challenge") == 0)
        help_options(command, is_seek);
}

/* Lists the historical programs that can be challenged. */
static void say_opponents(struct command *command)
{
    json_t *opponent;
    size_t i;

    json_array_foreach(json_object_get(command->answer, "opponents"), i, opponent)
    {
        const char *name = json_text_of(opponent, "name");
        if (json_is_true(json_object_get(opponent, "stand_in")))
            command_say(command, "  ai:%-15s a stand-in: little is known of the program\n", name);
        else
            command_say(command, "  ai:%s\n", name);
    }
}

/* Writes a topic about the server. False: there is none of this name. */
static bool help_topic(struct command *command, const char *word)
{
    for (size_t i = 0; i < sizeof topics / sizeof topics[0]; i++) {
        const struct help_topic *topic = &topics[i];

        if (strcasecmp(topic->name, word) != 0 && strcasecmp(topic->synonym, word) != 0)
            continue;
        if (topic->text == ai_text && command->step == 0) {
            command_get(command, "/api/1/opponents");
            return true;
        }
        command_say(command, "%s", topic->text);
        if (topic->text == ai_text)
            say_opponents(command);
        return true;
    }
    return false;
}

/* The word of the help that differs least from an unknown one, or "". */
static const char *nearest_help(const char *word)
{
    const char *nearest = "";
    int least = (int)strlen(word) / 2 + 1;

    for (int list = 0; list < 2; list++) {
        for (int i = 0;; i++) {
            const char *name = list == 0 ? topic_at(i).name : command_verb(i);

            if (!name)
                break;
            int distance = edit_distance(word, name);
            if (distance < least) {
                least = distance;
                nearest = name;
            }
        }
    }
    return nearest;
}

/* There is no help of this name: fails with the nearest one and all topics. */
static void fail_unknown_help(struct command *command, const char *word)
{
    const char *nearest = nearest_help(word);
    char names[256];
    size_t used = 0;

    for (int i = 0; topic_at(i).name && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, "%s%s", i ? ", " : "",
                                 topic_at(i).name);
    command_fail(command, 404, "not_found", "there is no help on '%.40s'%s%s; topics: %s", word,
                 *nearest ? ", perhaps you mean " : "", nearest, names);
}

/* The number of the tip that a word names; 0: the command has failed. */
static int tip_of_word(struct command *command, const char *word)
{
    char *end;
    long number = strtol(word, &end, 10);

    if (*word && !*end && number > 0 && number <= guide_tip_count())
        return (int)number;
    command_fail(command, 404, "not_found", "there is no tip %.20s; there are %d: help tip 1 to %d",
                 word, guide_tip_count(), guide_tip_count());
    return 0;
}

bool command_say_tip(struct command *command)
{
    const char *moves = command_line_from(command, 2);
    int number = tip_of_word(command, command->words[1]);
    paua_error error;

    if (number && !guide_write_tip_after(command->out.to, number, moves, &error))
        command_fail(command, 422, "illegal_move", "tip %d, %s", number, error.message);
    return command->failure == 0;
}

/* help tip N [MOVE...]: a tip, or its board after these moves. */
static void help_tip(struct command *command)
{
    int number = command->word_count > 2 ? 0 : tip_of_word(command, command->words[1]);

    if (command->word_count > 2)
        command_say_tip(command);
    else if (number && !guide_write_tip(command->out.to, number))
        command_fail(command, 500, "internal", "out of memory");
}

/* help [COMMAND|TOPIC|tip N [MOVE...]] */
static void run_help(struct command *command)
{
    const char *word = command->word_count > 0 ? command->words[0] : "";
    const struct guide_page *page = guide_page_find(word);
    const struct verb *verb = verb_find(word);

    if (!*word) {
        help_all(command);
        return;
    }
    bool is_tips = page && page == guide_page_find("tips");
    if (command->word_count > 1 && !is_tips) {
        command_fail(command, 400, "bad_command", "usage: help %s", command->verb->usage);
        return;
    }
    if (command->word_count > 1) {
        help_tip(command);
    } else if (page) {
        bool explains = verb && strcasecmp(word, page->name) == 0;

        if (explains) /* "move" is both */
            help_verb(command, verb);
        if (explains)
            command_say(command, "\n");
        if (!guide_write_page(command->out.to, page))
            command_fail(command, 500, "internal", "out of memory");
    } else if (!help_topic(command, word)) {
        if (verb)
            help_verb(command, verb);
        else
            fail_unknown_help(command, word);
    }
}

/* change password, change address [CODE]: confirms an address by the code from a mail; explains the
 * rest, which needs a password. */
static void run_change(struct command *command)
{
    if (command->step > 0)
        command_say(command, "Mail for your account goes to %s from now on.\n",
                    json_text_of(command->answer, "address"));
    else if (command->word_count == 2 && strcasecmp(command->words[0], "address") == 0)
        command_send(command, "POST", json_pack("{s:s}", "code", command->words[1]),
                     "/api/1/account/address");
    else
        command_say(command, "%s", account_text);
}

/* signup, signoff: explains where to do this, because it needs a password. */
static void run_explain_account(struct command *command)
{
    command_say(command, "%s", account_text);
}

const struct verb help_verbs[] = {
    {"change", "password|address [CODE]", "where to change them; confirm an address", run_change,
     WITHOUT_GAME, 0, 0},
    {"help", "[COMMAND|TOPIC|tip N]", "this list; a command, a topic, a tip", run_help,
     WITHOUT_GAME, 0, 0},
    {"signoff", "", "where to close your account", run_explain_account, WITHOUT_GAME, 0, 0},
    {"signup", "", "where to make an account", run_explain_account, WITHOUT_GAME, 0, 0},
    {.name = NULL},
};
