/* report.h - results of a search as text. */
#ifndef PAUA_CLI_REPORT_H
#define PAUA_CLI_REPORT_H

#include <stddef.h>
#include <stdint.h>

#include <paua/notation.h>
#include <paua/search.h>

enum { REPORT_PV_MAX = PAUA_DEPTH_MAX * PAUA_MOVE_TEXT_MAX };

/* Nodes per second. */
uint64_t report_nps(uint64_t nodes, int64_t time_ms);

/* Writes the moves of a principal variation, separated by blanks, as many as fit. Returns
 * `text`. */
char *report_pv(const paua_board *board, const paua_search_info *info, char *text, size_t cap);

/* Writes a move, or "none". Returns `text`, which has room for PAUA_MOVE_TEXT_MAX bytes. */
char *report_move(const paua_board *board, paua_move move, char *text);

#endif
