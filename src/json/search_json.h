/* search_json.h - results of searches and reviews as JSON, the same in responses of the server and
 * in the output of commands. docs/http-api.md describes the objects. */
#ifndef JSON_SEARCH_JSON_H
#define JSON_SEARCH_JSON_H

#include <jansson.h>

#include <paua/review.h>

/* All functions return a new reference; NULL: out of memory. */

/* {"depth", "multipv", "score", "nodes", "nps", "time", "pv"}. A score is {"cp": 35}, or
 * {"plies": 5, "win": true} if the end is forced. */
json_t *search_json_depth(const paua_board *board, const paua_search_info *info);

/* {"expectation", "threat": {"move", "score", "gain", "ejects", "depth", "pv"} or null,
 *  "hanging": [{"side", "marble", "by"}, ...],
 *  "formations": [{"side", "groups", "largest", "alone", "hexagons"}, ...]}; "gain" only if
 * known. With three or more players "threat" is the next opponent's, and "threats" lists all, each
 * with its "side". */
json_t *search_json_explanation(const paua_board *board, const paua_explanation *explanation);

/* Move number `ply` of a reviewed game, from 1: {"ply", "side", "move", "best", "score",
 * "after", "loss", "grade", "depth", "expectation", "line"}. */
json_t *search_json_review_move(const paua_board *board, int players, int ply,
                                const paua_review_move *move);

/* {"turning", "start", "b": {"accuracy", "grades": {"best": 3, ...}}, "w", ...}; "start" is the
 * expectation before the first move: Black's in a game for two, else an array of all players'. */
json_t *search_json_review_summary(const paua_review *review, int players);

#endif /* JSON_SEARCH_JSON_H */
