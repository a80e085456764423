/* help_verbs.c - the command `help` with its topics, and commands that only explain, because they
 * would need a password. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "command/advice.h"
#include "command/interpreter.h"

static const char rules_text[] =
    "Two to six players push one another's marbles off a hexagonal board.\n"
    "\n"
    "  - A move shifts one, two or three of your marbles in a straight line by one\n"
    "    cell: along the line, or sideways into empty cells.\n"
    "  - Along the line more marbles push fewer, two one, three one or two, if the\n"
    "    cell behind them is empty or beyond the edge.\n"
    "  - A marble pushed over the edge is ejected and counts for you. Your own\n"
    "    marbles stay on the board. Who can move must move.\n"
    "  - Whoever has ejected six marbles wins; with three players and more these are\n"
    "    marbles of any opponents.\n"
    "  - A position that is there for the third time is a draw, and so are 200 moves\n"
    "    without an ejection (rules of the preset classic).\n"
    "\n"
    "A game by command begins as the network server draws it: player one at the top.\n"
    "Other rules: challenge -rules=course NAME.\n";

static const char notation_text[] =
    "Rows have letters, A at the top; numbers count the diagonals from the left.\n"
    "\n"
    "  c5,d5      the marble on c5 goes to d5\n"
    "  a1-c3,b2   the line from a1 to c3 goes the way from a1 to b2: along itself\n"
    "  c3-c5,d4   the line from c3 to c5 goes the way from c3 to d4: sideways\n"
    "\n"
    "The line holds your own marbles only; what they push is not named. The cell\n"
    "behind the comma is next to either end of the line. Capitals do not matter.\n"
    "Every other notation that Paua knows is read too, but there a is the row at the\n"
    "bottom: a1b2, a1a3b1, [a1, c3, b2], a1NE.\n";

static const char boards_text[] =
    "Without an option a game begins from the standard board for its number of\n"
    "players, with -bowl from the other one.\n"
    "  -layout=NAME chooses another: belgian-daisy, german-daisy, the-wall, ...\n"
    "  -teams makes the players who face each other partners (four and six players).\n"
    "\n"
    "A game is called by its number, from 101 on, or by its id, eight letters and\n"
    "digits: move 105 c5,d5. A number is good for your own games and public ones.\n"
    "Of your own games the beginning of the id is enough if no other begins so.\n"
    "show GAME#5 is the position before move 5; move GAME MOVE#5 is refused unless\n"
    "the next move is number 5, so a command that comes late or twice does no harm.\n";

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
    "    is refused unless the next move is number 5.\n";

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

/* A page of the help. */
struct help_topic {
    const char *name, *synonym, *about;
    const char *text;
};

static const struct help_topic topics[] = {
    {"account", "signup", "sign up, passwords, tokens", account_text},
    {"ai", "computer", "computer players", ai_text},
    {"ai-aba", "aba", "Aba, a program of the past", ai_aba_text},
    {"boards", "board", "boards, and how games are called", boards_text},
    {"mail", "address", "to play by mail", mail_text},
    {"notation", "moves", "how moves are written", notation_text},
    {"ratings", "rating", "rated games", ratings_text},
    {"rules", "abalone", "the rules of the game", rules_text},
    {"time", "clock", "how long you may think", time_text},
    {"tips", "strategy", "how to play well", STRATEGY_ADVICE},
    {"tournaments", "tournament", "who plays whom, and how to take part", tournaments_text},
};

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
    command_say(command, "\nMore: help COMMAND, or help TOPIC:\n\n");
    for (size_t i = 0; i < sizeof topics / sizeof topics[0]; i++)
        command_say(command, "  %-13s%s\n", topics[i].name, topics[i].about);
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
        command_say(command, "  ai:%s\n", json_text_of(opponent, "name"));
    }
}

/* help [COMMAND|TOPIC] */
static void run_help(struct command *command)
{
    const char *word = command->word_count > 0 ? command->words[0] : "";

    if (!*word) {
        help_all(command);
        return;
    }
    for (size_t i = 0; i < sizeof topics / sizeof topics[0]; i++) {
        const struct help_topic *topic = &topics[i];

        if (strcasecmp(topic->name, word) != 0 && strcasecmp(topic->synonym, word) != 0)
            continue;
        if (topic->text == ai_text && command->step == 0) {
            command_get(command, "/api/1/opponents");
            return;
        }
        command_say(command, "%s", topic->text);
        if (topic->text == ai_text)
            say_opponents(command);
        return;
    }
    const struct verb *verb = verb_find(word);
    if (verb)
        help_verb(command, verb);
    else
        command_fail(command, 404, "not_found", "there is no help on '%.40s'; try: help", word);
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
    {"help", "[COMMAND|TOPIC]", "this list; help on a command or a topic", run_help, WITHOUT_GAME,
     0, 1},
    {"signoff", "", "where to close your account", run_explain_account, WITHOUT_GAME, 0, 0},
    {"signup", "", "where to make an account", run_explain_account, WITHOUT_GAME, 0, 0},
    {.name = NULL},
};
