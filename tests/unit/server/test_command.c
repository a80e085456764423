/* The command language: which calls a line becomes, and what is made of their answers. What the
 * server does with them is tested in tests/server/test_commands.py. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "command/command.h"

/* A call that is expected, and the answer to it. */
struct exchange {
    const char *call; /* METHOD TARGET [BODY] */
    int status;
    const char *answer;
};

/* A game between Ann and Bob after one move, as Bob sees it. */
#define GAME_MEMBERS                                                                               \
    "\"id\":\"GkysjnDL\",\"board\":\"5x5x5\",\"layout\":\"standard-2\","                           \
    "\"start\":\"bbbbb/bbbbbb/2bbb2/8/9/8/2www2/wwwwww/wwwww b 0-0 0 1\","                         \
    "\"rules\":{\"text\":\"classic,plies=10000,days=21\"},\"seats\":["                             \
    "{\"kind\":\"user\",\"colour\":\"b\",\"name\":\"Ann\",\"taken\":true},"                        \
    "{\"kind\":\"user\",\"colour\":\"w\",\"name\":\"Bob\",\"taken\":true,\"you\":true}],"          \
    "\"moves\":[\"g7f6\"],\"position\":\"x\",\"ply\":2,\"turn\":\"w\",\"result\":\"*\","           \
    "\"reason\":\"\",\"status\":\"playing\",\"proposals\":["                                       \
    "{\"kind\":\"draw\",\"colour\":\"b\",\"missing\":[\"w\"]}],\"chat\":["                         \
    "{\"event\":1,\"colour\":\"b\",\"text\":\"hello\"}]"
#define GAME "{" GAME_MEMBERS "}"

#define NUMBERED "{\"number\":105," GAME_MEMBERS "}"

#define ROWS                                                                                       \
    "{\"games\":[{\"id\":\"GkysjnDL\",\"seats\":[{\"colour\":\"b\",\"name\":\"Ann\"},"             \
    "{\"colour\":\"w\",\"name\":\"Bob\",\"you\":true}],\"status\":\"playing\",\"turn\":\"w\","     \
    "\"ply\":2},{\"id\":\"GkAAAAAA\",\"seats\":[{\"colour\":\"b\",\"name\":\"Bob\",\"you\":true}," \
    "{\"colour\":\"w\",\"name\":\"Cid\"}],\"status\":\"over\",\"result\":\"1/2-1/2\","             \
    "\"reason\":\"agreement\"}]}"

#define NUMBERED_ROWS                                                                              \
    "{\"games\":[{\"id\":\"GkysjnDL\",\"number\":105,\"seats\":[{\"colour\":\"b\","                \
    "\"name\":\"Ann\"},{\"colour\":\"w\",\"name\":\"Bob\",\"you\":true}],"                         \
    "\"status\":\"playing\",\"turn\":\"w\",\"ply\":2}]}"

/* Gives a command as Bob; the calls must be these. Returns the command once it is done. */
static struct command *give(const char *line, const struct exchange *exchanges, int count)
{
    struct command *command = command_new(line, "Bob");
    struct command_call call;
    char text[500];
    int i = 0;

    for (; command_next(command, &call); i++) {
        snprintf(text, sizeof text, "%s %s%s%s", call.method, call.target, call.body ? " " : "",
                 call.body ? call.body : "");
        if (i == count)
            fail_msg("'%s': a call too many: %s", line, text);
        assert_string_equal(text, exchanges[i].call);
        command_answer(command, exchanges[i].status, exchanges[i].answer,
                       strlen(exchanges[i].answer));
    }
    assert_int_equal(i, count);
    return command;
}

#define GIVE(line, ...)                                                                            \
    give(line, (struct exchange[]){__VA_ARGS__},                                                   \
         (int)(sizeof(struct exchange[]){__VA_ARGS__} / sizeof(struct exchange)))

/* The text of a command that has succeeded contains `expected`. */
static void check_text(struct command *command, const char *expected)
{
    const char *code;

    if (command_failure(command, &code) || !strstr(command_text(command), expected))
        fail_msg("expected '%s' in: %s", expected, command_text(command));
    command_free(command);
}

/* The command has failed with this status and code, and with this text (NULL: any). */
static void check_refusal(struct command *command, int status, const char *code, const char *text)
{
    const char *found;

    if (command_failure(command, &found) != status || strcmp(found, code) != 0)
        fail_msg("expected %d %s, found %d %s: %s", status, code, command_failure(command, &found),
                 found, command_text(command));
    if (text)
        assert_string_equal(command_text(command), text);
    assert_true(strlen(command_text(command)) > 0);
    assert_null(strchr(command_text(command), '\n'));
    command_free(command);
}

static void check_failure(struct command *command, int status, const char *code)
{
    check_refusal(command, status, code, NULL);
}

static void test_verbs(void **state)
{
    (void)state;
    for (int i = 0; command_verb(i); i++) {
        char line[80];
        const char *code;

        snprintf(line, sizeof line, "HELP %s", command_verb(i));
        struct command *command = give(line, NULL, 0);
        assert_int_equal(command_failure(command, &code), 0);
        assert_true(strlen(command_text(command)) > strlen(command_verb(i)));
        command_free(command);
        assert_true(i == 0 || strcmp(command_verb(i - 1), command_verb(i)) < 0);
    }
}

/* The text of a failed command contains `expected`. */
static void check_reason(struct command *command, const char *expected)
{
    const char *code;

    assert_true(command_failure(command, &code) > 0);
    if (!strstr(command_text(command), expected))
        fail_msg("expected '%s' in: %s", expected, command_text(command));
    command_free(command);
}

