/* print.c - prints a reviewed game as a table and as JSON. */
#include <stdlib.h>
#include <string.h>

#include "notation/move.h"
#include "json/search_json.h"

#include "cli/common.h"
#include "cli/report.h"
#include "review/review_output.h"

enum { CURVE_COLUMNS = 60, NUMBER_MAX = 16 };

char *review_score(int score, char text[REVIEW_SCORE_MAX])
{
    int moves = (PAUA_SCORE_WIN - abs(score) + 1) / 2;

    if (abs(score) < PAUA_SCORE_FORCED)
        snprintf(text, REVIEW_SCORE_MAX, "%+.2f", score / 100.0);
    else
        snprintf(text, REVIEW_SCORE_MAX, "#%s%d", score < 0 ? "-" : "", moves);
    return text;
}

/* A tag's value, or "?". */
static const char *tag_or_unknown(const struct reviewed *game, const char *name)
{
    const char *value = paua_record_tag(game->record, name);

    return value ? value : "?";
}

/* Writes the number of move i as in "3." and "3...", or for more than two players with the letter
 * of who moves, as in "3 r". */
static char *number_of(const struct reviewed *game, int i, char text[NUMBER_MAX])
{
    int turn = i + game->replay->start.to_move, players = game->replay->start.players;

    if (players > PAUA_SIDES)
        snprintf(text, NUMBER_MAX, "%d %c", turn / players + 1, "bwrgyp"[game->moves[i].side]);
    else
        snprintf(text, NUMBER_MAX, "%d%s", turn / PAUA_SIDES + 1, turn % PAUA_SIDES ? "..." : ".");
    return text;
}

/* Prints a move's line of the table. */
static void print_move(const struct reviewed *game, int i, FILE *out)
{
    const paua_review_move *move = &game->moves[i];
    const paua_board *board = game->replay->board;
    char played[PAUA_MOVE_TEXT_MAX], best[PAUA_MOVE_TEXT_MAX], number[NUMBER_MAX];
    char after[REVIEW_SCORE_MAX], score[REVIEW_SCORE_MAX];

    fprintf(out, "%6s %-7s %7s  %-7s %7s  %5.1f %%  %s\n", number_of(game, i, number),
            report_move(board, move->played, played), review_score(move->after, after),
            report_move(board, move->best, best), review_score(move->score, score),
            100.0 * move->loss, paua_grade_name(move->grade));
}

/* Prints how passive a side was. */
static void print_passivity(const struct reviewed *game, int side, FILE *out)
{
    const paua_review *summary = &game->summary;

    fprintf(out, "%s: passivity %.1f %%, %d of %d moves, at most %d in a row\n", move_player(side),
            100.0 * summary->passivity[side], summary->passive[side], summary->played[side],
            summary->passive_run[side]);
}

/* Prints a side's accuracy and how many moves of each grade it made. */
static void print_side(const struct reviewed *game, int side, FILE *out)
{
    fprintf(out, "%s: accuracy %.1f %%", move_player(side), game->summary.accuracy[side]);
    for (int grade = 0; grade < PAUA_GRADE_COUNT; grade++)
        fprintf(out, ", %s %d", paua_grade_name((paua_grade)grade),
                game->summary.grades[side][grade]);
    fputc('\n', out);
}

/* Prints the move that gave the winner the lead for good. */
static void print_turning(const struct reviewed *game, FILE *out)
{
    int i = game->summary.turning - 1;
    char move[PAUA_MOVE_TEXT_MAX], number[NUMBER_MAX];

    if (i < 0)
        fputs("turning point: none\n", out);
    else
        fprintf(out, "turning point: %s %s, from which on %s led\n", number_of(game, i, number),
                report_move(game->replay->board, game->moves[i].played, move),
                move_player((int)game->replay->result - (int)PAUA_RESULT_BLACK_WINS));
}

/* The mean of a player's expectation from position `first` of the game to before `last`. */
static double mean_of(const struct reviewed *game, int side, int first, int last)
{
    double sum = 0.0;

    for (int i = first; i < last; i++)
        sum += i ? game->moves[i - 1].expectation[side] : game->summary.expectation[side];
    return sum / (last - first);
}

/* Prints what a player could expect before the first move and after each one as a line of bars; in
 * a long game a bar is the mean of several positions. */
static void print_curve(const struct reviewed *game, int side, FILE *out)
{
    static const char *const bars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    enum { BARS = sizeof bars / sizeof *bars };
    int positions = game->summary.moves + 1;
    int columns = positions < CURVE_COLUMNS ? positions : CURVE_COLUMNS;

    int width = game->replay->start.players == PAUA_SIDES ? 0 : (int)sizeof "Yellow";
    int used =
        fprintf(out, "expectation of %s:", move_player(side)) - (int)strlen("expectation of ");

    fprintf(out, "%*s", used < width ? width - used + 1 : 1, "");
    for (int i = 0; i < columns; i++) {
        double mean = mean_of(game, side, positions * i / columns, positions * (i + 1) / columns);
        int height = (int)(mean * BARS);
        fputs(bars[height < BARS ? height : BARS - 1], out);
    }
    fputc('\n', out);
}

void review_print(const struct reviewed *game, FILE *out)
{
    int players = game->replay->start.players;

    fprintf(out, "game %d: ", game->number);
    for (int side = 0; side < players; side++)
        print_safely(out, "%s%s", side ? " - " : "", tag_or_unknown(game, move_player(side)));
    print_safely(out, ", %s, %s\n", tag_or_unknown(game, "Variant"),
                 paua_record_result(game->record));
    fputs("     # played    score  best      score     loss  grade\n", out);
    for (int i = 0; i < game->summary.moves; i++)
        print_move(game, i, out);
    print_turning(game, out);
    for (int side = 0; side < (players == PAUA_SIDES ? 1 : players); side++)
        print_curve(game, side, out);
    for (int side = 0; side < players; side++)
        print_side(game, side, out);
    for (int side = 0; side < players; side++)
        print_passivity(game, side, out);
}

json_t *review_json(const struct reviewed *game)
{
    static const char *const names[PAUA_PLAYERS_MAX] = {"black", "white",  "red",
                                                        "green", "yellow", "purple"};
    json_t *moves = json_array();
    int players = game->replay->start.players;

    for (int i = 0; i < game->summary.moves; i++)
        json_array_append_new(
            moves, search_json_review_move(game->replay->board, players, i + 1, &game->moves[i]));
    json_t *json = json_pack("{s:i}", "game", game->number);
    for (int side = 0; side < players; side++)
        json_object_set_new(json, names[side],
                            json_string(tag_or_unknown(game, move_player(side))));
    json_object_set_new(json, "result", json_string(paua_record_result(game->record)));
    json_object_set_new(json, "moves", moves);
    json_object_update_new(json, search_json_review_summary(&game->summary, players));
    return json;
}
