/* options.c - the options of both sides from one constellation, as C = { ... | ... }. */
#include <stdlib.h>
#include <string.h>

#include "study/study_output.h"

/* A choice and what is printed of it. */
struct option {
    paua_choice choice;
    int class_; /* of where it leads, or -1: the game has ended */
    study_name to;
    char move[PAUA_MOVE_TEXT_MAX];
};

struct side_options {
    struct study *study;
    paua_constellation at;
    paua_verdict verdict;
    study_name name;
    struct option *list[PAUA_SIDES]; /* owned */
    int count[PAUA_SIDES];
};

/* Whether an option belongs to the play that is studied: all options, the safe or the best ones. */
static bool is_played(const paua_choice *choice, paua_play play)
{
    return play == PAUA_PLAY_ALL || (play == PAUA_PLAY_SAFE ? choice->safe : choice->best);
}

/* Keeps the options of the play that is studied, with the outcome class that each leads to. */
static paua_status keep_options(struct side_options *options, int side, const paua_choice *choices,
                                int count)
{
    const struct study *study = options->study;
    struct option *list = calloc((size_t)count + 1, sizeof *list);

    options->list[side] = list;
    if (!list)
        return PAUA_ERROR_NO_MEMORY;
    for (int i = 0; i < count; i++) {
        struct option *option = &list[options->count[side]];
        paua_verdict verdict;
        if (!is_played(&choices[i], study->play))
            continue;
        option->choice = choices[i];
        option->class_ = -1;
        study_name_of(study, choices[i].to, option->to);
        paua_move_format(study->oracle.board, option->choice.move, option->move,
                         sizeof option->move);
        if (!choices[i].ends) {
            paua_status status = paua_study_verdict(&study->oracle, choices[i].to, &verdict);
            if (status != PAUA_OK)
                return status;
            option->class_ = (int)verdict.class_;
        }
        options->count[side]++;
    }
    return PAUA_OK;
}

/* Finds the verdict of the constellation and the options of the sides that the study asks for. */
static paua_status find_options(struct side_options *options)
{
    const struct study *study = options->study;
    paua_choice choices[PAUA_MOVES_MAX];
    paua_status status = paua_study_verdict(&study->oracle, options->at, &options->verdict);

    for (int side = 0; side < PAUA_SIDES && status == PAUA_OK; side++) {
        int count = 0;
        if (!(study->sides >> side & 1))
            continue;
        status = paua_study_choices(&study->oracle, options->at, (paua_side)side, choices, &count);
        if (status == PAUA_OK)
            status = keep_options(options, side, choices, count);
    }
    return status;
}

/* The name of the outcome class that the option leads to; "" when the move ends the game. */
static const char *class_of(const struct option *option)
{
    return option->class_ < 0 ? "" : paua_class_name(option->class_);
}

/* The constellations of one side, and "win" where a move ends the game. */
static void print_set(const struct side_options *options, int side)
{
    FILE *to = options->study->to;
    bool win = false;
    const char *before = " ";

    for (int i = 0; i < options->count[side]; i++) {
        const struct option *option = &options->list[side][i];
        if (option->choice.ends && win)
            continue;
        win |= option->choice.ends;
        fprintf(to, "%s%s", before, option->choice.ends ? "win" : option->to);
        before = ", ";
    }
}

/* C = { ... | ... }, or C^L = { ... } for one side. */
static void print_sets(const struct side_options *options)
{
    unsigned sides = options->study->sides;
    FILE *to = options->study->to;

    fprintf(to, "%s%s = {", options->name, sides == 3 ? "" : sides == 1 ? "^L" : "^R");
    for (int side = 0; side < PAUA_SIDES; side++) {
        if (side && sides == 3)
            fputs(" |", to);
        print_set(options, side);
    }
    fputs(" }\n", to);
}

/* The verdict, the sets of options in the paper's notation, then one line an option. */
static int print_text(const struct side_options *options)
{
    FILE *to = options->study->to;

    fprintf(to, "constellation %s ", options->name);
    study_print_verdict(to, &options->verdict);
    fputc('\n', to);
    print_sets(options);
    for (int side = 0; side < PAUA_SIDES; side++) {
        for (int i = 0; i < options->count[side]; i++) {
            const struct option *option = &options->list[side][i];
            const paua_choice *choice = &option->choice;
            study_small remoteness;
            fprintf(to, "%s %s %s class %s %s %s moves %d%s%s%s\n", study_sides[side], option->move,
                    option->to, choice->ends ? "-" : class_of(option), study_words[choice->value],
                    study_remoteness(choice->value, choice->remoteness, "-", remoteness),
                    choice->moves, choice->safe ? " safe" : "", choice->best ? " best" : "",
                    choice->ends ? " ends" : "");
        }
    }
    return EXIT_DONE;
}

static const char *boolean_text(bool is)
{
    return is ? "true" : "false";
}

/* One row an option, Black's before White's. */
static int print_csv(const struct side_options *options)
{
    FILE *to = options->study->to;

    fputs("constellation,side,move,moves,to,class,category,distance,ends,safe,best\n", to);
    for (int side = 0; side < PAUA_SIDES; side++) {
        for (int i = 0; i < options->count[side]; i++) {
            const struct option *option = &options->list[side][i];
            const paua_choice *choice = &option->choice;
            study_small remoteness;
            fprintf(to, "%s,%s,%s,%d,%s,%s,%s,%s,%s,%s,%s\n", options->name, study_sides[side],
                    option->move, choice->moves, option->to, class_of(option),
                    study_categories[choice->value],
                    study_remoteness(choice->value, choice->remoteness, "", remoteness),
                    boolean_text(choice->ends), boolean_text(choice->safe),
                    boolean_text(choice->best));
        }
    }
    return EXIT_DONE;
}

