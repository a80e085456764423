/* search_json.h - what the engine has found, as JSON: the same words in answers of the API and in what the command prints. */
#ifndef JSON_SEARCH_JSON_H
#define JSON_SEARCH_JSON_H

#include <jansson.h>

#include <paua/explain.h>

/* All return NULL without memory. */

/* {"depth", "multipv", "score", "nodes", "nps", "time", "pv"}. A score is {"cp": 35}, or {"plies": 5, "win": true} where
 * the end is forced. */
json_t *search_json_depth(const paua_board *board, const paua_search_info *info);

/* {"threat": {"move", "score", "gain", "ejects", "depth", "pv"} or null, "hanging": [{"side", "marble", "by"}, ...]}. A gain
 * is told only between scores that are no forced ends. */
json_t *search_json_insight(const paua_board *board, const paua_threat *threat,
                            const paua_hanging hanging[PAUA_SIDES]);

/* A reviewed move, the ply-th from 1, of the game: {"ply", "side", "move", "best", "score", "after", "loss", "grade", "depth",
 * "line"}. */
json_t *search_json_review_move(const paua_board *board, int ply, paua_side side,
                                const paua_review_move *move);

/* {"accuracy", "grades": {"best": 3, ...}} */
json_t *search_json_review_side(const paua_review *review, paua_side side);

bool search_json_threat_has_gain(const paua_threat *threat); /* whether its gain says something */

#endif /* JSON_SEARCH_JSON_H */
