/* game_draft.c - writes mails about games. The board is that of the network server: rows lettered
 * from the top, and of two players the first one is o. */
#define _GNU_SOURCE
#include "service/mail/game_draft.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <paua/draw.h>
#include <paua/game.h>

#include "base/file.h"
#include "notation/server_board.h"
#include "service/core/date.h"
#include "service/games/model/game_proposals.h"
#include "service/games/play/game_players.h"

#define NAME_SIZE (SEAT_NAME_SIZE + 20)

#define MINUTE_S 60
#define HOUR_S   (60 * MINUTE_S)
#define DAY_S    (24 * HOUR_S)

bool game_draft_is_turn(const struct game *game, int side)
{
    return side != NOBODY && !game_is_over(game) && game_is_full(game) && !game->paused &&
           paua_game_position(game->play)->to_move == side;
}

/* The player of a side: a name, "level 3", "abapro:4", "nobody yet" or "somebody". */
static const char *player_name(const struct game *game, int side, char name[NAME_SIZE])
{
    const struct seat *seat = &game->setup.seats[side];
    const struct seated_player *player = &game->players[side];

    if (*player->name)
        snprintf(name, NAME_SIZE, "%s%s", player->name,
                 game_side_is_guest(game, side) ? " (guest)" : "");
    else if (seat_is_computer(seat) && seat->level > 0)
        snprintf(name, NAME_SIZE, "level %d", seat->level);
    else if (seat_is_computer(seat))
        snprintf(name, NAME_SIZE, "%s", seat->opponent.name ? seat->opponent.name : "a computer");
    else if (*seat->name)
        snprintf(name, NAME_SIZE, "%s", seat->name);
    else
        snprintf(name, NAME_SIZE, "%s", player->seated ? "somebody" : "nobody yet");
    return name;
}

/* Writes "Ann" or "Ann - Bob". */
static void say_players(const struct game *game, FILE *to)
{
    char name[NAME_SIZE];

    for (int side = 0; side < game->setup.start.players; side++)
        fprintf(to, "%s%s", side ? " - " : "", player_name(game, side, name));
}

/* ---- what has happened ---- */

/* The one who has challenged the reader: the first person with a seat. */
static void say_challenge(const struct game *game, FILE *to)
{
    char name[NAME_SIZE];

    for (int side = 0; side < game->setup.start.players; side++) {
        if (game->players[side].seated && !seat_is_computer(&game->setup.seats[side])) {
            fprintf(to, "%s challenges you", player_name(game, side, name));
            return;
        }
    }
    fputs("You are challenged", to);
}

/* Writes a move, which may have been taken back, in a notation; where that fails as standard. */
static void write_move(const struct game *game, const struct event *event, paua_notation notation,
                       char move[PAUA_MOVE_TEXT_MAX])
{
    paua_game *before = game_copy_at(game, (int)(event - game->events));

    if (!before || paua_move_write(game->setup.board, paua_game_position(before), notation,
                                   event->move, move, PAUA_MOVE_TEXT_MAX) == 0)
        paua_move_format(game->setup.board, event->move, move, PAUA_MOVE_TEXT_MAX);
    paua_game_free(before);
}

static void say_move(const struct game *game, const struct event *event, FILE *to)
{
    char move[PAUA_MOVE_TEXT_MAX], name[NAME_SIZE];

    write_move(game, event, PAUA_NOTATION_PBM, move);
    fprintf(to, "%s moved %s", player_name(game, event->side, name), move);
}

/* Writes what a proposal is about, as "a draw". */
static void say_proposed(const struct event *event, FILE *to)
{
    static const char *const texts[PROPOSALS] = {[PROPOSE_DRAW] = "a draw",
                                                 [PROPOSE_TAKEBACK] = "a takeback",
                                                 [PROPOSE_PAUSE] = "a pause",
                                                 [PROPOSE_REMATCH] = "a rematch"};

    fputs(texts[event->proposal], to);
    if (event->proposal == PROPOSE_TAKEBACK && event->ply > 0)
        fprintf(to, ", back to move %d", event->ply);
}