/* One option as a JSON object; "class" is null when the move ends the game. */
static json_t *option_json(const struct option *option)
{
    const paua_choice *choice = &option->choice;
    json_t *object = study_result_json(choice->value, choice->remoteness);

    json_object_set_new(object, "move", json_string(option->move));
    json_object_set_new(object, "moves", json_integer(choice->moves));
    json_object_set_new(object, "to", json_string(option->to));
    json_object_set_new(object, "class",
                        choice->ends ? json_null() : json_string(class_of(option)));
    json_object_set_new(object, "ends", json_boolean(choice->ends));
    json_object_set_new(object, "safe", json_boolean(choice->safe));
    json_object_set_new(object, "best", json_boolean(choice->best));
    return object;
}

/* One object with the class and, for each side, its result; "options" only for the sides shown. */
static int print_json(const struct side_options *options)
{
    const paua_verdict *verdict = &options->verdict;
    json_t *object = json_pack("{s:s, s:s}", "constellation", options->name, "class",
                               paua_class_name((int)verdict->class_));

    for (int side = 0; side < PAUA_SIDES; side++) {
        json_t *result = study_result_json(verdict->value[side], verdict->remoteness[side]);
        json_t *list = json_array();
        for (int i = 0; i < options->count[side]; i++)
            json_array_append_new(list, option_json(&options->list[side][i]));
        if (options->study->sides >> side & 1)
            json_object_set(result, "options", list);
        json_decref(list);
        json_object_set_new(object, study_sides[side], result);
    }
    return study_print_json(options->study, object);
}

/* What a panel points to. */
struct drawn {
    paua_position position;
    study_small title, words[PAUA_SIDES];
};

/* The board after the move as it is played, so that it can be compared with the one before. */
static void fill_option(const struct side_options *options, int side, const struct option *option,
                        struct drawn *drawn, paua_panel *panel)
{
    const paua_choice *choice = &option->choice;
    const struct study *study = options->study;
    paua_undo undo;

    drawn->position = study->position;
    drawn->position.to_move = (uint8_t)side;
    paua_study_position(&study->oracle, options->at, (paua_side)side, &drawn->position);
    paua_position_make(study->oracle.board, &drawn->position, choice->move, &undo);
    study_move(study, choice, drawn->title);
    study_result(choice->value, choice->remoteness, drawn->words[0]);
    *panel = (paua_panel){.position = &drawn->position,
                          .how = {.last = choice->move},
                          .title = drawn->title,
                          .bands = {{study_winner(choice->value, side), drawn->words[0]}},
                          .band_count = 1,
                          .framed = choice->safe && study->play != PAUA_PLAY_SAFE};
}

/* The panel of the constellation: its class, and who wins when Black begins and when White does. */
static void fill_head(const struct side_options *options, struct drawn *drawn, paua_panel *panel)
{
    const paua_verdict *verdict = &options->verdict;

    drawn->position = options->study->position;
    paua_study_position(&options->study->oracle, options->at, PAUA_BLACK, &drawn->position);
    *panel = (paua_panel){.position = &drawn->position,
                          .how = {.coordinates = true},
                          .title = paua_class_name((int)verdict->class_),
                          .band_count = PAUA_SIDES};
    for (int side = 0; side < PAUA_SIDES; side++) {
        panel->bands[side].player = study_winner(verdict->value[side], side);
        panel->bands[side].text = study_remoteness(verdict->value[side], verdict->remoteness[side],
                                                   "draw", drawn->words[side]);
    }
}

/* Draws the constellation with Black's options on the left and White's on the right. */
static int draw_options(const struct side_options *options)
{
    const struct study *study = options->study;
    int count = 1 + options->count[0] + options->count[1];
    paua_panel *panels = calloc((size_t)count, sizeof *panels);
    struct drawn *drawn = calloc((size_t)count, sizeof *drawn);
    char title[PAUA_POSITION_TEXT_MAX + 32];
    bool room = panels && drawn;
    int code = room ? EXIT_DONE : complain_memory();

    if (room) {
        int panel = 1;
        fill_head(options, &drawn[0], &panels[0]);
        for (int side = 0; side < PAUA_SIDES; side++)
            for (int i = 0; i < options->count[side]; i++, panel++)
                fill_option(options, side, &options->list[side][i], &drawn[panel], &panels[panel]);
        snprintf(title, sizeof title, "Options of %s", options->name);
        const paua_figure_plan plan = {
            .board = study->oracle.board,
            .title = title,
            .note = study->play == PAUA_PLAY_SAFE
                        ? "Black's safe options and White's; fields: the result for who moves"
                    : study->play == PAUA_PLAY_BEST
                        ? "Black's best options and White's; fields: the result for who moves"
                        : "Black's options and White's, safe ones framed; fields: the result for "
                          "who moves",
            .arrangement = PAUA_ARRANGEMENT_SETS,
            .panels = panels,
            .panel_count = count,
            .left = options->count[0]};
        code = study_print_figure(study, &plan);
    }
    free(panels);
    free(drawn);
    return code;
}

int study_options(struct study *study)
{
    struct side_options options = {
        .study = study,
        .at = {study->position.marbles[PAUA_BLACK], study->position.marbles[PAUA_WHITE]}};
    paua_status status = find_options(&options);
    int code;

    study_name_of(study, options.at, options.name);
    if (status != PAUA_OK)
        code = study_complain(study, status);
    else if (STUDY_IS_FIGURE(study->format))
        code = draw_options(&options);
    else if (study->format == STUDY_JSON)
        code = print_json(&options);
    else
        code = study->format == STUDY_CSV ? print_csv(&options) : print_text(&options);
    free(options.list[0]);
    free(options.list[1]);
    return code;
}
