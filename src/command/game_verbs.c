/* game_verbs.c - the commands about one game: show it, move, propose, answer, chat. */
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "command/interpreter.h"

/* The move number after `#` in a word, from 1. 0: none; -1: malformed. */
static int parse_move_number(const char *word)
{
    const char *mark = strchr(word, '#');
    char *end;

    if (!mark)
        return 0;
    long number = strtol(mark + 1, &end, 10);
    return mark[1] >= '0' && mark[1] <= '9' && !*end && number > 0 && number < 1000000 ? (int)number
                                                                                       : -1;
}

/* Reads the move number after `#`. False: the command has failed. */
static bool read_move_number(struct command *command, const char *word, int *number)
{
    *number = parse_move_number(word);
    if (*number < 0)
        command_fail(command, 400, "bad_command", "'%.40s': expected the number of a move behind #",
                     word);
    return *number >= 0;
}

/* The newest answer is the game that the command is about. */
static void take_answered_game(struct command *command)
{
    json_decref(command->game);
    command->game = json_incref(command->answer);
}

/* Reports a change, and shows the game in the answer to it. */
static void show_changed_game(struct command *command, const char *what)
{
    command_say(command, "%s\n\n", what);
    take_answered_game(command);
    game_say_changed(command);
}

/* Lists the games of a user: ended ones (`all`), open ones (`active`, the default), or those in
 * which it is the account's turn (`next`). */
static void show_user_games(struct command *command, bool answered)
{
    const char *name = command->words[0], *which = command->word_count > 1 ? command->words[1] : "";
    bool all = strcasecmp(which, "all") == 0, next = strcasecmp(which, "next") == 0;
    bool shown = false;
    json_t *row;
    size_t i;

    if (*which && !all && !next && strcasecmp(which, "active") != 0) {
        command_fail(command, 400, "bad_command", "show %.20s: expected all, active or next", name);
        return;
    }
    if (!command_check_name(command, name))
        return;
    if (!answered) {
        command_get(command, "/api/1/users/%.40s/games?open=%d", name, all ? 0 : 1);
        return;
    }
    json_array_foreach(json_object_get(command->answer, "games"), i, row)
    {
        if (next && !game_is_my_turn(row))
            continue;
        game_say_row(command, row);
        shown = true;
    }
    if (!shown && next)
        command_say(command, "No game of %s that you may see waits for you.\n", name);
    else if (!shown)
        command_say(command, "%s has no %s games that you may see.\n", name,
                    all ? "ended" : "open");
}

/* Shows the first game in which it is the account's turn. */
static void show_next_game(struct command *command)
{
    if (command->step == 0) {
        command_get(command, "/api/1/account/games");
        return;
    }
    if (command->step == 2) {
        take_answered_game(command);
        game_say(command, 0, NULL);
        return;
    }
    json_t *row;
    size_t i;
    json_array_foreach(json_object_get(command->answer, "games"), i, row)
    {
        if (game_is_my_turn(row)) {
            command_get(command, "/api/1/games/%s", json_text_of(row, "id"));
            return;
        }
    }
    command_say(command, "It is your turn in no game. Your games: games\n");
}

/* show, show GAME[#N], show NAME [WHICH]. A word that looks like a game number or id is tried as a
 * game in step 0 and as a name in step 1; other words are names, requested in step 0. */
static void run_show(struct command *command)
{
    const char *word = command->word_count > 0 ? command->words[0] : "";
    int number;

    if (!*word) {
        show_next_game(command);
        return;
    }
    if (!read_move_number(command, word, &number))
        return;
    int length = (int)strcspn(word, "#");
    bool may_be_id = command->word_count == 1 &&
                     (game_word_is_number(word) ||
                      (length == GAME_ID_SIZE && (int)strspn(word, GAME_ID_CHARACTERS) == length));
    if (may_be_id && command->step == 0) {
        command->tolerant = number == 0; /* GAME#N cannot be a name */
        command_get(command, "/api/1/games/%.*s", length, word);
    } else if (may_be_id && command->step == 1 && command->status == 200) {
        command->game = json_incref(command->answer);
        game_say(command, number, NULL);
    } else if (may_be_id && command->step == 2 && command->status == 404) {
        command_fail(command, 404, "not_found", "neither a game nor somebody is called %s", word);
    } else {
        command->tolerant = may_be_id && command->step == 1;
        show_user_games(command, command->step == (may_be_id ? 2 : 1));
    }
}

/* preview GAME [MOVE...], preview tip N [MOVE...]: shows the position after these moves. */
static void run_preview(struct command *command)
{
    const char *moves = command_line_from(command, 1);

    if (command_names_tip(command))
        command_say_tip(command);
    else
        game_say(command, 0, *moves ? moves : NULL);
}