/* Pages of the guide and its tips, and what is near a misspelt topic. */
static void test_guide(void **state)
{
    (void)state;
    check_text(give("help move", NULL, 0), "move GAME MOVE[#N]\n");
    check_text(give("help move", NULL, 0), "c3-c5,d4: a line, sideways\n");
    check_text(give("help moves", NULL, 0), "Rows have letters");
    check_text(give("help tips", NULL, 0), "13 of 13. So begin with a daisy\n");
    check_text(give("help tip", NULL, 0), "1 of 13. Go to the centre at once\n");
    check_text(give("help tip 9", NULL, 0), "9 of 13. Be the first to eject five\n");
    check_text(give("HELP TIP 3 d5-f5,e5", NULL, 0), "G- . x o x x . .\n");
    check_text(give("preview tip 3", NULL, 0), "Tip 3, as it begins.\n");
    check_text(give("view tip 3 d5-f5,e5 h5,h6", NULL, 0), "Tip 3, after these moves.\n");
    check_reason(give("help rulse", NULL, 0), "perhaps you mean rules; topics: account, ai, "
                                              "ai-aba, boards, mail, move, notation, ratings, "
                                              "rules, time, tips, tournaments");
    check_reason(give("help chalenge", NULL, 0), "perhaps you mean challenge; topics: ");
    check_reason(give("help tip 14", NULL, 0), "there are 13: help tip 1 to 13");
    check_text(give("", NULL, 0), "  notation     how moves are written\n");
    check_failure(GIVE("preview tip c5,d5", {"GET /api/1/account/games", 200, "{\"games\":[]}"}),
                  404, "not_found"); /* the beginning of an id */
}

/* Everything that help prints fits a terminal. */
static void test_width(void **state)
{
    static const char *const lines[] = {"",
                                        "help rules",
                                        "help notation",
                                        "help boards",
                                        "help time",
                                        "help tips",
                                        "help ratings",
                                        "help ai-aba",
                                        "help account",
                                        "help tournaments",
                                        "help seek",
                                        "help challenge",
                                        "signup",
                                        "help move",
                                        "help tip 10",
                                        "help tip 2 d4-d6,d5"};

    (void)state;
    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        struct command *command = give(lines[i], NULL, 0);

        for (const char *at = command_text(command); *at;) {
            size_t width = strcspn(at, "\n");

            if (width > 79)
                fail_msg("%s: %.*s", lines[i], (int)width, at);
            at += width + (at[width] == '\n');
        }
        command_free(command);
    }
}

static void test_bad_lines(void **state)
{
    char line[COMMAND_LINE_MAX + 20] = "help ";

    (void)state;
    check_failure(give("mvoe x", NULL, 0), 400, "bad_command");
    check_failure(give("move", NULL, 0), 400, "bad_command");
    check_failure(give("move GkysjnDL c5,d5 e5", NULL, 0), 400, "bad_command");
    check_failure(give("move GkysjnDLx c5,d5", NULL, 0), 400, "bad_command");
    check_failure(give("move ../x c5,d5", NULL, 0), 400, "bad_command");
    check_failure(give("help\tme", NULL, 0), 400, "bad_command");
    check_failure(give("help \x7f", NULL, 0), 400, "bad_command");
    check_failure(give("help frobnicate", NULL, 0), 404, "not_found");
    check_failure(give("help rules notation", NULL, 0), 400, "bad_command");
    check_failure(give("help tip 14", NULL, 0), 404, "not_found");
    check_failure(give("help tip 0", NULL, 0), 404, "not_found");
    check_failure(give("help tip 4294967297", NULL, 0), 404, "not_found");
    check_failure(give("help tip three", NULL, 0), 404, "not_found");
    check_failure(give("preview tip 14", NULL, 0), 404, "not_found");
    check_failure(give("preview tip 3 d5-f5,e9", NULL, 0), 422, "illegal_move");
    check_failure(
        give("preview tip 3 d5-f5,e5 a1,a2 a1,a2 a1,a2 a1,a2 a1,a2 a1,a2 a1,a2 a1,a2", NULL, 0),
        422, "illegal_move");
    struct command *command =
        give("\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4"
             "\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4\xc3\xa4x\xc3\xa4",
             NULL, 0);
    assert_null(strpbrk(command_text(command), "\xc3\xa4"));
    check_failure(command, 400, "bad_command");
    check_failure(give("who a/b?c", NULL, 0), 400, "bad_command");
    check_failure(give("standings 2-mail&x=y", NULL, 0), 400, "bad_command");
    check_failure(give("seek -players=7", NULL, 0), 400, "bad_command");
    check_failure(give("seek -rating=9", NULL, 0), 400, "bad_command");
    check_failure(give("seek -sword", NULL, 0), 400, "bad_command");
    check_failure(give("challenge bob", NULL, 0), 400, "bad_command");
    check_failure(give("challenge a b c d e f", NULL, 0), 400, "bad_command");
    check_failure(
        give("1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0 1 2 3 4", NULL, 0), 400,
        "bad_command");
    memset(line + 5, 'x', COMMAND_LINE_MAX);
    check_failure(give(line, NULL, 0), 400, "bad_command");
}

/* A game of three out of which Bob has gone after one move each; it is Cid's turn. */
#define GAME_OF_THREE(left)                                                                        \
    "{\"id\":\"GkysjnDL\",\"board\":\"5x5x5\",\"layout\":\"standard-3\",\"start\":"                \
    "\"bbbbb/bbbbbb/7/r6w/rr5ww/rr4ww/rr3ww/rr2ww/rr1ww b 0-0-0 0 "                                \
    "1\",\"rules\":{\"text\":\"classic,plies=10000\"},"                                            \
    "\"seats\":[{\"kind\":\"user\",\"colour\":\"b\",\"name\":\"Ann\",\"taken\":true},"             \
    "{\"kind\":\"user\",\"colour\":\"w\",\"name\":\"Bob\",\"taken\":true" left "},"                \
    "{\"kind\":\"user\",\"colour\":\"r\",\"name\":\"Cid\",\"taken\":true}],\"moves\":"             \
    "[\"h4g3\",\"a4a3\",\"a1b2\",\"g3h4\",\"b2a1\"],\"position\":\"x\",\"ply\":6,"                 \
    "\"turn\":\"b\",\"result\":\"*\",\"reason\":\"\",\"status\":\"playing\","                      \
    "\"proposals\":[],\"chat\":[]}"
