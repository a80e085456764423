/* external.c - an external engine: a program that speaks the Universal Game Interface
 * (docs/ugi.md).
 *
 * Every answer has a deadline. An engine that crashes, hangs or plays an illegal move loses the
 * game, its process is killed, and the next game starts a new one. One that cannot be started at
 * all ends the match. */
#define _POSIX_C_SOURCE 200809L /* dprintf, strcasecmp */

#include <assert.h>
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <paua/notation.h>

#include "base/array.h"
#include "base/clock.h"
#include "match/player.h"
#include "match/process.h"
#include "match/ugi_reply.h"

enum {
    STOP_MS = 2000, /* for the bestmove after stop, when the time is over */
    QUIT_MS = 1000, /* for the exit after quit */
    EXIT_MS = 200,  /* for the exit status of a program that has closed its output */
};

/* Ends the process with a fault; the next game starts it again. */
__attribute__((format(printf, 4, 5))) static void end_with_fault(struct player *player,
                                                                 struct move_reply *reply,
                                                                 paua_fault fault,
                                                                 const char *format, ...)
{
    va_list arguments;
    reply->fault = fault;
    va_start(arguments, format);
    vsnprintf(reply->note, sizeof reply->note, format, arguments);
    va_end(arguments);
    process_end(&player->process, 0, NULL);
}

/* Turns what a wait ended with into a fault, unless it is PROCESS_OK. */
static paua_status handle_event(struct player *player, struct move_reply *reply,
                                enum process_event event, const char *what, int64_t waited_ms)
{
    char how[PROCESS_HOW_MAX] = "";
    switch (event) {
    case PROCESS_OK:
        break;
    case PROCESS_STOPPED:
        return PAUA_ERROR_NOT_FOUND;
    case PROCESS_TIMEOUT:
        end_with_fault(player, reply, PAUA_FAULT_HANG, "no %s within %" PRId64 " ms", what,
                       waited_ms);
        break;
    case PROCESS_CLOSED:
        process_end(&player->process, EXIT_MS, how);
        end_with_fault(player, reply, PAUA_FAULT_CRASH, "ended (%s) before its %s", how, what);
        break;
    }
    return PAUA_OK;
}

/* The next line, parsed. Stops also where lines never end. */
static enum process_event read_reply(struct player *player, struct ugi_reply *reply,
                                     int64_t deadline)
{
    const char *line;
    enum process_event event = process_read_line(&player->process, &line, deadline);
    if (event != PROCESS_OK)
        return event;
    if (atomic_load(player->stop))
        return PROCESS_STOPPED;
    *reply = ugi_reply_parse(line);
    return PROCESS_OK;
}

/* Options of the match, sent to engines that offer them. RULES only where the match has rules. */
enum usual_option {
    USUAL_HASH,
    USUAL_THREADS,
    USUAL_RULES,
    USUAL_WIN,
    USUAL_REPETITION,
    USUAL_QUIET,
    USUAL_PLIES,
    USUAL_OPTIONS
};

static const char *const usual_options[USUAL_OPTIONS] = {
    "Hash", "Threads", "Rules", "WinCount", "Repetition", "QuietPlies", "MaxPlies",
};

/* Marks a usual option as offered by the engine; the others are never sent. */
static void note_option(struct player *player, const char *name)
{
    for (int i = 0; i < USUAL_OPTIONS; i++)
        if (!strcasecmp(name, usual_options[i]))
            player->offered |= 1u << i;
}

/* Sends a text and reads lines up to one of this kind. */
static paua_status send_and_wait(struct player *player, const char *text, enum ugi_reply_kind kind,
                                 const char *what, struct move_reply *reply)
{
    int64_t patience = player->setup->patience_ms;
    int64_t deadline = clock_now_ms() + patience;
    struct ugi_reply line = {UGI_REPLY_OTHER, "", 0};
    enum process_event event = process_write(&player->process, text, deadline);
    while (event == PROCESS_OK && line.kind != kind) {
        event = read_reply(player, &line, deadline);
        if (event == PROCESS_OK && line.kind == UGI_REPLY_OPTION)
            note_option(player, line.word);
        if (event == PROCESS_OK && line.kind != kind && clock_now_ms() > deadline)
            event = PROCESS_TIMEOUT;
    }
    return handle_event(player, reply, event, what, patience);
}

/* Makes room in player->text for this many bytes. */
static bool reserve_text(struct player *player, size_t length)
{
    return ARRAY_RESERVE(player->text, player->text_room, length);
}

/* "setoption name N value V" */
static char *put_option(char *at, int name_length, const char *name, int value_length,
                        const char *value)
{
    return at +
           sprintf(at, "setoption name %.*s value %.*s\n", name_length, name, value_length, value);
}

