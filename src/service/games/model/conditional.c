/* conditional.c - reads trees of conditional moves, checks them by the rules where the position of
 * a node is known, and prunes them as the game advances. */
#include "service/games/model/conditional.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "service/core/request.h"
#include "service/games/model/game.h"
#include "json/json_text.h"

#define ANY_MOVE  "*"
#define TEXT_SIZE (2 * PAUA_MOVE_TEXT_MAX)

/* A tree that is being read. */
struct tree_reader {
    const paua_board *board;
    paua_game *play; /* the moves so far, while all of them are known */
    const paua_position *from;
    int side;     /* the owner */
    int nodes;    /* so far */
    bool lenient; /* drop bad nodes instead of refusing the tree */
    bool no_memory;
    struct api_error *error;
};

/* A place in the tree: who is to move there, and whether all moves before it are known. */
struct tree_place {
    int turn;
    bool known;
};

/* The player after this one who has not left. */
static int next_turn(const paua_position *position, int turn)
{
    do {
        turn = (turn + 1) % position->players;
    } while (position->out >> turn & 1);
    return turn;
}

/* Refuses a node. Returns NULL. */
static json_t *refuse_node(struct tree_reader *reader, const char *move, const char *why)
{
    api_error_set(reader->error, 400, "bad_tree", "tree: move '%.40s': %s", move, why);
    return NULL;
}

/* Gives the tree up, also a lenient reader. Returns NULL. */
static json_t *fail_memory(struct tree_reader *reader)
{
    reader->no_memory = true;
    api_error_no_memory(reader->error);
    return NULL;
}

static json_t *read_level(struct tree_reader *reader, json_t *nodes, struct tree_place place);

/* Reads the level after a node, unless nothing follows it. */
static json_t *read_then(struct tree_reader *reader, const char *move, json_t *then,
                         struct tree_place place, json_t *node)
{
    if (!then || json_array_size(then) == 0) {
        if (place.turn != reader->side)
            return node;
        json_decref(node);
        return refuse_node(reader, move, "expected your answer behind it, in 'then'");
    }
    json_t *level = read_level(reader, then, place);
    if (level && json_object_set_new(node, "then", level) == 0)
        return node;
    json_decref(node);
    return level ? fail_memory(reader) : NULL;
}

/* Reads a node whose position is known, so that its move must be legal, and what follows it. */
static json_t *read_known(struct tree_reader *reader, const char *text, json_t *then)
{
    paua_error why;
    paua_move move;

    if (paua_game_outcome(reader->play).result != PAUA_RESULT_ONGOING)
        return refuse_node(reader, text, "the game is over before it");
    if (paua_move_parse(reader->board, paua_game_position(reader->play), text, &move, &why) !=
        PAUA_OK)
        return refuse_node(reader, text, why.message);
    char written[PAUA_MOVE_TEXT_MAX];
    paua_move_format(reader->board, move, written, sizeof written);
    paua_status status = paua_game_play(reader->play, move);
    if (status == PAUA_ERROR_NO_MEMORY)
        return fail_memory(reader);
    if (status != PAUA_OK)
        return refuse_node(reader, text, "it would recreate an earlier position");
    const struct tree_place next = {paua_game_position(reader->play)->to_move, true};
    json_t *node = json_pack("{s:s}", "move", written);
    node = node ? read_then(reader, text, then, next, node) : fail_memory(reader);
    paua_game_takeback(reader->play);
    return node;
}

/* Reads a node whose position is unknown: its move need only fit the board. */
static json_t *read_unknown(struct tree_reader *reader, const char *text, json_t *then,
                            struct tree_place place)
{
    const struct tree_place next = {next_turn(reader->from, place.turn), false};
    paua_error why;
    paua_move move;

    if (strcmp(text, ANY_MOVE) != 0) {
        paua_status status = paua_move_parse(reader->board, reader->from, text, &move, &why);

        if (status != PAUA_OK && status != PAUA_ERROR_ILLEGAL_MOVE)
            return refuse_node(reader, text, why.message);
    }
    json_t *node = json_pack("{s:s}", "move", text);
    return node ? read_then(reader, text, then, next, node) : fail_memory(reader);
}