#define LEFT ",\"left\":\"resignation\",\"left_ply\":5"

/* Whoever has left is passed over from then on. */
static void test_departures(void **state)
{
    (void)state;
    check_text(GIVE("show GkysjnDL", {"GET /api/1/games/GkysjnDL", 200, GAME_OF_THREE(LEFT)}),
               "Bob, 0 ejected, out: resignation\n");
    check_text(GIVE("show GkysjnDL#5", {"GET /api/1/games/GkysjnDL", 200, GAME_OF_THREE(LEFT)}),
               "position before move 5; last move C1,B1.");
    check_text(
        GIVE("preview GkysjnDL h4g3 a1b2", {"GET /api/1/games/GkysjnDL", 200, GAME_OF_THREE(LEFT)}),
        "position before move 8; last move I5,H5.");
    check_failure(GIVE("show GkysjnDL", {"GET /api/1/games/GkysjnDL", 200, GAME_OF_THREE("")}), 500,
                  "internal");
}

/* What has been done is no failure where the game cannot be shown afterwards. */
static void test_shown_no_more(void **state)
{
    static const char done[] = "This is done, but the game cannot be shown now.\n";

    (void)state;
    check_text(GIVE("move GkysjnDL g5,f5", {"GET /api/1/games/GkysjnDL", 200, GAME},
                    {"POST /api/1/games/GkysjnDL/moves {\"ply\":2,\"move\":\"g5,f5\"}", 200, "{}"},
                    {"GET /api/1/games/GkysjnDL", 503, "{}"}),
               done);
    check_text(GIVE("propose GkysjnDL", {"GET /api/1/games/GkysjnDL", 200, GAME},
                    {"POST /api/1/games/GkysjnDL/draw {\"action\":\"offer\"}", 200, "{}"}),
               done);
    check_text(GIVE("challenge Ann",
                    {"POST /api/1/games "
                     "{\"seats\":[{\"kind\":\"user\",\"name\":\"Bob\"},{\"kind\":\"user\","
                     "\"name\":\"Ann\"}],\"layout\":\"standard-2\",\"rules\":\"classic,days=21\"}",
                     201, "{\"game\":" GAME "}"},
                    {"GET /api/1/games/GkysjnDL", 503, "{}"}),
               "Game GkysjnDL, move 2: ");
}

/* The numbered move, the game again, and the board. */
static void test_move(void **state)
{
    (void)state;
    check_text(GIVE("abalone MOVE GkysjnDL g5,f5", {"GET /api/1/games/GkysjnDL", 200, GAME},
                    {"POST /api/1/games/GkysjnDL/moves {\"ply\":2,\"move\":\"g5,f5\"}", 200, "{}"},
                    {"GET /api/1/games/GkysjnDL", 200, GAME}),
               "    C- . . o o . . . / 9\n   D- . . . . o . . . /\n");
    check_text(GIVE("move GkysjnDL g5,f5#7", {"GET /api/1/games/GkysjnDL", 200, GAME},
                    {"POST /api/1/games/GkysjnDL/moves {\"ply\":7,\"move\":\"g5,f5\"}", 200, "{}"},
                    {"GET /api/1/games/GkysjnDL", 200, GAME}),
               "your turn; last move C5,D5");
    check_failure(GIVE("move GkysjnDL g5,f5#0", {"GET /api/1/games/GkysjnDL", 200, GAME}), 400,
                  "bad_command");
    check_failure(GIVE("move GkysjnDL pass", {"GET /api/1/games/GkysjnDL", 200, GAME}), 422,
                  "illegal_move");
}

/* Refusals call the players as the board does. */
static void test_marks(void **state)
{
    (void)state;
    check_refusal(
        GIVE("move GkysjnDL g5,f5", {"GET /api/1/games/GkysjnDL", 200, GAME},
             {"POST /api/1/games/GkysjnDL/moves {\"ply\":2,\"move\":\"g5,f5\"}", 409,
              "{\"error\":{\"code\":\"not_your_turn\",\"message\":\"it is Black's turn\"}}"}),
        409, "not_your_turn", "it is o's turn");
    check_refusal(GIVE("preview GkysjnDL c5,d5", {"GET /api/1/games/GkysjnDL", 200, GAME}), 422,
                  "illegal_move", "move 'c5,d5': x has no marble on C5");
    check_refusal(GIVE("move GkysjnDL a1,b1",
                       {"GET /api/1/games/GkysjnDL", 200, GAME_OF_THREE(LEFT)},
                       {"POST /api/1/games/GkysjnDL/moves {\"ply\":6,\"move\":\"a1,b1\"}", 409,
                        "{\"error\":{\"code\":\"not_your_turn\",\"message\":"
                        "\"it is Red's turn, not White's; Blackbird\"}}"}),
                  409, "not_your_turn", "it is 3's turn, not 2's; Blackbird");
    check_refusal(
        GIVE("chat GkysjnDL x", {"GET /api/1/games/GkysjnDL", 200, GAME},
             {"POST /api/1/games/GkysjnDL/chat {\"text\":\"x\"}", 409,
              "{\"error\":{\"code\":\"blocked\",\"message\":\"Black does not listen\"}}"}),
        409, "blocked", "Black does not listen");
}

