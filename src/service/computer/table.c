/* table.c - GET /table: what a tablebase says of a position and of every move. A table is read by
 * one request at a time; a position takes some dozens of probes. */
#include "service/computer/table.h"

#include <pthread.h>
#include <stdlib.h>

#include "service/core/env.h"
#include "service/core/response.h"
#include "service/games/model/setup.h"
#include "json/table_json.h"

/* A table and its reader. */
struct table_probe {
    const paua_table *table; /* borrowed */
    paua_probe *probe;       /* owned; under the lock */
    pthread_mutex_t mutex;
};

struct table_probes {
    struct table_probe *list; /* owned */
    int count;
    struct env *env;       /* borrowed */
    struct boards *boards; /* borrowed */
};

struct table_probes *table_probes_new(struct env *env, struct boards *boards,
                                      const paua_table *const *tables, int count)
{
    struct table_probes *probes = calloc(1, sizeof *probes);

    if (probes && count > 0)
        probes->list = calloc((size_t)count, sizeof *probes->list);
    if (!probes || (count > 0 && !probes->list)) {
        free(probes);
        return NULL;
    }
    probes->env = env;
    probes->boards = boards;
    for (; probes->count < count; probes->count++) {
        struct table_probe *reader = &probes->list[probes->count];
        reader->table = tables[probes->count];
        reader->probe = paua_probe_new(reader->table);
        if (!reader->probe) {
            table_probes_free(probes);
            return NULL;
        }
        pthread_mutex_init(&reader->mutex, NULL);
    }
    return probes;
}

void table_probes_free(struct table_probes *probes)
{
    if (!probes)
        return;
    for (int i = 0; i < probes->count; i++) {
        pthread_mutex_destroy(&probes->list[i].mutex);
        paua_probe_free(probes->list[i].probe);
    }
    free(probes->list);
    free(probes);
}

/* A question to one table: a position on its own board, which may be the table's turned. */
struct table_question {
    const paua_board *board;
    const paua_position *position;
    struct table_probe *reader;
    struct table_answer answer;
    struct table_move moves[PAUA_MOVES_MAX];
    int count;
    struct env *env;       /* borrowed */
    struct boards *boards; /* borrowed */
};

/* The `ask` of the oracle. */
static paua_status ask_table(const paua_position *position, paua_value *value, int *remoteness,
                             void *context)
{
    const struct table_question *question = context;

    return paua_probe_position(question->reader->probe, question->board, position, value,
                               remoteness);
}

/* Asks one table. PAUA_ERROR_NOT_FOUND: it does not hold the position. */
static paua_status question_ask(struct table_question *question)
{
    struct table_probe *reader = question->reader;

    pthread_mutex_lock(&reader->mutex);
    paua_oracle oracle = paua_probe_oracle(reader->probe);
    oracle.board = question->board;
    oracle.ask = ask_table;
    oracle.context = question;
    paua_status status = ask_table(question->position, &question->answer.value,
                                   &question->answer.remoteness, question);
    if (status == PAUA_OK)
        status = table_moves_list(&oracle, question->position, question->moves, &question->count);
    pthread_mutex_unlock(&reader->mutex);
    return status;
}

/* The answer of the table that holds the position. */
static void respond_answer(http_request *request, const struct table_question *question)
{
    const paua_table_info *info = paua_table_about(question->reader->table);
    json_t *answer = table_json_answer(question->answer);
    char position[PAUA_POSITION_TEXT_MAX], board[16];

    paua_position_format(question->board, question->position, position, sizeof position);
    setup_board_text(paua_table_board(question->reader->table), board);
    json_object_set_new(answer, "position", json_string(position));
    json_object_set_new(answer, "table",
                        json_pack("{s:s,s:i,s:i,s:b}", "board", board, "marbles", info->marbles,
                                  "win", info->win, "stuck_loses", (int)info->stuck_loses));
    json_object_set_new(answer, "moves", table_json_moves(question->moves, question->count));
    respond_json(request, 200, answer);
}

/* Asks one table after the other. */
static void respond_question(const struct table_probes *probes, http_request *request,
                             struct table_question *question)
{
    for (int i = 0; i < probes->count; i++) {
        question->reader = &probes->list[i];
        switch (question_ask(question)) {
        case PAUA_OK:
            respond_answer(request, question);
            return;
        case PAUA_ERROR_NOT_FOUND:
            break;
        default:
            env_log(probes->env, SERVICE_ERROR, "table",
                    "table %d: a block fails its checksum or cannot be read", i + 1);
            respond_error(request, 500, "internal", "the table is damaged or cannot be read");
            return;
        }
    }
    respond_error(request, 404, "not_found",
                  probes->count ? "no table of this server covers the position"
                                : "this server has no tables (paua serve --tables)");
}

void table_probes_respond(struct table_probes *probes, http_request *request)
{
    struct api_error error;
    struct setup setup;

    if (!setup_query_position(probes->boards, request, &setup, &error)) {
        respond_api_error(request, &error);
        return;
    }
    struct table_question *question = calloc(1, sizeof *question);
    if (!question) {
        respond_no_memory(request);
        return;
    }
    question->board = setup.board;
    question->position = &setup.start;
    if (setup.start.players == PAUA_SIDES && !setup.start.neutral && !setup.start.fixed)
        respond_question(probes, request, question);
    else
        respond_error(request, 404, "not_found",
                      "tables hold positions of two players with their marbles only");
    free(question);
}