/* Writes what an event was; `name` did it. */
static void say_event(const struct game *game, const struct event *event, const char *name,
                      FILE *to)
{
    static const char *const verbs[EVENT_TYPES] = {
        [EVENT_RESIGN] = "has resigned",
        [EVENT_TIME] = "has run out of time",
        [EVENT_GONE] = "has left and lost the game",
        [EVENT_OFFER] = "proposes ",
        [EVENT_ACCEPT] = "accepts ",
        [EVENT_DECLINE] = "declines ",
        [EVENT_WITHDRAW] = "no longer proposes ",
        [EVENT_RESUME] = "has resumed the game",
        [EVENT_CHAT] = "writes in the game",
        [EVENT_VACATION_BEGIN] = "is on vacation",
        [EVENT_VACATION_END] = "is back from vacation",
    };

    if (event->type == EVENT_MOVE)
        say_move(game, event, to);
    else if (event->type == EVENT_JOIN)
        fprintf(to, "%s %s", name,
                game->setup.seats[event->side].kind == SEAT_USER ? "has accepted the challenge"
                                                                 : "has taken a seat");
    else if (event->type == EVENT_CLOSE)
        fprintf(to, event->side == NOBODY ? "The game was closed" : "%s does not want to play",
                name);
    else
        fprintf(to, "%s %s", name, verbs[event->type] ? verbs[event->type] : "has acted");
    if (event_is_about_proposal(event->type))
        say_proposed(event, to);
}

static void say_reminder(const struct game_draft_about *about, FILE *to)
{
    char date[DATE_TEXT_SIZE];

    if (about->forfeit_ms > 0)
        fprintf(to, "You lose the game on time on %.10s at %.5s UTC",
                date_format(about->forfeit_ms, date), date + 11);
    else
        fputs("The game still waits for you", to);
}

void game_draft_say_event(const struct game *game, const struct game_draft_about *about, FILE *to)
{
    char name[NAME_SIZE] = "";

    if (about->kind == MAIL_CHALLENGE) {
        say_challenge(game, to);
    } else if (about->kind == MAIL_REMINDER) {
        say_reminder(about, to);
    } else if (about->event < 1 || about->event > game->event_count) {
        say_players(game, to);
        fputs(about->kind == MAIL_TOURNAMENT ? ": your game of the tournament"
                                             : ": the game begins",
              to);
    } else {
        const struct event *event = &game->events[about->event - 1];

        if (event->side != NOBODY)
            player_name(game, event->side, name);
        say_event(game, event, name, to);
    }
}

/* ---- the game ---- */

/* Draws the board; as Paua does if the server has no letters for its marbles. Returns whether it
 * has the marks of server_board_mark(). */
static bool say_board(const struct game *game, FILE *to)
{
    const paua_position *position = paua_game_position(game->play);
    paua_drawing drawing = {.size = sizeof drawing, .last = PAUA_NO_MOVE, .coordinates = true};
    char text[PAUA_FORM_TEXT_MAX];
    const bool as_server = server_board_write(game->setup.board, position, text, sizeof text) > 0;

    if (!as_server)
        paua_draw_text(game->setup.board, position, &drawing, text, sizeof text);
    for (const char *line = text; *line;) {
        const int length = (int)strcspn(line, "\n");

        fprintf(to, "  %.*s\n", length, line);
        line += length + (line[length] == '\n');
    }
    return as_server;
}

/* Writes a rating, and how the game has changed it. */
static void say_rating(const struct seat_rating *rating, FILE *to)
{
    if (!rating->is_known)
        return;
    fprintf(to, " (%ld%s", lround(rating->rating), rating->is_provisional ? "?" : "");
    if (rating->is_changed)
        fprintf(to, ", %+ld", lround(rating->rating + rating->change) - lround(rating->rating));
    fputc(')', to);
}

/* Writes the players with their ratings and what each has ejected, and the terms of the game. */
static void say_seats(const struct game *game, const struct game_draft_about *about, bool marked,
                      store *db, FILE *to)
{
    const paua_position *position = paua_game_position(game->play);
    const struct setup *setup = &game->setup;
    char name[NAME_SIZE], rules[PAUA_RULES_TEXT_MAX];

    fputc('\n', to);
    for (int side = 0; side < setup->start.players; side++) {
        fprintf(to, "  %c  %s", server_board_mark(game->setup.start.players, side, marked),
                player_name(game, side, name));
        const struct seat_rating rating =
            setup->rated ? game->players[side].rating
                         : game_rating_now(db, game, game->players[side].account);
        say_rating(&rating, to);
        fprintf(to, ", %d ejected%s%s\n", position->ejected[side],
                game_side_has_left(game, side) ? ", out" : "",
                side == about->side ? "  <- you" : "");
    }
    paua_rules terms = setup->rules;
    if (terms.plies == GAME_PLIES_MAX)
        terms.plies = 0; /* the server's own limit, which no game reaches */
    paua_rules_format(setup->board, &terms, rules, sizeof rules);
    fprintf(to, "  %s; %s%s\n\n", *setup->layout ? setup->layout : "a position of its own", rules,
            setup->rated ? "; rated" : "");
}