/* The beginning of an id is enough among one's own games, if it is one's alone. */
static void test_beginning(void **state)
{
    (void)state;
    check_text(GIVE("chat Gky", {"GET /api/1/account/games", 200, ROWS},
                    {"GET /api/1/games/GkysjnDL", 200, GAME}),
               "Ann: hello");
    check_failure(GIVE("chat Gk", {"GET /api/1/account/games", 200, ROWS}), 404, "not_found");
    check_failure(GIVE("chat x", {"GET /api/1/account/games", 200, ROWS}), 404, "not_found");
    check_failure(GIVE("chat x", {"GET /api/1/account/games", 401,
                                  "{\"error\":{\"code\":\"not_signed_in\",\"message\":\"no\"}}"}),
                  401, "not_signed_in");
}

/* A number comes first; where there is no such game, or not for Bob, it may begin an id. */
static void test_number(void **state)
{
    (void)state;
    check_text(GIVE("show 105#1", {"GET /api/1/games/105", 200, NUMBERED}),
               "Game 105 (GkysjnDL), position before move 1.");
    check_text(GIVE("submit 105 G5,F5", {"GET /api/1/games/105", 200, NUMBERED}),
               "confirm 105 G5,F5#2");
    check_text(GIVE("move 105 g5,f5#2", {"GET /api/1/games/105", 200, NUMBERED},
                    {"POST /api/1/games/GkysjnDL/moves {\"ply\":2,\"move\":\"g5,f5\"}", 200, "{}"},
                    {"GET /api/1/games/GkysjnDL", 200, NUMBERED}),
               "Answer: accept 105, or reject 105\n");
    check_failure(GIVE("move 105 g5,f5", {"GET /api/1/games/105", 404, "{}"},
                       {"GET /api/1/account/games", 200, ROWS}),
                  404, "not_found");
    check_text(GIVE("chat 234", {"GET /api/1/games/234", 404, "{}"},
                    {"GET /api/1/account/games", 200,
                     "{\"games\":[{\"id\":\"234Abcde\",\"number\":1000}]}"},
                    {"GET /api/1/games/234Abcde", 200, NUMBERED}),
               "Ann: hello");
    check_failure(GIVE("chat 234", {"GET /api/1/games/234", 404, "{}"},
                       {"GET /api/1/account/games", 200, "{\"games\":[{\"id\":\"234Abcde\"}]}"},
                       {"GET /api/1/games/234Abcde", 404, "{}"}),
                  404, "");
    check_failure(GIVE("chat 105", {"GET /api/1/games/105", 503,
                                    "{\"error\":{\"code\":\"storage\",\"message\":\"x\"}}"}),
                  503, "storage");
    check_failure(GIVE("chat 12", {"GET /api/1/account/games", 200, ROWS}), 404, "not_found");
    check_text(GIVE("show 105", {"GET /api/1/games/105", 404, "{}"},
                    {"GET /api/1/users/105/games?open=1", 200, NUMBERED_ROWS}),
               "105   GkysjnDL  Ann - Bob: move 2: your turn\n");
}

static void test_submit(void **state)
{
    (void)state;
    check_text(GIVE("submit GkysjnDL G5,F5", {"GET /api/1/games/GkysjnDL", 200, GAME}),
               "confirm GkysjnDL G5,F5#2");
    check_text(GIVE("preview GkysjnDL g5,f5 d5,d6", {"GET /api/1/games/GkysjnDL", 200, GAME}),
               "position before move 4; last move D5,D6");
    check_text(GIVE("show GkysjnDL#1", {"GET /api/1/games/GkysjnDL", 200, GAME}),
               "position before move 1.");
    check_failure(GIVE("submit GkysjnDL g5,e5", {"GET /api/1/games/GkysjnDL", 200, GAME}), 422,
                  "illegal_move");
    check_failure(GIVE("submit GkysjnDL g5,f5#9", {"GET /api/1/games/GkysjnDL", 200, GAME}), 409,
                  "wrong_ply");
    check_failure(GIVE("confirm GkysjnDL g5,f5", {"GET /api/1/games/GkysjnDL", 200, GAME}), 400,
                  "bad_command");
}

static void test_answers(void **state)
{
    (void)state;
    check_text(GIVE("accept GkysjnDL", {"GET /api/1/games/GkysjnDL", 200, GAME},
                    {"POST /api/1/games/GkysjnDL/draw {\"action\":\"accept\"}", 200, GAME}),
               "Accepted.");
    check_text(GIVE("move GkysjnDL reject", {"GET /api/1/games/GkysjnDL", 200, GAME},
                    {"POST /api/1/games/GkysjnDL/draw {\"action\":\"decline\"}", 200, GAME}),
               "Rejected.");
    check_text(
        GIVE("resign GkysjnDL", {"GET /api/1/games/GkysjnDL", 200, GAME},
             {"POST /api/1/games/GkysjnDL/decline {}", 409,
              "{\"error\":{\"code\":\"has_moved\",\"message\":\"only before the first move\"}}"},
             {"POST /api/1/games/GkysjnDL/resign {}", 200, GAME}),
        "You have resigned.");
    check_text(GIVE("resign GkysjnDL", {"GET /api/1/games/GkysjnDL", 200, GAME},
                    {"POST /api/1/games/GkysjnDL/decline {}", 409,
                     "{\"error\":{\"code\":\"tournament\",\"message\":\"resign\"}}"},
                    {"POST /api/1/games/GkysjnDL/resign {}", 200, GAME}),
               "You have resigned.");
    check_failure(GIVE("resign GkysjnDL", {"GET /api/1/games/GkysjnDL", 200, GAME},
                       {"POST /api/1/games/GkysjnDL/decline {}", 503,
                        "{\"error\":{\"code\":\"storage\",\"message\":\"disk full\"}}"}),
                  503, "storage");
}