/* The verb that is given in place of a move, as on the old mail server, or NULL. */
static const char *verb_in_place_of_move(const char *move)
{
    static const char *const verbs[] = {"propose", "undo", "accept", "reject", "resign", "claim"};

    for (size_t i = 0; i < sizeof verbs / sizeof verbs[0]; i++) {
        if (strcasecmp(verbs[i], move) == 0)
            return verbs[i];
    }
    return NULL;
}

/* move GAME MOVE[#N]: plays a move. N must be the number of the next move. */
static void run_move(struct command *command)
{
    const char *word = command->words[1];
    const char *other = verb_in_place_of_move(word);
    char text[2 * PAUA_MOVE_TEXT_MAX];
    int number;

    if (other) {
        command->word_count = 1;
        command_hand_over(command, other);
        return;
    }
    if (strcasecmp(word, "pass") == 0 || strcasecmp(word, "swap") == 0) {
        command_fail(command, 422, "illegal_move",
                     "in Abalone nobody can %.4s: who can move must move", word);
        return;
    }
    switch (command->step) {
    case 0:
        if (!read_move_number(command, word, &number))
            return;
        if (number == 0)
            number = (int)json_number_of(command->game, "ply");
        snprintf(text, sizeof text, "%.*s", (int)strcspn(word, "#"), word);
        command_post_game(command, "moves", json_pack("{s:i,s:s}", "ply", number, "move", text));
        return;
    case 1:
        command->tolerant = true; /* the move is played */
        command_get(command, "/api/1/games/%s", json_text_of(command->game, "id"));
        return;
    default:
        take_answered_game(command);
        game_say_changed(command);
    }
}

/* submit GAME MOVE: shows the position after the move, and the command that plays it. */
static void run_submit(struct command *command)
{
    const char *word = command->words[1];
    char label[GAME_LABEL_SIZE];
    int number, next = (int)json_number_of(command->game, "ply");

    if (!read_move_number(command, word, &number))
        return;
    if (number > 0 && number != next)
        command_fail(command, 409, "wrong_ply", "move %d: the next move is number %d", number,
                     next);
    else if (game_say(command, 0, word))
        command_say(command, "Nothing has been played yet. To play it: confirm %s %.*s#%d\n",
                    game_label(command->game, label), (int)strcspn(word, "#"), word, next);
}

/* confirm GAME MOVE#N: plays a submitted move, unless other moves were played meanwhile. */
static void run_confirm(struct command *command)
{
    if (command->step == 0 && !strchr(command->words[1], '#')) {
        command_fail(command, 400, "bad_command",
                     "confirm: expected MOVE#N with the number of the move, as submit writes it");
        return;
    }
    run_move(command);
}

/* The words for proposals, and their kinds in the API. */
static const struct {
    const char *word, *kind;
} proposals[] = {{"draw", "draw"},
                 {"undo", "takeback"},
                 {"takeback", "takeback"},
                 {"pause", "pause"},
                 {"rematch", "rematch"}};

/* propose GAME [draw|undo|pause|rematch] */
static void run_propose(struct command *command)
{
    const char *word = command->word_count > 1 ? command->words[1] : "draw", *kind = NULL;

    for (size_t i = 0; i < sizeof proposals / sizeof proposals[0]; i++) {
        if (strcasecmp(proposals[i].word, word) == 0)
            kind = proposals[i].kind;
    }
    if (!kind)
        command_fail(command, 400, "bad_command",
                     "propose: expected draw, undo, pause or rematch, not '%.40s'", word);
    else if (command->step == 0)
        command_post_game(command, kind, json_pack("{s:s}", "action", "offer"));
    else
        show_changed_game(command, "Proposed.");
}

/* undo GAME: proposes to take back the account's last move. */
static void run_undo(struct command *command)
{
    if (command->step == 0)
        command_post_game(command, "takeback", json_pack("{s:s}", "action", "offer"));
    else
        show_changed_game(command, "To take moves back needs the consent of all others.");
}

/* The kind of the first proposal that needs an answer of this account, or NULL. */
static const char *proposal_to_answer(const json_t *game)
{
    const json_t *seats = json_object_get(game, "seats");
    const json_t *mine = json_array_get(seats, (size_t)game_seat_with(game, "you"));
    json_t *proposal, *missing;
    size_t i, k;

    json_array_foreach(json_object_get(game, "proposals"), i, proposal)
    {
        json_array_foreach(json_object_get(proposal, "missing"), k, missing)
        {
            if (strcmp(json_string_value(missing), json_text_of(mine, "colour")) == 0)
                return json_text_of(proposal, "kind");
        }
    }
    return NULL;
}

