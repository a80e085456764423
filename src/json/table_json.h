/* table_json.h - the tablebase results of a position and its moves, sorted best move first, and as
 * JSON. */
#ifndef JSON_TABLE_JSON_H
#define JSON_TABLE_JSON_H

#include <jansson.h>

#include <paua/lab/study.h>
#include <paua/notation.h>

/* The value of a position for the side to move, and its remoteness: the plies to the end. */
struct table_answer {
    paua_value value;
    int remoteness; /* 0 for a draw */
};

/* A legal move and its result for the side that makes it. */
struct table_move {
    struct table_answer answer;
    paua_move move;
    bool ends; /* the move ends the game */
    char text[PAUA_MOVE_TEXT_MAX];
};

/* Lists the legal moves of a position with their results, best first: quick wins, draws, slow
 * losses; equal moves by their text. `moves` has room for PAUA_MOVES_MAX. Returns the status of the
 * oracle. */
paua_status table_moves_list(const paua_oracle *oracle, const paua_position *position,
                             struct table_move *moves, int *count);

/* {"category", "distance"}; the distance (remoteness) of a draw is null. NULL: out of memory. */
json_t *table_json_answer(struct table_answer answer);

/* An array of such objects, each with its "move". NULL: out of memory. */
json_t *table_json_moves(const struct table_move *moves, int count);

#endif /* JSON_TABLE_JSON_H */