/* A game that Ann, Bob and Cid have ended, or one of them before it began. */
#define CLOSED(result, reason)                                                                     \
    "{\"id\":\"GkysjnDL\",\"number\":103,\"board\":\"5x5x5\",\"layout\":\"\",\"start\":"           \
    "\"bbbbb/bbbbbb/7/r6w/rr5ww/rr4ww/rr3ww/rr2ww/rr1ww b 0-0-0 0 1\","                            \
    "\"rules\":{\"text\":\"classic\"},\"seats\":[{\"colour\":\"b\",\"name\":\"Ann\"},"             \
    "{\"colour\":\"w\",\"name\":\"Bob\",\"you\":true},{\"colour\":\"r\",\"name\":\"Cid\"}],"       \
    "\"moves\":[],\"position\":\"x\",\"ply\":1,\"turn\":\"b\",\"result\":\"" result                \
    "\",\"reason\":\"" reason "\",\"status\":\"over\",\"proposals\":[],\"chat\":[],"               \
    "\"next\":\"9EpwcMZr\"}"
#define NEXT                                                                                       \
    "{\"id\":\"9EpwcMZr\",\"number\":107,\"seats\":[{\"colour\":\"b\",\"name\":\"Ann\"},"          \
    "{\"colour\":\"w\",\"name\":\"Cid\"}],\"status\":\"waiting\"}"

/* The game that continues another one is named by its number, and by its id where it cannot be read. */
static void test_next(void **state)
{
    (void)state;
    check_text(GIVE("resign 103", {"GET /api/1/games/103", 200, CLOSED("*", "declined")},
                    {"POST /api/1/games/GkysjnDL/decline {}", 200, CLOSED("*", "declined")},
                    {"GET /api/1/games/9EpwcMZr", 200, NEXT}),
               "You do not play. The game is closed.\n"
               "It continues as game 107 (9EpwcMZr), Ann - Cid: waiting for players.\n");
    check_text(GIVE("show 103", {"GET /api/1/games/103", 200, CLOSED("1-0", "ejections")},
                    {"GET /api/1/games/9EpwcMZr", 200, NEXT}),
               "\nThe rematch is game 107 (9EpwcMZr), Ann - Cid: waiting for players.\n");
    check_text(GIVE("show 103", {"GET /api/1/games/103", 200, CLOSED("*", "declined")},
                    {"GET /api/1/games/9EpwcMZr", 503, "{}"}),
               "\nIt continues as game 9EpwcMZr.\n");
}

/* Whoever proposes is told who has still to answer. */
static void test_proposals(void **state)
{
    static const char own[] =
        "{\"id\":\"GkysjnDL\",\"board\":\"5x5x5\",\"layout\":\"\",\"start\":"
        "\"bbbbb/bbbbbb/7/r6w/rr5ww/rr4ww/rr3ww/rr2ww/rr1ww b 0-0-0 0 1\","
        "\"rules\":{\"text\":\"classic\"},\"seats\":[{\"colour\":\"b\",\"name\":\"Ann\"},"
        "{\"colour\":\"w\",\"name\":\"Bob\",\"you\":true},{\"colour\":\"r\",\"name\":\"Cid\"}],"
        "\"moves\":[],\"position\":\"x\",\"ply\":1,\"turn\":\"b\",\"result\":\"*\",\"status\":"
        "\"playing\",\"proposals\":[{\"kind\":\"takeback\",\"ply\":3,\"colour\":\"w\","
        "\"missing\":[\"b\",\"r\"]},{\"kind\":\"pause\",\"colour\":\"b\",\"missing\":[\"r\"]}]}";

    (void)state;
    check_text(GIVE("show GkysjnDL", {"GET /api/1/games/GkysjnDL", 200, own}),
               "\nYou propose to go back to move 3.\nStill to answer: Ann, Cid\n"
               "Ann proposes a pause.\nStill to answer: Cid\n");
}

/* That mail needs an address is said to those who have none. */
static void test_mail_setting(void **state)
{
#define MAIL_CALLS(mode, account)                                                                  \
    {"GET /api/1/server", 200, "{\"mail\":true}"},                                                 \
        {"PATCH /api/1/account/settings {\"mail\":\"" mode "\"}", 200,                             \
         "{\"mail\":\"" mode "\",\"mails\":{\"turn\":\"now\",\"chat\":\"off\"}}"},                 \
    {                                                                                              \
        "GET /api/1/account", 200, account                                                         \
    }
    static const char with[] =
        "Mail about your games: turns. By kind:\n\n  turn        now\n  chat        off\n\n"
        "To change it: mail KIND off|digest|now, mail GAME off|digest|now|usual,\n"
        "or all kinds: mail off|daily|turns\n";
    struct command *command =
        GIVE("mail turns", MAIL_CALLS("turns", "{\"address\":\"a***@example.org\"}"));

    (void)state;
    assert_string_equal(command_text(command), with);
    command_free(command);
    check_text(GIVE("mail turns", MAIL_CALLS("turns", "{\"address\":null}")),
               "turns\nIt comes once you have an address: help mail\n");
    check_text(GIVE("mail chat now", {"GET /api/1/server", 200, "{\"mail\":true}"},
                    {"PATCH /api/1/account/settings {\"mails\":{\"chat\":\"now\"}}", 200,
                     "{\"mail\":\"off\",\"mails\":{\"chat\":\"now\"}}"}),
               "  chat        now\n");
    check_text(GIVE("mail 105 off", {"GET /api/1/server", 200, "{\"mail\":true}"},
                    {"PUT /api/1/account/mail/105 {\"mail\":\"off\"}", 204, ""}),
               "Mail about game 105: off.\n");
    check_text(GIVE("mail Gk8sjnDL usual", {"GET /api/1/server", 200, "{\"mail\":true}"},
                    {"DELETE /api/1/account/mail/Gk8sjnDL {}", 204, ""}),
               "Mail about game Gk8sjnDL: usual.\n");
    check_text(GIVE("mail yyeghqcv usual", {"GET /api/1/server", 200, "{\"mail\":true}"},
                    {"DELETE /api/1/account/mail/yyeghqcv {}", 204, ""}),
               "Mail about game yyeghqcv: usual.\n");
}