/* Writes a time as "3 days 4 h", "12 min" or "40 s". */
static void say_duration(int64_t ms, FILE *to)
{
    const long long s = ms > 0 ? ms / 1000 : 0;

    if (s >= DAY_S)
        fprintf(to, "%lld day%s %lld h", s / DAY_S, s < 2 * DAY_S ? "" : "s", s / HOUR_S % 24);
    else if (s >= HOUR_S)
        fprintf(to, "%lld h %lld min", s / HOUR_S, s / MINUTE_S % 60);
    else if (s >= MINUTE_S)
        fprintf(to, "%lld min", s / MINUTE_S);
    else
        fprintf(to, "%lld s", s);
}

/* Writes who is to move, and how long this turn may take. */
static void say_turn(const struct game *game, const struct game_draft_about *about,
                     int64_t running_ms, FILE *to)
{
    const struct game_clock *clock = &game->clock;
    const int turn = paua_game_position(game->play)->to_move;
    char name[NAME_SIZE];

    if (game_is_over(game) || !game_is_full(game)) {
        fputs(game_is_over(game) ? "" : "The game waits for players.\n", to);
        return;
    }
    if (game->paused)
        fputs("The game is paused.\n", to);
    else if (turn == about->side)
        fprintf(to, "It is your turn, move %d.\n", game_ply(game));
    else
        fprintf(to, "It is the turn of %s, move %d.\n", player_name(game, turn, name),
                game_ply(game));
    const int64_t limit_ms = game_clock_limit(clock, &game->setup.rules);
    if (clock->runs && limit_ms != CLOCK_NEVER) {
        fputs("Time left for this turn: ", to);
        say_duration(limit_ms - game_clock_used(clock, running_ms), to);
        fputs(".\n", to);
    }
}

/* Writes the newest move. */
static void say_last_move(const struct game *game, FILE *to)
{
    const int count = paua_game_moves(game->play);

    if (count == 0)
        return;
    const int number = game_move_event(game, count - 1);
    fprintf(to, "Move %d: ", game->events[number - 1].ply);
    say_move(game, &game->events[number - 1], to);
    fputs(".\n", to);
}

/* Writes how the game has ended. */
static void say_result(const struct game *game, const struct game_draft_about *about, FILE *to)
{
    const paua_outcome outcome = paua_game_outcome(game->play);
    const bool is_won = !game->closed && outcome.result != PAUA_RESULT_DRAW;
    char name[NAME_SIZE];

    if (!game_is_over(game))
        return;
    if (game->closed)
        fprintf(to, "The game is over without a result (%s).\n", game->closed);
    else if (outcome.result == PAUA_RESULT_DRAW)
        fprintf(to, "The game is drawn (%s).\n", paua_reason_name(outcome.reason));
    else
        fprintf(to, "The game is over: %s, %s.\n", paua_result_text(outcome.result),
                paua_reason_text(outcome.reason));
    const int winner = (int)outcome.result - PAUA_RESULT_BLACK_WINS;
    for (int side = 0; is_won && side < game->setup.start.players; side++) {
        if (paua_position_team(paua_game_position(game->play), (paua_side)winner) >> side & 1)
            fprintf(to, "%s has won.\n", player_name(game, side, name));
    }
    if (about->next)
        fprintf(to, "It continues as game %lld.\n", (long long)about->next);
}

/* ---- commands ---- */

/* Writes two legal moves of the position. */
static void say_moves(const struct game *game, FILE *to)
{
    const paua_position *position = paua_game_position(game->play);
    paua_move_list list;

    paua_game_generate(game->play, &list);
    for (int i = 1; i <= 2; i++) {
        char text[PAUA_MOVE_TEXT_MAX];
        const int at = i * list.count / 3;

        if (at >= list.count || (i == 2 && list.count < 2))
            continue;
        const paua_move move = list.moves[at];
        if (paua_move_write(game->setup.board, position, PAUA_NOTATION_PBM, move, text,
                            sizeof text) == 0)
            paua_move_format(game->setup.board, move, text, sizeof text);
        fprintf(to, "  move %lld %s#%d\n", (long long)game->number, text, game_ply(game));
    }
}