/* Reads a node. */
static json_t *read_node(struct tree_reader *reader, json_t *json, struct tree_place place)
{
    static const char *const members[] = {"move", "then", NULL};
    json_t *then = json_object_get(json, "then");
    const char *text = json_string_value(json_object_get(json, "move"));

    if (!text || strlen(text) >= TEXT_SIZE || (then && !json_is_array(then)))
        return refuse_node(reader, text ? text : "", "expected {\"move\": ..., \"then\": [...]}");
    if (!json_check_members(json, "tree", members, reader->error)) {
        reader->error->code = "bad_tree";
        return NULL;
    }
    if (++reader->nodes > CONDITIONAL_NODES_MAX)
        return refuse_node(reader, text, "too many moves, at most 200");
    bool any = strcmp(text, ANY_MOVE) == 0;
    if (any && place.turn == reader->side)
        return refuse_node(reader, text, "your own answer is one move");
    return any || !place.known ? read_unknown(reader, text, then, place)
                               : read_known(reader, text, then);
}

/* The node of a level with this move, or NULL. */
static json_t *find_node(json_t *level, const char *move)
{
    size_t i;
    json_t *node;

    json_array_foreach(level, i, node)
    {
        if (strcmp(json_string_value(json_object_get(node, "move")), move) == 0)
            return node;
    }
    return NULL;
}

/* Adds a node to its level. False, with the error: the level has its move already, or memory is
 * out. */
static bool add_node(struct tree_reader *reader, json_t *level, json_t *node)
{
    const char *move = json_string_value(json_object_get(node, "move"));

    if (find_node(level, move)) {
        refuse_node(reader, move, "it is there twice");
        json_decref(node);
        return false;
    }
    if (json_array_append_new(level, node) == 0)
        return true;
    fail_memory(reader);
    return false;
}

/* Reads a level. A lenient reader drops illegal moves, and returns NULL if none is left. */
static json_t *read_level(struct tree_reader *reader, json_t *nodes, struct tree_place place)
{
    json_t *level = json_array(), *one;
    size_t i;

    if (!level)
        return fail_memory(reader);
    if (json_array_size(nodes) > 1 && place.turn == reader->side) {
        json_decref(level);
        return refuse_node(reader, "", "expected one answer where it is your turn");
    }
    json_array_foreach(nodes, i, one)
    {
        json_t *node = read_node(reader, one, place);

        if ((node && add_node(reader, level, node)) || (reader->lenient && !reader->no_memory))
            continue;
        json_decref(level);
        return NULL;
    }
    if (json_array_size(level) > 0)
        return level;
    json_decref(level);
    return NULL;
}

/* Reads a tree that begins in the position of `play`. Memory is out where the error has status
 * 500. */
static json_t *read_tree(const paua_board *board, paua_game *play, int side, json_t *tree,
                         bool lenient, struct api_error *error)
{
    struct tree_reader reader = {.board = board,
                                 .play = play,
                                 .from = paua_game_position(play),
                                 .side = side,
                                 .lenient = lenient,
                                 .error = error};
    const paua_position from = *reader.from; /* that of `play` changes */

    reader.from = &from;
    return read_level(&reader, tree, (struct tree_place){from.to_move, true});
}

json_t *conditional_read(struct game *game, int side, json_t *tree, struct api_error *error)
{
    api_error_no_memory(error);
    if (!json_is_array(tree) || json_array_size(tree) == 0) {
        api_error_set(error, 400, "bad_tree", "tree: expected an array of moves");
        return NULL;
    }
    return read_tree(game->setup.board, game->play, side, tree, false, error);
}

json_t *conditional_queue(struct game *game, int side, json_t *move, struct api_error *error)
{
    const paua_position *position = paua_game_position(game->play);
    json_t *tree = json_pack("[{s:O}]", "move", move);

    for (int turn = position->to_move; turn != side; turn = next_turn(position, turn))
        tree = json_pack("[{s:s,s:o}]", "move", ANY_MOVE, "then", tree);
    json_t *read = tree ? conditional_read(game, side, tree, error) : NULL;
    json_decref(tree);
    return read;
}