static void test_challenges(void **state)
{
    (void)state;
    check_text(GIVE("challenge Ann",
                    {"POST /api/1/games "
                     "{\"seats\":[{\"kind\":\"user\",\"name\":\"Bob\"},{\"kind\":\"user\","
                     "\"name\":\"Ann\"}],\"layout\":\"standard-2\",\"rules\":\"classic,days=21\"}",
                     201, "{\"game\":" GAME "}"},
                    {"GET /api/1/games/GkysjnDL", 200, GAME}),
               "Ann proposes a draw.");
    check_text(GIVE("challenge -bowl Ann bob ai:3 ai:abapro -days=3",
                    {"POST /api/1/games "
                     "{\"seats\":[{\"kind\":\"user\",\"name\":\"Ann\"},{\"kind\":\"user\","
                     "\"name\":\"bob\"},{\"kind\":\"computer\",\"level\":3},{\"kind\":\"computer\","
                     "\"opponent\":\"abapro\"}],\"layout\":\"bowl\",\"players\":4,\"rules\":"
                     "\"classic,days=3\"}",
                     201, "{\"game\":" GAME "}"},
                    {"GET /api/1/games/GkysjnDL", 200, GAME}),
               "GkysjnDL");
    check_text(GIVE("challenge -public Ann",
                    {"POST /api/1/games "
                     "{\"seats\":[{\"kind\":\"user\",\"name\":\"Bob\"},{\"kind\":\"user\","
                     "\"name\":\"Ann\"}],\"layout\":\"standard-2\",\"rules\":\"classic,days=21\","
                     "\"public\":true}",
                     201, "{\"game\":" GAME "}"},
                    {"GET /api/1/games/GkysjnDL", 200, GAME}),
               "GkysjnDL");
    check_text(
        GIVE("seek -players=3 -rating=1400-1600 -rules=tournament -rated",
             {"POST /api/1/games "
              "{\"seats\":[{\"kind\":\"user\",\"name\":\"Bob\"},{\"kind\":\"open\","
              "\"rating\":[1400,1600]},{\"kind\":\"open\",\"rating\":[1400,1600]}],"
              "\"layout\":\"standard\",\"players\":3,\"rules\":\"tournament\",\"rated\":true}",
              201, "{\"game\":" GAME "}"},
             {"GET /api/1/games/GkysjnDL", 200, GAME}),
        "GkysjnDL");
}

/* A row of a list: a game that Ann, Bob, Cid and so on have ended. */
#define ENDED(seats, result, position)                                                             \
    "{\"games\":[{\"id\":\"GkysjnDL\",\"seats\":[" seats                                           \
    "],\"status\":\"over\",\"result\":\"" result "\",\"position\":\"" position                     \
    "\",\"reason\":\"ejections\"}]}"
#define SEATS_3                                                                                    \
    "{\"colour\":\"b\",\"name\":\"Ann\"},{\"colour\":\"w\",\"name\":\"Bob\",\"you\":true},"        \
    "{\"colour\":\"r\",\"name\":\"Cid\"}"
#define SEATS_4 SEATS_3 ",{\"colour\":\"g\",\"name\":\"Dan\"}"

static void check_result(const char *rows, const char *expected)
{
    check_text(GIVE("games", {"GET /api/1/account/games", 200, rows}), expected);
}

/* The result of a game names the winner, and with teams his partner. */
static void test_results(void **state)
{
    (void)state;
    check_result(ENDED(SEATS_3, "1-0", "x b 6-0-0 0 9"), "Cid: Ann won (ejections)\n");
    check_result(ENDED(SEATS_3, "0-1", "x b 0-6-0 0 9"), "Cid: Bob won (ejections)\n");
    check_result(ENDED(SEATS_3, "0-0-1", "x b 0-0-6 0 9"), "Cid: Cid won (ejections)\n");
    check_result(ENDED(SEATS_4, "1/2-1/2", "x b 0-0-0-0 0 9"), "Dan: drawn (ejections)\n");
    check_result(ENDED(SEATS_4, "0-0-0-1", "x b 0-0-0-6 0 9"), "Dan: Dan won (ejections)\n");
    check_result(ENDED(SEATS_4, "1-0", "x b 4-0-2-0 0 9 br-wg"),
                 "Dan: Ann and Cid won (ejections)\n");
    check_result(ENDED(SEATS_4, "0-0-0-1", "x b 0-4-0-2 0 9 br-wg"),
                 "Dan: Bob and Dan won (ejections)\n");
}

static void test_lists(void **state)
{
    (void)state;
    check_text(GIVE("games", {"GET /api/1/account/games", 200, ROWS}),
               "GkysjnDL  Ann - Bob: move 2: your turn\nGkAAAAAA  Bob - Cid: drawn (agreement)\n");
    check_text(GIVE("show", {"GET /api/1/account/games", 200, ROWS},
                    {"GET /api/1/games/GkysjnDL", 200, GAME}),
               "Ann proposes a draw.\nAnswer: accept GkysjnDL, or reject GkysjnDL");
    check_text(GIVE("show Ann", {"GET /api/1/users/Ann/games?open=1", 200, ROWS}), "GkysjnDL");
    check_text(GIVE("show Friedric", {"GET /api/1/games/Friedric", 404, "{}"},
                    {"GET /api/1/users/Friedric/games?open=1", 200, ROWS}),
               "GkysjnDL");
    check_failure(GIVE("show Friedric", {"GET /api/1/games/Friedric", 404, "{}"},
                       {"GET /api/1/users/Friedric/games?open=1", 404, "{}"}),
                  404, "not_found");
    check_text(GIVE("limit 5",
                    {"PATCH /api/1/account/settings {\"games_max\":5}", 200, "{\"games_max\":5}"}),
               "at most 5 games");
}

