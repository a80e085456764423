/* referee.c - `paua referee`: a game between two programs that exchange files, as those of "Project
 * Abalone" (seed 002) do. Prints every state and action; referee/turn.h runs the programs. */
#define _POSIX_C_SOURCE 200809L /* localtime_r */

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include <paua/notation.h>
#include <paua/version.h>

#include "cli/common.h"
#include "cli/game_setup.h"
#include "cli/interrupt_watcher.h"
#include "cli/options.h"
#include "cli/save.h"
#include "commands/commands.h"
#include "notation/move.h"
#include "referee/temporary.h"
#include "referee/turn.h"

enum { US_PER_MS = 1000 };

struct referee_options {
    struct start_options start;
    const char *save;
    bool json;
};

/* A game and what has come of it so far. */
struct referee {
    const struct referee_options *options;
    struct game_setup setup;
    struct course_program programs[PAUA_SIDES];
    struct program_turn turn; /* the last one */
    int64_t referee_us;
    atomic_bool stop;
};

static void stop_referee(void *referee)
{
    atomic_store(&((struct referee *)referee)->stop, true);
}

/* The position as in an input: "b", then the marbles. Returns the text of the marbles. */
static const char *write_state(const struct referee *referee, char text[PAUA_FORM_TEXT_MAX])
{
    paua_position_write(referee->setup.board, paua_game_position(referee->setup.game),
                        PAUA_FORM_LIST, text, PAUA_FORM_TEXT_MAX);
    char *marbles = strchr(text, '\n');
    return marbles ? marbles + 1 : text;
}

static json_t *score_json(const paua_position *position)
{
    return json_pack("[i,i]", position->ejected[PAUA_BLACK], position->ejected[PAUA_WHITE]);
}

static int print_start(const struct referee *referee)
{
    char rules[PAUA_RULES_TEXT_MAX];
    const struct course_program *programs = referee->programs;
    paua_rules_format(referee->setup.board, paua_game_rules(referee->setup.game), rules,
                      sizeof rules);
    if (referee->options->json)
        return output_json(json_pack("{s:s, s:s, s:s}", "rules", rules, "black",
                                     programs[PAUA_BLACK].command, "white",
                                     programs[PAUA_WHITE].command));
    printf("rules %s\nblack %s\nwhite %s\n", rules, programs[PAUA_BLACK].command,
           programs[PAUA_WHITE].command);
    return EXIT_DONE;
}

/* Prints the state before a turn. */
static int print_state(const struct referee *referee)
{
    const paua_position *position = paua_game_position(referee->setup.game);
    char text[PAUA_FORM_TEXT_MAX];
    const char *marbles = write_state(referee, text);
    if (referee->options->json)
        return output_json(json_pack("{s:i, s:s#, s:o, s:s}", "state", (int)position->ply, "side",
                                     &"bw"[position->to_move], 1, "score", score_json(position),
                                     "marbles", marbles));
    printf("state %d %c %d-%d %s\n", (int)position->ply, "bw"[position->to_move],
           position -> ejected[PAUA_BLACK], position -> ejected[PAUA_WHITE], marbles);
    return EXIT_DONE;
}

/* Prints what the program did. */
static int print_action(const struct referee *referee, int ply)
{
    const struct program_turn *turn = &referee->turn;
    char text[PAUA_MOVE_TEXT_MAX] = "none";
    double ms = (double)turn->spent_us / US_PER_MS;
    if (!turn->fault)
        paua_move_write(referee->setup.board, paua_game_position(referee->setup.game),
                        PAUA_NOTATION_TRIPLE, turn->move, text, sizeof text);
    if (referee->options->json)
        return output_json(json_pack("{s:i, s:s, s:f, s:f}", "action", ply, "move", text, "ms", ms,
                                     "referee_ms", (double)turn->referee_us / US_PER_MS));
    printf("action %d %s %.1f ms\n", ply, text, ms);
    return EXIT_DONE;
}

