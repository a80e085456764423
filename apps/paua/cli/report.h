/* report.h - what a search has found, as text. */
#ifndef PAUA_CLI_REPORT_H
#define PAUA_CLI_REPORT_H

#include <stddef.h>
#include <stdint.h>

#include <paua/notation.h>
#include <paua/search.h>

enum { REPORT_PV_MAX = PAUA_DEPTH_MAX * PAUA_MOVE_TEXT_MAX };

/* Nodes a second. */
uint64_t report_nps(uint64_t nodes, int64_t time_ms);

/* The moves of a line, a blank between them, as many as fit whole. Returns `text`. */
char *report_pv(const paua_board *board, const paua_search_info *info, char *text, size_t cap);

/* A move, or "none". Returns `text`, which has room for PAUA_MOVE_TEXT_MAX bytes. */
char *report_move(const paua_board *board, paua_move move, char *text);

#endif