#define TOURNAMENT_HEAD                                                                            \
    "{\"id\":\"Fq7hWkTa\",\"name\":\"Winter\",\"owner\":\"Ann\",\"system\":\"swiss\","             \
    "\"rounds\":5,\"players\":3,\"layout\":\"belgian-daisy\",\"rules\":\"classic,game=600\","      \
    "\"rated\":true,"
#define TOURNAMENT_OPEN                                                                            \
    TOURNAMENT_HEAD "\"status\":\"open\",\"round\":0,\"starts\":\"2026-12-01T18:30:00Z\","         \
                    "\"standings\":[],\"pairings\":[]}"
#define TOURNAMENT                                                                                 \
    TOURNAMENT_HEAD                                                                                \
    "\"status\":\"running\",\"round\":10,\"standings\":["                                          \
    "{\"rank\":1,\"number\":3,\"name\":\"Cid\",\"points\":1.5,\"buchholz\":1.0,"                   \
    "\"sonneborn_berger\":0.25,\"wins\":1,\"rounds\":["                                            \
    "{\"round\":1,\"opponent\":null,\"points\":1.0,\"played\":false},"                             \
    "{\"round\":10,\"opponent\":1,\"points\":0.5,\"played\":true,\"colour\":\"w\","                \
    "\"game\":\"GkysjnDL\"}]},"                                                                    \
    "{\"rank\":2,\"number\":1,\"name\":\"Ann\",\"points\":0.5,\"left\":true,\"rounds\":["          \
    "{\"round\":9,\"opponent\":2,\"points\":0.0,\"played\":false,\"colour\":\"b\"},"               \
    "{\"round\":10,\"opponent\":3,\"points\":0.5,\"played\":true,\"colour\":\"b\"}]},"             \
    "{\"rank\":3,\"number\":2,\"name\":\"Twenty-letters-long1\",\"points\":0.0,\"rounds\":["       \
    "{\"round\":1,\"opponent\":1,\"points\":null,\"played\":true,\"colour\":\"w\"}]}],"            \
    "\"pairings\":[{\"round\":1,\"black\":1,\"white\":2,\"black_points\":null},"                   \
    "{\"round\":10,\"black\":1,\"white\":3,\"black_points\":0.5,\"white_points\":0.5,"             \
    "\"game\":\"GkysjnDL\"},{\"round\":10,\"black\":2,\"white\":null,\"black_points\":1.0}]}"

/* Lists, one tournament in at most 80 columns, and who takes part. */
static void test_tournaments(void **state)
{
    (void)state;
    check_text(
        GIVE("tournaments",
             {"GET /api/1/tournaments?status=open", 200, "{\"tournaments\":[" TOURNAMENT_OPEN "]}"},
             {"GET /api/1/tournaments?status=running", 200, "{\"tournaments\":[]}"},
             {"GET /api/1/tournaments?status=over", 200, "{\"tournaments\":[]}"}),
        "Open:\nFq7hWkTa  Winter\n          Swiss, 5 rounds, 3 players, by Ann, begins "
        "2026-12-01 18:30\nRunning: none\nEnded: none\n");
    check_text(GIVE("tournaments over",
                    {"GET /api/1/tournaments?status=over", 200, "{\"tournaments\":[]}"}),
               "Ended: none\n");
    check_failure(give("tournaments soon", NULL, 0), 400, "bad_command");
    check_failure(give("tournament Winter", NULL, 0), 400, "bad_command");
    check_failure(give("leave ../../xx", NULL, 0), 400, "bad_command");
    check_text(GIVE("tournament Fq7hWkTa", {"GET /api/1/tournaments/Fq7hWkTa", 200, TOURNAMENT}),
               "Swiss, round 10 of 5, 3 players, by Ann\n"
               "belgian-daisy; classic,game=600; rated\n\n"
               "Rank  No. Name                  Points  Buchholz  Sonneborn  Wins\n"
               "   1    3 Cid                      1.5       1.0       0.25     1\n"
               "   2    1 Ann                      0.5       0.0       0.00     0  left\n"
               "   3    2 Twenty-letters-long1     0.0       0.0       0.00     0\n\n"
               "Round 10\n"
               "  Ann - Cid: 0.5 - 0.5  GkysjnDL\n"
               "  Twenty-letters-long1: bye\n\n"
               "Cross table (number of the opponent, b or w, result; + and -: no game)\n"
               " No. Round                    1     2     3     4     5     6     7     8     9\n"
               "   3 Cid                    bye     .     .     .     .     .     .     .     .\n"
               "   1 Ann                      .     .     .     .     .     .     .     .   2b-\n"
               "   2 Twenty-letters-long1   1w?     .     .     .     .     .     .     .     .\n"
               "\n"
               " No. Round                   10\n"
               "   3 Cid                    1w=\n"
               "   1 Ann                    3b=\n"
               "   2 Twenty-letters-long1     .\n");
    check_text(
        GIVE("join Fq7hWkTa", {"POST /api/1/tournaments/Fq7hWkTa/join {}", 200, TOURNAMENT_OPEN}),
        "You take part in Winter.\n\nTournament Fq7hWkTa: Winter\n");
    check_text(
        GIVE("leave Fq7hWkTa", {"POST /api/1/tournaments/Fq7hWkTa/leave {}", 200, TOURNAMENT_OPEN}),
        "You take no more part in Winter.");
    check_failure(GIVE("join Fq7hWkTa", {"POST /api/1/tournaments/Fq7hWkTa/join {}", 409,
                                         "{\"error\":{\"code\":\"too_late\",\"message\":\"x\"}}"}),
                  409, "too_late");
    /* A game may be joined as well. */
    check_text(GIVE("join GkysjnDL", {"POST /api/1/tournaments/GkysjnDL/join {}", 404, "{}"},
                    {"GET /api/1/games/GkysjnDL", 200, GAME},
                    {"POST /api/1/games/GkysjnDL/draw {\"action\":\"accept\"}", 200, GAME}),
               "Accepted.");
    check_text(GIVE("join Gky", {"GET /api/1/account/games", 200, ROWS},
                    {"GET /api/1/games/GkysjnDL", 200, GAME},
                    {"POST /api/1/games/GkysjnDL/draw {\"action\":\"accept\"}", 200, GAME}),
               "Accepted.");
}