/* accept GAME, reject GAME: answers a challenge or a proposal; accept also takes a free seat. */
static void answer_proposal(struct command *command, bool accepts)
{
    bool plays = game_seat_with(command->game, "you") >= 0;
    char label[GAME_LABEL_SIZE];
    const char *kind = proposal_to_answer(command->game);

    if (command->step > 0)
        show_changed_game(command, accepts ? "Accepted." : "Rejected.");
    else if (!plays)
        command_post_game(command, accepts ? "join" : "decline", NULL);
    else if (kind)
        command_post_game(command, kind,
                          json_pack("{s:s}", "action", accepts ? "accept" : "decline"));
    else
        command_fail(command, 409, "no_offer", "game %s: there is nothing to %s",
                     game_label(command->game, label), accepts ? "accept" : "reject");
}

static void run_accept(struct command *command)
{
    answer_proposal(command, true);
}

static void run_reject(struct command *command)
{
    answer_proposal(command, false);
}

/* resign GAME: declines the game, which succeeds before the account's first move; then the others
 * play it. After that move resigns, and in a tournament, whose games nobody declines. */
static void run_resign(struct command *command)
{
    const char *code = command_answer_code(command);

    switch (command->step) {
    case 0:
        command->tolerant = true;
        command_post_game(command, "decline", NULL);
        return;
    case 1:
        if (command->status == 200) {
            command_say(command, "You do not play. The game is closed.\n");
            take_answered_game(command);
            game_ask_next(command);
        } else if (strcmp(code, "has_moved") == 0 || strcmp(code, "tournament") == 0) {
            command_post_game(command, "resign", NULL);
        } else {
            command_fail_with_answer(command);
        }
        return;
    default:
        show_changed_game(command, "You have resigned.");
    }
}

/* claim GAME: claims the game from a player who has left. */
static void run_claim(struct command *command)
{
    if (command->step == 0)
        command_post_game(command, "claim", NULL);
    else
        show_changed_game(command, "Claimed.");
}

/* resume GAME: ends a pause. */
static void run_resume(struct command *command)
{
    if (command->step == 0)
        command_post_game(command, "resume", NULL);
    else
        show_changed_game(command, "The game continues.");
}

/* chat GAME [TEXT]: shows the messages, or sends one. */
static void run_chat(struct command *command)
{
    const char *text = command_line_from(command, 1);
    json_t *message;
    char name[NAME_SIZE], label[GAME_LABEL_SIZE];
    size_t i;

    if (*text && command->step == 0) {
        command_post_game(command, "chat", json_pack("{s:s}", "text", text));
        return;
    }
    if (command->step > 0)
        take_answered_game(command);
    json_t *messages = json_object_get(command->game, "chat");
    if (json_array_size(messages) == 0)
        command_say(command, "Nothing has been said in game %s.\n",
                    game_label(command->game, label));
    json_array_foreach(messages, i, message)
    {
        int by = game_seat_of_colour(command->game, json_text_of(message, "colour"));

        command_say(command, "%s: %s\n", game_player_name(command->game, (size_t)by, name),
                    json_text_of(message, "text"));
    }
}

const struct verb game_verbs[] = {
    {"accept", "GAME", "accept a challenge or proposal, take a free seat", run_accept, WITH_GAME, 1,
     1},
    {"chat", "GAME [TEXT]", "what was said in a game; say something", run_chat, WITH_GAME, 1, 0},
    {"claim", "GAME", "claim the game of a player who has gone", run_claim, WITH_GAME, 1, 1},
    {"confirm", "GAME MOVE#N", "play a move that was submitted", run_confirm, WITH_GAME, 2, 2},
    {"move", "GAME MOVE[#N]", "make a move, the one of number N", run_move, WITH_GAME, 2, 2},
    {"preview", "GAME|tip N [MOVE...]", "what would come of these moves", run_preview,
     WITH_GAME_OR_TIP, 1, 0},
    {"propose", "GAME [draw|undo|pause|rematch]", "propose a draw or something else", run_propose,
     WITH_GAME, 1, 2},
    {"reject", "GAME", "reject a challenge or a proposal", run_reject, WITH_GAME, 1, 1},
    {"resign", "GAME", "resign; before one's first move, not play at all", run_resign, WITH_GAME, 1,
     1},
    {"resume", "GAME", "end a pause", run_resume, WITH_GAME, 1, 1},
    {"show", "[GAME[#N]|NAME [all|active|next]]", "a game (before move N); somebody's; your turn",
     run_show, WITHOUT_GAME, 0, 2},
    {"submit", "GAME MOVE", "what a move would do, and how to play it", run_submit, WITH_GAME, 2,
     2},
    {"undo", "GAME", "propose to take your last move back", run_undo, WITH_GAME, 1, 1},
    {.name = NULL},
};