/* Prints the result, the fault if there is one, and the referee's own time. */
static int print_result(const struct referee *referee)
{
    const paua_game *game = referee->setup.game;
    const struct program_turn *turn = &referee->turn;
    paua_outcome outcome = paua_game_outcome(game);
    int turns = paua_game_moves(game) + (turn->fault != REFEREE_FAULT_NONE);
    double ms = turns > 0 ? (double)referee->referee_us / US_PER_MS / turns : 0.0;
    const char *ending =
        turn->fault ? referee_fault_name(turn->fault) : paua_reason_name(outcome.reason);
    const char *loser = move_player(paua_game_position(game)->to_move);
    if (referee->options->json) {
        json_t *fault = turn->fault ? json_pack("{s:s, s:s, s:s}", "name", ending, "by", loser,
                                                "note", turn->note)
                                    : json_null();
        return output_json(json_pack("{s:s, s:s, s:o, s:o, s:f}", "result",
                                     paua_result_text(outcome.result), "ending", ending, "score",
                                     score_json(paua_game_position(game)), "fault", fault,
                                     "referee_ms", ms));
    }
    printf("result %s %s\n", paua_result_text(outcome.result),
           turn->fault ? "fault" : paua_reason_text(outcome.reason));
    if (turn->fault)
        printf("fault %s: %s, turn %d: %s\n", ending, loser, (int)paua_game_position(game)->ply,
               turn->note);
    printf("referee %.1f ms a turn\n", ms);
    return EXIT_DONE;
}

/* One turn: the state, the action, and the move on the board. Returns an exit code. */
static int play_turn(struct referee *referee)
{
    paua_game *game = referee->setup.game;
    struct program_turn *turn = &referee->turn;
    int ply = paua_game_position(game)->ply;
    paua_side side = (paua_side)paua_game_position(game)->to_move;
    int code = print_state(referee);
    if (code != EXIT_DONE || !output_flush())
        return code;
    turn_play(&referee->programs[side], game, paua_game_rules(game)->turn_ms, &referee->stop, turn);
    referee->referee_us += turn->referee_us;
    if (turn->stopped)
        return complain_with(EXIT_ENVIRONMENT, "interrupted in turn %d", ply);
    if (turn->start_error)
        return complain_with(EXIT_USAGE, "cannot start '%.60s': %s",
                             referee->programs[side].command, strerror(turn->start_error));
    code = print_action(referee, ply);
    if (turn->fault == REFEREE_FAULT_TIME)
        paua_game_forfeit(game, side);
    else if (turn->fault)
        paua_game_resign(game, side);
    else if (paua_game_play(game, turn->move) != PAUA_OK)
        return complain_memory();
    return code;
}

/* Appends the game to the file. */
static int save_result(const struct referee *referee, struct save_file *file)
{
    char date[16], source[32], control[32];
    const struct program_turn *turn = &referee->turn;
    paua_tags tags = {.size = sizeof(paua_tags),
                      .event = "Referee",
                      .date = date,
                      .source = source,
                      .time_control = control,
                      .black = referee->programs[PAUA_BLACK].command,
                      .white = referee->programs[PAUA_WHITE].command,
                      .termination = turn->fault ? referee_fault_name(turn->fault) : NULL};
    time_t now = time(NULL);
    struct tm local;
    snprintf(source, sizeof source, "paua %s", paua_version());
    snprintf(control, sizeof control, "%" PRIu32 " ms a turn",
             paua_game_rules(referee->setup.game)->turn_ms);
    strftime(date, sizeof date, "%Y.%m.%d", localtime_r(&now, &local));
    return save_game(file, referee->setup.game, &tags);
}