static void test_club(void **state)
{
    (void)state;
    check_text(GIVE("queue GkysjnDL g5,f5", {"GET /api/1/games/GkysjnDL", 200, GAME},
                    {"POST /api/1/games/GkysjnDL/conditional {\"ply\":2,\"queue\":\"g5,f5\"}", 200,
                     "{\"ply\":2,\"tree\":[{\"move\":\"*\",\"then\":[{\"move\":\"c5d5\"}]}]}"}),
               "Queued in game GkysjnDL:\n  2. * 3. c5d5\n");
    check_text(
        GIVE("queue GkysjnDL off", {"GET /api/1/games/GkysjnDL", 200, GAME},
             {"DELETE /api/1/games/GkysjnDL/conditional {}", 200, "{\"ply\":2,\"tree\":[]}"}),
        "Nothing is queued");
    check_text(GIVE("vacation 2027-01-03",
                    {"POST /api/1/account/vacation {\"to\":\"2027-01-03T00:00:00Z\"}", 200,
                     "{\"from\":\"2026-12-20T00:00:00Z\",\"to\":\"2027-01-03T00:00:00Z\","
                     "\"year\":2026,\"allowance\":30,\"left\":16}"}),
               "from 2026-12-20 to 2027-01-03. 16 of 30 days are left in 2026.");
    check_text(GIVE("vacation off", {"DELETE /api/1/account/vacation {}", 200,
                                     "{\"from\":null,\"to\":null,\"year\":2026,\"allowance\":30,"
                                     "\"left\":30}"}),
               "No vacation. 30 of 30");
    check_failure(give("vacation 0", NULL, 0), 400, "bad_command");
    check_failure(give("vacation 2027-13-03", NULL, 0), 400, "bad_command");
    check_failure(give("vacation soon", NULL, 0), 400, "bad_command");
    check_text(GIVE("subscribe GkysjnDL", {"GET /api/1/games/GkysjnDL", 200, GAME},
                    {"PUT /api/1/account/subscriptions/GkysjnDL {}", 204, ""}),
               "You follow");
    check_text(GIVE("message Ann Hello  there",
                    {"POST /api/1/users/Ann/messages {\"text\":\"Hello  there\"}", 201, "{}"}),
               "Sent to Ann.");
    check_text(
        GIVE("messages Ann", {"GET /api/1/account/messages/Ann?most=20", 200,
                              "{\"name\":\"Ann\",\"messages\":[{\"at\":\"2026-11-25T21:28:03Z\","
                              "\"sent\":false,\"text\":\"one\\ntwo\\u001b[1m\"}]}"}),
        "Ann, 2026-11-25:\n  one\n  two[1m\n");
    check_text(GIVE("block Ann", {"PUT /api/1/account/blocks/Ann {}", 204, ""}), "no longer");
    check_failure(give("block a/b", NULL, 0), 400, "bad_command");
}

/* Answers that are no JSON, or other JSON than expected, do no harm. */
static void test_strange_answers(void **state)
{
    static const char *const answers[] = {"", "{", "[]", "{}", "{\"games\":3}", "{\"position\":1}"};
    const char *code;

    (void)state;
    for (size_t i = 0; i < sizeof answers / sizeof answers[0]; i++) {
        command_free(GIVE("games", {"GET /api/1/account/games", 200, answers[i]}));
        command_free(GIVE("seeks", {"GET /api/1/seeks", 200, answers[i]}));
    }
    struct command *command = GIVE("games", {"GET /api/1/account/games", 500, ""});
    assert_int_equal(command_failure(command, &code), 500);
    command_free(command);
    command = GIVE("games", {"GET /api/1/account/games", 0, ""});
    assert_int_equal(command_failure(command, &code), 500);
    command_free(command);
    check_failure(GIVE("show GkysjnDL", {"GET /api/1/games/GkysjnDL", 200, "{\"position\":1}"}),
                  500, "internal");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_verbs),         cmocka_unit_test(test_width),
        cmocka_unit_test(test_bad_lines),     cmocka_unit_test(test_departures),
        cmocka_unit_test(test_shown_no_more), cmocka_unit_test(test_move),
        cmocka_unit_test(test_marks),         cmocka_unit_test(test_next),
        cmocka_unit_test(test_proposals),     cmocka_unit_test(test_mail_setting),
        cmocka_unit_test(test_beginning),     cmocka_unit_test(test_submit),
        cmocka_unit_test(test_answers),       cmocka_unit_test(test_challenges),
        cmocka_unit_test(test_lists),         cmocka_unit_test(test_results),
        cmocka_unit_test(test_number),        cmocka_unit_test(test_club),
        cmocka_unit_test(test_tournaments),   cmocka_unit_test(test_strange_answers),
        cmocka_unit_test(test_guide),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