/* Whether the reader is asked for his consent to an open proposal. */
static bool is_asked(const struct game *game, int side)
{
    for (int kind = 0; side != NOBODY && kind < PROPOSALS; kind++) {
        const struct proposal *proposal = &game->proposals[kind];

        if (proposal->by != NOBODY && proposal->by != side && !(proposal->accepted >> side & 1) &&
            game_consent_needed(game, (proposal_kind)kind, proposal->by) >> side & 1)
            return true;
    }
    return false;
}

/* Writes commands that the reader may give now. */
static void say_commands(const struct game *game, const struct game_draft_about *about, FILE *to)
{
    const long long number = game->number;
    const bool challenged =
        about->side != NOBODY && !game_is_over(game) && !game->players[about->side].seated;

    fputs("\nAnswer with commands, one on a line, such as:\n\n", to);
    if (challenged || is_asked(game, about->side))
        fprintf(to, "  accept %lld\n  reject %lld\n", number, number);
    if (game_draft_is_turn(game, about->side))
        say_moves(game, to);
    if (about->kind == MAIL_CHAT && about->side != NOBODY)
        fprintf(to, "  chat %lld TEXT\n", number);
    fprintf(to, "  show %lld\n", number);
    if (about->side == NOBODY)
        fprintf(to, "  unsubscribe %lld\n", number);
}

void game_draft_say_game(const struct game *game, const struct game_draft_about *about,
                         struct env *env, FILE *to)
{
    const bool marked = say_board(game, to);

    say_seats(game, about, marked, env->store, to);
    say_last_move(game, to);
    say_result(game, about, to);
    say_turn(game, about, env_running_ms(env), to);
    say_commands(game, about, to);
}

/* Writes the text of a chat message, indented. */
static void say_chat(const struct game *game, int number, FILE *to)
{
    const struct event *event = number > 0 ? &game->events[number - 1] : NULL;

    if (event && event->type == EVENT_CHAT && event->text)
        fprintf(to, "  %s\n\n", event->text);
}

static char *write_body(const struct game *game, const struct game_draft_about *about,
                        struct env *env)
{
    const char *kind = mail_kinds[about->kind].name;
    struct memory_file file;
    size_t size;

    if (!memory_file_open(&file))
        return NULL;
    game_draft_say_event(game, about, file.to);
    fprintf(file.to, ". Game %lld (%s).\n\n", (long long)game->number, game->id);
    say_chat(game, about->event, file.to);
    game_draft_say_game(game, about, env, file.to);
    fprintf(file.to,
            "\nFewer of these mails: mail %s digest, mail %s off; of this game: mail %lld off\n",
            kind, kind, (long long)game->number);
    return memory_file_close(&file, &size);
}

/* Writes the subject: "Your turn in game 101: Bob moved G5,F5". */
static bool write_subject(const struct game *game, const struct game_draft_about *about,
                          char *subject, size_t cap)
{
    struct memory_file file;
    size_t size;

    if (!memory_file_open(&file))
        return false;
    game_draft_say_event(game, about, file.to);
    char *text = memory_file_close(&file, &size);
    if (!text)
        return false;
    snprintf(subject, cap, "%s %lld: %.120s",
             game_draft_is_turn(game, about->side) ? "Your turn in game" : "Game",
             (long long)game->number, text);
    free(text);
    return true;
}

bool game_draft_write(const struct game *game, const struct game_draft_about *about,
                      struct env *env, struct game_draft *out)
{
    const int moves = paua_game_moves(game->play);

    snprintf(out->thread, sizeof out->thread, "game-%s", game->id);
    paua_position_format(game->setup.board, paua_game_position(game->play), out->position,
                         sizeof out->position);
    out->move[0] = '\0';
    if (moves > 0)
        write_move(game, &game->events[game_move_event(game, moves - 1) - 1], PAUA_NOTATION_TRIPLE,
                   out->move);
    out->body = NULL;
    if (!write_subject(game, about, out->subject, sizeof out->subject))
        return false;
    out->body = write_body(game, about, env);
    return out->body != NULL;
}