/* Plays to the end and prints the log. Returns EXIT_DONE, or EXIT_NO where a fault has decided. */
static int play_to_end(struct referee *referee)
{
    struct interrupt_watcher watcher;
    struct save_file file;
    bool saves = referee->options->save != NULL;
    int code = saves ? save_open(referee->options->save, &file) : EXIT_DONE;
    if (code != EXIT_DONE)
        return code;
    if (interrupt_watcher_begin(&watcher, stop_referee, referee)) {
        code = print_start(referee);
        while (code == EXIT_DONE &&
               paua_game_outcome(referee->setup.game).result == PAUA_RESULT_ONGOING &&
               output_flush())
            code = play_turn(referee);
        interrupt_watcher_end(&watcher);
    } else {
        code = complain_with(EXIT_ENVIRONMENT, "no thread could be started");
    }
    bool over = paua_game_outcome(referee->setup.game).result != PAUA_RESULT_ONGOING;
    if (code == EXIT_DONE && over && !referee->turn.fault)
        code = print_state(referee);
    if (code == EXIT_DONE && over)
        code = print_result(referee);
    if (code == EXIT_DONE && over && saves)
        code = save_result(referee, &file);
    if (saves)
        save_close(&file);
    return code == EXIT_DONE && referee->turn.fault ? EXIT_NO : code;
}

/* Makes the working folders, plays, and removes them. */
static int referee_run(struct referee *referee, char **commands)
{
    static const char *const names[PAUA_SIDES] = {"black", "white"};
    struct temporary folder;
    if (!temporary_open(&folder))
        return complain_with(EXIT_ENVIRONMENT, "no temporary folder: %s", strerror(errno));
    int code = EXIT_DONE;
    for (int side = 0; side < PAUA_SIDES && code == EXIT_DONE; side++)
        code =
            course_program_open(&referee->programs[side], commands[side], folder.path, names[side]);
    if (code == EXIT_DONE)
        code = play_to_end(referee);
    for (int side = 0; side < PAUA_SIDES; side++)
        course_program_close(&referee->programs[side]);
    if (!temporary_close(&folder) && code == EXIT_DONE)
        code = complain_with(EXIT_ENVIRONMENT, "a temporary folder is left: %s", strerror(errno));
    return code;
}

/* Refuses games that the exchange of files has no words for. */
static int check_game(const struct game_setup *setup)
{
    const paua_position *position = paua_game_position(setup->game);
    if (position->players != PAUA_SIDES)
        return complain_with(EXIT_USAGE, "position: expected two players");
    if (paua_game_rules(setup->game)->turn_ms == 0)
        return complain_with(EXIT_USAGE,
                             "rules: expected a time for each turn, as in course,turn=5,plies=80");
    return EXIT_DONE;
}

int command_referee(int argc, char **argv)
{
    struct referee_options options = {.start.rules = "course,turn=5,plies=80"};
    const struct option_row rows[] = {
        ROWS_START(options.start),
        ROW_RULES(options.start),
        {"save", 0, OPTION_TEXT, &options.save, 0, 0, "FILE", "append the game to this file"},
        ROW_JSON(options.json),
    };
    static const struct usage usage = {
        .command = "referee",
        .operands = "COMMAND COMMAND",
        .operands_least = 2,
        .operands_most = 2,
        .purpose =
            "Play a game between two programs that exchange files, and print every state and "
            "action. The first is Black.",
        .notes =
            "In each turn the program is started in a folder of its own with the name of an "
            "input such as turn7.input as its last argument: the side to move and the marbles. It "
            "writes its move to turn7.move, if it likes also the board after it to turn7.board, "
            "and ends. Rules: course,turn=5,plies=80. Exit code 1: a fault has decided.",
        .examples = {"paua referee ./mine 'python3 theirs.py'",
                     "paua referee --rules course,turn=2 --layout belgian-daisy ./a ./b"},
    };
    struct referee referee = {.options = &options};
    int operand, code = options_read(&usage, rows, ROWS(rows), argc, argv, &operand);

    if (code != OPTIONS_GO)
        return code;
    code = game_setup_open(&options.start, &referee.setup);
    if (code != EXIT_DONE)
        return code;
    code = check_game(&referee.setup);
    if (code == EXIT_DONE) {
        interrupt_catch();
        code = referee_run(&referee, argv + operand);
    }
    game_setup_close(&referee.setup);
    return code;
}
