/* probe.c - `paua probe`: what a table knows of one constellation. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <paua/notation.h>
#include <paua/solve.h>

#include "commands.h"
#include "common.h"
#include "options.h"

struct probe_options {
    const char *position;
    bool json;
};

/* A position and what the table says of it. */
struct answer {
    paua_value value;
    int distance;
};

struct session {
    const char *path;
    paua_table *table;
    paua_probe *probe;
    paua_board *board; /* of the position */
    paua_position position;
};

/* A move and what its mover then has: the other side's answer turned round, one ply longer. */
struct choice {
    char text[PAUA_MOVE_TEXT_MAX];
    paua_move move;
    struct answer answer;
};

static const char *const words[] = {"DRAW", "WIN", "LOSS"};

static int complain_probe(const struct session *session, paua_status status)
{
    if (status == PAUA_CORRUPT)
        return complain(EXIT_USAGE, "%s: a block fails its checksum", session->path);
    return complain(EXIT_USAGE, "%s has no positions of this board with so many marbles",
                    session->path);
}

static struct answer seen_by_mover(struct answer answer)
{
    if (answer.value == PAUA_VALUE_DRAW)
        return answer;
    answer.value = answer.value == PAUA_VALUE_WIN ? PAUA_VALUE_LOSS : PAUA_VALUE_WIN;
    answer.distance++;
    return answer;
}

static paua_status ask(const struct session *session, const paua_position *position,
                       struct answer *answer)
{
    return paua_probe_position(session->probe, session->board, position, &answer->value,
                               &answer->distance);
}

/* Best first: quick wins, draws, slow losses; moves alike by their text. */
static int compare(const void *a, const void *b)
{
    static const int rank[] = {[PAUA_VALUE_WIN] = 0, [PAUA_VALUE_DRAW] = 1, [PAUA_VALUE_LOSS] = 2};
    const struct choice *x = a, *y = b;
    int by = rank[x->answer.value] - rank[y->answer.value];

    if (!by)
        by = x->answer.value == PAUA_VALUE_LOSS ? y->answer.distance - x->answer.distance
                                                : x->answer.distance - y->answer.distance;
    return by ? by : strcmp(x->text, y->text);
}

/* Whether a move ends the game: the mover has then ejected enough. */
static bool wins_at_once(const struct session *session, const paua_position *before, paua_move move)
{
    const paua_table_info *info = paua_table_about(session->table);
    paua_set theirs = before->marbles[PAUA_OTHER(before->to_move)];
    int left = 0;

    for (; theirs; theirs &= theirs - 1)
        left++;
    return paua_move_ejects(move) && left - 1 <= info->marbles - info->win;
}

static paua_status list_choices(const struct session *session, const paua_position *position,
                                struct choice *choices, int *count)
{
    paua_move_list list;

    paua_moves_generate(session->board, position, &list);
    *count = list.count;
    for (int i = 0; i < list.count; i++) {
        struct choice *choice = &choices[i];
        paua_position after = *position;
        paua_undo undo;
        choice->move = list.moves[i];
        paua_move_format(session->board, choice->move, choice->text, sizeof choice->text);
        choice->answer = (struct answer){PAUA_VALUE_WIN, 1};
        if (wins_at_once(session, position, choice->move))
            continue;
        paua_position_make(session->board, &after, choice->move, &undo);
        paua_status status = ask(session, &after, &choice->answer);
        if (status != PAUA_OK)
            return status;
        choice->answer = seen_by_mover(choice->answer);
    }
    qsort(choices, (size_t)*count, sizeof *choices, compare);
    return PAUA_OK;
}

static void put_distance(char text[16], struct answer answer)
{
    if (answer.value == PAUA_VALUE_DRAW)
        snprintf(text, 16, "-");
    else
        snprintf(text, 16, "%d", answer.distance);
}

static void print_class(const struct answer answers[2])
{
    char black[16], white[16];

    put_distance(black, answers[0]);
    put_distance(white, answers[1]);
    printf("class %s black %s %s white %s %s\n",
           paua_class_name((int)paua_class_of(answers[0].value, answers[1].value)),
           words[answers[0].value], black, words[answers[1].value], white);
}

static json_t *answer_json(struct answer answer)
{
    static const char *const categories[] = {"draw", "win", "loss"};

    return answer.value == PAUA_VALUE_DRAW
               ? json_pack("{s:s, s:n}", "category", categories[0], "distance")
               : json_pack("{s:s, s:i}", "category", categories[answer.value], "distance",
                           answer.distance);
}

/* The best moves of both sides, one after the other; of a draw nothing, since it has no end. */
static paua_status best_line(const struct session *session, struct choice *choices, json_t *line)
{
    paua_position position = session->position;
    bool over = false;

    while (!over) {
        paua_undo undo;
        int count;
        paua_status status = list_choices(session, &position, choices, &count);
        if (status != PAUA_OK || count == 0 || choices[0].answer.value == PAUA_VALUE_DRAW)
            return status;
        json_array_append_new(line, json_string(choices[0].text));
        over = wins_at_once(session, &position, choices[0].move);
        paua_position_make(session->board, &position, choices[0].move, &undo);
    }
    return PAUA_OK;
}

