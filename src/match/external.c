/* external.c - a player that is another program, which speaks the Universal Game Interface. */
#define _POSIX_C_SOURCE 200809L /* strcasecmp */

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
#include "match/sched_delay.h"
#include "match/ugi_reply.h"

enum {
    GRACE_MS = 2000, /* for the answer to stop, when the time is over */
    QUIT_MS = 1000,
    CRASH_MS = 200, /* for how a program that has closed its output ends */
};

/* It has failed: it is ended, and started anew for the next game. */
__attribute__((format(printf, 4, 5))) static void end_with_fault(struct player *player,
                                                                 struct move_reply *answer,
                                                                 paua_fault fault,
                                                                 const char *format, ...)
{
    va_list arguments;

    answer->fault = fault;
    va_start(arguments, format);
    vsnprintf(answer->note, sizeof answer->note, format, arguments);
    va_end(arguments);
    process_end(&player->process, 0, NULL);
}

/* What came of waiting, when it is no line. */
static paua_status handle_event(struct player *player, struct move_reply *answer,
                                enum process_event event, const char *what, int64_t waited_ms)
{
    char how[40] = "";

    switch (event) {
    case PROCESS_OK:
        break;
    case PROCESS_STOPPED:
        return PAUA_NOT_FOUND;
    case PROCESS_TIMEOUT:
        end_with_fault(player, answer, PAUA_FAULT_HANG, "no %s within %" PRId64 " ms", what,
                       waited_ms);
        break;
    case PROCESS_CLOSED:
        process_end(&player->process, CRASH_MS, how);
        end_with_fault(player, answer, PAUA_FAULT_CRASH, "it ended (%s) before its %s", how, what);
        break;
    }
    return PAUA_OK;
}

/* The next line, as long as there is time and nobody wants to stop: what does not end by itself must not keep us. */
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

/* Options that it is told where it has them. */
static const char *const usual_options[] = {"Hash", "Threads", "QuietPlies", "MaxPlies"};
enum { USUAL_OPTIONS = sizeof usual_options / sizeof *usual_options };

static void note_option(struct player *player, const char *name)
{
    for (int i = 0; i < USUAL_OPTIONS; i++)
        if (!strcasecmp(name, usual_options[i]))
            player->offered |= 1u << i;
}

/* Says a text and passes over all lines until one of this kind, which goes to *reply. */
static paua_status send_and_wait(struct player *player, const char *text, enum ugi_reply_kind kind,
                                 const char *what, struct move_reply *answer)
{
    int64_t patience = player->setup->patience_ms;
    int64_t deadline = clock_now_ms() + patience;
    struct ugi_reply reply = {UGI_REPLY_OTHER, "", 0};
    enum process_event event = process_write(&player->process, text, deadline);

    while (event == PROCESS_OK && reply.kind != kind) {
        event = read_reply(player, &reply, deadline);
        if (event == PROCESS_OK && reply.kind == UGI_REPLY_OPTION)
            note_option(player, reply.word);
        if (event == PROCESS_OK && reply.kind != kind && clock_now_ms() > deadline)
            event = PROCESS_TIMEOUT;
    }
    return handle_event(player, answer, event, what, patience);
}

/* The match's options, and then its own, which it is told in any case. */
static paua_status set_options(struct player *player, struct move_reply *answer)
{
    const int64_t values[USUAL_OPTIONS] = {player_tt_mb(player), player_threads(player), 0,
                                           player->setup->plies};
    const char *own = player->config->options;
    size_t used = 0;

    if (!ARRAY_RESERVE(player->line, player->line_room, 1024 + 32 * strlen(own)))
        return PAUA_NO_MEMORY;
    for (int i = 0; i < USUAL_OPTIONS; i++)
        if (player->offered >> i & 1)
            used += (size_t)snprintf(player->line + used, player->line_room - used,
                                     "setoption name %s value %" PRId64 "\n", usual_options[i],
                                     values[i]);
    while (*own) {
        size_t length = strcspn(own, ","), name = strcspn(own, "=");
        used += (size_t)snprintf(player->line + used, player->line_room - used,
                                 "setoption name %.*s value %.*s\n", (int)name, own,
                                 (int)(length - name - 1), own + name + 1);
        own += length;
        own += *own == ',';
    }
    snprintf(player->line + used, player->line_room - used, "isready\n");
    return send_and_wait(player, player->line, UGI_REPLY_READYOK, "readyok", answer);
}

static paua_status start_process(struct player *player, struct move_reply *answer)
{
    paua_status status;

    if (!process_start(&player->process, player->config->command, player->stop)) {
        end_with_fault(player, answer, PAUA_FAULT_CRASH, "it cannot be started: %s",
                       strerror(errno));
        return PAUA_OK;
    }
    player->offered = 0;
    status = send_and_wait(player, "ugi\n", UGI_REPLY_UGIOK, "ugiok", answer);
    if (status == PAUA_OK && !answer->fault)
        status = set_options(player, answer);
    return status;
}

paua_status external_new_game(struct player *player, struct move_reply *answer)
{
    paua_status status = PAUA_OK;

    if (player->process.pid == 0)
        status = start_process(player, answer);
    if (status != PAUA_OK || answer->fault)
        return status;
    /* an answer that it still owes to an earlier game comes before its readyok */
    return send_and_wait(player, "uginewgame\nisready\n", UGI_REPLY_READYOK, "readyok", answer);
}

