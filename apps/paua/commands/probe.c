/* probe.c - `paua probe`: class, moves and best line of one constellation, from a table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json/table_json.h"

#include "cli/common.h"
#include "cli/options.h"
#include "cli/tables.h"
#include "commands/commands.h"

struct probe_options {
    const char *position;
    bool longest, json;
};

struct probe_session {
    bool longest; /* the position is what was asked for */
    const char *path;
    paua_table *table;
    paua_probe *probe;
    paua_board *board; /* of the position */
    paua_position position;
};

static const char *const words[] = {"DRAW", "WIN", "LOSS"};

/* Prints why the table has no answer: a damaged block, or a position that it does not hold. Returns
 * an exit code. */
static int complain_probe(const struct probe_session *session, paua_status status)
{
    if (status != PAUA_ERROR_NOT_FOUND)
        return tables_complain_read(session->path, status, EXIT_USAGE);
    return tables_complain_foreign(session->path, paua_table_about(session->table));
}

/* Of positions on the board of the question, which may be the table's turned. */
static paua_status probe_value(const paua_position *position, paua_value *value, int *remoteness,
                               void *context)
{
    const struct probe_session *session = context;
    return paua_probe_position(session->probe, session->board, position, value, remoteness);
}

/* The table's oracle for positions on the session's board. Borrows the session. */
static paua_oracle oracle_of(struct probe_session *session)
{
    paua_oracle oracle = paua_probe_oracle(session->probe);
    oracle.board = session->board;
    oracle.ask = probe_value;
    oracle.context = session;
    return oracle;
}

/* A draw has no remoteness: "-". */
static void put_remoteness(char text[16], struct table_answer answer)
{
    if (answer.value == PAUA_VALUE_DRAW)
        snprintf(text, 16, "-");
    else
        snprintf(text, 16, "%d", answer.remoteness);
}

/* The value if `side` is to move. */
static struct table_answer answer_for(const paua_verdict *verdict, int side)
{
    return (struct table_answer){verdict->value[side], verdict->remoteness[side]};
}

/* The class, then the value and remoteness with Black and with White to move. */
static void print_class(const paua_verdict *verdict)
{
    char black[16], white[16];

    put_remoteness(black, answer_for(verdict, PAUA_BLACK));
    put_remoteness(white, answer_for(verdict, PAUA_WHITE));
    printf("class %s black %s %s white %s %s\n", paua_class_name((int)verdict->class_),
           words[verdict->value[PAUA_BLACK]], black, words[verdict->value[PAUA_WHITE]], white);
}

/* The best moves of both sides, one after the other; of a draw nothing, since it has no end. */
static paua_status best_line(const paua_oracle *oracle, paua_position position,
                             struct table_move *choices, json_t *line)
{
    bool over = false;

    while (!over) {
        paua_undo undo;
        int count;
        paua_status status = table_moves_list(oracle, &position, choices, &count);
        if (status != PAUA_OK || count == 0 || choices[0].answer.value == PAUA_VALUE_DRAW)
            return status;
        json_array_append_new(line, json_string(choices[0].text));
        over = choices[0].ends;
        paua_position_make(oracle->board, &position, choices[0].move, &undo);
    }
    return PAUA_OK;
}

/* Frees `line`. Returns an exit code. */
static int print_json(const struct probe_session *session, const paua_verdict *verdict,
                      const struct table_move *choices, int count, json_t *line)
{
    char position[PAUA_POSITION_TEXT_MAX];

    paua_position_format(session->board, &session->position, position, sizeof position);
    return output_json(json_pack("{s:s, s:s, s:o, s:o, s:o, s:o}", "position", position, "class",
                                 paua_class_name((int)verdict->class_), "black",
                                 table_json_answer(answer_for(verdict, PAUA_BLACK)), "white",
                                 table_json_answer(answer_for(verdict, PAUA_WHITE)), "moves",
                                 table_json_moves(choices, count), "line", line));
}

/* Frees `line`, which is printed unless the position is drawn. */
static int print_text(const struct probe_session *session, const paua_verdict *verdict,
                      const struct table_move *choices, int count, json_t *line)
{
    if (session->longest) {
        char text[PAUA_POSITION_TEXT_MAX];
        paua_position_format(session->board, &session->position, text, sizeof text);
        printf("position %s\n", text);
    }
    print_class(verdict);
    for (int i = 0; i < count; i++) {
        char remoteness[16];
        put_remoteness(remoteness, choices[i].answer);
        printf("%s %s %s\n", choices[i].text, words[choices[i].answer.value], remoteness);
    }
    if (verdict->value[session->position.to_move] != PAUA_VALUE_DRAW) {
        printf("line");
        for (size_t i = 0; i < json_array_size(line); i++)
            printf(" %s", json_string_value(json_array_get(line, i)));
        printf("\n");
    }
    json_decref(line);
    return EXIT_DONE;
}