static int print_json(const struct answer answers[2], const struct choice *choices, int count,
                      json_t *line)
{
    json_t *moves = json_array();

    for (int i = 0; i < count; i++) {
        json_t *move = answer_json(choices[i].answer);
        json_object_set_new(move, "move", json_string(choices[i].text));
        json_array_append_new(moves, move);
    }
    return output_json(json_pack(
        "{s:s, s:o, s:o, s:o, s:o}", "class",
        paua_class_name((int)paua_class_of(answers[0].value, answers[1].value)), "black",
        answer_json(answers[0]), "white", answer_json(answers[1]), "moves", moves, "line", line));
}

static int print_text(const struct session *session, const struct answer answers[2],
                      const struct choice *choices, int count, json_t *line)
{
    print_class(answers);
    for (int i = 0; i < count; i++) {
        char distance[16];
        put_distance(distance, choices[i].answer);
        printf("%s %s %s\n", choices[i].text, words[choices[i].answer.value], distance);
    }
    if (answers[session->position.to_move].value != PAUA_VALUE_DRAW) {
        printf("line");
        for (size_t i = 0; i < json_array_size(line); i++)
            printf(" %s", json_string_value(json_array_get(line, i)));
        printf("\n");
    }
    json_decref(line);
    return EXIT_DONE;
}

static int probe_position(const struct session *session, bool json)
{
    struct choice choices[PAUA_MOVES_MAX];
    struct answer answers[2];
    json_t *line = json_array();
    paua_status status = PAUA_OK;
    int count = 0;

    for (int side = 0; side < PAUA_SIDES && status == PAUA_OK; side++) {
        paua_position position = session->position;
        position.to_move = (uint8_t)side;
        status = ask(session, &position, &answers[side]);
    }
    if (status == PAUA_OK)
        status = best_line(session, choices, line);
    if (status == PAUA_OK)
        status = list_choices(session, &session->position, choices, &count);
    if (status != PAUA_OK) {
        json_decref(line);
        return complain_probe(session, status);
    }
    return json ? print_json(answers, choices, count, line)
                : print_text(session, answers, choices, count, line);
}

/* The position asked for, or the table's board with its named layout. */
static int open_position(const struct probe_options *options, struct session *session)
{
    const paua_table_info *info = paua_table_about(session->table);
    const char *text = options->position;
    paua_error error;
    int sides[3];

    for (int i = 0; !text && i < paua_layout_count(); i++) {
        const paua_layout *layout = paua_layout_at(i);
        if (memcmp(layout->sides, info->sides, sizeof info->sides) == 0)
            text = layout->name;
    }
    if (!text)
        return complain(EXIT_USAGE, "no layout of this board is known, expected --position");
    if (paua_position_shape(text, sides, &error) != PAUA_OK)
        return complain(EXIT_USAGE, "position: byte %zu: %s", error.at, error.message);
    if (paua_board_new(sides[0], sides[1], sides[2], &session->board) != PAUA_OK)
        return complain_memory();
    if (paua_position_parse(session->board, text, &session->position, &error) != PAUA_OK)
        return complain(EXIT_USAGE, "position: byte %zu: %s", error.at, error.message);
    if (session->position.players != PAUA_SIDES || session->position.neutral ||
        session->position.fixed)
        return complain(EXIT_USAGE, "position: expected two players and no marbles but theirs");
    return EXIT_DONE;
}

int command_probe(int argc, char **argv)
{
    struct probe_options options = {0};
    const struct option_row rows[] = {
        {"position", 'p', OPTION_TEXT, &options.position, 0, 0, "TEXT",
         "this constellation (the board's named layout)"},
        ROW_JSON(options.json),
    };
    const struct usage usage = {
        "probe",
        "FILE",
        1,
        1,
        "Ask a table that 'paua solve' has written about one constellation.",
        "Prints its class and what each side has when it begins, then every move of the side to "
        "move with\n"
        "its result, best first, and a line of best play. Distances are in plies; a draw has "
        "none."};
    char message[PAUA_TABLE_MESSAGE_MAX];
    struct session session = {0};
    int operand;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, &operand);

    if (code != OPTIONS_GO)
        return code;
    session.path = argv[operand];
    paua_status status = paua_table_open(session.path, &session.table, message);
    if (status != PAUA_OK)
        return complain(status == PAUA_IO || status == PAUA_NO_MEMORY ? EXIT_ENVIRONMENT
                                                                      : EXIT_USAGE,
                        "%s", message);
    session.probe = paua_probe_new(session.table);
    code = session.probe ? open_position(&options, &session) : complain_memory();
    if (code == EXIT_DONE)
        code = probe_position(&session, options.json);
    paua_board_free(session.board);
    paua_probe_free(session.probe);
    paua_table_close(session.table);
    return code;
}
