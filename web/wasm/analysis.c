/* analysis.c - writes what a search has found, and what explains a position, as JSON. */
#include "analysis.h"

#include <stdlib.h>

/* A move as a JSON string, or null. */
static void write_move_text(struct web_buffer *out, const paua_board *board, paua_move move)
{
    char text[PAUA_MOVE_TEXT_MAX];
    if (move == PAUA_NO_MOVE) {
        write_format(out, "null");
        return;
    }
    paua_move_format(board, move, text, sizeof text);
    write_format(out, "\"%s\"", text);
}

/* A score: as evaluated, or the plies to a forced end. */
static void write_score(struct web_buffer *out, int score)
{
    if (abs(score) < PAUA_SCORE_FORCED)
        write_format(out, "\"score\":{\"cp\":%d}", score);
    else
        write_format(out, "\"score\":{\"plies\":%d,\"win\":%s}", PAUA_SCORE_WIN - abs(score),
                     score > 0 ? "true" : "false");
}

static void write_pv(struct web_buffer *out, const paua_board *board, const paua_move *moves,
                     int count)
{
    write_format(out, "\"pv\":[");
    for (int i = 0; i < count; i++) {
        write_format(out, "%s", i ? "," : "");
        write_move_text(out, board, moves[i]);
    }
    write_format(out, "]");
}

void write_depth(struct web_buffer *out, const paua_board *board, const paua_search_info *info)
{
    unsigned long long nodes = info->nodes;
    unsigned long long time_ms = (unsigned long long)info->time_ms;
    write_format(out, "{\"type\":\"depth\",\"depth\":%d,\"multipv\":%d,", info->depth,
                 info->multipv);
    write_score(out, info->score);
    write_format(out, ",\"nodes\":%llu,\"nps\":%llu,\"time\":%llu,", nodes,
                 nodes * 1000 / (time_ms ? time_ms : 1), time_ms);
    write_pv(out, board, info->pv, info->pv_count);
    write_format(out, "}");
}

/* A number from 0 to 1 with nine decimals; write_format() has no floating-point numbers. */
static void write_share(struct web_buffer *out, double share)
{
    enum { UNIT = 1000000000 };
    const unsigned parts = (unsigned)(share * UNIT + 0.5);
    write_format(out, "%u.%09u", parts / UNIT, parts % UNIT);
}

/* The expectation of Black in a game for two, else an array of all players'. */
static void write_expectation(struct web_buffer *out, const paua_explanation *explanation)
{
    const bool is_for_two = explanation->players == PAUA_SIDES;
    write_format(out, "\"expectation\":%s", is_for_two ? "" : "[");
    for (int side = 0; side < (is_for_two ? 1 : explanation->players); side++) {
        write_format(out, "%s", side ? "," : "");
        write_share(out, explanation->expectation[side]);
    }
    write_format(out, "%s", is_for_two ? "" : "]");
}

/* The members of a threat. */
static void write_threat(struct web_buffer *out, const paua_board *board, const paua_threat *threat)
{
    write_format(out, "\"move\":");
    write_move_text(out, board, threat->move);
    write_format(out, ",");
    write_score(out, threat->score);
    write_format(out, ",\"ejects\":%s,\"depth\":%d,", threat->ejects ? "true" : "false",
                 threat->depth);
    write_pv(out, board, threat->line, threat->line_count);
    if (threat->has_gain)
        write_format(out, ",\"gain\":%d", threat->gain);
}

/* The threat of the next opponent, and of all where there are several. */
static void write_threats(struct web_buffer *out, const paua_board *board,
                          const paua_explanation *explanation)
{
    const char *comma = "";
    write_format(out, ",\"threat\":");
    if (explanation->threat_count && explanation->threats[0].move != PAUA_NO_MOVE) {
        write_format(out, "{");
        write_threat(out, board, &explanation->threats[0]);
        write_format(out, "}");
    } else {
        write_format(out, "null");
    }
    if (explanation->players == PAUA_SIDES)
        return;
    write_format(out, ",\"threats\":[");
    for (int i = 0; i < explanation->threat_count; i++) {
        const paua_threat *threat = &explanation->threats[i];
        if (threat->move == PAUA_NO_MOVE)
            continue;
        write_format(out, "%s{\"side\":\"%c\",", comma, SIDE_LETTERS[threat->side]);
        write_threat(out, board, threat);
        write_format(out, "}");
        comma = ",";
    }
    write_format(out, "]");
}

/* A hanging marble and the moves that eject it. */
static void write_hanging_marble(struct web_buffer *out, const paua_board *board,
                                 const paua_hanging *hanging, int side, int cell)
{
    const char *comma = "";
    write_format(out, "{\"side\":\"%c\",\"marble\":", SIDE_LETTERS[side]);
    write_cell(out, board, cell);
    write_format(out, ",\"by\":[");
    for (int i = 0; i < hanging->moves.count; i++) {
        if (paua_move_victim(board, hanging->moves.moves[i]) != cell)
            continue;
        write_format(out, "%s", comma);
        write_move_text(out, board, hanging->moves.moves[i]);
        comma = ",";
    }
    write_format(out, "]}");
}

static void write_hanging(struct web_buffer *out, const paua_board *board,
                          const paua_explanation *explanation)
{
    const char *comma = "";
    write_format(out, ",\"hanging\":[");
    for (int side = 0; side < explanation->players; side++) {
        const paua_hanging *hanging = &explanation->hanging[side];
        for (int cell = 0; cell < paua_board_cells(board); cell++) {
            if (!(hanging->marbles & PAUA_SET(cell)))
                continue;
            write_format(out, "%s", comma);
            write_hanging_marble(out, board, hanging, side, cell);
            comma = ",";
        }
    }
    write_format(out, "]");
}

/* The forks of all players, where there is one. */
static void write_forks(struct web_buffer *out, const paua_board *board,
                        const paua_explanation *explanation)
{
    const char *comma = ",\"forks\":[";
    for (int side = 0; side < explanation->players; side++) {
        if (!explanation->forked[side])
            continue;
        write_format(out, "%s{\"side\":\"%c\",\"marbles\":", comma, SIDE_LETTERS[side]);
        write_set(out, board, explanation->forked[side]);
        write_format(out, "}");
        comma = ",";
    }
    write_format(out, "%s", *comma && comma[1] ? "" : "]");
}

static void write_formations(struct web_buffer *out, const paua_board *board,
                             const paua_explanation *explanation)
{
    write_format(out, ",\"formations\":[");
    for (int side = 0; side < explanation->players; side++) {
        const paua_formation *formation = &explanation->formations[side];
        write_format(out,
                     "%s{\"side\":\"%c\",\"groups\":%d,\"largest\":%d,\"alone\":%d,\"hexagons\":",
                     side ? "," : "", SIDE_LETTERS[side], formation->groups, formation->largest,
                     formation->alone);
        write_set(out, board, formation->hexagons);
        write_format(out, "}");
    }
    write_format(out, "]");
}

void write_end(struct web_buffer *out, const paua_board *board, paua_outcome outcome,
               paua_move best, const paua_explanation *explanation)
{
    write_format(out, "{\"type\":\"end\",");
    write_expectation(out, explanation);
    write_threats(out, board, explanation);
    write_hanging(out, board, explanation);
    write_formations(out, board, explanation);
    write_forks(out, board, explanation);
    write_format(out, ",\"best\":");
    write_move_text(out, board, best);
    write_format(out, ",\"result\":\"%s\",\"reason\":\"%s\"}", paua_result_text(outcome.result),
                 paua_reason_name(outcome.reason));
}