/* Class, best line and all moves of the position. Returns an exit code. */
static int probe_position(struct probe_session *session, bool json)
{
    const paua_oracle oracle = oracle_of(session);
    const paua_position *position = &session->position;
    const paua_constellation constellation = {position->marbles[PAUA_BLACK],
                                              position->marbles[PAUA_WHITE]};
    struct table_move choices[PAUA_MOVES_MAX];
    paua_verdict verdict;
    json_t *line = json_array();
    int count = 0;
    paua_status status = paua_study_verdict(&oracle, constellation, &verdict);

    if (status == PAUA_OK)
        status = best_line(&oracle, *position, choices, line);
    if (status == PAUA_OK)
        status = table_moves_list(&oracle, position, choices, &count);
    if (status != PAUA_OK) {
        json_decref(line);
        return complain_probe(session, status);
    }
    return json ? print_json(session, &verdict, choices, count, line)
                : print_text(session, &verdict, choices, count, line);
}

/* The position asked for, or the table's board with its named layout. */
static int open_position(const struct probe_options *options, struct probe_session *session)
{
    const paua_table_info *info = paua_table_about(session->table);
    const char *text = options->position ? options->position : tables_layout(info);
    paua_error error;
    int sides[3];

    if (!text)
        return complain_with(EXIT_USAGE, "this board has no named layout, expected --position");
    if (paua_position_shape(text, sides, &error) != PAUA_OK)
        return complain_text("position", text, &error);
    if (paua_board_new(sides[0], sides[1], sides[2], &session->board) != PAUA_OK)
        return complain_memory();
    if (paua_position_parse(session->board, text, &session->position, &error) != PAUA_OK)
        return complain_text("position", text, &error);
    if (session->position.players != PAUA_SIDES || session->position.neutral ||
        session->position.fixed)
        return complain_with(EXIT_USAGE, "position: expected marbles of two players only");
    return EXIT_DONE;
}

/* The longest win of the side to move with all marbles on the board. */
static int find_longest(struct probe_session *session)
{
    const int *sides = paua_table_about(session->table)->sides;

    if (paua_board_new(sides[0], sides[1], sides[2], &session->board) != PAUA_OK)
        return complain_memory();
    paua_status status = paua_probe_longest(session->probe, 0, &session->position);
    if (status == PAUA_ERROR_NOT_FOUND)
        return complain_with(EXIT_NO, "%s: no position is won", session->path);
    return status == PAUA_OK ? EXIT_DONE : complain_probe(session, status);
}

int command_probe(int argc, char **argv)
{
    struct probe_options options = {0};
    const struct option_row rows[] = {
        {"position", 'p', OPTION_TEXT, &options.position, 0, 0, "TEXT",
         "this constellation (the board's named layout)"},
        {"longest", 0, OPTION_FLAG, &options.longest, 0, 0, NULL,
         "the one whose win takes longest with all marbles on the board"},
        ROW_JSON(options.json),
    };
    static const struct usage usage = {
        .command = "probe",
        .operands = "FILE",
        .operands_least = 1,
        .operands_most = 1,
        .purpose = "Look up one constellation in a table that 'paua solve' has written.",
        .notes = "Prints its class and the result when each side begins, then every move of the "
                 "side to move with its result, best first, and a line of best play. Distances are "
                 "in plies; a draw has none.",
        .examples = {"paua probe 2x2x3.paua", "paua probe 2x2x3.paua --position 'ww/3/bw1/bb w'"},
    };
    struct probe_session session = {0};
    int operand;
    int code = options_read(&usage, rows, ROWS(rows), argc, argv, &operand);

    if (code != OPTIONS_GO)
        return code;
    if (options.longest && options.position)
        return complain_with(EXIT_USAGE, "--longest and --position exclude each other");
    session.path = argv[operand];
    code = tables_open_one(session.path, &session.table);
    if (code != EXIT_DONE)
        return code;
    session.probe = paua_probe_new(session.table);
    session.longest = options.longest;
    if (!session.probe)
        code = complain_memory();
    else
        code = options.longest ? find_longest(&session) : open_position(&options, &session);
    if (code == EXIT_DONE)
        code = probe_position(&session, options.json);
    paua_board_free(session.board);
    paua_probe_free(session.probe);
    paua_table_close(session.table);
    return code;
}