/* "position fen ... moves ...\ngo ...\n" */
static bool write_question(struct player *player, const struct move_request *turn)
{
    const paua_board *board = paua_game_board(turn->game);
    const paua_limits limits = player_limits(player);
    int moves = paua_game_moves(turn->game);
    char fen[PAUA_POSITION_TEXT_MAX], *at;

    if (!ARRAY_RESERVE(player->line, player->line_room,
                       PAUA_POSITION_TEXT_MAX + 512 + (size_t)moves * PAUA_MOVE_TEXT_MAX))
        return false;
    at = player->line;
    paua_position_format(board, paua_game_start(turn->game), fen, sizeof fen);
    at += sprintf(at, "position fen %s%s", fen, moves ? " moves" : "");
    for (int i = 0; i < moves; i++) {
        *at++ = ' ';
        at += paua_move_format(board, paua_game_move(turn->game, i), at, PAUA_MOVE_TEXT_MAX);
    }
    at += sprintf(at, "\ngo");
    if (turn->clock)
        at += sprintf(at, " p1time %" PRId64 " p2time %" PRId64 " p1inc %" PRId64 " p2inc %" PRId64,
                      turn->left_ms[PAUA_BLACK], turn->left_ms[PAUA_WHITE], player->setup->gain_ms,
                      player->setup->gain_ms);
    if (limits.time_ms)
        at += sprintf(at, " movetime %" PRId64, limits.time_ms);
    if (limits.depth)
        at += sprintf(at, " depth %d", limits.depth);
    if (limits.nodes)
        at += sprintf(at, " nodes %" PRIu64, limits.nodes);
    sprintf(at, "\n");
    return true;
}

/* Its lines up to its best move. */
static enum process_event read_until_bestmove(struct player *player, struct ugi_reply *reply,
                                              struct move_reply *answer, int64_t deadline)
{
    enum process_event event;

    do {
        event = read_reply(player, reply, deadline);
        if (event == PROCESS_OK && reply->kind == UGI_REPLY_INFO) {
            answer->scored = true;
            answer->score = reply->score;
        }
        if (event == PROCESS_OK && reply->kind != UGI_REPLY_BESTMOVE && clock_now_ms() > deadline)
            event = PROCESS_TIMEOUT;
    } while (event == PROCESS_OK && reply->kind != UGI_REPLY_BESTMOVE);
    return event;
}

/* The time is over: who still answers when told to stop has been late, who does not hangs. */
static paua_status stop_late_search(struct player *player, struct ugi_reply *reply,
                                    struct move_reply *answer, int64_t began)
{
    int64_t patience =
        player->setup->patience_ms < GRACE_MS ? player->setup->patience_ms : GRACE_MS;
    int64_t deadline = clock_now_ms() + patience;
    enum process_event event = process_write(&player->process, "stop\n", deadline);

    if (event == PROCESS_OK)
        event = read_until_bestmove(player, reply, answer, deadline);
    return handle_event(player, answer, event, "move", clock_now_ms() - began);
}

static void read_move(struct player *player, const struct move_request *turn,
                      const struct ugi_reply *reply, struct move_reply *answer)
{
    paua_error error;

    if (paua_move_parse(paua_game_board(turn->game), paua_game_position(turn->game), reply->word,
                        &answer->move, &error) != PAUA_OK)
        end_with_fault(player, answer, PAUA_FAULT_ILLEGAL, "move %d: '%.20s': %.100s",
                       paua_game_moves(turn->game) + 1, reply->word, error.message);
}

/* How long the program, if its threads share alike, and who listens to it have waited for a processor. */
static int64_t sched_delay_so_far(const struct player *player)
{
    return sched_delay_of_process(player->process.pid) / player_threads(player) +
           sched_delay_of_thread();
}

paua_status external_find_move(struct player *player, const struct move_request *turn,
                               struct move_reply *answer)
{
    const paua_match_setup *setup = player->setup;
    int64_t kept = sched_delay_so_far(player), began = clock_now_ms();
    int64_t deadline =
        began + (turn->allowed_ms ? turn->allowed_ms + setup->margin_ms : setup->patience_ms);
    struct ugi_reply reply;
    enum process_event event;
    paua_status status = PAUA_OK;

    if (!write_question(player, turn))
        return PAUA_NO_MEMORY;
    event = process_write(&player->process, player->line, deadline);
    if (event == PROCESS_OK)
        event = read_until_bestmove(player, &reply, answer, deadline);
    if (event == PROCESS_TIMEOUT && turn->allowed_ms)
        status = stop_late_search(player, &reply, answer, began);
    else
        status = handle_event(player, answer, event, "move", setup->patience_ms);
    answer->spent_ms = clock_now_ms() - began;
    answer->delayed_ms = sched_delay_so_far(player) - kept;
    if (status == PAUA_OK && !answer->fault)
        read_move(player, turn, &reply, answer);
    return status;
}

void external_quit(struct player *player)
{
    if (player->process.pid) {
        process_write(&player->process, "quit\n", clock_now_ms() + QUIT_MS);
        process_end(&player->process, QUIT_MS, NULL);
    }
}
