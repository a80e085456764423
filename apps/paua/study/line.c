/* line.c - an optimal line from one position. */
#include <stdlib.h>
#include <string.h>

#include "study/study_output.h"

enum { MOVES_MAX = 100000 };

/* A move of the line, with what its mover had before it and the position after it. */
struct step {
    paua_move move;
    paua_value value;
    int remoteness;
    int side;
    paua_position after;
    char text[PAUA_MOVE_TEXT_MAX];
};

struct best_line {
    struct study *study;
    paua_value value; /* of the position that it begins with */
    int remoteness;
    struct step *steps; /* owned */
    int count;
    const char *end; /* why it ends */
};

/* Plays the moves; keeps each with its value, its remoteness and the position after it. */
static paua_status replay_line(struct best_line *line, const paua_move *moves, int count)
{
    const struct study *study = line->study;
    paua_position position = study->position;

    for (int i = 0; i < count; i++) {
        struct step *step = &line->steps[i];
        paua_undo undo;
        bool ends;
        step->move = moves[i];
        step->side = position.to_move;
        paua_move_format(study->oracle.board, moves[i], step->text, sizeof step->text);
        paua_status status = paua_study_move(&study->oracle, &position, moves[i], &step->value,
                                             &step->remoteness, &ends);
        if (status != PAUA_OK)
            return status;
        paua_position_make(study->oracle.board, &position, moves[i], &undo);
        step->after = position;
        line->count++;
    }
    return PAUA_OK;
}

/* Why the line ends: a win, no legal move, the limit of moves, or a repetition. */
static const char *end_of(const struct best_line *line, bool ended, int max)
{
    const struct step *last = line->count ? &line->steps[line->count - 1] : NULL;
    const paua_position *at = last ? &last->after : &line->study->position;

    if (ended && line->value != PAUA_VALUE_DRAW)
        return study_winner(line->value, line->study->position.to_move) == PAUA_BLACK
                   ? "Black wins"
                   : "White wins";
    if (ended || paua_moves_count(line->study->oracle.board, at) == 0)
        return "no legal move";
    return line->count == max ? "limit" : "repetition";
}

/* Finds the optimal line by the oracle (paua_study_line) and fills in its steps. */
static paua_status follow_line(struct best_line *line)
{
    const struct study *study = line->study;
    int max = study->limit < MOVES_MAX ? (int)study->limit : MOVES_MAX, count = 0;
    paua_move *moves = calloc((size_t)max, sizeof *moves);
    bool ended = false;
    paua_status status = moves ? PAUA_OK : PAUA_ERROR_NO_MEMORY;

    if (status == PAUA_OK)
        status = study->oracle.ask(&study->position, &line->value, &line->remoteness,
                                   study->oracle.context);
    if (status == PAUA_OK)
        status = paua_study_line(&study->oracle, &study->position, moves, max, &count, &ended);
    if (status == PAUA_OK) {
        line->steps = calloc((size_t)count + 1, sizeof *line->steps);
        status = line->steps ? replay_line(line, moves, count) : PAUA_ERROR_NO_MEMORY;
    }
    free(moves);
    if (status == PAUA_OK)
        line->end = end_of(line, ended, max);
    return status;
}

/* The position in the notation of rows. Returns `text`. */
static const char *position_text(const struct best_line *line, const paua_position *position,
                                 study_name text)
{
    paua_position_format(line->study->oracle.board, position, text, sizeof(study_name));
    return text;
}

/* The start with its value and remoteness, the moves on one line, and why the line ends. */
static int print_text(const struct best_line *line)
{
    FILE *to = line->study->to;
    study_name name;
    study_small remoteness;

    fprintf(to, "position %s\n%s %s %s\nline", position_text(line, &line->study->position, name),
            study_sides[line->study->position.to_move], study_words[line->value],
            study_remoteness(line->value, line->remoteness, "-", remoteness));
    for (int i = 0; i < line->count; i++)
        fprintf(to, " %s", line->steps[i].text);
    fprintf(to, "\nend %s\n", line->end);
    return EXIT_DONE;
}