struct conditional *conditional_new(const char *id, int side, int64_t event, json_t *tree)
{
    struct conditional *self = malloc(sizeof *self);

    if (!self) {
        json_decref(tree);
        return NULL;
    }
    *self = (struct conditional){.side = side, .event = event, .tree = tree};
    snprintf(self->id, sizeof self->id, "%s", id);
    return self;
}

void conditional_free(struct conditional *self)
{
    if (!self)
        return;
    json_decref(self->tree);
    free(self);
}

bool conditional_restore(const char *id, int side, int64_t event, const char *text,
                         struct conditional **out)
{
    json_t *tree = NULL;
    paua_status status = json_parse_text(text, strlen(text), 0, &tree, NULL);

    *out = NULL;
    if (status != PAUA_OK || !json_is_array(tree)) {
        json_decref(tree);
        return status != PAUA_ERROR_NO_MEMORY;
    }
    *out = conditional_new(id, side, event, tree);
    return *out != NULL;
}

/* Descends to the node of a move, or to that of all other moves. */
static enum conditional_state descend_tree(struct conditional *self, paua_game *play,
                                           const struct event *event)
{
    const paua_board *board = paua_game_board(play);
    char move[PAUA_MOVE_TEXT_MAX];
    struct api_error error = {.status = 0};

    paua_move_format(board, event->move, move, sizeof move);
    json_t *node = find_node(self->tree, move);
    if (!node && event->side != self->side)
        node = find_node(self->tree, ANY_MOVE);
    json_t *then = node ? json_object_get(node, "then") : NULL;
    if (!then)
        return CONDITIONAL_ENDED;
    /* Moves after "*" can be checked now. */
    json_t *rest = read_tree(board, play, self->side, then, true, &error);
    if (!rest && error.status == 500)
        return CONDITIONAL_NO_MEMORY;
    json_decref(self->tree);
    self->tree = rest;
    return rest ? CONDITIONAL_HOLDS : CONDITIONAL_ENDED;
}

enum conditional_state conditional_advance(struct conditional *self, paua_game *play,
                                           const struct event *event)
{
    switch (event->type) {
    case EVENT_MOVE:
        return descend_tree(self, play, event);
    case EVENT_RESIGN: /* the order of turns has changed */
    case EVENT_TIME:
    case EVENT_GONE:
    case EVENT_CLOSE:
        return CONDITIONAL_ENDED;
    case EVENT_OFFER:
    case EVENT_ACCEPT:
        return event->done &&
                       (event->proposal == PROPOSE_TAKEBACK || event->proposal == PROPOSE_DRAW)
                   ? CONDITIONAL_ENDED
                   : CONDITIONAL_HOLDS;
    default:
        return CONDITIONAL_HOLDS;
    }
}

enum conditional_state conditional_catch_up(struct conditional *self, struct game *game)
{
    if (self->event < 0 || self->event > game->event_count)
        return CONDITIONAL_ENDED;
    if (self->event == game->event_count)
        return CONDITIONAL_HOLDS;
    /* The events fit the game: only memory can be missing. */
    paua_game *play = game_copy_at(game, (int)self->event);
    enum conditional_state state = play ? CONDITIONAL_HOLDS : CONDITIONAL_NO_MEMORY;
    for (int i = (int)self->event; state == CONDITIONAL_HOLDS && i < game->event_count; i++)
        state = game_replay_event(play, &game->events[i]) == PAUA_OK
                    ? conditional_advance(self, play, &game->events[i])
                    : CONDITIONAL_NO_MEMORY;
    paua_game_free(play);
    return state;
}

const char *conditional_due(const struct conditional *self, const struct game *game)
{
    const paua_position *now = paua_game_position(game->play);

    if (!self || game_is_over(game) || !game_is_full(game) || game->paused ||
        now->to_move != self->side)
        return NULL;
    return json_string_value(json_object_get(json_array_get(self->tree, 0), "move"));
}
