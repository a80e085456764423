/* text.c - words, numbers and figures that the parts of `paua study` print. */
#include <stdlib.h>
#include <string.h>

#include "cli/tables.h"
#include "study/study_output.h"

const char *const study_words[3] = {"DRAW", "WIN", "LOSS"};
const char *const study_categories[3] = {"draw", "win", "loss"};
const char *const study_sides[2] = {"black", "white"};

int study_complain(const struct study *study, paua_status status)
{
    if (status == PAUA_ERROR_CORRUPT || status == PAUA_ERROR_IO || status == PAUA_ERROR_NO_MEMORY)
        return tables_complain_read(study->path, status, EXIT_USAGE);
    return tables_complain_foreign(study->path, study->info);
}

const char *study_name_of(const struct study *study, paua_constellation at, study_name name)
{
    paua_position position;

    name[0] = '\0';
    if (paua_position_setup(study->oracle.board, at.black, at.white, PAUA_BLACK, &position) ==
        PAUA_OK)
        paua_position_format(study->oracle.board, &position, name, sizeof(study_name));
    name[strcspn(name, " ")] = '\0';
    return name;
}

const char *study_remoteness(paua_value value, int remoteness, const char *of_draw,
                             study_small text)
{
    if (value == PAUA_VALUE_DRAW)
        return of_draw;
    snprintf(text, sizeof(study_small), "%d", remoteness);
    return text;
}

int study_winner(paua_value value, int side)
{
    return value == PAUA_VALUE_DRAW ? -1 : value == PAUA_VALUE_WIN ? side : 1 - side;
}

void study_print_verdict(FILE *to, const paua_verdict *verdict)
{
    fprintf(to, "class %s", paua_class_name((int)verdict->class_));
    for (int side = 0; side < PAUA_SIDES; side++) {
        study_small remoteness;
        fprintf(to, " %s %s %s", study_sides[side], study_words[verdict->value[side]],
                study_remoteness(verdict->value[side], verdict->remoteness[side], "-", remoteness));
    }
}

json_t *study_result_json(paua_value value, int remoteness)
{
    return value == PAUA_VALUE_DRAW
               ? json_pack("{s:s, s:n}", "category", study_categories[value], "distance")
               : json_pack("{s:s, s:i}", "category", study_categories[value], "distance",
                           remoteness);
}

int study_print_json(const struct study *study, json_t *value)
{
    char *text = value ? json_dumps(value, JSON_COMPACT) : NULL;

    json_decref(value);
    if (!text)
        return complain_memory();
    fprintf(study->to, "%s\n", text);
    free(text);
    return EXIT_DONE;
}

const char *study_move(const struct study *study, const paua_choice *choice, study_small text)
{
    size_t length = paua_move_format(study->oracle.board, choice->move, text, sizeof(study_small));

    if (choice->moves > 1 && length < sizeof(study_small))
        snprintf(text + length, sizeof(study_small) - length, " x%d", choice->moves);
    return text;
}

const char *study_result(paua_value value, int remoteness, study_small text)
{
    if (value == PAUA_VALUE_DRAW)
        snprintf(text, sizeof(study_small), "draw");
    else
        snprintf(text, sizeof(study_small), "%s in %d", value == PAUA_VALUE_WIN ? "wins" : "loses",
                 remoteness);
    return text;
}

int study_print_figure(const struct study *study, const paua_figure_plan *plan)
{
    const bool tikz = study->format == STUDY_TIKZ;
    size_t (*draw)(const paua_figure *, char *, size_t) = tikz ? paua_figure_tikz : paua_figure_svg;
    paua_figure *figure;
    paua_status status = paua_figure_new(plan, &figure);

    if (status == PAUA_ERROR_NO_MEMORY)
        return complain_memory();
    if (status != PAUA_OK)
        return complain_with(EXIT_USAGE, "a figure has at most %d boards and %d arrows",
                             PAUA_FIGURE_PANELS_MAX, PAUA_FIGURE_LINKS_MAX);
    if (tikz && (paua_figure_width(figure) > PAUA_FIGURE_TIKZ_MAX ||
                 paua_figure_height(figure) > PAUA_FIGURE_TIKZ_MAX)) {
        paua_figure_free(figure);
        return complain_with(
            EXIT_USAGE, "the figure is larger than TeX can have it, expected --format svg or a "
                        "smaller --limit");
    }
    size_t size = draw(figure, NULL, 0) + 1;
    char *text = malloc(size);
    if (text) {
        draw(figure, text, size);
        fputs(text, study->to);
        free(text);
    }
    paua_figure_free(figure);
    return text ? EXIT_DONE : complain_memory();
}