/* The text of an option's value for this game. */
static void write_usual_value(const struct player *player, const paua_game *game,
                              enum usual_option option, char value[PAUA_RULES_TEXT_MAX])
{
    const paua_rules *rules = paua_game_rules(game);
    const int64_t numbers[USUAL_OPTIONS] = {
        [USUAL_HASH] = player_tt_mb(player),
        [USUAL_THREADS] = player_threads(player),
        [USUAL_WIN] = rules->win,
        [USUAL_REPETITION] = rules->repetition,
        [USUAL_QUIET] = rules->quiet,
        [USUAL_PLIES] = rules->plies,
    };
    if (option == USUAL_RULES)
        paua_rules_format(paua_game_board(game), rules, value, PAUA_RULES_TEXT_MAX);
    else
        snprintf(value, PAUA_RULES_TEXT_MAX, "%" PRId64, numbers[option]);
}

/* Sends the match's options that the engine offers, then the engine's own in any case. */
static paua_status set_options(struct player *player, const paua_game *game,
                               struct move_reply *reply)
{
    const char *own = player->config->options;
    if (!reserve_text(player, USUAL_OPTIONS * (64 + PAUA_RULES_TEXT_MAX) + 32 * strlen(own)))
        return PAUA_ERROR_NO_MEMORY;
    char *at = player->text;
    for (int i = 0; i < USUAL_OPTIONS; i++) {
        char value[PAUA_RULES_TEXT_MAX];
        if (!(player->offered >> i & 1) || (i == USUAL_RULES && !player->setup->rules))
            continue;
        write_usual_value(player, game, (enum usual_option)i, value);
        at = put_option(at, (int)strlen(usual_options[i]), usual_options[i], (int)strlen(value),
                        value);
    }
    while (*own) {
        size_t length = strcspn(own, ","), name = strcspn(own, "=");
        at = put_option(at, (int)name, own, (int)(length - name - 1), own + name + 1);
        own += length;
        own += *own == ',';
    }
    sprintf(at, "isready\n");
    player->rules = *paua_game_rules(game);
    return send_and_wait(player, player->text, UGI_REPLY_READYOK, "readyok", reply);
}

/* Ends the match: the program cannot be executed, or has never said ugiok. */
__attribute__((format(printf, 2, 3))) static paua_status refuse_program(struct move_reply *reply,
                                                                        const char *format, ...)
{
    char why[160];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(why, sizeof why, format, arguments);
    va_end(arguments);
    snprintf(reply->note, sizeof reply->note, "%s, expected a program that speaks UGI", why);
    return PAUA_ERROR_UNSUPPORTED;
}

/* Starts the program and waits for ugiok. One that crashes before its first ugiok is refused. */
static paua_status start_process(struct player *player, struct move_reply *reply)
{
    char command[sizeof player->config->command];
    char *words[PROCESS_WORDS_MAX];
    memcpy(command, player->config->command, sizeof command);
    if (process_split_command(command, words, PROCESS_WORDS_MAX) == 0)
        return refuse_program(reply, "the command has an open quote or no word");
    const struct process_limits limits = {.memory_mb = player->config->memory_mb,
                                          .cpu_s = player->config->cpu_s};
    if (!process_start(&player->process, words, NULL, limits, player->log_fd, player->stop))
        return refuse_program(reply, "cannot start '%.40s': %s", words[0], strerror(errno));
    if (player->log_fd >= 0)
        dprintf(player->log_fd, "-- %s: process %ld\n", player->config->name,
                (long)player->process.pid);
    player->offered = 0;
    paua_status status = send_and_wait(player, "ugi\n", UGI_REPLY_UGIOK, "ugiok", reply);
    if (status == PAUA_OK && reply->fault == PAUA_FAULT_CRASH && !player->spoke_ugi)
        return refuse_program(reply, "'%.40s' %s", words[0], reply->note);
    player->spoke_ugi |= status == PAUA_OK && !reply->fault;
    return status;
}

paua_status external_new_game(struct player *player, const paua_game *game,
                              struct move_reply *reply)
{
    bool fresh = player->process.pid == 0;
    paua_status status = fresh ? start_process(player, reply) : PAUA_OK;
    if (status != PAUA_OK || reply->fault)
        return status;
    /* boards of different size may have different rules */
    if (fresh || !paua_rules_same(&player->rules, paua_game_rules(game)))
        status = set_options(player, game, reply);
    if (status != PAUA_OK || reply->fault)
        return status;
    /* an answer that the engine still owes to the last game comes before its readyok */
    return send_and_wait(player, "uginewgame\nisready\n", UGI_REPLY_READYOK, "readyok", reply);
}