/* One row a ply; the value and remoteness are those for the side that moves. */
static int print_csv(const struct best_line *line)
{
    FILE *to = line->study->to;

    fputs("ply,side,move,category,distance,position\n", to);
    for (int i = 0; i < line->count; i++) {
        const struct step *step = &line->steps[i];
        study_name name;
        study_small remoteness;
        fprintf(to, "%d,%s,%s,%s,%s,%s\n", i + 1, study_sides[step->side], step->text,
                study_categories[step->value],
                study_remoteness(step->value, step->remoteness, "", remoteness),
                position_text(line, &step->after, name));
    }
    return EXIT_DONE;
}

/* One object for the start, with the moves in "line" and why the line ends in "end". */
static int print_json(const struct best_line *line)
{
    const struct study *study = line->study;
    json_t *moves = json_array(), *object = study_result_json(line->value, line->remoteness);
    study_name name;

    for (int i = 0; i < line->count; i++) {
        const struct step *step = &line->steps[i];
        json_t *move = study_result_json(step->value, step->remoteness);
        json_object_set_new(move, "side", json_string(study_sides[step->side]));
        json_object_set_new(move, "move", json_string(step->text));
        json_object_set_new(move, "position", json_string(position_text(line, &step->after, name)));
        json_array_append_new(moves, move);
    }
    json_object_set_new(object, "position",
                        json_string(position_text(line, &study->position, name)));
    json_object_set_new(object, "side", json_string(study_sides[study->position.to_move]));
    json_object_set_new(object, "line", moves);
    json_object_set_new(object, "end", json_string(line->end));
    return study_print_json(study, object);
}

/* The boards one after the other, each with the move that led to it. */
static int draw_line(const struct best_line *line)
{
    static const char *const sides[] = {"Black to move", "White to move"};
    const struct study *study = line->study;
    int count = line->count + 1;
    paua_panel *panels = calloc((size_t)count, sizeof *panels);
    char(*titles)[PAUA_MOVE_TEXT_MAX + 16] = calloc((size_t)count, sizeof *titles);
    char title[PAUA_POSITION_TEXT_MAX + 32];
    study_name name;
    study_small words;
    bool room = panels && titles;
    int code = room ? EXIT_DONE : complain_memory();

    for (int i = 0; i < count && room; i++) {
        const struct step *step = i ? &line->steps[i - 1] : NULL;
        if (step)
            snprintf(titles[i], sizeof titles[i], "%d  %s", i, step->text);
        panels[i] =
            (paua_panel){.position = step ? &step->after : &study->position,
                         .how = {.last = step ? step->move : PAUA_NO_MOVE, .coordinates = true},
                         .title = step ? titles[i] : sides[study->position.to_move]};
    }
    if (room) {
        panels[0].bands[0] = (paua_band){study_winner(line->value, study->position.to_move),
                                         study_result(line->value, line->remoteness, words)};
        panels[0].band_count = 1;
        snprintf(title, sizeof title, "An optimal line from %s",
                 position_text(line, &study->position, name));
        const paua_figure_plan plan = {.board = study->oracle.board,
                                       .title = title,
                                       .note = line->end,
                                       .arrangement = PAUA_ARRANGEMENT_ROWS,
                                       .panels = panels,
                                       .panel_count = count};
        code = study_print_figure(study, &plan);
    }
    free(panels);
    free(titles);
    return code;
}

int study_line(struct study *study)
{
    struct best_line line = {.study = study};
    paua_status status = follow_line(&line);
    int code;

    if (status != PAUA_OK)
        code = study_complain(study, status);
    else if (STUDY_IS_FIGURE(study->format))
        code = draw_line(&line);
    else if (study->format == STUDY_JSON)
        code = print_json(&line);
    else
        code = study->format == STUDY_CSV ? print_csv(&line) : print_text(&line);
    free(line.steps);
    return code;
}