/* Writes "position fen ... moves ...\ngo ...\n" to player->text. */
static bool write_go(struct player *player, const struct move_request *request)
{
    const paua_board *board = paua_game_board(request->game);
    const paua_limits limits = player_limits(player);
    int moves = paua_game_moves(request->game);
    int64_t gain_ms = player->setup->gain_ms + player->setup->delay_ms;
    char fen[PAUA_POSITION_TEXT_MAX];
    if (!reserve_text(player, PAUA_POSITION_TEXT_MAX + 512 + (size_t)moves * PAUA_MOVE_TEXT_MAX))
        return false;
    char *at = player->text;
    paua_position_format(board, paua_game_start(request->game), fen, sizeof fen);
    at += sprintf(at, "position fen %s%s", fen, moves ? " moves" : "");
    for (int i = 0; i < moves; i++) {
        *at++ = ' ';
        at += paua_move_format(board, paua_game_move(request->game, i), at, PAUA_MOVE_TEXT_MAX);
    }
    at += sprintf(at, "\ngo");
    if (request->clock)
        at += sprintf(at, " p1time %" PRId64 " p2time %" PRId64 " p1inc %" PRId64 " p2inc %" PRId64,
                      request->left_ms[PAUA_BLACK], request->left_ms[PAUA_WHITE], gain_ms, gain_ms);
    if (limits.time_ms)
        at += sprintf(at, " movetime %" PRId64, limits.time_ms);
    if (limits.depth)
        at += sprintf(at, " depth %d", limits.depth);
    if (limits.nodes)
        at += sprintf(at, " nodes %" PRIu64, limits.nodes);
    sprintf(at, "\n");
    return true;
}

/* Reads lines up to bestmove; keeps the last score. */
static enum process_event read_until_bestmove(struct player *player, struct ugi_reply *line,
                                              struct move_reply *reply, int64_t deadline)
{
    enum process_event event;
    do {
        event = read_reply(player, line, deadline);
        if (event == PROCESS_OK && line->kind == UGI_REPLY_INFO) {
            reply->scored = true;
            reply->score = line->score;
        }
        if (event == PROCESS_OK && line->kind != UGI_REPLY_BESTMOVE && clock_now_ms() > deadline)
            event = PROCESS_TIMEOUT;
    } while (event == PROCESS_OK && line->kind != UGI_REPLY_BESTMOVE);
    return event;
}

/* The time is over: an engine that answers to stop was late, one that does not hangs. */
static paua_status stop_late_search(struct player *player, struct ugi_reply *line,
                                    struct move_reply *reply, int64_t began)
{
    int64_t patience = player->setup->patience_ms < STOP_MS ? player->setup->patience_ms : STOP_MS;
    int64_t deadline = clock_now_ms() + patience;
    enum process_event event = process_write(&player->process, "stop\n", deadline);
    if (event == PROCESS_OK)
        event = read_until_bestmove(player, line, reply, deadline);
    return handle_event(player, reply, event, "move", clock_now_ms() - began);
}

/* Whether bestmove says that there is no move: "none" here, "(none)" and "0000" in UCI. */
static bool is_no_move(const char *word)
{
    return !strcasecmp(word, "none") || !strcasecmp(word, "(none)") || !strcmp(word, "0000");
}

/* Parses the move of a bestmove line; no move or an illegal one loses by a fault. */
static void read_move(struct player *player, const struct move_request *request,
                      const struct ugi_reply *line, struct move_reply *reply)
{
    const paua_board *board = paua_game_board(request->game);
    const paua_position *position = paua_game_position(request->game);
    int number = paua_game_moves(request->game) + 1;
    paua_error error;
    if (is_no_move(line->word))
        end_with_fault(player, reply, PAUA_FAULT_NO_MOVE,
                       "move %d: 'bestmove %.20s', but there are %d legal moves", number,
                       line->word, paua_moves_count(board, position));
    else if (paua_move_parse(board, position, line->word, &reply->move, &error) != PAUA_OK)
        end_with_fault(player, reply, PAUA_FAULT_ILLEGAL, "move %d: '%.20s': %.100s", number,
                       line->word, error.message);
}

/* How long the engine, if its threads share alike, and our thread have waited for a processor. */
static int64_t sched_delay_so_far(const struct player *player)
{
    return sched_delay_of_process(player->process.pid) / player_threads(player) +
           sched_delay_of_thread();
}

paua_status external_find_move(struct player *player, const struct move_request *request,
                               struct move_reply *reply)
{
    assert(player->process.pid != 0);
    const paua_match_setup *setup = player->setup;
    struct ugi_reply line;
    if (!write_go(player, request))
        return PAUA_ERROR_NO_MEMORY;

    int64_t delayed = sched_delay_so_far(player), began = clock_now_ms();
    int64_t deadline =
        began + (request->allowed_ms ? request->allowed_ms + setup->margin_ms : setup->patience_ms);
    enum process_event event = process_write(&player->process, player->text, deadline);
    if (event == PROCESS_OK)
        event = read_until_bestmove(player, &line, reply, deadline);

    paua_status status;
    if (event == PROCESS_TIMEOUT && request->allowed_ms)
        status = stop_late_search(player, &line, reply, began);
    else
        status = handle_event(player, reply, event, "move", setup->patience_ms);
    reply->spent_ms = clock_now_ms() - began;
    reply->delayed_ms = sched_delay_so_far(player) - delayed;
    if (status == PAUA_OK && !reply->fault)
        read_move(player, request, &line, reply);
    return status;
}

void external_quit(struct player *player)
{
    if (player->process.pid == 0)
        return;
    process_write(&player->process, "quit\n", clock_now_ms() + QUIT_MS);
    process_end(&player->process, QUIT_MS, NULL);
}
